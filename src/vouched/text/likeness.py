"""Says how a slice of a document and a text that folds to the same skeleton differ, or that they really differ.

The skeleton forgets white space, dashes and markup; here their places are compared on the original characters, so
that "now here" is not "nowhere", "10 0.5" not "100.5", "10⁵" not "105", and two paragraphs are not one sentence.
"""

from __future__ import annotations

import re
import unicodedata
from typing import Literal

from vouched.text.folding import DASHES, MARKUP, fold_char, units
from vouched.text.gaps import Gapped, alike, markup_of

__all__ = ["LEVELS", "Level", "likeness"]

Level = Literal["exact", "whitespace", "width", "case", "punctuation", "hyphenation", "markup", "ellipsis"]
LEVELS: tuple[Level, ...] = (
    "exact",
    "whitespace",
    "width",
    "case",
    "punctuation",
    "hyphenation",
    "markup",
    "ellipsis",
)
# Raised, lowered, circled and bracketed digits and letters, which NFKC makes plain.
_RAISED = re.compile(
    "[\u00aa\u00b2\u00b3\u00b9\u00ba\u02b0-\u02b8\u02e0-\u02e4\u1d2c-\u1d6a\u2070-\u209c\u2460-\u24ff\u2776-\u2793\u3251-\u32bf]"
)


def likeness(found: str, wanted: str) -> Level | None:
    """Return the tightest level at which two texts of one skeleton are the same words, or None when they are not.

    `found` is a slice of a document, `wanted` what was looked for. Levels in order: exact, whitespace, width (NFKC
    forms and invisible characters), case, punctuation, hyphenation (a word parted at a line's end), markup.
    """
    if found == wanted:
        return "exact"
    if not alike(Gapped(found), Gapped(wanted)) or not _raised_alike(found, wanted):
        return None
    return _level(found, wanted)


def _raised_alike(found: str, wanted: str) -> bool:
    """Whether raised and circled characters beside a digit stand on both sides: 10⁵ is not 105, nor 15① 151."""
    if not (_RAISED.search(found) or _RAISED.search(wanted)):
        return True
    return _raised_beside_digits(found) == _raised_beside_digits(wanted)


def _raised_beside_digits(text: str) -> list[int]:
    places, place = [], 0
    kept = [(unit, folded) for unit, folded in units(text) if folded]
    for number, (unit, folded) in enumerate(kept):
        before = kept[number - 1][1][-1] if number else ""
        after = kept[number + 1][1][0] if number + 1 < len(kept) else ""
        if _RAISED.match(unit) and (before.isdigit() or before in (")", "]") or after.isdigit()):
            places.append(place)
        place += len(folded)
    return places


def _level(found: str, wanted: str) -> Level:
    first, second = "".join(found.split()), "".join(wanted.split())
    if first == second:
        return "whitespace"
    first, second = _width(first), _width(second)
    if first == second:
        return "width"
    if first.casefold() == second.casefold():
        return "case"
    if _punctuation(found) == _punctuation(wanted):
        return "punctuation"
    return "hyphenation" if markup_of(found) == markup_of(wanted) else "markup"


def _width(text: str) -> str:
    text = unicodedata.normalize("NFKC", text)
    if text.isascii():
        return text
    return "".join(char for char in text if fold_char(char) or char in DASHES or char in MARKUP or char.isspace())


def _punctuation(text: str) -> str:
    folded = (unit[0] if unit[0] in MARKUP else "-" if unit[0] in DASHES else folded for unit, folded in units(text))
    return re.sub("-+", "-", "".join(folded))
