"""What models may answer in a run, good and bad, and what of an outcome has to be the same whatever drives it."""

from __future__ import annotations

import json
from typing import Any

from hypothesis import strategies as st

from vouched import Outcome
from vouched.ports import Fault, Reply, Usage

DOCUMENTS = {"lease": "The tenant shall not keep animals. The rent is 500 EUR, due on the first day of each month."}
GOOD = {"claims": [{"text": "No pets.", "citations": [{"document": "lease", "anchor": "shall not keep animals"}]}]}
ALTERED = {"claims": [{"text": "Rent.", "citations": [{"document": "lease", "quote": "The rent is 600 EUR, due on"}]}]}
GHOST = {"claims": [{"text": "Park.", "citations": [{"document": "parking", "anchor": "two places"}]}]}
REPLIES: list[Any] = [
    GOOD,
    ALTERED,
    GHOST,
    "I cannot say.",
    "",
    "{",
    {"claims": []},
    Reply(text=json.dumps(GOOD), stop="length", usage=Usage(10, 5, 1)),
    Reply(text="", stop="refusal"),
    Fault(code="bad_request", message="no"),
    ValueError("boom"),
    None,
    5,
]
scripts = st.lists(st.sampled_from(range(len(REPLIES))), min_size=1, max_size=5)


def told(outcome: Outcome) -> tuple[Any, ...]:
    """Return what an outcome says, without how long it took."""
    attempts = [(one.number, one.verdicts, one.decision, one.usage, one.rejected) for one in outcome.attempts]
    return outcome.status, outcome.value, outcome.claims, outcome.findings, outcome.usage, attempts
