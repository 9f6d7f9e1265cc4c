"""Turns facts into rows of a table and back, and refuses what is no fact."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from decimal import Decimal
from typing import Any

from vouched.errors import UsageError
from vouched.facts.periods import Period, period_of
from vouched.facts.rows import STATUSES, Fact, FactKey
from vouched.facts.units import unit_of

__all__ = ["COLUMNS", "fact_of", "row_of"]

COLUMNS = (
    "metric", "entity", "channel", "grain", "period", "value", "unit", "document", "locator", "as_of", "recorded_at",
    "status", "decided_by", "confidence", "extractor",
)  # fmt: skip
_MOST_DIGITS = 60
_MOST_TEXT = 4_000


def row_of(fact: Fact, *, recorded_at: str) -> dict[str, Any]:
    """Return the row of a fact. Raises UsageError, with the key, for a number, unit, date or text that is none."""
    where = f"{fact.key.metric} {fact.key.entity} {fact.key.period.key}"
    if not isinstance(fact.value, Decimal) or not fact.value.is_finite():
        raise UsageError(f"{where}: value: expected a finite Decimal, saw {fact.value!r:.60}")
    if len(fact.value.as_tuple().digits) > _MOST_DIGITS or abs(fact.value.adjusted()) > _MOST_DIGITS:
        raise UsageError(f"{where}: value: expected at most {_MOST_DIGITS} digits, saw more")
    try:
        unit_of(fact.unit)
        period_of(fact.key.period.key, fact.key.period.grain)
    except UsageError as error:
        raise UsageError(f"{where}: {error}") from None
    texts = {"metric": fact.key.metric, "entity": fact.key.entity, "channel": fact.key.channel}
    for name, text in {**texts, "document": fact.document}.items():
        if not text.strip() or len(text) > _MOST_TEXT or "\0" in text:
            raise UsageError(f"{where}: {name}: expected a text of 1 to {_MOST_TEXT} characters, saw {text!r:.60}")
    if len(fact.locator) > _MOST_TEXT or "\0" in fact.locator:
        raise UsageError(f"{where}: locator: expected at most {_MOST_TEXT} characters, saw {fact.locator!r:.60}")
    if fact.status not in STATUSES:
        raise UsageError(f"{where}: status: expected one of {', '.join(STATUSES)}, saw {fact.status!r:.60}")
    if fact.confidence is not None and not 0 <= fact.confidence <= 1:
        raise UsageError(f"{where}: confidence: expected a number from 0 to 1, saw {fact.confidence!r:.60}")
    return {
        **texts,
        "grain": fact.key.period.grain,
        "period": fact.key.period.key,
        "value": f"{fact.value:f}",
        "unit": fact.unit,
        "document": fact.document,
        "locator": fact.locator,
        "as_of": None if fact.as_of is None else _day(where, fact.as_of),
        "recorded_at": recorded_at,
        "status": fact.status,
        "decided_by": fact.by,
        "confidence": fact.confidence,
        "extractor": fact.extractor,
    }


def _day(where: str, day: str) -> str:
    try:
        return date.fromisoformat(day).isoformat()
    except (ValueError, TypeError):
        raise UsageError(f"{where}: as_of: expected a day such as 2025-12-31, saw {day!r:.60}") from None


def fact_of(row: Sequence[Any]) -> Fact:
    """Return the fact of a row, its columns in the order of COLUMNS."""
    metric, entity, channel, grain, period, value, unit, document, locator, as_of, recorded_at, status, *rest = row
    by, confidence, extractor = rest
    return Fact(
        key=FactKey(metric, entity, Period(grain, period), channel),
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
