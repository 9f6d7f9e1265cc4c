"""What is left of a filtered answer has to hold what the checks ask of the whole, or it is not handed on."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Annotated, Any

import pytest
from pydantic import BaseModel, Field

from vouched import Guard, Policy, verify
from vouched.checks import Consistency, Pattern, Schema
from vouched.documents import Evidence
from vouched.drafts import Draft
from vouched.testing import ScriptedModel
from vouched.verdicts import Finding

FILTER = Policy(authority={"*": "filter"})
LINES = {"items": [{"sku": "A1", "n": 1}, {"sku": "??", "n": 2}]}
SKUS = Pattern(required="[A-Z][0-9]", at="/items/*/sku", suffices=True)
SOUND = Consistency((lambda _: None,), suffices=True)


def listing(least: int) -> Schema:
    """Return the check that a value lists at least so many items."""
    return Schema({"properties": {"items": {"type": "array", "minItems": least}}}, of="whole", suffices=True)


@pytest.mark.parametrize(("least", "status"), [(1, "filtered"), (2, "refused")])
def test_a_filter_never_breaks_what_a_schema_asks_of_the_whole(least: int, status: str) -> None:
    """A list that would be shorter than its schema allows is refused, by `verify` and by a Guard alike."""
    checks: Any = [SKUS, SOUND, listing(least)]
    judged = verify(json.dumps(LINES), checks=checks, policy=FILTER)
    run = Guard(ScriptedModel([LINES]), checks=checks, policy=FILTER, max_retries=0).run("?")
    for outcome in (judged, run):
        assert outcome.status == status
        assert outcome.value == ({"items": LINES["items"][:1]} if status == "filtered" else None)
    if status == "refused":
        assert judged.decision.reasons[-1].message == "what is left: schema/does_not_fit_schema"


def test_while_retries_are_left_the_model_is_asked_again() -> None:
    """What a filter would break is worth another attempt."""
    good = {"items": [{"sku": "A1", "n": 1}, {"sku": "B2", "n": 2}]}
    guard = Guard(ScriptedModel([LINES, good]), checks=[SKUS, SOUND, listing(2)], policy=FILTER, max_retries=1)
    outcome = guard.run("?")
    assert (outcome.status, outcome.value, len(outcome.attempts)) == ("released", good, 2)


class Both:
    """A check of somebody's own that wants two items, and keeps how many it saw."""

    name, decidable = "both", True

    def __init__(self) -> None:
        self.seen: list[int] = []

    def __call__(self, draft: Draft, _evidence: Evidence) -> Iterator[Finding]:
        """Yield a finding where there are fewer."""
        self.seen.append(len(draft.value["items"]))
        if len(draft.value["items"]) < 2:
            yield Finding(check="both", code="too_few", message="expected two items")


def test_a_check_of_ones_own_judges_what_is_left() -> None:
    """A check that looks at the whole value is called on the rest, and what it finds there is not handed on."""
    both = Both()
    outcome = verify(LINES, checks=[SKUS, SOUND, both], policy=FILTER)
    assert (outcome.status, both.seen) == ("refused", [2, 1])


def test_items_of_a_bare_list_are_filtered_one_by_one() -> None:
    """A list, one under `items` and one under `extractions` lose the same item to the same finding."""
    sound, bad = {"text": "Rent is due.", "n": 1}, {"text": "?", "n": 2}
    for value, left in (
        ([sound, bad], [sound]),
        ({"items": [sound, bad]}, {"items": [sound]}),
        ({"extractions": [sound, bad]}, {"extractions": [sound]}),
    ):
        at = "/*/text" if isinstance(value, list) else f"/{next(iter(value))}/*/text"
        checks: Any = [Pattern(required=".*due.*", at=at, suffices=True), SOUND]
        outcome = verify(value, checks=checks, policy=FILTER)
        assert (outcome.status, outcome.value) == ("filtered", left)


def test_an_item_says_all_that_is_in_it() -> None:
    """What stands beside the items of a list is a claim of its own, and nobody vouched for it."""
    value = {"items": [{"text": "Rent is due.", "n": 1}], "note": "The tenant may leave."}
    checks: Any = [Pattern(required=".*due.*", at="/items/*/text", suffices=True)]
    outcome = verify(value, checks=checks)
    assert (outcome.status, outcome.value) == ("filtered", {"items": value["items"]})


class Short(BaseModel):
    """A claim whose quote has to be short."""

    text: str
    citations: list[dict[str, Annotated[str, Field(max_length=12)]]]


class Answer(BaseModel):
    """An answer of short quotes."""

    claims: list[Short]


def test_a_quote_that_was_completed_has_to_fit_the_model_as_it_is_released() -> None:
    """Where the source's own characters take a quote's place, the model is asked whether it still fits."""
    documents = {"d": "犬を飼うことはできません。犬は飼えない。"}
    long = {"claims": [{"text": "犬は不可。", "citations": [{"document": "d", "quote": "犬を飼うことはでき"}]}]}
    short = {"claims": [{"text": "犬は不可。", "citations": [{"document": "d", "quote": "犬は飼え"}]}]}
    refused = verify(json.dumps(long), documents, model=Answer)
    assert (refused.status, refused.value) == ("refused", None)
    assert "does not fit the model" in refused.decision.reasons[-1].message
    released = Guard(ScriptedModel([long, short]), output=Answer, max_retries=1).run("?", documents)
    assert released.value["claims"][0]["citations"][0]["quote"] == "犬は飼えない。"
