"""Reckons with facts in fractions, so that nothing is lost, and shows each step in the digits of the facts."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Context, Decimal, DecimalException, Rounded
from fractions import Fraction
from typing import NamedTuple

from vouched.errors import UsageError
from vouched.facts.results import Obstacle
from vouched.facts.rows import Fact
from vouched.facts.units import CURRENCIES, FactUnit, converted, plain, unit_of

__all__ = ["PLACES", "Term", "digits", "fits", "mismatch", "points_of", "rounded", "stored_unit", "term_of"]

# A result that is no finite decimal is rounded to so many decimals, one that is and has a few more is left as it is.
PLACES = 2
_MORE = 4
_WIDEST = 60
_LONGEST = 80
_SHORT = Context(prec=_LONGEST, traps=[Rounded])


class Term(NamedTuple):
    """A fact's value in the unit that is reckoned in, and how it is written there: "1.7 * 1000"."""

    value: Fraction
    text: str

    @property
    def bracketed(self) -> str:
        """How it is written behind a minus."""
        return f"({self.text})" if self.text.startswith("-") else self.text

    @property
    def divisor(self) -> str:
        """How it is written behind a stroke."""
        return f"({self.text})" if " " in self.text or self.text.startswith("-") else self.text


def fits(value: Decimal) -> bool:
    """Whether a value is a number of at most 80 digits between 10**-60 and 10**60, so that reckoning is bounded."""
    if not value.is_finite() or abs(value.adjusted()) > _WIDEST:
        return False
    try:
        _SHORT.plus(value)
    except DecimalException:
        return False
    return True


def digits(value: Decimal) -> str:
    """Return a value digit for digit, without an exponent where it is of a size that is read."""
    if fits(value):
        return f"{plain(value):f}"
    text = str(value)
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}…"


def stored_unit(fact: Fact) -> FactUnit:
    """Return the unit of a fact; an id that is none is a unit of its own."""
    try:
        return unit_of(fact.unit)
    except UsageError:
        return FactUnit(fact.unit, fact.unit)


def term_of(fact: Fact, unit: FactUnit) -> Term:
    """Return a fact as a term in a unit of the same measure."""
    power = stored_unit(fact).scale - unit.scale
    text = digits(fact.value)
    if power:
        text = f"{text} * {10**power}" if power > 0 else f"{text} / {10**-power}"
    return Term(Fraction(fact.value) * Fraction(10) ** power, text)


def mismatch(units: Sequence[FactUnit]) -> Obstacle | None:
    """Return why values of these units cannot be set against each other, None where they can."""
    first = units[0]
    for unit in units[1:]:
        if first.kind == unit.kind == "amount":
            if first.name != unit.name:
                both = {first.name, unit.name} <= CURRENCIES
                return "mixed_currencies" if both else "mixed_units"
        elif converted(Decimal(1), unit, first) is None:
            return "mixed_units"
    return None


def points_of(unit: FactUnit) -> FactUnit:
    """Return the unit of the difference of two values: that of amounts, and points of shares."""
    return unit if unit.kind == "amount" or unit.name == "BPS" else unit_of("PP")


def rounded(value: Fraction, places: int = PLACES) -> tuple[Decimal, bool]:
    """Return a number as a decimal, and whether it is exact.

    It is where it has at most 4 decimals more than `places`; else it is rounded half to even to `places` decimals,
    and what is smaller than these can show to its first two digits.
    """
    decimals = _decimals(value.denominator)
    if decimals is not None and decimals <= places + _MORE:
        return _decimal(value, decimals), True
    while places < _WIDEST * 2 and abs(value) * 10**places < 1:
        places += 1
        if abs(value) * 10**places >= 1:
            places += 1
    return _decimal(round(value, places), places), False


def _decimals(denominator: int) -> int | None:
    """Return how many decimals a fraction in lowest terms has, None where they do not end."""
    counts = []
    for prime in (2, 5):
        count = 0
        while denominator % prime == 0:
            denominator //= prime
            count += 1
        counts.append(count)
    return max(counts) if denominator == 1 else None


def _decimal(value: Fraction, places: int) -> Decimal:
    whole = value * 10**places
    sign = "-" if whole < 0 else ""
    text = str(abs(whole.numerator)).rjust(places + 1, "0")
    head, tail = text[: len(text) - places], text[len(text) - places :]
    return Decimal(f"{sign}{head}.{tail}" if places else f"{sign}{head}")
