"""Works out how well scores and flags tell supported claims from others, with 95 % intervals."""

from __future__ import annotations

import random
from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from measure_quotes import interval

RESAMPLES = 300


class Scored(NamedTuple):
    """One row as it is counted: what it comes from, whether it is not supported, and how strongly it is doubted."""

    source: str
    y: int
    score: float


class Rates(NamedTuple):
    """What flagging from a threshold on comes to; `wrong` are supported rows that were flagged."""

    caught: int
    of: int
    wrong: int
    clean: int

    @property
    def precision(self) -> float:
        """The share of flags that are right, 0 without flags."""
        return self.caught / max(1, self.caught + self.wrong)

    @property
    def recall(self) -> float:
        """The share of unsupported rows that are flagged."""
        return self.caught / max(1, self.of)

    @property
    def f1(self) -> float:
        """The harmonic mean of precision and recall."""
        return 2 * self.caught / max(1, self.caught + self.wrong + self.of)

    @property
    def balanced(self) -> float:
        """The mean of the shares of unsupported rows flagged and of supported ones not flagged."""
        return (self.recall + 1 - self.wrong / max(1, self.clean)) / 2


def auroc(rows: Sequence[Scored]) -> float:
    """Return the chance that an unsupported row has the higher score than a supported one, ties counting half."""
    clean = sorted(row.score for row in rows if not row.y)
    broken = [row.score for row in rows if row.y]
    if not clean or not broken:
        return 0.5
    won = sum(bisect_left(clean, score) + bisect_right(clean, score) for score in broken)
    return won / 2 / len(clean) / len(broken)


def rates(rows: Sequence[Scored], threshold: float) -> Rates:
    """Return what flagging every row whose score is at least `threshold` comes to."""
    caught = sum(row.score >= threshold for row in rows if row.y)
    wrong = sum(row.score >= threshold for row in rows if not row.y)
    of = sum(row.y for row in rows)
    return Rates(caught, of, wrong, len(rows) - of)


def best_threshold(rows: Sequence[Scored], by: Callable[[Rates], float]) -> float:
    """Return the threshold above 0 at which `by` is highest, the higher of two alike; one above all without scores."""
    found, best = float("inf"), -1.0
    of, caught, wrong = sum(row.y for row in rows), 0, 0
    at = sorted(rows, key=lambda row: -row.score)
    for number, row in enumerate(at):
        caught, wrong = caught + row.y, wrong + 1 - row.y
        is_last = number + 1 == len(at) or at[number + 1].score < row.score
        if row.score > 0 and is_last and (value := by(Rates(caught, of, wrong, len(rows) - of))) > best:
            found, best = row.score, value
    return found


def steady_threshold(rows: Sequence[Scored], by: Callable[[Rates], float]) -> float:
    """Return the median of the best thresholds when sources are drawn anew: few rows make a single best one jump."""
    found = sorted(best_threshold(drawn, by) for drawn in _draws(rows, 60))
    return found[len(found) // 2]


def _draws(rows: Sequence[Scored], times: int) -> Iterator[list[Scored]]:
    """Yield the rows of as many sources, drawn anew (seeded)."""
    groups: dict[str, list[Scored]] = defaultdict(list)
    for row in rows:
        groups[row.source].append(row)
    sources, drawn = sorted(groups), random.Random(5)
    for _ in range(times):
        yield [row for _ in sources for row in groups[drawn.choice(sources)]]


def resampled(rows: Sequence[Scored], figure: Callable[[Sequence[Scored]], float]) -> tuple[float, float]:
    """Return the interval of a figure when sources are drawn anew (percentile bootstrap, by source, seeded)."""
    seen = sorted(map(figure, _draws(rows, RESAMPLES)))
    return seen[int(0.025 * len(seen))], seen[min(len(seen) - 1, int(0.975 * len(seen)))]


def exact(count: int, trials: int) -> tuple[float, float]:
    """Return the exact interval of a rate (Clopper and Pearson 1934)."""
    return interval(count, trials) if trials else (0.0, 1.0)
