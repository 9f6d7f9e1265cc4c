"""Promises about runs in step: their model is asked once a round, and each comes to what it comes to alone."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from itertools import count
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vouched import Document, Draft, Evidence, Finding, Guard, Outcome
from vouched.ports import Fault, Generate, Reply, Usage
from vouched.run.batches import Flows, arun_batched, run_batched
from vouched.run.transport import Retries
from vouched.testing import ScriptedModel

LEASE = "The tenant shall not keep animals. The rent is 500 EUR."
GOOD = {"claims": [{"text": "No pets.", "citations": [{"document": "lease", "anchor": "shall not keep animals"}]}]}
BUSY = Fault(code="server", message="busy", retryable=True, retry_after=0.0)
REPLIES: list[Any] = [GOOD, "No.", {"claims": []}, Fault(code="bad_request", message="no"), BUSY, None, 5]
NONE_WAITED = Retries(most=1, first=0.0)
scripts = st.lists(st.lists(st.sampled_from(range(len(REPLIES))), min_size=1, max_size=4), min_size=1, max_size=4)


def told(outcome: Outcome) -> tuple[Any, ...]:
    """Return what an outcome says, without how long it took."""
    attempts = [(one.verdicts, one.decision, one.usage) for one in outcome.attempts]
    return outcome.status, outcome.value, outcome.findings, outcome.usage, attempts


def flows(guard: Guard, number: int) -> Flows:
    """Return that many runs, each with a document of its own text."""
    asked = [
        Evidence((Document("lease", LEASE + f" {place}"),), question=f"Question {place}?") for place in range(number)
    ]
    return [(guard.flow(evidence), guard.answers()) for evidence in asked]


def place_of(request: Generate) -> int:
    """Return which of the runs a request is of."""
    return int(request.messages[-1].content.split("Question ")[1].split("?")[0])


class Batch:
    """A model that is asked for many at once: each run has a script of its own."""

    def __init__(self, replies: Sequence[Sequence[Any]]) -> None:
        self.models = [ScriptedModel(script) for script in replies]
        self.sizes: list[int] = []

    def __call__(self, requests: tuple[Generate, ...]) -> list[Any]:
        """Return an answer for each request."""
        self.sizes.append(len(requests))
        return [self.models[place_of(request)].generate(request) for request in requests]

    async def later(self, requests: tuple[Generate, ...]) -> list[Any]:
        """Return the same, awaited."""
        return self(requests)


@given(script=scripts, retries=st.integers(0, 3))
def test_a_batch_comes_to_what_each_run_comes_to(script: list[list[int]], retries: int) -> None:
    """Whatever the replies, runs in step have the outcomes that they have one by one, waiting and awaiting."""
    replies = [[REPLIES[place] for place in each] for each in script]
    guard = Guard(str, max_retries=retries)
    # A fault with a pause of none is retried at once by both.
    waited = run_batched(flows(guard, len(script)), Batch(replies), model="model-1", retries=Retries(), sleep=bool)
    awaited = asyncio.run(arun_batched(flows(guard, len(script)), Batch(replies).later, model="model-1"))
    alone = [
        Guard(ScriptedModel(each), max_retries=retries).run("Question 0?", {"lease": LEASE + f" {place}"})
        for place, each in enumerate(replies)
    ]

    assert [told(one) for one in waited] == [told(one) for one in alone]
    assert [told(one) for one in awaited] == [told(one) for one in alone]


def test_each_round_is_one_call() -> None:
    """Runs that need another attempt are asked together again, those that have ended are not."""
    batch = Batch([[GOOD], ["{", GOOD], ["{", "[{", GOOD], [GOOD]])
    outcomes = run_batched(flows(Guard(str), 4), batch, model="model-1")

    assert batch.sizes == [4, 2, 1]
    assert {outcome.status for outcome in outcomes} == {"released"}


def test_a_pause_is_waited_once_for_all() -> None:
    """Faults of the transport are retried together after one pause, the longest that any asks for."""
    slow = BUSY.but(retry_after=7.0)
    pauses: list[float] = []
    batch = Batch([[BUSY, GOOD], [slow, GOOD], [GOOD]])
    outcomes = run_batched(flows(Guard(str), 3), batch, model="model-1", sleep=pauses.append)

    assert (pauses, batch.sizes) == ([7.0], [3, 2])
    assert [len(outcome.attempts) for outcome in outcomes] == [1, 1, 1]


@pytest.mark.parametrize("answer", [None, [], [GOOD], "text", [GOOD, GOOD, GOOD], ValueError("boom")])
def test_a_call_that_gives_no_list_fails_as_a_value(answer: Any) -> None:
    """A call that raises, or answers too few, costs the runs without an answer an attempt; too many are left."""

    def ask(_: tuple[Generate, ...]) -> Any:
        if isinstance(answer, Exception):
            raise answer
        return answer

    outcomes = run_batched(flows(Guard(str, max_retries=0), 2), ask, model="model-1")
    given_to = min(2, len(answer)) if isinstance(answer, list) else 0

    assert [outcome.status == "released" for outcome in outcomes] == [place < given_to for place in range(2)]


def test_a_call_that_takes_too_long_is_given_up() -> None:
    """With seconds left, a call that does not come back ends the runs as a time-out."""
    import threading

    never = threading.Event()
    guard = Guard(str, max_retries=0, seconds=0.05)
    (outcome,) = run_batched(flows(guard, 1), lambda _: [never.wait(30)], model="model-1", retries=NONE_WAITED)
    (later,) = asyncio.run(arun_batched(flows(guard, 1), lambda _: asyncio.sleep(30), model="model-1"))

    assert [outcome.findings[0].code, later.findings[0].code] == ["timeout", "timeout"]


def test_judges_and_foreign_checks_are_answered_beside_it() -> None:
    """What a run asks besides, a judge or a check of the user's, is answered for each run by its own answers."""

    def judged(_draft: Draft, _evidence: Evidence) -> Any:
        reply = yield Generate(model="judge", messages=(), purpose="judge")
        if reply.text != "fine":
            yield Finding(check="judged", code="no")

    judge = ScriptedModel([Reply(text="fine", usage=Usage(5, 1, 1))])
    guard = Guard(str, checks=[*Guard(str).plan.checks, judged], judge=judge)
    outcomes = run_batched(flows(guard, 3), Batch([[GOOD]] * 3), model="model-1")

    assert [outcome.status for outcome in outcomes] == ["released"] * 3
    assert len(judge.requests) == 3


def test_cancelling_ends_every_run() -> None:
    """When awaiting is cancelled, the flows are closed, so that nothing goes on unheard."""
    ended = count()

    def watched() -> Any:
        try:
            yield Generate(model="model-1", messages=())
        finally:
            next(ended)

    async def cancelled() -> None:
        runs = [(watched(), answers) for _, answers in flows(Guard(str), 3)]
        begun = asyncio.Event()

        async def slow(_: object) -> None:
            begun.set()
            await asyncio.sleep(600)

        task = asyncio.ensure_future(arun_batched(runs, slow, model="model-1"))
        await begun.wait()
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task

    asyncio.run(cancelled())

    assert next(ended) == 3
