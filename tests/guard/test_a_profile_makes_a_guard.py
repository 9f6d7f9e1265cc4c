"""Promises about a Guard with a profile: what the caller gives wins over it, and it over the defaults."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from vouched import Guard, Policy, Profile, profile_named
from vouched.adapters.strict_schemas import is_strict
from vouched.checks import AllowList, Citations, Critic, Quotes, SourceContent
from vouched.errors import ProfileError, UsageError
from vouched.guard import DEFAULT_CHECKS
from vouched.ports import Generate
from vouched.profile import Texts
from vouched.run.prompts import ANSWER_SCHEMA, with_sources, wording_of
from vouched.testing import ScriptedModel
from vouched.wording import LANGUAGES

DOCUMENTS = {"lease": "The tenant shall not keep animals. The rent is 500 EUR, due on the first day of each month."}
GOOD = {"claims": [{"text": "No pets.", "citations": [{"document": "lease", "anchor": "shall not keep animals"}]}]}
BAD = {"claims": [{"text": "Pets.", "citations": [{"document": "lease", "anchor": "shall gladly keep animals"}]}]}
MINE = Profile(
    name="mine",
    languages=("ja", "en"),
    language="ja",
    max_retries=1,
    tokens=500,
    seconds=9.5,
    checks={"quotes": {}},
    policy=Policy(exhausted="fallback", authority={"*": "reask"}),
    wording={
        language: Texts(
            system=f"System {language}.",
            critic=f"Critic {language}.",
            reask=f"Again {language}, {{attempt}} of {{attempts}}:\n{{hints}}",
            fallback=f"Fallback {language}.",
            hints={"quotes/altered_anchor": f"Hint {language} {{where}}"},
        )
        for language in ("ja", "en")
    },
)


def told(guard: Guard, model: ScriptedModel) -> list[tuple[str, str]]:
    """Return the system text and the user's message of each call of a run."""
    guard.run("Pets?", DOCUMENTS)
    return [(request.messages[0].content, request.messages[1].content) for request in model.requests]


def test_a_profile_wins_over_the_defaults() -> None:
    """Its checks, policy, bounds and language are the guard's."""
    plan = Guard(lambda _: GOOD, profile=MINE).plan

    assert plan.checks == (Quotes(),)
    assert plan.policy == MINE.policy
    assert (plan.budget.attempts, plan.budget.tokens, plan.budget.seconds) == (2, 500, 9.5)
    assert (plan.wording.language, plan.wording.system, plan.fallback) == ("ja", "System ja.", "Fallback ja.")


def test_what_is_given_wins_over_the_profile() -> None:
    """Everything that the caller gives stands, also where it is the default."""
    given: dict[str, Any] = {
        "checks": DEFAULT_CHECKS,
        "policy": Policy(),
        "language": "en",
        "max_retries": 0,
        "tokens": 7,
        "seconds": 1,
        "fallback": {"claims": []},
    }
    plan = Guard(lambda _: GOOD, profile=MINE, **given).plan

    assert (plan.checks, plan.policy, plan.fallback) == (DEFAULT_CHECKS, Policy(), {"claims": []})
    assert (plan.budget.attempts, plan.budget.tokens, plan.budget.seconds) == (1, 7, 1)
    assert plan.wording.system == "System en."


def test_without_a_profile_nothing_changes() -> None:
    """No profile is the defaults: three retries, no bound, English, the three checks, the default policy."""
    plan = Guard(lambda _: GOOD).plan

    assert (plan.checks, plan.policy) == (DEFAULT_CHECKS, Policy())
    assert (plan.budget.attempts, plan.budget.tokens, plan.budget.seconds) == (4, None, None)
    assert (plan.wording, plan.template, plan.fallback) == (wording_of("en"), None, None)


@pytest.mark.parametrize("language", ["ja", "en"])
def test_the_model_is_told_the_texts_of_the_profile(language: str) -> None:
    """Its system text, and after a rejected answer its reask with its hint; around them the shipped words."""
    model = ScriptedModel([BAD, GOOD])
    first, second = told(Guard(model, profile=MINE, language=language), model)

    assert first[0] == second[0] == f"System {language}."
    assert first[1].startswith(wording_of(language).question)
    assert second[1] == f"{first[1]}\n\nAgain {language}, 2 of 2:\n- Hint {language} /claims/0/citations/0"


def test_system_and_template_of_the_caller_win() -> None:
    """A system text and a reask template that are given take the place of the profile's."""
    model = ScriptedModel([BAD, GOOD])
    first, second = told(Guard(model, profile=MINE, system="Own.", reask_template="Own: {hints}"), model)

    assert first[0] == "Own."
    assert second[1] == f"{first[1]}\n\nOwn: - Hint ja /claims/0/citations/0"


def test_the_fallback_text_is_a_value_of_last_resort() -> None:
    """It is released where policy ends in a fallback and the caller gave none, and nowhere else."""
    script = [BAD, BAD]

    assert Guard(ScriptedModel(script), profile=MINE).run("?", DOCUMENTS).value == "Fallback ja."
    own = Guard(ScriptedModel(script), profile=MINE, fallback={"claims": []}).run("?", DOCUMENTS)
    assert (own.status, own.value) == ("fallback", {"claims": []})
    assert Guard(ScriptedModel(script), profile=MINE, policy=Policy()).run("?", DOCUMENTS).value is None


def test_the_fallback_text_is_not_given_for_an_output_model() -> None:
    """A text fits no output model, so that nothing is released in its place."""
    from pydantic import BaseModel

    class Answer(BaseModel):
        claims: list[dict[str, Any]]

    outcome = Guard(ScriptedModel([BAD, BAD]), profile=MINE, output=Answer).run("?", DOCUMENTS)
    assert (outcome.status, outcome.value) == ("refused", None)


def test_a_profile_may_be_a_file(tmp_path: Path) -> None:
    """A path, or a text that ends in .toml, is read; a fault in it is raised when the guard is made."""
    path = tmp_path / "mine.toml"
    path.write_text('name = "mine"\nmax_retries = 0\n', encoding="utf-8")
    for given in (path, str(path)):
        assert Guard(lambda _: GOOD, profile=given).plan.budget.attempts == 1
    path.write_text('name = "mine"\nmax_retrys = 0\n', encoding="utf-8")
    with pytest.raises(ProfileError, match=r"mine\.toml:2: max_retrys: "):
        Guard(lambda _: GOOD, profile=path)


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        ({"profile": "medcal"}, "profile: expected one of finance, "),
        ({"profile": 5}, "profile: expected one of finance, "),
        ({"profile": MINE, "language": "zh"}, "language: expected one of ja, en, saw 'zh'"),
        ({"profile": MINE, "language": "fr"}, "language: expected one of en, ja, zh, saw 'fr'"),
        ({"profile": MINE, "max_retries": -1}, "max_retries: "),
        ({"seconds": float("nan")}, "seconds: expected a number above 0 and below 1e9, or None, saw nan"),
        ({"seconds": float("inf")}, "seconds: "),
        ({"profile": MINE.but(tokens=0)}, "tokens: "),
        ({"profile": MINE.but(max_retries="2")}, "max_retries: "),
        ({"profile": MINE.but(checks={"quote": {}})}, "checks: expected one of "),
        ({"profile": MINE.but(policy=Policy(require=("critic",)))}, "policy.require: "),
        ({"profile": "finance", "checks": [Citations()]}, "policy.require: expected one of citations, saw 'quotes'"),
    ],
)
def test_what_cannot_mean_anything_is_refused_at_construction(settings: dict[str, Any], said: str) -> None:
    """A name that is not shipped, a language that the profile does not speak, a setting out of its range."""
    with pytest.raises(UsageError) as raised:
        Guard(lambda _: GOOD, **settings)

    assert str(raised.value).startswith(said)


def test_a_check_that_asks_a_judge_needs_one() -> None:
    """A guard whose check asks a model that it does not have is refused before anything is paid for."""
    for check in (Critic(), SourceContent(judge="judge"), Critic(judge="model-2")):
        with pytest.raises(UsageError, match="judge: expected a model"):
            Guard(lambda _: GOOD, checks=[check])
        Guard([lambda _: GOOD, lambda _: GOOD], checks=[check], judge=lambda _: GOOD)
    Guard(lambda _: GOOD, checks=[SourceContent()])


def test_a_claim_has_a_place_for_urls_where_a_check_judges_them() -> None:
    """The schema of an answer asks for `sources` with a list of hosts among the checks, and not by default."""
    seen: list[Any] = []

    def model(request: Generate) -> Any:
        seen.append((request.schema or {})["properties"]["claims"]["items"])
        return GOOD

    Guard(model, checks=[Quotes(), AllowList(hosts=("who.int",))]).run("?", DOCUMENTS)
    Guard(model).run("?", DOCUMENTS)
    assert ["sources" in item["properties"] for item in seen] == [True, False]
    assert ["sources" in item["required"] for item in seen] == [True, False]
    assert is_strict(with_sources(ANSWER_SCHEMA))


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_general_profile_tells_a_model_what_no_profile_tells(language: str) -> None:
    """With and without it, the messages of every attempt are the same."""
    plain, profiled = ScriptedModel([BAD, GOOD]), ScriptedModel([BAD, GOOD])

    without = told(Guard(plain, language=language), plain)
    assert told(Guard(profiled, profile="general", language=language), profiled) == without


def test_a_bound_of_a_profile_is_lifted_in_a_copy() -> None:
    """None is not given, so a profile without the bound is what takes it away."""
    profile = profile_named("general").but(tokens=100)

    assert Guard(lambda _: GOOD, profile=profile, tokens=None).plan.budget.tokens == 100
    assert Guard(lambda _: GOOD, profile=profile.but(tokens=None)).plan.budget.tokens is None
