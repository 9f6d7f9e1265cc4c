"""The check that every number, amount, date and measure of a claim is one of the documents', or follows from them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from decimal import Decimal
from typing import ClassVar

from vouched.checks.figure_places import (
    Placed,
    all_of,
    ends_of,
    in_a_stated_scale,
    may_stand,
    near_to,
    quantities_in,
    said_elsewhere,
)
from vouched.documents import Evidence, Quote, Span
from vouched.drafts import Claim, Draft
from vouched.errors import UsageError
from vouched.record import Record
from vouched.text.cells import Cell
from vouched.text.clip import clip
from vouched.text.derivations import derived, speaks_of_reckoning
from vouched.text.equations import is_factor, is_in_a_term, terms
from vouched.text.quantities import Quantity, Relation, compare
from vouched.text.sentences import sentences
from vouched.verdicts import Finding, Support

__all__ = ["Figures"]

_LONGEST_CLAIM = 8000
_MOST_SENTENCES = 60
_MOST_QUOTES = 20
_MOST_SAID = 12
_NOWHERE = Quote(document="", start=0, end=0, text="", how="exact")
_CHANGES: dict[Relation, str] = {
    "scale_changed": "another scale",
    "sign_changed": "another sign",
    "unit_changed": "another unit",
    "different": "another number",
}
# Relations by how much they tell that the same figure is meant.
_TELLING: tuple[Relation, ...] = ("scale_changed", "sign_changed", "unit_changed", "different")


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
        everything = all_of(evidence)
        said: list[Placed] = []
        for index, claim in enumerate(draft.claims):
            stood: list[Quote] = []
            failed = False
            reckoned: list[Decimal] = []
            for span in sentences(claim.text[:_LONGEST_CLAIM])[:_MOST_SENTENCES]:
                text = span.of(claim.text)
                read = quantities_in(text)
                figures = [each for each in read if self._is_figure(each) and not is_factor(text, each)]
                near = near_to(text, evidence) if figures else []
                reckoned = [*reckoned, *terms(text, read)][-_MOST_SAID:]
                for figure in figures:
                    told = self._judged(figure, text, near=near, everything=everything, said=said)
                    if isinstance(told, Finding) and (_is_asked(figure, evidence) or _is_result(figure, reckoned)):
                        said.append(Placed(evidence.documents[0], 0, figure, _NOWHERE))
                        continue
                    if isinstance(told, Finding):
                        failed = True
                        yield told.but(claim=index, where=claim.where, span=_span_in(claim, span, figure))
                    else:
                        stood += told
                        said += [Placed(evidence.documents[0], 0, figure, quote) for quote in told[:1]]
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
        near: Sequence[Placed],
        everything: Sequence[Placed],
        said: Sequence[Placed],
    ) -> list[Quote] | Finding:
        """Return where a figure stands, or what is wrong with it; `said` are the figures before it that stand."""
        given = (*near, *everything)
        if ends := ends_of(figure, given):
            return ends
        told: dict[Relation, Placed] = {}
        for at, placed in enumerate(given):
            relation = compare(figure, placed.quantity)
            if relation in ("equal", "rounded") and _is_of_the_year(figure, placed.quantity, given):
                if may_stand(figure, text, placed):
                    elsewhere = said_elsewhere(figure, text, given[at:])
                    return [placed.quote] if elsewhere is None else _of_another_cell(figure, *elsewhere)
                relation = "unit_changed"
            if at < len(near) and relation not in told and _is_same_thing(figure, placed.quantity, relation):
                told[relation] = placed
        if stated := in_a_stated_scale(figure, given):
            return stated
        if again := next((each for each in said if _says_again(figure, each.quantity, text)), None):
            return [] if again.stands_for is _NOWHERE else [again.quote]
        if self.derive and figure.value is not None and "sign_changed" not in told and speaks_of_reckoning(text):
            # What the answer has just said is what it reckons with.
            source = [*_single(said[-_MOST_SAID:]), *near]
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
    return any(compare(figure, asked) == "equal" for asked in quantities_in(evidence.question[:_LONGEST_CLAIM]))


def _is_result(figure: Quantity, reckoned: Sequence[Decimal]) -> bool:
    """Whether a term that the claim writes out comes to a figure; what the term is of is judged by itself."""
    if figure.value is None or figure.high is not None:
        return False
    values = list(reckoned)
    if figure.kind == "percent":
        values += [100 * value for value in reckoned]
    elif figure.kind == "number" and figure.step < 1:
        # A quotient that is told before it is made a percent.
        values += [value / 100 for value in reckoned]
    return any(abs(abs(figure.value) - abs(value)) <= figure.step for value in values)


def _says_again(figure: Quantity, said: Quantity, text: str) -> bool:
    """Whether a figure is one that was said before: as it is, a share as percent, in a term without its scale."""
    if compare(figure, said) in ("equal", "rounded"):
        return True
    if figure.value is None or said.value is None or said.high is not None:
        return False
    if figure.kind == "percent" and said.kind == "number" and said.step < 1:
        return abs(figure.value - 100 * said.value) <= 50 * said.step
    is_bare = figure.kind in ("number", "money") and figure.scale == 1 and said.scale > 1
    return is_bare and figure.value * said.scale == said.value and is_in_a_term(text, figure)


def _single(said: Sequence[Placed]) -> Iterator[Placed]:
    """Yield what was said, the last first, of a range both its ends."""
    for each in reversed(said):
        quantity = each.quantity
        if quantity.high is None:
            yield each
        else:
            yield each._replace(quantity=quantity._replace(high=None))
            yield each._replace(quantity=quantity._replace(value=quantity.high, high=None))


def _of_another_cell(figure: Quantity, placed: Placed, cell: Cell) -> Finding:
    quote = Quote(document=placed.document.id, start=cell.span.start, end=cell.span.end, text=cell.text, how="exact")
    seen, head = clip(figure.text, 200), " / ".join(each for each in (cell.row, cell.column) if each)
    return Finding(
        check=Figures.name,
        code="figure_changed",
        expected=clip(quote.text, 200),
        seen=seen,
        message=f"the table has “{clip(quote.text, 120)}” for “{clip(head, 160)}”; “{seen}” stands in another cell",
        evidence=(quote,),
        contradicts=True,
    )


def _is_of_the_year(figure: Quantity, other: Quantity, given: Sequence[Placed]) -> bool:
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


def _finding(figure: Quantity, told: dict[Relation, Placed]) -> Finding:
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
