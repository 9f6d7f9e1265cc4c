"""Whatever a model does instead of answering, a run ends with a typed outcome, and its retries are used."""

from __future__ import annotations

import asyncio
import gc
import json
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest
from pydantic import BaseModel, field_validator

from vouched import Guard, Outcome, Support
from vouched.ports import Fault, Generate, Reply, Usage
from vouched.run.answers import Answers
from vouched.run.transport import Retries
from vouched.testing import AsyncScriptedModel, ScriptedModel

DOCUMENTS = {"lease": "The tenant shall not keep animals. The rent is 500 EUR, due on the first day of each month."}
GOOD = {"claims": [{"text": "No pets.", "citations": [{"document": "lease", "anchor": "shall not keep animals"}]}]}
WHOLE = json.dumps(GOOD)


async def answer_later() -> dict[str, Any]:
    """Return an answer that stands, once it is awaited."""
    return GOOD


FAULTS: dict[str, tuple[Any, str]] = {
    "nothing": (None, "bad_reply"),
    "a truth value": (True, "bad_reply"),
    "an object of a foreign class": (SimpleNamespace(claims=[]), "bad_reply"),
    "an empty text": ("", "empty"),
    "prose": ("I am not sure about that.", ""),
    "ten million characters": ("x" * 10_000_001, "too_large"),
    "an object of another shape": ({"verdict": "PASS"}, ""),
    "no claims": ({"claims": []}, "empty"),
    "claims that are no list": ({"claims": "all"}, "malformed_claim"),
    "a refusal": (Reply(text="I cannot help.", stop="refusal"), "refused"),
    "a refusal with a good answer": (Reply(text=WHOLE, stop="refusal"), "refused"),
    "cut off": (Reply(text=WHOLE[:-4], stop="length"), "truncated"),
    "cut off after a whole answer": (Reply(text=WHOLE, stop="length"), "cut_off"),
    "an unknown end": (Reply(text=WHOLE, stop="pause"), "stopped"),  # type: ignore[arg-type]
    "not a number": ({"claims": [{**GOOD["claims"][0], "confidence": float("nan")}]}, "not_a_number"),
    "a confidence in words": ({"claims": [{**GOOD["claims"][0], "confidence": "0.99"}]}, "invalid_confidence"),
    "an infinite confidence": ('{"claims": [{"text": "x", "confidence": 1e999}]}', "number_overflow"),
    "the same key twice": ('{"claims": [], "claims": []}', "duplicate_key"),
}


def waited(guard: Guard) -> Outcome:
    """Return the outcome of a run that waits."""
    return guard.run("Pets?", DOCUMENTS)


def awaited(guard: Guard) -> Outcome:
    """Return the outcome of a run that awaits; a run that hangs fails."""

    async def within() -> Outcome:
        return await asyncio.wait_for(guard.arun("Pets?", DOCUMENTS), 60)

    return asyncio.run(within())


DRIVERS = (waited, awaited)


@pytest.mark.parametrize("drive", DRIVERS)
@pytest.mark.parametrize("kind", [ScriptedModel, AsyncScriptedModel])
@pytest.mark.parametrize("name", FAULTS)
def test_what_is_no_answer_is_refused_and_typed(name: str, kind: Any, drive: Callable[[Guard], Outcome]) -> None:
    """Nothing raises, nothing is released, and the finding's code says what came instead of an answer."""
    said, code = FAULTS[name]
    outcome = drive(Guard(kind([said]), max_retries=0))
    assert (outcome.status, outcome.value, len(outcome.attempts)) == ("refused", None, 1)
    if code:
        assert code in [finding.code for finding in outcome.findings]
    gc.collect()


@pytest.mark.parametrize(
    ("raised", "code"),
    [
        (TimeoutError("slow"), "timeout"),
        (ConnectionResetError("gone"), "connection"),
        (RecursionError("deep"), "error"),
        (RuntimeError, "error"),
    ],
)
def test_an_exception_is_a_fault_of_its_kind(raised: Any, code: str) -> None:
    """Time-outs and lost connections may be tried again; anything else is an error."""
    answers = Answers({"m": ScriptedModel([raised])}, retries=Retries(most=0))
    fault = answers.answer(Generate(model="m", messages=()))
    assert isinstance(fault, Fault)
    assert (fault.code, fault.retryable) == (code, code != "error")


@pytest.mark.parametrize("drive", DRIVERS)
@pytest.mark.parametrize("raised", [ValueError("bad json"), KeyError("choices"), StopIteration, ZeroDivisionError])
def test_what_a_model_raises_costs_an_attempt_and_no_more(raised: Any, drive: Callable[[Guard], Outcome]) -> None:
    """The next attempt is made, and an answer that stands is released."""
    outcome = drive(Guard(ScriptedModel([raised, GOOD])))
    assert (outcome.status, outcome.value) == ("released", GOOD)
    assert [attempt.decision.action for attempt in outcome.attempts] == ["reask", "release"]
    assert [verdict.check for verdict in outcome.attempts[0].verdicts] == ["model"]


@pytest.mark.parametrize("drive", DRIVERS)
def test_a_function_that_returns_something_to_await_is_awaited(drive: Callable[[Guard], Outcome]) -> None:
    """A sync function that returns a coroutine is an async model, and never an answer by being there."""
    assert drive(Guard(lambda _request: answer_later())).value == GOOD
    gc.collect()


@pytest.mark.parametrize("drive", DRIVERS)
@pytest.mark.parametrize(
    "reply",
    [
        Reply(text=WHOLE, usage=None),  # type: ignore[arg-type]
        Reply(text=WHOLE, usage=Usage("9", -4, 1)),  # type: ignore[arg-type]
        Fault(code="bad_request", message="no", usage=None),  # type: ignore[arg-type]
        Fault(code="new", message=None),  # type: ignore[arg-type]
        Fault(code="server", message="busy", retryable="no", retry_after="soon"),  # type: ignore[arg-type]
    ],
)
def test_what_a_reply_says_of_itself_is_not_believed_unseen(reply: Any, drive: Callable[[Guard], Outcome]) -> None:
    """Costs, pauses and codes of a wrong type are left out; the run goes on."""
    outcome = drive(Guard(ScriptedModel([reply, GOOD])))
    assert outcome.value == GOOD
    assert outcome.usage.tokens == 0


class Strict(BaseModel):
    """An answer in one field, whose own validator may fail."""

    answer: str
    claims: list[dict[str, Any]] = []

    @field_validator("answer")
    @classmethod
    def _refuse(cls, value: str) -> str:
        if value == "explode":
            raise RuntimeError(value)
        return value


def approves(draft: Any, _evidence: Any) -> Any:
    """Support every claim."""
    return [Support(check="approves", claim=index) for index, _ in enumerate(draft.claims)]


@pytest.mark.parametrize("drive", DRIVERS)
@pytest.mark.parametrize(
    "said", [GOOD, SimpleNamespace(claims=[]), {"answer": 42}, {"answer": None}, {}, [], {"answer": "explode"}, "42"]
)
def test_an_answer_of_another_shape_never_passes(said: Any, drive: Callable[[Guard], Outcome]) -> None:
    """With `output` every answer is held to the model, whatever the checks say; a validator that fails is no yes."""
    outcome = drive(Guard(ScriptedModel([said]), output=Strict, checks=[approves], max_retries=1))
    assert (outcome.status, outcome.value) == ("refused", None)
    fitting = drive(Guard(ScriptedModel([said, {"answer": "42"}]), output=Strict, checks=[approves]))
    assert fitting.value == {"answer": "42", "claims": []}
