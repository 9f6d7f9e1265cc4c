"""Promises about the shipped profiles: each speaks three languages and is as strict as it says."""

from __future__ import annotations

import re
import tomllib
from typing import Any

import pytest

from structure.codes import finding_codes
from structure.tree import SOURCE
from vouched import Guard, Outcome, Policy, Profile, profile_named
from vouched.checks import AllowList, Citations, Confidence
from vouched.errors import UsageError
from vouched.guard import DEFAULT_CHECKS
from vouched.profile import PROFILES
from vouched.run.prompts import wording_of
from vouched.testing import ScriptedModel
from vouched.wording import LANGUAGES

FILES = sorted((SOURCE / "profiles").glob("*.toml"))
DOCUMENTS = {"leaflet": "Adults take 20 mg once a day by mouth. It must not be given to children under twelve years."}
CLAIM = {
    "text": "Adults take 20 mg once a day.",
    "confidence": 0.97,
    "citations": [{"document": "leaflet", "anchor": "take 20 mg once a day"}],
    "sources": ["https://www.who.int/item"],
}


def judgement(*verdicts: str) -> dict[str, Any]:
    """Return a judge's answer for claims 1, 2, …"""
    return {"claims": [{"number": n, "verdict": each, "reason": "so"} for n, each in enumerate(verdicts, start=1)]}


def medical(*verdicts: str, **changes: Any) -> Outcome:
    """Return the outcome of one claim, changed, under the medical profile and a judge that says this."""
    judge = ScriptedModel([judgement(*(verdicts or ("follows", "does_not_follow")))])
    guard = Guard(ScriptedModel([{"claims": [{**CLAIM, **changes}]}]), profile="medical", judge=judge, max_retries=0)
    return guard.run("How much?", DOCUMENTS)


def test_every_file_is_a_shipped_profile() -> None:
    """The names that are offered are those of the files, and each file has its own."""
    assert tuple(path.stem for path in FILES) == PROFILES
    assert [profile_named(name).name for name in PROFILES] == list(PROFILES)


@pytest.mark.parametrize("name", PROFILES)
def test_every_language_has_every_text(name: str) -> None:
    """All four texts are there in each language, none of them twice, and each language is another."""
    profile = profile_named(name)

    assert sorted(profile.languages) == sorted(LANGUAGES)
    assert profile.description
    for language, texts in profile.wording.items():
        said = (texts.system, texts.critic, texts.reask, texts.fallback)
        assert len(set(said)) == 4
        assert bool(re.search("[ぁ-ん]", "".join(said))) is (language == "ja")
        assert bool(re.search("[一-鿿]", texts.fallback)) is (language != "en")


@pytest.mark.parametrize("name", PROFILES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_texts_ask_for_what_is_read(name: str, language: str) -> None:
    """A system text shows the shape of an answer and says that documents are data; a critic's its two verdicts."""
    texts = profile_named(name).wording[language]

    assert all(
        f'"{key}"' in texts.system for key in ("claims", "text", "confidence", "citations", "document", "anchor")
    )
    assert ('"sources"' in texts.system) is (name == "medical")
    assert {"en": "are data", "ja": "データです", "zh": "是数据"}[language] in texts.system
    assert all(f'"{key}"' in texts.critic for key in ("claims", "number", "verdict", "reason", "follows"))
    assert '"does_not_follow"' in texts.critic


@pytest.mark.parametrize("name", PROFILES)
def test_every_hint_is_of_a_finding(name: str) -> None:
    """A hint of a profile stands under a code that a check can find, or it would never be told."""
    made = re.compile("|".join(re.escape(code).replace("…", "[a-z_]+") for code in sorted(finding_codes())))
    hints = {code for texts in profile_named(name).wording.values() for code in texts.hints}
    checks = [getattr(check, "name", "") for check in profile_named(name).checks_in("en")]

    assert {
        code for code in hints if not made.fullmatch(code.split("/")[1]) or code.split("/")[0] not in checks
    } == set()


def test_general_is_what_a_guard_is_without_a_profile() -> None:
    """The same checks, policy, bounds and texts, so that it is the place to begin one's own from."""
    general = profile_named("general")

    assert general.but(name="x", description="", wording={}) == Profile(name="x")
    for language in LANGUAGES:
        assert general.checks_in(language) == DEFAULT_CHECKS
        assert general.wording[language].system.strip() == wording_of(language).system.strip()
        assert general.wording[language].reask == wording_of(language).reask + "\n{hints}"
    assert general.policy == Policy()


def test_medical_releases_what_everything_agrees_on() -> None:
    """Quoted words, an admitted source, a high confidence and a judge that approves: released."""
    outcome = medical()

    assert (outcome.status, outcome.value) == ("released", {"claims": [CLAIM]})


@pytest.mark.parametrize(
    "changes",
    [
        {"citations": []},
        {"citations": [{"document": "leaflet", "anchor": "take 200 mg once a day"}]},
        {"citations": [{"document": "leaflet"}]},
        {"confidence": 0.94},
        {"confidence": None},
        {"sources": ["https://who.int.example/item"]},
        {"sources": ["https://www.example.org/blog"]},
        {"sources": ["http://www.who.int/item"]},
    ],
)
def test_medical_holds_what_is_doubtful(changes: dict[str, Any]) -> None:
    """No citation, altered or no quoted words, low or no confidence, a host that is not admitted: a person decides."""
    outcome = medical(**changes)

    assert (outcome.status, outcome.value) == ("held", None)


@pytest.mark.parametrize(
    "verdicts", [("does_not_follow", "does_not_follow"), ("follows", "follows"), ("follows",), ("PASS", "PASS")]
)
def test_medical_holds_what_its_judge_does_not_vouch_for(verdicts: tuple[str, ...]) -> None:
    """A rejection, an approved canary, a claim that is left out, and no judgement at all: a person decides."""
    outcome = medical(*verdicts)

    assert (outcome.status, outcome.value) == ("held", None)


def test_medical_needs_a_judge() -> None:
    """Without one there is no guard: its critic could never vouch, and everything would be held after it was paid."""
    with pytest.raises(UsageError, match="judge: expected a model, because the check critic asks 'judge', saw none"):
        Guard(lambda _: "", profile="medical")


def test_medical_is_strict_by_its_data() -> None:
    """The settings are in the file: hosts that are listed one by one, a confidence of 0.95, at least one citation."""
    checks: dict[Any, Any] = {type(check): check for check in profile_named("medical").checks_in("en")}
    hosts = checks[AllowList].hosts or ()

    assert checks[Citations] == Citations(at_least=1)
    assert checks[Confidence] == Confidence(0.95, required=True)
    assert list(hosts) == sorted(set(hosts))
    assert not any(host.startswith(("*", ".")) for host in hosts)


@pytest.mark.parametrize(("name", "status"), [("legal-ja", "held"), ("finance", "refused")])
def test_legal_and_finance_release_quoted_words_only(name: str, status: str) -> None:
    """A claim whose words were found is released; what altered them, or cites without words, is not."""
    documents = {
        "act": "第五条　借主は、動物を飼育してはならない。賃料は月額八万円とする。Revenue was 4,120 million yen."
    }
    found = [
        {"text": "動物は飼えない。", "citations": [{"document": "act", "anchor": "動物を飼育してはならない"}]},
        {
            "text": "Revenue was 4,120 million yen.",
            "citations": [{"document": "act", "anchor": "Revenue was 4,120 million"}],
        },
    ]
    altered = {"text": "x", "citations": [{"document": "act", "anchor": "Revenue was 4,210 million"}]}
    bare = {"text": "y", "citations": [{"document": "act"}]}

    def run(*claims: dict[str, Any]) -> Outcome:
        return Guard(ScriptedModel([{"claims": list(claims)}]), profile=name, max_retries=0).run("?", documents)

    assert run(*found).value == {"claims": found}
    assert (run(*found, altered).status, run(*found, altered).value) == (status, None)
    assert (run(*found, bare).status, run(*found, bare).value) == ("filtered", {"claims": found})


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_profile_is_data_that_anyone_can_read(path: Any) -> None:
    """A shipped file opens with a comment on what it is for, and says every setting of its policy."""
    text = path.read_text(encoding="utf-8")

    assert text.startswith("# ")
    assert set(tomllib.loads(text)["policy"]) >= {"exhausted", "silent", "broken", "unearned", "authority"}


def test_medical_releases_nothing_of_a_draft_that_is_only_verified() -> None:
    """`guard.verify` asks nobody, so its critic vouches for nothing and a person decides."""
    guard = Guard(lambda _: "", profile="medical", judge=ScriptedModel([judgement("follows", "does_not_follow")]))

    assert guard.verify({"claims": [CLAIM]}, DOCUMENTS).status == "held"
