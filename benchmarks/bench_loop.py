"""Measures one pass of a guard with an instant model: against a loop by hand, against other packages, in numbers."""

from __future__ import annotations

import asyncio
import gc
import time
import tracemalloc
from collections.abc import Callable

from loop_case import GATED, JUDGEMENT, QUESTION, RAW, by_hand, fresh, gates_guard, guard, plain_guard
from loop_peers import Calls, peers
from timing import Table, interleaved, shown

from vouched import Guard
from vouched.documents import Evidence
from vouched.outcomes import Outcome

__all__ = ["concurrent", "growth", "measures", "one_pass", "profile"]

_WANTED_HAND, _WANTED_HALLGUARD = 15, 25
_BRANCHES = 3
_GATES = ", hallguard's gates"
_BATCH = 10
_MANY, _PAUSE, _WANTED_SECONDS = 1000, 0.050, 1.5
_RUNS, _WANTED_GROWTH = 10_000, 1_000_000


def instant(_: object) -> str:
    """Return the answer at once."""
    return RAW


async def instant_later(_: object) -> str:
    """Return the answer at once, to one who awaits it."""
    return RAW


def ours() -> Calls:
    """Return the calls of a guard: with documents new to each run, and with documents that earlier runs have read."""
    one, plain, many = guard(instant), plain_guard(instant), guard([instant] * _BRANCHES)
    later, many_later = guard(instant_later), guard([instant_later] * _BRANCHES)
    read_before = Evidence.of(fresh())
    loop = asyncio.new_event_loop()

    def awaited(asked: Guard) -> Callable[[], object]:
        return lambda: loop.run_until_complete(asked.arun(QUESTION, fresh()))

    def gated(_: object) -> str:
        return GATED

    async def gated_later(_: object) -> str:
        return GATED

    async def judged_later(_: object) -> str:
        return JUDGEMENT

    gates = [gates_guard(each, lambda _: JUDGEMENT) for each in (gated, [gated] * _BRANCHES)]
    gates_later = [gates_guard(each, judged_later) for each in (gated_later, [gated_later] * _BRANCHES)]
    calls: Calls = {
        "sync": lambda: one.run(QUESTION, fresh()),
        "sync, documents read before": lambda: one.run(QUESTION, read_before),
        "sync, three checks of a user's": lambda: plain.run(QUESTION, fresh()),
        "async": awaited(later),
        "fan-out": lambda: many.run(QUESTION, fresh()),
        "async fan-out": awaited(many_later),
        f"sync{_GATES}": lambda: gates[0].run(QUESTION),
        f"async{_GATES}": lambda: loop.run_until_complete(gates_later[0].arun(QUESTION)),
        f"fan-out{_GATES}": lambda: gates[1].run(QUESTION),
        f"async fan-out{_GATES}": lambda: loop.run_until_complete(gates_later[1].arun(QUESTION)),
    }
    for name, call in calls.items():
        outcome = call()
        assert isinstance(outcome, Outcome), name
        assert outcome.status == "released", (name, outcome.findings, outcome.decision)
    return calls


def one_pass(table: Table, *, rounds: int) -> None:
    """Print what one pass costs, as multiples of the loop by hand and as fractions of other packages' passes."""
    mine = ours()
    theirs = peers()
    calls = {f"vouched: {name}": call for name, call in mine.items()}
    for peer, ways in theirs.items():
        if not isinstance(ways, str):
            calls |= {f"{peer}: {name}": call for name, call in ways.items()}
    hand = _batched(lambda: by_hand(instant, QUESTION, fresh()))
    seconds = interleaved(hand, *map(_batched, calls.values()), rounds=40 * rounds)
    by_name = dict(zip(("by hand", *calls), (each / _BATCH for each in seconds), strict=True))
    least = by_name["by hand"]
    title = f"one pass, an answer of five fields and two claims, three checks; wanted <= {_WANTED_HAND}x by hand"
    table.head(title, "time", "by hand = 1", "vouched is")
    table.row("pydantic and three conditions, by hand", shown(least), "1.0")
    for name in mine:
        took = by_name[f"vouched: {name}"]
        met = took <= _WANTED_HAND * least if name == "sync" else None
        table.row(f"vouched: {name}", shown(took), f"{took / least:.1f}", met=met)
    for peer, ways in theirs.items():
        if isinstance(ways, str):
            print(f"{peer}: {ways}")
            continue
        wanted = _WANTED_HALLGUARD if peer.startswith("hallguard") else 1
        # hallguard reads no documents: it is compared with a guard that does the same work.
        same = _GATES if peer.startswith("hallguard") else ""
        for name in ways:
            took = by_name[f"{peer}: {name}"]
            ratio = took / by_name[f"vouched: {name}{same}"]
            cells = (shown(took), f"{took / least:.1f}", f"{ratio:.1f}x faster")
            table.row(f"{peer}: {name} (wanted {wanted}x)", *cells, met=ratio >= wanted)


def _batched(call: Callable[[], object]) -> Callable[[], None]:
    def batch() -> None:
        for _ in range(_BATCH):
            call()

    return batch


def growth(table: Table) -> None:
    """Print how much memory 10,000 runs of one guard leave behind, once a thousand have warmed it."""
    asked = guard(instant)
    tracemalloc.start()
    try:
        kept = []
        for runs in (1000, _RUNS):
            for _ in range(runs):
                asked.run(QUESTION, fresh())
            gc.collect()
            kept.append(tracemalloc.get_traced_memory()[0])
    finally:
        tracemalloc.stop()
    grown = kept[1] - kept[0]
    table.head(f"memory kept by {_RUNS:,} runs of one guard; wanted < {_WANTED_GROWTH / 1e6:.0f} MB", "bytes")
    table.row("vouched", f"{grown:,}", met=grown < _WANTED_GROWTH)


def concurrent(table: Table) -> None:
    """Print how long 1,000 runs at once take with a model that answers after 50 ms."""

    async def slow(_: object) -> str:
        await asyncio.sleep(_PAUSE)
        return RAW

    asked = guard(slow)

    async def all_of_them() -> list[Outcome]:
        return await asyncio.gather(*(asked.arun(QUESTION, fresh()) for _ in range(_MANY)))

    begun = time.perf_counter()
    outcomes = asyncio.run(all_of_them())
    took = time.perf_counter() - begun
    assert all(outcome.status == "released" for outcome in outcomes)
    table.head(f"{_MANY:,} arun at once, a model of {_PAUSE * 1e3:.0f} ms; wanted < {_WANTED_SECONDS} s", "time")
    table.row("vouched", shown(took), met=took < _WANTED_SECONDS)


def profile(calls: int = 2000) -> None:
    """Print where one pass spends its time."""
    import cProfile
    import pstats

    asked = guard(instant)
    profiler = cProfile.Profile()
    profiler.enable()
    for _ in range(calls):
        asked.run(QUESTION, fresh())
    profiler.disable()
    pstats.Stats(profiler).sort_stats("tottime").print_stats(30)


def measures(*, rounds: int) -> dict[str, Callable[[Table], None]]:
    """Return the measurements of this file by name."""
    return {"loop": lambda table: one_pass(table, rounds=rounds), "growth": growth, "concurrent": concurrent}


if __name__ == "__main__":
    told = Table()
    for measure in measures(rounds=3).values():
        measure(told)
    print(f"\n{told.missed or 'none'} of the wanted figures not met")
