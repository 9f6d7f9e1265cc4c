"""Units of facts: currencies with a scale, percent, percentage points, basis points and counts; exact conversion."""

from __future__ import annotations

import re
from decimal import Context, Decimal, DecimalException, Inexact
from functools import lru_cache
from typing import Literal

from vouched.errors import UsageError
from vouched.record import Record

__all__ = ["CURRENCIES", "SCALES", "FactUnit", "UnitWish", "converted", "plain", "unit_of"]

SCALES = {"": 0, "H": 2, "K": 3, "WAN": 4, "M": 6, "YI": 8, "B": 9, "T": 12}
CURRENCIES = frozenset(
    "USD HKD CNY JPY EUR GBP SGD TWD MOP AUD CAD CHF KRW INR THB MYR IDR PHP VND NZD SEK NOK DKK BRL".split()
)
_RATIOS = {"PCT": 0, "PP": 0, "BPS": -2, "RATIO": 2}
_CODE = re.compile(r"(?P<name>[A-Z][A-Z0-9]{0,15}?)(?:_(?P<scale>K|WAN|M|YI|B|T))?\Z", re.ASCII)
# Beyond the digits of any stored number; a result that does not fit is no exact one.
EXACT = Context(prec=80, traps=[Inexact])

Kind = Literal["amount", "percent", "points"]


class FactUnit(Record, frozen=True):
    """A unit by its id: a name (USD, JPY, PERSONS, PCT, PP, BPS) and a power of ten, as in "USD_M".

    `kind` tells shares ("percent") and differences of shares ("points") from amounts.
    """

    id: str
    name: str
    scale: int = 0
    kind: Kind = "amount"


class UnitWish(Record, frozen=True):
    """The unit that a question asks for, as far as it says: a name, a power of ten, or both."""

    name: str | None = None
    scale: int | None = None

    def of(self, unit: FactUnit) -> FactUnit | None:
        """Return the unit that the wish makes of a stored one, None where no exact conversion leads there."""
        if unit.kind != "amount":
            if self.name is None or self.scale is not None:
                return None
            return unit_of(self.name) if self.name in _RATIOS else None
        if self.name is not None and self.name != unit.name:
            return None
        scale = unit.scale if self.scale is None else self.scale
        mark = next((mark for mark, power in SCALES.items() if power == scale), None)
        return None if mark is None or mark == "H" else unit_of(f"{unit.name}_{mark}" if mark else unit.name)


@lru_cache(maxsize=1024)
def unit_of(written: str) -> FactUnit:
    """Return the unit of an id such as USD_M, JPY_YI (10**8), PERSONS, PCT, PP or BPS. Raises UsageError for others."""
    match = _CODE.match(written)
    if match is None:
        expected = "a name in capitals, with _K, _WAN, _M, _YI, _B or _T behind it where it is scaled"
        raise UsageError(f"unit: expected {expected}, saw {written!r:.60}")
    if written in _RATIOS:
        return FactUnit(written, written, _RATIOS[written], "points" if written in ("PP", "BPS") else "percent")
    return FactUnit(written, match["name"], SCALES[match["scale"] or ""])


def converted(value: Decimal, unit: FactUnit, to: FactUnit) -> Decimal | None:
    """Return a value in another unit, exact to the last digit, None where the units do not measure the same.

    Basis points are told of shares and of their differences; a share is never told in percentage points.
    """
    if unit.kind == to.kind == "amount":
        if unit.name != to.name:
            return None
    elif "amount" in (unit.kind, to.kind) or (unit.kind != to.kind and "BPS" not in (unit.name, to.name)):
        return None
    try:
        return plain(EXACT.scaleb(value, unit.scale - to.scale))
    except DecimalException:
        return None


def plain(value: Decimal) -> Decimal:
    """Return a value without an exponent and, where it is whole, without decimals; its digits stay as they are."""
    if value == value.to_integral_value():
        return Decimal(int(value))
    return Decimal(f"{value:f}")
