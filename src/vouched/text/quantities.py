"""Finds the quantities of a text and says, exactly, how one relates to another.

Read are digits in every grouping, number words and ideographs with their units, money, percents, ranges, ratios, dates
and codes, in English, Japanese and Chinese; told apart is what only looks like a number: list numbering, references,
versions, telephone numbers, names with digits. Linear in the text.
"""

from __future__ import annotations

import re
from decimal import Decimal
from typing import Literal, cast

from vouched.documents import Document
from vouched.text.cells import parted
from vouched.text.numbers import narrow
from vouched.text.quantity_reading import Kind, Quantity, quantities

__all__ = ["Kind", "Quantity", "Relation", "compare", "quantities", "quantities_of"]

Relation = Literal["equal", "rounded", "unit_changed", "scale_changed", "sign_changed", "different", "incomparable"]
_UNSURE = ({"¥", "JPY"}, {"¥", "CNY", "YUAN"}, {"YUAN", "TWD"}, {"YUAN", "HKD"})


def quantities_of(document: Document) -> tuple[Quantity, ...]:
    """Return the quantities of a document, read at the first call and kept with it."""
    kept = document.__dict__.get("_quantities")
    if kept is None:
        kept = document.__dict__["_quantities"] = quantities(parted(document.text))
    return cast("tuple[Quantity, ...]", kept)


def compare(claim: Quantity, evidence: Quantity) -> Relation:
    """Return how a claim's quantity relates to one of its evidence.

    "rounded": the claim is the evidence, rounded as it says itself: to the digits it gives, or "about". Units are
    converted where one measures what the other does. "incomparable": they are not of one kind.
    """
    if claim.moment is not None or evidence.moment is not None:
        if _is_bare_year(claim, evidence) or _is_bare_year(evidence, claim):
            return "equal"
        if claim.moment is None or evidence.moment is None or (claim.kind == "time") != (evidence.kind == "time"):
            return "incomparable"
        if not claim.moment.is_in(evidence.moment):
            return "different"
        return "equal" if claim.moment.is_told_by(evidence.moment) else "incomparable"
    if claim.value is None or evidence.value is None or "ordinal" in (claim.kind, evidence.kind):
        if claim.kind != evidence.kind:
            return "incomparable"
        return "equal" if _bare(claim.text) == _bare(evidence.text) else "different"
    converted = _converted(claim, evidence)
    if converted is None:
        return "unit_changed" if claim.value == evidence.value and claim.unit and evidence.unit else "incomparable"
    low, high, step = converted
    if claim.high is not None or high is not None:
        return _ranges(claim, low, high)
    return _numbers(claim, low, step, evidence)


def _is_bare_year(year: Quantity, number: Quantity) -> bool:
    """Whether one is four digits that were read as a year and the other the same as a number."""
    return number.kind == "number" and year.text.isdigit() and number.value == Decimal(year.text)


def _bare(text: str) -> str:
    return re.sub(r"[\s.,()\[\]-]", "", narrow(text)).lower()


def _ranges(claim: Quantity, low: Decimal, high: Decimal | None) -> Relation:
    value = claim.value or Decimal(0)
    if claim.high is not None and high is not None:
        return "equal" if (value, claim.high) == (low, high) else "different"
    if high is None:
        return "different"
    # One end of a range, said with or without its bound, is what the range says.
    return "equal" if value in (low, high) or (claim.approximate and low <= value <= high) else "different"


def _numbers(claim: Quantity, other: Decimal, step: Decimal, evidence: Quantity) -> Relation:
    value = claim.value or Decimal(0)
    if value == other or (evidence.bracketed and value == -other):
        return "equal"
    if value == -other:
        return "sign_changed"
    if _is_rounded(claim, abs(value - other), other, step, evidence):
        return "rounded"
    ratio = abs(value / other) if other else Decimal(0)
    return "scale_changed" if ratio and ratio != 1 and ratio == Decimal(10) ** ratio.adjusted() else "different"


def _is_rounded(claim: Quantity, gap: Decimal, other: Decimal, step: Decimal, evidence: Quantity) -> bool:
    given = claim.step if claim.step < 1 or claim.scale > 1 else Decimal(0)
    if given > step and gap * 2 <= given:
        return True
    is_converted = claim.measure is not None and evidence.measure is not None and claim.unit != evidence.unit
    # Of few units the last digit is most of the number: 51 seconds are no minute.
    if is_converted and gap * 2 <= max(min(claim.step, abs(other) / 5), abs(other) / 200):
        return True
    if claim.approximate:
        return gap <= abs(other) / 20
    return evidence.approximate and gap * 2 <= evidence.step


def _converted(claim: Quantity, evidence: Quantity) -> tuple[Decimal, Decimal | None, Decimal] | None:
    """Return the evidence's value, upper end and step in the claim's unit, None where it measures something else."""
    value, one, two = evidence.value or Decimal(0), claim.measure, evidence.measure
    if "money" in (claim.kind, evidence.kind):
        units = {claim.unit, evidence.unit}
        alike = len(units) == 1 or "" in units or any(units <= unsure for unsure in _UNSURE)
        if not alike or one is not None or two is not None:
            return None
        return value, evidence.high, evidence.step
    if claim.kind == "ratio" and evidence.kind == "percent":
        return value / 100, None, evidence.step / 100
    if claim.kind == "percent" and evidence.kind == "ratio":
        return value * 100, None, Decimal(1)
    if one is None or two is None or one == two:
        return value, evidence.high, evidence.step
    if one.dimension != two.dimension:
        return None
    factor, shift = two.factor / one.factor, (two.shift - one.shift) / one.factor
    high = None if evidence.high is None else evidence.high * factor + shift
    return value * factor + shift, high, evidence.step * factor
