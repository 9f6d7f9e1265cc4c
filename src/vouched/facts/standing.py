"""Tells which of all that was ever written of a key stands."""

from __future__ import annotations

from collections.abc import Iterable

from vouched.facts.rows import Fact, FactKey
from vouched.facts.units import EXACT, unit_of

__all__ = ["standing", "statement_of"]

_SHOWN = ("approved", "auto_approved")


def statement_of(fact: Fact) -> tuple[FactKey, str, str, str | None]:
    """Return what makes two rows say the same thing again: key, document, place in it, and the day it speaks for."""
    return fact.key, fact.document, fact.locator, fact.as_of


def standing(rows: Iterable[Fact], *, as_of: str | None = None, known_at: str | None = None) -> tuple[Fact, ...]:
    """Return the facts of one key that stand, the last recorded first, of rows in the order they were recorded in.

    Of each statement the last decision of a person counts, else the last approved row of a program: what is pending
    hides nothing, nor does what a program rejected, and no program takes back what a person decided. What persons
    approved goes before what programs read; of these the latest day counts; of one day, values that differ all stand,
    and are a conflict.
    """
    decided: dict[object, Fact] = {}
    for row in rows:
        if known_at is not None and (row.recorded_at or "") > known_at:
            continue
        if as_of is not None and row.as_of is not None and row.as_of > as_of:
            continue
        if row.by is None and row.status not in _SHOWN:
            continue
        if row.status == "pending":
            continue
        statement = statement_of(row)
        held = decided.get(statement)
        if row.by is None and held is not None and held.by is not None:
            continue
        decided[statement] = row
    shown = [row for row in decided.values() if row.status in _SHOWN]
    if len(shown) < 2:
        return tuple(shown)
    by_persons = [row for row in shown if row.by is not None] or shown
    newest = max(row.as_of or "" for row in by_persons)
    values: dict[object, Fact] = {}
    for row in sorted(by_persons, key=_recorded, reverse=True):
        if (row.as_of or "") == newest:
            values.setdefault(_measured(row), row)
    return tuple(values.values())


def _measured(fact: Fact) -> tuple[object, object]:
    """Return what a fact says in the smallest unit of its kind, so that 1.7bn and 1,700m are no conflict."""
    unit = unit_of(fact.unit)
    kind = unit.name if unit.kind == "amount" or unit.name == "BPS" else unit.kind
    return EXACT.scaleb(fact.value, unit.scale), kind


def _recorded(fact: Fact) -> tuple[str, str]:
    return fact.recorded_at or "", fact.document
