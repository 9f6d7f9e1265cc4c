"""Tells which operation the words of a question ask for."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple, cast

from vouched.facts.requests import Basis, Operation

__all__ = ["Asked", "operation_of"]

# Where two of a pair are said, the first is meant: "compare the growth", "total difference", "share of the total".
_OVER = {
    "growth": ("difference", "compare", "list", "sum"),
    "share": ("sum", "list", "compare"),
    "difference": ("compare", "sum", "list"),
    "average": ("list", "sum"),
    "sum": ("list",),
    "highest": ("list", "compare", "difference"),
    "lowest": ("list", "compare", "difference"),
    "compare": ("list", "sum"),
}


class Asked(NamedTuple):
    """The operation of a question, what it compares with, and the words of operations that do not go together."""

    operation: Operation
    basis: Basis | None = None
    clash: bool = False


def operation_of(said: Iterable[str]) -> Asked:
    """Return what words such as "growth:year" and "compare" ask for together; "value" where nothing is said."""
    # A change is a difference over time, which two entities that are named together do not make a difference between.
    words = dict.fromkeys("difference" if word == "change" else word for word in said)
    basis = next((word.partition(":")[2] for word in words if ":" in word), None)
    kinds = dict.fromkeys(word.partition(":")[0] for word in words)
    left = [kind for kind in kinds if not any(kind in _OVER.get(other, ()) for other in kinds)]
    if not left:
        return Asked("value")
    return Asked(cast("Operation", left[0]), cast("Basis | None", basis or None), len(left) > 1)
