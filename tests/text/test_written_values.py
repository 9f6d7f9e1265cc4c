"""Numbers and dates are found by their values, however they are written; others are not."""

from datetime import date
from decimal import Decimal

import pytest

from vouched.documents import Document
from vouched.text.written_values import WrittenValues, as_date, as_number, written_values


def _values(text: str) -> WrittenValues:
    return written_values(Document("a", text))


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("It cost 1,000.50 USD.", "1000.5"),
        ("It cost 1.000,50 EUR.", "1000.50"),
        ("It cost 10 000 EUR.", "10000"),
        ("a loss of -7 units", "-7"),
        ("a loss of △5,000円", "-5000"),
        ("a loss of (1,200)", "-1200"),
        ("5 million dollars", "5000000"),
        ("総額は五百万円", "5000000"),
        ("総額は3万5千円", "35000"),
        ("１２３円", "123"),
        ("for six months", "6"),
        ("a rate of 5%", "0.05"),
        ("1,5 kg", "1.5"),
    ],
)
def test_a_number_is_found_by_its_value(text: str, value: str) -> None:
    """Grouping, width, scale, sign and script of a number do not matter."""
    (span, *_) = _values(text).written(Decimal(value))
    assert span.of(text)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("2.5 mg", "5"),
        ("1,250 units", "250"),
        ("item 12b", "2"),
        ("-5 degrees", "5"),
        ("5 million", "5"),
        ("A4 paper", "4"),
    ],
)
def test_a_part_of_a_number_is_none(text: str, value: str) -> None:
    """Digits inside a number or a code, and a number without its sign or scale, are other numbers."""
    assert _values(text).written(Decimal(value)) == ()


def test_a_scale_may_stand_beside_the_number() -> None:
    """5 is the 5 of "5 million" where what belongs to it says million."""
    assert _values("5 million EUR").written(Decimal(5), scaled_by="million")
    assert not _values("5 million EUR").written(Decimal(5), scaled_by="thousand")


@pytest.mark.parametrize(
    "text",
    ["31 December 2025", "December 31st, 2025", "2025-12-31", "31.12.2025", "12/31/2025", "2025年12月31日",
     "令和7年12月31日", "二〇二五年十二月三十一日", "the 31st day of December 2025", "２０２５年１２月３１日",
     "2025 年 12 月 31 日", "令和 7 年 12 月 31 日", "民国114年12月31日", "R7.12.31"],
)  # fmt: skip
def test_a_date_is_found_by_its_day(text: str) -> None:
    """The usual ways to write a date in English, Japanese and Chinese are one date."""
    assert _values(f"It ends on {text}.").places_of(date(2025, 12, 31))
    assert not _values(f"It ends on {text}.").places_of(date(2025, 12, 30))


@pytest.mark.parametrize("text", ["昭和100年12月31日", "平成37年12月31日", "昭和100 年 12 月 31 日"])
def test_what_was_no_day_is_none(text: str) -> None:
    """A day of a year that an era never had is no date."""
    assert not _values(f"It ends on {text}.").places_of(date(2025, 12, 31))


def test_only_plain_numbers_and_iso_dates_are_values() -> None:
    """Codes, truth values, infinities and free texts are none."""
    assert as_number("1,000.50") == as_number(1000.5) == Decimal("1000.5")
    assert as_number("-3") == as_number(-3) == Decimal(-3)
    for none in ("007", True, None, float("nan"), float("inf"), "5 mg", "", "1" * 99, 10**90, [5]):
        assert as_number(none) is None
    assert as_date("2025-12-31T00:00:00Z") == date(2025, 12, 31)
    for text in ("2025-13-01", "31 December 2025", "2025-12-31T10:00", ""):
        assert as_date(text) is None
