"""Turns whatever a model returned into a Reply, or into the Fault that it is none."""

from __future__ import annotations

import json
from typing import Any

from vouched.ports import Fault, Reply
from vouched.text.clip import clip, clip_value

__all__ = ["to_reply"]


def to_reply(value: Any) -> Reply | Fault:
    """Return a model's answer as a Reply: a Reply or Fault as it is, a text, an object or list, or a pydantic instance.

    Anything else (None, a number, bytes that are not UTF-8, something that was never awaited, a Reply whose text is
    none) is a Fault `bad_reply` that costs an attempt. Nothing raises.
    """
    if isinstance(value, Reply):
        # Records do not check their fields when they are made.
        return value if isinstance(value.text, str) else _bad(f"a Reply whose text is {clip_value(value.text)}")
    if isinstance(value, Fault):
        return value
    if isinstance(value, (bytes, bytearray)):
        try:
            return Reply(text=bytes(value).decode("utf-8"))
        except UnicodeDecodeError:
            return _bad("bytes that are not UTF-8")
    if isinstance(value, str):
        return Reply(text=value)
    if hasattr(value, "__await__"):
        return _unawaited(value)
    return _as_json(value)


def _as_json(value: Any) -> Reply | Fault:
    """Return an object, a list or a pydantic instance as the JSON text of a Reply."""
    try:
        if callable(getattr(value, "model_dump_json", None)) and not isinstance(value, type):
            value = value.model_dump(mode="json")
        if isinstance(value, (dict, list)):
            return Reply(text=json.dumps(value, ensure_ascii=False))
    except Exception as error:  # noqa: BLE001  serializers of a user's model may raise anything
        return _bad(f"{clip_value(value)} that is no JSON: {clip(f'{type(error).__name__}: {error}', 100)}")
    return _bad(clip_value(value))


def _unawaited(value: Any) -> Fault:
    close = getattr(value, "close", None)
    if callable(close):
        close()
    return _bad(f"a {type(value).__name__} that was not awaited")


def _bad(seen: str) -> Fault:
    return Fault(code="bad_reply", message=f"expected a text or an object, saw {seen}")
