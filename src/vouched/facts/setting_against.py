"""Finds what each fact of a request is set against: the period before, or the whole that it is a share of."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any, Literal, NamedTuple

from vouched.facts.clauses import Slot, SlotKind
from vouched.facts.periods import GRAINS, Period
from vouched.facts.profile import FactProfile
from vouched.facts.requests import Basis
from vouched.facts.rows import FactKey

__all__ = ["Changes", "Whole", "changes_of", "whole_of", "wholes_of"]


class Changes(NamedTuple):
    """Facts, those that each of them is set against, and by which basis; `assumed` where the question does not say."""

    keys: tuple[FactKey, ...]
    bases: tuple[FactKey, ...]
    basis: Basis | None = None
    assumed: bool = False


def changes_of(keys: tuple[FactKey, ...], basis: Basis | None, *, is_range: bool) -> Changes:
    """Return what growth and differences of facts are reckoned between.

    With a basis each fact is set against its own period before. Without one, periods that are said are set against each
    other, the later against the earlier (of a range its last against its first), and one alone against the year before.
    """
    if basis is not None:
        step = Period.a_year_before if basis == "year" else _one_before
        return Changes(keys, tuple(key.but(period=step(key.period)) for key in keys), basis)
    groups: dict[tuple[str, str, str], list[FactKey]] = {}
    for key in keys:
        groups.setdefault((key.metric, key.entity, key.channel), []).append(key)
    if all(len(group) == 1 for group in groups.values()):
        return Changes(keys, tuple(key.but(period=key.period.a_year_before()) for key in keys), "year", assumed=True)
    later, earlier = [], []
    for group in groups.values():
        ordered = sorted(group, key=_when)
        pairs = [(ordered[0], ordered[-1])] if is_range else list(pairwise(ordered))
        earlier += [first for first, _ in pairs]
        later += [last for _, last in pairs]
    return Changes(tuple(later), tuple(earlier))


def _one_before(period: Period) -> Period:
    return period.shifted(-1)


def _when(key: FactKey) -> tuple[str, int]:
    return key.period.key[:4] + f"{key.period.part:02d}", -GRAINS.index(key.period.grain)


class Whole(NamedTuple):
    """What shares are of: which kind of slot differs between part and whole, its value, and the slots of the parts."""

    kind: Literal["metric", "entity", "channel"]
    value: Any
    said: tuple[Slot, ...]
    assumed: bool = False


def whole_of(said: Sequence[Slot], profile: FactProfile, *, place: int, is_before: bool) -> Whole | None:
    """Return the whole that a share is of, None where the question and the profile name none.

    `place` is where the share is spoken of; the whole of two metrics is the one behind it, or before it where the
    language says so (Japanese: `is_before`).
    """
    metrics = _values(said, "metric")
    if len(metrics) > 1:
        named = [slot for slot in said if slot.kind == "metric" and (slot.place < place) == is_before]
        return _without(said, "metric", named[0].values[0]) if len(named) == 1 and len(metrics) == 2 else None
    entities = _values(said, "entity")
    for entity in entities:
        others = [other for other in entities if other != entity]
        if others and all(entity in profile.with_wholes(other) for other in others):
            return _without(said, "entity", entity)
    channels = [channel for channel in _values(said, "channel") if channel != profile.total]
    if channels:
        left = tuple(slot for slot in said if slot.kind != "channel" or profile.total not in slot.values)
        return Whole("channel", profile.total, left)
    above = {profile.entities[entity].part_of for entity in entities}
    if len(above) == 1 and (whole := above.pop()) is not None:
        return Whole("entity", whole, tuple(said), assumed=True)
    return None


def wholes_of(keys: Sequence[FactKey], whole: Whole) -> tuple[FactKey, ...]:
    """Return for each fact the whole that it is a share of."""
    return tuple(key.but(**{whole.kind: whole.value}) for key in keys)


def _values(said: Sequence[Slot], kind: SlotKind) -> list[Any]:
    return list(dict.fromkeys(value for slot in said if slot.kind == kind for value in slot.values))


def _without(said: Sequence[Slot], kind: Literal["metric", "entity"], value: Any) -> Whole:
    return Whole(kind, value, tuple(slot for slot in said if slot.kind != kind or slot.values != (value,)))
