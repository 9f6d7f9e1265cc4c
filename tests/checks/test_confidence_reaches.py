"""Stated confidence reaches the limit that was set."""

from typing import Any

import pytest

from conftest import cases
from vouched import Claim, Draft, Evidence, Finding, Support, verify
from vouched.checks import AllowList, Confidence
from vouched.errors import UsageError

CONFIDENCE_CASES = [case for case in cases("json_outputs") if "confidence" in (case["input"] or "")]


def said(confidence: float | None, check: Confidence) -> list[Finding | Support]:
    """Return what the check says of one claim."""
    return list(check(Draft(raw="", kind="json", claims=(Claim(text="x", confidence=confidence),)), Evidence()))


def test_below_the_limit_is_found_and_at_the_limit_is_not() -> None:
    """The limit itself is enough."""
    (low,) = said(0.69, Confidence(at_least=0.7))
    assert isinstance(low, Finding)
    assert low.code == "low_confidence"
    assert isinstance(said(0.7, Confidence(at_least=0.7))[0], Support)


def test_missing_confidence_is_silent_unless_required() -> None:
    """Nothing stated is nothing to look at, or a finding where it was asked for."""
    assert said(None, Confidence()) == []
    (finding,) = said(None, Confidence(required=True))
    assert isinstance(finding, Finding)
    assert finding.code == "no_confidence"


@pytest.mark.parametrize("at_least", [-0.1, 1.1, True, float("nan"), float("inf"), "0.7", None])
def test_a_limit_outside_its_range_is_refused(at_least: Any) -> None:
    """A limit is from 0 to 1, said at construction."""
    with pytest.raises(UsageError):
        Confidence(at_least=at_least)


@pytest.mark.parametrize("case", CONFIDENCE_CASES, ids=lambda case: case["id"])
def test_no_confidence_case_passes(case: dict[str, Any]) -> None:
    """Too low, no number, out of range or given twice: never released, the check's limit at 0.7."""
    outcome = verify(case["input"], {"d": "text"}, checks=[Confidence(at_least=0.7, required=True)])
    assert outcome.status == "refused"
    assert outcome.findings


@pytest.mark.parametrize("stated", [float("nan"), float("inf"), float("-inf"), 1.0000001, 95, True, "0.99", [0.9]])
@pytest.mark.parametrize("at_least", [0.0, 0.9])
def test_what_is_no_number_from_0_to_1_reaches_no_limit(stated: Any, at_least: float) -> None:
    """Also in a draft that was not read but made, where anything may stand."""
    (finding,) = said(stated, Confidence(at_least=at_least))
    assert isinstance(finding, Finding)
    assert finding.code == "low_confidence"


def test_a_stated_confidence_vouches_for_nothing() -> None:
    """The moon is of cheese with certainty and a link: no check looked at that, so it is not released."""
    moon = {"text": "The moon is made of cheese", "confidence": 1.0, "sources": ["https://nowhere.example.com/paper"]}
    outcome = verify({"claims": [moon]}, {"d": "text"}, checks=[Confidence(0.9), AllowList()])
    assert (outcome.status, outcome.value) == ("refused", None)
    assert {verdict.check: verdict.status for verdict in outcome.verdicts}["confidence"] == "supported"
