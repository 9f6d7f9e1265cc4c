"""What stands beside a true quote is judged too: other quotes, other fields, and documents that were never given."""

from typing import Any

import pytest

from vouched import verify

DOCUMENTS = {"lease": "The rent is payable in advance. The tenant shall not sublet. The rent is 500 EUR a month."}
ANCHOR = [{"document": "lease", "anchor": "payable in advance"}]


@pytest.mark.parametrize(
    "text",
    [
        'The clause says "pets are allowed everywhere".',
        "The clause says 'the tenant may sublet freely' there.",
        "The clause says “pets are allowed everywhere” [lease].",
        'Rent is "EUR 9,999.00 per day".',
        'It is "90" days.',
        'See "payable in advance" [handbook].',
    ],
)
def test_a_quote_or_marker_inside_a_json_claim_is_judged(text: str) -> None:
    """An invented quote, or a document that was never given, inside the text of a claim refuses it."""
    assert verify({"claims": [{"text": text, "citations": ANCHOR}]}, DOCUMENTS).status == "refused"
    true = 'It says "payable in advance" [lease].'
    assert verify({"claims": [{"text": true, "citations": ANCHOR}]}, DOCUMENTS).status == "released"
    assert verify({"answer": true}, DOCUMENTS).status == "released"


def test_a_quote_inside_a_json_claim_is_released_as_the_slice() -> None:
    """Its characters become the document's, the rest of the text stays."""
    outcome = verify({"claims": [{"text": 'It says "the  RENT is payable" so.', "citations": ANCHOR}]}, DOCUMENTS)
    assert outcome.value["claims"][0]["text"] == 'It says "The rent is payable" so.'


@pytest.mark.parametrize(
    "claim",
    [
        {"text": "Early.", "note": "the tenant can sublet", "citations": ANCHOR},
        {"text": "Early.", "months": 12, "citations": ANCHOR},
        {"text": "Early.", "citations": [{**ANCHOR[0], "comment": "rent is 9999"}]},
        {"text": "Early.", "type": "the tenant can sublet", "citations": ANCHOR},
    ],
)
def test_other_fields_of_a_claim_are_not_released_unjudged(claim: dict[str, Any]) -> None:
    """A text or number beside a claim's own is left out; pages, ids and codes are not."""
    outcome = verify({"claims": [claim]}, DOCUMENTS)
    assert outcome.status == "filtered"
    assert outcome.value == {"claims": [{"text": "Early.", "citations": ANCHOR}]}
    described = {"text": "Early.", "id": "c1", "lang": "en", "citations": [{**ANCHOR[0], "page": 3}]}
    assert verify({"claims": [described]}, DOCUMENTS).status == "released"


@pytest.mark.parametrize(
    "marker",
    [
        "[handbook]",
        "[House Rules]",
        "[Annex B]",
        "[Source: Handbook]",
        "【handbook】",
        "[法规]",
        "[No. 2]",
        "[Exhibit A]",
    ],
)
def test_a_document_that_was_never_given_is_told_whatever_its_name(marker: str) -> None:
    """A bracket that closes a quote or a sentence names a source, of plain words too."""
    outcome = verify(f'It is "payable in advance" {marker}.', DOCUMENTS)
    assert "unknown_document" in {finding.code for finding in outcome.findings}


@pytest.mark.parametrize("aside", ["[sic]", "[emphasis added]", "[...]", "[x]", "[to the landlord] at once"])
def test_an_aside_in_brackets_names_no_source(aside: str) -> None:
    """Editorial notes, and words that a sentence goes on after, are no citations."""
    outcome = verify(f'It is "payable in advance" [lease] and so on {aside}.', DOCUMENTS)
    assert "unknown_document" not in {finding.code for finding in outcome.findings}
