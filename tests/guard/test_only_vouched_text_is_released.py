"""verify hands on what stands, with its evidence, and nothing else."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import BaseModel

from vouched import Document, Evidence, Outcome, Policy, verify
from vouched.errors import NotReleased, UsageError

DOCUMENTS = {
    "lease": "The tenant shall not keep animals. The rent is 500 EUR,\ndue on the first day of each month.",
    "rules": "No noise is allowed after ten in the evening.",
}
GOOD = {"text": "No pets.", "citations": [{"document": "lease", "anchor": "shall not keep animals"}]}
ALTERED = {"text": "Rent.", "citations": [{"document": "lease", "quote": "The rent is 600 EUR, due on the first day"}]}
GHOST = {"text": "Parking.", "citations": [{"document": "parking", "anchor": "two places"}]}
BARE = {"text": "Hope that helps."}
FILTER = Policy(authority={"*": "filter"})


def test_an_answer_that_stands_is_released_with_its_quotes() -> None:
    """The value is the answer as it came; each claim has the sentence that carries it."""
    outcome = verify({"claims": [GOOD]}, DOCUMENTS)
    assert outcome.status == "released"
    assert outcome.unwrap() == {"claims": [GOOD]}
    (claim,) = outcome.claims
    assert claim.verdict == "supported"
    assert claim.released
    (quote,) = claim.quotes
    assert quote.text == "The tenant shall not keep animals."
    assert quote.text == DOCUMENTS["lease"][quote.start : quote.end]


@pytest.mark.parametrize("bad", [ALTERED, GHOST, {**GOOD, "confidence": 95}, {"text": 5}, "prose"])
def test_one_fault_refuses_the_whole_by_default(bad: Any) -> None:
    """Nothing is released, the finding names its claim, and the text is reachable by name only."""
    outcome = verify({"claims": [GOOD, bad]}, DOCUMENTS)
    assert outcome.status == "refused"
    assert outcome.value is None
    assert {finding.claim for finding in outcome.findings} == {1}
    assert not any(claim.released for claim in outcome.claims)
    assert outcome.rejected == {"claims": [GOOD, bad]}
    assert "pets" not in repr(outcome)
    with pytest.raises(NotReleased):
        outcome.unwrap()


def test_a_filter_releases_what_is_left() -> None:
    """The smallest unit that carries the finding is left out; the rest is as it was."""
    outcome = verify({"claims": [ALTERED, GOOD, GHOST], "language": "en"}, DOCUMENTS, policy=FILTER)
    assert outcome.status == "filtered"
    assert outcome.value == {"claims": [GOOD], "language": "en"}
    assert [claim.released for claim in outcome.claims] == [False, True, False]


def test_nothing_is_released_beside_the_claims() -> None:
    """A text or number that stands outside the claims, a heading or a block of code, is judged like a claim."""
    outcome = verify({"claims": [GOOD], "answer": "Cats are fine.", "total": [900]}, DOCUMENTS)
    assert outcome.value == {"claims": [GOOD], "total": []}
    text = "# Cats are fine\n\nNo pets: “shall not keep animals” [1].\n\n```\nrent = 900\n```\n"
    released = verify(text, DOCUMENTS).value
    assert "shall not keep animals" in released
    assert "Cats" not in released
    assert "900" not in released


def test_what_is_left_still_fits_the_model_or_nothing_is_released() -> None:
    """A filter that would break the shape that the caller's model demands stops instead."""

    class Point(BaseModel):
        text: str
        citations: list[dict[str, str]]

    class Answer(BaseModel):
        title: str
        points: list[Point]

    answer = {"title": "Pets", "points": [GOOD]}
    assert verify(answer, DOCUMENTS, model=Answer).status == "refused"
    assert verify(answer, DOCUMENTS, model=Answer, policy=Policy(silent="audit")).value == answer


def test_what_nobody_vouched_for_is_left_out() -> None:
    """A claim that cites nothing is not released beside claims that stand."""
    outcome = verify({"claims": [GOOD, BARE]}, DOCUMENTS)
    assert outcome.status == "filtered"
    assert outcome.value == {"claims": [GOOD]}
    assert outcome.claims[1].verdict == "silent"


def test_free_text_is_filtered_by_sentence_and_quotes_become_slices() -> None:
    """A sentence with a finding goes; a quote that stands is released in the source's own characters."""
    text = (
        "The rent is fixed: “the rent is 500 EUR, due on the first day” [lease]. "
        "Noise is fine: “No noise is allowed until ten in the evening” [rules]. "
        "Animals are out “shall not keep animals” [1]."
    )
    outcome = verify(text, DOCUMENTS, policy=FILTER)
    assert outcome.status == "filtered"
    assert outcome.value == (
        "The rent is fixed: “The rent is 500 EUR,\ndue on the first day” [lease]. "
        "Animals are out “shall not keep animals” [1]."
    )
    assert [repair.code for repair in outcome.repairs] == ["quote_snapped"]


def test_a_typed_quote_in_json_becomes_the_slice() -> None:
    """What is judged is what is released: the source's characters, the change recorded."""
    claim = {
        "text": "Rent.",
        "citations": [{"document": "lease", "quote": "the rent is 500 EUR, due on the first day"}],
    }
    outcome = verify({"claims": [claim]}, DOCUMENTS)
    assert outcome.status == "released"
    assert outcome.value["claims"][0]["citations"][0]["quote"] == "The rent is 500 EUR,\ndue on the first day"
    assert [(repair.code, repair.where) for repair in outcome.repairs] == [
        ("quote_snapped", "/claims/0/citations/0/quote")
    ]
    assert claim["citations"][0]["quote"].startswith("the rent")  # type: ignore[index]


def test_a_marked_ellipsis_keeps_its_mark_and_its_pieces_are_slices() -> None:
    """Each piece around the mark becomes the source's characters."""
    text = "Rent: “the rent is 500 EUR … first day of each  month” [lease]."
    outcome = verify(text, DOCUMENTS)
    assert outcome.value == "Rent: “The rent is 500 EUR … first day of each month” [lease]."


def test_a_quote_that_leaves_out_the_negation_before_it_is_refused() -> None:
    """A fragment directly after a "no", or with nothing but a "not" under its ellipsis, is a misquote."""
    outcome = verify("Noise is fine: “noise is allowed after ten in the evening” [rules].", DOCUMENTS)
    assert outcome.status == "refused"
    assert [finding.code for finding in outcome.findings] == ["cut_quote"]
    bare = verify("“The tenant shall […] keep animals” [1].", ["The tenant shall not keep animals."])
    assert [(finding.code, finding.message) for finding in bare.findings] == [
        ("cut_quote", "the document has “not”, which the quote leaves out")
    ]


@pytest.mark.parametrize(
    ("text", "document", "wanted"),
    [
        ("“The tenant shall […] in the flat” [1].", "The tenant shall not keep animals in the flat.", "shall not keep"),
        ("「貸与することができ」ます[1]。", "会員証は、貸与することができない。", "貸与することができない。"),
        ("「別の動物を飼育して」[1]。", "居住者は、別の動物を飼育してはならない。", "飼育してはならない。"),
        ("「十条の規定による」[1]。", "第二十条の規定による届出", "第二十条の規定による"),
    ],
)
def test_what_a_quote_left_out_comes_back(text: str, document: str, wanted: str) -> None:
    """A negation that an ellipsis or a cut left out, or the rest of a numeral, is released with the quote."""
    outcome = verify(text, [document])
    assert wanted in outcome.value
    assert [repair.code for repair in outcome.repairs] == ["quote_completed"]


def test_extractions_are_verified_verbatim_and_filtered_one_by_one() -> None:
    """An extraction that stands nowhere in the documents is not released."""
    items = [{"text": "500 EUR", "attributes": {"unit": "EUR"}}, {"text": "700 EUR", "attributes": {}}]
    outcome = verify(items, DOCUMENTS, policy=FILTER)
    assert outcome.value == items[:1]


def test_a_fallback_takes_the_place_of_what_is_refused() -> None:
    """With the policy's leave, a deterministic fallback is released instead."""
    outcome = verify({"claims": [GHOST]}, DOCUMENTS, policy=Policy(exhausted="fallback"), fallback="Ask a lawyer.")
    assert (outcome.status, outcome.value) == ("fallback", "Ask a lawyer.")
    assert outcome.unwrap() == "Ask a lawyer."


def test_no_documents_means_nothing_is_vouched_for() -> None:
    """Without evidence every citation is unknown and every quote unfound."""
    assert verify({"claims": [GOOD]}).status == "refused"
    assert verify("The rent is 500 EUR.").status == "refused"


@pytest.mark.parametrize("documents", [5, [5], {"a": 5}, [Document(id="a", text=""), Document(id="a", text="")]])
def test_a_wrong_set_of_documents_is_said(documents: Any) -> None:
    """What is no document, and two of one id, are a programmer's mistake."""
    with pytest.raises(UsageError):
        verify("x", documents)


json_values = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), st.floats(), st.text(max_size=12)),
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(st.text(max_size=6), inner, max_size=3)),
    max_leaves=8,
)
citations = st.fixed_dictionaries({}, optional={"document": json_values, "anchor": json_values, "quote": json_values})


@given(st.one_of(st.binary(max_size=200), st.text(max_size=200), json_values))
def test_no_draft_at_all_raises(draft: object) -> None:
    """Arbitrary bytes, text and values get an outcome, and only what stands in the document is released."""
    assert isinstance(verify(draft, DOCUMENTS), Outcome)


@given(st.lists(st.fixed_dictionaries({"text": json_values, "citations": st.one_of(json_values, st.lists(citations))})))
def test_every_field_may_have_any_type(claims: list[Any]) -> None:
    """A citation's fields may be anything; the verdict is an outcome whose released claims are supported."""
    outcome = verify({"claims": claims}, DOCUMENTS, policy=FILTER)
    assert all(claim.verdict == "supported" for claim in outcome.claims if claim.released)


@given(
    st.lists(st.sampled_from([GOOD, ALTERED, GHOST, BARE]), max_size=6), st.sampled_from(["filter", "reask", "hold"])
)
def test_only_supported_claims_are_ever_released(claims: list[Any], authority: Any) -> None:
    """Whatever the mix and the policy, what is released are the claims that stand, in their order."""
    outcome = verify(json.dumps({"claims": claims}), Evidence.of(DOCUMENTS), policy=Policy(authority={"*": authority}))
    if outcome.status in ("released", "filtered"):
        assert outcome.value["claims"] == [claim for claim in claims if claim is GOOD]
    else:
        assert outcome.value is None


@given(st.permutations(sorted(DOCUMENTS)), st.integers(0, 3))
def test_verdicts_are_deterministic(order: list[str], times: int) -> None:
    """The same draft, evidence and policy give the same outcome; the order of documents changes no verdict."""
    draft = {"claims": [GOOD, ALTERED, GHOST, BARE]}
    first = verify(draft, DOCUMENTS)
    for _ in range(times):
        assert verify(draft, {name: DOCUMENTS[name] for name in DOCUMENTS}) == first
    again = verify(draft, {name: DOCUMENTS[name] for name in order})
    assert [claim.verdict for claim in again.claims] == [claim.verdict for claim in first.claims]
