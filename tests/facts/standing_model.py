"""The rules of what stands once more, plainly: each row is asked whether another goes before it."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal

from vouched.facts.rows import Fact

__all__ = ["amount", "stands"]

SHOWN = ("approved", "auto_approved")
DECIDED = ("approved", "rejected", "blocked")
SCALES = {"USD_M": 1, "USD_B": 1000}


def amount(fact: Fact) -> Decimal:
    """Return what a fact says in millions."""
    return fact.value * SCALES[fact.unit]


def stands(rows: Sequence[Fact], *, as_of: str | None = None, known_at: str | None = None) -> set[Decimal]:
    """Return the amounts that stand of the rows of one key, in the order in which they were recorded."""
    seen = [
        row
        for row in rows
        if (known_at is None or (row.recorded_at or "") <= known_at)
        and (as_of is None or row.as_of is None or row.as_of <= as_of)
    ]
    valid = [row for place, row in enumerate(seen) if row.status in SHOWN and not any(undone(row, place, seen))]
    by_persons = [row for row in valid if row.by is not None]
    approved = [row for row in valid if row.status == "approved"]
    best = by_persons or approved or valid
    return {amount(row) for row in best if all((row.as_of or "") >= (other.as_of or "") for other in best)}


def undone(row: Fact, place: int, seen: Sequence[Fact]) -> list[bool]:
    """Tell of each other row whether it takes the place of one."""
    return [
        is_same_place(row, other)
        and (
            (other.by is not None and other.status in DECIDED and (row.by is None or turn > place))
            or (other.by is None and row.by is None and other.status == "approved" and row.status == "auto_approved")
            or (other.by is None and row.by is None and other.status == row.status and turn > place)
        )
        for turn, other in enumerate(seen)
        if turn != place
    ]


def is_same_place(row: Fact, other: Fact) -> bool:
    """Tell whether two rows of a key are of the same place of a document, for the same day."""
    return (row.document, row.locator, row.as_of) == (other.document, other.locator, other.as_of)
