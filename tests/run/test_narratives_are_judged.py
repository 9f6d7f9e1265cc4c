"""Prose about numbers is judged against the passages it was given: what they do not carry is not supported."""

from __future__ import annotations

from typing import Any

import pytest

from conftest import cases
from vouched import verify
from vouched.checks import Citations, Figures, Names, Negation, Quotes, Supported

CHAIN: Any = [Citations(), Quotes(), Figures(least=0), Names(), Negation(), Supported()]
NARRATIVES = [case for case in cases("facts") if case["kind"] == "narrative" and "model_text" in case]


@pytest.mark.parametrize("case", NARRATIVES, ids=lambda case: case["id"])
def test_a_narrative_is_carried_by_its_passages_or_is_not_supported(case: dict[str, Any]) -> None:
    """What should pass is supported, what should be blocked is not, and an empty answer is a fault."""
    outcome = verify(case["model_text"], {"snippet": case["snippet"]}, checks=CHAIN)
    judged = {claim.judgement for claim in outcome.claims}

    if case["expected"] == "pass":
        assert judged == {"supported"}
    elif case["expected"].startswith("error value"):
        assert (outcome.value, [finding.code for finding in outcome.findings]) == (None, ["empty"])
    elif case["expected"].startswith("rounding"):
        assert "contradicted" not in judged
        assert not [finding for finding in outcome.findings if finding.check == "figures"]
    else:
        assert case["expected"].startswith("block")
        assert judged
        assert not judged & {"supported", "nothing_to_check"}
