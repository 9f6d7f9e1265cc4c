"""The loop is written once: whatever drives it, one script of replies gives one outcome."""

import asyncio
import threading
import time
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from run.scripts import ALTERED, DOCUMENTS, GHOST, GOOD, REPLIES, scripts, told
from vouched import Guard, Outcome
from vouched.errors import UsageError
from vouched.ports import Generate
from vouched.run.drivers import run_many
from vouched.testing import AsyncScriptedModel, ScriptedModel


@given(script=scripts, retries=st.integers(0, 3), fan=st.integers(1, 2))
def test_waiting_awaiting_and_streaming_agree(script: list[int], retries: int, fan: int) -> None:
    """run, arun, stream, astream and run_many come to the same, with sync and with async models."""

    def guard(kind: Any) -> Guard:
        return Guard([kind([REPLIES[place] for place in script]) for _ in range(fan)], max_retries=retries)

    async def streamed(one: Guard) -> Outcome:
        notes = [note async for note in one.astream("Pets?", DOCUMENTS)]
        assert notes[-1].outcome is not None
        return notes[-1].outcome

    waited = guard(ScriptedModel).run("Pets?", DOCUMENTS)
    last = list(guard(ScriptedModel).stream("Pets?", DOCUMENTS))[-1].outcome
    assert last is not None
    outcomes = [
        last,
        asyncio.run(guard(ScriptedModel).arun("Pets?", DOCUMENTS)),
        asyncio.run(guard(AsyncScriptedModel).arun("Pets?", DOCUMENTS)),
        guard(AsyncScriptedModel).run("Pets?", DOCUMENTS),
        asyncio.run(streamed(guard(AsyncScriptedModel))),
        guard(ScriptedModel).run_many(["Pets?"], DOCUMENTS)[0],
    ]
    for outcome in outcomes:
        assert told(outcome) == told(waited)


@given(script=scripts)
def test_only_vouched_text_comes_out_of_a_run(script: list[int]) -> None:
    """Whatever a model answers, an outcome has a value only when its claims stand, and no event shows a draft."""
    guard = Guard(ScriptedModel([REPLIES[place] for place in script]), max_retries=3)
    for note in guard.stream("Pets?", DOCUMENTS):
        assert "600" not in repr(note.detail)
        assert "parking" not in repr(note.detail)
    outcome = guard.run("Pets?", DOCUMENTS)
    assert outcome.value in (None, GOOD)
    assert (outcome.value is not None) == (outcome.status == "released")
    assert len(outcome.attempts) <= 4


def test_flows_are_asked_together_and_end_apart() -> None:
    """Of many questions each retries on its own; their calls of one round are asked at once."""
    model = ScriptedModel([ALTERED, GHOST, GOOD, GOOD])
    guard = Guard(model, max_retries=2)
    outcomes = guard.run_many(["One?", "Two?"], DOCUMENTS)
    assert [outcome.status for outcome in outcomes] == ["released", "released"]
    assert [len(outcome.attempts) for outcome in outcomes] == [2, 2]
    assert run_many([]) == []


def test_a_sync_model_does_not_block_the_event_loop() -> None:
    """While a model that blocks is waited for, the loop goes on."""
    import threading

    release = threading.Event()

    def blocking(_request: Any) -> Any:
        return GOOD if release.wait(60) else "the loop stood still"

    async def both() -> Outcome:
        running = asyncio.create_task(Guard(blocking).arun("Pets?", DOCUMENTS))
        await asyncio.sleep(0)
        release.set()
        return await running

    assert asyncio.run(both()).status == "released"


def test_cancelling_reaches_an_awaited_model() -> None:
    """A cancelled run cancels the call under way; nothing goes on behind it."""
    seen: list[str] = []
    both = asyncio.Barrier(3)

    async def slow(_request: Any) -> Any:
        try:
            await both.wait()
            await asyncio.sleep(600)
        except asyncio.CancelledError:
            seen.append("cancelled")
            raise

    async def cancelled() -> None:
        task = asyncio.create_task(Guard([slow, slow]).arun("Pets?", DOCUMENTS))
        await both.wait()
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task

    asyncio.run(cancelled())
    assert seen == ["cancelled", "cancelled"]


@pytest.mark.parametrize("most", [1, 2, 3])
def test_no_more_runs_are_asked_at_the_same_time_than_is_said(most: int) -> None:
    """`max_concurrency` bounds the models' calls of a round, and changes no outcome."""
    under_way, seen, lock = 0, [0], threading.Lock()

    def model(_request: Generate) -> Any:
        nonlocal under_way
        with lock:
            under_way += 1
            seen.append(under_way)
        time.sleep(0.01)
        with lock:
            under_way -= 1
        return GOOD

    outcomes = Guard(model).run_many([f"{number}?" for number in range(7)], DOCUMENTS, max_concurrency=most)
    assert [outcome.status for outcome in outcomes] == ["released"] * 7
    assert max(seen) <= most
    with pytest.raises(UsageError, match="max_concurrency"):
        Guard(model).run_many(["?"], DOCUMENTS, max_concurrency=0)
