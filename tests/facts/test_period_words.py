"""Periods of questions are read as they are said, in three languages, whole or not at all."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from conftest import cases
from vouched.facts.period_names import period_name
from vouched.facts.period_words import period_mentions
from vouched.facts.periods import Calendar, Period, key_of
from vouched.facts.views import View
from work import calls_of

CASES = cases("periods")
CIVIL = Calendar()
RELATIVE = [
    "last year", "two years ago", "去年", "大前年", "昨年", "last year H1", "去年第三季度", "last three years",
    "近三年", "YTD", "this year", "year before last", "过去两年", "過去3年間", "今年度", "年初来",
]  # fmt: skip


def read(text: str, today: date = date(2026, 6, 12), calendar: Calendar = CIVIL) -> list[str]:
    """Return the keys of the periods that a text names."""
    mentions = period_mentions(View(text), today=today, calendar=calendar)
    return [period.key for mention in mentions for period in mention.periods]


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case['id']} {case['text']}")
def test_a_period_is_read_as_it_is_said(case: dict[str, Any]) -> None:
    """Each case names exactly its periods; what there is not has a reason, and what is no period is none."""
    view = View(case["text"])
    mentions = period_mentions(view, today=date.fromisoformat(case["today"]), calendar=CIVIL)

    assert [period.key for mention in mentions for period in mention.periods] == case["periods"]
    assert any(mention.reason for mention in mentions) is case["impossible"]


PERIODS = st.one_of(
    st.builds(lambda y: Period("year", f"{y}"), st.integers(1900, 2099)),
    st.builds(lambda y, p: Period("half", key_of("half", y, p)), st.integers(1900, 2099), st.integers(1, 2)),
    st.builds(lambda y, p: Period("quarter", key_of("quarter", y, p)), st.integers(1900, 2099), st.integers(1, 4)),
    st.builds(lambda y, p: Period("month", key_of("month", y, p)), st.integers(1900, 2099), st.integers(1, 12)),
    st.builds(lambda d: Period("day", d.isoformat()), st.dates(date(1900, 1, 1), date(2099, 12, 31))),
)


@given(PERIODS, st.sampled_from(["en", "ja", "zh"]))
def test_a_period_is_read_back_by_its_name(period: Period, language: str) -> None:
    """What a period is called in an answer is read as the same period in a question."""
    name = period_name(period, language)

    assert read(name) == [period.key]
    assert [
        (each.start, each.end) for each in period_mentions(View(name), today=date(2026, 6, 12), calendar=CIVIL)
    ] == [(0, len(View(name).folded))]


@given(st.sampled_from(RELATIVE), st.dates(date(2000, 1, 1), date(2090, 2, 28)))
def test_relative_periods_move_with_the_day(text: str, today: date) -> None:
    """A year later every relative period is the one a year later."""
    later = today.replace(year=today.year + 1) if (today.month, today.day) != (2, 29) else date(today.year + 1, 2, 28)
    before, after = (
        [each for mention in period_mentions(View(text), today=day, calendar=CIVIL) for each in mention.periods]
        for day in (today, later)
    )

    assert [each.a_year_before() for each in after] == before


@pytest.mark.parametrize(
    ("calendar", "text", "keys"),
    [
        (Calendar(start_month=4), "this year", ["2026"]),
        (Calendar(start_month=4), "last quarter", ["2025Q4"]),
        (Calendar(start_month=4, named_by="end"), "this year", ["2027"]),
        (Calendar(start_month=4, named_by="end"), "FY2025/26", ["2026"]),
        (Calendar(start_month=4), "FY2025/26", ["2025"]),
        (Calendar(start_month=4), "YTD", ["2026-04-01/2026-06-12"]),
        (Calendar(start_month=10), "本季度", ["2025Q3"]),
        (Calendar(start_month=7), "去年", ["2024"]),
    ],
    ids=str,
)
def test_fiscal_years_are_those_of_the_profile(calendar: Calendar, text: str, keys: list[str]) -> None:
    """Years and quarters are counted and named by the calendar of the facts."""
    assert read(text, calendar=calendar) == keys


def test_a_calendar_year_is_not_a_fiscal_year() -> None:
    """Where they differ, a wish for the calendar year has a reason and no period."""
    mentions = period_mentions(View("calendar year 2025"), today=date(2026, 6, 12), calendar=Calendar(start_month=4))

    assert [(each.periods, each.reason) for each in mentions] == [((), "not_fiscal")]


@pytest.mark.parametrize("piece", ["1", "2025", "2025, ", "Q1 and ", "一", "last ", "2023-", "年", "from 2020 to "])
def test_reading_grows_with_the_text(piece: str) -> None:
    """Four times the text costs at most about four times the work, whatever it repeats."""
    small, large = (View(piece * count) for count in (500, 2_000))

    def work(view: View) -> int:
        return calls_of(lambda: period_mentions(view, today=date(2026, 6, 12), calendar=CIVIL))[1]

    work(small)
    assert work(large) <= 5 * work(small) + 2_000
