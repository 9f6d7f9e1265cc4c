"""Compares what the skeleton dropped between two characters: white space, dashes, markup, invisible characters."""

from __future__ import annotations

import re
from typing import NamedTuple

from vouched.text.boundaries import is_spaceless
from vouched.text.folding import DASHES, MARKUP, full_units

__all__ = ["Gapped", "alike", "markup_of"]

_NEWLINE = re.compile("(?>\r\n|[\n\r\x0b\x0c\x85\u2028])")
_NEWLINES = "\n\r\x0b\x0c\x85\u2028\u2029"
_LINE_HYPHEN = re.compile("[-\u00ad\u2010][\r\n]\\s*+")
_OPERATOR = re.compile(r"[^\S\n\r]+[*_`＊＿｀]+\s+")
_FULL_WIDTH_MARKUP = str.maketrans("＊＿｀", MARKUP)
_NUMBER_MARKS = frozenset(".,:/'")
# Full stops and commas that only ever part sentences and lists: never a decimal or a thousands mark.
_PARTING = frozenset("、。")


class _Place(NamedTuple):
    """The characters of the skeleton on both sides of a gap, and the next ones outwards."""

    left: str
    right: str
    before: str
    after: str


class Gapped:
    """A text's skeleton without stand-ins, the dropped characters between its places, and where 、 and 。 stand."""

    __slots__ = ("gaps", "parting", "skeleton")

    def __init__(self, text: str) -> None:
        pieces: list[str] = []
        gaps: dict[int, list[str]] = {}
        self.parting: set[int] = set()
        place = 0
        for unit, folded in full_units(text):
            if folded:
                if unit in _PARTING:
                    self.parting.add(place)
                pieces.append(folded)
                place += len(folded)
            elif place:
                gaps.setdefault(place, []).append(unit)
        gaps.pop(place, None)
        self.skeleton = "".join(pieces)
        self.gaps = {at: "".join(units) for at, units in gaps.items()}


def alike(found: Gapped, wanted: Gapped) -> bool:
    """Return whether two texts of one skeleton, a slice of a document and what was looked for, read the same."""
    skeleton = found.skeleton
    if skeleton != wanted.skeleton or not _marks_alike(found, wanted):
        return False
    spaceless = 5 * sum(map(is_spaceless, skeleton[:400])) >= min(len(skeleton), 400)
    for at in found.gaps.keys() | wanted.gaps.keys():
        one, other = found.gaps.get(at, ""), wanted.gaps.get(at, "")
        if one == other:
            continue
        parts = at - 1 in found.parting or at - 1 in wanted.parting
        place = _Place(
            "" if parts else skeleton[at - 1], skeleton[at], skeleton[at - 2 : at - 1], skeleton[at + 1 : at + 2]
        )
        if not _agree(one, other, place) and not (spaceless and _is_wrap(one, other) and not place.right.isdigit()):
            return False
    return True


def _marks_alike(found: Gapped, wanted: Gapped) -> bool:
    """Whether no list comma of one text is a number's comma in the other: 10、500 is not 10,500."""
    skeleton = found.skeleton
    return not any(
        skeleton[at - 1 : at].isdigit() and skeleton[at + 1 : at + 2].isdigit() for at in found.parting ^ wanted.parting
    )


def _agree(found: str, wanted: str, place: _Place) -> bool:
    """Whether two different runs of dropped characters between the same two characters mean the same."""
    if _is_paragraph(found) and not any(char in wanted for char in _NEWLINES):
        return False
    for hyphened, other in ((found, wanted), (wanted, found)):
        if _LINE_HYPHEN.fullmatch(hyphened) and not _has_space(other) and not _has_dash(other) and not markup_of(other):
            return place.left.isalpha() and place.right.isalpha()
    if _has_dash(found) != _has_dash(wanted):
        return False
    if _has_dash(found):
        return not place.right.isdigit() or found[-1:].isspace() == wanted[-1:].isspace()
    if not _spaces_agree(found, wanted, place):
        return False
    return markup_of(found) == markup_of(wanted) or (_is_emphasis(found, place) and _is_emphasis(wanted, place))


def _is_paragraph(gap: str) -> bool:
    """Whether the gap holds a blank line, whatever unseen or marking characters stand in it."""
    return len(_NEWLINE.findall(gap)) > 1 or "\u2029" in gap


def _is_wrap(found: str, wanted: str) -> bool:
    """Whether the only difference is one line break, which may stand inside a Latin word between Chinese characters."""
    broken = found or wanted
    return not (found and wanted) and broken.isspace() and len(broken.splitlines()) == 1 and broken[-1] in _NEWLINES


def _has_dash(gap: str) -> bool:
    return any(char in DASHES for char in gap)


def _has_space(gap: str) -> bool:
    return any(char.isspace() for char in gap)


def markup_of(gap: str) -> str:
    """Return the markup marks of a text, in order."""
    return "".join(char for char in gap.translate(_FULL_WIDTH_MARKUP) if char in MARKUP)


def _spaces_agree(found: str, wanted: str, place: _Place) -> bool:
    if _has_space(found) == _has_space(wanted):
        return True
    left, right = place.left, place.right
    if right.isdigit() and (left.isdigit() or (left in _NUMBER_MARKS and place.before.isdigit())):
        return False
    if left.isdigit() and right in _NUMBER_MARKS and place.after.isdigit():
        return False
    if left == "" or is_spaceless(left) or is_spaceless(right):
        return True
    return not (left.isalnum() and right.isalnum())


def _is_emphasis(gap: str, place: _Place) -> bool:
    """Whether a gap's markup can only be emphasis: it neither joins words (foo_bar, 2*3) nor stands alone (5 * 3)."""
    if not markup_of(gap):
        return True
    if _has_space(gap):
        return not _OPERATOR.fullmatch(gap)
    left, right = place.left, place.right
    return not (left.isalnum() and right.isalnum()) or is_spaceless(left) or is_spaceless(right)
