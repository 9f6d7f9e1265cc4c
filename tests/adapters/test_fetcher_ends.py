"""Every fetch ends: in time, within its bytes, after a bounded number of redirects."""

from __future__ import annotations

import asyncio
import gzip
import threading
from typing import Any

import pytest

from adapters.fetching import DRIVERS, fetched, local, page_of
from adapters.raw_server import Answer, page, redirect, served
from vouched import Guard
from vouched.adapters.fetch_cache import AsyncCachingFetcher, CachingFetcher
from vouched.adapters.fetcher import AsyncFetcher, Fetcher
from vouched.checks import SourceContent, SourceFetch
from vouched.ports import Fault, Fetch
from vouched.testing import ScriptedModel

DRIP: list[bytes | float] = [0.05, b"x"] * 12_000
CHUNKS: list[bytes | float] = [0.05, b"1\r\nx\r\n"] * 12_000
SLOW: dict[str, Answer] = {
    "head that drips": [b"HTTP/1.1 200 OK\r\nX: ", *DRIP],
    "body that drips": [b"HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 1000\r\n\r\n", *DRIP],
    "chunks that drip": [
        b"HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nTransfer-Encoding: chunked\r\n\r\n",
        *CHUNKS,
    ],
    "silence": [600.0],
}


@pytest.mark.parametrize("driver", DRIVERS)
@pytest.mark.parametrize("name", SLOW)
def test_a_slow_server_is_left_at_the_deadline(driver: str, name: str) -> None:
    """The time is for the whole page, however often a byte arrives."""
    with served({"/": SLOW[name]}) as server:
        fault = fetched(driver, server.url + "/", **(local | {"timeout": 0.4}))
    assert isinstance(fault, Fault)
    assert (fault.code, fault.retryable) == ("timeout", True)


@pytest.mark.parametrize("driver", DRIVERS)
@pytest.mark.parametrize("seconds", [0.3, 0.0, -1.0, float("nan")])
def test_the_budget_of_the_run_holds(driver: str, seconds: float) -> None:
    """What is left of a run's time shortens the time of its fetches."""
    with served({"/": SLOW["silence"]}) as server:
        fault = fetched(driver, server.url + "/", seconds=seconds, **local)
    assert isinstance(fault, Fault)
    assert fault.code == "timeout"


@pytest.mark.parametrize("driver", DRIVERS)
def test_a_resolver_that_hangs_is_left(driver: str) -> None:
    """The look-up of a name counts towards the time."""
    never = threading.Event()
    fault = fetched(driver, "https://pages.example.test/", timeout=0.2, resolver=lambda *_: never.wait(600))
    never.set()
    assert isinstance(fault, Fault)
    assert fault.code == "timeout"


@pytest.mark.parametrize("driver", DRIVERS)
@pytest.mark.parametrize("answer", [None, 5, [None], OSError("no such host"), RuntimeError("broken")])
def test_a_resolver_that_fails_is_a_fault(driver: str, answer: object) -> None:
    """Whatever a resolver does becomes a value."""

    def resolver(*_: object) -> object:
        if isinstance(answer, Exception):
            raise answer
        return answer

    assert isinstance(fetched(driver, "https://pages.example.test/", resolver=resolver), Fault)


@pytest.mark.parametrize("driver", DRIVERS)
def test_a_page_is_read_up_to_its_limits(driver: str) -> None:
    """Bytes are counted before and after unpacking, characters in the text, and what is cut off is said."""
    answers: dict[str, Answer] = {
        "/plain": page("x" * 5000, "text/plain"),
        "/bomb": page(gzip.compress(b"x" * 50_000_000), "text/plain", "Content-Encoding: gzip"),
        "/empty": page(gzip.compress(b"") * 3000, "text/plain", "Content-Encoding: gzip"),
        "/cut": page("東" * 1000, "text/plain; charset=utf-8"),
        "/exact": page("x" * 1000, "text/plain"),
        "/endless": [b"HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n\r\n", *[b"x" * 100] * 1000],
    }
    limited = local | {"max_bytes": 1000}
    with served(answers) as server:
        found = {path: page_of(fetched(driver, server.url + path, **limited)) for path in answers}
        short = page_of(fetched(driver, server.url + "/plain", **(local | {"max_characters": 10})))
    assert {path: (len(reply.text), reply.truncated) for path, reply in found.items()} == {
        "/plain": (1000, True),
        "/bomb": (1000, True),
        "/empty": (0, True),
        "/cut": (333, True),
        "/exact": (1000, False),
        "/endless": (1000, True),
    }
    assert (short.text, short.truncated) == ("x" * 10, True)


@pytest.mark.parametrize("driver", DRIVERS)
def test_redirects_are_bounded(driver: str) -> None:
    """A circle is noticed at once, and a spiral after `max_redirects`."""
    spiral: dict[str, Answer] = {f"/{number}": redirect(f"/{number + 1}") for number in range(20)}
    with served({**spiral, "/loop": redirect("/loop#again"), "/4": page("end", "text/plain")}) as server:
        circle = fetched(driver, server.url + "/loop", **local)
        assert server.asked == ["/loop"]
        far = fetched(driver, server.url + "/5", **local)
        none = fetched(driver, server.url + "/3", max_redirects=0, **local)
        near = fetched(driver, server.url + "/0", **local)
    for fault in (circle, far, none):
        assert isinstance(fault, Fault)
        assert (fault.code, fault.retryable) == ("bad_reply", False)
    assert page_of(near).text == "end"


@pytest.mark.parametrize("driver", DRIVERS)
@pytest.mark.parametrize(
    "answer", [b"", b"HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 100\r\n\r\nabc"]
)
def test_a_connection_that_breaks_may_be_tried_again(driver: str, answer: bytes) -> None:
    """Half an answer is none."""
    with served({"/": answer}) as server:
        fault = fetched(driver, server.url + "/", **local)
    assert isinstance(fault, Fault)
    assert (fault.code, fault.retryable) == ("connection", True)


@pytest.mark.parametrize("driver", DRIVERS)
def test_nobody_at_the_port_is_a_fault(driver: str) -> None:
    """A refused connection is a fault that may pass, after each address was tried."""
    with served({}) as server:
        pass
    url = f"http://pages.example.test:{server.port}/"
    fault = fetched(driver, url, resolver=lambda *_: ["127.0.0.1", "127.0.0.2"], **local)
    assert isinstance(fault, Fault)
    assert (fault.code, fault.retryable) == ("connection", True)


@pytest.mark.parametrize("driver", DRIVERS)
def test_the_next_address_is_tried(driver: str) -> None:
    """Where the first address of a name does not answer, the next one is asked."""
    with served({"/": page("x", "text/plain")}) as server:
        url = f"http://pages.example.test:{server.port}/"
        reply = fetched(driver, url, resolver=lambda *_: ["127.0.0.2", "127.0.0.1"], **local)
    assert page_of(reply).text == "x"


def test_a_cancelled_fetch_ends() -> None:
    """A cancellation reaches the wait for the server, and nothing of it stays behind."""

    async def cancelled(url: str) -> None:
        task = asyncio.create_task(AsyncFetcher(**local).fetch(Fetch(url)))
        await asyncio.sleep(0.1)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        assert asyncio.all_tasks() == {asyncio.current_task()}

    with served({"/drip": SLOW["head that drips"], "/silence": SLOW["silence"]}) as server:
        for path in ("/drip", "/silence"):
            asyncio.run(cancelled(server.url + path))


@pytest.mark.parametrize("kind", [Fetcher, AsyncFetcher])
def test_both_fetchers_work_in_every_driver(kind: Any) -> None:
    """A guard fetches with either, waiting or awaiting, and one URL costs one request."""
    answers: dict[str, Answer] = {"/": page("<p>The rent is 500 EUR each month.")}
    caches = {Fetcher: CachingFetcher, AsyncFetcher: AsyncCachingFetcher}
    settings: dict[str, Any] = {"allow_private": True, "schemes": ("http",)}
    with served(answers) as server:
        url = server.url + "/"
        said = {"text": "x", "sources": [url], "citations": [{"document": url, "quote": "rent is 500 EUR each month"}]}
        guard = Guard(
            ScriptedModel([{"claims": [said, said | {"text": "y"}]}]),
            checks=[SourceFetch(**settings), SourceContent(**settings)],
            fetch=caches[kind](kind(**local)),
        )
        assert guard.run("?").status == "released"
        assert asyncio.run(guard.arun("?")).status == "released"
        assert server.asked == ["/"]
