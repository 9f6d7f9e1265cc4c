"""Makes several calls that wait at the same time, on threads that are kept."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache, partial
from typing import Any

from vouched.run.waiting import carried

__all__ = ["beside_the_loop", "side_by_side"]

_MOST_THREADS = 64


def side_by_side(calls: Sequence[Callable[[], Any]], *, most: int | None = None) -> tuple[Any, ...]:
    """Return what several calls return, in order, made at the same time; the first that raises is raised.

    The caller's own thread makes the first call, and after it every other that no thread has begun yet. So calls that
    return at once cost no waiting for threads, and calls that make calls side by side can never wait for each other.
    `most` is how many are made at the same time; without it, as many as there are threads.
    """
    if most is not None and most < len(calls):
        return _in_turns(calls, most)
    if len(calls) < 2:
        return tuple(call() for call in calls)
    pool = _pool()
    begun = [pool.submit(call) for call in calls[1:]]
    try:
        results = {0: calls[0]()}
        results |= {place: calls[place]() for place, future in enumerate(begun, start=1) if future.cancel()}
        results |= {place: future.result() for place, future in enumerate(begun, start=1) if place not in results}
    finally:
        for future in begun:
            future.cancel()
    return tuple(results[place] for place in range(len(calls)))


def _in_turns(calls: Sequence[Callable[[], Any]], most: int) -> tuple[Any, ...]:
    """Return what the calls return, made by `most` at a time: who has ended one begins the next."""
    waiting = iter(range(len(calls)))
    results: dict[int, Any] = {}

    def turn() -> None:
        # The iterator of a range hands out each place once, whatever threads ask it.
        for place in waiting:
            results[place] = calls[place]()

    side_by_side([turn] * most)
    return tuple(results[place] for place in range(len(calls)))


async def beside_the_loop(call: Callable[[], Any]) -> Any:
    """Return what a call that may block returns, awaiting it on one of the 64 threads that are kept."""
    import asyncio

    return await asyncio.get_running_loop().run_in_executor(_pool(), partial(carried, call))


@cache
def _pool() -> Any:
    from concurrent.futures import ThreadPoolExecutor

    return ThreadPoolExecutor(max_workers=_MOST_THREADS, thread_name_prefix="vouched")
