"""Driven by LangGraph, a guard comes to the outcome that it comes to without it."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adapters.graphs import own_graph, step_by_step
from run.scripts import ALTERED, DOCUMENTS, GHOST, GOOD, REPLIES, scripts, told
from vouched import Guard, Outcome, Policy
from vouched.adapters.langgraph import outcome_of, to_graph, with_rejected
from vouched.checks import Citations, Critic, Quotes, SourceContent, SourceFetch
from vouched.ports import Fault, Generate, Message, Together
from vouched.testing import AsyncScriptedModel, ScriptedFetcher, ScriptedModel
from vouched.verdicts import Finding, Support

ASKED: dict[str, Any] = {"question": "Pets?", "documents": DOCUMENTS}


def shown(outcome: Outcome) -> tuple[Any, ...]:
    """Return what is compared of an outcome: all but how long it took and what was rejected."""
    return told(outcome.but(attempts=tuple(attempt.but(rejected=None) for attempt in outcome.attempts)))


@settings(max_examples=40)
@given(script=scripts, retries=st.integers(0, 3), fan=st.integers(1, 2))
def test_a_graph_a_node_and_a_guard_agree(script: list[int], retries: int, fan: int) -> None:
    """The compiled graph and the node, waiting and awaiting, with models of both kinds, give the guard's outcome."""

    def guard(kind: Any) -> Guard:
        return Guard([kind([REPLIES[place] for place in script]) for _ in range(fan)], max_retries=retries)

    expected = shown(guard(ScriptedModel).run("Pets?", DOCUMENTS))
    states: list[Any] = [
        to_graph(guard(ScriptedModel)).invoke(ASKED),
        to_graph(guard(AsyncScriptedModel)).invoke(ASKED),
        asyncio.run(to_graph(guard(ScriptedModel)).ainvoke(ASKED)),
        asyncio.run(to_graph(guard(AsyncScriptedModel)).ainvoke(ASKED)),
        own_graph(guard(ScriptedModel)).invoke(ASKED),
        asyncio.run(own_graph(guard(AsyncScriptedModel)).ainvoke(ASKED)),
    ]
    for state in states:
        assert shown(outcome_of(state)) == expected
    for state in states[:4]:
        assert (state["status"], state["value"]) == expected[:2]


@settings(max_examples=30)
@given(script=scripts, retries=st.integers(0, 3), fan=st.integers(1, 2))
def test_a_process_for_each_step_gives_the_same(script: list[int], retries: int, fan: int) -> None:
    """When each step is made by a graph that knows nothing but the checkpoint, outcome and calls are the same."""

    def models() -> list[ScriptedModel]:
        return [ScriptedModel([REPLIES[place] for place in script]) for _ in range(fan)]

    whole, parted = models(), models()
    expected = Guard(whole, max_retries=retries).run("Pets?", DOCUMENTS)
    state = step_by_step(Guard(parted, max_retries=retries), ASKED)

    assert shown(outcome_of(state)) == shown(expected)
    assert [model.requests for model in parted] == [model.requests for model in whole]


class Names:
    """A sink that keeps what happened, and of which run."""

    def __init__(self) -> None:
        self.told: list[str] = []
        self.runs: set[str] = set()

    def write(self, event: Any) -> None:
        """Keep one event's name."""
        self.told.append(event["event"])
        self.runs.add(event["run"])


def test_an_audit_hears_a_graph_as_it_hears_a_guard() -> None:
    """What a graph does is recorded once, in the order of a guard alone, under one name."""
    alone, inside = Names(), Names()
    Guard(ScriptedModel([GHOST, GOOD]), audit=alone).run("Pets?", DOCUMENTS)
    to_graph(Guard(ScriptedModel([GHOST, GOOD]), audit=inside)).invoke(ASKED)

    assert inside.told == alone.told
    assert len(inside.runs) == 1


def test_an_audit_hears_a_run_again_where_another_process_goes_on() -> None:
    """When each step is made anew from a checkpoint, the record begins anew under the same name, and ends once."""
    heard = Names()
    step_by_step(Guard(ScriptedModel([GHOST, GOOD]), audit=heard), ASKED)

    assert len(heard.runs) == 1
    assert heard.told.count("begun") > 1
    assert heard.told[-1] == "ended"
    assert heard.told.count("ended") == 1


def asking(_draft: Any, _evidence: Any) -> Any:
    """Ask two things at once, one of which fails, then a third, and vouch for nothing."""
    asked = [Generate(model="judge", messages=(Message("user", text),)) for text in "ab"]
    first, second = yield Together(tuple(asked))
    again = yield asked[0]
    if isinstance(second, Fault) and first.text == "yes" and again.text == "no":
        yield Support(check="asking", claim=0)
    else:
        yield Finding(check="asking", code="unheard", message="it heard something else")


@pytest.mark.parametrize("by_steps", [False, True])
def test_checks_that_ask_are_answered(by_steps: bool) -> None:
    """Judges and fetchers answer what checks ask, alone and together, fault or not, in the order they were asked."""

    def guard() -> Guard:
        judged = {"a": iter(["yes", "no"]), "b": iter([Fault(code="error", message="no")])}

        def judge(request: Generate) -> Any:
            if "claims" in (request.schema or {}).get("properties", {}):
                return {"claims": [{"number": 1, "verdict": "follows", "reason": "so"}]}
            return next(judged[request.messages[-1].content], {"verdict": "supported"})

        answer = {"claims": [{**GOOD["claims"][0], "sources": ["https://example.com/"]}]}
        return Guard(
            [ScriptedModel([answer]), ScriptedModel([answer])],
            judge=judge,
            fetch=ScriptedFetcher({"https://example.com/": "No pets are allowed."}),
            checks=[Citations(), Quotes(), Critic(), SourceContent(), asking],
            policy=Policy(unearned="hold"),
            max_retries=0,
        )

    expected = guard().run("Pets?", DOCUMENTS)
    state = step_by_step(guard(), ASKED) if by_steps else to_graph(guard()).invoke(ASKED)

    assert {verdict.check for verdict in expected.verdicts} >= {"critic", "source_content", "asking"}
    assert "unheard" not in {finding.code for finding in expected.findings}
    assert shown(outcome_of(state)) == shown(expected)


@pytest.mark.parametrize("by_steps", [False, True])
def test_a_page_is_opened_once_a_run(by_steps: bool) -> None:
    """A page that two attempts cite is opened once, whoever makes each step; one that failed is tried again."""

    def run(driven: Any) -> tuple[Outcome, list[str]]:
        cited = [{**one["claims"][0], "sources": ["https://a.example/", "https://b.example/"]} for one in (GHOST, GOOD)]
        fetcher = ScriptedFetcher({"https://a.example/": "No pets."})
        model = ScriptedModel([{"claims": [claim]} for claim in cited])
        return driven(Guard(model, fetch=fetcher, checks=[Citations(), Quotes(), SourceFetch()])), fetcher.requests

    alone, opened = run(lambda guard: guard.run("Pets?", DOCUMENTS))
    driven, requests = run(
        lambda guard: outcome_of(step_by_step(guard, ASKED) if by_steps else to_graph(guard).invoke(ASKED))
    )
    assert len(alone.attempts) == 2
    assert opened.count("https://a.example/") == 1
    assert (shown(driven), sorted(requests)) == (shown(alone), sorted(opened))


def asking_often(_draft: Any, _evidence: Any) -> Any:
    """Ask three things one after the other, and say nothing."""
    for text in "abc":
        yield Generate(model="judge", messages=(Message("user", text),))


def test_the_guard_is_what_ends_a_run() -> None:
    """Ten retries of three models with a check that asks end by the guard's budget, never by a limit of LangGraph."""

    def guard() -> Guard:
        answers = [{"claims": GHOST["claims"], "note": number} for number in range(20)]
        checks: list[Any] = [Citations(), Quotes(), asking_often]
        return Guard(
            [ScriptedModel(answers) for _ in range(3)], judge=ScriptedModel("?"), checks=checks, max_retries=10
        )

    expected = guard().run("Pets?", DOCUMENTS)
    assert len(expected.attempts) == 11
    for graph in (to_graph(guard()), own_graph(guard())):
        assert shown(outcome_of(graph.invoke(ASKED))) == shown(expected)


def test_a_sync_model_does_not_block_the_event_loop() -> None:
    """While a model that blocks is awaited, the loop goes on, in the graph and in the node."""
    import threading

    async def both(made: Any) -> Any:
        release = threading.Event()

        def blocking(_request: Any) -> Any:
            assert release.wait(30)
            return GOOD

        running = asyncio.create_task(made(Guard(blocking)).ainvoke(ASKED))
        await asyncio.sleep(0.05)
        release.set()
        return await running

    assert asyncio.run(both(to_graph))["status"] == "released"
    assert asyncio.run(both(own_graph))["outcome"]["status"] == "released"


def test_foreign_checks_are_called_once_for_each_draft() -> None:
    """A run that is not cut short calls a check of the caller as often as a guard alone does."""
    seen: list[str] = []

    def foreign(draft: Any, _evidence: Any) -> Any:
        seen.append(draft.raw)
        return []

    guard = Guard(ScriptedModel([ALTERED, GHOST, GOOD]), checks=[Citations(), Quotes(), foreign])
    assert to_graph(guard).invoke(ASKED)["status"] == "released"
    assert len(seen) == 3


def test_notes_are_streamed_and_show_no_draft() -> None:
    """With stream_mode="custom" the graph tells what a guard's stream tells, and no text of a draft."""
    alone = [note.event for note in Guard(ScriptedModel([ALTERED, GOOD])).stream("Pets?", DOCUMENTS)]

    async def awaited(graph: Any) -> list[Any]:
        return [note async for note in graph.astream(ASKED, stream_mode="custom")]

    waited = list(to_graph(Guard(ScriptedModel([ALTERED, GOOD]))).stream(ASKED, stream_mode="custom"))
    nested = list(own_graph(Guard(ScriptedModel([ALTERED, GOOD]))).stream(ASKED, stream_mode="custom", subgraphs=True))

    assert [note["event"] for note in waited] == alone
    assert asyncio.run(awaited(to_graph(Guard(ScriptedModel([ALTERED, GOOD]))))) == waited
    assert [note for _, note in nested] == waited
    assert waited[-1]["detail"] == {"status": "released"}
    assert "600" not in repr(waited)


def test_a_guard_with_a_store_keeps_the_outcome_there() -> None:
    """What a graph comes to is kept in the guard's store under the name that stands in the outcome."""
    from vouched.stores.sqlite import SQLiteStore

    store = SQLiteStore(":memory:")
    guard = Guard(ScriptedModel([ALTERED]), max_retries=0, policy=Policy(exhausted="hold"), store=store)
    for state in (to_graph(guard).invoke(ASKED), asyncio.run(own_graph(guard).ainvoke(ASKED))):
        outcome = outcome_of(state)
        assert outcome.status == "held"
        assert outcome.run_id in store.held()
        kept = guard.resume(outcome.run_id or "")
        assert kept is not None
        assert kept.rejected is not None
    store.close()


def test_with_rejected_gives_the_whole_outcome() -> None:
    """What was rejected is had by asking for it by name."""
    from langgraph.checkpoint.memory import InMemorySaver

    from adapters.graphs import thread

    config = thread()
    graph = to_graph(Guard(ScriptedModel([GHOST]), max_retries=0), checkpointer=InMemorySaver())
    assert outcome_of(graph.invoke(ASKED, config)).rejected is None
    assert outcome_of(with_rejected(graph).get_state(config).values).rejected == GHOST
