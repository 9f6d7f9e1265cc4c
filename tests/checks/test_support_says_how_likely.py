"""The check of support tells claims that follow from those that do not, by its model or by a judge."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from vouched import Evidence, Finding, Support, read
from vouched.checks import Supported
from vouched.errors import UsageError
from vouched.run.checking import run_check

SOURCES = {
    "en": "The clinic opened in 1998. It treats 300 patients a month. Dr. Ortega leads the clinic.",
    "ja": "診療所は1998年に開業した。毎月300人の患者を診察している。山田医師が診療所を率いる。",
    "zh": "诊所于1998年开业。诊所每月接诊300名患者。王医生领导诊所。",
}


class Scripted:
    """A judge that answers what it was given and keeps what it was asked."""

    def __init__(self, *answers: Any) -> None:
        self.answers = answers
        self.asked: list[tuple[str, str]] = []

    def entails(self, pairs: Sequence[tuple[str, str]]) -> Sequence[float]:
        """Return the answers."""
        self.asked += pairs
        return self.answers


class Failing:
    """A judge whose model cannot be loaded."""

    def entails(self, pairs: Sequence[tuple[str, str]]) -> Sequence[float]:
        """Fail."""
        raise OSError(f"no model for {len(pairs)} pairs")


def said(claim: str, source: str, check: Supported) -> Any:
    """Return what the check says of one claim."""
    verdict = run_check(check, read({"claims": [{"text": claim}]}), Evidence.of([source]))
    return (*verdict.findings, *verdict.supports)[0] if verdict.status not in ("silent", "broken") else verdict


@pytest.mark.parametrize(
    ("lang", "claim"),
    [
        ("en", "The clinic opened in 1998."),
        ("en", "The clinic treats 300 patients a month."),
        ("ja", "診療所は1998年に開業した。"),
        ("ja", "山田医師が診療所を率いる。"),
        ("zh", "诊所于1998年开业。"),
        ("zh", "诊所每月接诊300名患者。"),
    ],
)
def test_what_stands_there_is_supported(lang: str, claim: str) -> None:
    """What the documents say has a support with their sentence, which vouches only where that suffices."""
    told = said(claim, SOURCES[lang], Supported())

    assert isinstance(told, Support)
    assert not told.vouches
    assert told.evidence[0].text in SOURCES[lang]
    assert said(claim, SOURCES[lang], Supported(suffices=True)).vouches


@pytest.mark.parametrize(
    ("lang", "claim"),
    [
        ("en", "The clinic sells travel insurance to foreign tourists in Geneva."),
        ("en", "The clinic treats 900 patients a month and employs Dr. Mensah."),
        ("ja", "診療所は外国人観光客に旅行保険を販売している。"),
        ("zh", "诊所向外国游客出售旅游保险。"),
    ],
)
def test_what_is_not_there_is_not_supported(lang: str, claim: str) -> None:
    """What the documents lack is a finding, which does not say that they say otherwise."""
    told = said(claim, SOURCES[lang], Supported())

    assert isinstance(told, Finding)
    assert (told.code, told.contradicts) == ("not_supported", False)


@pytest.mark.parametrize("claim", ["Is the clinic open?", "Hello!", "I cannot answer that question."])
def test_what_claims_nothing_is_not_judged(claim: str) -> None:
    """A question, a greeting or a refusal claims nothing."""
    assert said(claim, SOURCES["en"], Supported()).status == "silent"


@pytest.mark.parametrize("documents", [[], [""], [" \n"]])
def test_without_evidence_nothing_is_supported(documents: list[str]) -> None:
    """Empty evidence is no evidence: nothing is said of any claim, so that nothing is supported."""
    draft = read({"claims": [{"text": "The clinic opened in 1998."}]})

    assert run_check(Supported(suffices=True), draft, Evidence.of(documents)).status == "silent"


def test_a_judge_is_given_passages_and_sentences() -> None:
    """A judge sees the passages of each sentence, and a claim is as likely as all its sentences."""
    judge = Scripted(0.9, 0.5)
    told = said("The clinic opened in 1998. Dr. Ortega leads it.", SOURCES["en"], Supported(judge=judge))

    assert isinstance(told, Finding)
    assert "0.45" in told.message
    assert told.seen == "Dr. Ortega leads it."
    assert [claim for _, claim in judge.asked] == ["The clinic opened in 1998.", "Dr. Ortega leads it."]
    assert "The clinic opened in 1998." in judge.asked[0][0]
    assert "Dr. Ortega leads the clinic." in judge.asked[1][0]


@pytest.mark.parametrize(
    "judge", [Failing(), Scripted(), Scripted(0.9, 0.9), Scripted(1.2), Scripted("yes"), Scripted(float("nan"))]
)
def test_a_judge_that_fails_breaks_the_check(judge: Any) -> None:
    """A fault, a missing answer or what is no probability approves nothing."""
    told = said("The clinic opened in 1998.", SOURCES["en"], Supported(judge=judge))

    assert told.status == "broken"


def test_nothing_near_is_not_asked() -> None:
    """A sentence that shares nothing with the documents is not supported, and no judge is asked."""
    judge = Scripted()

    assert isinstance(said("Zebras graze.", SOURCES["en"], Supported(judge=judge)), Finding)
    assert judge.asked == []


@pytest.mark.parametrize("settings", [{"at_least": 0}, {"at_least": 1.5}, {"at_least": True}, {"judge": "gpt"}])
def test_wrong_settings_are_refused(settings: dict[str, Any]) -> None:
    """A threshold that is no probability and a judge that cannot judge are a programmer's mistake."""
    with pytest.raises(UsageError, match="Supported"):
        Supported(**settings)


def test_between_its_two_bounds_nothing_is_said() -> None:
    """What is neither unlikely nor sure is silent: who cannot tell says nothing."""
    for probability, status in ((0.2, "unsupported"), (0.6, "silent"), (0.9, "supported")):
        check = Supported(judge=Scripted(probability), at_least=0.4, sure=0.8)
        draft = read({"claims": [{"text": "The clinic opened in 1998."}]})
        assert run_check(check, draft, Evidence.of([SOURCES["en"]])).status == status
    with pytest.raises(UsageError, match="sure"):
        Supported(at_least=0.6, sure=0.5)


def test_only_what_cites_nothing_is_judged_where_that_is_asked_for() -> None:
    """Without `cited`, a claim that cites is left to the checks of its citations."""
    claims = [{"text": "Tourists buy insurance in Geneva."}, {"text": "Tourists buy tea in Bern.", "citations": ["0"]}]
    verdict = run_check(Supported(cited=False), read({"claims": claims}), Evidence.of([SOURCES["en"]]))
    assert [finding.claim for finding in verdict.findings] == [0]
