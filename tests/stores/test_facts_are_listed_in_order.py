"""Keys, periods and facts are listed in one order, filtered, bounded, and only where something stands."""

from __future__ import annotations

from stores.facts_said import KEY, key, said
from vouched.facts.periods import Period
from vouched.stores.facts import SQLFactStore


def test_periods_are_those_of_which_something_stands(store: SQLFactStore) -> None:
    """A period of which everything is pending or was taken back is none that can be answered."""
    for period in ("2022", "2023", "2024", "2025"):
        store.write([said(key=key(period=period))])
    store.write([said(key=key(period="2026"), status="pending"), said(key=key("CN", period="2021"))])
    store.review(said(key=key(period="2023")), by="ann", decision="rejected")
    store.review(said(key=key(period="2024")), by="ann", decision="rejected")
    store.review(said(key=key(period="2024")), by="ann", decision="approved")

    assert [period.key for period in store.periods("REVENUE", "HK", "TOTAL", "year")] == ["2022", "2024", "2025"]
    assert store.periods("REVENUE", "HK", "TOTAL", "half") == store.periods("\ud800", "", "", "year") == ()


def test_facts_are_listed_in_order(store: SQLFactStore) -> None:
    """What stands is listed by metric, entity, channel and period, in the same order in every database."""
    entities = ["b", "A", "a", "B", "é", "香", "_", "Z", "10", "9"]
    store.write([said(key=key(entity)) for entity in entities] + [said(status="pending", key=key("hidden"))])

    assert [fact.key.entity for fact in store.facts()] == sorted(entities)
    assert [each.entity for each in store.keys(after=None)] == sorted([*entities, "hidden"])


def test_facts_are_listed_by_what_they_are_of(store: SQLFactStore) -> None:
    """Metric, entity, channel, period and document each narrow a listing."""
    other = {
        "metric": said(key=key(metric="PROFIT")),
        "entity": said(key=key("CN")),
        "channel": said(key=key(channel="AGENCY")),
        "period": said(key=key(period="2024")),
        "document": said(key=key("MO"), document="b.pdf"),
    }
    store.write([said(), *other.values()])
    wanted = {"metric": "PROFIT", "entity": "CN", "channel": "AGENCY", "period": Period("year", "2024")}

    for name, fact in other.items():
        listed = store.facts(**{name: {**wanted, "document": "b.pdf"}[name]})  # type: ignore[arg-type]
        assert [each.key for each in listed] == [fact.key]
    assert store.facts(entity="\ud800") == store.facts(entity="'; DROP TABLE vouched_facts; --") == ()


def test_a_long_listing_is_bounded_and_goes_on(store: SQLFactStore) -> None:
    """At most so many facts are listed as were asked for, however many before them do not stand, and it can go on."""
    store.write([said(key=key(f"A{number:04}"), status="pending") for number in range(700)])
    store.write([said(key=key(f"B{number:04}")) for number in range(600)])

    first = store.facts(most=50)
    rest = store.facts(after=first[-1].key)
    assert [fact.key.entity for fact in (*first, *rest)] == [f"B{number:04}" for number in range(600)]
    assert store.facts(most=0) == ()


def test_a_listing_asks_for_days_too(store: SQLFactStore) -> None:
    """A listing tells what stood on a day, or at an instant, and by whom a document is still held."""
    store.write([said(1700, as_of="2025-03-01")])
    store.write([said(1690, document="b.pdf", as_of="2025-09-01")])
    first = store.history(KEY)[0].recorded_at

    assert [fact.value for fact in store.facts(as_of="2025-03-31")] == [1700]
    assert [fact.value for fact in store.facts(known_at=first)] == [1700]
    assert store.facts(document="annual.pdf") == ()
