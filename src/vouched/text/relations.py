"""Who did what to whom: the relation that a clause states, and how two of them compare."""

from __future__ import annotations

from collections.abc import Set as AbstractSet

from vouched.record import Record

__all__ = ["UNKNOWN", "Relation", "is_exchanged", "relation_likeness"]

_SWAPPED, _OTHER, UNKNOWN, _WEAK = 0.0, 0.2, 0.5, 0.3


class Relation(Record, frozen=True):
    """One act with those who do it and those it is done to, as keys of words.

    `stands` is False where the clause is only supposed: under a condition, a doubt, a belief, one of two alternatives;
    `denied` is whether it is negated.
    """

    act: str
    agents: frozenset[str] = frozenset()
    patients: frozenset[str] = frozenset()
    stands: bool = True
    denied: bool = False


def relation_likeness(stated: Relation, given: Relation, known: AbstractSet[str]) -> float:
    """Return how far `given`, of the evidence, says what `stated` does: 1 the same, 0 the roles exchanged.

    0.3 where the evidence only supposes it or denies it, 0.2 where somebody else has a role, 0.5 where it is not told.
    `known` are the nouns of the whole evidence: of others it is not known by what words they are called there.
    """
    agent = _holds(stated.agents, given.agents)
    patient = _holds(stated.patients, given.patients)
    if (stated.agents & given.patients) - given.agents or (stated.patients & given.agents) - given.patients:
        return _SWAPPED
    if agent is False or patient is False:
        return _OTHER if stated.agents | stated.patients <= known else UNKNOWN
    if (stated.denied != given.denied) or (stated.stands and not given.stands):
        return _WEAK
    return UNKNOWN if agent is None or patient is None else 1.0


def is_exchanged(stated: Relation, given: Relation) -> bool:
    """Return whether those who act in one of two relations are acted on in the other, and the other way round."""
    return bool(stated.agents & given.patients - given.agents and stated.patients & given.agents - given.patients)


def _holds(stated: frozenset[str], given: frozenset[str]) -> bool | None:
    """Whether a role is held as stated; None where the evidence does not say by whom."""
    if not stated:
        return True
    if not given:
        return None
    return all(any(_is_same(one, other) for other in given) for one in stated)


def _is_same(one: str, other: str) -> bool:
    """Whether two nouns are one, or one of them is the other with what describes it before it."""
    return one == other or (
        not one.isascii() and min(len(one), len(other)) > 1 and (one.endswith(other) or other.endswith(one))
    )
