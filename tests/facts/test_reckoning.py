"""What is reckoned is exact, shows its facts, and is refused with a reason where it would mislead."""

from __future__ import annotations

from decimal import Decimal

from vouched.facts.periods import period_of
from vouched.facts.profile import Company, Entity, FactProfile, Metric
from vouched.facts.reckoning import reckon
from vouched.facts.requests import Request
from vouched.facts.results import Reckoned
from vouched.facts.rows import Fact, FactKey

PROFILE = FactProfile(
    company=Company(name="ACME", home="GROUP"),
    entities={"GROUP": Entity(), "HK": Entity(part_of="GROUP"), "CN": Entity(part_of="GROUP")},
    metrics={"REVENUE": Metric(unit="USD_M"), "ROE": Metric(unit="PCT", measure="ratio")},
)


def test_growth_is_exact_and_shows_its_facts() -> None:
    """(1700 - 1600) / 1600 is 6.25 percent, to the last digit."""
    this, that = (FactKey("REVENUE", "HK", period_of(year)) for year in ("2025", "2024"))
    found = [
        (key, (Fact(key=key, value=Decimal(value), unit="USD_M", document="d"),))
        for key, value in ((this, "1700.0"), (that, "1600.0"))
    ]
    calculation = reckon(Request(question="", operation="growth", keys=(this,), bases=(that,)), found, PROFILE)

    growth = Reckoned(
        value=Decimal("6.25"), unit="PCT", formula="(1700 - 1600) / 1600", keys=(this, that), exact=True, of="growth"
    )
    assert calculation.parts[0] == growth
