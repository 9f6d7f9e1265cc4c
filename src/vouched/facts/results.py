"""What becomes of a question to a fact store: the answer with the facts it rests on, or why there is none."""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal
from typing import Any, Literal

from vouched.facts.requests import Operation, Request
from vouched.facts.rows import Fact, FactKey
from vouched.record import Record

__all__ = ["Calculation", "FactAnswer", "FactStatus", "Obstacle", "Reckoned", "Uncomputable"]

FactStatus = Literal["answered", "partly", "asked", "refused", "held", "not_found", "unrecognized", "failed"]
Obstacle = Literal[
    "negative_base", "zero_base", "mixed_grains", "mixed_units", "mixed_currencies", "not_additive", "overlapping",
    "too_few", "missing_fact", "inexact_unit", "unit_mismatch", "conflict", "out_of_range",
]  # fmt: skip


class Reckoned(Record, frozen=True, kw_only=True):
    """One number that was reckoned from facts. `formula` shows it in digits, "(1700 - 1600) / 1600"; `exact` is False
    where it was rounded, half to even, to the digits shown. `keys` names the facts in the order of the formula.
    """

    value: Decimal
    unit: str
    formula: str
    keys: tuple[FactKey, ...]
    exact: bool = True
    of: Literal["difference", "growth", "share", "sum", "average", "converted"] = "difference"


class Uncomputable(Record, frozen=True, kw_only=True):
    """A number that cannot be reckoned, and why; `keys` are the facts that are in the way."""

    of: str
    obstacle: Obstacle
    keys: tuple[FactKey, ...] = ()


class Calculation(Record, frozen=True, kw_only=True):
    """What was reckoned for an operation, part by part, and what could not be. `chosen` is the key of an extreme."""

    operation: Operation
    parts: tuple[Reckoned | Uncomputable, ...] = ()
    chosen: tuple[FactKey, ...] = ()


class FactAnswer(Record, frozen=True, kw_only=True):
    """The answer to a question. `status` says what became of it; `answer` is the text to show, in the language of the
    question, and `answer_plain` the same without its sources. Only facts in `facts` and `calculation` give it numbers.
    """

    status: FactStatus
    answer: str
    answer_plain: str = ""
    facts: tuple[Fact, ...] = ()
    calculation: Calculation | None = None
    request: Request | None = None
    assumptions: tuple[str, ...] = ()
    question: str | None = None
    options: tuple[str, ...] = ()
    reason: str | None = None
    request_id: str = ""
    trace: Mapping[str, Any] = {}
