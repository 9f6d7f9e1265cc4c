"""What a claim names stands in the documents, in any of the ways it is written, in three languages alike."""

from typing import Any

import pytest

from conftest import cases
from vouched import Evidence, Verdict, read
from vouched.checks import Names
from vouched.run.checking import run_check
from work import calls_of


def judged(claim: str, *sources: str, question: str | None = None) -> Verdict:
    """Return what the check says of one claim."""
    return run_check(Names(), read({"claims": [{"text": claim}]}), Evidence.of(sources, question=question))


@pytest.mark.parametrize("case", cases("names"), ids=lambda case: case["id"])
def test_the_cases_are_right(case: dict[str, Any]) -> None:
    """Each case is told as it is labelled; what contradicts shows the document's own name."""
    findings = judged(case["claim"], case["source"]).findings

    if case["label"] == "supported":
        assert not findings
    elif case["label"] == "not_found":
        assert [finding.contradicts for finding in findings] == [False] * len(findings) != []
    else:
        (quote,) = next(finding.evidence for finding in findings if finding.contradicts)
        assert quote.text == case["source"][quote.start : quote.end]


def test_the_languages_have_as_many_cases() -> None:
    """English, Japanese and Chinese are held to the same kinds, each with as many cases."""
    kinds = {
        language: [case["kind"] for case in cases("names") if case["lang"] == language]
        for language in ("en", "ja", "zh")
    }

    assert len(cases("names")) >= 80
    assert kinds["en"] == kinds["ja"] == kinds["zh"]


def test_what_the_question_names_may_be_named() -> None:
    """A name that the user brought is no invention of the model."""
    claim = "The papers say nothing of Lindqvist."

    assert judged(claim, "The Oslo papers.").findings
    assert not judged(claim, "The Oslo papers.", question="Who was Lindqvist?").findings


def test_without_names_or_documents_it_is_silent() -> None:
    """Where nothing is named, or nothing could have it, nothing is said."""
    assert judged("The gate is open.", "The gate is open.").status == "silent"
    assert judged("We met Lindqvist.").status == "silent"


def test_nothing_is_vouched_for() -> None:
    """That all names are known speaks for no claim."""
    verdict = judged("We met Lindqvist.", "In May we met Lindqvist.")

    assert verdict.status == "supported"
    assert not any(support.vouches for support in verdict.supports)


def test_a_claim_tells_each_name_once_and_at_most_eight() -> None:
    """However many names there are, a claim has a bounded number of findings."""
    words = "Abra Bebra Cidra Dodra Edra Fafra Gugra Hahra Ijra Kokra Lulra".split()

    assert len(judged(f"We met {' and met '.join(words)}.", "The Oslo papers.").findings) == 8
    assert len(judged("We met Abra and met Abra.", "The Oslo papers.").findings) == 1


@pytest.mark.parametrize("unit", ["Ab ", "A.", "第一条", "ア・", "省市局", "《", "K-1 ", "7", "(", "\u202e🙂 "])
def test_work_grows_with_the_documents_and_no_faster(unit: str) -> None:
    """Twice the evidence takes at most about twice the work."""
    small, large = (calls_of(judged, unit * 20, unit * size)[1] for size in (600, 1200))

    assert large < 3 * small + 5000
