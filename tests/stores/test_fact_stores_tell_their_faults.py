"""What goes wrong with a fact store is an error with its place and no password; what is not its own is left alone."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
from pathlib import Path

import psycopg
import pytest

from stores.fact_writers import ENVIRONMENT
from stores.facts_said import KEY, key, said, values
from vouched import SQLiteStore
from vouched.errors import StoreError, UsageError
from vouched.stores.facts import open_facts
from vouched.stores.places import place_of

FULL = """
import resource, sys
from stores.facts_said import key, said
from vouched.errors import StoreError
from vouched.stores.facts import open_facts
with open_facts(sys.argv[1]) as store:
    store.write([said()])
    resource.setrlimit(resource.RLIMIT_FSIZE, (200_000, 200_000))
    try:
        store.write([said(number, key=key(f"E{number}")) for number in range(20_000)])
    except StoreError as error:
        print(error)
    print(store.count())
"""


def other_database(path: Path) -> Path:
    """Make a database that is no fact store."""
    with sqlite3.connect(path) as connection:
        connection.execute("CREATE TABLE facts (id INTEGER)")
    connection.close()
    return path


def run_store(path: Path) -> Path:
    """Make a store of runs."""
    SQLiteStore(path).close()
    return path


def text_file(path: Path) -> Path:
    """Make a file that is no database."""
    path.write_text("metric,entity\n", encoding="utf-8")
    return path


def short_file(path: Path) -> Path:
    """Make a file that begins as a database and is none."""
    path.write_bytes(b"SQLite format 3\0" + b"x" * 2000)
    return path


def marked_database(path: Path) -> Path:
    """Make a database of another program that has no tables yet."""
    with sqlite3.connect(path) as connection:
        connection.execute("PRAGMA application_id = 7")
    connection.close()
    return path


@pytest.mark.parametrize("made", [other_database, run_store, marked_database, text_file, short_file])
def test_a_file_that_is_something_else_is_left_alone(tmp_path: Path, made: object) -> None:
    """A file of another kind is refused with its name, and not a byte of it changes."""
    assert callable(made)
    path = made(tmp_path / "thing.db")
    before = path.read_bytes()
    for create in (True, False):
        with pytest.raises(StoreError, match=r"thing\.db: expected a fact store"):
            open_facts(path, create=create)

    assert path.read_bytes() == before
    assert [each.name for each in tmp_path.iterdir()] == ["thing.db"]


@pytest.mark.parametrize("table", ["vouched_facts", "vouched_facts_version"])
def test_tables_of_others_on_a_server_are_left_alone(postgres: str, table: str) -> None:
    """A table of a fact store's name that is none of vouched is refused and stays as it was."""
    with psycopg.connect(postgres, autocommit=True) as connection:
        connection.execute(f"CREATE TABLE {table} (name TEXT)".encode())
        with pytest.raises(StoreError, match="expected a fact store"):
            open_facts(postgres)
        assert connection.execute(f"TABLE {table}".encode()).fetchall() == []


def test_a_store_can_share_a_server(postgres: str) -> None:
    """Tables of others beside those of a fact store are no fault, on a server."""
    with psycopg.connect(postgres, autocommit=True) as connection:
        connection.execute("CREATE TABLE facts (name TEXT)")
    with open_facts(postgres) as store:
        assert store.write([said()]).added == 1


@pytest.mark.parametrize("name", ["", "no/such/folder/facts.db", ".", "a\0b"])
def test_a_place_where_no_file_can_be_is_refused(name: str) -> None:
    """A folder, a path in a folder that is not there, and no path at all are told."""
    with pytest.raises(StoreError, match="expected a file in a folder that exists"):
        open_facts(name)


def test_nothing_is_made_where_none_is_wanted(tmp_path: Path) -> None:
    """With `create=False` a store has to be there; an empty file is none."""
    with pytest.raises(StoreError, match="expected a fact store, saw no file"):
        open_facts(tmp_path / "facts.db", create=False)
    assert list(tmp_path.iterdir()) == []

    (tmp_path / "facts.db").touch()
    with pytest.raises(StoreError, match="expected a fact store, saw none"):
        open_facts(tmp_path / "facts.db", create=False)
    assert (tmp_path / "facts.db").read_bytes() == b""


@pytest.mark.parametrize("name", ["a?b#c%20d.db", "香港 facts.db", "'.db"])
def test_a_path_may_have_any_characters(tmp_path: Path, name: str) -> None:
    """A path is a path, whatever characters of URLs are in it, and so is one behind sqlite:///."""
    with open_facts(tmp_path / name) as store:
        store.write([said()])

    assert name in {each.name for each in tmp_path.iterdir()}
    with open_facts(f"sqlite:///{tmp_path / 'plain.db'}") as store:
        store.write([said()])
    assert (tmp_path / "plain.db").exists()
    with open_facts("sqlite://") as store:
        assert store.place == ":memory:"


@pytest.mark.parametrize(
    "place",
    ["mysql://host/name", "oracle+x://h", "postgresql://host:port/name", "sqlite:///a.db?mode=ro", "postgresql://[x/"],
)
def test_a_place_of_another_kind_is_refused(place: str) -> None:
    """What is neither a path nor a URL of SQLite or PostgreSQL is a mistake of the caller's."""
    with pytest.raises(UsageError, match=r"store: expected a path, :memory:, sqlite:///path or postgresql://"):
        open_facts(place)


@pytest.mark.parametrize("wait", [-1, float("nan")])
def test_a_wait_that_is_none_is_refused(wait: float) -> None:
    """Seconds are counted from 0 on."""
    with pytest.raises(UsageError, match="wait: expected seconds from 0 on"):
        open_facts(":memory:", wait=wait)


@pytest.mark.parametrize(
    "place",
    [
        "postgresql://ann:s3cr%20et@127.0.0.1:1/facts",
        "postgres://ann@127.0.0.1:1/facts?password=s3cr%20et",
        "postgresql+psycopg://ann:s3cr%20et@127.0.0.1:1/s3cr%20et?sslpassword=s3cr%20et",
        "postgresql://ann:s3cr%20et@127.0.0.1:1/facts?no_such_setting=1",
    ],
)
def test_a_server_that_cannot_be_reached_is_told_without_the_password(place: str) -> None:
    """The error names host and what went wrong; the password is in neither message nor name."""
    with pytest.raises(StoreError, match=r"127\.0\.0\.1:1.* saw: ") as caught:
        open_facts(place)

    for told in (str(caught.value), repr(caught.value), str(caught.value.__cause__)):
        assert "s3cr et" not in told
    assert "s3cr%20et" not in place_of(place, kind="fact store", create=True).shown.partition("/s3cr")[0]


def test_a_password_that_a_server_repeats_is_hidden(postgres_server: str) -> None:
    """What a server says is told without the password, where it repeats it."""
    joined = "&" if "?" in postgres_server else "?"
    with pytest.raises(StoreError, match=r"database .*\*\*\*") as caught:
        open_facts(f"{postgres_server}{joined}password=hunter2&dbname=hunter2")

    assert "hunter2" not in str(caught.value).partition("saw:")[2]


def test_a_role_that_may_only_read_reads(postgres: str) -> None:
    """A role without the right to write can ask the store, and is told when it writes."""
    with open_facts(postgres) as store:
        store.write([said()])
    role, path = "vouched_reader", postgres.rpartition("search_path%3D")[2]
    with psycopg.connect(postgres, autocommit=True) as connection:
        connection.execute(f"DROP ROLE IF EXISTS {role}".encode())
        connection.execute(f"CREATE ROLE {role}".encode())
        connection.execute(f"GRANT USAGE ON SCHEMA {path} TO {role}".encode())
        connection.execute(f"GRANT SELECT ON ALL TABLES IN SCHEMA {path} TO {role}".encode())
        try:
            with open_facts(f"{postgres}%20-crole%3D{role}", create=False) as store:
                assert values(store) == ["1700"]
                with pytest.raises(StoreError, match="permission denied"):
                    store.write([said(2)])
        finally:
            connection.execute(f"DROP OWNED BY {role}".encode())
            connection.execute(f"DROP ROLE {role}".encode())


@pytest.mark.parametrize(
    ("library", "place", "extra"),
    [("sqlalchemy", ":memory:", "vouched[facts]"), ("psycopg", "postgresql://h/n", "vouched[facts,postgres]")],
)
def test_a_library_that_is_not_installed_is_named(library: str, place: str, extra: str) -> None:
    """Without a library the error says what to install."""
    program = f"""
import sys
sys.modules[{library!r}] = None
from vouched.errors import UsageError
from vouched.stores.facts import open_facts
try:
    open_facts({place!r})
except UsageError as error:
    sys.stdout.write(str(error))
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)

    assert f"pip install '{extra}'" in done.stdout


def test_a_writer_that_waits_too_long_is_told(tmp_path: Path) -> None:
    """A file that another program holds is told after `wait` seconds, by its name."""
    path = tmp_path / "facts.db"
    with open_facts(path, wait=0.05) as store:
        store.write([said(1)])
        other = sqlite3.connect(path, isolation_level=None)
        other.execute("BEGIN EXCLUSIVE")
        with pytest.raises(StoreError, match=r"facts\.db: .*database is locked"):
            store.write([said(2)])
        assert values(store) == ["1"]
        other.execute("ROLLBACK")
        other.close()
        assert store.write([said(2)]).added == 1


def test_a_full_disk_is_told_and_loses_nothing(tmp_path: Path) -> None:
    """A write for which there is no room is an error, leaves nothing, and what was there stays."""
    program = [sys.executable, "-c", FULL, str(tmp_path / "facts.db")]
    done = subprocess.run(program, capture_output=True, text=True, check=False, env=ENVIRONMENT)

    told, count = done.stdout.splitlines() or [done.stderr, ""]
    assert "facts.db: expected a fact store that can be used, saw: " in told
    assert count == "1"
    with open_facts(tmp_path / "facts.db") as store:
        assert (store.count(), values(store)) == (1, ["1700"])
        assert store.write([said(5, key=key("CN"))]).added == 1


def test_a_store_that_was_damaged_is_told(tmp_path: Path) -> None:
    """A store with pages that are none is an error when it is asked, not an answer."""
    path = tmp_path / "facts.db"
    with open_facts(path) as store:
        store.write([said(number, key=key(f"E{number}")) for number in range(500)])
    whole = path.read_bytes()
    path.write_bytes(whole[:4096] + b"\xff" * (len(whole) - 4096))

    with pytest.raises(StoreError, match=r"facts\.db: "), open_facts(path) as store:
        store.current([KEY])
