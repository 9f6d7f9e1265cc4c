"""Every quantity is found where it stands, with its value and unit, in three languages, and compared exactly."""

from __future__ import annotations

from decimal import Decimal
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from conftest import cases
from vouched.text.quantities import Quantity, compare, quantities
from work import calls_of

ROWS = cases("quantities")


def shown(quantity: Quantity) -> dict[str, Any]:
    """Return a quantity as the case file has it."""
    told: dict[str, Any] = {"kind": quantity.kind, "text": quantity.text}
    if quantity.value is not None:
        value = round(quantity.value, 4) if quantity.kind == "ratio" else quantity.value
        told["value"] = format(value.normalize(), "f")
    if quantity.high is not None:
        told["high"] = format(quantity.high.normalize(), "f")
    if quantity.moment is not None:
        told["moment"] = [getattr(quantity.moment, name) for name in ("year", "month", "day", "part", "minutes")]
    flags = {"unit": quantity.unit, "comparator": quantity.comparator, "about": quantity.approximate}
    return told | {name: held for name, held in flags.items() if held}


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row["id"])
def test_a_quantity_is_what_a_reader_takes_it_for(row: Any) -> None:
    """Kind, value, unit, bounds and "about" of each case."""
    assert [shown(quantity) for quantity in quantities(row["text"])] == row["expected"]


@given(st.lists(st.sampled_from([row["text"] for row in ROWS]), max_size=6))
def test_quantities_are_slices_in_order_and_apart(texts: list[str]) -> None:
    """Each stands where it says, and no two in one place."""
    text = "\n\n".join(texts)
    found = quantities(text)
    for quantity in found:
        assert quantity.span.of(text) == quantity.text
    for before, after in pairwise(found):
        assert before.span.end <= after.span.start


@given(st.integers(1, 10**12 - 1))
def test_one_value_in_every_grouping_is_the_same(number: int) -> None:
    """Commas, spaces, apostrophes, full width and 万 and 億 mean the same number."""
    comma = f"{number:,}"
    wide = "".join(chr(ord(char) + 0xFEE0) for char in comma)
    mixed = f"{number // 10**8}億" if number >= 10**8 else ""
    rest = number % 10**8
    mixed += (f"{rest // 10**4}万" if rest >= 10**4 else "") + (f"{rest % 10**4}" if rest % 10**4 else "")
    for written in (comma, comma.replace(",", " "), comma.replace(",", "'"), wide, mixed):
        (found,) = quantities(f"約{written}人" if written != comma else f"some {written} people")
        assert found.value == Decimal(number), written


PAIRS = [
    ("$3.1 billion", "$3,104 million", "rounded"),
    ("$3.1 billion", "$3,204 million", "different"),
    ("about 3,000 people", "3,104 people", "rounded"),
    ("3,000 people", "3,104 people", "different"),
    ("5 million dollars", "$5,000,000", "equal"),
    ("$5 billion", "$5 million", "scale_changed"),
    ("5%", "-5%", "sign_changed"),
    ("5 mg", "5 g", "scale_changed"),
    ("5000 mg", "5 g", "equal"),
    ("26 °C", "79 °F", "rounded"),
    ("30 °C", "79 °F", "different"),
    ("200 USD", "200 EUR", "unit_changed"),
    ("120 bps", "1.2 percentage points", "equal"),
    ("5 people", "5 km", "unit_changed"),
    ("50%", "half of them", "equal"),
    ("3億円", "300,000,000円", "equal"),
    ("3.1億円", "3億1,040万円", "rounded"),
    ("三百万元", "300万元", "equal"),
    ("5 March 2025", "2025-03-05", "equal"),
    ("令和7年3月5日", "2025年3月5日", "equal"),
    ("March 2025", "5 March 2025", "equal"),
    ("6 March 2025", "5 March 2025", "different"),
    ("3 pm", "15:00", "equal"),
    ("10-12 tablets", "10 to 12 tablets", "equal"),
    ("10-14 tablets", "10 to 12 tablets", "different"),
    ("12 months", "1 year", "equal"),
    ("F-16", "F-18", "different"),
]


@pytest.mark.parametrize(("claim", "evidence", "relation"), PAIRS)
def test_two_quantities_are_compared_exactly(claim: str, evidence: str, relation: str) -> None:
    """Equal in value and unit, rounded as it says itself, or which fact was changed."""
    (one,), (other,) = quantities(claim), quantities(evidence)
    assert compare(one, other) == relation


@pytest.mark.parametrize(
    "piece",
    ["9", "9,", "1 ", "一", "万", "1-", "1/", "1:", "(1) ", "$", "one ", "Step 1 ", "第1", "3月", "12. ", "-5", "a1"],
)
def test_reading_takes_work_in_proportion_to_the_text(piece: str) -> None:
    """Ten times as much of what looks like numbers takes about ten times as many calls, and ends."""
    short, calls = calls_of(quantities, piece * 400)
    long, more = calls_of(quantities, piece * 4000)
    assert more < 14 * calls + 2000
    assert len(long) < 14 * len(short) + 100
