"""What a fact store asks of its database, in SQL that SQLite and PostgreSQL share but where it says otherwise."""

from __future__ import annotations

__all__ = [
    "COUNT",
    "INSERT",
    "NEWEST",
    "OF_DOCUMENT",
    "OF_KEY",
    "OF_KEYS",
    "PERIODS",
    "keys_page",
]

_KEY = "metric, entity, channel, grain, period"
_REST = "value, unit, document, locator, as_of, recorded_at, status, decided_by, confidence, extractor"

INSERT = f"INSERT INTO vouched_facts ({_KEY}, {_REST}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"

COUNT = "SELECT count(*) FROM vouched_facts"

NEWEST = "SELECT recorded_at FROM vouched_facts ORDER BY id DESC LIMIT 1"

OF_KEY = (
    f"SELECT {_REST} FROM vouched_facts"
    " WHERE metric = ? AND entity = ? AND channel = ? AND grain = ? AND period = ? ORDER BY id"
)

OF_DOCUMENT = f"SELECT {_KEY}, {_REST} FROM vouched_facts WHERE document = ? ORDER BY id"

OF_KEYS = (
    f"SELECT place, {', '.join(f'f.{name}' for name in _REST.split(', '))}"
    " FROM unnest(?::text[], ?::text[], ?::text[], ?::text[], ?::text[]) WITH ORDINALITY"
    " AS k(metric, entity, channel, grain, period, place)"
    " JOIN vouched_facts f ON f.metric = k.metric AND f.entity = k.entity AND f.channel = k.channel"
    " AND f.grain = k.grain AND f.period = k.period ORDER BY f.id"
)
"""The rows of many keys in one round trip; PostgreSQL only."""

PERIODS = (
    "SELECT period, max(CASE WHEN status IN ('approved', 'auto_approved') THEN 1 ELSE 0 END),"
    " max(CASE WHEN decided_by IS NOT NULL AND status IN ('rejected', 'blocked') THEN 1 ELSE 0 END)"
    " FROM vouched_facts WHERE metric = ? AND entity = ? AND channel = ? AND grain = ?"
    " GROUP BY period ORDER BY period"
)
"""Periods, whether any row of each may be shown, and whether a person took one back."""


def keys_page(filters: tuple[str, ...], *, is_first: bool) -> str:
    """Return the statement for a page of keys in order: values are those of the filters, the last key, the number."""
    wanted = [f"{name} = ?" for name in filters]
    if not is_first:
        wanted.append(f"({_KEY}) > (?, ?, ?, ?, ?)")
    where = f" WHERE {' AND '.join(wanted)}" if wanted else ""
    return f"SELECT DISTINCT {_KEY} FROM vouched_facts{where} ORDER BY {_KEY} LIMIT ?"
