"""Keeps facts in SQLite or PostgreSQL: rows are added and never changed, and what stands is told from all of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from itertools import islice
from pathlib import Path
from typing import Any, Literal, Self

from vouched.errors import StoreError, UsageError
from vouched.facts.periods import Grain, Period
from vouched.facts.rows import Fact, FactKey, Written
from vouched.facts.standing import PERSON, authority, standing, statement_of
from vouched.stores import fact_statements as say
from vouched.stores.fact_rows import checked, day_of, fact_of, instant_of, is_storable, key_of_row, named, row_of
from vouched.stores.fact_versions import VERSIONS
from vouched.stores.sql import Database

__all__ = ["MOST_LISTED", "SQLFactStore", "open_facts"]

MOST_LISTED = 10_000
_PAGE = 500
_FILTERS = ("metric", "entity", "channel", "grain", "period", "document")


def open_facts(place: str | Path, *, create: bool = True, wait: float = 30) -> SQLFactStore:
    """Return the fact store at a path (SQLite; ":memory:" ends with the process) or at a postgresql:// URL.

    `wait` is how many seconds a write waits for those before it. Raises StoreError where the place is something else,
    is of a newer vouched or cannot be reached, or where there is none and `create` is False.
    """
    return SQLFactStore(place, create=create, wait=wait)


class SQLFactStore:
    """A FactStore in an SQL database. Threads and processes may share one.

    Writers write one after the other, each all or nothing; readers have connections of their own that cannot write.
    """

    def __init__(self, place: str | Path, *, create: bool = True, wait: float = 30) -> None:
        self._database = Database(place, VERSIONS, create=create, wait=wait)
        self.place = self._database.place.shown
        statement = self._database.statement
        self._of_key, self._insert = statement(say.OF_KEY), statement(say.INSERT)
        self._of_keys = None if self._database.dialect == "sqlite" else statement(say.OF_KEYS)

    def __repr__(self) -> str:
        return f"open_facts({self.place!r})"

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close all connections; the store cannot be used afterwards."""
        self._database.close()

    def write(self, facts: Iterable[Fact], /) -> Written:
        """Keep facts, all or none. What was said there last, alike, is counted and not kept again.

        Raises UsageError for what is no fact, and for two that say different things of one place of one document.
        """
        said: dict[object, Fact] = {}
        given = list(map(checked, facts))
        for fact in given:
            other = said.setdefault((statement_of(fact), fact.by), fact)
            if _said(other) != _said(fact):
                expected = f"one value, {other.value} {other.unit} ({other.status})"
                raise UsageError(f"{named(fact)}: expected {expected}, saw {fact.value} {fact.unit} ({fact.status})")
        if not said:
            return Written()
        with self._database.writing() as cursor:
            added = self._keep(cursor, list(said.values()))
        return Written(added=added, known=len(given) - added)

    def review(
        self,
        fact: Fact,
        /,
        *,
        by: str,
        decision: Literal["approved", "rejected", "blocked"],
        value: Decimal | None = None,
        unit: str | None = None,
    ) -> Written:
        """Keep what a person decided of a fact: approved as it is, corrected to another value or unit, or rejected.

        Raises UsageError for a decision that cannot mean anything, StoreError where nothing was written at the fact's
        place of its document.
        """
        if not by.strip() or decision not in ("approved", "rejected", "blocked"):
            raise UsageError(f"review: expected a name and approved, rejected or blocked, saw {by!r:.60}, {decision!r}")
        is_corrected = value is not None or unit is not None
        if is_corrected and decision != "approved":
            raise UsageError(f"review: expected no other value or unit of what is {decision}, saw one")
        decided = fact.but(by=by, status=decision)
        if is_corrected:
            value, unit = fact.value if value is None else value, fact.unit if unit is None else unit
            # What the program thought of its value says nothing of the person's.
            decided = decided.but(value=value, unit=unit, confidence=None, extractor=None)
        decided = checked(decided)
        with self._database.writing() as cursor:
            if not any(statement_of(row) == statement_of(decided) for row in self._rows(cursor, fact.key)):
                raise StoreError(f"{self.place}: {named(fact)}: expected a fact that is kept, saw none")
            added = self._keep(cursor, [decided])
        return Written(added=added, known=1 - added)

    def withdraw_document(self, document: str, /, *, by: str) -> Written:
        """Keep that a person took back all that a document says: its rows stay, and stand again where one is approved.

        Raises StoreError where no fact is of the document.
        """
        if not by.strip():
            raise UsageError("withdraw_document: expected the name of who decides, saw none")
        with self._database.writing() as cursor:
            last: dict[object, Fact] = {}
            if is_storable(document):
                for row in cursor.execute(self._database.statement(say.OF_DOCUMENT), (document,)).fetchall():
                    fact = fact_of(key_of_row(row), row[5:])
                    if authority(fact) >= authority(last.get(statement_of(fact))):
                        last[statement_of(fact)] = fact
            if not last:
                raise StoreError(f"{self.place}: {document!r:.200}: expected a document that facts are of, saw none")
            open_ones = [fact for fact in last.values() if authority(fact) < PERSON or fact.status == "approved"]
            added = self._keep(cursor, [checked(fact.but(by=by, status="rejected")) for fact in open_ones])
        return Written(added=added, known=len(last) - added)

    def current(
        self, keys: Sequence[FactKey], /, *, as_of: str | None = None, known_at: str | None = None
    ) -> tuple[tuple[Fact, ...], ...]:
        """Return for each key the facts that stand: none, one, or several that disagree, the latest first.

        `as_of` asks for what the sources said on a day, `known_at` for what the store held at an instant; of a day
        alone, at its end. All keys are looked up at one instant. Raises UsageError for a day or instant that is none.
        """
        as_of = None if as_of is None else day_of(as_of, where="as_of")
        known_at = None if known_at is None else instant_of(known_at, where="known_at")
        if len(keys) == 1:
            return (standing(self.history(keys[0]), as_of=as_of, known_at=known_at),)
        rows = self._histories(list(dict.fromkeys(key for key in keys if _is_storable(key))))
        return tuple(standing(rows.get(key, ()), as_of=as_of, known_at=known_at) for key in keys)

    def history(self, key: FactKey, /) -> tuple[Fact, ...]:
        """Return every row of a key, the oldest first."""
        if not _is_storable(key):
            return ()
        return tuple([fact_of(key, row) for row in self._database.read(self._of_key, _parts(key))])

    def periods(self, metric: str, entity: str, channel: str, grain: Grain, /) -> tuple[Period, ...]:
        """Return the periods of a grain that a fact stands for, the oldest first."""
        if not all(map(is_storable, (metric, entity, channel, grain))):
            return ()
        rows = self._database.read(self._database.statement(say.PERIODS), (metric, entity, channel, grain))
        shown = [Period(grain, period) for period, is_shown, _ in rows if is_shown]
        doubted = [FactKey(metric, entity, Period(grain, period), channel) for period, *both in rows if all(both)]
        gone = {key.period for key, facts in zip(doubted, self.current(doubted), strict=True) if not facts}
        return tuple(period for period in shown if period not in gone)

    def keys(
        self,
        *,
        metric: str | None = None,
        entity: str | None = None,
        channel: str | None = None,
        period: Period | None = None,
        document: str | None = None,
        after: FactKey | None = None,
    ) -> Iterator[FactKey]:
        """Return what there are rows of, one key after the other, ordered by metric, entity, channel and period.

        `after` begins behind a key. Only a page of them is held at a time.
        """
        grain, key = (None, None) if period is None else (period.grain, period.key)
        given = dict(zip(_FILTERS, (metric, entity, channel, grain, key, document), strict=True))
        wanted = {name: value for name, value in given.items() if value is not None}
        if not all(map(is_storable, wanted.values())):
            return
        while True:
            last = () if after is None else _parts(after)
            statement = self._database.statement(say.keys_page(tuple(wanted), is_first=not last))
            page = [key_of_row(row) for row in self._database.read(statement, (*wanted.values(), *last, _PAGE))]
            yield from page
            if len(page) < _PAGE:
                return
            after = page[-1]

    def facts(
        self,
        *,
        metric: str | None = None,
        entity: str | None = None,
        channel: str | None = None,
        period: Period | None = None,
        document: str | None = None,
        as_of: str | None = None,
        known_at: str | None = None,
        after: FactKey | None = None,
        most: int = MOST_LISTED,
    ) -> tuple[Fact, ...]:
        """Return the facts that stand, filtered, ordered by metric, entity, channel and period, at most `most`.

        `after` goes on behind the key of the last one that a call before returned.
        """
        keys = self.keys(metric=metric, entity=entity, channel=channel, period=period, document=document, after=after)
        found: list[Fact] = []
        while len(found) < most and (some := list(islice(keys, _PAGE))):
            each = self.current(some, as_of=as_of, known_at=known_at)
            found += [fact for facts in each for fact in facts if document in (None, fact.document)]
        return tuple(found[:most])

    def count(self) -> int:
        """Return how many rows there are, those included that do not stand."""
        return int(self._database.read(say.COUNT)[0][0])

    def _histories(self, keys: Sequence[FactKey]) -> dict[FactKey, list[Fact]]:
        """Return the rows of keys that can be stored, all as they are at one instant."""
        if not keys:
            return {}
        if self._of_keys is None:
            each = self._database.read_each(self._of_key, [_parts(key) for key in keys])
            return {key: [fact_of(key, row) for row in rows] for key, rows in zip(keys, each, strict=True)}
        found: dict[FactKey, list[Fact]] = {key: [] for key in keys}
        columns = [list(column) for column in zip(*map(_parts, keys), strict=True)]
        for place, *row in self._database.read(self._of_keys, columns):
            key = keys[place - 1]
            found[key].append(fact_of(key, row))
        return found

    def _rows(self, cursor: Any, key: FactKey) -> list[Fact]:
        return [fact_of(key, row) for row in cursor.execute(self._of_key, _parts(key)).fetchall()]

    def _keep(self, cursor: Any, facts: Sequence[Fact]) -> int:
        """Add what was not said last, by a program or by a person, and return how many rows that are."""
        last: dict[object, Fact] = {}
        for key in dict.fromkeys(fact.key for fact in facts):
            for row in self._rows(cursor, key):
                last[(statement_of(row), row.by is None)] = row
        fresh = []
        for fact in facts:
            held = last.get((statement_of(fact), fact.by is None))
            if held is None or (held.by, *_said(held)) != (fact.by, *_said(fact)):
                fresh.append(fact)
        if fresh:
            now = self._instant(cursor)
            cursor.executemany(self._insert, [row_of(fact, recorded_at=now) for fact in fresh])
        return len(fresh)

    def _instant(self, cursor: Any) -> str:
        """Return the instant that a write is recorded at: now, and later than all that was written before."""
        now = datetime.now(UTC)
        for (newest,) in cursor.execute(say.NEWEST).fetchall():
            now = max(now, datetime.fromisoformat(newest) + timedelta(microseconds=1))
        return now.isoformat(timespec="microseconds")


def _parts(key: FactKey) -> tuple[str, str, str, str, str]:
    return key.metric, key.entity, key.channel, key.period.grain, key.period.key


def _is_storable(key: FactKey) -> bool:
    return is_storable(f"{key.metric}{key.entity}{key.channel}{key.period.grain}{key.period.key}")


def _said(fact: Fact) -> tuple[object, ...]:
    return fact.value, fact.unit, fact.status
