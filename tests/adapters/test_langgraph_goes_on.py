"""After a crash a graph goes on where it was: what was answered is not asked for again."""

from __future__ import annotations

import asyncio
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

import pytest
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.checkpoint.sqlite import SqliteSaver
from langgraph.checkpoint.sqlite.aio import AsyncSqliteSaver

from adapters.graphs import Died, dying, own_graph, step_by_step, thread
from run.scripts import ALTERED, DOCUMENTS, GHOST, GOOD
from vouched import Guard
from vouched.adapters.langgraph import outcome_of, to_graph, with_rejected
from vouched.checks import Citations, Quotes
from vouched.ports import Generate, Message
from vouched.testing import ScriptedModel
from vouched.verdicts import Support

ASKED: dict[str, Any] = {"question": "Pets?", "documents": DOCUMENTS}


def texts(model: ScriptedModel) -> list[str]:
    """Return what a model was told in each call, the last message of each."""
    return [request.messages[-1].content for request in model.requests]


@pytest.mark.parametrize("at", [1, 2, 3])
@pytest.mark.parametrize("made", [to_graph, own_graph])
def test_only_what_was_not_answered_is_asked_again(made: Any, at: int) -> None:
    """A run that dies in any of its calls ends with that one call more, in the graph and in the node."""
    model, calls = dying([ALTERED, GHOST, GOOD], at=at)
    saver, config = InMemorySaver(), thread()
    with pytest.raises(Died):
        made(Guard(model), checkpointer=saver).invoke(ASKED, config)
    assert len(calls) == at

    state = made(Guard(model), checkpointer=saver).invoke(None, config)

    outcome = outcome_of(state)
    assert outcome.status == "released"
    assert [attempt.decision.action for attempt in outcome.attempts] == ["reask", "reask", "release"]
    assert len(calls) == 4
    assert calls[at] == calls[at - 1]


@pytest.mark.parametrize("made", [to_graph, own_graph])
def test_a_file_carries_a_run_over(made: Any, tmp_path: Path) -> None:
    """With SQLite a run goes on that was begun by another graph with another connection."""
    model, calls = dying([ALTERED, GOOD], at=2)
    config, path = thread(), str(tmp_path / "graph.sqlite")
    with SqliteSaver.from_conn_string(path) as saver, pytest.raises(Died):
        made(Guard(model), checkpointer=saver).invoke(ASKED, config)
    with SqliteSaver.from_conn_string(path) as saver:
        state = made(Guard(model), checkpointer=saver).invoke(None, config)

    assert outcome_of(state).status == "released"
    assert len(calls) == 3


@pytest.mark.parametrize("made", [to_graph, own_graph])
def test_an_async_file_carries_a_run_over(made: Any, tmp_path: Path) -> None:
    """With async SQLite a run goes on in another event loop, and its state can be read inside the loop."""
    model, calls = dying([ALTERED, GOOD], at=2)
    config, path = thread(), str(tmp_path / "graph.sqlite")

    async def begun() -> None:
        async with AsyncSqliteSaver.from_conn_string(path) as saver:
            with pytest.raises(Died):
                await made(Guard(model), checkpointer=saver).ainvoke(ASKED, config)

    async def ended() -> Any:
        async with AsyncSqliteSaver.from_conn_string(path) as saver:
            graph = made(Guard(model), checkpointer=saver)
            await graph.ainvoke(None, config)
            return (await graph.aget_state(config)).values

    asyncio.run(begun())
    assert outcome_of(asyncio.run(ended())).status == "released"
    assert len(calls) == 3


KILLED = """
import os, sys
from langgraph.checkpoint.sqlite import SqliteSaver
from vouched import Guard
from vouched.adapters.langgraph import to_graph

def model(request):
    with open(sys.argv[2], "a") as calls:
        calls.write("x")
    if os.path.getsize(sys.argv[2]) == 2:
        os.kill(os.getpid(), 9)
    right = "shall not keep animals" if os.path.getsize(sys.argv[2]) > 1 else "shall keep animals"
    return {"claims": [{"text": "No pets.", "citations": [{"document": "1", "anchor": right}]}]}

with SqliteSaver.from_conn_string(sys.argv[1]) as saver:
    graph, config = to_graph(Guard(model), checkpointer=saver), {"configurable": {"thread_id": "1"}}
    given = None if saver.get_tuple(config) else {"question": "?", "documents": ["The tenant shall not keep animals."]}
    print(graph.invoke(given, config, durability="sync")["status"])
"""


def test_a_process_that_is_killed_loses_only_the_call_under_way(tmp_path: Path) -> None:
    """With durability="sync", a run whose process is killed in its second call pays that call again and no other."""
    command = [sys.executable, "-c", KILLED, str(tmp_path / "graph.sqlite"), str(tmp_path / "calls")]
    killed = subprocess.run(command, capture_output=True, text=True, check=False, timeout=120)
    again = subprocess.run(command, capture_output=True, text=True, check=False, timeout=120)

    assert killed.returncode == -9, killed.stderr
    assert (again.returncode, again.stdout) == (0, "released\n"), again.stderr
    assert (tmp_path / "calls").read_text() == "xxx"


class Counting(InMemorySaver):
    """Says when the writes of two calls to models are kept."""

    def __init__(self) -> None:
        super().__init__()
        self.both = threading.Event()
        self._kept: set[str] = set()

    def put_writes(self, config: Any, writes: Any, task_id: str, task_path: str = "") -> None:
        """Keep what one task wrote."""
        super().put_writes(config, writes, task_id, task_path)
        self._kept |= {task_id for channel, _ in writes if channel == "vouched_run"}
        if len(self._kept) == 2:
            self.both.set()


@pytest.mark.parametrize("awaiting", [False, True])
def test_of_models_asked_together_only_the_unanswered_is_asked_again(awaiting: bool) -> None:
    """A crash in one branch of a fan-out loses that branch and no other, waiting and awaiting."""
    first, third = ScriptedModel([GOOD]), ScriptedModel([GOOD])
    second, calls = dying([GOOD], at=1)
    saver = Counting()

    def late(request: Any) -> Any:
        # What the branches beside it answered has been kept when it dies.
        assert saver.both.wait(60)
        return second(request)

    graph, config = to_graph(Guard([first, late, third]), checkpointer=saver), thread()

    def go(given: Any) -> Any:
        return asyncio.run(graph.ainvoke(given, config)) if awaiting else graph.invoke(given, config)

    with pytest.raises(Died):
        go(ASKED)
    outcome = outcome_of(go(None))

    assert outcome.status == "released"
    assert (len(first.requests), len(calls), len(third.requests)) == (1, 2, 1)


def test_a_cancelled_run_goes_on() -> None:
    """Cancelling reaches the model that is awaited, and the run goes on later without what was answered."""
    seen: list[str] = []
    waits = asyncio.Event()

    async def model(_request: Any) -> Any:
        seen.append("asked")
        if len(seen) == 2:
            waits.set()
            try:
                await asyncio.sleep(60)
            except asyncio.CancelledError:
                seen.append("cancelled")
                raise
        return ALTERED if len(seen) == 1 else GOOD

    async def both() -> Any:
        graph, config = to_graph(Guard(model), checkpointer=InMemorySaver()), thread()
        task = asyncio.create_task(graph.ainvoke(ASKED, config))
        await waits.wait()
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        return await graph.ainvoke(None, config)

    assert asyncio.run(both())["status"] == "released"
    assert seen == ["asked", "asked", "cancelled", "asked"]


def test_a_run_that_has_ended_is_not_run_again() -> None:
    """Going on with what has ended gives its outcome and asks nobody."""
    model = ScriptedModel([GOOD])
    graph, config = to_graph(Guard(model), checkpointer=InMemorySaver()), thread()
    ended = graph.invoke(ASKED, config)

    assert graph.invoke(None, config) == ended
    assert len(model.requests) == 1


def test_an_earlier_checkpoint_can_be_gone_on_from() -> None:
    """A run forked at an earlier checkpoint asks from there on, whatever the run did after it."""
    model = ScriptedModel([ALTERED, GHOST, GOOD, GOOD])
    graph, config = to_graph(Guard(model), checkpointer=InMemorySaver()), thread()
    graph.invoke(ASKED, config)
    whole = with_rejected(graph).get_state_history(config)
    earlier = next(one for one in whole if len(one.values.get("vouched_run", {}).get("texts", {})) == 3)
    assert earlier.next == ("plan",)

    state = graph.invoke(None, earlier.config)

    assert state["status"] == "released"
    assert len(outcome_of(state).attempts) == 3
    assert texts(model)[3] == texts(model)[2]


def test_a_run_that_waits_can_be_forked_earlier() -> None:
    """A run that died waiting is gone on from an earlier checkpoint as it was there, not as it was when it died."""
    model, calls = dying([ALTERED, GHOST, GHOST, GOOD], at=3)
    graph, config = to_graph(Guard(model, max_retries=9), checkpointer=InMemorySaver()), thread()
    with pytest.raises(Died):
        graph.invoke(ASKED, config)
    waiting = [one for one in with_rejected(graph).get_state_history(config) if one.next == ("ask",)]
    assert len(waiting) == 3

    outcome = outcome_of(graph.invoke(None, waiting[1].config))

    assert outcome.status == "released"
    assert len(outcome.attempts) == 3
    assert calls[3] == calls[1]


def test_an_async_check_is_begun_anew_in_another_event_loop() -> None:
    """A check that awaits goes on in the event loop it was begun in; in another loop it is called again."""
    judge, calls = dying([GOOD], at=1)

    async def loyal(_draft: Any, _evidence: Any) -> Any:
        loop = asyncio.get_running_loop()
        yield Generate(model="judge", messages=(Message("user", "?"),))
        # A loop that ends closes what was begun in it: it would end here, silent.
        if loop is asyncio.get_running_loop():
            yield Support(check="loyal", claim=0)

    guard = Guard(ScriptedModel([GOOD]), judge=judge, checks=[Citations(), Quotes(), loyal])
    graph, config = to_graph(guard, checkpointer=InMemorySaver()), thread()

    async def go(given: Any) -> Any:
        return await graph.ainvoke(given, config)

    with pytest.raises(Died):
        asyncio.run(go(ASKED))
    outcome = outcome_of(asyncio.run(go(None)))

    assert [verdict.status for verdict in outcome.verdicts if verdict.check == "loyal"] == ["supported"]
    assert len(calls) == 2


def test_time_goes_on_with_the_run() -> None:
    """The seconds of a run count what each of its steps took, whichever process made it."""
    answers = iter([ALTERED, GOOD])

    def slow(_request: Any) -> Any:
        time.sleep(0.15)
        return next(answers)

    outcome = outcome_of(step_by_step(Guard(slow), ASKED))

    assert outcome.seconds >= 0.3
    assert [attempt.seconds >= 0.15 for attempt in outcome.attempts] == [True, True]


def test_a_run_ends_when_its_seconds_are_spent() -> None:
    """The budget of seconds holds over the steps of a run, whichever process made them."""

    def slow(request: Any) -> Any:
        time.sleep(0.2)
        return {**GHOST, "note": len(str(request))}

    outcome = outcome_of(step_by_step(Guard(slow, max_retries=50, seconds=0.5), ASKED))

    assert outcome.status == "refused"
    assert len(outcome.attempts) < 5
    assert outcome.decision.reasons[-1].rule == "budget"


def test_notes_are_not_told_twice() -> None:
    """A run that goes on tells its notes from where it was cut short."""
    alone = [note.event for note in Guard(ScriptedModel([ALTERED, GOOD])).stream("Pets?", DOCUMENTS)]
    model, _ = dying([ALTERED, GOOD], at=2)
    saver, config = InMemorySaver(), thread()
    told: list[Any] = []
    with pytest.raises(Died):
        told.extend(to_graph(Guard(model), checkpointer=saver).stream(ASKED, config, stream_mode="custom"))
    first = alone[: alone.index("decided") + 2]
    later = list(to_graph(Guard(model), checkpointer=saver).stream(None, config, stream_mode="custom"))

    assert [note["event"] for note in later] == alone[len(first) :]


def test_foreign_checks_are_called_again_when_a_run_goes_on_elsewhere() -> None:
    """A check of the caller is no reply: another process calls it again, and it may come to something else."""
    seen: list[str] = []

    def foreign(draft: Any, _evidence: Any) -> Any:
        seen.append(draft.raw)
        return []

    guard = Guard(ScriptedModel([ALTERED, GOOD]), checks=[Citations(), Quotes(), foreign])
    assert step_by_step(guard, ASKED)["status"] == "released"
    assert len(seen) == 3
