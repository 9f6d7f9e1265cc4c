"""Folds a question for matching, character by character, with the way back to what was typed."""

from __future__ import annotations

import unicodedata

from vouched.documents import Span
from vouched.text.characters import simplified_forms

__all__ = ["View", "folded"]

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


class _Folds(dict[str, str]):
    """The fold of each character, or character with its marks, that was ever met."""

    def __missing__(self, unit: str) -> str:
        found = self[unit] = _fold(unit)
        return found


def _fold(unit: str) -> str:
    kept = "".join(char for char in unit if not _is_unseen(char))
    plain = unicodedata.normalize("NFKC", "".join(_FORMS.get(char, char) for char in kept)).casefold()
    if plain[:1].isspace():
        return " "
    simple = simplified_forms()
    return "".join(simple.get(char, _FORMS.get(char, char)) for char in plain)


def _is_unseen(char: str) -> bool:
    return unicodedata.category(char) == "Cf" or "\ufe00" <= char <= "\ufe0f" or char == "\u034f"


_FOLDS = _Folds()


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
        parts: list[str] = []
        origins: list[int] = []
        start = 0
        for end in range(1, len(text) + 1):
            if end < len(text) and unicodedata.combining(text[end]) and end - start < 30:
                continue
            part = _FOLDS[text[start:end]]
            parts.append(part)
            origins.extend([start] * len(part))
            start = end
        self._origins = [*origins, len(text)]
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
        end = begun + 1
        while end < origins[after] and unicodedata.combining(self.text[end]):
            end += 1
        return end


_BLANKS = dict.fromkeys((*range(9, 14), *range(28, 32)), " ")


def folded(text: str) -> str:
    """Return `text` as a View folds it."""
    return View(text).folded
