"""Tokens and seconds are counted and bounded whoever takes them: models, judges, pages, checks and fallbacks."""

import asyncio
import json
import threading
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import pytest

from vouched import Guard, Outcome, Policy
from vouched.checks import Citations, Critic, Quotes, SourceFetch
from vouched.guard import evidence_for
from vouched.ports import Fault, Generate, Reply, Usage
from vouched.run import drivers
from vouched.run.answers import Answers
from vouched.testing import ScriptedModel

DOCUMENTS = {"lease": "The tenant shall not keep animals. The rent is 500 EUR, due on the first day of each month."}
PETS = {"text": "No pets.", "citations": [{"document": "lease", "anchor": "shall not keep animals"}]}
GOOD = {"claims": [PETS]}
SOURCED = {"claims": [{**PETS, "sources": ["https://example.com/a"]}]}
FALLING_BACK = Policy(exhausted="fallback", broken="stop")


@pytest.fixture
def hang() -> Iterator[Callable[..., Any]]:
    """Give a function that blocks until the test ends."""
    ended = threading.Event()
    yield lambda *_: ended.wait(30)
    ended.set()


def both_ways(guard: Guard) -> list[Outcome]:
    """Return a run's outcome, waited for and awaited."""
    return [guard.run("Pets?", DOCUMENTS), asyncio.run(guard.arun("Pets?", DOCUMENTS))]


def when_the_time_is_up(checks: list[Any], answer: Any, *, judge: Any = None, fetch: Any = None) -> list[Outcome]:
    """Return a run's outcome, waited for and awaited, by a clock on which the model's answer took all the time."""
    outcomes: list[Outcome] = []
    for drive in (drivers.run, lambda *run: asyncio.run(drivers.arun(*run))):
        model = ScriptedModel([answer])
        guard = Guard(model, checks=checks, judge=judge, fetch=fetch, seconds=600, max_retries=0)
        clock = partial(_when, model)
        answers = Answers({"model-1": model, "judge": judge}, fetch=fetch, seconds=600, clock=clock)
        outcomes.append(drive(guard.flow(evidence_for("Pets?", DOCUMENTS), telling=False), answers))
    return outcomes


def _when(model: ScriptedModel) -> float:
    return 1000.0 if model.requests else 0.0


def test_a_judges_tokens_count() -> None:
    """What a judge costs is part of the attempt's usage and of the budget."""

    def judge(request: Generate) -> Reply:
        claims = json.loads(request.messages[1].content)["claims"]
        judged = [{"number": one["number"], "verdict": "follows", "reason": ""} for one in claims]
        return Reply(text=json.dumps({"claims": judged}), usage=Usage(70, 30, 1))

    model = ScriptedModel([GOOD], usage=Usage(10, 5, 1))
    outcome = Guard(model, checks=[Citations(), Quotes(), Critic()], judge=judge).run("Pets?", DOCUMENTS)
    assert outcome.status == "released"
    assert outcome.usage == Usage(80, 35, 2)
    assert outcome.attempts[0].usage == outcome.usage


def test_a_check_that_hangs_is_broken(hang: Any) -> None:
    """A check of one's own that never ends is given up when the time is, and approves nothing."""
    for outcome in when_the_time_is_up([Citations(), Quotes(), _named(hang)], GOOD):
        assert outcome.status == "held"
        assert outcome.verdicts[-1].status == "broken"
        assert "timeout" in str(outcome.verdicts[-1].fault)


def _named(call: Callable[..., Any]) -> Any:
    def mine(_draft: Any, _evidence: Any) -> Any:
        call()
        return ()

    return mine


def test_a_judge_and_a_page_that_hang_are_given_up(hang: Any) -> None:
    """Their calls take no longer than the run may."""
    for outcome in when_the_time_is_up([Citations(), Quotes(), Critic()], GOOD, judge=hang):
        assert outcome.status == "held"
        assert outcome.verdicts[-1].status == "broken"
    for outcome in when_the_time_is_up([Citations(), Quotes(), SourceFetch()], SOURCED, fetch=hang):
        assert outcome.value is None


def test_a_fallback_is_made_when_the_time_is_up(hang: Any) -> None:
    """A run whose model took all the time still gets its fallback; a fallback that hangs is given up."""
    for outcome in both_ways(Guard(hang, policy=FALLING_BACK, fallback=lambda *_: "sorry", seconds=0.1)):
        assert (outcome.status, outcome.value) == ("fallback", "sorry")
    for outcome in both_ways(Guard(hang, policy=FALLING_BACK, fallback=hang, seconds=0.1)):
        assert (outcome.status, outcome.value) == ("refused", None)


GARBAGE: list[Any] = [None, "garbage", "", {}, {"claims": "none"}, 5, '{"claims": [', ValueError("down")]


@pytest.mark.parametrize("garbage", GARBAGE)
def test_a_branch_that_answers_garbage_is_a_failed_branch(garbage: Any) -> None:
    """It is told, it does not count for the quorum, and it hides behind no other branch."""
    outcome = Guard([ScriptedModel([GOOD]), ScriptedModel([garbage])], output=None).run("Pets?", DOCUMENTS)
    assert (outcome.status, outcome.value) == ("released", GOOD)
    assert outcome.attempts[0].faults or garbage == "garbage"
    needed = Guard([ScriptedModel([GOOD]), ScriptedModel([garbage])], quorum=2, max_retries=0).run("Pets?", DOCUMENTS)
    assert needed.value is None or garbage == "garbage"
    alone = Guard([ScriptedModel([garbage]), ScriptedModel([garbage])], max_retries=1).run("Pets?", DOCUMENTS)
    assert (alone.status, alone.value) == ("refused", None)


def test_an_answer_that_was_cut_off_is_not_merged() -> None:
    """A branch whose model stopped early or refused adds no claim, even where its text can be read."""
    for stop in ("length", "refusal", "other"):
        cut = Reply(text=json.dumps({"claims": [{**PETS, "text": "Half an answer."}]}), stop=stop)
        outcome = Guard([ScriptedModel([cut]), ScriptedModel([GOOD])]).run("Pets?", DOCUMENTS)
        assert outcome.value == GOOD
        assert [fault.check for fault in outcome.attempts[0].faults] == ["model"]


@pytest.mark.parametrize("seconds", [None, 5.0])
def test_an_exhausted_iterator_is_a_fault(seconds: float | None) -> None:
    """What a model that reads an iterator to its end raises is a fault like any other, waited for and awaited."""
    for outcome in both_ways(Guard(lambda _: next(iter(())), seconds=seconds, max_retries=0)):
        assert outcome.status == "refused"
        assert outcome.findings[0].check == "model"


def test_a_failed_branch_is_told() -> None:
    """Its fault is part of the attempt although the run went on without it."""
    down = ScriptedModel([Fault(code="bad_request", message="down", usage=Usage(3, 0, 1))])
    outcome = Guard([ScriptedModel([GOOD], usage=Usage(1, 1, 1)), down]).run("Pets?", DOCUMENTS)
    assert [fault.code for fault in outcome.attempts[0].faults] == ["bad_request"]
    assert outcome.usage == Usage(4, 1, 2)


def test_the_time_of_calls_counts(hang: Any) -> None:
    """A model that hangs is called once, whatever is retried: the seconds are those of all calls together."""
    calls: list[float] = []

    def hanging(request: Generate) -> Any:
        calls.append(request.seconds or 0)
        return hang(request)

    outcomes = both_ways(Guard(hanging, seconds=0.5, max_retries=3))
    assert [(outcome.status, outcome.usage.calls) for outcome in outcomes] == [("refused", 1)] * 2
    assert len(calls) == 2
