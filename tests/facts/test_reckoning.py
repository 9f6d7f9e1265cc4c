"""What is reckoned is exact, shows its facts, and is refused with a reason where it would mislead."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from itertools import permutations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from conftest import cases
from facts.facts_written import parts, profile, standing, wish
from vouched.facts.arithmetic import rounded
from vouched.facts.reckoning import reckon
from vouched.facts.requests import Request
from vouched.facts.results import Calculation, Reckoned
from vouched.facts.rows import Fact, Looked

CASES = cases("reckoning")
VALUES = st.decimals(allow_nan=False, allow_infinity=False, min_value=-(10**9), max_value=10**9, places=3)


def reckoned(case: dict[str, Any]) -> Calculation:
    """Return what is reckoned of a case."""
    found = [standing(each) for each in case["facts"]]
    bases = [standing(each) for each in case.get("bases", ())]
    request = Request(
        question="",
        operation=case["operation"],
        keys=tuple(key for key, _ in found),
        bases=tuple(key for key, _ in bases),
        unit=wish(case.get("unit")),
    )
    return reckon(request, [*found, *bases], profile(case.get("calendar", 1)))


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_each_case_is_reckoned_as_it_says(case: dict[str, Any]) -> None:
    """Every case gives its numbers, to the digit and with its formula, or its obstacles, and nothing else."""
    calculation = reckoned(case)

    keys = [standing(each)[0] for each in case["facts"]]
    assert parts(calculation.parts) == case["expected"]
    assert [keys.index(key) for key in calculation.chosen] == case.get("chosen", [])


def test_a_fact_of_another_key_stands_for_none() -> None:
    """A store that hands out a fact of another year gives no number to the year that was asked for."""
    key, _ = standing("REVENUE HK 2025 = 1 USD_M")
    base, facts = standing("REVENUE HK 2024 = 1600 USD_M")
    found: Looked = [(key, facts), (base, facts)]

    calculation = reckon(Request(question="", operation="growth", keys=(key,), bases=(base,)), found, profile())

    assert parts(calculation.parts) == ["growth ! missing_fact"]


@pytest.mark.parametrize("value", ["NaN", "sNaN", "Infinity", "-Infinity", "1E+999999", "1E-999999", "0E-999999"])
def test_what_is_no_number_of_a_size_that_is_read_is_not_reckoned_with(value: str) -> None:
    """Values that are no numbers, or of a million digits, are refused in every operation and cost nothing."""
    for operation in ("compare", "sum", "average", "highest"):
        facts = [f"REVENUE HK 2025 = {value} USD_M", "REVENUE CN 2025 = 1 USD_M"]

        assert {
            part.rpartition(" ")[2] for part in parts(reckoned({"operation": operation, "facts": facts}).parts)
        } == {"out_of_range"}


def test_a_unit_that_is_none_is_a_unit_of_its_own() -> None:
    """A stored unit that cannot be read is set against nothing but itself."""
    facts = ["REVENUE HK 2025 = 5 usd-m", "REVENUE CN 2025 = 3 USD_M"]

    assert parts(reckoned({"operation": "sum", "facts": facts}).parts) == ["sum ! mixed_units"]


@given(st.lists(VALUES, min_size=2, max_size=8))
def test_sums_lose_nothing_and_need_no_order(values: list[Decimal]) -> None:
    """The sum of facts is their exact sum, in whatever order they were asked for."""
    facts = [f"REVENUE HK {2000 + place} = {value} USD_M" for place, value in enumerate(values)]

    sums = {
        part.value
        for order in list(permutations(facts))[:6]
        for part in reckoned({"operation": "sum", "facts": list(order)}).parts
        if isinstance(part, Reckoned)
    }

    assert {Fraction(each) for each in sums} == {sum((Fraction(value) for value in values), Fraction(0))}


@given(VALUES, VALUES)
def test_growth_and_difference_agree(earlier: Decimal, later: Decimal) -> None:
    """Growth has the sign of the difference, is exact or the nearest of its decimals, and needs a positive base."""
    facts = [f"REVENUE HK 2024 = {earlier} USD_M", f"REVENUE HK 2025 = {later} USD_M"]
    found = {part.of: part for part in reckoned({"operation": "compare", "facts": facts}).parts}

    difference, growth = found["difference"], found["growth"]
    assert isinstance(difference, Reckoned)
    assert Fraction(difference.value) == Fraction(later) - Fraction(earlier)
    assert isinstance(growth, Reckoned) == (earlier > 0)
    if isinstance(growth, Reckoned):
        true = Fraction(difference.value) * 100 / Fraction(earlier)
        step = Fraction(1, 10 ** -int(growth.value.as_tuple().exponent)) if growth.value else Fraction(1)
        assert (growth.value > 0) == (difference.value > 0)
        assert growth.exact == (Fraction(growth.value) == true)
        assert abs(Fraction(growth.value) - true) <= step / 2


@given(st.fractions(max_denominator=10**6))
def test_rounding_is_half_to_even_and_says_so(value: Fraction) -> None:
    """A number is either exact or the nearest of its decimals, and never rounded away to nothing."""
    shown, exact = rounded(value)

    assert exact == (Fraction(shown) == value)
    assert bool(shown) == bool(value)
    assert exact or abs(value) < 1 or Fraction(shown) == round(value, 2)


def test_what_lies_near_a_middle_goes_to_the_nearer_digit() -> None:
    """A number is rounded once, from what it is; very small ones in the middle go to the even digit."""
    near = Fraction(1, 2 * 10**8)

    assert rounded(Fraction(6245, 1000) + near) == (Decimal("6.25"), False)
    assert rounded(Fraction(6245, 1000) - near) == (Decimal("6.24"), False)
    assert rounded(Fraction(245, 10**8)) == (Decimal("0.0000024"), False)
    assert rounded(Fraction(6245, 1000)) == (Decimal("6.245"), True)


def test_facts_that_are_handed_over_stay_what_they_are() -> None:
    """Reckoning changes no fact and keeps its digits in the formula."""
    key, facts = standing("REVENUE HK 2025 = 1234567.890 USD_M")
    before = Fact(key=key, value=Decimal("1234567.890"), unit="USD_M", document="HK_2025.pptx", locator="c")

    calculation = reckon(Request(question="", keys=(key,), unit=wish("10^3")), [(key, facts)], profile())

    assert facts == (before,)
    assert parts(calculation.parts) == ["converted 1234567890 USD_K = 1234567.890 * 1000"]
