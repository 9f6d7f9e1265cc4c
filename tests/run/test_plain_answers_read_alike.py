"""Promise: an answer is read alike on the short way, which most answers take, and on the long one."""

from __future__ import annotations

import json
from typing import Any

import pytest
from pydantic import BaseModel

from vouched.documents import Evidence
from vouched.run.markers import KnownIds
from vouched.run.plain_answers import plain_claims
from vouched.run.reading import read, read_made

EVIDENCE = Evidence.of({"lease": "The rent is due on Monday.", "rules": "Pets are allowed {here}."})
CITED = {"text": "Rent is due.", "confidence": 0.9, "citations": [{"document": "lease", "anchor": "rent is due"}]}
PLAIN: list[dict[str, Any]] = [
    {"claims": [CITED]},
    {"claims": [CITED, {"text": "Pets may stay.", "confidence": 1, "citations": []}]},
    {"claims": [{"text": "It isn't so.", "sources": ["https://example.com/a", "https://example.com/a"]}]},
    {"id": "a-17", "language": "en", "claims": [{"citations": [{"document": "rules"}], "text": "家賃は月額です。"}]},
    {"claims": [{"text": "A \\ stroke and a\ttab.", "confidence": None, "citations": None}], "version": 2},
]
ODD: list[dict[str, Any]] = [
    {"claims": [{**CITED, "text": "Pets are {allowed}."}]},
    {"claims": [{**CITED, "text": "Rent is due [rules]."}]},
    {"claims": [{**CITED, "text": 'The "rent is due" on Monday.'}]},
    {"claims": [{**CITED, "confidence": True}]},
    {"claims": [{**CITED, "note": "and what nobody vouched for"}]},
    {"claims": [{**CITED, "sources": ["See the law of 1998."]}]},
    {"claims": [CITED], "summary": "Rent is due and pets may stay."},
    {"claims": [CITED], "confidence": 0.5},
    {"claims": [CITED, "Rent is due."]},
    {"claims": [{**CITED, "citations": ["lease", {"document": 2, "quote": "rent"}]}]},
]
INDENTS = (None, 1)


def _long_way(value: dict[str, Any], indent: int | None) -> Any:
    # An empty object says nothing, but takes the short way's trust in braces.
    return read(json.dumps({**value, "meta": {}}, indent=indent), documents=EVIDENCE)


@pytest.mark.parametrize("indent", INDENTS)
@pytest.mark.parametrize("value", PLAIN + ODD)
def test_both_ways_find_the_same_claims_and_places(value: dict[str, Any], indent: int | None) -> None:
    """Claims, citations, findings and the places of all of them are the same on both ways."""
    drafted = read(json.dumps(value, indent=indent), documents=EVIDENCE)
    again = _long_way(value, indent)
    assert drafted.claims == again.claims
    assert drafted.findings == again.findings


@pytest.mark.parametrize("indent", INDENTS)
@pytest.mark.parametrize("value", PLAIN)
def test_a_plain_answer_goes_the_short_way_and_its_places_are_true(value: dict[str, Any], indent: int | None) -> None:
    """What stands at each place of a plain answer is the claim or the citation that it is the place of."""
    text = json.dumps(value, indent=indent)
    claims = plain_claims(value, text, offset=0, known=KnownIds(()))
    assert claims is not None
    for claim, item in zip(claims, value["claims"], strict=True):
        assert claim.span is not None
        assert json.loads(claim.span.of(text)) == item
        for citation, one in zip(claim.citations, item.get("citations") or (), strict=True):
            assert citation.span is not None
            assert json.loads(citation.span.of(text)) == one


@pytest.mark.parametrize("value", ODD)
def test_an_odd_answer_goes_the_long_way(value: dict[str, Any]) -> None:
    """Where anything takes more to be read, the short way says nothing at all."""
    assert plain_claims(value, json.dumps(value), offset=0, known=KnownIds(("lease", "rules"))) is None


class _Listed(BaseModel):
    claims: list[dict[str, Any]]


def _deep(levels: int) -> list[Any]:
    held: list[Any] = []
    for _ in range(levels):
        held = [held]
    return held


@pytest.mark.parametrize("model", [None, _Listed])
@pytest.mark.parametrize(
    "value", [*PLAIN, *ODD, {"claims": []}, {"claims": [CITED], "x": _deep(120)}, {"claims": [CITED], "n": 10**4250}]
)
def test_an_object_that_was_made_reads_as_if_it_were_parsed(value: dict[str, Any], model: Any) -> None:
    """An object made of parts that were read gives the draft that reading it gives, also where that refuses it."""
    for allow_empty in (False, True):
        made = read_made(value, documents=EVIDENCE, model=model, allow_empty=allow_empty)
        assert made == read(value, documents=EVIDENCE, model=model, allow_empty=allow_empty)
