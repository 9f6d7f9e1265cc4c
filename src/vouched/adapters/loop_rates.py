"""Counts what came of a run over a data set of questions: successes, retries, kinds of failure, cost."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from statistics import fmean, median

from vouched.adapters.loop_cases import LoopCase
from vouched.documents import Document
from vouched.outcomes import Outcome, Usage
from vouched.record import Record
from vouched.text.locating import locate

__all__ = ["LoopRates", "LoopRun", "rates_of"]


class LoopRun(Record, frozen=True, kw_only=True):
    """One case that was run; `tag` is the one that it was run with."""

    case: LoopCase
    tag: str | None
    outcome: Outcome

    @property
    def retries(self) -> int:
        """How often was asked again."""
        return max(0, len(self.outcome.attempts) - 1)

    @property
    def kinds(self) -> tuple[str, ...]:
        """Why it was not released: the distinct "check/code" of its last attempt's findings and broken checks."""
        if self.outcome.status == "released":
            return ()
        found = [f"{finding.check}/{finding.code}" for finding in self.outcome.findings]
        broken = [f"{verdict.check}/broken" for verdict in self.outcome.verdicts if verdict.status == "broken"]
        silent = "policy/silent" if not found and not broken else ""
        return tuple(dict.fromkeys([*found, *broken, *([silent] if silent else [])]))

    @property
    def holds(self) -> bool | None:
        """Whether what was released holds every expected text; None where nothing was expected.

        Texts are looked for as quotes are: width, case and spacing aside, and never inside a word or a number.
        """
        if not self.case.expected:
            return None
        texts = [Document(id="value", text=text) for text in _texts(self.outcome.value)]
        released = self.outcome.status == "released"
        return released and all(any(locate(text, wanted) for text in texts) for wanted in self.case.expected)


class LoopRates(Record, frozen=True, kw_only=True):
    """What a run over a data set came to. Averages and medians are None where there was nothing to average.

    `expected` are the released answers of which the data set says what a right one holds, `held` those that hold it.
    """

    cases: int
    released: int
    retries: float | None
    retries_released: float | None
    kinds: tuple[tuple[str, int], ...]
    statuses: tuple[tuple[str, int], ...]
    tags: tuple[tuple[str, int, int], ...]
    expected: int
    held: int
    usage: Usage
    seconds_median: float | None
    seconds_worst: float | None


def rates_of(runs: Sequence[LoopRun]) -> LoopRates:
    """Return the rates of a run over a data set."""
    released = [run for run in runs if run.outcome.status == "released"]
    kinds = Counter(kind for run in runs for kind in run.kinds)
    cases_of = Counter(run.tag or "" for run in runs)
    released_of = Counter(run.tag or "" for run in released)
    tags = tuple((tag, count, released_of[tag]) for tag, count in cases_of.items() if tag)
    seconds = [run.outcome.seconds for run in runs]
    return LoopRates(
        cases=len(runs),
        released=len(released),
        retries=fmean(run.retries for run in runs) if runs else None,
        retries_released=fmean(run.retries for run in released) if released else None,
        kinds=_most_first(kinds),
        statuses=_most_first(Counter(run.outcome.status for run in runs)),
        tags=tags,
        expected=sum(run.holds is not None for run in released),
        held=sum(run.holds is True for run in released),
        usage=sum((run.outcome.usage for run in runs), start=Usage()),
        seconds_median=median(seconds) if seconds else None,
        seconds_worst=max(seconds, default=None),
    )


def _most_first(counted: Counter[str]) -> tuple[tuple[str, int], ...]:
    return tuple(sorted(counted.items(), key=lambda pair: (-pair[1], pair[0])))


def _texts(value: object) -> Iterable[str]:
    """Yield every text of a value; a released one is at most as deep as what is read."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for each in value.values():
            yield from _texts(each)
    elif isinstance(value, (list, tuple)):
        for each in value:
            yield from _texts(each)
