"""Promises about the plain words of reports: they exist for what happens, and for nothing else."""

from __future__ import annotations

import re

import pytest

import vouched
from structure.codes import finding_codes, repair_codes
from vouched.adapters.report_claims import MARKS, VERDICTS, claim_notes
from vouched.adapters.report_words import (
    ADVICE,
    LABELS,
    TITLES,
    advice_for,
    counts_in_words,
    headline,
    repairs_in_words,
    title_of,
)
from vouched.drafts import Repair
from vouched.outcomes import Decision, JudgedClaim, Outcome
from vouched.verdicts import Finding


def test_no_code_is_explained_that_nothing_makes() -> None:
    """Every code that has words of its own is one that a finding can carry."""
    made = [re.compile(re.escape(code).replace("…", "[a-z_]+")) for code in finding_codes()]
    worded = {*TITLES, *ADVICE, *LABELS}

    assert sorted(code for code in worded if not any(pattern.fullmatch(code) for pattern in made)) == []


def test_every_code_of_quotes_and_citations_has_words() -> None:
    """What goes wrong with quotes, citations and confidence is said in words of its own, with what to do."""
    worded = [code for code in finding_codes() if re.search("quote|anchor|citations$|confidence$|_document$", code)]
    missing = [code for code in worded if "…" not in code and code not in TITLES]

    assert sorted(set(missing) - {"invalid_confidence", "malformed_citation"}) == []


ASKING = {
    "model": "rate_limited server timeout connection bad_request bad_reply error refused_address cut_off refused "
    "stopped no_answer",
    "critic": "rejected_claim",
    "source_fetch": "bad_source source_unreachable no_source",
    "source_content": "bad_source source_unreachable no_source nothing_to_compare source_unsupported void_judgement",
    "merge": "contradiction",
}


@pytest.mark.parametrize(("check", "codes"), ASKING.items())
def test_what_comes_of_asking_has_words(check: str, codes: str) -> None:
    """What goes wrong with models, judges and web pages is said in words, not by its code, with what to do."""
    findings = [Finding(check=check, code=code) for code in codes.split()]

    assert [title_of(each) for each in findings if title_of(each).startswith(f"{check}:")] == []
    assert [each.code for each in findings if advice_for(each).startswith("Correct it")] == []


def test_codes_of_models_are_not_those_of_others() -> None:
    """A foreign check's `timeout` is not told as a model's."""
    assert "model" not in title_of(Finding(check="linter", code="timeout"))


def test_a_foreign_finding_has_words() -> None:
    """A finding of a check that vouched does not know still has a title and advice."""
    finding = Finding(check="tone", code="too_harsh", message="sounds harsh")

    assert title_of(finding)
    assert advice_for(finding)


def test_every_repair_has_words() -> None:
    """Each repair that can be made is told in words, not by its code."""
    told = [repairs_in_words([Repair(code)])[0] for code in sorted(repair_codes())]

    assert [line for line in told if "_" in line] == []


def test_every_verdict_has_a_mark_and_words() -> None:
    """The four verdicts, and standing with a completed quote, are told apart by words and mark, not by colour alone."""
    assert set(MARKS) == set(VERDICTS) == {"supported", "unsupported", "silent", "broken", "completed"}
    assert len(set(MARKS.values())) == len(set(VERDICTS.values())) == 5


COMPLETED = [
    ("“The tenant shall […] in the flat” [1].", "The tenant shall not keep animals in the flat.", "not keep animals"),
    ("「別の動物を飼育して」[1]。", "居住者は、別の動物を飼育してはならない。", "はならない"),
    ("「十条の規定による」[1]。", "第二十条の規定による届出", "第二"),
]


@pytest.mark.parametrize(("answer", "document", "added"), COMPLETED)
def test_a_claim_with_a_completed_quote_does_not_simply_stand(answer: str, document: str, added: str) -> None:
    """A completed quote makes its claim's mark wary, and what was added is shown against what was quoted."""
    outcome = vouched.verify(answer, [document])
    (note,) = claim_notes(outcome)
    (completion,) = note.completions

    assert outcome.claims[0].verdict == "supported"
    assert (note.mark, note.kind) == ("✓!", "wary")
    assert "is released with it" in completion.told
    assert added not in completion.before
    assert any(added in span.of(completion.after) for span in completion.added)


def test_what_would_have_been_released_is_not_told_as_released() -> None:
    """Where nothing was released, quotes would have been completed and replaced; the claims are named."""
    raw = "“The tenant shall […] in the flat” [1].\n\n“The tenant shall pay a rent of nothing at all” [2]."
    documents = ["The tenant shall not keep animals in the flat.", "Bins are emptied on Mondays."]
    outcome = vouched.verify(raw, documents)

    assert outcome.value is None
    assert "would be released" in claim_notes(outcome)[0].completions[0].told
    assert [line for line in repairs_in_words(outcome.repairs, claims=outcome.claims) if "claim 1" in line] == [
        "a quote would have been completed with words of the document that had been left out (claim 1)"
    ]


def outcome_of(*verdicts: str) -> Outcome:
    """Return a released outcome with claims of these verdicts, the quote of the first being completed."""
    claims = tuple(JudgedClaim(text="x", verdict=verdict, released=True) for verdict in verdicts)  # type: ignore[arg-type]
    repair = Repair("quote_completed", "", "a", "not a", 0)
    return Outcome(status="released", claims=claims, repairs=(repair,), decision=Decision(action="release"))


@pytest.mark.parametrize(
    ("verdicts", "told"),
    [
        (["supported"], "1 stands (1 with a completed quote), 0 do not stand, 0 not vouched for"),
        (["silent", "unsupported", "supported"], "1 stands, 1 does not stand, 1 not vouched for"),
        (["unsupported"] * 2, "0 stand, 2 do not stand, 0 not vouched for"),
        (["broken", "supported"], "1 stands, 0 do not stand, 0 not vouched for, 1 could not be checked"),
    ],
)
def test_all_three_numbers_are_told(verdicts: list[str], told: str) -> None:
    """How many claims stand, do not stand and are not vouched for is always told together."""
    assert counts_in_words(outcome_of(*verdicts)) == told


@pytest.mark.parametrize(
    ("answer", "word", "told"),
    [
        ("“Bins are emptied on Mondays” [1].", "Released", "Every quote in it stands; whether the claim follows"),
        ("“Bins are emptied on Mondays” [1].\n\nSo be it.", "Released in part", "; 1 is left out"),
        (
            "“Bins are emptied on Sundays” [1].",
            "Not released",
            "of 1 claim 0 stand, 1 does not stand, 0 not vouched for",
        ),
        ("", "Not released", "the answer is empty"),
    ],
)
def test_the_headline_does_not_vouch_for_claims(answer: str, word: str, told: str) -> None:
    """What was released is said of quotes; whether claims follow from them is said to be not judged."""
    said = headline(vouched.verify(answer, ["Bins are emptied on Mondays."]))

    assert said[0] == word
    assert told in said[1]


@pytest.mark.parametrize(
    ("answer", "cited", "told"),
    [
        ("It says so [lease].", ("lease",), "It cites lease, which was given, but quotes nothing of it."),
        ("It says so [lease].", ("a", "b"), "It cites a, b, which were given, but quotes nothing of them."),
        ("It says so [lease].", (), "It cites a document that was given, but quotes nothing of it."),
        ("It is the “communal garden” [lease].", ("lease",), "Its quote is too short to vouch for the claim."),
        ("So be it.", (), "It quotes nothing that could be checked, so nothing vouches for it."),
        ("Thank you for asking.", (), "It claims nothing that the documents could carry."),
    ],
)
def test_why_nothing_vouches_for_a_claim(answer: str, cited: tuple[str, ...], told: str) -> None:
    """A claim that only cites, one that quotes a term and one that does neither are told apart."""
    outcome = vouched.verify(answer, {"lease": "The communal garden is open to all."})

    assert outcome.claims[0].verdict == "silent"
    assert claim_notes(outcome, [cited])[0].silence == told
