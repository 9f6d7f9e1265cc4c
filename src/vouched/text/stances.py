"""The stance of a text towards what it names: states, denies, obliges, permits, forbids, exempts; all, some."""

from __future__ import annotations

from typing import Literal

from vouched.documents import Span
from vouched.record import Record

__all__ = ["Kind", "Stance", "conflict", "denied"]

Kind = Literal["states", "denies", "obliges", "permits", "forbids", "exempts", "all", "some"]

_DENIED: dict[Kind, Kind] = {
    "states": "denies",
    "denies": "states",
    "obliges": "exempts",
    "permits": "forbids",
    "forbids": "permits",
    "exempts": "obliges",
    "all": "some",
    "some": "denies",
}
# What a claim says, and what evidence may not say of the same: (claim, evidence).
_CONFLICTS = frozenset(
    {
        ("states", "denies"),
        ("denies", "states"),
        ("states", "forbids"),
        ("forbids", "states"),
        ("denies", "obliges"),
        ("obliges", "denies"),
        ("denies", "permits"),
        ("permits", "denies"),
        ("obliges", "permits"),
        ("permits", "obliges"),
        ("obliges", "forbids"),
        ("forbids", "obliges"),
        ("obliges", "exempts"),
        ("exempts", "obliges"),
        ("permits", "forbids"),
        ("forbids", "permits"),
        ("exempts", "forbids"),
        ("forbids", "exempts"),
        ("all", "some"),
        ("all", "denies"),
        ("some", "denies"),
        ("denies", "all"),
        ("denies", "some"),
    }
)


class Stance(Record, frozen=True):
    """What a text says of `anchor`, a folded word; `span` is the word or words that say it."""

    anchor: str
    kind: Kind
    span: Span


def denied(kind: Kind) -> Kind:
    """Return the stance that "not" makes of another."""
    return _DENIED[kind]


def conflict(claim: Kind, evidence: Kind) -> bool:
    """Return whether a claim of one stance contradicts, or goes beyond, evidence of another towards the same."""
    return (claim, evidence) in _CONFLICTS
