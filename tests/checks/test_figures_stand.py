"""Figures of a claim stand in the documents or follow from them, in three languages alike; others are found."""

from __future__ import annotations

from typing import Any

import pytest

from conftest import cases
from vouched import Evidence, Verdict, read
from vouched.checks import Figures
from vouched.errors import UsageError
from vouched.run.checking import run_check
from work import calls_of

CASES = cases("figures")


def judged(claim: str, *sources: str, **settings: Any) -> Verdict:
    """Return what the check says of one claim."""
    return run_check(Figures(**settings), read({"claims": [{"text": claim}]}), Evidence.of(sources))


def label_of(verdict: Verdict) -> str:
    """Return what a verdict says of its one claim, as the cases have it."""
    if not verdict.findings:
        return verdict.status
    return "contradicted" if any(finding.contradicts for finding in verdict.findings) else "not_found"


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_the_cases_are_right(case: dict[str, Any]) -> None:
    """Each claim is supported, contradicted, not found or has no figure, and its evidence is cut from the source."""
    verdict = judged(case["claim"], case["source"])

    assert label_of(verdict) == case["label"]
    evidence = [*(each.evidence for each in verdict.findings), *(each.evidence for each in verdict.supports)]
    for quotes in evidence:
        for quote in quotes:
            assert quote.text == case["source"][quote.start : quote.end]


def test_the_languages_have_the_same_kinds() -> None:
    """English, Japanese and Chinese are held to the same kinds with the same labels."""
    kinds = {
        language: [(case["kind"], case["label"]) for case in CASES if case["lang"] == language]
        for language in ("en", "ja", "zh")
    }

    assert len(CASES) >= 80
    assert kinds["en"] == kinds["ja"] == kinds["zh"]


def test_numbers_of_a_stated_scale_are_read_in_it() -> None:
    """A table in millions has the amounts that a claim says in full."""
    table = "(in millions)\nRevenue | 3,104 | 2,950\nCosts | 2,100 | 2,000"

    assert judged("Revenue was $3,104 million.", table).status == "supported"
    assert judged("Revenue was $3.1 billion.", table).status == "supported"
    assert judged("Revenue was $3.9 billion.", table).status == "unsupported"
    assert judged("売上は31億400万円だった。", "（単位：百万円）\n売上 3,104 2,950").status == "supported"


def test_an_answer_may_reckon_with_what_it_has_said() -> None:
    """A result of figures that the same answer has given, and that stand, follows from the documents."""
    source = "Capital expenditure was 1,577 in the year. Many pages later: total sales reached 32,765."
    claims = ["Capital expenditure was 1,577 and sales were 32,765.", "So the share of sales that it took was 4.8%."]
    verdict = run_check(Figures(), read({"claims": [{"text": claim} for claim in claims]}), Evidence.of([source]))

    assert verdict.status == "supported"


def test_without_documents_nothing_is_said() -> None:
    """No evidence is no support."""
    assert run_check(Figures(), read({"claims": [{"text": "It has 64 rooms."}]}), Evidence()).status == "silent"


def test_nothing_is_vouched_for() -> None:
    """That the figures of a claim stand does not speak for the rest of it."""
    verdict = judged("It has 64 rooms.", "It has 64 rooms.")

    assert verdict.status == "supported"
    assert not any(support.vouches for support in verdict.supports)


def test_small_counts_are_no_figures_unless_asked_for() -> None:
    """Texts count their own reasons; `least` says from where on a bare number is a figure."""
    assert judged("There are 3 reasons.", "There are reasons.").status == "silent"
    assert judged("There are 3 reasons.", "There are reasons.", least=0).status == "unsupported"


@pytest.mark.parametrize("least", [-1, 1.5, True, "3"])
def test_a_bound_is_a_whole_number(least: Any) -> None:
    """`least` is a whole number from 0."""
    with pytest.raises(UsageError, match="least"):
        Figures(least=least)


@pytest.mark.parametrize("unit", ["9", "12 of 34, ", "1,2", "$5 million. ", "十万円。", "3%\n", "(1) "])
def test_work_grows_with_the_documents_and_no_faster(unit: str) -> None:
    """Twice the evidence takes at most about twice the work."""
    small, large = (calls_of(judged, unit * 20, unit * size)[1] for size in (300, 600))

    assert large < 3 * small + 5000
