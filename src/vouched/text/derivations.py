"""Recognises a number that is reckoned from others: a difference, sum, share, growth, average, ratio or product."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from decimal import Decimal, DivisionByZero, InvalidOperation
from itertools import combinations
from typing import Literal, NamedTuple

from vouched.text.quantities import Quantity

__all__ = ["Derivation", "Operation", "derived", "speaks_of_reckoning"]

Operation = Literal["difference", "sum", "share", "growth", "ratio", "average", "product", "complement"]
# Pairs of more numbers than these would meet nearly any number by chance, and nearly any percent sooner.
_MOST, _MOST_OF_SHARES = 24, 12
_LONGEST_SUM = 8
_WORDS = re.compile(
    r"\b(?:increas\w*|decreas\w*|grew|grow\w*|rose|rise\w*|risen|fell|fall\w*|declin\w*|drop\w*|up|down|chang\w*|differ\w*"
    r"|more|less|fewer|higher|lower|total\w*|sum|combined|altogether|average\w*|mean|ratio|times|share|proportion|percentage"
    r"|per|margin|turnover|yield|calculat\w*|comput\w*|divid\w*|multipl\w*|subtract\w*|added?|gain\w*|gap|doubl\w*|half|halv\w*"
    r"|net|year-over-year|yoy|conver\w*|equivalent|equals?)\b|[=≈÷×]|\s[-+/]\s"
    r"|増|減|差|合計|計|平均|比|割合|倍|占め|上昇|下落|低下|伸び|成長|率|換算|超過"
    r"|增|减|差|合计|总|共|平均|比|占|倍|上升|下降|率|折合|相当",
    re.IGNORECASE,
)


class Derivation(NamedTuple):
    """How a number is reckoned: the operation, and the quantities that it is of, in order."""

    operation: Operation
    of: tuple[Quantity, ...]


def speaks_of_reckoning(text: str) -> bool:
    """Return whether a text has a word or sign of comparing or reckoning; without one, a number is no derived one."""
    return _WORDS.search(text) is not None


def derived(wanted: Quantity, given: Sequence[Quantity]) -> Derivation | None:
    """Return how `wanted` follows from the `given` quantities, in whose order they are tried; None where it does not.

    The result has to be `wanted` to the last digit that it gives. Of a small whole number without a unit nothing is
    said: any two numbers make one.
    """
    if wanted.value is None or wanted.high is not None or _says_little(wanted):
        return None
    numbers = [each for each in given if each.value is not None and each.high is None and each.kind != "ordinal"]
    if wanted.kind == "percent":
        numbers = numbers[: _MOST_OF_SHARES // (1 if wanted.step < Decimal("0.1") else 2 if wanted.step < 1 else 3)]
    numbers = numbers[:_MOST]
    for operation, of, value in _results(wanted, numbers):
        if _is(wanted, value):
            return Derivation(operation, of)
    return None


def _says_little(wanted: Quantity) -> bool:
    value = abs(wanted.value or Decimal(0))
    return wanted.kind == "number" and wanted.step == 1 and value < 13


def _is(wanted: Quantity, value: Decimal) -> bool:
    target = wanted.value or Decimal(0)
    slack = (
        wanted.step / 2 if wanted.step < 1 or wanted.scale > 1 or wanted.kind in ("percent", "ratio") else Decimal(0)
    )
    if wanted.approximate:
        slack = max(slack, abs(value) / 20)
    # A loss of 5 and a fall by 5 % are told without their sign.
    return abs(target - value) <= slack or (target > 0 and value < 0 and abs(target + value) <= slack)


def _results(wanted: Quantity, numbers: list[Quantity]) -> Iterator[tuple[Operation, tuple[Quantity, ...], Decimal]]:
    """Yield what the numbers make that is of the kind wanted."""
    for one, other in combinations(numbers, 2):
        yield from _of_two(wanted, one, other)
    if wanted.kind in ("number", "money", "measure", "percent"):
        for length in range(3, min(_LONGEST_SUM, len(numbers)) + 1):
            for start in range(len(numbers) - length + 1):
                run = numbers[start : start + length]
                if _alike(run) and run[0].unit in (wanted.unit, ""):
                    values = [each.value or Decimal(0) for each in run]
                    yield "sum", tuple(run), sum(values, Decimal(0))
                    yield "average", tuple(run), sum(values, Decimal(0)) / length


def _alike(quantities: Sequence[Quantity]) -> bool:
    return len({(each.kind, each.unit) for each in quantities}) == 1


def _of_two(
    wanted: Quantity, one: Quantity, other: Quantity
) -> Iterator[tuple[Operation, tuple[Quantity, ...], Decimal]]:
    both, first, second = (one, other), one.value or Decimal(0), other.value or Decimal(0)
    alike = _alike(both)
    if wanted.kind == "percent" and alike:
        for part, whole in ((first, second), (second, first)):
            if (quotient := _quotient(part, whole)) is not None and one.kind != "percent":
                yield "share", both, 100 * quotient
                yield "growth", both, 100 * (quotient - 1)
        if one.kind == "percent":
            yield "difference", both, first - second
            yield "sum", both, first + second
    elif wanted.kind == "points" and alike and one.kind in ("percent", "points"):
        factor = wanted.measure.factor if wanted.measure is not None else Decimal(1)
        yield "difference", both, (first - second) / factor
    elif wanted.kind in ("ratio", "number") or wanted.unit == "x":
        for part, whole in ((first, second), (second, first)):
            if (quotient := _quotient(part, whole)) is not None and wanted.step < 1:
                yield "ratio", both, quotient
    if wanted.kind in ("number", "money", "measure") and alike and one.unit in (wanted.unit, ""):
        yield "difference", both, first - second
        yield "sum", both, first + second
        yield "average", both, (first + second) / 2
    elif wanted.kind in ("number", "money") and "percent" in (one.kind, other.kind):
        yield "product", both, first * second / 100


def _quotient(part: Decimal, whole: Decimal) -> Decimal | None:
    try:
        return part / whole
    except (DivisionByZero, InvalidOperation):
        return None
