"""Tells which facts of a request are set against which."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from vouched.facts.periods import GRAINS
from vouched.facts.rows import FactKey

__all__ = ["Pair", "is_over_time", "ordered", "pairs_of"]

Pair = tuple[FactKey, FactKey]


def is_over_time(pair: Pair) -> bool:
    """Whether two facts differ in their period only."""
    one, other = pair
    return one.period != other.period and one == FactKey(other.metric, other.entity, one.period, other.channel)


def ordered(one: FactKey, other: FactKey) -> Pair:
    """Return two facts as (this, against that): over time the later against the earlier, whatever was said first."""
    same = is_over_time((one, other)) and one.period.grain == other.period.grain
    return (other, one) if same and one.period.key < other.period.key else (one, other)


_AXES: dict[str, Callable[[FactKey], Any]] = {
    "period": lambda key: (key.metric, key.entity, key.channel),
    "entity": lambda key: (key.metric, key.period, key.channel),
    "channel": lambda key: (key.metric, key.entity, key.period),
    "metric": lambda key: (key.entity, key.period, key.channel),
}


def pairs_of(keys: Sequence[FactKey]) -> tuple[Pair, ...]:
    """Return what is set against what where a question names no base: along each axis that varies, each and the first.

    The axes are periods (in their order), entities and channels; metrics where nothing else varies. Facts that have no
    axis in common are each set against the first.
    """
    found: list[Pair] = []
    for axis, rest in _AXES.items():
        if axis == "metric" and found:
            break
        groups: dict[Any, list[FactKey]] = {}
        for key in keys:
            groups.setdefault(rest(key), []).append(key)
        for group in groups.values():
            found += _over_time(group) if axis == "period" else [(group[0], key) for key in group[1:]]
    if not found:
        found = [(keys[0], key) for key in keys[1:]]
    return tuple(found)


def _over_time(group: Sequence[FactKey]) -> Iterator[Pair]:
    """Yield each period against the first of its grain, and one that is alone in its grain against the first of all."""
    for grain in GRAINS:
        members = sorted((key for key in group if key.period.grain == grain), key=lambda key: key.period.key)
        if len(members) == 1 and members[0] != group[0]:
            yield members[0], group[0]
        for key in members[1:]:
            yield key, members[0]
