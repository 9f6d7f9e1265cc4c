"""Tells which facts count something twice: periods within periods, parts of an entity, channels of the total."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, timedelta

from vouched.facts.periods import Calendar, Period
from vouched.facts.profile import FactProfile
from vouched.facts.rows import FactKey

__all__ = ["days_of", "overlapping", "within"]

_MONTHS = {"year": 12, "half": 6, "quarter": 3, "month": 1}


def days_of(period: Period, calendar: Calendar) -> tuple[date, date]:
    """Return the first and the last day of a period."""
    if period.grain in ("day", "span"):
        days = [date.fromisoformat(each) for each in period.key.split("/")]
        return days[0], days[-1]
    months = _MONTHS[period.grain]
    index = period.year * 12 + (period.part - 1) * months
    if period.grain != "month":
        index += calendar.start_month - 1
        if calendar.named_by == "end" and calendar.start_month > 1:
            index -= 12
    return _first_of(index), _first_of(index + months) - timedelta(days=1)


def _first_of(month: int) -> date:
    # The first and the last years of the calendar are those that dates know.
    return date(min(max(month // 12, 1), 9999), month % 12 + 1, 1)


def within(part: Period, whole: Period, calendar: Calendar) -> bool:
    """Whether each day of a period is one of another."""
    first, last = days_of(part, calendar)
    begun, ended = days_of(whole, calendar)
    return begun <= first and last <= ended


def overlapping(keys: Sequence[FactKey], profile: FactProfile) -> tuple[FactKey, FactKey] | None:
    """Return two facts that count something twice, None where no two do.

    Two facts do where they have an entity, a day and a channel in common: a part and what it is part of have.
    """
    days = [days_of(key.period, profile.calendar) for key in keys]
    above = {key.entity: profile.with_wholes(key.entity) for key in keys}
    for later, key in enumerate(keys):
        for earlier, other in enumerate(keys[:later]):
            related = key.entity in above[other.entity] or other.entity in above[key.entity]
            channels = key.channel == other.channel or profile.total in (key.channel, other.channel)
            together = days[later][0] <= days[earlier][1] and days[earlier][0] <= days[later][1]
            if related and channels and together:
                return other, key
    return None
