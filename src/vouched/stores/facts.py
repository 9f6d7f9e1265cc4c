"""Keeps facts in SQLite or PostgreSQL: rows are added and never changed, and what stands is told from all of them.

This is the one file that imports SQLAlchemy.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, Self

from vouched.errors import StoreError, UsageError
from vouched.facts.periods import Grain, Period
from vouched.facts.rows import Fact, FactKey, Written
from vouched.facts.standing import standing, statement_of
from vouched.stores.fact_rows import COLUMNS, fact_of, row_of
from vouched.stores.fact_versions import APPLICATION, MIGRATIONS

if TYPE_CHECKING:
    import sqlalchemy as sa

__all__ = ["SQLFactStore", "open_facts"]

_WAIT = 30.0
# One number for all writers of a PostgreSQL database: they write one after the other.
_LOCK = 0x766661637473
_CHUNK = 200
MOST_LISTED = 10_000
_VISIBLE = ("approved", "auto_approved")


def open_facts(place: str | Path, *, create: bool = True) -> SQLFactStore:
    """Return the fact store at a path (SQLite; ":memory:" ends with the process) or at a postgresql:// URL.

    Raises StoreError where it is something else, is of a newer vouched, cannot be reached, or where there is none and
    `create` is False.
    """
    return SQLFactStore(place, create=create)


class SQLFactStore:
    """A FactStore in an SQL database. Threads and processes may share one.

    Writers write one after the other, each all or nothing; readers have connections of their own that cannot write.
    """

    def __init__(self, place: str | Path, *, create: bool = True) -> None:
        import sqlalchemy as sa

        self._sa = sa
        self._url, self.place = _url(sa, str(place), create=create)
        self._is_sqlite = self._url.get_backend_name() == "sqlite"
        self._is_memory = self._is_sqlite and self._url.database in (None, "", ":memory:")
        self._readers = threading.local()
        self._open: list[Any] = []
        self._lock = threading.RLock()
        with self._failing():
            self._writer = self._engine(reads_only=False)
            self._reader = self._writer if self._is_memory else self._engine(reads_only=True)
            self._table = sa.table("facts", *(sa.column(name) for name in ("id", *COLUMNS)))
            self._migrate(create=create)
            self._statements()

    def __repr__(self) -> str:
        return f"open_facts({self.place!r})"

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close all connections; the store cannot be used afterwards."""
        with self._lock:
            for connection in self._open:
                connection.close()
            self._open.clear()
            self._readers = threading.local()
            self._reader.dispose()
            self._writer.dispose()

    def write(self, facts: Sequence[Fact], /) -> Written:
        """Keep facts, all or none. What stands there already, alike, is counted and not kept again.

        Raises UsageError for two facts that say different things of one key at one place of one document.
        """
        said: dict[tuple[Any, ...], Fact] = {}
        for fact in facts:
            other = said.setdefault((*statement_of(fact), fact.by), fact)
            if (other.value, other.unit, other.status) != (fact.value, fact.unit, fact.status):
                raise UsageError(f"{_named(fact)}: expected one value, saw {other.value} and {fact.value}")
        rows = list(said.values())
        with self._writing() as write:
            known = self._known(write, rows)
            now = self._instant(write)
            fresh = [fact for fact in rows if _said(fact) not in known]
            stamped = [row_of(fact, recorded_at=now) for fact in fresh]
            if stamped:
                write.execute(self._sa.insert(self._table), stamped)
        return Written(added=len(fresh), known=len(facts) - len(fresh))

    def review(
        self, fact: Fact, /, *, by: str, decision: Literal["approved", "rejected"], value: Any = None
    ) -> Written:
        """Keep what a person decided of a fact: approved as it is, or with another `value`, or rejected."""
        if not by.strip():
            raise UsageError("by: expected the name of who decides, saw none")
        return self.write([fact.but(by=by, status=decision, value=fact.value if value is None else value)])

    def current(
        self, keys: Sequence[FactKey], /, *, as_of: str | None = None, known_at: str | None = None
    ) -> tuple[tuple[Fact, ...], ...]:
        """Return for each key the facts that stand: none, one, or several that disagree, the latest first.

        `as_of` asks for what the sources said on a day, `known_at` for what the store held at an instant.
        """
        rows: dict[FactKey, list[Fact]] = {key: [] for key in keys}
        with self._reading() as read:
            for fact in self._rows(read, list(rows)):
                rows[fact.key].append(fact)
        return tuple(standing(rows[key], as_of=as_of, known_at=known_at) for key in keys)

    def history(self, key: FactKey, /) -> tuple[Fact, ...]:
        """Return every row of a key, the oldest first."""
        with self._reading() as read:
            return tuple(self._rows(read, [key]))

    def periods(self, metric: str, entity: str, channel: str, grain: Grain, /) -> tuple[Period, ...]:
        """Return the periods of a grain that facts are approved of, the oldest first."""
        named = {"metric": metric, "entity": entity, "channel": channel, "grain": grain}
        with self._reading() as read:
            return tuple(Period(grain, row[0]) for row in read.execute(self._of_periods, named))

    def facts(
        self,
        *,
        metric: str | None = None,
        entity: str | None = None,
        channel: str | None = None,
        period: Period | None = None,
        document: str | None = None,
        as_of: str | None = None,
        most: int = MOST_LISTED,
    ) -> tuple[Fact, ...]:
        """Return the facts that stand, filtered, ordered by metric, entity, channel and period, at most `most`."""
        table = self._table.c
        grain, key = (None, None) if period is None else (period.grain, period.key)
        wanted = {"metric": metric, "entity": entity, "channel": channel, "grain": grain, "period": key}
        wanted["document"] = document
        query = self._sa.select(*(table[name] for name in COLUMNS[:5])).distinct()
        for name, value in wanted.items():
            if value is not None:
                query = query.where(table[name] == value)
        query = query.order_by(*(table[name] for name in COLUMNS[:5])).limit(most)
        with self._reading() as read:
            keys = [FactKey(row[0], row[1], Period(row[3], row[4]), row[2]) for row in read.execute(query)]
        found = [fact for facts in self.current(keys, as_of=as_of) for fact in facts]
        return tuple(fact for fact in found if document is None or fact.document == document)[:most]

    def count(self) -> int:
        """Return how many rows there are, those included that do not stand."""
        with self._reading() as read:
            return int(read.execute(self._sa.select(self._sa.func.count()).select_from(self._table)).scalar() or 0)

    def _statements(self) -> None:
        """Make the statements that every question needs, once."""
        sa, table = self._sa, self._table.c
        whole = sa.select(*(table[name] for name in COLUMNS)).order_by(table.id)
        self._of_keys = whole
        self._of_key = whole.where(*(table[name] == sa.bindparam(f"of_{name}") for name in COLUMNS[:5]))
        of = ("metric", "entity", "channel", "grain")
        named = [table[name] == sa.bindparam(name) for name in of]
        visible = table.status.in_(_VISIBLE)
        self._of_periods = sa.select(table.period).distinct().where(*named, visible).order_by(table.period)
        self._newest = sa.select(sa.func.max(table.recorded_at))

    def _rows(self, connection: sa.Connection, keys: Sequence[FactKey]) -> Iterator[Fact]:
        if len(keys) == 1:
            named = {f"of_{name}": value for name, value in zip(COLUMNS[:5], _parts(keys[0]), strict=True)}
            yield from (fact_of(row) for row in connection.execute(self._of_key, named))
            return
        columns = self._sa.tuple_(*(self._table.c[name] for name in COLUMNS[:5]))
        for start in range(0, len(keys), _CHUNK):
            some = [_parts(key) for key in keys[start : start + _CHUNK]]
            yield from (fact_of(row) for row in connection.execute(self._of_keys.where(columns.in_(some))))

    def _known(self, connection: sa.Connection, facts: Sequence[Fact]) -> set[tuple[Any, ...]]:
        """Return what the last rows of the statements of facts say, by person and by program."""
        last: dict[tuple[Any, ...], Fact] = {}
        for fact in self._rows(connection, list({fact.key: None for fact in facts})):
            last[(*statement_of(fact), fact.by)] = fact
        return {_said(fact) for fact in last.values()}

    def _instant(self, connection: sa.Connection) -> str:
        """Return the instant that a write is recorded at: now, and later than all that was written before."""
        now = datetime.now(UTC)
        newest = connection.execute(self._newest).scalar()
        if newest is not None:
            now = max(now, datetime.fromisoformat(newest) + timedelta(microseconds=1))
        return now.isoformat(timespec="microseconds")

    def _engine(self, *, reads_only: bool) -> Any:
        sa = self._sa
        if not self._is_sqlite:
            options = {"options": "-c default_transaction_read_only=on"} if reads_only else {}
            settings = {"connect_timeout": 10, **options}
            return sa.create_engine(
                self._url, connect_args=settings, isolation_level="AUTOCOMMIT" if reads_only else None
            )
        settings = {"timeout": _WAIT, "check_same_thread": False}
        pool = sa.pool.StaticPool if self._is_memory else sa.pool.NullPool
        engine = sa.create_engine(self._url, connect_args=settings, poolclass=pool, isolation_level="AUTOCOMMIT")

        def prepare(connection: Any, _: Any) -> None:
            connection.execute("PRAGMA foreign_keys=ON")
            if reads_only:
                connection.execute("PRAGMA query_only=ON")

        sa.event.listen(engine, "connect", prepare)
        return engine

    @contextmanager
    def _reading(self) -> Iterator[Any]:
        with self._failing():
            if self._is_memory:
                with self._lock, self._writer.connect() as connection:
                    yield connection
                return
            connection = getattr(self._readers, "connection", None)
            if connection is None:
                connection = self._readers.connection = self._reader.connect()
                with self._lock:
                    self._open.append(connection)
            try:
                yield connection
            except self._sa.exc.DBAPIError:
                self._readers.connection = None
                connection.close()
                raise

    @contextmanager
    def _writing(self) -> Iterator[Any]:
        with self._failing(), self._lock, self._writer.connect() as connection:
            if not self._is_sqlite:
                with connection.begin():
                    connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({_LOCK})")
                    yield connection
                return
            connection.exec_driver_sql("BEGIN IMMEDIATE")
            try:
                yield connection
            except BaseException:
                connection.exec_driver_sql("ROLLBACK")
                raise
            connection.exec_driver_sql("COMMIT")

    def _migrate(self, *, create: bool) -> None:
        """Bring the tables to the newest version; those of a newer vouched are refused."""
        with self._writer.connect() as connection:
            version = self._version(connection)
        if version > len(MIGRATIONS):
            raise StoreError(f"{self.place}: expected a store of at most version {len(MIGRATIONS)}, saw {version}")
        if version == 0 and not create:
            raise StoreError(f"{self.place}: expected a fact store, saw none")
        if version == len(MIGRATIONS):
            return
        if self._is_sqlite and not self._is_memory:
            with self._writer.connect() as connection:
                connection.exec_driver_sql("PRAGMA journal_mode=WAL")
        with self._writing() as write:
            # Another process may have been quicker.
            for step in MIGRATIONS[self._version(write) :]:
                for statement in step["sqlite" if self._is_sqlite else "postgresql"]:
                    write.exec_driver_sql(statement)

    def _version(self, connection: sa.Connection) -> int:
        tables = self._sa.inspect(connection).get_table_names()
        if "vouched_facts" in tables:
            return int(connection.exec_driver_sql("SELECT max(version) FROM vouched_facts").scalar() or 0)
        if self._is_sqlite:
            mark = int(connection.exec_driver_sql("PRAGMA application_id").scalar() or 0)
            if tables or mark not in (0, APPLICATION):
                raise StoreError(f"{self.place}: expected a fact store, saw another SQLite database")
        elif "facts" in tables:
            raise StoreError(f"{self.place}: expected a fact store, saw a table facts that is none of vouched")
        return 0

    @contextmanager
    def _failing(self) -> Iterator[None]:
        try:
            yield
        except self._sa.exc.SQLAlchemyError as error:
            said = str(getattr(error, "orig", None) or error).strip().splitlines()
            shown = (said[0] if said else type(error).__name__)[:300]
            password = self._url.password
            shown = shown.replace(str(password), "***") if password else shown
            raise StoreError(f"{self.place}: expected a fact store that can be used, saw: {shown}") from None


def _url(sa: Any, place: str, *, create: bool) -> tuple[sa.URL, str]:
    """Return the URL of a place and how it is shown, without a password. Raises StoreError and UsageError."""
    if "://" in place:
        try:
            url = sa.make_url(place)
        except sa.exc.ArgumentError:
            raise UsageError(
                "store: expected a path or a URL such as postgresql://user@host/name, saw another"
            ) from None
        backend = url.get_backend_name()
        if backend in ("postgresql", "postgres"):
            url = url.set(drivername="postgresql+psycopg")
        elif backend != "sqlite":
            raise UsageError(f"store: expected a path, sqlite:// or postgresql://, saw {backend}://")
        return url, url.render_as_string(hide_password=True)
    if place != ":memory:":
        path = Path(place)
        if path.is_dir() or not (path.parent.is_dir() or path.exists()):
            raise StoreError(f"{place}: expected a file in a folder that exists, saw none")
        if not create and not path.exists():
            raise StoreError(f"{place}: expected a fact store, saw no file")
        if path.exists() and path.stat().st_size and not _is_sqlite_file(path):
            raise StoreError(f"{place}: expected a fact store, saw a file of another kind")
    return sa.URL.create("sqlite", database=place), place


def _is_sqlite_file(path: Path) -> bool:
    try:
        with path.open("rb") as file:
            return file.read(16) == b"SQLite format 3\0"
    except OSError as error:
        raise StoreError(f"{path}: expected a readable file, saw {error.strerror}") from error


def _parts(key: FactKey) -> tuple[str, str, str, str, str]:
    return key.metric, key.entity, key.channel, key.period.grain, key.period.key


def _said(fact: Fact) -> tuple[Any, ...]:
    return (*statement_of(fact), fact.by, fact.value, fact.unit, fact.status)


def _named(fact: Fact) -> str:
    return f"{fact.key.metric} {fact.key.entity} {fact.key.period.key} ({fact.document}, {fact.locator})"
