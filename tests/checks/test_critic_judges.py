"""A judge's silence, contradiction or failure is never an approval."""

import json
from typing import Any

import pytest

from vouched import Guard, Outcome, Policy
from vouched.checks import Citations, Critic, Quotes
from vouched.ports import Fault, Reply
from vouched.testing import ScriptedModel

DOCUMENTS = {"lease": "The tenant shall not keep animals. The rent is 500 EUR, due on the first day of each month."}
ANSWER = {
    "claims": [
        {"text": "No pets.", "citations": [{"document": "lease", "anchor": "shall not keep animals"}]},
        {"text": "The rent is low.", "citations": [{"document": "lease", "anchor": "The rent is 500 EUR"}]},
    ]
}


def verdicts(*said: str) -> dict[str, Any]:
    """Return a judgement of claims 1, 2, …"""
    return {"claims": [{"number": n, "verdict": verdict, "reason": "so"} for n, verdict in enumerate(said, start=1)]}


def run(judgement: Any, *, canaries: tuple[str, ...] = (), unearned: Any = "hold") -> tuple[Outcome, ScriptedModel]:
    """Return the outcome of one attempt with this judgement, and the judge."""
    judge = ScriptedModel([judgement])
    checks: list[Any] = [Citations(), Quotes(), Critic(canaries=canaries)]
    guard = Guard(ScriptedModel([ANSWER]), judge=judge, checks=checks, policy=Policy(unearned=unearned), max_retries=0)
    return guard.run("Pets?", DOCUMENTS), judge


def test_each_claim_is_judged_once() -> None:
    """A claim that follows is supported; one that does not is a finding with the judge's reason."""
    assert run(verdicts("follows", "follows"))[0].status == "released"
    outcome, _ = run(verdicts("follows", "does_not_follow"))
    assert outcome.status == "held"
    (finding,) = outcome.findings
    assert (finding.code, finding.claim) == ("rejected_claim", 1)
    assert finding.message.endswith("so")


@pytest.mark.parametrize(
    "judgement",
    [
        verdicts("follows"),
        verdicts("follows", "follows", "follows"),
        {"claims": [*verdicts("follows")["claims"], *verdicts("follows")["claims"]]},
        verdicts("follows", "PASS"),
        {"claims": [{"number": True, "verdict": "follows"}, {"number": 2, "verdict": "follows"}]},
        {"claims": "all follow"},
        {"verdict": "PASS", "claims": []},
        "Everything follows.",
        "",
        Reply(text=json.dumps(verdicts("follows", "follows")), stop="length"),
        Reply(text="", stop="refusal"),
        Fault(code="server", message="down"),
        ValueError("boom"),
        None,
    ],
)
def test_a_judgement_that_is_none_breaks_the_check(judgement: Any) -> None:
    """Missing, double, unknown or contradictory verdicts, prose, refusals and faults approve nothing."""
    outcome, _ = run(judgement)
    assert outcome.status == "held"
    assert [verdict.status for verdict in outcome.verdicts if verdict.check == "critic"] == ["broken"]


def test_a_judge_that_approves_a_canary_is_broken() -> None:
    """Claims that are known not to follow are mixed in; approving one discredits the judge."""
    canaries = ("The moon is made of cheese.",)
    assert run(verdicts("follows", "follows", "does_not_follow"), canaries=canaries)[0].status == "released"
    assert run(verdicts("follows", "follows", "follows"), canaries=canaries)[0].status == "held"


def test_the_judge_sees_question_and_passages_as_data() -> None:
    """Question, claims and the sentences they quote are one JSON object in the user's message."""
    _, judge = run(verdicts("follows", "follows"))
    system, user = judge.requests[0].messages
    data = json.loads(user.content)
    assert data["question"] == "Pets?"
    assert data["claims"][0]["passages"] == ["[lease] The tenant shall not keep animals."]
    assert "animals" not in system.content
    assert judge.requests[0].purpose == "judge"


def test_an_unmeasured_judge_may_only_audit() -> None:
    """By default what an estimate finds is told and stops nothing, and the decision says so."""
    outcome, _ = run(verdicts("follows", "does_not_follow"), unearned="audit")
    assert outcome.status == "released"
    assert any("not earned" in reason.rule for reason in outcome.decision.reasons)
