"""What a decision was made from can be kept as JSON and decided again, under the same policy or another."""

import pytest

from vouched import Draft, Evidence, Policy, Verdict, decide, read, verify
from vouched.guard import DEFAULT_CHECKS
from vouched.record import from_json, to_json
from vouched.run.checking import run_check
from vouched.run.snapping import snapped

DOCUMENTS = Evidence.of({"lease": "The tenant shall not keep animals. The rent is 500 EUR."})
ANSWERS = [
    {"claims": [{"text": "No pets.", "citations": [{"document": "lease", "anchor": "shall not keep animals"}]}]},
    {
        "claims": [
            {"text": "Rent.", "citations": [{"document": "lease", "quote": "The rent is 600 EUR."}]},
            {"text": "x"},
        ]
    },
    "The rent is “The rent is 500 EUR” [lease]. Pets “The tenant shall keep animals” [2].",
]


@pytest.mark.parametrize("answer", ANSWERS)
def test_a_kept_decision_is_made_again(answer: object) -> None:
    """Draft and verdicts survive JSON unchanged, and the same policy decides the same from them."""
    draft = snapped(read(answer, documents=DOCUMENTS), DOCUMENTS)
    verdicts = tuple(run_check(check, draft, DOCUMENTS) for check in DEFAULT_CHECKS)
    kept_draft = from_json(to_json(draft), kind=Draft)
    kept_verdicts = from_json(to_json(verdicts), kind=tuple[Verdict, ...])
    assert (kept_draft, kept_verdicts) == (draft, verdicts)
    for policy in (Policy(), Policy(authority={"*": "filter"}), Policy(authority={"*": "hold"}, silent="stop")):
        assert decide(kept_draft, kept_verdicts, policy) == decide(draft, verdicts, policy)


def test_a_policy_survives_json() -> None:
    """The policy that decided is kept with the rest."""
    policy = Policy(authority={"quotes/*": "hold", "*": "filter"}, require=("quotes",), exhausted="hold")
    assert from_json(to_json(policy), kind=Policy) == policy
    assert verify(ANSWERS[0], DOCUMENTS, policy=policy).status == "released"
