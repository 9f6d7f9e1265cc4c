"""What was refused is seen only by who asks for it by name: no print, log, note or exception shows it."""

from __future__ import annotations

import logging
from typing import Any

import pytest

from vouched import Guard, Outcome, Policy, verify
from vouched.adapters.json_shapes import verify_json
from vouched.errors import NotReleased
from vouched.testing import ScriptedModel

DOCUMENTS = {"lease": "The tenant shall not keep animals. The rent is 500 EUR, due on the first day of each month."}
SECRET = "Zanzibar"
ALTERED = f"The rent is 600 EUR {SECRET}, due on the first day of each month."
ANSWERS: list[Any] = [
    {"claims": [{"text": f"{SECRET} is free.", "citations": [{"document": "lease", "quote": ALTERED}]}]},
    {"claims": [{"text": f"{SECRET} is free.", "citations": [{"document": SECRET, "anchor": SECRET}]}]},
    {"claims": [{"text": f"{SECRET} is free."}]},
    {"claims": [{"text": "x", "confidence": SECRET}], SECRET: [SECRET]},
    f"{SECRET} is free [lease].",
    f'{{"claims": ["{SECRET}"',
]


def outcomes(answer: Any, **settings: Any) -> list[Outcome]:
    """Return the outcomes of an answer that was verified, and of one that a guard got twice."""
    policy = Policy(**settings)
    guard = Guard(ScriptedModel([answer]), policy=policy, max_retries=1)
    return [verify(answer, DOCUMENTS, policy=policy), guard.run("Rent?", DOCUMENTS)]


@pytest.mark.parametrize("exhausted", ["stop", "hold"])
@pytest.mark.parametrize("answer", ANSWERS)
def test_an_outcome_that_is_printed_shows_nothing_of_it(answer: Any, exhausted: Any) -> None:
    """`repr`, `str`, formats and the value have none of its words; `rejected` has them."""
    for outcome in outcomes(answer, exhausted=exhausted):
        assert outcome.value is None
        for shown in (repr(outcome), str(outcome), f"{outcome}", f"{[outcome]}", f"{outcome.attempts}"):
            assert SECRET not in shown
        assert SECRET in repr(outcome.rejected)


@pytest.mark.parametrize("answer", ANSWERS)
def test_the_exception_of_an_outcome_without_a_value_shows_nothing_of_it(answer: Any) -> None:
    """`unwrap` names check, code and place, and no word of the answer: exceptions are logged."""
    for outcome in outcomes(answer):
        with pytest.raises(NotReleased) as raised:
            outcome.unwrap()
        assert SECRET not in str(raised.value)
        assert outcome.status in str(raised.value)


@pytest.mark.parametrize("answer", ANSWERS)
def test_no_note_of_a_stream_and_no_log_shows_it(answer: Any, caplog: pytest.LogCaptureFixture) -> None:
    """Before, at and after the decision notes have the status of the checks and no word of a draft."""
    caplog.set_level(logging.DEBUG)
    notes = list(Guard(ScriptedModel([answer]), max_retries=2).stream("Rent?", DOCUMENTS))
    assert [note.event for note in notes[:4]] == ["asked", "drafted", "checked", "decided"]
    assert SECRET not in repr(notes)
    assert caplog.text == ""


@pytest.mark.parametrize("answer", ANSWERS)
def test_the_json_of_a_refused_answer_has_no_value(answer: Any) -> None:
    """Its value is null and nothing of it is called a value; what was judged stands as claims with their verdicts."""
    for outcome in outcomes(answer):
        shape = verify_json(outcome)
        assert shape["value"] is None
        assert "rejected" not in shape
        assert not any(claim["released"] for claim in shape["claims"])


def test_what_a_filter_leaves_out_is_not_in_the_value() -> None:
    """The part that flows on has none of the words of the part that does not."""
    good = {"text": "No pets.", "citations": [{"document": "lease", "anchor": "shall not keep animals"}]}
    answer = {"claims": [good, *ANSWERS[0]["claims"]]}
    for outcome in outcomes(answer, authority={"*": "filter"}):
        assert (outcome.status, outcome.value) == ("filtered", {"claims": [good]})
        assert SECRET not in repr(outcome)
        assert SECRET not in repr(outcome.unwrap())
