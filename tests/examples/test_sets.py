"""Promises about the bundled example sets: each answer shows what its name says, and only that."""

from __future__ import annotations

from pathlib import Path

import pytest

import vouched

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
SETS = ("tenancy-en", "bylaw-ja", "notice-zh")
STANDING = ("stands.json", "stands.md")
FAULTY = {
    "fabricated-citation.json": (2, {"unknown_document"}),
    "altered-quote.md": (1, {"altered_quote", "not_found"}),
    "ambiguous-anchor.json": (2, {"ambiguous_anchor"}),
}
ALTERED_CLAIM = {"tenancy-en": 1, "bylaw-ja": 1, "notice-zh": 2}


def judged(name: str, file: str) -> tuple[vouched.Outcome, dict[str, vouched.Document]]:
    """Return the outcome of one answer of a set, and the set's documents by id."""
    documents = vouched.load_documents(EXAMPLES / name / "documents")
    raw = (EXAMPLES / name / "answers" / file).read_text(encoding="utf-8")
    return vouched.verify(raw, documents), {document.id: document for document in documents}


@pytest.mark.parametrize("name", SETS)
@pytest.mark.parametrize("file", STANDING)
def test_an_answer_that_stands_is_released_with_slices(name: str, file: str) -> None:
    """An answer whose every citation holds is released, each claim with quotes cut from the documents."""
    outcome, documents = judged(name, file)

    assert outcome.status == "released", outcome.findings
    assert outcome.findings == ()
    for claim in outcome.claims:
        assert claim.verdict == "supported"
        assert claim.released
        assert claim.quotes
        for quote in claim.quotes:
            assert quote.text == documents[quote.document].text[quote.start : quote.end]


@pytest.mark.parametrize("name", SETS)
@pytest.mark.parametrize("file", FAULTY)
def test_a_fault_is_found_on_exactly_the_claim_that_has_it(name: str, file: str) -> None:
    """A faulty answer is not released; the fault is named on its claim and every other claim stands."""
    place, codes = FAULTY[file]
    at = ALTERED_CLAIM[name] if file == "altered-quote.md" else place
    outcome, _ = judged(name, file)

    assert outcome.status != "released"
    assert {finding.claim for finding in outcome.findings} == {at}
    assert {finding.code for finding in outcome.findings} <= codes
    assert [index for index, claim in enumerate(outcome.claims) if claim.verdict != "supported"] == [at]
    assert not outcome.claims[at].released


@pytest.mark.parametrize("name", SETS)
@pytest.mark.parametrize("file", FAULTY)
def test_what_does_not_stand_is_not_in_the_value(name: str, file: str) -> None:
    """The text of the claim that does not stand never appears in what is released."""
    outcome, _ = judged(name, file)
    fallen = [claim.text for claim in outcome.claims if claim.verdict != "supported"]

    assert fallen
    assert all(text not in str(outcome.value) for text in fallen)


@pytest.mark.parametrize("name", SETS)
def test_every_set_is_complete(name: str) -> None:
    """Every set has two documents, a question and the five answers."""
    folder = EXAMPLES / name

    assert len(list((folder / "documents").iterdir())) == 2
    assert (folder / "question.txt").read_text(encoding="utf-8").strip()
    assert {path.name for path in (folder / "answers").iterdir()} == {*STANDING, *FAULTY}
