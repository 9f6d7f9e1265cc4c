"""What an outcome says stays said: its records cannot be changed, and hold nothing that can be appended to."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from vouched import Evidence, Guard, read
from vouched.ports import Fetch, Generate, Message, Note, Reply, Usage
from vouched.record import Record
from vouched.testing import ScriptedModel

DOCUMENTS = {"lease": "The tenant shall not keep animals. The rent is 500 EUR, due on the first day of each month."}
GOOD = {"claims": [{"text": "No pets.", "citations": [{"document": "lease", "anchor": "shall not keep animals"}]}]}
BAD = {
    "claims": [{"text": "x", "citations": [{"document": "lease", "quote": "The rent is 600 EUR, due on the first"}]}]
}
OUTCOME = Guard(ScriptedModel([BAD, GOOD])).run("Pets?", DOCUMENTS)
WORDS: dict[str, Record] = {
    "outcome": OUTCOME,
    "draft": read(GOOD),
    "evidence": Evidence.of(DOCUMENTS),
    "request": Generate(model="m", messages=(Message("user", "x"),)),
    "reply": Reply(text="x"),
    "fetch": Fetch("https://www.who.int/"),
    "note": Note(event="asked"),
    "usage": Usage(1, 2, 3),
}
# What a model wrote is its owner's to change, and so is the schema that a caller gave.
OWN = ("value", "rejected", "schema", "detail")


def records(word: Any) -> Iterator[Record]:
    """Yield a record and all records in it; anything that could be appended to fails."""
    if isinstance(word, Record):
        yield word
        for field in word.__struct_fields__:
            if field not in OWN:
                yield from records(getattr(word, field))
    else:
        assert not isinstance(word, (list, dict, set, bytearray)), word
        for one in word if isinstance(word, tuple) else ():
            yield from records(one)


@pytest.mark.parametrize("name", WORDS)
def test_no_field_of_a_word_can_be_set(name: str) -> None:
    """Every record refuses to be written, and its collections are tuples all the way down."""
    for record in records(WORDS[name]):
        for field in record.__struct_fields__:
            with pytest.raises(AttributeError):
                setattr(record, field, None)
        with pytest.raises(AttributeError):
            record.bogus = 1  # type: ignore[attr-defined]


def test_a_changed_copy_leaves_the_original() -> None:
    """`but` makes another record, and refuses fields that there are not."""
    changed = OUTCOME.but(status="refused")
    assert (OUTCOME.status, changed.status) == ("released", "refused")
    with pytest.raises(TypeError):
        OUTCOME.but(bogus=1)


def test_a_released_outcome_keeps_no_fault_of_an_earlier_attempt() -> None:
    """On success findings and decision are those of the answer that stands; earlier ones stay in their attempts."""
    assert (OUTCOME.status, OUTCOME.findings, OUTCOME.rejected) == ("released", (), None)
    assert OUTCOME.decision.action == "release"
    first, second = OUTCOME.attempts
    assert {finding.code for verdict in first.verdicts for finding in verdict.findings} == {"altered_quote"}
    assert not any(verdict.findings for verdict in second.verdicts)
    assert second.rejected is None
