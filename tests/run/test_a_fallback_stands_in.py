"""What stands in when attempts end is a value, what a function makes, or the quotes alone, and never the draft."""

from collections.abc import Callable
from typing import Any

import pytest

from vouched import Evidence, Guard, Outcome, Policy, SQLiteStore, quotes_alone, verify
from vouched.checks import Citations, Confidence, Quotes
from vouched.errors import UsageError
from vouched.testing import ScriptedModel

LEASE = "The tenant shall not keep animals. The rent is 500 EUR, due on the first day of each month."
DOCUMENTS = {"lease": LEASE}
FALLING_BACK = Policy(exhausted="fallback")
CITED = [{"document": "lease", "anchor": "The rent is 500 EUR"}]
UNSURE = {"claims": [{"text": "The rent is high.", "confidence": 0.2, "citations": CITED}] * 2}
ALTERED = {"claims": [{"text": "Rent.", "citations": [{"document": "lease", "quote": "The rent is 600 EUR, due on"}]}]}
CHECKS = (Citations(), Quotes(), Confidence(at_least=0.9))


def guard(answer: Any, fallback: Any, **settings: Any) -> Guard:
    """Return a guard whose one attempt fails and whose policy falls back."""
    model = ScriptedModel([answer])
    return Guard(model, checks=CHECKS, policy=FALLING_BACK, fallback=fallback, max_retries=0, **settings)


def test_the_quotes_alone_hold_no_word_of_the_model() -> None:
    """The located passages are handed on, each once, cut from the document."""
    outcome = guard(UNSURE, quotes_alone).run("How high?", DOCUMENTS)
    assert outcome.status == "fallback"
    [quote] = outcome.value["quotes"]
    assert quote["text"] == LEASE[quote["start"] : quote["end"]]
    assert quote["document"] == "lease"
    assert "high" not in str(outcome.value)


def test_no_quotes_are_no_fallback() -> None:
    """Where nothing that was cited is in a document, nothing is released, and the decision says why."""
    outcome = guard(ALTERED, quotes_alone).run("How high?", DOCUMENTS)
    assert (outcome.status, outcome.value) == ("refused", None)
    assert "fallback" in outcome.decision.reasons[-1].message


async def _later(outcome: Outcome, evidence: Evidence) -> str:
    return f"No answer to {evidence.question}: {outcome.findings[0].code}"


@pytest.mark.parametrize(
    "fallback", [lambda outcome, evidence: f"No answer to {evidence.question}: {outcome.findings[0].code}", _later]
)
def test_a_function_makes_the_value(fallback: Callable[..., Any]) -> None:
    """It is given the outcome, with its findings and no value, and the evidence; it may be a coroutine function."""
    outcome = guard(ALTERED, fallback).run("How high?", DOCUMENTS)
    assert (outcome.status, outcome.value) == ("fallback", "No answer to How high?: altered_quote")


def _failing(_outcome: Outcome, _evidence: Evidence) -> Any:
    raise ValueError("no fallback today")


@pytest.mark.parametrize(("fallback", "told"), [(_failing, "no fallback today"), (lambda *_: None, "made nothing")])
def test_a_fallback_that_fails_releases_nothing(fallback: Callable[..., Any], told: str) -> None:
    """What it raises is a value of the run, for `verify` too."""
    judged = verify(ALTERED, DOCUMENTS, policy=FALLING_BACK, fallback=fallback)
    for outcome in (guard(ALTERED, fallback).run("How high?", DOCUMENTS), judged):
        assert (outcome.status, outcome.value) == ("refused", None)
        assert told in outcome.decision.reasons[-1].message


def test_a_store_wants_a_fallback_that_json_carries() -> None:
    """A value that could not be kept as it is is refused at construction; without a store it may be anything."""
    store = SQLiteStore(":memory:")
    with pytest.raises(UsageError, match="fallback"):
        guard(ALTERED, {1, 2}, store=store)
    assert guard(ALTERED, {1, 2}).run("How high?", DOCUMENTS).value == {1, 2}
    kept = guard(ALTERED, {"claims": []}, store=store).run("How high?", DOCUMENTS, run_id="one")
    assert guard(ALTERED, {"claims": []}, store=store).resume("one") == kept


def test_a_made_fallback_is_kept_too() -> None:
    """One whose value JSON cannot carry releases nothing where it has to be kept."""
    store = SQLiteStore(":memory:")
    kept = guard(UNSURE, quotes_alone, store=store).run("How high?", DOCUMENTS, run_id="one")
    assert guard(ALTERED, None, store=store).resume("one") == kept
    outcome = guard(ALTERED, lambda *_: {1, 2}, store=store).run("How high?", DOCUMENTS, run_id="two")
    assert (outcome.status, outcome.value) == ("refused", None)


def test_a_merge_that_fails_is_counted() -> None:
    """What a merge of one's own raises costs an attempt and releases nothing."""

    def merge(values: Any) -> Any:
        raise ValueError(f"cannot merge {len(values)}")

    models = [ScriptedModel([UNSURE]), ScriptedModel([UNSURE])]
    outcome = Guard(models, merge=merge, max_retries=1).run("How high?", DOCUMENTS)
    assert (outcome.status, len(outcome.attempts)) == ("refused", 2)
    assert [finding.code for finding in outcome.findings] == ["merge_failed"]
    assert "cannot merge 2" in outcome.findings[0].message
