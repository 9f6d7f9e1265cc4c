"""Runs guards over the questions of a data set, one after the other or several at once."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from vouched.adapters.loop_cases import LoopCase
from vouched.adapters.loop_rates import LoopRun
from vouched.documents import Evidence
from vouched.guard import Guard

__all__ = ["Asked", "arun_cases", "run_cases"]

Asked = tuple[LoopCase, str | None, str, Guard, Evidence]


def run_cases(asked: Iterable[Asked], *, done: Callable[[LoopRun], None]) -> list[LoopRun]:
    """Return the runs of (case, tag, question, guard, evidence), one after the other; `done` is called after each."""
    runs = []
    for case, tag, question, guard, evidence in asked:
        runs.append(LoopRun(case=case, tag=tag, outcome=guard.run(question, evidence)))
        done(runs[-1])
    return runs


async def arun_cases(asked: Sequence[Asked], *, concurrency: int, done: Callable[[LoopRun], None]) -> list[LoopRun]:
    """Return what `run_cases` returns, in the same order, at most `concurrency` cases being run at once."""
    import asyncio

    places = iter(range(len(asked)))
    runs: dict[int, LoopRun] = {}

    async def work() -> None:
        for place in places:
            case, tag, question, guard, evidence = asked[place]
            runs[place] = LoopRun(case=case, tag=tag, outcome=await guard.arun(question, evidence))
            done(runs[place])

    await asyncio.gather(*(work() for _ in range(min(concurrency, len(asked)))))
    return [runs[place] for place in range(len(asked))]
