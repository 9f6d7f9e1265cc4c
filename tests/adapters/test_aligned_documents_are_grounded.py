"""Promises about grounding after alignment: what does not stand in the text is left out, whatever the aligner said."""

from __future__ import annotations

import copy
from dataclasses import dataclass, field
from typing import Any

import pytest

from vouched import Policy
from vouched.adapters.aligned_documents import verify_document
from vouched.errors import UsageError

TEXT = "Take 2.5 mg of aspirin. Acme Corp must not ship before 31 December 2026."


@dataclass
class Interval:
    """A place that an aligner gave."""

    start_pos: int
    end_pos: int


@dataclass
class Extraction:
    """One extraction, in the form of langextract's and langcore's."""

    extraction_text: Any
    extraction_class: str = "thing"
    attributes: Any = None
    alignment_status: str | None = "match_exact"
    char_interval: Interval | None = None


@dataclass
class Annotated:
    """A document with extractions, in the form of theirs."""

    text: Any = TEXT
    extractions: list[Extraction] | None = field(default_factory=list)
    document_id: str | None = "doc_1"


@pytest.mark.parametrize(
    "said",
    [
        "Globex GmbH",
        "5 mg of aspirin",
        "31 December 2025",
        "Acme Corp must ship",
        "",
        " \n",
        "\u241f",
        None,
        ["Acme Corp"],
        {"a": 1},
    ],
)
def test_what_does_not_stand_is_left_out(said: Any) -> None:
    """An invented, altered, blank or malformed text is left out, raises nothing, and takes no other with it."""
    forged = Extraction(said, char_interval=Interval(0, 10_000_000))
    standing = Extraction("Acme Corp", alignment_status=None)
    grounded = verify_document(Annotated(extractions=[forged, standing]))

    assert grounded.extractions == (standing,)
    assert grounded.extractions[0] is standing
    assert grounded.outcome.status == "filtered"


def test_the_document_is_left_as_it_was() -> None:
    """Neither the document nor its extractions are changed."""
    document = Annotated(extractions=[Extraction("Acme  Corp", attributes={"role": ["a"]}), Extraction("nobody")])
    before = copy.deepcopy(document)
    verify_document(document)

    assert document == before


@pytest.mark.parametrize("extractions", [[], None, [Extraction("nobody")]])
def test_nothing_that_stands_is_nothing(extractions: Any) -> None:
    """Without extractions, or with none that stands, the result is empty."""
    assert verify_document(Annotated(extractions=extractions)).extractions == ()


def test_the_callers_policy_decides() -> None:
    """With a policy that stops, one extraction that does not stand lets none out."""
    document = Annotated(extractions=[Extraction("Acme Corp"), Extraction("nobody")])

    assert verify_document(document, policy=Policy(authority={"*": "stop"})).extractions == ()


@pytest.mark.parametrize("document", [None, "text", Annotated(text=None), Annotated(text=5)])
def test_what_is_no_document_is_a_usage_error(document: Any) -> None:
    """Something without a text is the programmer's mistake."""
    with pytest.raises(UsageError, match="document with a text"):
        verify_document(document)


def test_a_text_that_was_completed_is_handed_out_as_it_was_released() -> None:
    """Where a text had left out a negative ending, the copy that is handed out has the document's own characters."""
    cut = Extraction("犬を飼うことはでき")
    grounded = verify_document(Annotated(text="犬を飼うことはできません。", extractions=[cut]))
    assert [each.extraction_text for each in grounded.extractions] == ["犬を飼うことはできません。"]
    assert grounded.outcome.value["extractions"][0]["extraction_text"] == "犬を飼うことはできません。"
    assert cut.extraction_text == "犬を飼うことはでき"
