"""The tables of a fact store, version by version: a step is never changed once it was released, only followed."""

from __future__ import annotations

__all__ = ["APPLICATION", "MIGRATIONS"]

APPLICATION = 0x76666163
"""What SQLite keeps as the file's application id: "vfac"."""

_FACTS = """
CREATE TABLE facts (
    id {id}, metric TEXT NOT NULL, entity TEXT NOT NULL, channel TEXT NOT NULL, grain TEXT NOT NULL,
    period TEXT NOT NULL, value TEXT NOT NULL, unit TEXT NOT NULL, document TEXT NOT NULL, locator TEXT NOT NULL,
    as_of TEXT, recorded_at TEXT NOT NULL, status TEXT NOT NULL, decided_by TEXT, confidence {real}, extractor TEXT
)
"""
_BOTH = (
    "CREATE INDEX facts_by_key ON facts (metric, entity, channel, grain, period, id)",
    "CREATE INDEX facts_by_document ON facts (document)",
    "CREATE INDEX facts_by_instant ON facts (recorded_at)",
    "CREATE TABLE vouched_facts (version INTEGER NOT NULL)",
    "INSERT INTO vouched_facts (version) VALUES (1)",
)

MIGRATIONS: tuple[dict[str, tuple[str, ...]], ...] = (
    {
        "sqlite": (
            f"PRAGMA application_id = {APPLICATION}",
            _FACTS.format(id="INTEGER PRIMARY KEY AUTOINCREMENT", real="REAL"),
            *_BOTH,
        ),
        "postgresql": (
            _FACTS.format(id="BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY", real="DOUBLE PRECISION"),
            *_BOTH,
        ),
    },
)
"""Each step's statements, by database. The first makes the tables of version 1, and so on."""
