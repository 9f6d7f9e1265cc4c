"""Folds a question for matching, character by character, with the way back to what was typed."""

from __future__ import annotations

import re
import unicodedata

from vouched.documents import Span
from vouched.text.characters import simplified_forms

__all__ = ["View", "folded", "is_unseen"]

_FORMS = {
    **dict.fromkeys("‐‑‒–—―−﹣－", "-"),
    **dict.fromkeys("〜～∼", "~"),
    **dict.fromkeys("‘’‚‛´｀＇", "'"),
    **dict.fromkeys("“”„‟「」『』«»", '"'),
    "､": "、",
    **dict.fromkeys("，﹐", ","),
    **dict.fromkeys("。．｡", "."),
    "・": "·",
}


# Nobody reads more marks on one character; putting them in their order takes time that grows with their square.
_MOST_MARKS = 30
# Stands for what does not fold to one character, in a first look at a text; nothing else is U+FFFF.
_OTHERWISE = "\uffff"


def _fold(unit: str) -> str:
    kept = "".join(char for char in unit if not is_unseen(char))[:_MOST_MARKS]
    plain = unicodedata.normalize("NFKC", "".join(_FORMS.get(char, char) for char in kept)).casefold()
    if plain[:1].isspace():
        return " "
    simple = simplified_forms()
    return "".join(simple.get(char, _FORMS.get(char, char)) for char in plain)


def is_unseen(char: str) -> bool:
    """Return whether a character is nothing to the eye: joiners, direction marks, soft hyphens, selectors, fillers."""
    return unicodedata.category(char) == "Cf" or _UNSEEN.match(char) is not None


# Variation selectors, the grapheme joiner, fillers of Hangul and Khmer: letters to Unicode, nothing to the eye.
_UNSEEN = re.compile("[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u3164\ufe00-\ufe0f\uffa0\U000e0100-\U000e01ef]")
# Vowels and finals of Hangul, voicing marks of half width: no marks to Unicode, yet one character with what is before.
_JOINING = re.compile("[\u1160-\u11ff\ud7b0-\ud7ff\uff9e\uff9f]")


def _joins(char: str) -> bool:
    return unicodedata.category(char) in ("Mn", "Me") or is_unseen(char) or _JOINING.match(char) is not None


class _Ones(dict[int, str]):
    """The fold of each character that was met, where it is one character and stands alone."""

    def __missing__(self, code: int) -> str:
        char = chr(code)
        plain = _fold(char)
        found = self[code] = plain if len(plain) == 1 and not _joins(char) else _OTHERWISE
        return found


_ONES = _Ones()


class View:
    """A text folded for matching: width, case, traditional forms, and what is not seen; and where each part came from.

    `folded` is what is matched; `span(start, end)` is the part of `text` that a part of it stands for.
    """

    __slots__ = ("_origins", "folded", "text")

    def __init__(self, text: str) -> None:
        self.text = text
        self._origins: list[int] | None = None
        if text.isascii():
            self.folded = text.lower().translate(_BLANKS)
            return
        ones = text.translate(_ONES)
        if _OTHERWISE not in ones:
            self.folded = ones
            return
        self._fold_by_parts(ones)

    def _fold_by_parts(self, ones: str) -> None:
        """Fold a text in which characters have marks, or fold to none or many; between them stands `ones`."""
        text = self.text
        parts: list[str] = []
        origins: list[int] = []
        done = 0
        while (place := ones.find(_OTHERWISE, done)) >= 0:
            start = place - 1 if place > done and _joins(text[place]) else place
            parts.append(ones[done:start])
            origins += range(done, start)
            end = place + 1
            while end < len(text) and _joins(text[end]):
                end += 1
            part = _fold(text[start:end])
            parts.append(part)
            origins += [start] * len(part)
            done = end
        parts.append(ones[done:])
        self._origins = [*origins, *range(done, len(text) + 1)]
        self.folded = "".join(parts)

    def span(self, start: int, end: int) -> Span:
        """Return the part of the text that the characters from `start` to `end` of the folded text stand for."""
        if self._origins is None or start >= end:
            return Span(start, end) if self._origins is None else Span(self._origins[start], self._origins[start])
        return Span(self._origins[start], self._end_of(end - 1))

    def _end_of(self, place: int) -> int:
        origins = self._origins or []
        begun, after = origins[place], place + 1
        while origins[after] == begun and after < len(origins) - 1:
            after += 1
        # What is not seen behind a character does not belong to it.
        end = origins[after]
        while end > begun + 1 and is_unseen(self.text[end - 1]):
            end -= 1
        return end


_BLANKS = dict.fromkeys((*range(9, 14), *range(28, 32)), " ")


def folded(text: str) -> str:
    """Return `text` as a View folds it."""
    return View(text).folded
