"""The JSON form of an answer from facts: plain values, numbers as texts of their exact digits."""

from __future__ import annotations

from typing import Any

from vouched.facts.requests import Request
from vouched.facts.results import Calculation, FactAnswer, Reckoned
from vouched.facts.rows import Fact, FactKey
from vouched.facts.units import plain
from vouched.record import to_builtins

__all__ = ["answer_shape"]


def answer_shape(answer: FactAnswer) -> dict[str, Any]:
    """Return an answer as an object of plain values; `value` is a text, exact to the digit."""
    return {
        "status": answer.status,
        "answer": answer.answer,
        "answer_plain": answer.answer_plain,
        "facts": [_fact(fact) for fact in answer.facts],
        "calculation": None if answer.calculation is None else _calculation(answer.calculation),
        "request": None if answer.request is None else _request(answer.request),
        "assumptions": list(answer.assumptions),
        "question": answer.question,
        "options": list(answer.options),
        "reason": answer.reason,
        "request_id": answer.request_id,
        "trace": to_builtins(answer.trace),
    }


def _key(key: FactKey) -> dict[str, str]:
    return {"metric": key.metric, "entity": key.entity, "channel": key.channel, "period": key.period.key}


def _fact(fact: Fact) -> dict[str, Any]:
    return {
        **_key(fact.key),
        "grain": fact.key.period.grain,
        "value": f"{plain(fact.value):f}",
        "unit": fact.unit,
        "document": fact.document,
        "locator": fact.locator,
        "as_of": fact.as_of,
        "recorded_at": fact.recorded_at,
        "status": fact.status,
        "by": fact.by,
    }


def _calculation(calculation: Calculation) -> dict[str, Any]:
    parts: list[dict[str, Any]] = []
    for part in calculation.parts:
        keys = [_key(key) for key in part.keys]
        if isinstance(part, Reckoned):
            value = {"value": f"{plain(part.value):f}", "unit": part.unit, "formula": part.formula, "exact": part.exact}
            parts.append({"of": part.of, **value, "facts": keys})
        else:
            parts.append({"of": part.of, "obstacle": part.obstacle, "facts": keys})
    return {
        "operation": calculation.operation,
        "parts": parts,
        "chosen": [_key(key) for key in calculation.chosen],
    }


def _request(request: Request) -> dict[str, Any]:
    shape: dict[str, Any] = to_builtins(request)
    shape["keys"] = [_key(key) for key in request.keys]
    shape["bases"] = [_key(key) for key in request.bases]
    shape["not_understood"] = [mention.text for mention in request.not_understood]
    return shape
