"""A claim that says the opposite of the documents is found, in three languages alike, and one that agrees is not."""

from typing import Any

import pytest

from conftest import cases
from vouched import Evidence, Verdict, read
from vouched.checks import Negation
from vouched.errors import UsageError
from vouched.run.checking import run_check
from work import calls_of


def judged(claim: str, *sources: str) -> Verdict:
    """Return what the check says of one claim."""
    return run_check(Negation(), read({"claims": [{"text": claim}]}), Evidence.of(sources))


@pytest.mark.parametrize("case", cases("opposites"), ids=lambda case: case["id"])
def test_the_cases_are_right(case: dict[str, Any]) -> None:
    """Each case is contradicted or supported as it is labelled, with the words of the document as evidence."""
    verdict = judged(case["claim"], case["source"])

    assert verdict.status == ("unsupported" if case["label"] == "contradicted" else "supported")
    for finding in verdict.findings:
        assert finding.contradicts
        (quote,) = finding.evidence
        assert quote.text == case["source"][quote.start : quote.end] == finding.expected
        assert finding.seen in case["claim"]


def test_the_languages_have_as_many_cases() -> None:
    """English, Japanese and Chinese are held to the same kinds, each with as many cases."""
    kinds = {
        language: sorted(case["kind"] for case in cases("opposites") if case["lang"] == language)
        for language in ("en", "ja", "zh")
    }

    assert len(cases("opposites")) >= 80
    assert kinds["en"] == kinds["ja"] == kinds["zh"]


def test_one_sentence_that_agrees_is_enough() -> None:
    """Where the documents say both, the claim says nothing that they do not."""
    claim = "The gate may be opened at night."

    assert judged(claim, "The gate may not be opened at night.").findings
    assert not judged(claim, "The gate may not be opened at night.", "The gate may be opened at night.").findings


def test_what_nothing_speaks_of_is_not_judged() -> None:
    """Without documents, or without a sentence that shares enough, the check is silent."""
    assert judged("The gate is open.").status == "silent"
    assert judged("The gate is open.", "Otters swim.").status == "silent"


def test_what_claims_nothing_is_not_judged() -> None:
    """A question and a refusal say nothing that a document could deny."""
    source = "Guests may not bring pets to the garden."

    assert judged("Guests may bring pets to the garden.", source).findings
    assert judged("May guests bring pets to the garden?", source).status == "silent"


@pytest.mark.parametrize(
    "claim",
    [
        "Cats may not be fed, and guests may bring food.",  # another subject
        "If the garden is closed, guests may not bring food.",
        "Only members may bring food to the garden.",
    ],
)
def test_another_subject_condition_or_exception_is_no_opposite(claim: str) -> None:
    """What is said of something else, or only under a condition, does not contradict."""
    assert not judged(claim, "Dogs may not be fed at the gate. Guests may bring food to the garden.").findings


@pytest.mark.parametrize(
    ("source", "claim"),
    [
        ("The tenant of the upper flat shall be liable for the cost of the lift.",
         "The tenant of the upper flat may be liable for the cost of the lift."),
        ("命令等については、新法第六章の規定は、適用しない。", "命令等については、新法第六章の規定は、適用する。"),
        (
            "董事在任期中其股份有增減時，應向主管機關申報並公告之。",
            "董事在任期中其股份有增減時，得向主管機關申報並公告之。",
        ),
    ],
)  # fmt: skip
def test_a_sentence_that_differs_in_one_word_is_compared_word_by_word(source: str, claim: str) -> None:
    """Where nearly all words are the same, one that turns the sentence is seen wherever it stands."""
    assert judged(claim, source).findings
    assert not judged(source, source).findings


def test_nothing_is_vouched_for() -> None:
    """That nothing was found to be opposed speaks for no claim."""
    verdict = judged("The gate is open at night.", "The gate is open at night.")

    assert verdict.status == "supported"
    assert not any(support.vouches for support in verdict.supports)


@pytest.mark.parametrize("least", [0, 1.5, True, "0.5"])
def test_a_share_is_a_share(least: Any) -> None:
    """`least` is a number above 0, up to 1."""
    with pytest.raises(UsageError, match="least"):
        Negation(least=least)


@pytest.mark.parametrize("unit", ["no pets may enter. ", "猫は入ってはならない。", "不得进入。", "7", "(", "\u202e🙂 "])
def test_work_grows_with_the_documents_and_no_faster(unit: str) -> None:
    """Twice the evidence takes at most about twice the work."""
    small, large = (calls_of(judged, unit * 20, unit * size)[1] for size in (300, 600))

    assert large < 3 * small + 5000
