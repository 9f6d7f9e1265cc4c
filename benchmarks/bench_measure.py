"""Measures measuring: how many drafts a core judges in a minute, cases alone and with rewrites, and its memory."""

from __future__ import annotations

import tempfile
import tracemalloc
from collections.abc import Callable, Iterator
from pathlib import Path

from bench_claims import _answer, _evidence
from timing import Table, interleaved

from vouched.measure.cases import Case
from vouched.measure.evaluating import evaluated
from vouched.measure.running import Plan, run_cases

__all__ = ["measures"]

_WORDS, _A_MINUTE, _CASES = 600, 10_000, 30
# The decidable checks of claims, and those of texts.
_CHECKS = (
    "citations", "quotes", "allowlist", "grounding", "confidence",
    "figures", "names", "negation",
)  # fmt: skip
_MOST_GROWTH = 1.5


def _cases(number: int) -> list[Case]:
    """Return cases of 150 words, each with documents of its own of 600 words."""
    found = []
    for at in range(number):
        evidence = _evidence(_WORDS, seed=100 + at)
        draft = _answer(evidence, at * 10).raw
        found.append(
            Case(id=str(at), documents=evidence.documents, draft=draft, lang="en", label="good", origin="made")
        )
    return found


def measuring(table: Table, *, rounds: int) -> None:
    """Print the drafts a minute, with all decidable checks of claims and those of texts."""
    table.head("measuring, 150 words against 600, 8 checks", "a minute")
    checks = Plan(checks=_CHECKS).made()
    given = _cases(_CASES)
    for name, rewrites in (("cases alone, documents new each time", False), ("with rewrites, drafts judged", True)):
        judged = 0

        def run(*, rewrites: bool = rewrites) -> None:
            nonlocal judged
            judged = sum(1 + len(evaluated(case, checks, rewrites=rewrites).rewritten) for case in given)

        (seconds,) = interleaved(run, rounds=rounds)
        speed = 60 * judged / seconds
        table.row(name, f"{speed:,.0f}", met=speed >= _A_MINUTE)


def measuring_memory(table: Table, *, rounds: int) -> None:
    """Print how the peak of memory grows when there are four times as many cases."""
    del rounds
    table.head("memory of measuring", "peak")

    def many(number: int) -> Iterator[Case]:
        for at in range(number):
            yield _cases(1)[0].but(id=str(at))

    peaks = []
    for number in (50, 200):
        with tempfile.TemporaryDirectory() as folder:
            tracemalloc.start()
            run_cases(many(number), Plan(checks=("quotes", "figures"), rewrites=False), Path(folder))
            peaks.append(tracemalloc.get_traced_memory()[1])
            tracemalloc.stop()
        table.row(f"{number} cases", f"{peaks[-1] / 1e6:.1f} MB")
    table.row("growth", f"{peaks[1] / peaks[0]:.2f}", met=peaks[1] < _MOST_GROWTH * peaks[0])


def measures(*, rounds: int) -> dict[str, Callable[[Table], None]]:
    """Return the measurements of this file by name."""
    return {
        "measuring": lambda table: measuring(table, rounds=rounds),
        "measuring-memory": lambda table: measuring_memory(table, rounds=rounds),
    }
