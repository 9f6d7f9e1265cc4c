"""Tells which metrics, entities, periods and channels of a question belong together, and makes its facts of them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Literal, NamedTuple

from vouched.facts.rows import FactKey

__all__ = ["Clause", "Slot", "SlotKind", "clauses_of", "in_order", "keys_of", "stands_between"]

SlotKind = Literal["metric", "entity", "period", "channel"]
SLOTS: tuple[SlotKind, ...] = ("metric", "entity", "period", "channel")


class Slot(NamedTuple):
    """A slot as it was said: its kind, its values (a range has several), the number of its conjunct, and its place."""

    kind: SlotKind
    values: tuple[Any, ...]
    conjunct: int = 0
    place: int = 0


Clause = dict[SlotKind, list[Any]]


def clauses_of(slots: Sequence[Slot]) -> list[Clause]:
    """Return what belongs together: "HK and CN 2024" is one clause, "HK 2024 and CN 2025" are two.

    Conjuncts stand between words such as "and"; a kind that is said again without one begins another. A conjunct that
    says two kinds or more which the clause before it has said begins a clause of its own; any other goes on with it.
    """
    clauses: list[Clause] = []
    for conjunct in _conjuncts(slots):
        last = clauses[-1] if clauses else None
        repeated = 0 if last is None else sum(kind in last for kind in conjunct)
        if last is None or repeated > 1:
            clauses.append(conjunct)
            continue
        for kind, values in conjunct.items():
            held = last.setdefault(kind, [])
            held += [value for value in values if value not in held]
    return clauses


def _conjuncts(slots: Iterable[Slot]) -> list[Clause]:
    found: list[Clause] = []
    number: int | None = None
    for slot in slots:
        if slot.conjunct != number or slot.kind in found[-1]:
            found.append({})
            number = slot.conjunct
        found[-1].setdefault(slot.kind, []).extend(slot.values)
    return found


def keys_of(clauses: Sequence[Clause], defaults: Clause, *, most: int) -> tuple[FactKey, ...] | None:
    """Return the facts of the clauses, in order and once each, None where they are more than `most`.

    A kind that a clause does not say is that of the clause before it, else of the first that says it, else the default.
    A channel is said of one metric only.
    """
    keys: dict[FactKey, None] = {}
    before: Clause = {}
    for clause in clauses or [{}]:
        whole: Clause = {}
        for kind in SLOTS:
            whole[kind] = clause.get(kind) or _shared(kind, clause, before, clauses) or defaults[kind]
        before = whole
        size = 1
        for values in whole.values():
            size *= len(values)
        if size > most:
            return None
        for metric in whole["metric"]:
            for entity in whole["entity"]:
                for period in whole["period"]:
                    for channel in whole["channel"]:
                        keys[FactKey(metric, entity, period, channel)] = None
        if len(keys) > most:
            return None
    return tuple(keys)


def _shared(kind: SlotKind, clause: Clause, before: Clause, clauses: Sequence[Clause]) -> list[object] | None:
    if kind == "channel" and "metric" in clause:
        return None
    return before.get(kind) or next((each[kind] for each in clauses if kind in each), None)


def in_order(clauses: Sequence[Clause]) -> list[Clause] | None:
    """Return one clause of several lists paired one by one ("respectively"), None where their lengths differ."""
    if len(clauses) != 1:
        return list(clauses)
    lengths = {len(values) for values in clauses[0].values() if len(values) > 1}
    if len(lengths) != 1:
        return None if lengths else list(clauses)
    return [
        {kind: [values[index] if len(values) > 1 else values[0]] for kind, values in clauses[0].items()}
        for index in range(lengths.pop())
    ]


def stands_between(slots: Sequence[Slot], place: int) -> bool:
    """Return whether a word stands behind the first clause of several and before the end of the last.

    "HK revenue in 2025, and the average of CN revenue 2023 to 2025" does not say that HK is averaged too.
    """
    for index in range(1, len(slots)):
        if len(clauses_of(slots[: index + 1])) > 1:
            begins = next(each for each, slot in enumerate(slots) if slot.conjunct == slots[index].conjunct)
            return slots[max(begins, 1) - 1].place < place < slots[-1].place
    return False
