"""Lists of extractions: each extracted text is a claim that it stands in a document."""

from __future__ import annotations

from typing import Any

import pytest

from vouched import read

SHAPES: list[tuple[Any, str]] = [
    ([{"text": "aspirin", "attributes": {"dose": "5 mg"}}], "/0/text"),
    ({"extractions": [{"text": "aspirin", "attributes": {}}]}, "/extractions/0/text"),
    ({"extractions": {"text": "aspirin"}}, "/extractions/text"),
    (
        [
            {
                "extraction_class": "drug",
                "extraction_text": "aspirin",
                "attributes": None,
                "char_interval": {"start_pos": 1},
            }
        ],
        "/0/extraction_text",
    ),
    ({"extractions": [{"drug": "aspirin", "drug_attributes": {"dose": "5 mg"}}]}, "/extractions/0/drug"),
    ({"extractions": [{"drug": "aspirin", "drug_index": 1}]}, "/extractions/0/drug"),
    ([{"drug": "aspirin", "drug_attributes": {}}], "/0/drug"),
]


@pytest.mark.parametrize(("value", "where"), SHAPES)
def test_every_shape_is_read(value: Any, where: str) -> None:
    """The extracted text is typed by the model and cited from any document, at its own place."""
    draft = read(value)
    (claim,) = draft.claims
    (citation,) = claim.citations

    assert (draft.kind, draft.findings, claim.text) == ("extractions", (), "aspirin")
    assert (citation.document, citation.typed, citation.where, citation.typed_where) == (None, "aspirin", where, where)
    assert citation.span is not None
    assert citation.span.of(draft.raw) == '"aspirin"'


def test_classes_that_share_an_object_are_claims_of_their_own() -> None:
    """Each class of an object is found, and its claim stands at its own key."""
    draft = read({"extractions": [{"party": "ACME", "date": "2024", "party_attributes": {}, "confidence": 0.5}]})

    assert [(claim.text, claim.where, claim.confidence) for claim in draft.claims] == [
        ("ACME", "/extractions/0/party", 0.5),
        ("2024", "/extractions/0/date", 0.5),
    ]


@pytest.mark.parametrize("value", [None, True, [], ["x"], {}, {"x": 1}, "", " "])
def test_a_bad_text_is_told_and_harms_no_other(value: Any) -> None:
    """An item whose text is none is a finding that names its claim; the others are read."""
    for key in ("extraction_text", "text", "drug"):
        draft = read({"extractions": [{key: value, "confidence": 0.4}, {"text": "b"}]})

        assert [(one.code, one.where, one.claim) for one in draft.findings] == [
            ("malformed_extraction", f"/extractions/0/{key}", 0)
        ]
        assert [(claim.confidence, len(claim.citations)) for claim in draft.claims] == [(0.4, 0), (None, 1)]


@pytest.mark.parametrize("item", [None, True, 5, "aspirin", [], {}])
def test_a_bad_item_is_told_and_harms_no_other(item: Any) -> None:
    """An item that is no object with a text is a finding; the others are read."""
    draft = read({"extractions": [item, {"text": "b"}]})

    assert [(one.code, one.where, one.claim) for one in draft.findings] == [
        ("malformed_extraction", "/extractions/0", 0)
    ]
    assert [claim.text for claim in draft.claims][1:] == ["b"]


@pytest.mark.parametrize("key", ["attributes", "extraction_class"])
@pytest.mark.parametrize("value", [True, 5, ["x"]])
def test_attributes_and_classes_of_other_types_are_told(key: str, value: Any) -> None:
    """Attributes are an object and a class is a text."""
    draft = read([{"extraction_text": "a", key: value}])

    assert [(one.code, one.where, one.claim) for one in draft.findings] == [("malformed_extraction", f"/0/{key}", 0)]


def test_a_list_of_claims_is_not_a_list_of_extractions() -> None:
    """Objects that cite are claims, also where they have attributes."""
    draft = read([{"text": "a", "attributes": {}, "citations": ["d"]}])

    assert (draft.kind, [one.document for one in draft.claims[0].citations]) == ("json", ["d"])


@pytest.mark.parametrize("value", [5, "x", None, True])
def test_extractions_that_are_no_list_are_told(value: Any) -> None:
    """A wrapper that holds no list is a finding at its place."""
    draft = read({"extractions": value})

    assert [(one.code, one.where) for one in draft.findings] == [("malformed_extraction", "/extractions")]
