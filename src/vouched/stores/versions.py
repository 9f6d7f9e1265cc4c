"""Tells which version the tables of a store are of, and whether they are its own at all."""

from __future__ import annotations

from typing import Any

from vouched.errors import StoreError
from vouched.record import Record

__all__ = ["Versions", "version_of"]

_TABLES = {
    "sqlite": "SELECT name FROM sqlite_master WHERE type IN ('table', 'view')",
    "postgresql": "SELECT table_name FROM information_schema.tables WHERE table_schema = current_schema()",
}


class Versions(Record, frozen=True):
    """The tables of a kind of store, version by version.

    `kind` names the store in messages, `mark` is what SQLite keeps as the file's application id, `table` is where
    `newest` reads the version from, `tables` are the others, and each of `steps` has the statements that lead to the
    next version, by database.
    """

    kind: str
    mark: int
    table: str
    newest: str
    tables: tuple[str, ...]
    steps: tuple[dict[str, tuple[str, ...]], ...]


def version_of(cursor: Any, versions: Versions, *, dialect: str, shown: str) -> int:
    """Return the version of the tables that a cursor sees, 0 where there are none.

    Raises StoreError, with the place as it is shown, where they are something else.
    """
    tables = {row[0] for row in cursor.execute(_TABLES[dialect]).fetchall()}
    mark = 0
    if dialect == "sqlite":
        [(mark,)] = cursor.execute("PRAGMA application_id").fetchall()
    if mark not in (0, versions.mark):
        raise StoreError(f"{shown}: expected a {versions.kind}, saw another SQLite database")
    if versions.table in tables:
        [(version,)] = cursor.execute(versions.newest).fetchall()
        return int(version or 0)
    if tables if dialect == "sqlite" else tables & set(versions.tables):
        raise StoreError(f"{shown}: expected a {versions.kind}, saw a database with other tables")
    return 0
