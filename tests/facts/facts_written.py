"""Facts as cases write them, and the profile that they are of."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal

from vouched.facts.periods import Calendar, period_of
from vouched.facts.profile import Channel, Company, Entity, FactProfile, Metric
from vouched.facts.results import Reckoned, Uncomputable
from vouched.facts.rows import Fact, FactKey
from vouched.facts.units import UnitWish

Standing = tuple[FactKey, tuple[Fact, ...]]


def profile(start_month: int = 1) -> FactProfile:
    """Return a profile with a group, its members, and metrics of each measure."""
    return FactProfile(
        company=Company(name="ACME", home="GROUP"),
        entities={
            "GROUP": Entity(label={"en": "ACME Group", "zh": "ACME 集团", "ja": "ACMEグループ"}),
            "HK": Entity(label={"en": "ACME Hong Kong", "zh": "ACME 香港", "ja": "ACME香港"}, part_of="GROUP"),
            "CN": Entity(label={"en": "ACME China", "zh": "ACME 中国", "ja": "ACME中国"}, part_of="GROUP"),
            "MO": Entity(label={"en": "ACME Macau", "zh": "ACME 澳门", "ja": "ACMEマカオ"}, part_of="CN"),
        },
        metrics={
            "REVENUE": Metric(label={"en": "Revenue", "zh": "营收", "ja": "売上高"}, unit="USD_M"),
            "PROFIT": Metric(label={"en": "Profit", "zh": "利润", "ja": "利益"}, unit="USD_M"),
            "CASH": Metric(label={"en": "Cash", "zh": "现金", "ja": "現金"}, unit="USD_M", measure="stock"),
            "HEADCOUNT": Metric(label={"en": "Headcount", "zh": "员工数", "ja": "従業員数"}, unit="PERSONS"),
            "ROE": Metric(label="ROE", unit="PCT", measure="ratio"),
            "SPREAD": Metric(label={"en": "Spread", "zh": "利差", "ja": "スプレッド"}, unit="BPS", measure="ratio"),
            "MARGIN": Metric(label={"en": "Margin", "zh": "利润率", "ja": "利益率"}, unit="RATIO", measure="ratio"),
            "ARPU": Metric(label="ARPU", unit="USD", measure="ratio"),
        },
        channels={
            "TOTAL": Channel(total=True),
            "AGENCY": Channel(label={"en": "Agency", "zh": "代理", "ja": "代理店"}),
            "BANCA": Channel(label={"en": "Bancassurance", "zh": "银保", "ja": "銀行窓販"}),
        },
        calendar=Calendar(start_month=start_month),
    )


def standing(written: str) -> Standing:
    """Return the facts that a line writes: "REVENUE/AGENCY HK 2025 = 1200 USD_M"; "?" is none, "a | b" are two."""
    named, _, said = written.partition(" = ")
    metric, entity, period = named.split()
    metric, _, channel = metric.partition("/")
    key = FactKey(metric, entity, period_of(period), channel or "TOTAL")
    facts = []
    for number, each in enumerate(said.split(" | ") if said != "?" else ()):
        value, unit = each.split()
        document = f"{entity}_{period}.pptx" if not number else f"{entity}_{period}_later.pptx"
        facts.append(Fact(key=key, value=Decimal(value), unit=unit, document=document, locator="c"))
    return key, tuple(facts)


def wish(written: str | None) -> UnitWish | None:
    """Return the unit that is asked for: "10^9", "USD", "USD 10^9"."""
    if written is None:
        return None
    words = written.split()
    scales = [int(word[3:]) for word in words if word.startswith("10^")]
    names = [word for word in words if not word.startswith("10^")]
    return UnitWish(names[0] if names else None, scales[0] if scales else None)


def parts(reckoned: Sequence[Reckoned | Uncomputable]) -> list[str]:
    """Return parts as cases write them: "growth 6.25 PCT = (1700 - 1600) / 1600", "~" where rounded, "! obstacle"."""
    return [
        f"{part.of} ! {part.obstacle}"
        if isinstance(part, Uncomputable)
        else f"{part.of} {'' if part.exact else '~'}{part.value:f} {part.unit} = {part.formula}"
        for part in reckoned
    ]
