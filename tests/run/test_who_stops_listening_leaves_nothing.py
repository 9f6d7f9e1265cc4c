"""A run that nobody follows any more ends: no call goes on, no thread is waited for, nothing is left unawaited."""

from __future__ import annotations

import asyncio
import gc
import threading
from collections.abc import AsyncIterator
from contextlib import aclosing
from typing import Any

import pytest

from vouched import Guard, Support
from vouched.ports import Generate
from vouched.testing import AsyncScriptedModel, ScriptedModel

DOCUMENTS = {"lease": "The tenant shall not keep animals. The rent is 500 EUR, due on the first day of each month."}
GOOD = {"claims": [{"text": "No pets.", "citations": [{"document": "lease", "anchor": "shall not keep animals"}]}]}
EVENTS = ("asked", "drafted", "checked", "decided", "released")


class Slow:
    """A model that never answers, and remembers how its calls ended."""

    def __init__(self) -> None:
        self.begun = asyncio.Event()
        self.ended: list[str] = []

    async def generate(self, _request: Any) -> Any:
        """Wait until it is cancelled."""
        self.begun.set()
        try:
            await asyncio.sleep(600)
        except asyncio.CancelledError:
            self.ended.append("cancelled")
            raise
        self.ended.append("answered")
        return GOOD


@pytest.mark.parametrize("event", EVENTS)
def test_a_stream_can_be_left_at_any_note(event: str) -> None:
    """Closing it asks no model again, and leaves no thread behind."""
    models = [ScriptedModel([GOOD]), ScriptedModel([GOOD])]
    before = set(threading.enumerate())
    stream: Any = Guard(models).stream("Pets?", DOCUMENTS)
    for note in stream:
        if note.event == event:
            break
    stream.close()
    gc.collect()
    assert set(threading.enumerate()) <= before
    assert {len(model.requests) for model in models} == ({0} if event == "asked" else {1})
    assert list(stream) == []


@pytest.mark.parametrize("event", EVENTS)
def test_an_awaited_stream_can_be_left_at_any_note(event: str) -> None:
    """Closing it leaves no task behind."""
    models = [AsyncScriptedModel([GOOD]), AsyncScriptedModel([GOOD])]

    async def left() -> int:
        stream: Any = Guard(models).astream("Pets?", DOCUMENTS)
        async with aclosing(stream):
            async for note in stream:
                if note.event == event:
                    break
        return len(asyncio.all_tasks())

    assert asyncio.run(left()) == 1
    gc.collect()
    assert {len(model.requests) for model in models} == ({0} if event == "asked" else {1})


def test_who_gives_up_a_stream_ends_the_calls_under_way() -> None:
    """All branches that still wait are cancelled, whatever the quick ones said."""

    async def given_up() -> tuple[list[str], int]:
        slow = [Slow(), Slow()]
        stream: Any = Guard([*slow, AsyncScriptedModel([GOOD])]).astream("Pets?", DOCUMENTS)
        await anext(stream)
        listening = asyncio.ensure_future(anext(stream))
        await asyncio.gather(*(model.begun.wait() for model in slow))
        listening.cancel()
        with pytest.raises(asyncio.CancelledError):
            await listening
        await stream.aclose()
        return [end for model in slow for end in model.ended], len(asyncio.all_tasks())

    assert asyncio.run(given_up()) == (["cancelled", "cancelled"], 1)
    gc.collect()


async def asks(_draft: Any, _evidence: Any) -> AsyncIterator[Any]:
    """Support the claim before and after it asks the judge."""
    yield Support(check="asks", claim=0)
    yield Generate(model="judge", messages=())
    yield Support(check="asks", claim=0)


def asks_waiting(_draft: Any, _evidence: Any) -> Any:
    """Do the same, not awaited."""
    yield Support(check="asks_waiting", claim=0)
    yield Generate(model="judge", messages=())
    yield Support(check="asks_waiting", claim=0)


@pytest.mark.parametrize("check", [asks, asks_waiting])
def test_a_cancelled_run_ends_the_judge_that_a_check_waits_for(check: Any) -> None:
    """A check that is half-way is closed with the run."""

    async def cancelled() -> tuple[list[str], int]:
        judge = Slow()
        guard = Guard(AsyncScriptedModel([GOOD]), checks=[check], judge=judge)
        task = asyncio.create_task(guard.arun("Pets?", DOCUMENTS))
        await judge.begun.wait()
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        return judge.ended, len(asyncio.all_tasks())

    assert asyncio.run(cancelled()) == (["cancelled"], 1)
    gc.collect()


def test_a_time_limit_of_the_callers_own_reaches_the_model() -> None:
    """`asyncio.timeout` around a run cancels the call, and the next run of the guard is as new."""

    async def limited() -> tuple[list[str], str]:
        slow = Slow()
        guard = Guard(lambda request: slow.generate(request) if not slow.ended else GOOD)
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(0.05):
                await guard.arun("Pets?", DOCUMENTS)
        return slow.ended, (await guard.arun("Pets?", DOCUMENTS)).status

    assert asyncio.run(limited()) == (["cancelled"], "released")


def test_a_run_waits_for_no_thread_that_it_gave_up() -> None:
    """A model that waits for ever costs its seconds; its thread keeps neither the run nor the interpreter."""
    never, before = threading.Event(), set(threading.enumerate())
    outcome = Guard(lambda _: never.wait(600), seconds=0.1, max_retries=5).run("Pets?", DOCUMENTS)
    assert (outcome.status, outcome.findings[0].code) == ("refused", "timeout")
    assert all(thread.daemon for thread in set(threading.enumerate()) - before)
    never.set()


def test_an_awaited_run_leaves_no_thread_that_the_loop_waits_for() -> None:
    """An event loop that ends does not wait for a model that was given up."""
    never = threading.Event()
    outcome = asyncio.run(Guard(lambda _: never.wait(600), seconds=0.2, max_retries=0).arun("Pets?", DOCUMENTS))
    never.set()
    assert outcome.findings[0].code == "timeout"
