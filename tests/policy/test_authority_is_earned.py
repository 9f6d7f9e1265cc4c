"""An estimate may do what its scorecard has earned, in the language it was measured in, and no more."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from vouched import Guard, load_policy, load_profile, verify
from vouched.checks import Negation
from vouched.documents import Evidence
from vouched.drafts import Draft
from vouched.errors import PolicyError, ScorecardError
from vouched.policy import LIMITS, Policy
from vouched.record import to_json
from vouched.scorecard import Measured, Rate, Scorecard, version_now
from vouched.verdicts import Finding, Support

DOCUMENTS = {"lease": "Pets are not allowed."}
FEW, MANY = Rate(1, 1000, 0.00002, 0.0056), Rate(300, 1000, 0.27, 0.33)


class Guess:
    """Guesses that something is wrong, and vouches for all."""

    name = "guess"
    decidable = False

    def __call__(self, _draft: Draft, _evidence: Evidence, /) -> list[Finding | Support]:
        """Return a finding and a support."""
        return [Finding(check="guess", code="odd", claim=0), Support(check="guess", claim=0)]


def card(alarms: Mapping[str, Rate], *, finding: str = "*", version: str = "", misses: Rate = FEW) -> Scorecard:
    """Return a scorecard with false alarms by language."""
    measured = tuple(
        Measured(finding=finding, language=language, false_alarms=rate, misses=misses)
        for language, rate in alarms.items()
    )
    return Scorecard(check="guess", version=version or version_now(), measured=measured)


def after(given: Scorecard | None, draft: str = "Pets are allowed.", **settings: object) -> tuple[str, str]:
    """Return what became of a draft under a policy that lets the guess stop, and by which rule."""
    cards = () if given is None else (given,)
    policy = Policy(authority={"*": "stop"}, scorecards=cards, **settings)  # type: ignore[arg-type]
    outcome = verify(draft, DOCUMENTS, checks=[Guess()], policy=policy)
    return outcome.decision.action, outcome.decision.reasons[0].rule


def test_what_is_measured_well_is_earned() -> None:
    """A low upper bound on false alarms lets an estimate stop, and the decision names the bound."""
    action, rule = after(card({"en": FEW, "*": FEW}))

    assert action == "stop"
    assert rule == "* = stop, earned: at most 0.6 % false alarms in en (1 of 1000)"


@pytest.mark.parametrize(
    ("given", "told"),
    [
        (None, "no scorecard of it"),
        (card({"*": MANY, "en": MANY}), "at most 33.0 % false alarms in en (300 of 1000), expected at most 1 %"),
        (card({"*": FEW, "ja": FEW}), "no good cases in en"),
        (card({"*": FEW, "en": MANY}), "at most 33.0 % false alarms in en"),
        (card({"en": Rate(0, 0, 0.0, 1.0)}), "no good cases in en"),
        (card({"en": Rate(0, 20, 0.0, 0.1684)}), "at most 16.8 % false alarms in en (0 of 20), expected at most 1 %"),
        (card({"en": FEW}, version="0.0.1"), "its scorecard is of version 0.0.1"),
        (card({"en": FEW}).but(settings={"least": 1}), 'its scorecard is of the settings {"least":1}, these are {}'),
    ],
)
def test_what_is_not_earned_is_lowered_and_told(given: Scorecard | None, told: str) -> None:
    """Without a scorecard that counts, or above its limit, an estimate audits, and the decision says why."""
    action, rule = after(given)

    assert action == "release"
    assert rule.startswith("* = stop, not earned by a scorecard")
    assert told in rule
    assert after(given, unearned="hold")[0] == "hold"


def test_a_language_counts_for_itself() -> None:
    """What was earned in English is not earned in Japanese."""
    given = card({"*": FEW, "en": FEW, "ja": MANY})

    assert after(given)[0] == "stop"
    assert after(given, "ペットは飼えます。")[0] == "release"


def test_limits_are_the_policys() -> None:
    """Each authority has its own limit, and a policy may set others."""
    given = card({"*": FEW, "en": Rate(30, 1000, 0.02, 0.043)})

    assert after(given)[0] == "release"
    assert after(given, limits={"stop": 0.05})[0] == "stop"
    assert LIMITS["stop"] < LIMITS["reask"] < LIMITS["hold"]


def test_what_is_meant_to_protect_must_not_miss() -> None:
    """With a limit on misses, a check that misses more has not earned its authority."""
    given = card({"*": FEW, "en": FEW}, misses=MANY)

    assert after(given)[0] == "stop"
    assert after(given, misses={"guess": 0.4})[0] == "stop"
    assert after(given, misses={"guess/odd": 0.2}) == (
        "release",
        "* = stop, not earned by a scorecard: at most 33.0 % misses in en (300 of 1000), expected at most 20 %",
    )


def test_a_finding_code_has_rates_of_its_own() -> None:
    """A code that is often wrong is lowered though the check as a whole is not; one never seen is as the check is."""
    whole = card({"*": FEW, "en": FEW})
    odd = whole.but(measured=(*whole.measured, *card({"en": MANY}, finding="odd").measured))
    other = whole.but(measured=(*whole.measured, *card({"en": MANY}, finding="other").measured))

    assert after(odd)[0] == "release"
    assert after(other)[0] == "stop"


def test_facts_need_no_scorecard() -> None:
    """A decidable check does what its rule says."""
    policy = Policy(authority={"*": "stop"}, scorecards=())

    assert policy.of("quotes", "altered_quote") == ("stop", "* = stop")


def test_a_policy_alone_has_earned_nothing() -> None:
    """Where nobody said which checks run, no scorecard counts."""
    policy = Policy(authority={"*": "stop"}, scorecards=(card({"*": FEW}),))

    assert policy.of("guess", "odd", decidable=False)[0] == "audit"
    assert policy.measured({"guess": Guess()}).of("guess", "odd", decidable=False)[0] == "stop"


def test_files_of_scorecards_lie_beside_the_file_that_names_them(tmp_path: Path) -> None:
    """A policy's file, and a profile's, name scorecards by paths from where they are."""
    (tmp_path / "cards").mkdir()
    (tmp_path / "cards" / "negation.json").write_text(to_json(card({"en": FEW}).but(check="negation")))
    named = 'scorecards = ["shipped", "cards/negation.json"]\n'
    (tmp_path / "policy.toml").write_text(f'{named}[limits]\nstop = 0.2\n[misses]\n"negation" = 0.9\n')
    (tmp_path / "mine.toml").write_text(f'name = "mine"\n[checks]\nnegation = {{}}\n[policy]\n{named}')
    policy = load_policy(tmp_path / "policy.toml")
    guard = Guard(lambda _: "", profile=load_profile(tmp_path / "mine.toml"))

    assert policy.scorecards == ("shipped", str(tmp_path / "cards" / "negation.json"))
    assert policy.limits == {"stop": 0.2}
    assert policy.measured({"negation": Negation()}).standing["negation"].card is not None
    assert guard.plan.policy.standing["negation"].card is not None

    (tmp_path / "cards" / "negation.json").write_text("{}")

    with pytest.raises(ScorecardError, match=r"negation\.json: expected a scorecard"):
        verify("x", DOCUMENTS, checks=[Negation()], policy=policy)


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"scorecards": "shipped"}, "scorecards: expected a list of files"),
        ({"scorecards": (3,)}, "scorecards: expected a list of files"),
        ({"limits": {"audit": 0.1}}, "expected one of filter, reask, fallback, hold, stop, saw 'audit'"),
        ({"limits": {"stop": 0}}, "expected a share above 0, up to 1, saw 0"),
        ({"limits": {"stop": True}}, "expected a share above 0, up to 1, saw True"),
        ({"limits": 3}, "limits: expected a table of shares, saw int"),
        ({"misses": {"guess": 2}}, "misses.'guess': expected a share above 0, up to 1, saw 2"),
    ],
)
def test_settings_that_mean_nothing_are_refused(settings: dict[str, object], message: str) -> None:
    """A limit that is no share, or of no authority, is an error at construction."""
    with pytest.raises(PolicyError, match=message):
        Policy(**settings)  # type: ignore[arg-type]


def test_what_is_earned_is_no_setting(tmp_path: Path) -> None:
    """A file cannot say what a check has earned."""
    (tmp_path / "policy.toml").write_text("[standing]\nguess = {}\n")

    with pytest.raises(PolicyError, match="saw 'standing'"):
        load_policy(tmp_path / "policy.toml")
