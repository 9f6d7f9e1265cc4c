"""Keeps fetched pages for the length of a run, so that one URL costs one request however many claims cite it."""

from __future__ import annotations

import time
from collections.abc import Callable
from threading import Lock
from typing import Any, Protocol

from vouched.adapters.fetch_flow import normal_url
from vouched.errors import UsageError
from vouched.ports import Fault, Fetch, Page
from vouched.text.urls import judge_url

__all__ = ["AsyncCachingFetcher", "CachingFetcher"]

_SCHEMES = ("http", "https")


class _Fetches(Protocol):
    def fetch(self, request: Fetch, /) -> Page | Fault: ...


class _FetchesAwaited(Protocol):
    async def fetch(self, request: Fetch, /) -> Page | Fault: ...


class _Flight:
    """One request under way or done, with the lock that its followers wait at."""

    __slots__ = ("landed", "lock", "loop", "reply")

    def __init__(self, lock: Any, loop: Any) -> None:
        self.lock, self.loop = lock, loop
        self.reply: Page | Fault | None = None
        self.landed = 0.0


class _Kept:
    """The flights by their URL, the oldest given up first."""

    def __init__(self, max_pages: int, max_age: float) -> None:
        if isinstance(max_pages, bool) or not isinstance(max_pages, int) or max_pages < 1:
            raise UsageError(f"max_pages: expected a number from 1, saw {max_pages!r:.80}")
        if isinstance(max_age, bool) or not isinstance(max_age, (int, float)) or not max_age >= 0:
            raise UsageError(f"max_age: expected seconds from 0, saw {max_age!r:.80}")
        self._flights: dict[str, _Flight] = {}
        self._guard = Lock()
        self._most, self._age = max_pages, max_age

    def flight(self, url: str, lock: Callable[[], Any], loop: object = None) -> _Flight:
        """Return the flight for a URL, made where there is none or it is too old."""
        key = _key(url)
        with self._guard:
            flight = self._flights.get(key)
            if flight is None or (flight.reply is not None and time.monotonic() - flight.landed > self._age):
                self._flights.pop(key, None)
                flight = self._flights[key] = _Flight(lock(), loop)
                while len(self._flights) > self._most:
                    del self._flights[next(iter(self._flights))]
            return flight

    def landed(self, url: str, flight: _Flight, reply: Page | Fault) -> Page | Fault:
        """Keep a reply for those who wait, and for later unless asking again may help; return it."""
        with self._guard:
            flight.reply, flight.landed = reply, time.monotonic()
            key = _key(url)
            if isinstance(reply, Fault) and reply.retryable and self._flights.get(key) is flight:
                del self._flights[key]
        return reply


class CachingFetcher:
    """Fetches through another fetcher, and each URL once; threads that ask for the same URL wait for one request.

    URLs that differ only in their fragment or their typography are one. A fault that may pass (`retryable`) is told to
    all who waited for it and then forgotten. At most `max_pages` are kept, each for `max_age` seconds.
    """

    def __init__(self, fetcher: _Fetches, *, max_pages: int = 128, max_age: float = 300) -> None:
        self._fetcher = fetcher
        self._kept = _Kept(max_pages, max_age)

    def fetch(self, request: Fetch, /) -> Page | Fault:
        """Return the page or fault that the first request for this URL had."""
        flight = self._kept.flight(request.url, Lock)
        with flight.lock:
            return flight.reply or self._kept.landed(request.url, flight, self._fetcher.fetch(request))


class AsyncCachingFetcher:
    """`CachingFetcher`, awaited: tasks that ask for the same URL wait for one request, also when one is cancelled."""

    def __init__(self, fetcher: _FetchesAwaited, *, max_pages: int = 128, max_age: float = 300) -> None:
        self._fetcher = fetcher
        self._kept = _Kept(max_pages, max_age)

    async def fetch(self, request: Fetch, /) -> Page | Fault:
        """Return the page or fault that the first request for this URL had."""
        import asyncio

        loop = asyncio.get_running_loop()
        flight = self._kept.flight(request.url, asyncio.Lock, loop)
        if flight.loop is not loop:
            # A lock of another event loop cannot be awaited here.
            return flight.reply or self._kept.landed(request.url, flight, await self._fetcher.fetch(request))
        async with flight.lock:
            return flight.reply or self._kept.landed(request.url, flight, await self._fetcher.fetch(request))


def _key(url: str) -> str:
    verdict = judge_url(url, rules=None, schemes=_SCHEMES, allow_private=True)
    return normal_url(url, verdict) if verdict.ok else url
