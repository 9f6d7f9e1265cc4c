"""Tells which of all that was ever written of a key stands."""

from __future__ import annotations

from collections.abc import Iterable

from vouched.facts.rows import Fact, FactKey

__all__ = ["standing", "statement_of"]

_SHOWN = ("approved", "auto_approved")


def statement_of(fact: Fact) -> tuple[FactKey, str, str, str | None]:
    """Return what makes two rows say the same thing again: key, document, place in it, and the day it speaks for."""
    return fact.key, fact.document, fact.locator, fact.as_of


def standing(rows: Iterable[Fact], *, as_of: str | None = None, known_at: str | None = None) -> tuple[Fact, ...]:
    """Return the facts of one key that stand, of rows in the order in which they were recorded.

    Of each statement the last decision of a person counts, else the last approved row of a program: one that is pending
    or blocked hides nothing, and no program takes back what a person decided. What persons approved goes before what
    programs read; of these the latest day counts; of one day, values that differ all stand, and are a conflict.
    """
    decided: dict[tuple[object, ...], Fact] = {}
    for row in rows:
        if known_at is not None and (row.recorded_at or "") > known_at:
            continue
        if as_of is not None and row.as_of is not None and row.as_of > as_of:
            continue
        statement = statement_of(row)
        held = decided.get(statement)
        is_hidden = row.by is None and ((held is not None and held.by is not None) or row.status not in _SHOWN)
        if not is_hidden:
            decided[statement] = row
    shown = [row for row in decided.values() if row.status in _SHOWN]
    by_persons = [row for row in shown if row.by is not None] or shown
    newest = max((row.as_of or "" for row in by_persons), default="")
    values: dict[tuple[object, str], Fact] = {}
    for row in by_persons:
        if (row.as_of or "") == newest:
            values[(row.value, row.unit)] = row
    return tuple(sorted(values.values(), key=_recorded, reverse=True))


def _recorded(fact: Fact) -> tuple[str, str]:
    return fact.recorded_at or "", fact.document
