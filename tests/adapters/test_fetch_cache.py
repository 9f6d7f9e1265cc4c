"""One URL costs one request, however many ask for it and in whatever spelling."""

from __future__ import annotations

import asyncio
import contextlib
import sys
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

from vouched.adapters.fetch_cache import AsyncCachingFetcher, CachingFetcher
from vouched.errors import UsageError
from vouched.ports import Fault, Fetch, Page

GOOD = Page(url="https://who.int/", status=200, text="x")
BUSY = Fault(code="server", message="status 503", retryable=True)
GONE = Fault(code="bad_reply", message="an image")


def threads_waiting() -> int:
    """Return how many threads have found a request under way, and wait for it."""
    waits = CachingFetcher.fetch.__code__
    return sum(each.f_code is waits and "flight" in each.f_locals for each in sys._current_frames().values())


class Scripted:
    """Gives one reply after the other, the last one for ever, once so many threads wait; blocking and awaited."""

    def __init__(self, *replies: Page | Fault, waiting: int = 0, pause: float = 0.0) -> None:
        self.asked: list[str] = []
        self.begun = asyncio.Event()
        self._replies, self._waiting, self._pause = list(replies), waiting, pause

    def fetch(self, request: Fetch) -> Page | Fault:
        """Return the next reply."""
        self.asked.append(request.url)
        while threads_waiting() < self._waiting:
            time.sleep(0.001)
        return self._replies.pop(0) if len(self._replies) > 1 else self._replies[0]


class ScriptedAwaited(Scripted):
    """`Scripted`, awaited."""

    async def fetch(self, request: Fetch) -> Page | Fault:  # type: ignore[override]
        """Return the next reply."""
        self.asked.append(request.url)
        self.begun.set()
        await asyncio.sleep(self._pause)
        return self._replies.pop(0) if len(self._replies) > 1 else self._replies[0]


def test_spellings_of_one_url_are_one() -> None:
    """Fragment, case of the host, default port, percent-encoding and an empty path make no other page."""
    scripted = Scripted(GOOD)
    cached = CachingFetcher(scripted)
    spellings = ["https://who.int/東", "https://WHO.int:443/%E6%9D%B1#part", "HTTPS://who.int./東#other"]
    assert [cached.fetch(Fetch(url)) for url in spellings] == [GOOD] * 3
    assert len(scripted.asked) == 1
    for other in ("https://who.int/", "http://who.int/東", "https://who.int/東?q", "no url", "no url"):
        cached.fetch(Fetch(other))
    assert len(scripted.asked) == 5


def test_threads_wait_for_one_request() -> None:
    """Threads that ask at the same time share one request, also one that fails."""
    for reply in (GOOD, BUSY, GONE):
        scripted = Scripted(reply, waiting=7)
        cached = CachingFetcher(scripted)
        with ThreadPoolExecutor(8) as pool:
            replies = list(pool.map(cached.fetch, [Fetch("https://who.int/")] * 8))
        assert replies == [reply] * 8
        assert len(scripted.asked) == 1


def test_tasks_wait_for_one_request() -> None:
    """Tasks that ask at the same time share one request, also one that fails."""

    async def ask(reply: Page | Fault) -> int:
        scripted = ScriptedAwaited(reply, pause=0.02)
        cached = AsyncCachingFetcher(scripted)
        replies = await asyncio.gather(*(cached.fetch(Fetch("https://who.int/")) for _ in range(50)))
        assert list(replies) == [reply] * 50
        return len(scripted.asked)

    assert [asyncio.run(ask(reply)) for reply in (GOOD, BUSY, GONE)] == [1, 1, 1]


def test_a_cancelled_request_is_taken_over() -> None:
    """When the task that fetches is cancelled, one that waits for it fetches itself."""

    async def ask() -> tuple[Page | Fault, int]:
        scripted = ScriptedAwaited(GOOD, pause=0.05)
        cached = AsyncCachingFetcher(scripted)
        first = asyncio.create_task(cached.fetch(Fetch("https://who.int/")))
        second = asyncio.create_task(cached.fetch(Fetch("https://who.int/")))
        await scripted.begun.wait()
        first.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await first
        return await second, len(scripted.asked)

    assert asyncio.run(ask()) == (GOOD, 2)


def test_one_cache_serves_several_event_loops() -> None:
    """A page that one event loop fetched is there for the next one."""
    scripted = ScriptedAwaited(GOOD)
    cached = AsyncCachingFetcher(scripted)
    replies = [asyncio.run(cached.fetch(Fetch("https://who.int/"))) for _ in range(3)]
    assert (replies, len(scripted.asked)) == ([GOOD] * 3, 1)


def test_a_fault_that_may_pass_is_forgotten() -> None:
    """A retry gets a new request; a fault that stays is kept."""
    passing, staying = Scripted(BUSY, GOOD), Scripted(GONE, GOOD)
    cached = CachingFetcher(passing)
    assert [cached.fetch(Fetch("https://who.int/")) for _ in range(3)] == [BUSY, GOOD, GOOD]
    assert len(passing.asked) == 2
    cached = CachingFetcher(staying)
    assert [cached.fetch(Fetch("https://who.int/")) for _ in range(3)] == [GONE, GONE, GONE]


def test_the_cache_is_bounded() -> None:
    """The oldest page is given up for a new one, and no page is older than `max_age`."""
    scripted = Scripted(GOOD)
    cached = CachingFetcher(scripted, max_pages=2)
    for name in "abcba":
        cached.fetch(Fetch(f"https://who.int/{name}"))
    assert [url[-1] for url in scripted.asked] == list("abca")
    stale = CachingFetcher(Scripted(GOOD, GONE), max_age=0)
    assert stale.fetch(Fetch("https://who.int/")) == GOOD
    time.sleep(0.01)
    assert stale.fetch(Fetch("https://who.int/")) == GONE


@pytest.mark.parametrize("settings", [{"max_pages": 0}, {"max_pages": True}, {"max_age": -1}, {"max_age": "1"}])
def test_limits_that_mean_nothing_fail_at_construction(settings: dict[str, int]) -> None:
    """A wrong setting fails where it is written."""
    with pytest.raises(UsageError):
        CachingFetcher(Scripted(GOOD), **settings)
