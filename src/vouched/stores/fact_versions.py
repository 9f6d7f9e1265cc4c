"""The tables of a fact store, version by version: a step is never changed once it was released, only followed."""

from __future__ import annotations

from vouched.stores.versions import Versions

__all__ = ["VERSIONS"]

_MARK = 0x76666163  # "vfac"
# PostgreSQL compares texts by their bytes, as SQLite does: the same order everywhere, and quicker.
_FACTS = """
CREATE TABLE vouched_facts (
    id {id}, metric {text} NOT NULL, entity {text} NOT NULL, channel {text} NOT NULL, grain {text} NOT NULL,
    period {text} NOT NULL, value {text} NOT NULL, unit {text} NOT NULL, document {text} NOT NULL,
    locator {text} NOT NULL, as_of {text}, recorded_at {text} NOT NULL, status {text} NOT NULL, decided_by {text},
    confidence {real}, extractor {text}
)
"""
_BOTH = (
    "CREATE INDEX vouched_facts_by_key ON vouched_facts (metric, entity, channel, grain, period, id)",
    "CREATE INDEX vouched_facts_by_document ON vouched_facts (document, id)",
    "CREATE TABLE vouched_facts_version (version INTEGER NOT NULL)",
    "INSERT INTO vouched_facts_version (version) VALUES (1)",
)
_KEPT = "rows of a fact store are never changed or deleted"

_FIRST = {
    "sqlite": (
        f"PRAGMA application_id = {_MARK}",
        _FACTS.format(id="INTEGER PRIMARY KEY AUTOINCREMENT", text="TEXT", real="REAL"),
        *_BOTH,
    ),
    "postgresql": (
        _FACTS.format(
            id="BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY", text='TEXT COLLATE "C"', real="DOUBLE PRECISION"
        ),
        *_BOTH,
    ),
}
_SECOND = {
    "sqlite": (
        *(
            f"CREATE TRIGGER vouched_facts_no_{verb} BEFORE {verb} ON vouched_facts "
            f"BEGIN SELECT RAISE(ABORT, '{_KEPT}'); END"
            for verb in ("update", "delete")
        ),
        "INSERT INTO vouched_facts_version (version) VALUES (2)",
    ),
    "postgresql": (
        f"""
        CREATE FUNCTION vouched_facts_kept() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN RAISE EXCEPTION '{_KEPT}'; END $$
        """,
        """
        CREATE TRIGGER vouched_facts_kept BEFORE UPDATE OR DELETE OR TRUNCATE ON vouched_facts
        FOR EACH STATEMENT EXECUTE FUNCTION vouched_facts_kept()
        """,
        "INSERT INTO vouched_facts_version (version) VALUES (2)",
    ),
}

VERSIONS = Versions(
    kind="fact store",
    mark=_MARK,
    table="vouched_facts_version",
    newest="SELECT max(version) FROM vouched_facts_version",
    tables=("vouched_facts",),
    steps=(_FIRST, _SECOND),
)
"""Version 1 has the tables; from version 2 on the database itself refuses to change or delete a row."""
