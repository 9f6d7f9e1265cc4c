"""The check that every number, amount, date and measure of a claim is one of the documents', or follows from them."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from decimal import Decimal
from functools import lru_cache
from typing import ClassVar, NamedTuple, cast

from vouched.documents import Document, Evidence, Quote, Span
from vouched.drafts import Claim, Draft
from vouched.errors import UsageError
from vouched.record import Record
from vouched.text.clip import clip
from vouched.text.derivations import derived, speaks_of_reckoning
from vouched.text.equations import is_factor, terms
from vouched.text.quantities import Quantity, Relation, compare, quantities, quantities_of
from vouched.text.sentence_index import sentence_index_of
from vouched.text.sentences import sentences
from vouched.verdicts import Finding, Support

__all__ = ["Figures"]

_NEAR = 8
_NEAR_ENOUGH = 0.3
_LONGEST_CLAIM = 8000
_MOST_SENTENCES = 60
# Of evidence up to this long every quantity is read; of longer only those of the sentences that speak of the claim.
_ALL_READ = 60_000
_MOST_TRIED = 3000
_MOST_QUOTES = 20
_MOST_SAID = 12
_NOWHERE = Quote(document="", start=0, end=0, text="", how="exact")
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
_CHANGES: dict[Relation, str] = {
    "scale_changed": "another scale",
    "sign_changed": "another sign",
    "unit_changed": "another unit",
    "different": "another number",
}
# Relations by how much they tell that the same figure is meant.
_TELLING: tuple[Relation, ...] = ("scale_changed", "sign_changed", "unit_changed", "different")


class _Placed(NamedTuple):
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


class Figures(Record, frozen=True, kw_only=True):
    """Finds figures of claims that the documents do not have: `figure_changed`, `figure_not_found`.

    A figure is a number with its unit, an amount of money, a percent, a date, a period or a time, however it is
    written, in English, Japanese and Chinese. It stands where the documents have the same in any unit that measures the
    same, or one that it is rounded from as it says itself ("about", "3.1 billion"), or where it is reckoned from theirs
    and the claim speaks of reckoning. `figure_changed` shows the figure that the documents have in the sentence that
    speaks of the same; it says that they say otherwise. Numbering, references and names with digits are no figures;
    `least` is the smallest whole number without a unit that is one.
    """

    least: int = 13
    derive: bool = True

    name: ClassVar[str] = "figures"
    decidable: ClassVar[bool] = False

    def __post_init__(self) -> None:
        if type(self.least) is not int or self.least < 0:
            raise UsageError(f"Figures.least: expected a whole number from 0, saw {self.least!r:.60}")

    def __call__(self, draft: Draft, evidence: Evidence, /) -> Iterator[Finding | Support]:
        """Yield a finding for each figure that does not stand; a support for each claim all of whose figures do."""
        if not any(document.text.strip() for document in evidence.documents):
            return
        everything = _all_of(evidence)
        said: list[_Placed] = []
        for index, claim in enumerate(draft.claims):
            stood: list[Quote] = []
            failed = False
            reckoned: list[Decimal] = []
            for span in sentences(claim.text[:_LONGEST_CLAIM])[:_MOST_SENTENCES]:
                text = span.of(claim.text)
                read = _read(text)
                figures = [each for each in read if self._is_figure(each) and not is_factor(text, each)]
                near = _near(text, evidence) if figures else []
                reckoned = [*reckoned, *terms(text, read)][-_MOST_SAID:]
                for figure in figures:
                    told = self._judged(figure, text, near=near, everything=everything, said=said)
                    if isinstance(told, Finding) and (_is_asked(figure, evidence) or _is_result(figure, reckoned)):
                        said.append(_Placed(evidence.documents[0], 0, figure, _NOWHERE))
                        continue
                    if isinstance(told, Finding):
                        failed = True
                        yield told.but(claim=index, where=claim.where, span=_span_in(claim, span, figure))
                    else:
                        stood += told
                        said += [_Placed(evidence.documents[0], 0, figure, quote) for quote in told[:1]]
            if stood and not failed:
                quotes = tuple(stood[:_MOST_QUOTES])
                yield Support(check=self.name, claim=index, where=claim.where, evidence=quotes, vouches=False)

    def _is_figure(self, quantity: Quantity) -> bool:
        if quantity.kind in ("code", "label", "ordinal"):
            return False
        if quantity.kind == "number" and quantity.value is not None:
            return quantity.step < 1 or abs(quantity.value) >= self.least
        moment = quantity.moment
        return moment is None or moment.kind != "period" or moment.year is not None

    def _judged(
        self,
        figure: Quantity,
        text: str,
        *,
        near: Sequence[_Placed],
        everything: Sequence[_Placed],
        said: Sequence[_Placed],
    ) -> list[Quote] | Finding:
        """Return where a figure stands, or what is wrong with it; `said` are the figures before it that stand."""
        given = (*near, *everything)
        if ends := _ends(figure, given):
            return ends
        told: dict[Relation, _Placed] = {}
        for at, placed in enumerate(given):
            relation = compare(figure, placed.quantity)
            if relation in ("equal", "rounded") and _is_of_the_year(figure, placed.quantity, given):
                return [placed.quote]
            if at < len(near) and relation not in told and _is_same_thing(figure, placed.quantity, relation):
                told[relation] = placed
        if stated := _in_a_stated_scale(figure, given):
            return stated
        if again := next((each for each in said if compare(figure, each.quantity) in ("equal", "rounded")), None):
            return [] if again.stands_for is _NOWHERE else [again.quote]
        if self.derive and figure.value is not None and speaks_of_reckoning(text):
            # What the answer has just said is what it reckons with.
            source = [*reversed(said[-_MOST_SAID:]), *near]
            found = derived(figure, [each.quantity for each in source])
            if found is not None:
                quotes = [each.quote for each in source if each.quantity in found.of]
                return [quote for quote in quotes if quote is not _NOWHERE][: len(found.of)]
        finding = _finding(figure, told)
        return [] if finding.code == "figure_not_found" and _is_short_while(figure) else finding


def _is_asked(figure: Quantity, evidence: Evidence) -> bool:
    """Whether a figure is a date or a bare number of the question, which an answer says again and does not claim."""
    if not evidence.question or figure.unit or figure.kind not in ("number", "date", "period", "time"):
        return False
    return any(compare(figure, asked) == "equal" for asked in _read(evidence.question[:_LONGEST_CLAIM]))


def _is_result(figure: Quantity, reckoned: Sequence[Decimal]) -> bool:
    """Whether a term that the claim writes out comes to a figure; what the term is of is judged by itself."""
    if figure.value is None or figure.high is not None:
        return False
    values = (*reckoned, *(100 * value for value in reckoned)) if figure.kind == "percent" else reckoned
    return any(abs(abs(figure.value) - abs(value)) <= figure.step for value in values)


def _ends(figure: Quantity, given: Sequence[_Placed]) -> list[Quote]:
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


def _is_of_the_year(figure: Quantity, other: Quantity, given: Sequence[_Placed]) -> bool:
    """Whether a day that is told without its year stands by one: the year of the figure is told somewhere."""
    moment, told = figure.moment, other.moment
    if moment is None or moment.year is None or told is None or told.year is not None:
        return True
    return any(each.quantity.moment is not None and each.quantity.moment.year == moment.year for each in given)


def _is_short_while(figure: Quantity) -> bool:
    """Whether a figure is a small number of days, months or years, which texts count for themselves (a 3-year term)."""
    measure = figure.measure
    return (
        measure is not None
        and measure.dimension in ("calendar", "span")
        and figure.step == 1
        and figure.high is None
        and abs(figure.value or Decimal(0)) < 13
    )


def _in_a_stated_scale(figure: Quantity, given: Sequence[_Placed]) -> list[Quote]:
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


def _is_alone(placed: _Placed) -> bool:
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


def _finding(figure: Quantity, told: dict[Relation, _Placed]) -> Finding:
    relation = next((each for each in _TELLING if each in told), None)
    seen = clip(figure.text, 200)
    if relation is None:
        message = f"“{seen}” stands nowhere in the documents, and does not follow from their figures"
        return Finding(
            check=Figures.name,
            code="figure_not_found",
            expected="a figure of the documents",
            seen=seen,
            message=message,
        )
    quote = told[relation].quote
    message = f"the documents have “{clip(quote.text, 120)}” where the claim has “{seen}”: {_CHANGES[relation]}"
    return Finding(
        check=Figures.name,
        code="figure_changed",
        expected=clip(quote.text, 200),
        seen=seen,
        message=message,
        evidence=(quote,),
        contradicts=True,
    )


def _is_same_thing(figure: Quantity, other: Quantity, relation: Relation) -> bool:
    """Whether a quantity that differs may be the one that was meant: of the same kind, and a date of a date."""
    if relation == "unit_changed" or (figure.kind == other.kind and figure.unit == other.unit):
        return True
    one, two = figure.measure, other.measure
    return one is not None and two is not None and one.dimension == two.dimension


def _span_in(claim: Claim, sentence: Span, figure: Quantity) -> Span | None:
    """Return where a figure stands in the draft: of prose its own place, else that of its claim."""
    if claim.span is None or claim.span.end - claim.span.start != len(claim.text):
        return claim.span
    start = claim.span.start + sentence.start + figure.span.start
    return Span(start, start + figure.span.end - figure.span.start)


@lru_cache(maxsize=4096)
def _read(text: str) -> tuple[Quantity, ...]:
    return quantities(text)


def _near(text: str, evidence: Evidence) -> list[_Placed]:
    """Return the quantities of the sentences that speak of what a text speaks of, the best first."""
    is_read = _is_all_read(evidence)
    found: list[_Placed] = []
    for sentence in sentence_index_of(evidence).best(text, most=_NEAR):
        document, span = sentence.document, sentence.span
        if sentence.score < _NEAR_ENOUGH:
            break
        if is_read:
            all_of_it = quantities_of(document)
            first = bisect_left(all_of_it, span.start, key=lambda each: each.span.start)
            last = bisect_left(all_of_it, span.end, key=lambda each: each.span.start)
            found += [_Placed(document, 0, each) for each in all_of_it[first:last]]
        else:
            found += [_Placed(document, span.start, each) for each in _read(sentence.text)]
    return found[:_MOST_TRIED]


def _all_of(evidence: Evidence) -> list[_Placed]:
    if not _is_all_read(evidence):
        return []
    return [_Placed(document, 0, each) for document in evidence.documents for each in quantities_of(document)]


def _is_all_read(evidence: Evidence) -> bool:
    return sum(len(document.text) for document in evidence.documents) <= _ALL_READ
