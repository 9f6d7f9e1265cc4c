"""Trains the model of the check `support` on the development halves of sets whose licences allow it.

Plain Python in a fixed order, no library: the same data make the same file. A row is wrong when one of its sentences
is, so that the chance of a row is one minus the product over its sentences. Every set has an intercept of its own
while training, and the same weight as every other, its two classes weighed alike. Kept are the weights, which may not
fall below 0, and the lowest of the intercepts, since half of each set is made wrong and most claims are not.
`VOUCHED_DATA=DIR python training/train_support.py`.
"""

from __future__ import annotations

import json
import math
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "benchmarks"))

from claim_sets import rows  # noqa: E402

from vouched.documents import Evidence  # noqa: E402
from vouched.text.following import claiming  # noqa: E402
from vouched.text.support_signals import SIGNALS, signals  # noqa: E402

MODEL = HERE.parent / "src" / "vouched" / "text" / "tables" / "support_model.json"
MOST, STEPS, RATE, SHRINK = 750, 500, 0.05, 1e-3
FALSE_ALARMS, MISSES = 0.05, 0.2


class Bag(NamedTuple):
    """One row: the signals of its sentences, whether it is not supported, and its weight."""

    values: tuple[tuple[float, ...], ...]
    y: int
    weight: float


def bags(name: str, folder: Path) -> list[Bag]:
    """Return the development rows of a set, at most 750 drawn by the hash of their ids, each class weighing a half."""
    found = rows(folder, name, half="development", most=MOST)
    kept: dict[tuple[str, str | None], Evidence] = {}
    told = []
    for row in found:
        evidence = kept.setdefault((row.source, row.question), row.evidence)
        parts = tuple(signals(span.of(row.claim), evidence).values for span in claiming(row.claim))
        if parts:
            told.append((parts, row.y))
    counts = [sum(y == each for _, y in told) for each in (0, 1)]
    return [Bag(parts, y, 0.5 / counts[y]) for parts, y in told] if all(counts) else []


def trained(sets: dict[str, list[Bag]]) -> tuple[list[float], dict[str, float]]:
    """Return the weights and the intercepts of the sets (Kingma and Ba 2015, projected to what is not below 0)."""
    names = sorted(sets)
    values = [0.1] * len(SIGNALS) + [-2.0] * len(names)
    means, squares = [0.0] * len(values), [0.0] * len(values)
    for step in range(1, STEPS + 1):
        slope = [SHRINK * weight for weight in values[: len(SIGNALS)]] + [0.0] * len(names)
        for number, name in enumerate(names):
            _add_slope(slope, values, sets[name], len(SIGNALS) + number, len(names))
        for at, each in enumerate(slope):
            means[at] = 0.9 * means[at] + 0.1 * each
            squares[at] = 0.99 * squares[at] + 0.01 * each * each
            change = means[at] / (1 - 0.9**step) / (math.sqrt(squares[at] / (1 - 0.99**step)) + 1e-9)
            values[at] -= RATE * change
            if at < len(SIGNALS):
                values[at] = max(0.0, values[at])
        if step % 100 == 0:
            pass
    return values[: len(SIGNALS)], dict(zip(names, values[len(SIGNALS) :], strict=True))


def _add_slope(slope: list[float], values: list[float], found: list[Bag], at: int, sets: int) -> None:
    """Add the slope of one set's log loss; `at` is the place of its intercept."""
    for bag in found:
        doubts = [1 / (1 + math.exp(-values[at] - _dot(values, part))) for part in bag.values]
        stands = math.exp(math.fsum(math.log1p(-min(doubt, 1 - 1e-12)) for doubt in doubts))
        factor = (-stands / max(1 - stands, 1e-9) if bag.y else 1.0) * bag.weight
        for doubt, part in zip(doubts, bag.values, strict=True):
            slope[at] += factor * doubt
            pull = factor * doubt / sets
            for place, value in enumerate(part):
                if value:
                    slope[place] += pull * value


def _dot(values: list[float], part: tuple[float, ...]) -> float:
    return sum([value * each for value, each in zip(values, part, strict=False)])


def threshold(sets: dict[str, list[Bag]], weights: list[float], intercept: float) -> float:
    """Return the highest probability below which, in the mean of all sets, at most 5 % of the supported rows fall."""
    given = _probabilities(sets, weights, intercept, y=False)
    falling = [_mean_share(given, lambda each, at=at: each < at / 1000) for at in range(1000)]
    return max(at for at in range(1, 1000) if at == 1 or falling[at] <= FALSE_ALARMS) / 1000


def sure(sets: dict[str, list[Bag]], weights: list[float], intercept: float) -> float:
    """Return the lowest probability that, in the mean of all sets, at most a fifth of the unsupported rows reach."""
    given = _probabilities(sets, weights, intercept, y=True)
    reaching = [_mean_share(given, lambda each, at=at: each >= at / 1000) for at in range(1000)]
    return min(at for at in range(1, 1000) if at == 999 or reaching[at] <= MISSES) / 1000


def _probabilities(sets: dict[str, list[Bag]], weights: list[float], intercept: float, *, y: bool) -> list[list[float]]:
    """Return for each set how likely its supported or unsupported rows are to follow."""
    return [
        [
            math.exp(-math.fsum(math.log1p(math.exp(intercept + _dot(weights, part))) for part in bag.values))
            for bag in found
            if bag.y == y
        ]
        for found in sets.values()
    ]


def _mean_share(given: list[list[float]], holds: Callable[[float], bool]) -> float:
    shares = [sum(map(holds, one)) / len(one) for one in given if one]
    return math.fsum(shares) / len(shares)


def main() -> None:
    """Train, and write the model beside the code that reads it."""
    folder = Path(os.environ.get("VOUCHED_DATA") or ".")
    listed = [line.split("\t")[0] for line in (HERE / "sets.tsv").read_text(encoding="utf-8").splitlines()[1:]]
    sets = {name: found for name in listed if (found := bags(name, folder))}
    weights, intercepts = trained(sets)
    weights = [round(weight, 4) for weight in weights]
    print({name: round(value, 2) for name, value in intercepts.items()})
    intercept = round(min(intercepts.values()), 4)
    model: dict[str, Any] = {
        "version": 1,
        "signals": SIGNALS,
        "weights": weights,
        "intercept": intercept,
        "threshold": threshold(sets, weights, intercept),
        "sure": sure(sets, weights, intercept),
        "trained_on": list(sets),
    }
    MODEL.write_text(json.dumps(model, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
