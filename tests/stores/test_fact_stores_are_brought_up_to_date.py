"""A fact store of any older version becomes the newest when it is opened; one of a newer version is refused."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest

from stores.facts_said import said, values
from vouched.errors import StoreError
from vouched.stores.fact_statements import INSERT
from vouched.stores.fact_versions import VERSIONS
from vouched.stores.facts import open_facts
from vouched.stores.sql import Database

NEWEST = len(VERSIONS.steps)
# A row as version 1 has it. Every later version has to answer from it.
ROW = ("REVENUE", "HK", "TOTAL", "year", "2025", "1700.50", "USD_M", "annual.pdf", "p. 12", "2025-03-01")
REST = ("auto_approved", None, None, None)


def store_of(place: str, version: int, *, recorded_at: str = "2025-04-01T00:00:00.000000+00:00") -> None:
    """Make a store as that version made it, with one row."""
    database = Database(place, VERSIONS.but(steps=VERSIONS.steps[:version]))
    with database.writing() as cursor:
        cursor.execute(database.statement(INSERT), (*ROW, recorded_at, *REST))
    database.close()


@pytest.mark.parametrize("version", range(1, NEWEST + 1))
def test_an_older_store_is_brought_up_to_date(shared_place: str, version: int) -> None:
    """What an older store holds is answered as before, and it is the newest afterwards, with all that this means."""
    store_of(shared_place, version)
    with open_facts(shared_place, create=False) as store:
        assert values(store, said().key) == ["1700.50"]
        assert store.write([said("1700.50", as_of="2025-03-01")]).known == 1
        assert store.write([said(1690, as_of="2025-09-01")]).added == 1
        assert store._database.read(VERSIONS.newest) == [(NEWEST,)]
        with pytest.raises(StoreError, match="never changed"), store._database.writing() as cursor:
            cursor.execute("DELETE FROM vouched_facts")

    with open_facts(shared_place) as store:
        assert values(store, said().key) == ["1690"]


def test_a_clock_that_goes_back_keeps_the_order(shared_place: str) -> None:
    """After a row that was recorded in the future, as clocks may have it, a write is recorded later still."""
    store_of(shared_place, NEWEST, recorded_at="2999-01-01T00:00:00.000000+00:00")
    with open_facts(shared_place) as store:
        store.write([said(1690, as_of="2025-03-01")])
        store.write([said(1680, as_of="2025-03-01")])

        instants = [fact.recorded_at for fact in store.history(said().key)]
        assert instants == [f"2999-01-01T00:00:00.00000{turn}+00:00" for turn in range(3)]
        assert values(store, said().key, known_at=instants[1]) == ["1690"]


def test_a_newer_store_is_refused(shared_place: str) -> None:
    """A store of a newer vouched is refused with both versions, and stays as it is."""
    step = dict.fromkeys(("sqlite", "postgresql"), ("INSERT INTO vouched_facts_version (version) VALUES (99)",))
    Database(shared_place, VERSIONS.but(steps=(*VERSIONS.steps, step))).close()
    for create in (True, False):
        with pytest.raises(StoreError, match=f"expected a fact store of at most version {NEWEST}, saw 99"):
            open_facts(shared_place, create=create)


def test_a_step_that_fails_changes_nothing(shared_place: str) -> None:
    """Where a step cannot be taken the store keeps its version and its rows."""
    store_of(shared_place, 1)
    broken = dict.fromkeys(VERSIONS.steps[0], ("CREATE TABLE more (id INTEGER)", "SELECT 1 FROM nowhere"))
    with pytest.raises(StoreError, match="nowhere"):
        Database(shared_place, VERSIONS.but(steps=(*VERSIONS.steps, broken)))

    with open_facts(shared_place) as store:
        assert values(store, said().key) == ["1700.50"]
        with pytest.raises(StoreError, match="more"):
            store._database.read("SELECT * FROM more")


def test_many_open_a_new_store_at_once(shared_place: str) -> None:
    """The tables are made once, however many open the place at the same time."""

    def opened(number: int) -> int:
        with open_facts(shared_place) as store:
            return store.write([said(number, locator=str(number))]).added

    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(opened, range(8))) == [1] * 8
    with open_facts(shared_place, create=False) as store:
        assert store.count() == 8
