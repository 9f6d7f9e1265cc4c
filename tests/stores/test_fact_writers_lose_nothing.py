"""Writers at the same time, and writers that are killed, lose no fact that was kept and leave no half of a write."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import psycopg
import pytest

from stores.fact_writers import ENVIRONMENT, started
from stores.facts_said import key, said, values
from vouched.errors import StoreError, UsageError
from vouched.stores.facts import SQLFactStore, open_facts


def rows_by_entity(store: SQLFactStore) -> Counter[str]:
    """Return how many rows there are of each entity."""
    return Counter({each.entity: len(store.history(each)) for each in store.keys(after=None)})


def test_processes_write_at_once(shared_place: str) -> None:
    """Eight processes that make the store and write to it at once lose nothing, and no two share an instant."""
    writers = [started(shared_place, f"w{number}", batches=4, size=3) for number in range(8)]
    told = [writer.communicate() for writer in writers]

    assert [(writer.returncode, errors) for writer, (_, errors) in zip(writers, told, strict=True)] == [(0, "")] * 8
    with open_facts(shared_place, create=False) as store:
        assert rows_by_entity(store) == {f"w{number}/{batch}": 3 for number in range(8) for batch in range(4)}
        instants = Counter(fact.recorded_at for each in store.keys(after=None) for fact in store.history(each))
        assert sorted(instants.values()) == [3] * 32


def test_threads_write_and_read_at_once(store: SQLFactStore) -> None:
    """Eight threads that share a store lose nothing, and a reader sees each write whole or not at all."""

    def write(name: int) -> set[int]:
        seen = set()
        for batch in range(6):
            entities = [key(f"{name}/{batch}/{number}") for number in range(3)]
            store.write([said(batch, key=each) for each in entities])
            seen |= {
                sum(map(len, store.current([key(f"{other}/{batch}/{n}") for n in range(3)]))) for other in range(8)
            }
        return seen

    with ThreadPoolExecutor(8) as pool:
        seen = set().union(*pool.map(write, range(8)))

    assert store.count() == 8 * 6 * 3
    assert seen <= {0, 3}


def test_the_same_facts_written_at_once_are_kept_once(store: SQLFactStore) -> None:
    """Writers that say the same at the same time add one row together."""
    with ThreadPoolExecutor(8) as pool:
        told = list(pool.map(lambda _: store.write([said()]), range(16)))

    assert (sum(each.added for each in told), sum(each.known for each in told)) == (1, 15)
    assert store.count() == 1


def test_a_killed_writer_leaves_whole_writes(shared_place: str) -> None:
    """A writer that is killed leaves every write that it told of, none by half, and nothing locked."""
    for turn in range(3):
        writer = started(shared_place, f"k{turn}", batches=10_000, size=40)
        assert writer.stdout is not None
        told = [int(writer.stdout.readline()) for _ in range(5)]
        os.kill(writer.pid, signal.SIGKILL)
        writer.communicate()

        with open_facts(shared_place) as store:
            kept = {entity: rows for entity, rows in rows_by_entity(store).items() if entity.startswith(f"k{turn}/")}
            assert {f"k{turn}/{batch}" for batch in told} <= set(kept)
            assert set(kept.values()) == {40}
            assert store.write([said(turn)]).added == 1


def keep_and_fail(store: SQLFactStore) -> None:
    """Add a row, and fail before it is kept."""
    with store._database.writing() as cursor:
        assert store._keep(cursor, [said(1)]) == 1
        _ = 1 / 0


def test_a_write_that_fails_midway_leaves_nothing(store: SQLFactStore) -> None:
    """Where anything of a write is refused nothing of it is kept, and the next write goes on."""
    for _ in range(3):
        with pytest.raises(UsageError):
            store.write([said(1), said(2, key=key("CN"), unit="")])
        with pytest.raises(ZeroDivisionError):
            keep_and_fail(store)

    assert store.count() == 0
    assert store.write([said(1)]).added == 1


def test_the_database_itself_changes_no_row(store: SQLFactStore) -> None:
    """Rows cannot be updated or deleted, by whatever way; readers can write nothing at all."""
    store.write([said(1)])
    for statement in ("UPDATE vouched_facts SET value = '2'", "DELETE FROM vouched_facts"):
        with pytest.raises(StoreError, match="never changed or deleted"), store._database.writing() as cursor:
            cursor.execute(statement)
    for statement in (
        "INSERT INTO vouched_facts_version (version) VALUES (9)",
        "DROP TABLE vouched_facts",
        "CREATE TABLE other (id INTEGER)",
    ):
        with pytest.raises(StoreError, match=r"read-?only"):
            store._database.read(statement)

    assert values(store) == ["1"]
    assert store.write([said(2)]).added == 1


def test_readers_go_on_while_a_writer_writes(shared_place: str) -> None:
    """A transaction that is open keeps no reader waiting, and shows it nothing; a second writer waits, then is told."""
    with open_facts(shared_place) as store, open_facts(shared_place, wait=0.05) as other:
        store.write([said(1)])
        with store._database.writing() as cursor:
            store._keep(cursor, [said(2)])
            assert (values(other), values(store)) == (["1"], ["1"])
            with pytest.raises(StoreError, match=r"expected a fact store that can be used, saw: .*lock"):
                other.write([said(3)])
        assert values(other) == ["2"]
        assert other.write([said(3)]).added == 1


def test_a_connection_that_was_lost_is_replaced(postgres: str) -> None:
    """What a server has closed meanwhile is opened again, for reading and for writing."""
    with open_facts(f"{postgres}&application_name=lost") as store:
        store.write([said(1)])
        assert values(store) == ["1"]
        with psycopg.connect(postgres, autocommit=True) as connection:
            connection.execute(
                "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE application_name = 'lost'"
            )
        assert values(store) == ["1"]
        assert store.write([said(2)]).added == 1
        assert values(store) == ["2"]


def test_more_readers_than_connections_wait_for_each_other(postgres: str) -> None:
    """However many threads read, a store has only so many connections to a server."""
    with open_facts(f"{postgres}&application_name=many") as store:
        store.write([said(1)])
        with ThreadPoolExecutor(40) as pool:
            assert list(pool.map(lambda _: values(store), range(200))) == [["1"]] * 200
        with psycopg.connect(postgres) as connection:
            [held] = connection.execute(
                "SELECT count(*) FROM pg_stat_activity WHERE application_name = 'many'"
            ).fetchall()
        assert 2 <= held[0] <= 16 + 1


def test_a_store_that_is_closed_meanwhile_ends_what_goes_on(store: SQLFactStore) -> None:
    """Threads that use a store while it is closed get what they asked for or are told; nothing is left open."""
    store.write([said(1)])

    def go_on(name: int) -> str:
        try:
            for turn in range(10_000):
                store.write([said(turn, key=key(f"{name}/{turn}"))])
                assert values(store) == ["1"]
        except StoreError as error:
            return str(error)
        return "went on"

    with ThreadPoolExecutor(4) as pool:
        going = [pool.submit(go_on, name) for name in range(4)]
        while not going[0].done() and store.count() < 20:
            pass
        store.close()
        told = {each.result() for each in going}

    assert told == {f"{store.place}: expected an open fact store, saw a closed one"}
    assert (store._database._idle, store._database._writers) == ([], [])


def test_a_forked_process_has_connections_of_its_own(shared_place: str) -> None:
    """A process that was forked reads and writes, and leaves its parent's connections as they were."""
    program = [sys.executable, str(Path(__file__).with_name("fact_writers.py")), shared_place]
    done = subprocess.run(program, capture_output=True, text=True, check=False, env=ENVIRONMENT)

    assert (done.stdout.splitlines(), done.stderr) == (["['1']", "['2']", "0", "['2']", "['3']"], "")
