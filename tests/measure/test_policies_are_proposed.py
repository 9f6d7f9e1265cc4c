"""What a finding should set in motion is reckoned from what errors cost, by the worst that was measured."""

from __future__ import annotations

import tomllib
from typing import Any

import pytest

from vouched.errors import UsageError
from vouched.measure.earning import Costs, policy_text, proposals, threshold
from vouched.measure.evaluating import Looked, Seen
from vouched.measure.rates import rate_of
from vouched.policy import Policy
from vouched.scorecard import Measured, Scorecard, version_now


def card(alarms: int, caught: int, *, of: int = 1000, language: str = "en") -> Scorecard:
    """Return a scorecard of one finding."""
    measured = tuple(
        Measured(finding=finding, language=each, false_alarms=rate_of(alarms, of), misses=rate_of(of - caught, of))
        for finding in ("*", "odd")
        for each in ("*", language)
    )
    return Scorecard(check="guess", version=version_now(), measured=measured)


@pytest.mark.parametrize(
    ("alarms", "caught", "costs", "authority"),
    [
        (1, 500, Costs(), "reask"),
        (1, 0, Costs(), "audit"),
        (900, 100, Costs(false_alarm=50, hold=0.5, miss=500), "hold"),
        (900, 100, Costs(false_alarm=50, miss=1), "audit"),
        (900, 900, Costs(false_alarm=1, miss=50), "reask"),
        (1, 500, Costs(miss=0.001), "audit"),
    ],
)
def test_the_cheapest_way_is_proposed(alarms: int, caught: int, costs: Costs, authority: str) -> None:
    """Telling only, holding or acting: whichever costs least by the worst of the intervals."""
    (found,) = proposals([card(alarms, caught)], costs)

    assert (found.check, found.finding, found.authority) == ("guess", "odd", authority)
    assert dict(found.costs).keys() == {"audit", "hold", "reask"}


def test_few_cases_earn_nothing() -> None:
    """The same rates on few cases are not enough: the interval decides."""
    costs = Costs(false_alarm=10, miss=20, hold=1000)
    (many,) = proposals([card(1, 100)], costs)
    (few,) = proposals([card(0, 1, of=10)], costs)

    assert (many.authority, few.authority) == ("reask", "audit")


def test_the_worst_language_counts() -> None:
    """What pays in one language and not in another is only told."""
    good, bad = card(1, 500), card(900, 1, language="ja")
    both = good.but(measured=(*good.measured, *(each for each in bad.measured if each.language == "ja")))
    (found,) = proposals([both], Costs(false_alarm=20))

    assert found.authority == "audit"


def test_the_policy_does_what_was_proposed() -> None:
    """The file that is written gives each finding its authority, earned by the same scorecards, with its reason."""
    scorecard = card(80, 500)
    found = tuple(proposals([scorecard], Costs(), act="filter"))
    text = policy_text(found, ["cards/guess.json"], Costs())
    table: dict[str, Any] = tomllib.loads(text)
    policy = Policy(**{**table, "scorecards": (scorecard,)}).measured({"guess": object})

    assert table["scorecards"] == ["cards/guess.json"]
    assert "# at most 9.9 % false alarms, at least 46.9 % caught: a draft costs audit" in text
    assert policy.of("guess", "odd", decidable=False, language="en")[0] == "filter"


def test_a_threshold_is_told_on_other_cases_than_it_was_chosen_by() -> None:
    """The doubt from which on acting is cheapest is chosen on one half, and its cost reckoned on the other."""
    looked = [
        Looked(
            digest=f"{number:032x}",
            id=str(number),
            origin="made",
            lang="en",
            label="bad" if number % 4 > 1 else "good",
            seen=(Seen("supported", (), 0.7 if number % 4 > 1 else 0.3),),
        )
        for number in range(400)
    ]
    found = threshold(looked, 0, "guess", Costs())
    unsure = [each.but(seen=(Seen("supported"),)) for each in looked]

    assert found is not None
    assert 0.3 < found.doubt <= 0.7
    assert (found.cost, found.cases) == (0.0, 200)
    assert found.shipped == pytest.approx(0.1 * 50)
    assert threshold(unsure, 0, "guess", Costs()) is None


@pytest.mark.parametrize(
    "settings", [{"miss": 0}, {"hold": -1}, {"false_alarm": float("inf")}, {"bad_share": 1}, {"bad_share": 0}]
)
def test_what_is_no_cost_is_refused(settings: dict[str, float]) -> None:
    """Costs are above 0, and the share of bad drafts lies between 0 and 1."""
    with pytest.raises(UsageError, match="expected a"):
        Costs(**settings)
