"""Writes what was released as langextract and langcore read it: one object with `extractions`, fenced where asked."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from vouched.outcomes import Outcome, Usage
from vouched.record import Record
from vouched.run.extractions import TEXT, is_class
from vouched.run.json_answers import CONFIDENCE

__all__ = ["Scored", "answer_text", "scored"]

_RELEASED = ("released", "filtered", "fallback")
_SUFFIX = "_attributes"


class Scored(Record, frozen=True):
    """One answer as their annotators take it: its score, its text, and what it cost; `usage` has langcore's names."""

    score: float
    output: str
    usage: dict[str, int]


def scored(outcome: Outcome, *, fenced: bool) -> Scored:
    """Return an outcome as an answer; one that released nothing has no extractions and the score 0."""
    is_released = outcome.status in _RELEASED
    text = answer_text(outcome.value if is_released else None, fenced=fenced)
    return Scored(1.0 if is_released else 0.0, text, _spent(outcome.usage))


def _spent(usage: Usage) -> dict[str, int]:
    return {
        "prompt_tokens": usage.input_tokens,
        "completion_tokens": usage.output_tokens,
        "total_tokens": usage.tokens,
        "calls": usage.calls,
    }


def answer_text(value: Any, *, fenced: bool) -> str:
    """Return `{"extractions": [...]}` as JSON text, each item `{class: text, class_attributes: {...}}`.

    Items of every shape that is read are written alike. What beside texts and attributes would be taken for a class (a
    confidence, an interval) goes to the attributes or is left out. Backticks are escaped, so that no text ends a fence.
    """
    listed = value.get("extractions", value) if isinstance(value, dict) else value
    items = [listed] if isinstance(listed, dict) else listed if isinstance(listed, list) else []
    written = [made for item in items if isinstance(item, dict) for made in _items(item)]
    # Outside of strings JSON has no backtick.
    text = json.dumps({"extractions": written}, ensure_ascii=False).replace("`", "\\u0060")
    return f"```json\n{text}\n```" if fenced else text


def _items(item: dict[str, Any]) -> Iterator[dict[str, Any]]:
    stated = {key: item[key] for key in CONFIDENCE if item.get(key) is not None}
    key = next((key for key in TEXT if key in item), None)
    if key is None:
        named = [(name, text, item.get(name + _SUFFIX)) for name, text in item.items() if is_class(name)]
    else:
        named = [(item.get("extraction_class") or "extraction", item[key], item.get("attributes"))]
    for name, text, attributes in named:
        # One value of another type would cost every extraction of the document.
        if isinstance(name, str) and isinstance(text, (str, int, float)) and not isinstance(text, bool):
            held = {**(attributes if isinstance(attributes, dict) else {}), **stated}
            yield {name: text, name + _SUFFIX: held}
