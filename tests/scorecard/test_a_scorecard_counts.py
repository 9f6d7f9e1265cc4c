"""A scorecard speaks of one check of one version with its settings, and of no other."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace

import pytest

from structure.tree import ROOT
from vouched import checks
from vouched.errors import ScorecardError
from vouched.record import to_json
from vouched.scorecard import Measured, Rate, Scorecard, load_scorecard, settings_of, shipped_scorecards, version_now

MEASURED = Measured(false_alarms=Rate(1, 10, 0.0025, 0.4451), misses=Rate(0, 0, 0.0, 1.0))
CARD = Scorecard(check="negation", version="1", measured=(MEASURED,))


def test_settings_are_those_that_are_no_defaults() -> None:
    """A check with its defaults has no settings, one with others has those."""
    assert settings_of(checks.Negation()) == {}
    assert settings_of(checks.Negation(least=0.6)) == {"least": 0.6}
    assert settings_of(test_settings_are_those_that_are_no_defaults) == {}


def test_settings_of_other_checks_are_what_they_hold() -> None:
    """A check that is no record has the settings that it holds; what JSON does not carry is known by its kind alone."""
    held = SimpleNamespace(least=3, judge=object(), _kept=1)

    assert settings_of(held)["least"] == 3
    assert len(settings_of(held)["judge"]) == 64
    assert "_kept" not in settings_of(held)


def test_another_version_or_setting_does_not_count() -> None:
    """A scorecard counts for the same version and settings alone, and says why it does not."""
    assert CARD.counts_for(checks.Negation(), version="1") is None
    assert "of version 1, this is 2" in (CARD.counts_for(checks.Negation(), version="2") or "")
    assert '{"least":0.6}' in (CARD.counts_for(checks.Negation(least=0.6), version="1") or "")


def test_a_scorecard_is_read_as_it_was_written(tmp_path: Path) -> None:
    """JSON carries a scorecard without loss."""
    path = tmp_path / "card.json"
    path.write_text(to_json(CARD), encoding="utf-8")

    assert load_scorecard(path) == CARD
    assert load_scorecard(path).of() == MEASURED
    assert load_scorecard(path).of(language="ja") is None


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        "{}",
        "[" * 50_000,
        to_json(CARD).replace('"lower":0.0025', '"lower":0.5'),
        to_json(CARD).replace('"count":1', '"count":11'),
        to_json(CARD).replace('"upper":0.4451', '"upper":0.01'),
    ],
)
def test_what_is_no_scorecard_is_refused(tmp_path: Path, text: str) -> None:
    """A file that is no scorecard, or whose rates lie outside their bounds, is an error that names it."""
    path = tmp_path / "card.json"
    path.write_text(text, encoding="utf-8")

    with pytest.raises(ScorecardError, match=r"card\.json: expected"):
        load_scorecard(path)

    with pytest.raises(ScorecardError, match=r"none\.json: expected a readable file"):
        load_scorecard(tmp_path / "none.json")


def test_shipped_scorecards_can_be_read() -> None:
    """Every scorecard of the package is one, of a check that exists."""
    names = {getattr(checks, each).name for each in checks.__all__}

    assert {card.check for card in shipped_scorecards()} <= names


def test_every_estimate_of_texts_is_measured_in_three_languages() -> None:
    """Checks that estimate, without a judge or facts of yours, have a shipped scorecard in each language."""
    estimates = {getattr(checks, each).name for each in checks.__all__ if getattr(checks, each).decidable is False}
    measured = {card.check for card in shipped_scorecards() if card.version == version_now() and not card.settings}

    assert measured == estimates - {"critic", "relations"}

    for card in shipped_scorecards():
        assert len(card.data) >= 6
        for language in ("en", "ja", "zh"):
            rates = card.of(language=language)
            assert rates is not None
            assert rates.false_alarms.of
            assert rates.misses.of


def test_the_readme_shows_what_was_measured() -> None:
    """The README's table of checks has the false alarms and misses of every shipped scorecard, with intervals."""
    table = (ROOT / "README.md").read_text(encoding="utf-8")
    for card in shipped_scorecards():
        whole = card.of()
        assert whole is not None
        for name, rate in (("false alarms", whole.false_alarms), ("misses", whole.misses)):
            shown = f"{name} {100 * (rate.share or 0):.1f} % [{100 * rate.lower:.1f}, {100 * rate.upper:.1f}]"
            assert shown in next(line for line in table.splitlines() if line.startswith(f"| `{card.check}` |"))
