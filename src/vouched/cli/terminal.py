"""What a terminal can show: colours where they are wanted, text as wide as it really is, wrapped and harmless."""

from __future__ import annotations

import os
import re
import shutil
import unicodedata
from collections.abc import Iterable
from typing import TextIO

from vouched.record import Record

__all__ = ["Terminal", "visible", "width_of"]

Piece = tuple[str, str]

_STYLES = {
    "good": "32",
    "bad": "31",
    "wary": "33",
    "dim": "2",
    "strong": "1",
    "place": "36",
    "anchor": "1",
    "wrong": "1;31;4",
    "right": "1;32;4",
    "added": "1;33;4",
}
# Characters that no line may begin with: closing marks and small kana (the Japanese and Chinese rule of kinsoku).
_CLOSING = frozenset(
    "、。，．,.!?！？：；:;）)」』】〕］]}〉》〙〗”’％%…‥ーぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮ々〻"
)
_OPENING = frozenset("（(「『【〔［[{〈《〘〖“‘")
_WIDEST = 100
_TOKEN = re.compile(
    r"\s+|[\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\ufe30-\ufe4f\uff00-\uffef]|[^\s\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\ufe30-\ufe4f\uff00-\uffef]+"
)


class Terminal(Record, frozen=True, kw_only=True):
    """How to write: `colour` or plain, in lines of `width` columns."""

    colour: bool = False
    width: int = 80

    @classmethod
    def of(cls, stream: TextIO) -> Terminal:
        """Return how to write to `stream`: NO_COLOR and FORCE_COLOR decide, else whether it is a terminal."""
        watched = stream.isatty() and os.environ.get("TERM") != "dumb"
        colour = not os.environ.get("NO_COLOR") and (bool(os.environ.get("FORCE_COLOR")) or watched)
        columns = shutil.get_terminal_size((80, 24)).columns
        return cls(colour=colour, width=max(40, min(columns, _WIDEST)))

    def paint(self, text: str, style: str) -> str:
        """Return `text` in one of the named styles, or as it is when colours are off or the style is empty."""
        return f"\x1b[{_STYLES[style]}m{text}\x1b[0m" if self.colour and style and text else text

    def wrap(self, pieces: Iterable[Piece], *, first: str = "", rest: str = "") -> list[str]:
        """Return lines of styled pieces of text, the first led by `first`, the others by `rest`, within the width.

        Latin text breaks at white space, Japanese and Chinese between any characters but before a closing mark and
        after an opening one. A word longer than a line is broken where the line ends.
        """
        lines: list[list[Piece]] = [[]]
        room = self.width - width_of(first)
        used = 0
        for unit in _units(pieces):
            size = sum(width_of(text) for text, _ in unit)
            is_space = unit[0][0].isspace()
            if used + size > room and used and not is_space:
                lines.append([])
                room, used = self.width - width_of(rest), 0
            if is_space and not used:
                continue
            for piece in unit if size <= room else _broken(unit, room):
                if size > room and used + width_of(piece[0]) > room:
                    lines.append([])
                    room, used = self.width - width_of(rest), 0
                lines[-1].append(piece)
                used += width_of(piece[0])
        leads = [first] + [rest] * (len(lines) - 1)
        return [(lead + self._painted(line)).rstrip() for lead, line in zip(leads, lines, strict=True)]

    def _painted(self, line: list[Piece]) -> str:
        while line and line[-1][0].isspace():
            line.pop()
        runs: list[Piece] = []
        for text, style in line:
            if runs and runs[-1][1] == style:
                runs[-1] = (runs[-1][0] + text, style)
            else:
                runs.append((text, style))
        return "".join(self.paint(text, style) for text, style in runs)


def width_of(text: str) -> int:
    """Return how many columns a terminal gives `text`: two for wide East Asian characters, none for marks."""
    if text.isascii():
        return len(text)
    return sum(
        0
        if unicodedata.category(char) in ("Mn", "Me", "Cf")
        else 2
        if unicodedata.east_asian_width(char) in "WF"
        else 1
        for char in text
    )


def visible(text: str) -> str:
    """Return `text` on one line, with every character that could move the cursor or hide shown as its number.

    White space becomes one space, and none between two Japanese or Chinese characters: there it is a line's end.
    """
    text = re.sub(r"(?<=[\u3000-\u9fff\uff00-\uffef])[ \t]*[\r\n]+[ \t]*(?=[\u3000-\u9fff\uff00-\uffef])", "", text)
    line = " ".join(text.split())
    if line.isprintable():
        return line
    return "".join(char if char.isprintable() or char == "\u3000" else f"⟨U+{ord(char):04X}⟩" for char in line)


def _units(pieces: Iterable[Piece]) -> list[list[Piece]]:
    """Return the runs between which a line may break, each of one or more pieces."""
    tokens = [(token, style) for text, style in pieces for token in _TOKEN.findall(text)]
    units: list[list[Piece]] = []
    for token, style in tokens:
        last = units[-1][-1][0] if units else ""
        glued = bool(last) and not last.isspace() and not token.isspace()
        is_bound = token[0] in _CLOSING or last[-1:] in _OPENING or not (_is_wide(token) or _is_wide(last))
        if glued and is_bound:
            units[-1].append((token, style))
        else:
            units.append([(token, style)])
    return units


def _is_wide(token: str) -> bool:
    return len(token) == 1 and unicodedata.east_asian_width(token) in "WF"


def _broken(unit: list[Piece], room: int) -> list[Piece]:
    """Return a unit that is wider than a line as single characters."""
    return [(char, style) for text, style in unit for char in text] if room > 0 else unit
