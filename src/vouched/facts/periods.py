"""Periods: years, halves, quarters, months, days and spans, their order, their names, and fiscal calendars."""

from __future__ import annotations

import re
from datetime import date, timedelta
from typing import Literal

from vouched.errors import UsageError
from vouched.record import Record

__all__ = ["GRAINS", "Calendar", "Grain", "Period", "key_of", "period_of", "periods_between"]

Grain = Literal["year", "half", "quarter", "month", "day", "span"]
GRAINS: tuple[Grain, ...] = ("year", "half", "quarter", "month", "day", "span")
_PARTS = {"year": 1, "half": 2, "quarter": 4, "month": 12}
_TYPES: dict[str, Grain] = {
    "fy": "year",
    "year": "year",
    "hy": "half",
    "half": "half",
    "quarter": "quarter",
    "q": "quarter",
    "month": "month",
    "m": "month",
    "day": "day",
    "d": "day",
    "ytd": "span",
    "span": "span",
}
_KEY = re.compile(
    r"(?P<year>\d{4})(?:H(?P<half>[12])|Q(?P<quarter>[1-4])|-(?P<month>0[1-9]|1[0-2])(?:-(?P<day>\d\d))?)?\Z", re.ASCII
)
_SPAN = re.compile(r"(\d{4}-\d\d-\d\d)/(\d{4}-\d\d-\d\d)\Z", re.ASCII)
_MOST = 400


class Period(Record, frozen=True):
    """A period by its grain and its key: "2025", "2025H1", "2025Q3", "2025-03", "2025-06-30", "2026-01-01/2026-06-12".

    Years, halves and quarters are those of the calendar of the facts, months and days those of the civil calendar.
    """

    grain: Grain
    key: str

    @property
    def year(self) -> int:
        """The year that the key begins with."""
        return int(self.key[:4])

    @property
    def part(self) -> int:
        """Which half, quarter or month of its year it is, counted from 1; 1 for a year."""
        if self.grain == "month":
            return int(self.key[5:7])
        return int(self.key[5:6] or 1) if self.grain in ("half", "quarter") else 1

    def shifted(self, steps: int) -> Period:
        """Return the period so many of its kind later, or earlier where negative. Spans move by their years."""
        if self.grain in _PARTS:
            parts = _PARTS[self.grain]
            year, part = divmod(self.year * parts + self.part - 1 + steps, parts)
            return Period(self.grain, key_of(self.grain, year, part + 1))
        if self.grain == "day":
            return Period("day", (date.fromisoformat(self.key) + timedelta(days=steps)).isoformat())
        return self.a_year_before() if steps == -1 else self

    def parts(self, grain: Grain) -> tuple[Period, ...]:
        """Return the halves, quarters or months that a year, half or quarter is made of, in order.

        Raises UsageError where one is not made of the other. Months are those of a calendar that begins in January.
        """
        if self.grain not in _PARTS or grain not in _PARTS or _PARTS[grain] % _PARTS[self.grain]:
            raise UsageError(f"parts: expected a finer grain than {self.grain}, saw {grain!r:.60}")
        each = _PARTS[grain] // _PARTS[self.grain]
        first = (self.part - 1) * each
        return tuple(Period(grain, key_of(grain, self.year, first + step + 1)) for step in range(each))

    def a_year_before(self) -> Period:
        """Return the same period of the year before."""
        if self.grain in _PARTS:
            return self.shifted(-_PARTS[self.grain])
        days = [_year_before(date.fromisoformat(each)).isoformat() for each in self.key.split("/")]
        return Period(self.grain, "/".join(days))


def key_of(grain: Grain, year: int, part: int) -> str:
    """Return the key of a year, or of a part of it counted from 1."""
    marks = {"year": "", "half": f"H{part}", "quarter": f"Q{part}", "month": f"-{part:02d}"}
    return f"{year:04d}{marks[grain]}"


def _year_before(day: date) -> date:
    try:
        return day.replace(year=day.year - 1)
    except ValueError:  # 29 February
        return day.replace(year=day.year - 1, day=28)


def period_of(key: str, grain: str | None = None) -> Period:
    """Return the period of a stored key, of the grain (or type: FY, HY, QUARTER, MONTH, DAY) that stands beside it.

    Raises UsageError for a key that is none, or that is not of the grain.
    """
    text = re.sub(r"\s+", "", key).upper().removeprefix("FY")
    wanted = None if grain is None else _TYPES.get(grain.strip().lower())
    if grain is not None and wanted is None:
        raise UsageError(f"period type: expected one of FY, HY, QUARTER, MONTH, DAY, SPAN, saw {grain!r:.60}")
    found = _read(text)
    if found is None or (wanted is not None and found.grain != wanted):
        named = "a year, half, quarter, month or day" if wanted is None else f"a {wanted}"
        raise UsageError(f"period: expected {named} such as 2025, 2025H1, 2025Q3, 2025-03, 2025-06-30, saw {key!r:.60}")
    return found


def _read(text: str) -> Period | None:
    span = _SPAN.match(text)
    try:
        if span is not None:
            first, last = (date.fromisoformat(each) for each in span.groups())
            return Period("span", text) if first <= last else None
        match = _KEY.match(text)
        if match is None:
            return None
        if match["day"]:
            return Period("day", date.fromisoformat(text).isoformat())
    except ValueError:
        return None
    grain: Grain = "half" if match["half"] else "quarter" if match["quarter"] else "month" if match["month"] else "year"
    return Period(grain, text)


def periods_between(first: Period, last: Period) -> tuple[Period, ...] | None:
    """Return all periods from one to another of the same grain, in order; None for other grains or more than 400."""
    if first.grain != last.grain or first.grain == "span":
        return None
    found = [first]
    while found[-1] != last:
        if len(found) > _MOST or found[-1].key > last.key:
            return None
        found.append(found[-1].shifted(1))
    return tuple(found)


class Calendar(Record, frozen=True):
    """A fiscal calendar: the month in which the year begins, and whether its name is the year it begins or ends in."""

    start_month: int = 1
    named_by: Literal["start", "end"] = "start"

    def __post_init__(self) -> None:
        if not 1 <= self.start_month <= 12:
            raise UsageError(f"start_month: expected a month from 1 to 12, saw {self.start_month!r:.60}")

    def year_of(self, day: date) -> int:
        """Return the name of the fiscal year that a day is in."""
        begun = day.year if day.month >= self.start_month else day.year - 1
        return begun + (1 if self.named_by == "end" and self.start_month > 1 else 0)

    def current(self, grain: Grain, day: date) -> Period:
        """Return the year, half, quarter, month or day that a day is in."""
        if grain == "day":
            return Period("day", day.isoformat())
        if grain == "month":
            return Period("month", key_of("month", day.year, day.month))
        months = (day.month - self.start_month) % 12
        return Period(grain, key_of(grain, self.year_of(day), months * _PARTS[grain] // 12 + 1))

    def to_date(self, day: date, grain: Grain = "year") -> Period:
        """Return the span from the first day of the year, quarter or month that a day is in to that day."""
        months = {"month": 1, "quarter": 3, "half": 6}.get(grain, 12)
        back = (day.month - self.start_month) % 12 % months
        year, month = divmod(day.year * 12 + day.month - 1 - back, 12)
        return Period("span", f"{date(year, month + 1, 1).isoformat()}/{day.isoformat()}")
