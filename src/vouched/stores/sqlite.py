"""Keeps runs and reviews in one SQLite file: plain JSON text in plain tables, nothing pickled."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from threading import RLock
from typing import Any

from vouched.documents import Document, Evidence
from vouched.errors import StoreError
from vouched.outcomes import Outcome, Review
from vouched.ports import StoredRun
from vouched.run.journal import packed, unpacked

__all__ = ["SQLiteStore"]

_VERSION = 1
_MARK = 0x766F7563  # "vouc", what SQLite keeps as the file's application id
_WAIT = 30.0
_TABLES = """
CREATE TABLE documents (sha256 TEXT PRIMARY KEY, text BLOB NOT NULL) WITHOUT ROWID;
CREATE TABLE runs (
    run_id TEXT PRIMARY KEY, begun_at TEXT NOT NULL, question TEXT NOT NULL, clock TEXT,
    status TEXT NOT NULL DEFAULT 'running', ended_at TEXT, outcome TEXT
) WITHOUT ROWID;
CREATE INDEX runs_by_status ON runs (status, begun_at);
CREATE TABLE run_documents (
    run_id TEXT NOT NULL REFERENCES runs ON DELETE CASCADE, place INTEGER NOT NULL,
    id TEXT NOT NULL, path TEXT, encoding TEXT, sha256 TEXT NOT NULL REFERENCES documents,
    PRIMARY KEY (run_id, place)
) WITHOUT ROWID;
CREATE INDEX run_documents_by_text ON run_documents (sha256);
CREATE TABLE replies (
    run_id TEXT NOT NULL REFERENCES runs ON DELETE CASCADE, key TEXT NOT NULL,
    kept_at TEXT NOT NULL, reply TEXT NOT NULL, PRIMARY KEY (run_id, key)
) WITHOUT ROWID;
CREATE TABLE reviews (
    run_id TEXT PRIMARY KEY REFERENCES runs ON DELETE CASCADE, review TEXT NOT NULL
) WITHOUT ROWID;
"""


class SQLiteStore:
    """A RunStore in the file at `path`, made where there is none; ":memory:" is one that ends with the process.

    Threads and processes may share a file. Each reply is on disk before the run goes on. Documents are kept once,
    whatever number of runs was asked of them. Raises StoreError where the file is something else, is of a newer vouched
    or cannot be read or written.
    """

    def __init__(self, path: str | Path) -> None:
        self.path = str(path)
        self._lock = RLock()
        import sqlite3

        with self._failing():
            self._connection = sqlite3.connect(self.path, timeout=_WAIT, isolation_level=None, check_same_thread=False)
            try:
                self._prepare()
            except BaseException:
                self._connection.close()
                raise

    def __repr__(self) -> str:
        return f"SQLiteStore({self.path!r})"

    def close(self) -> None:
        """Close the file; the store cannot be used afterwards."""
        with self._lock:
            self._connection.close()

    def begin(self, run_id: str, evidence: Evidence) -> bool:
        """Keep what is asked under a name; False, changing nothing, where the name is taken."""
        clock = None if evidence.clock is None else evidence.clock.isoformat()
        row = (run_id, _now(), packed(evidence.question), clock)
        with self._writing() as write:
            if write("INSERT OR IGNORE INTO runs (run_id, begun_at, question, clock) VALUES (?, ?, ?, ?)", row) == 0:
                return False
            for place, document in enumerate(evidence.documents):
                text = document.text.encode("utf-8", "surrogatepass")
                sha256 = hashlib.sha256(text).hexdigest()
                write("INSERT OR IGNORE INTO documents VALUES (?, ?)", (sha256, text))
                kept = (run_id, place, packed(document.id), document.path, document.encoding, sha256)
                write("INSERT INTO run_documents VALUES (?, ?, ?, ?, ?, ?)", kept)
        return True

    def keep(self, run_id: str, key: str, reply: str) -> str:
        """Keep the reply to the request that `key` names, and return the one that is kept: the first."""
        with self._writing() as write:
            if write("INSERT OR IGNORE INTO replies VALUES (?, ?, ?, ?)", (run_id, key, _now(), reply)):
                return reply
        [(kept,)] = self._rows("SELECT reply FROM replies WHERE run_id = ? AND key = ?", run_id, key)
        return str(kept)

    def replies(self, run_id: str) -> Mapping[str, str]:
        """Return the replies of a run by the keys of their requests."""
        return dict(self._rows("SELECT key, reply FROM replies WHERE run_id = ?", run_id))

    def conclude(self, run_id: str, outcome: Outcome) -> Outcome:
        """Keep how a run ended, and return the outcome that is kept: the first."""
        row = (outcome.status, _now(), packed(outcome), run_id)
        with self._writing() as write:
            if write("UPDATE runs SET status = ?, ended_at = ?, outcome = ? WHERE run_id = ? AND outcome IS NULL", row):
                return outcome
        stored = self.run(run_id)
        if stored is None or stored.outcome is None:
            raise StoreError(f"{self.path}: expected the run {run_id!r:.80}, which is no longer there")
        return stored.outcome

    def run(self, run_id: str) -> StoredRun | None:
        """Return a run, None where there is none of that name."""
        rows = self._rows("SELECT begun_at, question, clock, status, outcome FROM runs WHERE run_id = ?", run_id)
        if not rows:
            return None
        [(begun_at, question, clock, status, outcome)] = rows
        [review] = [*self._rows("SELECT review FROM reviews WHERE run_id = ?", run_id), (None,)][:1]
        with self._failing():
            evidence = Evidence(
                documents=self._documents(run_id),
                question=unpacked(question, kind=str | None),  # type: ignore[arg-type]
                clock=None if clock is None else datetime.fromisoformat(clock),
            )
            return StoredRun(
                run_id=run_id,
                begun_at=begun_at,
                evidence=evidence,
                status=status,
                outcome=None if outcome is None else unpacked(outcome, kind=Outcome),
                review=None if review[0] is None else unpacked(review[0], kind=Review),
            )

    def held(self) -> tuple[str, ...]:
        """Return the names of the runs whose outcome waits for a person, those that were begun first before others."""
        waiting = "SELECT run_id FROM runs WHERE status = 'held' AND run_id NOT IN (SELECT run_id FROM reviews)"
        return tuple(name for (name,) in self._rows(f"{waiting} ORDER BY begun_at, run_id"))

    def review(self, run_id: str, review: Review) -> Review:
        """Keep what a person decided of a held outcome, and return the decision that is kept: the first.

        Raises StoreError where there is no run of that name, or none that is held.
        """
        with self._writing() as write:
            made = write(
                "INSERT OR IGNORE INTO reviews SELECT run_id, ? FROM runs WHERE run_id = ? AND status = 'held'",
                (packed(review), run_id),
            )
        if made:
            return review
        stored = self.run(run_id)
        if stored is None or stored.review is None:
            seen = "none of that name" if stored is None else f"one that is {stored.status}"
            raise StoreError(f"{self.path}: expected a run {run_id!r:.80} that is held, saw {seen}")
        return stored.review

    def forget(self, run_id: str) -> bool:
        """Remove a run with all that is kept of it, also documents that no other run has; say whether it was there."""
        with self._writing() as write:
            gone = write("DELETE FROM runs WHERE run_id = ?", (run_id,))
            write("DELETE FROM documents WHERE sha256 NOT IN (SELECT sha256 FROM run_documents)", ())
        return bool(gone)

    def _documents(self, run_id: str) -> tuple[Document, ...]:
        columns = "id, path, encoding, text FROM run_documents JOIN documents USING (sha256)"
        rows = self._rows(f"SELECT {columns} WHERE run_id = ? ORDER BY place", run_id)
        return tuple(
            Document(
                id=unpacked(name, kind=str), text=text.decode("utf-8", "surrogatepass"), path=path, encoding=encoding
            )
            for name, path, encoding, text in rows
        )

    def _prepare(self) -> None:
        with self._lock:
            run = self._connection.execute
            run("PRAGMA foreign_keys = ON")
            run("PRAGMA journal_mode = WAL")
            run("PRAGMA synchronous = FULL")
            run("BEGIN IMMEDIATE")
            try:
                [(version,)], [(mark,)] = run("PRAGMA user_version").fetchall(), run("PRAGMA application_id").fetchall()
                [(tables,)] = run("SELECT count(*) FROM sqlite_master").fetchall()
                if tables == 0:
                    for statement in filter(str.strip, _TABLES.split(";")):
                        run(statement)
                    run(f"PRAGMA user_version = {_VERSION}")
                    run(f"PRAGMA application_id = {_MARK}")
                elif (mark, version) != (_MARK, _VERSION):
                    seen = f"one of version {version}" if mark == _MARK else "another SQLite file"
                    raise StoreError(f"{self.path}: expected a store of version {_VERSION}, saw {seen}")
                run("COMMIT")
            except BaseException:
                self._rolled_back()
                raise

    def _rows(self, statement: str, *values: Any) -> list[Any]:
        with self._failing(), self._lock:
            return self._connection.execute(statement, values).fetchall()

    @contextmanager
    def _writing(self) -> Iterator[Any]:
        """Give what executes a statement and returns the number of rows it changed, in one transaction."""
        with self._failing(), self._lock:
            self._connection.execute("BEGIN IMMEDIATE")
            try:
                yield lambda statement, values: self._connection.execute(statement, values).rowcount
                self._connection.execute("COMMIT")
            except BaseException:
                self._rolled_back()
                raise

    def _rolled_back(self) -> None:
        # A full disk ends the transaction by itself; what it was is the error that counts.
        if self._connection.in_transaction:
            self._connection.execute("ROLLBACK")

    @contextmanager
    def _failing(self) -> Iterator[None]:
        import sqlite3

        try:
            yield
        except (sqlite3.Error, ValueError) as error:
            kind = "a store that can be read and written"
            raise StoreError(f"{self.path}: expected {kind}, saw {type(error).__name__}: {error}") from error


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="milliseconds")
