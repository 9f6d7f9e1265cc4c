"""What is asked of a fact store is found by an index, so that its cost does not grow with the store."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import psycopg
import pytest

from stores.facts_said import key, said
from vouched.stores import fact_statements as say
from vouched.stores.facts import open_facts

KEY = ("REVENUE", "HK", "TOTAL", "year", "2025")
ASKED = {
    "of a key": (say.OF_KEY, KEY),
    "of a document": (say.OF_DOCUMENT, ("annual.pdf",)),
    "periods": (say.PERIODS, KEY[:4]),
    "the newest": (say.NEWEST, ()),
    "a page": (say.keys_page(("metric", "entity"), is_first=True), (*KEY[:2], 500)),
    "a further page": (say.keys_page(("metric",), is_first=False), ("REVENUE", *KEY, 500)),
    "a page of a document": (say.keys_page(("document",), is_first=True), ("annual.pdf", 500)),
}


@pytest.mark.parametrize("asked", ASKED)
def test_sqlite_looks_into_an_index(tmp_path: Path, asked: str) -> None:
    """SQLite plans no walk through the whole table for anything but a count."""
    statement, values = ASKED[asked]
    with open_facts(tmp_path / "facts.db") as store:
        store.write([said()])
        plan = [row[3] for row in store._database.read(f"EXPLAIN QUERY PLAN {statement}", values)]

    assert plan
    assert [step for step in plan if step == "SCAN vouched_facts" and asked != "the newest"] == []


@pytest.mark.parametrize("asked", [*ASKED, "of many keys"])
def test_postgresql_looks_into_an_index(postgres: str, asked: str) -> None:
    """PostgreSQL has an index for whatever is asked."""
    many = (say.OF_KEYS, tuple([part] * 3 for part in KEY))
    statement, values = ASKED.get(asked, many)
    with open_facts(postgres) as store:
        store.write([said(number, key=key(f"E{number}")) for number in range(50)])
    with psycopg.connect(postgres) as connection:
        connection.execute("SET enable_seqscan = off")
        explained = f"EXPLAIN {statement}".replace("?", "%s").encode()
        plan = "\n".join(row[0] for row in connection.execute(explained, values).fetchall())

    assert "Index" in plan
    assert "Seq Scan" not in plan


def test_the_newest_row_is_read_alone(tmp_path: Path) -> None:
    """To find the last instant SQLite takes the same few steps among ten rows and among thousands."""
    steps = []
    for size in (10, 4000):
        path = tmp_path / f"{size}.db"
        with open_facts(path) as store:
            store.write([said(number, key=key(f"E{number}")) for number in range(size)])
        taken = 0

        def step() -> int:
            nonlocal taken
            taken += 1
            return 0

        connection = sqlite3.connect(path)
        connection.set_progress_handler(step, 1)
        assert len(connection.execute(say.NEWEST).fetchall()) == 1
        assert len(connection.execute(say.OF_KEY, ("REVENUE", "E7", *KEY[2:])).fetchall()) == 1
        connection.close()
        steps.append(taken)

    assert steps[0] == steps[1]
