"""Of several models, what is broken is left out and never hidden in what the others said; agreement is counted."""

from __future__ import annotations

import asyncio
import gc
import json
import threading
from collections.abc import Callable, Sequence
from typing import Any

import pytest
from pydantic import BaseModel

from vouched import Guard, Outcome, Policy, Support
from vouched.ports import Fault, Reply
from vouched.testing import AsyncScriptedModel, ScriptedModel

DOCUMENTS = {"lease": "The tenant shall not keep animals. The rent is 500 EUR, due on the first day of each month."}
PETS = {"text": "No pets.", "citations": [{"document": "lease", "anchor": "shall not keep animals"}]}
RENT = {"text": "The rent is 500 EUR.", "citations": [{"document": "lease", "anchor": "The rent is 500 EUR"}]}
DUE = {"text": "It is due on the first.", "citations": [{"document": "lease", "anchor": "due on the first day"}]}
BROKEN: dict[str, Any] = {
    "cut off": Reply(text=json.dumps({"claims": [PETS]}), stop="length"),
    "refused": Reply(text=json.dumps({"claims": [PETS]}), stop="refusal"),
    "garbage": "garbage",
    "nothing": "",
    "half of an object": '{"claims": [',
    "no claims": {"claims": []},
    "claims that are no list": {"claims": "No pets."},
    "a key twice": '{"claims": [], "claims": [{"text": "No pets."}]}',
    "None": None,
    "an exception": ValueError("boom"),
    "a fault": Fault(code="bad_request", message="no key"),
}


def of(*answers: Any, **settings: Any) -> Outcome:
    """Return the outcome of one attempt in which each model gives one of the answers."""
    settings = {"max_retries": 0, **settings}
    return Guard([ScriptedModel([answer]) for answer in answers], **settings).run("?", DOCUMENTS)


@pytest.mark.parametrize("name", BROKEN)
@pytest.mark.parametrize("first", [True, False])
def test_only_the_sound_branches_are_merged(name: str, first: bool) -> None:
    """What was cut off, refused or cannot be read adds no claim and is told; the others are released."""
    answers = [BROKEN[name], {"claims": [RENT]}] if first else [{"claims": [RENT]}, BROKEN[name]]
    outcome = of(*answers)
    assert outcome.value == {"claims": [RENT]}
    assert outcome.attempts[0].faults


@pytest.mark.parametrize("merge", ["concatenate", "best", 1, 2, lambda values: values[0]])
@pytest.mark.parametrize("name", BROKEN)
def test_branches_that_are_all_broken_release_nothing(name: str, merge: Any) -> None:
    """No merge makes an answer of them, and the decision says why."""
    outcome = of(BROKEN[name], BROKEN[name], merge=merge)
    assert (outcome.status, outcome.value) == ("refused", None)
    assert outcome.decision.reasons


@pytest.mark.parametrize("name", BROKEN)
def test_agreement_is_counted_however_few_answered(name: str) -> None:
    """With merge=2 a claim that one sound model makes is not agreed on because the other one failed."""
    outcome = of({"claims": [PETS]}, BROKEN[name], merge=2)
    assert (outcome.status, outcome.value) == ("refused", None)
    assert outcome.findings[0].code == "not_agreed"
    assert of({"claims": [PETS]}, BROKEN[name], {"claims": [RENT, PETS]}, merge=2).value == {"claims": [PETS]}


def test_models_that_do_not_agree_are_asked_again() -> None:
    """No agreement costs an attempt and not the run."""
    models = [ScriptedModel([{"claims": [PETS]}, {"claims": [RENT]}]), ScriptedModel([{"claims": [RENT]}])]
    outcome = Guard(models, merge=2).run("?", DOCUMENTS)
    assert (outcome.value, len(outcome.attempts)) == ({"claims": [RENT]}, 2)


def test_claims_stand_in_the_order_of_the_models_and_once() -> None:
    """The order is that of the models and of their claims, whoever answers first; what two say is said once."""
    answers = [{"claims": [DUE, PETS]}, {"claims": [PETS, RENT]}, {"claims": [RENT, DUE]}]
    assert of(*answers).value == {"claims": [DUE, PETS, RENT]}
    assert of(*answers, merge=2).value == {"claims": [DUE, PETS, RENT]}
    assert of(*reversed(answers)).value == {"claims": [RENT, DUE, PETS]}


def test_one_bad_claim_of_one_branch_can_be_left_out_alone() -> None:
    """Policy may filter the claim that does not stand; the rest of all branches flows on."""
    bad = {"text": "Rent.", "citations": [{"document": "lease", "quote": "The rent is 600 EUR, due on the first day"}]}
    outcome = of({"claims": [PETS, bad]}, {"claims": [DUE]}, policy=Policy(authority={"*": "filter"}))
    assert (outcome.status, outcome.value) == ("filtered", {"claims": [PETS, DUE]})


class Rich(BaseModel):
    """An answer with more than claims."""

    answer: str
    claims: list[dict[str, Any]]


def approves(draft: Any, _evidence: Any) -> Any:
    """Support every claim."""
    return [Support(check="approves", claim=index) for index, _ in enumerate(draft.claims)]


@pytest.mark.parametrize("merge", ["concatenate", "best", 2, lambda values: values[1]])
def test_the_schema_is_kept(merge: Any) -> None:
    """What is merged has the members of the output model, and a branch of another shape stays out."""
    rich = {"answer": "42", "claims": [PETS]}
    outcome = of(rich, rich, {"claims": [RENT]}, output=Rich, checks=[approves], merge=merge)
    assert outcome.value == rich


def test_two_claims_that_say_different_things_do_not_contradict() -> None:
    """Short claims that share nothing are no contradiction; those that differ in a number or a "not" are."""
    one, other = {**PETS, "text": "Pets: no."}, {**RENT, "text": "500 EUR."}
    assert of({"claims": [one]}, {"claims": [other]}).value == {"claims": [one, other]}
    for first, second in (("X is 1.", "X is 2."), ("Pets are allowed.", "Pets are not allowed.")):
        torn = of({"claims": [{**PETS, "text": first}]}, {"claims": [{**PETS, "text": second}]})
        assert [finding.code for finding in torn.findings] == ["contradiction"]


async def merge_later(values: Sequence[Any]) -> Any:
    """Return the first value, once awaited."""
    return values[0]


def fails(_values: Sequence[Any]) -> Any:
    """Raise."""
    raise KeyError("claims")


@pytest.mark.parametrize("merge", [fails, lambda _: None, lambda _: 5, lambda _: "", lambda _: {}])
def test_a_merge_of_ones_own_that_fails_costs_an_attempt(merge: Any) -> None:
    """What it raises and what is no answer are findings, and nothing raises."""
    outcome = of({"claims": [PETS]}, {"claims": [RENT]}, merge=merge, max_retries=1)
    assert (outcome.status, outcome.value) == ("refused", None)
    assert outcome.findings
    gc.collect()


def test_a_merge_of_ones_own_may_be_awaited() -> None:
    """A coroutine function merges in runs that wait and in runs that await."""
    guard = Guard([ScriptedModel([{"claims": [PETS]}]), ScriptedModel([{"claims": [RENT]}])], merge=merge_later)
    assert guard.run("?", DOCUMENTS).value == {"claims": [PETS]}
    assert asyncio.run(guard.arun("?", DOCUMENTS)).value == {"claims": [PETS]}


def test_a_merge_of_ones_own_is_checked_like_any_answer() -> None:
    """What it invents does not stand, and what it writes into the values changes no draft."""
    made = {"claims": [{"text": "Pets.", "citations": [{"document": "lease", "anchor": "shall keep animals"}]}]}
    assert of({"claims": [PETS]}, {"claims": [RENT]}, merge=lambda _: made).status == "refused"

    def longest(values: Sequence[Any]) -> Any:
        values[0]["claims"].clear()
        return max(values, key=lambda value: len(value["claims"]))

    assert of({"claims": [PETS]}, {"claims": [RENT]}, merge=longest).value == {"claims": [RENT]}


def test_a_quorum_that_is_not_reached_is_told_and_tried_again() -> None:
    """Two of three must answer: one that fails does not matter, two cost an attempt."""
    down = Fault(code="error", message="down")
    good = {"claims": [PETS]}

    def guard(*scripts: list[Any]) -> Guard:
        return Guard([ScriptedModel(script) for script in scripts], quorum=2)

    assert len(guard([good], [good], [down]).run("?", DOCUMENTS).attempts) == 1
    again = guard([good], [down, good], [down]).run("?", DOCUMENTS)
    assert (again.value, len(again.attempts)) == (good, 2)
    assert {finding.code for verdict in again.attempts[0].verdicts for finding in verdict.findings} == {"error"}


@pytest.mark.parametrize("kind", [ScriptedModel, AsyncScriptedModel])
def test_a_slow_branch_is_given_up_and_the_others_count(kind: Any) -> None:
    """When the time is over, what was answered is released; the run does not wait for the rest."""
    ended = threading.Event()

    def waits(_request: Any) -> Any:
        ended.wait(600)
        return {"claims": [RENT]}

    async def sleeps(_request: Any) -> Any:
        await asyncio.sleep(600)
        return {"claims": [RENT]}

    slow: Callable[[Any], Any] = waits if kind is ScriptedModel else sleeps
    outcome = Guard([kind([{"claims": [PETS]}]), slow], seconds=0.5).run("?", DOCUMENTS)
    assert outcome.value == {"claims": [PETS]}
    ended.set()
