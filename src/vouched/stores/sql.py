"""Opens SQL databases: connections that only read, writers one after the other, versions of tables, faults told.

This is the one file that imports SQLAlchemy, for URLs, engines and connections. Statements go to the driver as they
are: a compiled one costs several times what SQLite needs for the answer.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, TypeVar

from vouched.errors import StoreError, UsageError
from vouched.stores.places import Place, place_of
from vouched.stores.versions import Versions, version_of

__all__ = ["Database"]

T = TypeVar("T")
_MOST_READERS = 16
_NEEDS = "expected the extra for PostgreSQL: pip install 'vouched[facts,postgres]'"
# Where the URL says nothing else: a server that is silent is given up.
_SETTINGS = {"connect_timeout": 10, "tcp_user_timeout": 30_000}
_BEGIN = {"sqlite": "BEGIN IMMEDIATE", "postgresql": "BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE"}
_SNAPSHOT = {"sqlite": "BEGIN", "postgresql": "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"}


class Database:
    """A database in SQLite or PostgreSQL that threads and processes share, with its tables at the newest version.

    `wait` is how many seconds a writer waits for those before it, and a reader for a connection to be free.
    Raises StoreError, which names the place and never a password, for all that goes wrong with it.
    """

    def __init__(self, place: str | Path, versions: Versions, *, create: bool = True, wait: float = 30) -> None:
        try:
            import sqlalchemy as sa
        except ModuleNotFoundError:
            raise UsageError(f"{versions.kind}: expected the extra: pip install 'vouched[facts]'") from None
        if not wait >= 0:
            raise UsageError(f"{versions.kind}: wait: expected seconds from 0 on, saw {wait!r:.60}")
        self._sa = sa
        self._versions = versions
        self._wait = wait
        self.place: Place = place_of(str(place), kind=versions.kind, create=create)
        self.dialect = "sqlite" if self.place.path is not None else "postgresql"
        self._is_closed = False
        self._begin(sa)
        try:
            self._migrate(create=create)
        except BaseException:
            self.close()
            raise

    def _begin(self, sa: Any) -> None:
        """Make what belongs to one process: locks, engines, and lists of connections that wait for use."""
        self._process = os.getpid()
        self._lock = threading.RLock()
        self._places = threading.BoundedSemaphore(_MOST_READERS)
        self._idle: list[Any] = []
        self._writers: list[Any] = []
        with self._failing():
            self._writing_engine = self._engine(sa, reads_only=False)
            self._reading_engine = self._engine(sa, reads_only=True)
        self._errors: tuple[type[BaseException], ...] = (
            sa.exc.SQLAlchemyError,
            self._writing_engine.dialect.dbapi.Error,
        )

    def close(self) -> None:
        """Close all connections; the database cannot be used afterwards."""
        with self._lock:
            self._is_closed = True
            for waiting in (self._idle, self._writers):
                while waiting:
                    self._drop(waiting.pop())

    def statement(self, written: str) -> str:
        """Return a statement, its values written as question marks, as the driver wants it."""
        return written if self.dialect == "sqlite" else written.replace("?", "%s")

    def read(self, statement: str, values: Sequence[Any] = ()) -> list[tuple[Any, ...]]:
        """Return the rows of a statement, by a connection that cannot write."""
        return self._asked(lambda cursor: cursor.execute(statement, values).fetchall())

    def read_each(self, statement: str, each: Sequence[Sequence[Any]]) -> list[list[tuple[Any, ...]]]:
        """Return the rows of a statement for each of many values, all as they are at one instant."""

        def ask(cursor: Any) -> list[list[tuple[Any, ...]]]:
            cursor.execute(_SNAPSHOT[self.dialect])
            try:
                return [cursor.execute(statement, values).fetchall() for values in each]
            finally:
                cursor.execute("COMMIT")

        return self._asked(ask)

    @contextmanager
    def writing(self) -> Iterator[Any]:
        """Give a cursor inside a transaction that no other writer is in; what it did is kept whole or not at all."""
        self._belongs()
        with self._lock, self._failing():
            # It may have been closed while this writer waited.
            self._belongs()
            connection, cursor = self._begun()
            try:
                yield cursor
                cursor.execute("COMMIT")
            except BaseException:
                self._undone(connection)
                raise
            self._kept(connection)

    def _begun(self) -> tuple[Any, Any]:
        """Return a connection whose transaction has begun, and its cursor; one that was lost is replaced once."""
        is_used = bool(self._writers)
        connection = self._writers.pop() if is_used else self._connected(self._writing_engine)
        try:
            cursor = connection.cursor()
            if self.place.is_memory:
                cursor.execute("PRAGMA query_only=OFF")
            cursor.execute(_BEGIN[self.dialect])
            if self.dialect == "postgresql":
                # One number for all writers of a kind of store: they write one after the other.
                cursor.execute(f"SELECT pg_advisory_xact_lock({self._versions.mark})")
        except BaseException as error:
            is_lost = is_used and self._is_lost(error, connection)
            self._undone(connection)
            if is_lost:
                return self._begun()
            raise
        return connection, cursor

    def _undone(self, connection: Any) -> None:
        """Undo what a transaction did. Only what memory holds goes on with the connection."""
        with suppress(*self._errors):
            connection.cursor().execute("ROLLBACK")
        if self.place.is_memory:
            self._kept(connection)
        else:
            self._drop(connection)

    def _kept(self, connection: Any) -> None:
        if self.place.is_memory:
            connection.execute("PRAGMA query_only=ON")
        self._writers.append(connection)

    def _asked(self, ask: Callable[[Any], T]) -> T:
        """Return what is asked of a connection that cannot write; one that was lost meanwhile is replaced."""
        self._belongs()
        if self.place.is_memory:
            with self._lock, self._failing():
                self._belongs()
                return ask(self._writers[0].cursor())
        if not self._places.acquire(timeout=self._wait):
            raise StoreError(f"{self.place.shown}: expected one of {_MOST_READERS} readers to be done, saw none")
        try:
            with self._failing():
                return self._asked_of(ask)
        finally:
            self._places.release()

    def _asked_of(self, ask: Callable[[Any], T]) -> T:
        try:
            connection, is_used = self._idle.pop(), True
        except IndexError:
            connection, is_used = self._connected(self._reading_engine), False
        try:
            told = ask(connection.cursor())
        except BaseException as error:
            is_lost = is_used and self._is_lost(error, connection)
            self._drop(connection)
            if is_lost:
                return self._asked_of(ask)
            raise
        self._idle.append(connection)
        if self._is_closed:
            self.close()
        return told

    def _belongs(self) -> None:
        """Leave the connections to the process that made them, where this one was forked from it."""
        if self._is_closed:
            raise StoreError(f"{self.place.shown}: expected an open {self._versions.kind}, saw a closed one")
        if self._process != os.getpid() and not self.place.is_memory:
            # Kept for good: to close them here would end what the other process does with them.
            self._left = (self._idle, self._writers)
            self._begin(self._sa)

    def _is_lost(self, error: BaseException, connection: Any) -> bool:
        return isinstance(error, self._errors) and bool(
            self._writing_engine.dialect.is_disconnect(getattr(error, "orig", error), connection, None)
        )

    def _drop(self, connection: Any) -> None:
        with suppress(*self._errors):
            connection.close()

    def _connected(self, engine: Any) -> Any:
        """Return a driver's connection of its own, which no pool takes back."""
        made = engine.raw_connection()
        made.detach()
        return made.dbapi_connection

    def _engine(self, sa: Any, *, reads_only: bool) -> Any:
        pool: dict[str, Any] = {"poolclass": sa.pool.NullPool, "isolation_level": "AUTOCOMMIT"}
        if self.place.path is not None:
            return sa.create_engine("sqlite://", creator=lambda: self._sqlite(reads_only=reads_only), **pool)
        try:
            url = sa.make_url(self.place.url)
            settings = {name: value for name, value in _SETTINGS.items() if name not in url.query}
            engine = sa.create_engine(url, connect_args=settings, **pool)
        except ModuleNotFoundError:
            raise UsageError(f"{self.place.shown}: {_NEEDS}") from None

        def prepare(connection: Any, _: Any) -> None:
            connection.execute(f"SET lock_timeout = {max(1, int(self._wait * 1000))}")
            if reads_only:
                connection.execute("SET default_transaction_read_only = on")

        sa.event.listen(engine, "connect", prepare)
        return engine

    def _sqlite(self, *, reads_only: bool) -> Any:
        import sqlite3

        connection = sqlite3.connect(
            self.place.sqlite_uri("ro" if reads_only else "rw"),
            uri=True,
            timeout=self._wait,
            isolation_level=None,
            check_same_thread=False,
        )
        try:
            connection.execute("PRAGMA synchronous=FULL")
            if reads_only or self.place.is_memory:
                connection.execute("PRAGMA query_only=ON")
        except BaseException:
            connection.close()
            raise
        return connection

    def _migrate(self, *, create: bool) -> None:
        """Bring the tables to the newest version; those of a newer vouched are refused."""
        steps, shown = self._versions.steps, self.place.shown
        version = self._asked_first(self._found)
        if version > len(steps):
            raise StoreError(
                f"{shown}: expected a {self._versions.kind} of at most version {len(steps)}, saw {version}"
            )
        if version == 0 and not create:
            raise StoreError(f"{shown}: expected a {self._versions.kind}, saw none")
        if version == len(steps):
            return
        if self.place.path is not None and not self.place.is_memory:
            self._asked_first(lambda cursor: cursor.execute("PRAGMA journal_mode=WAL").fetchall())
        with self.writing() as cursor:
            # Another process may have been quicker.
            for step in steps[self._found(cursor) :]:
                for statement in step[self.dialect]:
                    cursor.execute(statement)

    def _found(self, cursor: Any) -> int:
        return version_of(cursor, self._versions, dialect=self.dialect, shown=self.place.shown)

    def _asked_first(self, ask: Callable[[Any], T]) -> T:
        """Return what is asked before there are tables, by a connection that may write."""
        with self._lock, self._failing():
            if not self._writers:
                self._writers.append(self._connected(self._writing_engine))
            return ask(self._writers[0].cursor())

    @contextmanager
    def _failing(self) -> Iterator[None]:
        try:
            yield
        except (StoreError, UsageError):
            raise
        except Exception as error:
            if not isinstance(error, (self._sa.exc.SQLAlchemyError, *getattr(self, "_errors", ()))):
                raise
            said = str(getattr(error, "orig", None) or error).strip().splitlines()
            shown = self.place.hidden(said[0] if said else type(error).__name__)[:300]
            kind = self._versions.kind
            raise StoreError(f"{self.place.shown}: expected a {kind} that can be used, saw: {shown}") from None
