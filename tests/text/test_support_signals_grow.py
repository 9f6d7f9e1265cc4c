"""What speaks against a claim in its evidence is measured, and nothing else is."""

from __future__ import annotations

import pytest

from vouched.documents import Evidence
from vouched.text.support_signals import SIGNALS, signals
from work import calls_of

ENGLISH = "The clinic opened in 1998. It treats 300 patients a month, and Dr. Ortega leads it."
JAPANESE = "診療所は1998年に開業した。毎月300人の患者を診察し、山田医師が率いる。"
CHINESE = "诊所于1998年开业。每月接诊300名患者，由王医生领导。"


def told(claim: str, source: str) -> dict[str, float]:
    """Return the signals of a claim by their names."""
    return dict(zip(SIGNALS, signals(claim, Evidence.of([source])).values, strict=True))


@pytest.mark.parametrize(
    ("source", "claim"),
    [
        (ENGLISH, "The clinic opened in 1998."),
        (JAPANESE, "診療所は1998年に開業した。"),
        (CHINESE, "诊所于1998年开业。"),
    ],
)
def test_what_stands_there_has_nothing_against_it(source: str, claim: str) -> None:
    """A sentence of the evidence has no signal against it, in three languages."""
    assert not any(told(claim, source).values())


@pytest.mark.parametrize(
    ("source", "claim", "signal"),
    [
        (ENGLISH, "The clinic treats 900 patients a month.", "quantities_missing"),
        (JAPANESE, "診療所は毎月900人の患者を診察する。", "quantities_missing"),
        (CHINESE, "诊所每月接诊900名患者。", "quantities_missing"),
        (ENGLISH, "It treats 300 patients a month, and Dr. Mensah leads it.", "names_missing"),
        (ENGLISH, "The clinic sells insurance to foreign tourists.", "uncovered_terms"),
        (JAPANESE, "診療所は観光客に保険を販売する。", "uncovered_terms"),
        (CHINESE, "诊所向游客出售保险。", "uncovered_terms"),
    ],
)
def test_what_is_missing_is_measured(source: str, claim: str, signal: str) -> None:
    """A quantity, a name or a word that the evidence lacks raises its signal."""
    assert told(claim, source)[signal] > 0


def test_what_the_question_says_is_not_missing() -> None:
    """Words of the question are not held against an answer that repeats them."""
    asked = Evidence.of([ENGLISH], question="Does the clinic treat migraine?")
    answer = "About migraine: it treats 300 patients a month."

    assert signals(answer, asked).values[1] < signals(answer, Evidence.of([ENGLISH])).values[1]


@pytest.mark.parametrize("source", ["", " ", "\U0001f600", "٣٤٥", "7" * 5000])
def test_poor_evidence_has_signals(source: str) -> None:
    """Evidence without words leaves a claim uncovered, whatever its characters."""
    assert told("The clinic opened in 1998.", source)["uncovered"] == 1


def test_work_is_linear() -> None:
    """Twice the evidence and twice the claim are at most about twice the work."""

    def work(times: int) -> int:
        source = " ".join(
            f"Clinic {number} opened in {1900 + number % 100} near river {number}." for number in range(times)
        )
        return calls_of(lambda: signals(source[:2000], Evidence.of([source])))[1]

    assert work(800) < 2.5 * work(400)


@pytest.mark.parametrize("unit", ["7", "x", "諾", "ア", "1.", "Aa "])
def test_a_very_long_document_is_bounded(unit: str) -> None:
    """A document of a million characters without a sentence costs no more work than one of half of it."""
    claim = "The clinic opened in 1998."
    found, work = calls_of(lambda: signals(claim, Evidence.of([unit * 1_000_000])))
    _, half = calls_of(lambda: signals(claim, Evidence.of([unit * 500_000])))

    assert len(found.values) == len(SIGNALS)
    assert work < 2.5 * half
