"""Turns facts into rows of a table and back, and refuses what is no fact."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, date, datetime
from decimal import Decimal
from typing import Any

from vouched.errors import UsageError
from vouched.facts.periods import Period, period_of
from vouched.facts.rows import STATUSES, Fact, FactKey
from vouched.facts.units import unit_of

__all__ = ["checked", "day_of", "fact_of", "instant_of", "is_storable", "key_of_row", "named", "row_of"]

_MOST_DIGITS = 60
_MOST_TEXT = 4_000


def checked(fact: Fact) -> Fact:
    """Return a fact as it can be stored. Raises UsageError, with its key, for what is no number, unit, day or text."""
    where = named(fact)
    key, value = fact.key, fact.value
    if not isinstance(value, Decimal) or not value.is_finite():
        raise UsageError(f"{where}: value: expected a finite Decimal, saw {value!r:.60}")
    if len(value.as_tuple().digits) > _MOST_DIGITS or abs(value.adjusted()) > _MOST_DIGITS:
        raise UsageError(f"{where}: value: expected at most {_MOST_DIGITS} digits, saw more")
    try:
        unit_of(fact.unit)
        period = period_of(key.period.key, key.period.grain)
    except (UsageError, TypeError) as error:
        raise UsageError(f"{where}: {error}") from None
    if period != key.period:
        raise UsageError(f"{where}: period: expected {period.grain} {period.key}, saw {key.period!r:.80}")
    for name in ("metric", "entity", "channel"):
        _text(where, name, getattr(key, name), is_needed=True)
    for name in ("document", "locator", "by", "extractor"):
        _text(where, name, getattr(fact, name), is_needed=name in ("document", "by"))
    if fact.status not in STATUSES:
        raise UsageError(f"{where}: status: expected one of {', '.join(STATUSES)}, saw {fact.status!r:.60}")
    if fact.by is not None and fact.status == "auto_approved":
        raise UsageError(f"{where}: status: expected what a person ({fact.by!r:.60}) decides, saw 'auto_approved'")
    sure = fact.confidence
    if sure is not None and (isinstance(sure, bool) or not isinstance(sure, int | float) or not 0 <= sure <= 1):
        raise UsageError(f"{where}: confidence: expected a number from 0 to 1, saw {sure!r:.60}")
    return fact if fact.as_of is None else fact.but(as_of=day_of(fact.as_of, where=f"{where}: as_of"))


def _text(where: str, name: str, text: object, *, is_needed: bool) -> None:
    if text is None and name in ("by", "extractor"):
        return
    least = 1 if is_needed else 0
    if not isinstance(text, str) or len(text) > _MOST_TEXT or not is_storable(text) or (is_needed and not text.strip()):
        raise UsageError(f"{where}: {name}: expected a text of {least} to {_MOST_TEXT} characters, saw {text!r:.60}")


def is_storable(text: str) -> bool:
    """Tell whether both databases keep a text as it is: not with NUL, nor with half a character."""
    try:
        return "\0" not in text and bool(text.isascii() or text.encode())
    except UnicodeEncodeError:
        return False


def day_of(day: str, *, where: str) -> str:
    """Return a day as rows have it, "2025-12-31". Raises UsageError for what is none."""
    try:
        return date.fromisoformat(day).isoformat()
    except (ValueError, TypeError):
        raise UsageError(f"{where}: expected a day such as 2025-12-31, saw {day!r:.60}") from None


def instant_of(instant: str, *, where: str) -> str:
    """Return an instant as rows have it, in UTC to the microsecond; of a day alone, its last one.

    Without an offset it is UTC. Raises UsageError for what is none.
    """
    try:
        read = datetime.fromisoformat(instant)
        if len(instant) <= len("2025-12-31"):
            read = read.replace(hour=23, minute=59, second=59, microsecond=999_999)
        read = read.replace(tzinfo=UTC) if read.tzinfo is None else read.astimezone(UTC)
    except (ValueError, TypeError, OverflowError):
        expected = "an instant such as 2025-12-31T08:00:00+00:00"
        raise UsageError(f"{where}: expected {expected}, saw {instant!r:.60}") from None
    return read.isoformat(timespec="microseconds")


def row_of(fact: Fact, *, recorded_at: str) -> tuple[Any, ...]:
    """Return the row of a checked fact, in the order of the columns that are inserted."""
    key = fact.key
    return (
        *(key.metric, key.entity, key.channel, key.period.grain, key.period.key),
        *(f"{fact.value:f}", fact.unit, fact.document, fact.locator, fact.as_of, recorded_at),
        *(fact.status, fact.by, fact.confidence, fact.extractor),
    )


def fact_of(key: FactKey, row: Sequence[Any]) -> Fact:
    """Return the fact of a row, from its value on."""
    value, unit, document, locator, as_of, recorded_at, status, by, confidence, extractor = row
    return Fact(
        key=key,
        value=Decimal(value),
        unit=unit,
        document=document,
        locator=locator,
        as_of=as_of,
        recorded_at=recorded_at,
        status=status,
        by=by,
        confidence=confidence,
        extractor=extractor,
    )


def key_of_row(row: Sequence[Any]) -> FactKey:
    """Return the key that a row begins with."""
    metric, entity, channel, grain, period = row[:5]
    return FactKey(metric, entity, Period(grain, period), channel)


def named(fact: Fact) -> str:
    """Return how messages name a fact: its key and where it stands, bounded."""
    key = fact.key
    shown = f"{key.metric} {key.entity} {key.period.key} {key.channel}"
    return f"{shown:.200} ({fact.document!s:.80}, {fact.locator!s:.80})"
