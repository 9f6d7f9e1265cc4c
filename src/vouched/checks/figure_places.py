"""Finds where the quantities of a claim may stand in the documents: near it, anywhere, in a scale that is stated."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Sequence
from decimal import Decimal
from functools import lru_cache
from typing import NamedTuple, cast

from vouched.documents import Document, Evidence, Quote, Span
from vouched.text.cell_subjects import Held, cell_at, other_cell
from vouched.text.cells import Cell
from vouched.text.quantities import Quantity, compare, quantities, quantities_of
from vouched.text.sentence_index import sentence_index_of

__all__ = [
    "Placed",
    "all_of",
    "ends_of",
    "in_a_stated_scale",
    "may_stand",
    "near_to",
    "quantities_in",
    "said_elsewhere",
]

_NEAR = 8
_NEAR_ENOUGH = 0.3
# Of evidence up to this long every quantity is read; of longer only those of the sentences that speak of the claim.
_ALL_READ = 60_000
_MOST_TRIED = 3000
# A plural behind a number says what is counted; what may stand between a number and what it is of is no such word.
_COUNTED = re.compile(r"[ -](?:[a-z]{2,14}[ -])?(?P<noun>[a-z]{3,16}s|men|women|children|people)\b")
_NO_NOUN = frozenset("was has its less plus does yes his this across versus towards times".split())
_MOST_CELLS = 12
_STATED = re.compile(
    r"(?:\bin\s*(?:US\s?)?\$?\s?|\(\s*(?:US|USD|\$)?\s*|\$\s?)(?P<en>thousands?|millions?|billions?)\b"
    r"|(?:単位|單位|单位|金額|金额)[^\n]{0,8}?(?P<cjk>千|万|萬|百万|百萬|億|亿|十亿)",
    re.IGNORECASE,
)
_SCALES = {
    "thousand": Decimal(10**3),
    "million": Decimal(10**6),
    "billion": Decimal(10**9),
    "千": Decimal(10**3),
    "万": Decimal(10**4),
    "萬": Decimal(10**4),
    "百万": Decimal(10**6),
    "百萬": Decimal(10**6),
    "億": Decimal(10**8),
    "亿": Decimal(10**8),
    "十亿": Decimal(10**9),
}
# A table whose evidence lacks the line that states its scale may be in any of these.
_UNSTATED = (Decimal(10**3), Decimal(10**6), Decimal(10**9))
_EDGES = ("\n", "\t", "|", ">", "<")


class Placed(NamedTuple):
    """A quantity that is read at an offset of a document; of one that a claim says, the place that it stands for."""

    document: Document
    offset: int
    quantity: Quantity
    stands_for: Quote | None = None

    @property
    def quote(self) -> Quote:
        """Where it stands, as a quote."""
        if self.stands_for is not None:
            return self.stands_for
        span = self.quantity.span
        start, end = self.offset + span.start, self.offset + span.end
        return Quote(document=self.document.id, start=start, end=end, text=self.document.text[start:end], how="exact")


@lru_cache(maxsize=4096)
def quantities_in(text: str) -> tuple[Quantity, ...]:
    """Return the quantities of a text; those of the same text again are kept."""
    return quantities(text)


def near_to(text: str, evidence: Evidence) -> list[Placed]:
    """Return the quantities of the sentences that speak of what a text speaks of, the best first."""
    is_read = _is_allquantities_in(evidence)
    found: list[Placed] = []
    for sentence in sentence_index_of(evidence).best(text, most=_NEAR):
        document, span = sentence.document, sentence.span
        if sentence.score < _NEAR_ENOUGH:
            break
        if is_read:
            all_of_it = quantities_of(document)
            first = bisect_left(all_of_it, span.start, key=lambda each: each.span.start)
            last = bisect_left(all_of_it, span.end, key=lambda each: each.span.start)
            found += [Placed(document, 0, each) for each in all_of_it[first:last]]
        else:
            found += [Placed(document, span.start, each) for each in quantities_in(sentence.text)]
    return found[:_MOST_TRIED]


def all_of(evidence: Evidence) -> list[Placed]:
    """Return all quantities of documents that are short enough, none of longer ones."""
    if not _is_allquantities_in(evidence):
        return []
    return [Placed(document, 0, each) for document in evidence.documents for each in quantities_of(document)]


def _is_allquantities_in(evidence: Evidence) -> bool:
    return sum(len(document.text) for document in evidence.documents) <= _ALL_READ


def ends_of(figure: Quantity, given: Sequence[Placed]) -> list[Quote]:
    """Return where the two ends of a range stand, each by itself; nothing where one does not, or it is no range."""
    ends: list[Quantity] = []
    if figure.high is not None:
        ends = [figure._replace(value=value, high=None) for value in (figure.value, figure.high)]
    elif figure.until is not None:
        ends = [figure._replace(moment=moment, until=None) for moment in (figure.moment, figure.until)]
    found = []
    for end in ends:
        place = next((each for each in given if compare(end, each.quantity) in ("equal", "rounded")), None)
        if place is None:
            return []
        found.append(place.quote)
    return found


def in_a_stated_scale(figure: Quantity, given: Sequence[Placed]) -> list[Quote]:
    """Return where a plain number stands that is the figure in the scale that its document states, "(in millions)"."""
    if figure.value is None or figure.kind not in ("money", "number", "measure"):
        return []
    for placed in given:
        number = placed.quantity
        if (
            number.kind not in ("number", "money")
            or number.value is None
            or number.scale != 1
            or number.high is not None
        ):
            continue
        for scale in _stated_scales(placed.document) or (_UNSTATED if _is_alone(placed) else ()):
            scaled = number._replace(value=number.value * scale, step=number.step * scale, scale=scale)
            if compare(figure, scaled) in ("equal", "rounded"):
                return [placed.quote]
    return []


def _is_alone(placed: Placed) -> bool:
    """Whether a number of three digits or more is all that its line or cell holds, as numbers of tables are."""
    span, text = placed.quantity.span, placed.document.text
    start, end = placed.offset + span.start, placed.offset + span.end
    if abs(placed.quantity.value or Decimal(0)) < 100:
        return False
    before, after = text[max(0, start - 4) : start].rstrip(" $(€£¥"), text[end : end + 4].lstrip(" )$€£¥")
    return before[-1:] in _EDGES and after[:1] in _EDGES


def _stated_scales(document: Document) -> tuple[Decimal, ...]:
    """Return the scales in which a document says that its numbers are, kept with it."""
    kept = document.__dict__.get("_stated_scales")
    if kept is None:
        words = {(match["en"] or match["cjk"]).lower() for match in _STATED.finditer(document.text)}
        kept = tuple(sorted({_SCALES[word.rstrip("s")] for word in words}))
        document.__dict__["_stated_scales"] = kept
    return cast("tuple[Decimal, ...]", kept)


def may_stand(figure: Quantity, text: str, placed: Placed) -> bool:
    """Return whether a quantity with the value of a figure may be the same: not where each counts something else.

    A number without a unit is whatever it is of, but "40 tickets" are no 40 dollars, and 8 hours are no 8 tests.
    Counters name what is counted as nouns do: 40 people may be 40 guests.
    """
    other = placed.quantity
    if bool(figure.unit) == bool(other.unit) or "ratio" in (figure.kind, other.kind):
        return True
    if other.moment is not None or figure.moment is not None:
        return True
    if any(each.measure is not None and each.measure.dimension.startswith("count") for each in (figure, other)):
        return True
    span = other.span
    document = placed.document.text
    bare_text, end = (text, figure.span.end) if other.unit else (document, placed.offset + span.end)
    counted = _COUNTED.match(bare_text, end, end + 40)
    return counted is None or counted["noun"] in _NO_NOUN


def said_elsewhere(figure: Quantity, text: str, given: Sequence[Placed]) -> tuple[Placed, Cell] | None:
    """Return the place of a figure in a table, and the cell that the sentence speaks of, where they are not the same.

    None where the figure stands anywhere else as well, so that it may be said of what it is said of there.
    """
    if figure.value is None or figure.high is not None:
        return None
    first: Placed | None = None
    cells: dict[int, Held] = {}
    for placed in given:
        if compare(figure, placed.quantity) in ("equal", "rounded"):
            span = placed.quantity.span
            held = cell_at(placed.document, Span(placed.offset + span.start, placed.offset + span.end))
            if held is None or len(cells) > _MOST_CELLS:
                return None
            first = first or placed
            cells[id(held)] = held
    other = other_cell(text, list(cells.values()))
    return None if other is None or first is None else (first, other)
