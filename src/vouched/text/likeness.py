"""Says how a slice of a document and a text that folds to the same skeleton differ, or that they really differ.

The skeleton forgets white space, dashes and markup; here their places are compared on the original characters, so
that "now here" is not "nowhere", "10 0.5" not "100.5", "10⁵" not "105", and two paragraphs are not one sentence.
"""

from __future__ import annotations

import re
import unicodedata
from typing import Literal

from vouched.text.boundaries import is_spaceless
from vouched.text.folding import DASHES, MARKUP, fold_char, units

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
_PARAGRAPH = re.compile("(?:\r\n|[\n\r\x0b\x0c\x85\u2028])[ \t\u3000]*(?:\r\n|[\n\r\x0b\x0c\x85\u2028])|\u2029")
_NEWLINES = "\n\r\x0b\x0c\x85\u2028\u2029"
_LINE_HYPHEN = re.compile("[-\u00ad\u2010][\r\n]\\s*")
_RAISED = re.compile("[\u00b2\u00b3\u00b9\u2070-\u208e]")
_NUMBER_MARKS = ".,:/'"


def likeness(found: str, wanted: str) -> Level | None:
    """Return the tightest level at which two texts of one skeleton are the same words, or None when they are not.

    `found` is a slice of a document, `wanted` what was looked for. Levels in order: exact, whitespace, width (NFKC
    forms and invisible characters), case, punctuation, hyphenation (a word parted at a line's end), markup.
    """
    if found == wanted:
        return "exact"
    mine, theirs = _Gapped(found), _Gapped(wanted)
    spaceless = _is_spaceless_text(mine.skeleton)
    if mine.skeleton != theirs.skeleton or not _raised_alike(found, wanted):
        return None
    for place in mine.gaps.keys() | theirs.gaps.keys():
        one, other = mine.gaps.get(place, ""), theirs.gaps.get(place, "")
        if not _gaps_agree(one, other, mine.skeleton, place) and not (
            spaceless and _is_line_break(one, other) and not mine.skeleton[place].isdigit()
        ):
            return None
    return _level(found, wanted)


class _Gapped:
    """A text's skeleton in full (no stand-ins), and the dropped characters between its places."""

    __slots__ = ("gaps", "skeleton")

    def __init__(self, text: str) -> None:
        pieces: list[str] = []
        self.gaps: dict[int, str] = {}
        place = 0
        for unit, folded in units(text):
            if folded:
                pieces.append(folded if unit < "\U00010000" else unit)
                place += len(folded)
            elif place:
                self.gaps[place] = self.gaps.get(place, "") + unit
        self.skeleton = "".join(pieces)
        self.gaps.pop(place, None)


def _gaps_agree(found: str, wanted: str, skeleton: str, place: int) -> bool:
    """Whether two runs of dropped characters between the same two characters mean the same."""
    if found == wanted:
        return True
    left, right = skeleton[place - 1], skeleton[place]
    if _PARAGRAPH.search(found) and not any(char in wanted for char in _NEWLINES):
        return False
    dashed, expected = _has_dash(found), _has_dash(wanted)
    if dashed != expected:
        return _is_line_hyphen(*((found, wanted) if dashed else (wanted, found)), left, right)
    if dashed:
        return not right.isdigit() or _space_after_dash(found) == _space_after_dash(wanted)
    if not _spaces_agree(found, wanted, skeleton, place):
        return False
    return _markup_of(found) == _markup_of(wanted) or all(_is_emphasis(gap, left, right) for gap in (found, wanted))


def _is_spaceless_text(skeleton: str) -> bool:
    """Whether a good part of the text is of scripts whose lines may break anywhere, inside a Latin word too."""
    return 5 * sum(map(is_spaceless, skeleton[:400])) >= min(len(skeleton), 400)


def _is_line_break(found: str, wanted: str) -> bool:
    broken = found or wanted
    return not (found and wanted) and broken.isspace() and len(broken.splitlines()) == 1 and broken[-1] in _NEWLINES


def _has_dash(gap: str) -> bool:
    return any(char in DASHES for char in gap)


def _has_space(gap: str) -> bool:
    return any(char.isspace() for char in gap)


def _markup_of(gap: str) -> str:
    return "".join(char for char in gap if char in MARKUP)


def _space_after_dash(gap: str) -> bool:
    return gap[-1:].isspace()


def _is_line_hyphen(hyphened: str, other: str, left: str, right: str) -> bool:
    return (
        left.isalpha()
        and right.isalpha()
        and bool(_LINE_HYPHEN.fullmatch(hyphened))
        and not _has_space(other)
        and not _markup_of(other)
    )


def _spaces_agree(found: str, wanted: str, skeleton: str, place: int) -> bool:
    if _has_space(found) == _has_space(wanted):
        return True
    left, right = skeleton[place - 1], skeleton[place]
    if right.isdigit() and (left.isdigit() or (left in _NUMBER_MARKS and skeleton[max(0, place - 2)].isdigit())):
        return False
    if left.isdigit() and right in _NUMBER_MARKS and skeleton[place + 1 : place + 2].isdigit():
        return False
    return is_spaceless(left) or is_spaceless(right) or not (left.isalnum() and right.isalnum())


def _is_emphasis(gap: str, left: str, right: str) -> bool:
    """Whether the gap's markup can only be emphasis: it does not join two word characters like 2*3 or foo_bar."""
    if not _markup_of(gap) or _has_space(gap):
        return True
    return not (left.isalnum() and right.isalnum()) or is_spaceless(left) or is_spaceless(right)


def _raised_alike(found: str, wanted: str) -> bool:
    """Whether superscript and subscript digits that follow a digit stand on both sides: 10⁵ is not 105."""
    if not (_RAISED.search(found) or _RAISED.search(wanted)):
        return True
    return _raised_after_digit(found) == _raised_after_digit(wanted)


def _raised_after_digit(text: str) -> list[int]:
    places, place, previous = [], 0, ""
    for unit, folded in units(text):
        if _RAISED.match(unit) and (previous.isdigit() or previous in (")", "]")):
            places.append(place)
        elif folded:
            previous = folded[-1]
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
    first, second = _punctuation(found), _punctuation(wanted)
    if first == second:
        return "punctuation"
    return "hyphenation" if _markup_of(found) == _markup_of(wanted) else "markup"


def _width(text: str) -> str:
    return "".join(
        char
        for char in unicodedata.normalize("NFKC", text)
        if fold_char(char) or char in DASHES or char in MARKUP or char.isspace()
    )


def _punctuation(text: str) -> str:
    folded = (unit[0] if unit[0] in MARKUP else "-" if unit[0] in DASHES else folded for unit, folded in units(text))
    return re.sub("-+", "-", "".join(folded))
