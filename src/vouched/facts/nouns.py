"""Spreads a question over what it asks for one by one: each entity, each channel, each quarter of a year."""

from __future__ import annotations

from collections.abc import Sequence

from vouched.facts.clauses import Clause
from vouched.facts.periods import GRAINS, Grain, Period
from vouched.facts.profile import FactProfile
from vouched.facts.rows import Shelf

__all__ = ["spread"]

_GRAINS: dict[str, Grain] = {"year": "year", "half": "half", "quarter": "quarter", "month": "month"}


def spread(
    clauses: list[Clause], nouns: Sequence[str], defaults: Clause, profile: FactProfile, shelf: Shelf, *, operation: str
) -> None:
    """Put in place of what nouns such as "which entity" and "each quarter" leave open all that there is of the kind."""
    if not clauses:
        return
    if "entity" in nouns:
        _entities(clauses, profile)
    if "channel" in nouns and not any("channel" in clause for clause in clauses):
        channels = [code for code in profile.channels if code != profile.total]
        if channels and operation != "share":
            clauses[0]["channel"] = channels
    for noun in nouns:
        if noun in _GRAINS:
            _periods(clauses, _GRAINS[noun], defaults, shelf)


def _entities(clauses: list[Clause], profile: FactProfile) -> None:
    said = [clause for clause in clauses if "entity" in clause]
    if not said:
        parts = [code for code in profile.entities if not profile.parts_of(code)]
        clauses[0]["entity"] = parts or list(profile.entities)
    for clause in said:
        if len(clause["entity"]) == 1 and (parts := list(profile.parts_of(clause["entity"][0]))):
            clause["entity"] = parts


def _periods(clauses: list[Clause], grain: Grain, defaults: Clause, shelf: Shelf) -> None:
    said = [clause for clause in clauses if "period" in clause]
    if not said:
        entity = next((clause["entity"][0] for clause in clauses if "entity" in clause), defaults["entity"][0])
        channel = next((clause["channel"][0] for clause in clauses if "channel" in clause), defaults["channel"][0])
        metric = next(clause["metric"][0] for clause in clauses if "metric" in clause)
        if known := shelf.periods(metric, entity, channel, grain):
            clauses[0]["period"] = list(known)
    for clause in said:
        clause["period"] = [part for period in clause["period"] for part in _parts(period, grain)]


def _parts(period: Period, grain: Grain) -> Sequence[Period]:
    is_finer = period.grain in _GRAINS and GRAINS.index(period.grain) < GRAINS.index(grain)
    return period.parts(grain) if is_finer else (period,)
