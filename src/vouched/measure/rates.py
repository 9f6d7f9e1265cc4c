"""Works out rates with their exact intervals, and how well a score tells two classes apart."""

from __future__ import annotations

import math
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Sequence

from vouched.errors import UsageError
from vouched.scorecard import Rate

__all__ = ["area", "incomplete_beta", "interval", "rate_of"]

_STEPS, _PRECISE, _TINY = 500, 1e-15, 1e-300
_HALVINGS = 60


def rate_of(count: int, of: int) -> Rate:
    """Return `count` of `of` with the exact 95 % interval, its bounds to six digits, outwards."""
    lower, upper = interval(count, of)
    return Rate(count, of, math.floor(lower * 1e6) / 1e6, math.ceil(upper * 1e6) / 1e6)


def interval(count: int, of: int, *, level: float = 0.95) -> tuple[float, float]:
    """Return the exact interval of a rate of which `count` were seen in `of` trials (Clopper and Pearson 1934).

    Of no trials nothing is known: from 0 to 1. Raises UsageError where there are more events than trials.
    """
    if not 0 <= count <= of:
        raise UsageError(f"interval: expected a count from 0 to {of}, saw {count}")
    if not 0 < level < 1:
        raise UsageError(f"interval.level: expected a share between 0 and 1, saw {level!r:.40}")
    beyond = (1 - level) / 2
    # The chance of at least `count` events at a rate p is the incomplete beta function I_p(count, of - count + 1).
    lower = _solved(lambda rate: incomplete_beta(count, of - count + 1, rate), beyond) if count else 0.0
    upper = _solved(lambda rate: incomplete_beta(count + 1, of - count, rate), 1 - beyond) if count < of else 1.0
    return lower, upper


def incomplete_beta(first: float, second: float, at: float) -> float:
    """Return the regularised incomplete beta function I_at(first, second), by Lentz's continued fraction.

    Abramowitz and Stegun 26.5.8; the symmetry I_x(a, b) = 1 - I_(1-x)(b, a) keeps the fraction where it converges.
    """
    if at <= 0:
        return 0.0
    if at >= 1:
        return 1.0
    if at > (first + 1) / (first + second + 2):
        return 1 - incomplete_beta(second, first, 1 - at)
    front = math.exp(
        math.lgamma(first + second)
        - math.lgamma(first)
        - math.lgamma(second)
        + first * math.log(at)
        + second * math.log1p(-at)
    )
    return front * _fraction(first, second, at) / first


def _fraction(first: float, second: float, at: float) -> float:
    above, below = 1.0, 1 / _apart(1 - (first + second) * at / (first + 1))
    value = below
    for step in range(1, _STEPS + round(4 * math.sqrt(first + second))):
        twice = first + 2 * step
        for term in (
            step * (second - step) * at / ((twice - 1) * twice),
            -(first + step) * (first + second + step) * at / (twice * (twice + 1)),
        ):
            below = 1 / _apart(1 + term * below)
            above = _apart(1 + term / above)
            value *= below * above
        if abs(below * above - 1) < _PRECISE:
            break
    return value


def _apart(value: float) -> float:
    """Return a value that can be divided by."""
    return value if abs(value) > _TINY else _TINY


def _solved(rising: Callable[[float], float], wanted: float) -> float:
    low, high = 0.0, 1.0
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        low, high = (middle, high) if rising(middle) < wanted else (low, middle)
    return (low + high) / 2


def area(good: Sequence[float], bad: Sequence[float]) -> float | None:
    """Return the chance that a bad case has the higher score than a good one, ties counting half (AUROC).

    None where a class is empty.
    """
    if not good or not bad:
        return None
    clean = sorted(good)
    won = sum(bisect_left(clean, score) + bisect_right(clean, score) for score in bad)
    return won / 2 / len(clean) / len(bad)
