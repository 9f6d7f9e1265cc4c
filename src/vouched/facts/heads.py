"""Reads the heads of tables of facts: which metric, entity, channel, period and unit a head, a title or a name says."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import date
from typing import Any, NamedTuple
from unicodedata import category

from vouched.facts.lexicon import Lexicon
from vouched.facts.mentions import parts_of
from vouched.facts.profile import FactProfile
from vouched.facts.slots import slots_of
from vouched.facts.units import CURRENCIES, UnitWish
from vouched.facts.views import View, folded

__all__ = ["Head", "head_of", "is_plan", "joined"]

# Relative periods mean nothing in a file: "last year" is refused, whatever this day.
_ANY_DAY = date(2000, 1, 1)
_MOST_CHARACTERS = 300
# Kinds of words that a head may have beside what it names.
_SILENT = frozenset(("filler", "company", "connector", "noun", "numeric", "toward", "onward"))
_TITLES = frozenset(
    "table figures figure key financial summary annual quarterly report results statement overview unit units currency"
    " stated expressed fiscal ended".split()
)


# What is planned, aimed at or not yet decided is no fact.
_PLANNED = "预算 预测 目标 计划 规划 草稿 予算 予測 目標 計画 見込 見通し 速報"
_PLANS = re.compile(
    r"\b(?:budgets?|budgeted|forecasts?|targets?|plans?|planned|guidance|drafts?|scenarios?|estimates?|outlook)\b"
    + "".join(
        f"|{folded(word)}" for word in "预算 预测 目标 计划 规划 草稿 予算 予測 目標 計画 見込 見通し 速報".split()
    )
)


class Head(NamedTuple):
    """What a head names: by kind of slot the one value it says; a unit; and words of it that nothing explains."""

    said: dict[str, Any]
    unit: UnitWish | None = None
    unknown: tuple[str, ...] = ()

    @property
    def is_empty(self) -> bool:
        """Whether it names nothing at all."""
        return not self.said and self.unit is None


def head_of(text: str, lexicon: Lexicon, profile: FactProfile, *, is_title: bool = False) -> Head:
    """Return what a head says. A word that is not understood is told: "ROE (target)" is not ROE.

    Of a slot that is named twice nothing is said, and its words are told as not understood.
    """
    if len(text) > _MOST_CHARACTERS:
        return Head({}, unknown=(text[:60],))
    view = View(text.replace("_", " ").replace("\n", " "))
    parts = parts_of(view, lexicon=lexicon, today=_ANY_DAY, calendar=profile.calendar)
    slots = slots_of(parts, profile)
    explained = {place for part in parts for place in range(part.start, part.end) if part.kind != "unknown"}
    unknown = [
        view.folded[part.start : part.end]
        for part in parts
        if part.kind not in (*_SILENT, "metric", "entity", "channel", "period", "unit")
        or len(part.means) > 1
        or (part.period is not None and (part.period.relative or part.period.reason or len(part.period.periods) != 1))
    ]
    # A sign of a currency that two have ("¥") is a word that is not understood.
    unknown += [char for at, char in enumerate(view.folded) if at not in explained and category(char) == "Sc"]
    said: dict[str, Any] = {}
    for slot in slots.said:
        if slot.kind in said and said[slot.kind] != slot.values[0]:
            unknown.append(text.strip())
        said[slot.kind] = slot.values[0]
    if is_title:
        unknown = [word for word in unknown if word not in _TITLES]
    return Head(said, slots.unit, tuple(dict.fromkeys(unknown)))


def joined(heads: Sequence[Head]) -> tuple[dict[str, Any], UnitWish | None, str | None]:
    """Return what several heads say together, the later before the earlier in units, and what they contradict in."""
    said: dict[str, Any] = {}
    unit: UnitWish | None = None
    for head in heads:
        for kind, value in head.said.items():
            if said.setdefault(kind, value) != value:
                return said, unit, kind
        if head.unit is not None:
            before, name, scale = unit or UnitWish(), head.unit.name, head.unit.scale
            if name is not None and name != before.name and before.name is not None and scale is None:
                # "Staff (persons)" below "USD million": the scale is that of the dollars.
                if {name, before.name} <= CURRENCIES:
                    return said, unit, "unit"
                before = UnitWish()
            if name is not None and name not in CURRENCIES:
                before = UnitWish()
            unit = UnitWish(name or before.name, before.scale if scale is None else scale)
    return said, unit, None


def is_plan(text: str) -> bool:
    """Return whether a title or a name says that numbers are of plans, targets or forecasts."""
    return _PLANS.search(folded(text[:_MOST_CHARACTERS])) is not None
