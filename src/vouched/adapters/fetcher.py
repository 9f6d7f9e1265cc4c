"""Fetches the text behind URLs that a model wrote, without reaching what only this machine can reach.

The way is `fetch_flow.fetching`; here are the two drivers that answer its steps, and the look-up of names.
"""

from __future__ import annotations

import socket
import time
from collections.abc import Callable, Iterable
from functools import cached_property
from typing import TYPE_CHECKING, Any, NoReturn

from vouched.errors import UsageError
from vouched.ports import Fault, Fetch, Page
from vouched.record import Record
from vouched.text.clip import clip
from vouched.text.urls import check_schemes, parse_hosts

if TYPE_CHECKING:
    from vouched.adapters.fetch_flow import Resolve, Rules

__all__ = ["AsyncFetcher", "Fetcher", "look_up"]

Resolver = Callable[[str, int], Iterable[str]]


def look_up(host: str, port: int) -> list[str]:
    """Return the addresses that this machine's resolver gives for a host; OSError where it gives none."""
    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, proto=socket.IPPROTO_TCP)
    return [str(entry[4][0]) for entry in found]


class _Settings(Record, frozen=True, kw_only=True, dict=True):
    """The settings that both fetchers share."""

    allow_private: bool = False
    hosts: tuple[str, ...] | None = None
    schemes: tuple[str, ...] = ("https",)
    timeout: float = 10
    connect: float = 5
    max_bytes: int = 2_000_000
    max_redirects: int = 5
    max_characters: int = 200_000
    user_agent: str = "vouched"
    resolver: Resolver = look_up
    tls: Any = None

    def __post_init__(self) -> None:
        for name, least in (("timeout", 0), ("connect", 0), ("max_bytes", 1), ("max_redirects", 0)):
            self._at_least(name, least)
        self._at_least("max_characters", 1)
        if not isinstance(self.allow_private, bool):
            self._wrong("allow_private", "true or false")
        if not isinstance(self.user_agent, str) or not self.user_agent.isascii() or not self.user_agent.isprintable():
            self._wrong("user_agent", "printable ASCII")
        if not set(check_schemes(self.schemes)) <= {"http", "https"}:
            self._wrong("schemes", "http and https at most")
        _ = self._rules
        try:
            from vouched.adapters import connections, html_pages
        except ImportError as error:
            raise UsageError(f"{type(self).__name__} needs the extra `fetch`: pip install 'vouched[fetch]'") from error
        _ = connections, html_pages

    def _at_least(self, name: str, least: int) -> None:
        value = getattr(self, name)
        whole = name.startswith("max_")
        sound = isinstance(value, int if whole else (int, float)) and not isinstance(value, bool)
        if not sound or not (least <= value < 1e12 if whole else 0 < value < 1e6):
            self._wrong(name, f"a number from {least}" if whole else "seconds above 0")

    def _wrong(self, name: str, expected: str) -> NoReturn:
        raise UsageError(f"{type(self).__name__}.{name}: expected {expected}, saw {getattr(self, name)!r:.80}")

    @cached_property
    def _rules(self) -> Rules:
        from vouched.adapters.fetch_flow import Rules

        return Rules(
            hosts=None if self.hosts is None else parse_hosts(self.hosts, allow_private=self.allow_private),
            schemes=check_schemes(self.schemes),
            allow_private=self.allow_private,
            timeout=self.timeout,
            connect=self.connect,
            max_bytes=self.max_bytes,
            max_redirects=self.max_redirects,
            max_characters=self.max_characters,
            user_agent=self.user_agent,
        )

    @cached_property
    def _default_tls(self) -> Any:
        from vouched.adapters.connections import default_tls

        return self.tls if self.tls is not None else default_tls()

    def _get_tls(self) -> Any:
        return self._default_tls

    def _resolved(self, resolve: Resolve, answer: Callable[[list[str] | Fault], None]) -> None:
        """Look a host up on a thread of its own, which nobody waits for longer than they want to."""
        from threading import Thread

        def looking() -> None:
            try:
                answer([str(address) for address in self.resolver(resolve.host, resolve.port)])
            except Exception as error:  # noqa: BLE001  a resolver is foreign code: its fault is a value
                answer(_unknown_host(resolve, error))

        Thread(target=looking, name="vouched-look-up", daemon=True).start()


class Fetcher(_Settings, frozen=True, kw_only=True, dict=True):
    """Fetches pages, blocking.

    `hosts` are the hosts that may be reached, in the forms of `check_url` (None: any public one), `allow_private`
    admits private addresses too. `timeout` is for a whole page with all its redirects, `connect` for one address of
    it, both in seconds. `max_bytes` holds before and after unpacking, `max_characters` for the text: beyond both a
    page is `truncated`. `resolver(host, port)` gives a host's addresses, `tls` is an `ssl.SSLContext`. Proxies of the
    environment are not used. Raises UsageError for settings that cannot mean anything, and without the extra `fetch`.
    """

    def fetch(self, request: Fetch, /) -> Page | Fault:
        """Return the page behind a URL, or the fault that keeps it away; raises nothing."""
        from vouched.adapters.connections import Line
        from vouched.adapters.fetch_flow import Exchange, fetching

        line = Line(self._get_tls)
        flow = fetching(request, self._rules)
        reply: Any = None
        try:
            while True:
                step = flow.send(reply)
                if step == "read":
                    reply = line.read()
                elif isinstance(step, Exchange):
                    reply = line.exchange(step)
                else:
                    reply = self._look_up(step)
        except StopIteration as done:
            page: Page | Fault = done.value
            return page
        finally:
            line.close()

    def _look_up(self, resolve: Resolve) -> list[str] | Fault:
        from queue import Empty, SimpleQueue

        answers: SimpleQueue[list[str] | Fault] = SimpleQueue()
        self._resolved(resolve, answers.put)
        try:
            return answers.get(timeout=max(resolve.deadline - time.monotonic(), 0.001))
        except Empty:
            return _late(resolve)


class AsyncFetcher(_Settings, frozen=True, kw_only=True, dict=True):
    """Fetches pages, awaited; all settings are those of Fetcher."""

    async def fetch(self, request: Fetch, /) -> Page | Fault:
        """Return the page behind a URL, or the fault that keeps it away; raises nothing but a cancellation."""
        from vouched.adapters.connections import AsyncLine
        from vouched.adapters.fetch_flow import Exchange, fetching

        line = AsyncLine(self._get_tls)
        flow = fetching(request, self._rules)
        reply: Any = None
        try:
            while True:
                step = flow.send(reply)
                if step == "read":
                    reply = await line.read()
                elif isinstance(step, Exchange):
                    reply = await line.exchange(step)
                else:
                    reply = await self._look_up(step)
        except StopIteration as done:
            page: Page | Fault = done.value
            return page
        finally:
            await line.close()

    async def _look_up(self, resolve: Resolve) -> list[str] | Fault:
        import asyncio

        loop = asyncio.get_running_loop()
        future: asyncio.Future[list[str] | Fault] = loop.create_future()

        def settle(answer: list[str] | Fault) -> None:
            if not future.done():
                future.set_result(answer)

        def answered(answer: list[str] | Fault) -> None:
            try:
                loop.call_soon_threadsafe(settle, answer)
            except RuntimeError:
                # The loop has ended meanwhile; nobody waits any more.
                return

        self._resolved(resolve, answered)
        try:
            return await asyncio.wait_for(future, max(resolve.deadline - time.monotonic(), 0.001))
        except TimeoutError:
            return _late(resolve)


def _unknown_host(resolve: Resolve, error: Exception) -> Fault:
    again = isinstance(error, socket.gaierror) and error.errno == socket.EAI_AGAIN
    message = f"{clip(resolve.host, 100)} has no address: {clip(str(error), 100)}"
    return Fault(code="connection", message=message, retryable=again)


def _late(resolve: Resolve) -> Fault:
    message = f"no answer in time: the look-up of {clip(resolve.host, 100)}"
    return Fault(code="timeout", message=message, retryable=True)
