"""`vouched policy explain` says what each check may set in motion, and why."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from vouched.cli.main import main
from vouched.record import to_json
from vouched.scorecard import Measured, Rate, Scorecard, version_now

FEW, MANY = Rate(1, 1000, 0.00002, 0.0056), Rate(300, 1000, 0.27, 0.33)


def explained(capsys: pytest.CaptureFixture[str], *arguments: str) -> list[dict[str, str]]:
    """Return what the verb prints as JSON."""
    assert main(["policy", "explain", "--json", *arguments]) == 0
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def test_facts_have_their_rule_and_estimates_what_they_earned(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A fact has the authority of its rule; an estimate what its scorecard allows in each language, with the reason."""
    card = Scorecard(
        check="negation",
        version=version_now(),
        measured=tuple(
            Measured(language=language, false_alarms=rate, misses=MANY)
            for language, rate in (("*", FEW), ("en", FEW), ("ja", MANY))
        ),
    )
    (tmp_path / "card.json").write_text(to_json(card))
    (tmp_path / "policy.toml").write_text('scorecards = ["card.json"]\n[authority]\n"*" = "stop"\n')
    found = explained(capsys, "--policy", str(tmp_path / "policy.toml"))
    by_place = {(each["check"], each["finding"], each["language"]): each for each in found}

    assert by_place["quotes", "*", "*"]["authority"] == "stop"
    assert by_place["negation", "*", "en"]["authority"] == "stop"
    assert "earned: at most 0.6 %" in by_place["negation", "*", "en"]["rule"]
    assert by_place["negation", "*", "ja"]["authority"] == "audit"
    assert by_place["figures", "*", "*"]["authority"] == "audit"


def test_a_profile_is_explained(capsys: pytest.CaptureFixture[str]) -> None:
    """The checks of a profile are explained under its policy, for a person too."""
    assert {each["check"] for each in explained(capsys, "--profile", "medical")} >= {"citations", "quotes"}
    assert main(["policy", "explain", "--profile", "general"]) == 0

    told = capsys.readouterr().out

    assert "quotes  (a fact)" in told
    assert "any finding: " in told
