"""Reads the slots of a question off its parts: what it names, what it takes back, and the unit that it asks for."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple, cast

from vouched.facts.clauses import Slot, SlotKind
from vouched.facts.mentions import Part
from vouched.facts.periods import Grain
from vouched.facts.profile import FactProfile
from vouched.facts.units import UnitWish

__all__ = ["Slots", "slots_of"]

_NAMES = ("metric", "entity", "channel")


class Slots(NamedTuple):
    """What a question names, in order. `nouns` are kinds that are asked for one by one ("by channel", "which year").

    `refused` are parts that take something back and cannot be done without asking ("except HK"); `unclear` names that
    mean several things; `latest` the grain of "the latest quarter". `in_order` tells that lists go together one by one
    ("respectively"). `operation` is the place of the first word that asks for one, -1 for none;
    `is_change` tells that it is one over time.
    """

    said: tuple[Slot, ...] = ()
    nouns: tuple[str, ...] = ()
    unit: UnitWish | None = None
    units_clash: bool = False
    refused: tuple[Part, ...] = ()
    unclear: tuple[Part, ...] = ()
    in_order: bool = False
    has_range: bool = False
    latest: Grain | None = None
    operation: int = -1
    is_change: bool = False


def slots_of(parts: Sequence[Part], profile: FactProfile) -> Slots:
    """Return the slots of a question's parts."""
    dropped, refused = _taken_back(parts)
    said: list[Slot] = []
    conjunct = 0
    is_next_to_entity = False
    for index, part in enumerate(parts):
        if part.kind == "connector":
            conjunct += 1
            is_next_to_entity = False
        elif part.kind == "entity" and index not in dropped and len(part.means) == 1:
            slot = Slot("entity", part.means, conjunct, part.start)
            narrower = _narrower(said[-1].values[0], part.means[0], profile) if is_next_to_entity else None
            if narrower is None:
                said.append(slot)
            else:
                said[-1] = said[-1]._replace(values=(narrower,))
            is_next_to_entity = True
        elif (part.kind in _NAMES and len(part.means) == 1) or part.kind == "period":
            is_next_to_entity = False
            values = part.means if part.period is None else part.period.periods
            if index not in dropped and values:
                said.append(Slot(cast("SlotKind", part.kind), values, conjunct, part.start))
        elif part.kind not in ("filler", "company"):
            is_next_to_entity = False
    wishes = _wishes(parts)
    latest = [part.period.grain for part in parts if part.period is not None and part.period.kind == "latest"]
    return Slots(
        said=_with_company(said, parts, profile),
        nouns=tuple(each for part in parts if part.kind == "noun" for each in part.means),
        unit=wishes[0] if wishes else None,
        units_clash=len(set(wishes)) > 1,
        refused=refused,
        unclear=tuple(part for part in parts if part.kind in _NAMES and len(part.means) > 1),
        in_order=any(part.kind == "pairing" for part in parts),
        latest=next(iter(latest), None),
        is_change=any("change" in part.means for part in parts if part.kind == "operation"),
        operation=next((part.start for part in parts if part.kind == "operation"), -1),
        has_range=any(part.period is not None and part.period.kind == "range" for part in parts),
    )


def _taken_back(parts: Sequence[Part]) -> tuple[set[int], tuple[Part, ...]]:
    """Return which parts are denied where another of their kind is affirmed, and the denials that leave a question."""
    slots = [index for index, part in enumerate(parts) if part.kind in (*_NAMES, "period")]
    denied: set[int] = set()
    refused = [
        part
        for part in parts
        if (part.kind in ("exclusion", "rival") and "except" in part.means) or part.kind == "rival"
    ]
    for index, part in enumerate(parts):
        if part.kind != "exclusion" or "except" in part.means:
            continue
        # Japanese denies what stands before, English and Chinese what follows.
        is_behind = "contrast behind" in part.means
        near = [each for each in slots if (each < index) == is_behind]
        if near:
            denied.add(near[-1] if is_behind else near[0])
        else:
            refused.append(part)
    for index in denied:
        kind = parts[index].kind
        if all(each in denied for each in slots if parts[each].kind == kind):
            refused.append(parts[index])
    return denied, tuple(refused)


def _narrower(one: str, other: str, profile: FactProfile) -> str | None:
    """Return which of two entities is a part of the other, None where neither is."""
    for part, whole in ((one, other), (other, one)):
        if whole in profile.with_wholes(part):
            return part
    return None


def _with_company(said: list[Slot], parts: Sequence[Part], profile: FactProfile) -> tuple[Slot, ...]:
    """Return the slots, with the company itself where it is named and no entity is."""
    company = next((part for part in parts if part.kind == "company"), None)
    if company is None or any(part.kind == "entity" for part in parts):
        return tuple(said)
    conjunct = next((slot.conjunct for slot in said if slot.place > company.start), 0)
    return tuple(sorted([*said, Slot("entity", (profile.company.home,), conjunct, company.start)], key=_place))


def _place(slot: Slot) -> int:
    return slot.place


def _wishes(parts: Iterable[Part]) -> list[UnitWish]:
    """Return the units that are asked for; a scale and a currency that follow each other are one."""
    wishes: list[UnitWish] = []
    before: Part | None = None
    for part in parts:
        if part.kind == "unit":
            means = part.means[0]
            wish = UnitWish(scale=int(means[3:])) if means.startswith("10^") else UnitWish(name=means)
            last = wishes[-1] if wishes and before is not None else None
            if (
                last is not None
                and (last.scale is None) != (wish.scale is None)
                and (last.name is None) != (wish.name is None)
            ):
                wishes[-1] = UnitWish(last.name or wish.name, last.scale if last.scale is not None else wish.scale)
            elif wish != UnitWish(scale=0):
                wishes.append(wish)
            before = part
        elif part.kind != "filler":
            before = None
    return wishes
