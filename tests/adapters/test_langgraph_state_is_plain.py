"""A graph's state is plain values: checkpointers carry it without complaint, and nobody meets rejected text in it."""

from __future__ import annotations

import asyncio
import json
import logging
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.checkpoint.sqlite import SqliteSaver
from langgraph.checkpoint.sqlite.aio import AsyncSqliteSaver

from adapters.graphs import Died, dying, own_graph, thread
from run.scripts import ALTERED, DOCUMENTS, GHOST, GOOD
from vouched import Guard, Outcome, Policy
from vouched.adapters.graph_state import merged, plain, plain_outcome
from vouched.adapters.langgraph import outcome_of, to_graph, with_rejected
from vouched.errors import UsageError
from vouched.outcomes import Decision
from vouched.ports import Reply, Usage
from vouched.record import to_builtins
from vouched.testing import AsyncScriptedModel, ScriptedModel

ASKED: dict[str, Any] = {"question": "Pets?", "documents": DOCUMENTS}
SECRET = "The landlord pays for the parrot."
# An answer that is cut off: none of it is a claim, and no finding quotes its end.
INVENTED = '{"claims": [], "note": "' + "a parrot is no pet and " * 20 + SECRET
WILD = {"claims": [*GHOST["claims"], {"text": "half \ud800 a pair", "citations": []}], "sum": 10**40}


def is_plain(value: Any) -> bool:
    """Whether a value is what JSON is made of, exactly."""
    if type(value) is dict:
        return all(type(name) is str and is_plain(one) for name, one in value.items())
    if type(value) is list:
        return all(is_plain(one) for one in value)
    return type(value) in (str, int, float, bool, type(None))


@pytest.mark.parametrize("made", [to_graph, own_graph])
def test_no_checkpointer_complains(made: Any, tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """Runs and their history are kept and read back in memory, SQLite and async SQLite without a word in the log."""

    def guard(kind: Any) -> Guard:
        return Guard([kind([ALTERED, GOOD]), kind([GHOST])], merge="best")

    async def awaited() -> Any:
        async with AsyncSqliteSaver.from_conn_string(str(tmp_path / "async.sqlite")) as saver:
            graph, config = made(guard(AsyncScriptedModel), checkpointer=saver), thread()
            await graph.ainvoke(ASKED, config)
            return (await graph.aget_state(config)).values, [one async for one in graph.aget_state_history(config)]

    def waited(saver: Any) -> Any:
        graph, config = made(guard(ScriptedModel), checkpointer=saver), thread()
        graph.invoke(ASKED, config)
        return graph.get_state(config).values, list(graph.get_state_history(config))

    with caplog.at_level(logging.DEBUG), SqliteSaver.from_conn_string(str(tmp_path / "sync.sqlite")) as saver:
        for values, history in (asyncio.run(awaited()), waited(InMemorySaver()), waited(saver)):
            assert outcome_of(values).status == "released"
            assert history
    assert [record for record in caplog.records if record.levelno >= logging.WARNING] == []
    assert "unregistered" not in caplog.text


def test_every_checkpoint_holds_plain_values() -> None:
    """All that a run writes into the state is made of texts, numbers, lists and objects."""
    graph, config = to_graph(Guard([ScriptedModel([ALTERED, GOOD])] * 2), checkpointer=InMemorySaver()), thread()
    graph.invoke(ASKED, config)
    states = [snapshot.values for snapshot in with_rejected(graph).get_state_history(config)]
    assert len(states) > 5
    for values in states:
        ours = {name: value for name, value in values.items() if not name.startswith(("__", "branch:"))}
        assert is_plain(ours), ours


@pytest.mark.parametrize("mode", ["updates", "values", "checkpoints", "messages", "custom"])
def test_no_stream_and_no_state_shows_rejected_text(mode: Any) -> None:
    """What a graph streams, returns and shows as its state does not hold a rejected draft."""
    guard = Guard(ScriptedModel([INVENTED + "!" * number for number in range(9)]), max_retries=2)
    graph, config = to_graph(guard, checkpointer=InMemorySaver()), thread()
    for chunk in graph.stream(ASKED, config, stream_mode=mode):
        assert SECRET not in repr(chunk)
        assert SECRET not in repr(graph.get_state(config))
    assert SECRET not in repr(graph.invoke(ASKED, config))
    assert SECRET not in repr(own_graph(guard).invoke(ASKED))
    assert SECRET not in repr(list(own_graph(guard).stream(ASKED, stream_mode=mode, subgraphs=True)))
    outcome = outcome_of(graph.get_state(config).values)
    assert (outcome.value, outcome.rejected) == (None, None)
    assert {attempt.rejected for attempt in outcome.attempts} == {None}


def test_a_crashed_run_shows_no_draft() -> None:
    """A thread whose run died shows nothing of the drafts that its checkpoint holds; by name they are to be had."""
    model, _ = dying([INVENTED], at=2)
    graph, config = to_graph(Guard(model), checkpointer=InMemorySaver()), thread()
    with pytest.raises(Died):
        graph.invoke(ASKED, config)
    assert graph.get_state(config).values == {}
    assert SECRET in repr(with_rejected(graph).get_state(config).values)


def test_the_last_checkpoint_holds_no_replies() -> None:
    """When a run has ended its replies are cleared; what was rejected stands in its whole outcome alone."""
    graph, config = to_graph(Guard(ScriptedModel([INVENTED, GOOD])), checkpointer=InMemorySaver()), thread()
    graph.invoke(ASKED, config)
    values = with_rejected(graph).get_state(config).values
    assert SECRET not in repr({name: value for name, value in values.items() if name != "vouched_outcome"})
    assert SECRET in repr(outcome_of(values).attempts[0].rejected)


@pytest.mark.parametrize("saver", [None, InMemorySaver()])
def test_what_serializers_do_not_carry_comes_through(saver: Any) -> None:
    """Half a surrogate pair and an integer of any size, in a draft or in a count of tokens, end no run."""
    wild = [WILD, Reply(text=json.dumps(WILD), usage=Usage(10**30, 0, 1))]

    def guard() -> Guard:
        return Guard(ScriptedModel(wild), max_retries=1, reask="draft", policy=Policy(exhausted="hold"))

    expected = guard().run("Pets?", DOCUMENTS)
    graph, config = to_graph(guard(), checkpointer=saver), thread()
    outcome = outcome_of(graph.invoke(ASKED, config))

    assert (outcome.status, outcome.claims, outcome.findings) == (expected.status, expected.claims, expected.findings)
    assert outcome.usage == expected.usage
    if saver is not None:
        assert outcome_of(with_rejected(graph).get_state(config).values).rejected == expected.rejected


def test_a_wide_integer_that_is_released_stands_as_its_digits() -> None:
    """`value` has the digits as a text, and the outcome the number."""
    guard = Guard(ScriptedModel([GHOST]), max_retries=0, policy=Policy(exhausted="fallback"), fallback={"sum": 10**40})
    state = to_graph(guard, checkpointer=InMemorySaver()).invoke(ASKED, thread())
    assert (state["status"], state["value"]) == ("fallback", {"sum": str(10**40)})
    assert outcome_of(state).value == {"sum": 10**40}


def test_the_outcome_is_its_record_as_plain_values() -> None:
    """`outcome` in the state has the fields of the record, and `outcome_of` gives the record back."""
    expected = Guard(ScriptedModel([GHOST, GOOD])).run("Pets?", DOCUMENTS)
    state = to_graph(Guard(ScriptedModel([GHOST, GOOD]))).invoke(ASKED)
    assert set(state["outcome"]) == set(to_builtins(expected))
    assert state["outcome"]["claims"][0]["text"] == "No pets."
    assert outcome_of(state).claims == expected.claims
    assert outcome_of({"answer": state["outcome"]}, key="answer") == outcome_of(state)


ANY_TEXT = st.text(st.characters(exclude_categories=()))
values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | ANY_TEXT,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
    max_leaves=8,
)


@given(value=values)
def test_any_value_comes_back_exactly(value: Any) -> None:
    """Whatever JSON value an outcome has, the plain form is carried by every serializer and gives it back."""
    from langgraph.checkpoint.serde.jsonplus import JsonPlusSerializer

    outcome = Outcome(status="released", value=value, decision=Decision(action="release"))
    shown = plain_outcome(outcome)
    serializer = JsonPlusSerializer()
    assert serializer.loads_typed(serializer.dumps_typed(shown)) == shown
    assert outcome_of({"outcome": shown}) == outcome
    assert plain(shown) == shown


@pytest.mark.parametrize("state", [{}, {"outcome": None}, {"outcome": {}}, {"outcome": "released"}, {"outcome": 5}])
def test_a_state_without_an_outcome_is_refused(state: Any) -> None:
    """There is no outcome where a run has not ended."""
    with pytest.raises(UsageError, match="outcome: expected an outcome in the state"):
        outcome_of(state)


def test_a_fallback_that_no_state_carries_is_refused() -> None:
    """A fallback that is no JSON value is refused at construction; one that is made in a run fails as a value."""
    with pytest.raises(UsageError, match="fallback: expected a value that JSON carries"):
        to_graph(Guard(ScriptedModel([GOOD]), fallback={1, 2}))
    with pytest.raises(UsageError, match="guard: expected a Guard"):
        to_graph(ScriptedModel([GOOD]))  # type: ignore[arg-type]
    policy = Policy(exhausted="fallback")
    guard = Guard(ScriptedModel([GHOST]), max_retries=0, policy=policy, fallback=lambda *_: object())
    outcome = outcome_of(to_graph(guard).invoke(ASKED))
    assert (outcome.status, outcome.value) == ("refused", None)
    assert "expected a value that JSON carries" in outcome.decision.reasons[-1].message


def test_a_late_reply_of_another_run_changes_nothing() -> None:
    """What comes to a run that has been replaced is left out; only what begins a run replaces one."""
    old = {"run": "old", "texts": {"a": "1"}, "told": 1, "seconds": 1.0}
    new = {"run": "new", "texts": {}, "told": 0, "seconds": 0.0}
    assert merged(old, {"begins": True, **new}) == new
    assert merged(new, {"run": "old", "texts": {"b": "2"}, "seconds": 9.0}) == new
    assert merged(old, {"run": "old", "texts": {"b": "2"}, "seconds": 0.5}) == {**old, "texts": {"a": "1", "b": "2"}}
