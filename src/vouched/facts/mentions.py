"""Splits a question into parts: periods, names, operations, units, exclusions, fillers, and what nothing explains."""

from __future__ import annotations

from datetime import date
from typing import NamedTuple

from vouched.facts.lexicon import Found, Lexicon
from vouched.facts.period_words import PeriodMention, period_mentions
from vouched.facts.periods import Calendar
from vouched.facts.requests import Mention, MentionKind
from vouched.facts.views import View

__all__ = ["Part", "mentions_of", "parts_of"]

_KINDS: dict[str, MentionKind] = {
    "metric": "metric", "entity": "entity", "company": "entity", "channel": "channel", "period": "period",
    "unit": "unit", "operation": "operation", "noun": "operation", "exclusion": "exclusion", "rival": "exclusion",
    "cue": "cue", "unknown": "unknown",
}  # fmt: skip


class Part(NamedTuple):
    """A part of a question, in the places of the folded text; `period` is set where it is a period."""

    start: int
    end: int
    kind: str
    means: tuple[str, ...]
    period: PeriodMention | None = None


def parts_of(view: View, *, lexicon: Lexicon, today: date, calendar: Calendar) -> tuple[Part, ...]:
    """Return the parts of a question in their order, so that each word is in one of them."""
    text = view.folded
    words = list(lexicon.words(text))
    periods = [each for each in period_mentions(view, today=today, calendar=calendar) if not _is_covered(each, words)]
    parts: list[Part] = []
    place = 0
    for period in periods:
        parts += _filled(lexicon, text, place, period.start, words=words)
        parts.append(Part(period.start, period.end, "period", tuple(p.key for p in period.periods), period))
        place = period.end
    parts += _filled(lexicon, text, place, len(text), words=words)
    return tuple(parts)


def _is_covered(period: PeriodMention, words: list[Found]) -> bool:
    """Whether a longer word says more than a period in it: "year on year", 前年比, 上年 in 较上年."""
    return any(word.start <= period.start and period.end <= word.end and _longer(word, period) for word in words)


def _longer(word: Found, period: PeriodMention) -> bool:
    return word.end - word.start > period.end - period.start


def _filled(lexicon: Lexicon, text: str, start: int, end: int, *, words: list[Found]) -> list[Part]:
    """Return the parts between two places; words that were found in all of the text stand where no period cuts them."""
    parts: list[Part] = []
    if start >= end:
        return parts
    inside = [word for word in words if word.start < end and word.end > start]
    if any(word.start < start or word.end > end for word in inside):
        inside = list(lexicon.words(text, start, end))
    place = start
    for word in inside:
        if place < word.start:
            parts += [Part(*gap) for gap in lexicon.gaps(text, place, word.start)]
        parts.append(Part(*word))
        place = word.end
    if place < end:
        parts += [Part(*gap) for gap in lexicon.gaps(text, place, end)]
    return parts


def mentions_of(parts: tuple[Part, ...], view: View) -> tuple[Mention, ...]:
    """Return the parts as mentions, with their places and texts as they were typed."""
    found = []
    for part in parts:
        span = view.span(part.start, part.end)
        kind = _KINDS.get(part.kind, "filler")
        means = "" if kind in ("filler", "unknown") else " ".join(each for each in part.means if each)
        found.append(Mention(kind, means, span, view.text[span.start : span.end]))
    return tuple(found)
