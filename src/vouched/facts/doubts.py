"""Says why a question has to be asked back before anything is looked up."""

from __future__ import annotations

import difflib
from collections.abc import Iterator, Sequence

from vouched.facts.mentions import Part
from vouched.facts.operations import Asked
from vouched.facts.profile import FactProfile
from vouched.facts.requests import Doubt, DoubtKind
from vouched.facts.slots import Slots
from vouched.facts.views import View, folded

__all__ = ["doubts_of"]

_LEAST_ALIKE = 4
_MOST_TEXTS = 20


def doubts_of(parts: Sequence[Part], slots: Slots, asked: Asked, profile: FactProfile, view: View) -> tuple[Doubt, ...]:
    """Return what of a question is not understood, taken back, impossible or unclear, the gravest first."""
    return tuple(_doubts(parts, slots, asked, profile, view))


def _doubts(parts: Sequence[Part], slots: Slots, asked: Asked, profile: FactProfile, view: View) -> Iterator[Doubt]:
    rivals = [part for part in slots.refused if part.kind == "rival"]
    if rivals:
        yield Doubt(kind="rival", texts=_texts(rivals, view))
    unknown = [part for part in parts if part.kind == "unknown" or part in _bounds(parts)]
    if unknown:
        yield Doubt(kind="not_understood", texts=_texts(unknown, view), options=_alike(unknown, profile))
    taken_back = [part for part in slots.refused if part.kind != "rival"]
    if taken_back:
        yield Doubt(kind="exclusion", texts=_texts(taken_back, view))
    # "The year before" is told by the question before, which is carried in front of all that this one says.
    is_told = any(slot.kind == "period" and slot.place < 0 for slot in slots.said)
    wrong = [
        part
        for part in parts
        if part.period is not None and part.period.reason and not (part.period.kind == "shift" and is_told)
    ]
    if wrong:
        yield Doubt(kind="no_such_period", texts=_texts(wrong, view))
    for part in slots.unclear:
        kind: DoubtKind = "metric_unclear" if part.kind == "metric" else "name_unclear"
        yield Doubt(kind=kind, texts=_texts([part], view), options=part.means)
    if not any(slot.kind == "metric" for slot in slots.said) and not slots.unclear:
        yield Doubt(kind="metric_missing", options=tuple(profile.metrics))
    if asked.clash or slots.units_clash:
        kinds = ("operation",) if asked.clash else ("unit",)
        yield Doubt(kind="operations", texts=_texts([part for part in parts if part.kind in kinds], view))


def _bounds(parts: Sequence[Part]) -> list[Part]:
    """Return words that make of the period beside them another: up to Q3, from 2024 on, 2024年から."""
    said = [part for part in parts if part.kind != "filler"]
    return [
        part
        for index, part in enumerate(said)
        if (part.kind == "toward" and index + 1 < len(said) and said[index + 1].kind == "period")
        or (part.kind == "onward" and index and said[index - 1].kind == "period")
    ]


def _texts(parts: Sequence[Part], view: View) -> tuple[str, ...]:
    spans = [view.span(part.start, part.end) for part in parts[:_MOST_TEXTS]]
    return tuple(view.text[span.start : span.end] for span in spans)


def _alike(unknown: Sequence[Part], profile: FactProfile) -> tuple[str, ...]:
    """Return the codes whose names are spelt like what is not understood."""
    names: dict[str, str] = {}
    for items in (profile.metrics, profile.entities, profile.channels):
        for name, item in items.items():
            names.update({folded(synonym): name for synonym in (name, *item.synonyms)})
    found: dict[str, None] = {}
    for part in unknown[:_MOST_TEXTS]:
        word = part.means[0][:40] if part.kind == "unknown" else ""
        if len(word) >= _LEAST_ALIKE or not word.isascii():
            found.update(
                dict.fromkeys(names[each] for each in difflib.get_close_matches(word, names, n=2, cutoff=0.75))
            )
    return tuple(found)
