"""A new question on a thread begins anew: nothing of the former one is seen, whatever became of either."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from langgraph.checkpoint.memory import InMemorySaver

from adapters.graphs import Died, dying, own_graph, thread
from run.scripts import ALTERED, DOCUMENTS, GHOST, GOOD
from vouched import Guard
from vouched.adapters.langgraph import outcome_of, to_graph, with_rejected
from vouched.errors import UsageError
from vouched.testing import ScriptedModel

FIRST: dict[str, Any] = {"question": "Pets?", "documents": DOCUMENTS}
SECOND: dict[str, Any] = {"question": "Parking?", "documents": {"parking": "Cars may stand in the yard."}}


def assert_none_is_mixed(graph: Any, config: Any) -> None:
    """Assert that no state of a thread, in all its history, shows one question with anything of the other."""
    shown = [snapshot.values for snapshot in graph.get_state_history(config)]
    assert any(values.get("question") == "Parking?" for values in shown)
    for values in shown:
        assert values == {} or "question" in values
        if values.get("question") == "Parking?":
            assert "animals" not in repr(values)


@pytest.mark.parametrize("awaiting", [False, True])
def test_a_second_question_knows_nothing_of_the_first(awaiting: bool) -> None:
    """After a released answer, another question gets its own outcome, and its prompts hold nothing of the first."""
    model = ScriptedModel([ALTERED, GOOD, GHOST])
    graph, config = to_graph(Guard(model, max_retries=1, reask="draft"), checkpointer=InMemorySaver()), thread()

    def go(given: Any) -> Any:
        return asyncio.run(graph.ainvoke(given, config)) if awaiting else graph.invoke(given, config)

    assert go(FIRST)["status"] == "released"
    state = go(SECOND)

    assert (state["question"], state["status"], state["value"]) == ("Parking?", "refused", None)
    outcome = outcome_of(with_rejected(graph).get_state(config).values)
    assert [attempt.number for attempt in outcome.attempts] == [1, 2]
    assert outcome.usage.calls == 2
    for request in model.requests[2:]:
        assert "animals" not in repr(request.messages)
        assert "600" not in repr(request.messages)
    assert_none_is_mixed(graph, config)


def test_while_a_question_is_asked_no_former_answer_is_seen() -> None:
    """The state of a thread shows no question, status or value while a second question is on its way."""
    seen: list[Any] = []
    config = thread()

    def model(request: Any) -> Any:
        if "Parking?" in request.messages[-1].content:
            seen.append(graph.get_state(config).values)
        return GOOD

    graph = to_graph(Guard(model, max_retries=1), checkpointer=InMemorySaver())
    assert graph.invoke(FIRST, config)["status"] == "released"
    assert set(graph.get_state(config).values) == {"question", "status", "value", "outcome"}
    graph.invoke(SECOND, config, durability="sync")

    assert seen[0] == {}
    assert set(graph.get_state(config).values) == {"question", "status", "value", "outcome"}


def test_after_a_crash_no_former_answer_is_seen() -> None:
    """When the second question dies, the thread shows no answer; going on answers the second question."""
    model, calls = dying([GOOD, GHOST], at=2)
    graph, config = to_graph(Guard(model, max_retries=0), checkpointer=InMemorySaver()), thread()
    graph.invoke(FIRST, config)
    with pytest.raises(Died):
        graph.invoke(SECOND, config)
    assert graph.get_state(config).values == {}
    with pytest.raises(UsageError, match="expected an outcome in the state"):
        outcome_of(with_rejected(graph).get_state(config).values)
    assert_none_is_mixed(graph, config)

    state = graph.invoke(None, config)

    assert (state["question"], state["status"]) == ("Parking?", "refused")
    assert len(calls) == 3


def test_a_question_that_died_is_given_up_for_the_next() -> None:
    """A second question after a crash begins anew: what the first still had to ask is not asked, nor is it seen."""
    model, calls = dying([ALTERED, GHOST], at=2)
    graph, config = to_graph(Guard([model], max_retries=0), checkpointer=InMemorySaver()), thread()
    again = to_graph(Guard([model, model], max_retries=3), checkpointer=graph.checkpointer)
    with pytest.raises(Died):
        again.invoke(FIRST, config)
    before = len(calls)

    state = graph.invoke(SECOND, config)

    assert state["question"] == "Parking?"
    assert all("Parking?" in request.messages[-1].content for request in calls[before:])
    assert len(outcome_of(state).attempts) == 1
    assert_none_is_mixed(graph, config)


@pytest.mark.parametrize("given", [{"documents": DOCUMENTS}, {"question": " "}, {"question": None}, {"question": 5}])
def test_an_input_without_a_question_is_refused(given: dict[str, Any]) -> None:
    """Nothing is asked when a question is missing: the one of before does not count."""
    model = ScriptedModel([GOOD])
    graph, config = to_graph(Guard(model), checkpointer=InMemorySaver()), thread()
    graph.invoke(FIRST, config)
    with pytest.raises(UsageError, match="question: expected"):
        graph.invoke(given, config)
    assert len(model.requests) == 1


def test_documents_of_before_do_not_count() -> None:
    """A question without documents is asked without any."""
    model = ScriptedModel([GOOD])
    graph, config = to_graph(Guard(model, max_retries=0), checkpointer=InMemorySaver()), thread()
    assert graph.invoke(FIRST, config)["status"] == "released"
    assert graph.invoke({"question": "Pets?"}, config)["status"] == "refused"


def test_a_node_begins_anew_each_time() -> None:
    """On one thread of a graph of one's own, each question gets its own outcome."""
    model = ScriptedModel([GOOD, GHOST])
    graph, config = own_graph(Guard(model, max_retries=0), InMemorySaver()), thread()
    assert graph.invoke(FIRST, config)["outcome"]["status"] == "released"
    state = graph.invoke(SECOND, config)
    assert (state["outcome"]["status"], state["outcome"]["value"]) == ("refused", None)


def test_threads_do_not_meet() -> None:
    """Runs of one graph on many threads at once each come to the outcome of their question."""
    from concurrent.futures import ThreadPoolExecutor

    def model(request: Any) -> Any:
        name = request.messages[-1].content.partition("lease-")[2].partition(" ")[0]
        return {"claims": [{"text": f"{name}", "citations": [{"document": "d", "anchor": f"lease-{name} holds"}]}]}

    graph = to_graph(Guard(model), checkpointer=InMemorySaver())

    def ask(number: int) -> Any:
        given = {"question": f"What of lease-{number} ?", "documents": {"d": f"The lease-{number} holds for a year."}}
        return graph.invoke(given, thread(str(number)))

    with ThreadPoolExecutor(8) as pool:
        states = list(pool.map(ask, range(40)))
    assert [state["value"]["claims"][0]["text"] for state in states] == [str(number) for number in range(40)]
