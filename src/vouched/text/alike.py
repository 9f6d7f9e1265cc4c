"""Finds where a document says what a text says, but for how numbers, amounts and dates are written in it.

"1000 EUR plus tax" stands in "1,000 EUR plus tax", 「2025-03-05に締結」 in 「2025年3月5日に締結」.
"""

from __future__ import annotations

from itertools import pairwise

from vouched.documents import Document, Span
from vouched.text.folding import fold
from vouched.text.quantities import Quantity, compare, quantities, quantities_of
from vouched.text.word_bounds import refusal

__all__ = ["alike_but_for_values"]

_VALUED = frozenset({"number", "money", "percent", "points", "measure", "date", "period", "time"})
_EXACT = _VALUED - {"number"}
_LONGEST = 2000
_MOST_TRIED = 200
# Folding drops and adds so many characters at the most, for which a place is looked for.
_LESS, _MORE = 4, 8


def alike_but_for_values(document: Document, text: str) -> tuple[Span, ...]:
    """Return where a document has the words of a text around quantities of the same values, in the same order.

    What the text leaves out beside it counts as everywhere (`refusal`). A number alone is none: its unit is not known.
    """
    wanted = text.strip()
    said = [each for each in quantities(wanted) if each.kind in _VALUED] if len(wanted) <= _LONGEST else []
    if not said or (len(said) == 1 and said[0].text == wanted and said[0].kind not in _EXACT):
        return ()
    held = [each for each in quantities_of(document) if each.kind in _VALUED]
    starts = [place for place, each in enumerate(held) if _is_same(said[0], each)][:_MOST_TRIED]
    found = (_place(document.text, held[start : start + len(said)], wanted, said) for start in starts)
    return tuple(span for span in found if span is not None and refusal(document.text, span, wanted) is None)


def _is_same(one: Quantity, other: Quantity) -> bool:
    """Whether two quantities say the same, nothing more and nothing less."""
    if (one.comparator, one.approximate, one.kind) != (other.comparator, other.approximate, other.kind):
        return False
    if one.moment is not None:
        return one.moment == other.moment and one.until == other.until
    return one.unit == other.unit and compare(one, other) == "equal"


def _place(text: str, held: list[Quantity], wanted: str, said: list[Quantity]) -> Span | None:
    """Return the stretch of a document whose quantities are `held` that is `wanted`, or None."""
    if len(held) < len(said) or not all(map(_is_same, said, held)):
        return None
    for (one, two), (left, right) in zip(pairwise(said), pairwise(held), strict=True):
        gap = fold(wanted[one.span.end : two.span.start])
        if gap != fold(text[left.span.end : min(right.span.start, left.span.end + 4 * len(wanted))]):
            return None
    head, tail = wanted[: said[0].span.start], wanted[said[-1].span.end :]
    begin, end = held[0].span.start, held[-1].span.end
    if fold(text[max(0, begin - _MORE) : begin])[-2:] != fold(head[-_MORE:])[-2:] and len(head) > _MORE:
        return None
    before = next((size for size in _sizes(head) if fold(text[max(0, begin - size) : begin]) == fold(head)), None)
    behind = next((size for size in _sizes(tail) if fold(text[end : end + size]) == fold(tail)), None)
    if before is None or behind is None:
        return None
    return Span(max(0, begin - before), min(len(text), end + behind))


def _sizes(piece: str) -> list[int]:
    """Return how many characters a piece may be in the document, the likeliest first."""
    sizes = range(max(1, len(piece) - _LESS), len(piece) + _MORE)
    return sorted(sizes, key=lambda size: abs(size - len(piece))) if piece else [0]
