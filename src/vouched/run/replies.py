"""Turns whatever a model returned into a Reply, or into the Fault that it is none."""

from __future__ import annotations

import json
from typing import Any

from vouched.ports import Fault, Reply
from vouched.text.clip import clip_value

__all__ = ["to_reply"]


def to_reply(value: Any) -> Reply | Fault:
    """Return a model's answer as a Reply: a Reply or Fault as it is, a text, an object or list, or a pydantic instance.

    Anything else (None, a number, bytes that are not UTF-8) is a Fault `bad_reply` that costs an attempt.
    """
    if isinstance(value, (Reply, Fault)):
        return value
    if isinstance(value, (bytes, bytearray)):
        try:
            value = bytes(value).decode("utf-8")
        except UnicodeDecodeError:
            return _bad("bytes that are not UTF-8")
    if isinstance(value, str):
        return Reply(text=value)
    if hasattr(value, "model_dump_json") and not isinstance(value, type):
        value = value.model_dump(mode="json")
    if isinstance(value, (dict, list)):
        try:
            return Reply(text=json.dumps(value, ensure_ascii=False))
        except (TypeError, ValueError, RecursionError) as error:
            return _bad(f"{clip_value(value)} that is no JSON: {clip_value(str(error), 80)}")
    return _bad(clip_value(value))


def _bad(seen: str) -> Fault:
    return Fault(code="bad_reply", message=f"expected a text or an object, saw {seen}")
