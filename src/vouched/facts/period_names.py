"""Tells what a period is called in a language, so that `period_mentions` reads it back as the same period."""

from __future__ import annotations

import tomllib
from datetime import date
from functools import cache, lru_cache
from importlib.resources import files
from typing import Any

from vouched.facts.periods import Period

__all__ = ["period_name"]


@lru_cache(maxsize=4096)
def period_name(period: Period, language: str) -> str:
    """Return what a period is called: "Q3 2025", "2025年度第3四半期", "2025年第三季度"; English for other languages."""
    words = _names().get(language) or _names()["en"]
    if period.grain == "span":
        first, last = (period_name(Period("day", day), language) for day in period.key.split("/"))
        return str(words["span"]).format(first=first, last=last)
    slots: dict[str, Any] = {"year": period.key[:4], "part": "", "month": "", "day": ""}
    if period.grain in ("half", "quarter"):
        slots["part"] = words["halves" if period.grain == "half" else "quarters"][period.part - 1]
    elif period.grain == "month":
        slots["month"] = words["months"][period.part - 1]
    elif period.grain == "day":
        day = date.fromisoformat(period.key)
        slots |= {"month": words["months"][day.month - 1], "day": day.day}
    return str(words[period.grain]).format(**slots)


@cache
def _names() -> dict[str, dict[str, Any]]:
    text = (files("vouched.facts") / "period_tables" / "names.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)
