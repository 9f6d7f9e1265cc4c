"""A folded text without what separates its letters, so that a name is one stretch of it however it is divided."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable

from vouched.facts.looks import SPACELESS, read_as

__all__ = ["Letters"]

_MARKS = r"\u0300-\u036f\u0483-\u0489\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f"
_LETTER = rf"[^\W\d_{SPACELESS}]"
_RUN = re.compile(rf"({_LETTER}+)|(\d+)|([{SPACELESS}]+)")
_LOOKED = re.compile(rf"((?:[^\W_{SPACELESS}]|[@$!|€£¥{_MARKS}])+)|([{SPACELESS}]+)")
_MARK = re.compile(f"[{_MARKS}]+")
_PIECE = re.compile(f"[^{_MARKS}]+")
_PERIOD = re.compile(r"(?:fy|cy|h|q)\Z")
_EDGE = "0123456789@$!|€£¥"


class Letters:
    """The letters and digits of a folded text: `text`, where names may begin (`starts`) and end, and where they are.

    A run is a word of letters, a number, or letters of a script that parts no words; in the last a name may begin and
    end anywhere. With `read`, only these parts are taken, as they may be read: i, l, 1 and ! are one, marks are none.
    """

    __slots__ = ("_ends", "_places", "_runs", "is_read", "key", "starts", "text")

    def __init__(self, folded: str, *, read: Iterable[tuple[int, int]] | None = None) -> None:
        self.is_read = read is not None
        self.starts: list[int] = []
        self._ends: set[int] = set()
        self._runs: list[int] = []
        self._places: list[int] = []
        self.text = "".join(self._words(folded) if read is None else self._words_read(folded, read))
        self.key = self.text if self.is_read else self.text.replace("i", "l")

    def _words(self, folded: str) -> list[str]:
        words = []
        length = 0
        starts, ends, runs, places = self.starts, self._ends, self._runs, self._places
        for match in _RUN.finditer(folded):
            word = match[0]
            words.append(word)
            runs.append(length)
            places.append(match.start())
            after = length + len(word)
            if match.lastindex == 3:
                starts += range(length, after)
            else:
                starts.append(length)
                ends.add(after)
                # JinghuaFY2025, JinghuaQ3: what begins a period is no letter of the name.
                if match.lastindex == 2 and folded[max(0, match.start() - 1)] in "yhq":
                    period = _PERIOD.search(words[-2])
                    ends.add(length - len(period[0]) if period else length)
            length = after
        return words

    def _words_read(self, folded: str, parts: Iterable[tuple[int, int]]) -> list[str]:
        words = []
        length = 0
        for match in (match for part in parts for match in _LOOKED.finditer(folded, *part)):
            word = _MARK.sub("", match[0])
            if not word:
                continue
            words.append(read_as(word))
            after = length + len(word)
            if match.lastindex == 2:
                self.starts += range(length, after)
            else:
                # Signs and digits at the ends of a word may be letters of it, or none.
                lead = len(word) - len(word.lstrip(_EDGE))
                self.starts += range(length, length + lead + 1) if lead < len(word) else (length,)
                core = word.rstrip(_EDGE)
                self._ends.update(range(max(length + len(core), length + 1), after + 1))
                if len(core) < len(word) and (period := _PERIOD.search(core)):
                    self._ends.add(length + period.start())
            for piece in _PIECE.finditer(folded, *match.span()):
                self._runs.append(length)
                self._places.append(piece.start())
                length += len(piece[0])
        return words

    def may_end(self, place: int) -> bool:
        """Return whether a name may end before a place."""
        return place in self._ends or self.text[place - 1 : place] >= "\u2e80"

    def place(self, index: int) -> int:
        """Return where in the folded text a character is."""
        run = bisect_right(self._runs, index) - 1
        return self._places[run] + index - self._runs[run]

    def cuts(self, start: int, end: int) -> list[int]:
        """Return where between two places one run ends and another begins."""
        return self._runs[bisect_right(self._runs, start) : bisect_left(self._runs, end)]
