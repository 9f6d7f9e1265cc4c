"""The JSON shapes of what runs cost and came to, as `json_shapes` prints them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from vouched.adapters.loop_rates import LoopRates, LoopRun
from vouched.outcomes import Action, Attempt, OutcomeStatus, Usage
from vouched.record import Record

__all__ = [
    "AttemptShape",
    "BenchLoopShape",
    "CountShape",
    "LoopRunShape",
    "UsageShape",
    "attempt_shape",
    "bench_loop_shape",
    "usage_shape",
]


class UsageShape(Record, frozen=True, kw_only=True):
    """What calls of models cost, as the models report it."""

    input_tokens: int
    output_tokens: int
    calls: int


class AttemptShape(Record, frozen=True, kw_only=True):
    """One try of a run; `findings` are the codes of what was wrong, each as "check/code"."""

    number: int
    action: Action
    findings: tuple[str, ...]
    usage: UsageShape
    seconds: float


class CountShape(Record, frozen=True, kw_only=True):
    """How often something was seen."""

    name: str
    count: int


class LoopRunShape(Record, frozen=True, kw_only=True):
    """One question of a data set; `held` says whether a released answer holds what was expected, null without that."""

    question: str
    tag: str | None
    status: OutcomeStatus
    retries: int
    failures: tuple[str, ...]
    held: bool | None
    usage: UsageShape
    seconds: float


class BenchLoopShape(Record, frozen=True, kw_only=True):
    """What `vouched bench-loop --json` prints; averages are null where there was nothing to average.

    `expected` counts the released answers of which the data set says what they have to hold, `held` those that do.
    """

    format: Literal["vouched.bench-loop/1"]
    model: str
    suggested_profile: str | None
    cases: int
    released: int
    success_rate: float | None
    retries: float | None
    retries_released: float | None
    statuses: tuple[CountShape, ...]
    failures: tuple[CountShape, ...]
    expected: int
    held: int
    usage: UsageShape
    seconds_median: float | None
    seconds_worst: float | None
    runs: tuple[LoopRunShape, ...]


def bench_loop_shape(rates: LoopRates, runs: Sequence[LoopRun], *, model: str, suggested: str | None) -> BenchLoopShape:
    """Return what a run over a data set came to in the shape `vouched.bench-loop/1`."""
    return BenchLoopShape(
        format="vouched.bench-loop/1",
        model=model,
        suggested_profile=suggested,
        cases=rates.cases,
        released=rates.released,
        success_rate=rates.released / rates.cases if rates.cases else None,
        retries=rates.retries,
        retries_released=rates.retries_released,
        statuses=tuple(CountShape(name=name, count=count) for name, count in rates.statuses),
        failures=tuple(CountShape(name=name, count=count) for name, count in rates.kinds),
        expected=rates.expected,
        held=rates.held,
        usage=usage_shape(rates.usage),
        seconds_median=rates.seconds_median,
        seconds_worst=rates.seconds_worst,
        runs=tuple(
            LoopRunShape(
                question=run.case.question,
                tag=run.tag,
                status=run.outcome.status,
                retries=run.retries,
                failures=run.kinds,
                held=run.holds if run.outcome.status == "released" else None,
                usage=usage_shape(run.outcome.usage),
                seconds=run.outcome.seconds,
            )
            for run in runs
        ),
    )


def usage_shape(usage: Usage) -> UsageShape:
    """Return what calls cost in its shape."""
    return UsageShape(input_tokens=usage.input_tokens, output_tokens=usage.output_tokens, calls=usage.calls)


def attempt_shape(attempt: Attempt) -> AttemptShape:
    """Return one try of a run in its shape."""
    return AttemptShape(
        number=attempt.number,
        action=attempt.decision.action,
        findings=tuple(f"{found.check}/{found.code}" for verdict in attempt.verdicts for found in verdict.findings),
        usage=usage_shape(attempt.usage),
        seconds=attempt.seconds,
    )
