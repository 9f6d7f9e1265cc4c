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


def test_what_counts_something_else_is_another_figure() -> None:
    """Forty tickets are no forty dollars, and a number that is of nothing may be of anything."""
    assert judged("The draw cost 40 dollars.", "There were 40 tickets for it.").status == "unsupported"
    assert judged("It takes 40 hours.", "There were 40 long tickets for it.").status == "unsupported"
    assert judged("The draw cost 40 dollars.", "Cost of the draw: 40").status == "supported"
    assert judged("The draw had 40 guests.", "There were 40 people at the draw.").status == "supported"


def test_a_table_says_of_which_row_and_column_a_figure_is() -> None:
    """The cell that the claim speaks of is the evidence; where the claim names no other row, nothing is told."""
    table = "Revenue,2023,2024\nNorth,1200,1340\nSouth,150,1200\n"
    (finding,) = judged("In 2024 the North had a revenue of 1,200.", table).findings

    assert (finding.expected, finding.contradicts, finding.evidence[0].text) == ("1340", True, "1340")
    assert judged("Revenue was 1,200 in one region.", table).status == "supported"
    assert judged("Revenue was 1,200 in the South.", table).status == "supported"


def test_what_was_said_may_be_said_again_in_a_term() -> None:
    """A term may leave out the scale, take both ends of a range, raise to a power, and tell a share as a percent."""
    source = (
        "Spending was $328.1 million; the limit is $900.0 million. The loan of $3,800 was raised. It is $4,200 now."
    )
    for claims in (
        ["Spending was $328.1 million and the limit $900.0 million.", "(328.1 / 900) * 100% = 36.46%"],
        ["The loan went from $3,800 to $4,200.", "That is an increase of $400."],
        ["$328.1 million / $900.0 million = 0.3646", "That is a share of 36.46%."],
        ["($4,200 / $3,800) ^ (1/2) - 1 = 0.0513"],
    ):
        verdict = run_check(Figures(), read({"claims": [{"text": each} for each in claims]}), Evidence.of([source]))
        assert not verdict.findings, claims


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
