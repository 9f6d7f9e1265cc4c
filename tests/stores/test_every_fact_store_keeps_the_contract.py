"""Every fact store adds and never changes, tells what stands, is exact to the digit, and refuses what is no fact."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from decimal import Decimal
from typing import Any

import pytest

from stores.facts_said import KEY, key, said, values
from vouched.errors import StoreError, UsageError
from vouched.facts.periods import Period
from vouched.facts.rows import FactKey, Written
from vouched.stores.facts import SQLFactStore

EXACT = ("0", "-0.10", "1700.50", "0.1", "1E+20", "123456789012345678901234567890.123456789", "-1E-40", "9" * 60)


def test_a_fact_comes_back_as_it_was(opened: Callable[[], SQLFactStore]) -> None:
    """All that a fact holds comes back, whatever characters are in it; only the instant is the store's."""
    fact = said(
        "12.50",
        key=FactKey("新単 '%s' ?", "香港\U0001f600", Period("quarter", "2025Q3"), 'A"\\'),
        unit="PCT",
        document="決算%短信?.pdf",
        locator="表 3\n:x",
        as_of="2025-11-14",
        status="approved",
        by="ann",
        confidence=0.25,
        extractor="tables 1.2",
    )
    assert opened().write([fact]) == Written(added=1)

    [[found]] = opened().current([fact.key])
    assert found.but(recorded_at=None) == fact
    assert datetime.fromisoformat(found.recorded_at or "").utcoffset() == timedelta(0)


@pytest.mark.parametrize("value", EXACT)
def test_a_number_is_exact(store: SQLFactStore, value: str) -> None:
    """A number comes back to the last digit, zeros behind the point included."""
    store.write([said(value)])

    [[found]] = store.current([KEY])
    assert (found.value, f"{found.value:f}") == (Decimal(value), f"{Decimal(value):f}")


def test_the_same_again_adds_nothing(opened: Callable[[], SQLFactStore]) -> None:
    """What was said last at a place is known when it is said again, within one write and later."""
    assert opened().write([said(), said("1700.0"), said(locator="p. 13")]) == Written(added=2, known=1)
    assert opened().write([said(), said(extractor="newer")]) == Written(added=0, known=2)
    assert opened().write([]) == Written()
    assert opened().count() == 2


def test_what_is_said_again_after_something_else_is_new(store: SQLFactStore) -> None:
    """A value that comes back after another stands again."""
    for value in (1700, 1702, 1700):
        store.write([said(value)])

    assert values(store) == ["1700"]
    assert [fact.value for fact in store.history(KEY)] == [1700, 1702, 1700]


def test_nothing_is_overwritten(store: SQLFactStore) -> None:
    """A restatement stands, and what it restates is still in the history, the oldest first."""
    store.write([said(1700, as_of="2025-03-01")])
    store.write([said(1690, document="restated.pdf", as_of="2025-09-01")])

    assert values(store) == ["1690"]
    assert [(str(fact.value), fact.as_of) for fact in store.history(KEY)] == [
        ("1700", "2025-03-01"),
        ("1690", "2025-09-01"),
    ]


def test_the_instants_of_writes_only_grow(store: SQLFactStore) -> None:
    """Each write has an instant of its own, later than all before, and its rows share it."""
    for turn in range(5):
        store.write([said(turn, locator=f"{turn}{side}") for side in "ab"])

    instants = [fact.recorded_at or "" for fact in store.history(KEY)]
    assert instants == sorted(instants)
    assert [instants.count(each) for each in dict.fromkeys(instants)] == [2] * 5


def test_an_older_document_hides_no_newer_one(store: SQLFactStore) -> None:
    """A document of an earlier day, loaded later, changes nothing of what stands."""
    store.write([said(1700, as_of="2025-09-01")])
    store.write([said(1650, document="old.pdf", as_of="2025-03-01"), said(1600, document="undated.pdf")])

    assert values(store) == ["1700"]


@pytest.mark.parametrize("status", ["pending", "rejected", "blocked"])
def test_a_program_hides_nothing_by_what_is_not_approved(store: SQLFactStore, status: Any) -> None:
    """What a program writes as pending, rejected or blocked neither stands nor hides what does."""
    store.write([said(1700)])
    store.write([said(1750, status=status), said(1800, status=status, document="b.pdf", as_of="2026-01-01")])

    assert values(store) == ["1700"]


def test_what_disagrees_is_a_conflict(store: SQLFactStore) -> None:
    """Two documents of one day that say different values both stand; which was loaded last decides nothing."""
    store.write([said(1700, as_of="2025-03-01")])
    store.write([said(1702, document="b.pdf", as_of="2025-03-01")])
    store.write([said("1.7", unit="HKD_B", document="c.pdf", as_of="2025-03-01")])

    assert values(store) == ["1.7", "1702", "1700"]


def test_places_of_one_document_may_disagree(store: SQLFactStore) -> None:
    """Two places of a document that say different values are a conflict; one place said anew is not."""
    store.write([said(1700), said(1702, locator="p. 40")])
    assert sorted(values(store)) == ["1700", "1702"]

    store.write([said(1702)])
    assert values(store) == ["1702"]


def test_the_same_amount_in_another_scale_is_no_conflict(store: SQLFactStore) -> None:
    """1.7 billion and 1,700 million agree, and so do a ratio and its percent."""
    store.write([said(1700), said("1.7", unit="USD_B", document="b.pdf")])
    store.write([said("14.8", key=key("CN"), unit="PCT"), said("0.148", key=key("CN"), unit="RATIO", locator="b")])

    assert [len(facts) for facts in store.current([KEY, key("CN")])] == [1, 1]


@pytest.mark.parametrize(
    ("fields", "told"),
    [
        ({"value": Decimal("NaN")}, "value: expected a finite Decimal"),
        ({"value": Decimal("-Infinity")}, "value: expected a finite Decimal"),
        ({"value": Decimal("1E+99")}, "value: expected at most 60 digits"),
        ({"value": Decimal("1E-99")}, "value: expected at most 60 digits"),
        ({"unit": ""}, "unit: expected"),
        ({"unit": "furlongs"}, "unit: expected"),
        ({"document": ""}, "document: expected"),
        ({"document": " \t"}, "document: expected"),
        ({"document": "a\0"}, "document: expected"),
        ({"locator": "\ud800"}, "locator: expected"),
        ({"locator": "x" * 5000}, "locator: expected"),
        ({"as_of": "2025-02-30"}, "as_of: expected"),
        ({"as_of": "soon"}, "as_of: expected"),
        ({"status": "fine"}, "status: expected one of"),
        ({"by": "", "status": "approved"}, "by: expected"),
        ({"by": "ann"}, "status: expected what a person"),
        ({"confidence": 1.5}, "confidence: expected"),
        ({"confidence": float("nan")}, "confidence: expected"),
        ({"confidence": True}, "confidence: expected"),
        ({"extractor": "\ud800"}, "extractor: expected"),
        ({"key": key(metric=" ")}, "metric: expected"),
        ({"key": key(entity="\0")}, "entity: expected"),
        ({"key": key(channel="")}, "channel: expected"),
        ({"key": key(period="FY2025")}, "period: expected year 2025"),
        ({"key": key(period="2025Q1")}, "period: expected a year"),
    ],
)
def test_what_is_no_fact_is_refused_with_all_beside_it(store: SQLFactStore, fields: Any, told: str) -> None:
    """A number, unit, day, status or text that is none is an error that names its key; nothing of its write stays."""
    with pytest.raises(UsageError, match=told) as caught:
        store.write([said(5, key=key("CN")), said().but(**fields)])

    assert str(caught.value).startswith(said().but(**fields).key.metric)
    assert len(str(caught.value)) < 900
    assert store.count() == 0


def test_a_write_that_disagrees_with_itself_is_refused(store: SQLFactStore) -> None:
    """Two values of one place of one document in one write are an error that tells both."""
    with pytest.raises(UsageError, match=r"annual.pdf, p. 12\): expected one value, 1700 USD_M .* saw 1702 USD_M"):
        store.write([said(1700), said(1702)])

    assert store.count() == 0


def test_days_and_instants_are_asked_for(store: SQLFactStore) -> None:
    """`as_of` asks what the sources said on a day, `known_at` what the store held at an instant; both go together."""
    store.write([said(1700, as_of="2025-03-01")])
    store.write([said(1690, document="restated.pdf", as_of="2025-09-01")])
    store.write([said(1695, document="late.pdf", as_of="2025-06-01")])
    instants = [fact.recorded_at for fact in store.history(KEY)]

    assert values(store, as_of="2025-02-28") == []
    assert values(store, as_of="2025-03-01") == ["1700"]
    assert values(store, as_of="2025-08-31") == ["1695"]
    assert values(store, as_of="2025-08-31", known_at=instants[1]) == ["1700"]
    assert [values(store, known_at=instant) for instant in instants] == [["1700"], ["1690"], ["1690"]]
    assert values(store, known_at="2020-01-01") == []
    assert values(store, known_at="2999-12-31") == ["1690"]


def test_instants_are_compared_as_instants(store: SQLFactStore) -> None:
    """An instant may be written with any offset, with Z, or without one for UTC; a day alone means its end."""
    store.write([said()])
    instant = datetime.fromisoformat(store.history(KEY)[0].recorded_at or "")
    shifted = instant.astimezone(tz=None).isoformat()
    for written in (instant.isoformat(), shifted, instant.strftime("%Y-%m-%dT%H:%M:%S.%fZ"), str(instant.date())):
        assert values(store, known_at=written) == ["1700"]

    assert values(store, known_at=(instant - timedelta(microseconds=1)).isoformat()) == []


@pytest.mark.parametrize("given", [{"as_of": "yesterday"}, {"known_at": "noon"}, {"as_of": "2025-13-01"}])
def test_a_day_that_is_none_is_refused(store: SQLFactStore, given: Any) -> None:
    """A day or instant that cannot be read is an error, never an answer without it."""
    with pytest.raises(UsageError, match=r"expected .* such as 2025-12-31"):
        store.current([KEY], **given)


def test_many_keys_are_answered_in_their_order(store: SQLFactStore) -> None:
    """Each key gets its own facts, those asked for twice and those that are not there included."""
    entities = [f"E{number}" for number in range(1200)]
    store.write([said(number, key=key(entity)) for number, entity in enumerate(entities)])
    asked = [key("E7"), key("missing"), *map(key, reversed(entities)), key("E7"), key("\ud800"), key("\0")]

    found = store.current(asked)
    told = [[int(fact.value) for fact in facts] for facts in found]
    assert told == [[7], [], *([number] for number in reversed(range(1200))), [7], [], []]
    assert all(fact.key == wanted for wanted, facts in zip(asked, found, strict=True) for fact in facts)
    assert store.current([]) == ()
    assert (store.current([key("\ud800")]), store.history(key("a\0"))) == (((),), ())


def test_keys_differ_in_each_of_their_parts(store: SQLFactStore) -> None:
    """Metric, entity, channel, grain and period each make another key."""
    keys = [
        KEY,
        key(metric="PROFIT"),
        key("CN"),
        key(channel="AGENCY"),
        key(period="2024"),
        FactKey("REVENUE", "HK", Period("half", "2025H1")),
    ]
    store.write([said(number, key=each) for number, each in enumerate(keys)])

    assert [[int(fact.value) for fact in facts] for facts in store.current(keys)] == [[n] for n in range(len(keys))]


def test_a_closed_store_says_so(opened: Callable[[], SQLFactStore]) -> None:
    """What is asked of a closed store is refused, reading and writing; closing it twice is nothing."""
    with opened() as store:
        store.write([said()])
    store.close()
    for ask in (store.count, lambda: store.current([KEY]), lambda: store.write([said(2)]), lambda: list(store.keys())):
        with pytest.raises(StoreError, match="expected an open fact store, saw a closed one"):
            ask()
