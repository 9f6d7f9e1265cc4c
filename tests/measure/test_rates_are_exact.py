"""Rates carry exact intervals, and areas are what they are defined to be."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vouched.errors import UsageError
from vouched.measure.rates import area, incomplete_beta, interval, rate_of

# Published values (scipy.stats.binomtest(...).proportion_ci(method="exact"), R binom.test).
KNOWN = [
    (0, 10, 0.0, 0.3084971),
    (5, 10, 0.1870860, 0.8129140),
    (10, 10, 0.6915029, 1.0),
    (1, 100, 0.0002531460, 0.05445938),
    (500, 1000, 0.4685492, 0.5314508),
    (0, 1, 0.0, 0.975),
]


@pytest.mark.parametrize(("count", "of", "lower", "upper"), KNOWN)
def test_intervals_are_those_of_clopper_and_pearson(count: int, of: int, lower: float, upper: float) -> None:
    """The interval has the published bounds."""
    found = interval(count, of)

    assert found == pytest.approx((lower, upper), abs=2e-7)


@given(st.integers(1, 300), st.data())
def test_bounds_solve_the_binomial_tails(of: int, data: st.DataObject) -> None:
    """At each bound the binomial tail, summed term by term, is 2.5 %."""
    count = data.draw(st.integers(0, of))
    lower, upper = interval(count, of)

    def tail(first: int, last: int, rate: float) -> float:
        return math.fsum(math.comb(of, k) * rate**k * (1 - rate) ** (of - k) for k in range(first, last + 1))

    assert count == 0 or tail(count, of, lower) == pytest.approx(0.025, rel=1e-6)
    assert count == of or tail(0, count, upper) == pytest.approx(0.025, rel=1e-6)


def test_the_beta_function_has_its_known_values() -> None:
    """The incomplete beta function agrees with closed forms."""
    assert incomplete_beta(2, 3, 0.5) == pytest.approx(0.6875, abs=1e-14)
    assert incomplete_beta(1, 1, 0.3) == pytest.approx(0.3, abs=1e-14)
    assert incomplete_beta(5, 1, 0.9) == pytest.approx(0.9**5, abs=1e-14)
    assert incomplete_beta(0.5, 0.5, 0.25) == pytest.approx(2 / math.pi * math.asin(0.5), abs=1e-12)
    assert incomplete_beta(2, 3, 0) == 0
    assert incomplete_beta(2, 3, 1) == 1


def test_large_counts_are_bounded() -> None:
    """Millions of cases have an interval too."""
    lower, upper = interval(1_000_000, 2_000_000)

    assert lower == pytest.approx(0.4993068, abs=1e-6)
    assert upper == pytest.approx(0.5006932, abs=1e-6)


def test_nothing_is_known_of_no_cases() -> None:
    """Without cases the interval is all that a rate can be."""
    rate = rate_of(0, 0)

    assert (rate.lower, rate.upper, rate.share) == (0.0, 1.0, None)


def test_more_events_than_cases_are_refused() -> None:
    """A count above the number of cases is a mistake."""
    with pytest.raises(UsageError, match="expected a count from 0 to 2, saw 3"):
        interval(3, 2)


def test_areas_count_ties_half() -> None:
    """The area is the chance that a bad case scores above a good one, and is unknown where a class is empty."""
    assert area([0.1, 0.2], [0.8, 0.9]) == 1
    assert area([0.5], [0.5]) == 0.5
    assert area([0.1, 0.9], [0.5, 0.5]) == 0.5
    assert area([], [0.5]) is None
