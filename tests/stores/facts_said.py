"""Makes facts for tests of fact stores, from as little as matters."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

from vouched.facts.periods import Period
from vouched.facts.rows import Fact, FactKey

__all__ = ["KEY", "key", "said", "values"]


def key(entity: str = "HK", *, metric: str = "REVENUE", channel: str = "TOTAL", period: str = "2025") -> FactKey:
    """Return the key of a year's number."""
    return FactKey(metric, entity, Period("year", period), channel)


KEY = key()


def said(value: int | str | Decimal = 1700, **fields: Any) -> Fact:
    """Return a fact that says a value of a key."""
    given: dict[str, Any] = {"key": KEY, "unit": "USD_M", "document": "annual.pdf", "locator": "p. 12", **fields}
    return Fact(value=value if isinstance(value, Decimal) else Decimal(value), **given)


def values(store: Any, at: FactKey = KEY, **when: Any) -> list[str]:
    """Return what stands of a key, in the order in which the store gives it, as text."""
    [facts] = store.current([at], **when)
    return [str(fact.value) for fact in facts]
