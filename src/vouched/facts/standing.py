"""Tells which of all that was ever written of a key stands."""

from __future__ import annotations

from collections.abc import Iterable

from vouched.facts.rows import Fact, FactKey
from vouched.facts.units import EXACT, unit_of

__all__ = ["PERSON", "authority", "standing", "statement_of"]

PERSON = 3
"""The authority of what a person decided."""


def statement_of(fact: Fact) -> tuple[FactKey, str, str, str | None]:
    """Return what makes two rows say the same thing again: key, document, place in it, and the day it speaks for."""
    return fact.key, fact.document, fact.locator, fact.as_of


def authority(fact: Fact | None) -> int:
    """Return how much a row counts: 0 where it decides nothing, 1 auto-approved, 2 approved, 3 decided by a person.

    What is pending decides nothing, nor does what a program rejected or blocked.
    """
    if fact is None or fact.status == "pending":
        return 0
    if fact.by is not None:
        return PERSON
    return {"auto_approved": 1, "approved": 2}.get(fact.status, 0)


def standing(rows: Iterable[Fact], *, as_of: str | None = None, known_at: str | None = None) -> tuple[Fact, ...]:
    """Return the facts of one key that stand, the last recorded first, of rows in the order they were recorded in.

    Of each statement the last row of the highest authority counts: no program takes back what a person decided. Of what
    is then approved, the highest authority goes before the rest; of this the latest day counts; of one day, values that
    differ all stand, and are a conflict.
    """
    decided: dict[object, tuple[int, Fact]] = {}
    for row in rows:
        if known_at is not None and (row.recorded_at or "") > known_at:
            continue
        if as_of is not None and row.as_of is not None and row.as_of > as_of:
            continue
        rank = authority(row)
        statement = statement_of(row)
        if rank and rank >= decided.get(statement, (0,))[0]:
            decided[statement] = rank, row
    shown = [(rank, row) for rank, row in decided.values() if row.status in ("approved", "auto_approved")]
    if len(shown) < 2:
        return tuple(row for _, row in shown)
    highest = max(rank for rank, _ in shown)
    best = [row for rank, row in shown if rank == highest]
    newest = max(row.as_of or "" for row in best)
    values: dict[object, Fact] = {}
    for row in sorted(best, key=_recorded, reverse=True):
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
