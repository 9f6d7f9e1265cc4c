"""Fills what a follow-up leaves out ("and China?", 那中国呢, その前年は?) from the request before it alone."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

from vouched.facts.clauses import Slot, SlotKind
from vouched.facts.mentions import Part
from vouched.facts.operations import Asked
from vouched.facts.period_words import earlier
from vouched.facts.requests import Request
from vouched.facts.slots import Slots

__all__ = ["Carried", "carried"]

Carried = tuple[Literal["metric", "entity", "period", "channel", "operation"], ...]
_KINDS: tuple[SlotKind, ...] = ("metric", "entity", "period", "channel")


def carried(
    slots: Slots, asked: Asked, parts: Sequence[Part], last: Request, *, total: str
) -> tuple[Slots, Asked, Carried]:
    """Return the slots and the operation of a question with what it leaves out of the request before, and which.

    A question that says nothing of its own, or asks for reasons, is no follow-up: nothing is carried into it.
    """
    shift = next(
        (
            part.period.grain
            for part in parts
            if part.period is not None and part.period.kind == "shift" and not part.period.periods
        ),
        None,
    )
    said = {slot.kind for slot in slots.said}
    if not last.keys or not (said or shift) or any(part.kind == "cue" for part in parts):
        return slots, asked, ()
    before = _values(last)
    missing = [kind for kind in _KINDS if kind not in said and before.get(kind)]
    filled = [Slot(kind, tuple(before[kind]), 0, -1) for kind in missing]
    if shift is not None and "period" not in said:
        filled = [slot for slot in filled if slot.kind != "period"]
        filled.append(Slot("period", tuple(earlier(each, shift) for each in before["period"]), 0, -1))
    names: list[Any] = [kind for kind in missing if kind != "channel" or before[kind] != [total]]
    if asked.operation == "value" and last.operation not in ("value", "list", "definition"):
        asked = Asked(last.operation, last.basis)
        names.append("operation")
    return slots._replace(said=(*filled, *slots.said)), asked, tuple(names)


def _values(last: Request) -> dict[SlotKind, list[Any]]:
    """Return what each kind of slot was in a request, once each, in order."""
    keys = last.keys
    # Periods that were set against each other are said again together.
    if last.bases and last.basis is None and last.operation in ("growth", "difference"):
        keys = (*last.bases, *keys)
    return {
        "metric": list(dict.fromkeys(key.metric for key in keys)),
        "entity": list(dict.fromkeys(key.entity for key in keys)),
        "period": list(dict.fromkeys(key.period for key in keys)),
        "channel": list(dict.fromkeys(key.channel for key in keys)),
    }
