"""Turns whatever a model returned into a Reply, or into the Fault that it is none."""

from __future__ import annotations

import json
import math
from typing import Any, get_args

from vouched.ports import Fault, FaultCode, Reply, Usage
from vouched.text.clip import clip, clip_value

__all__ = ["to_reply"]


def to_reply(value: Any) -> Reply | Fault:
    """Return a model's answer as a Reply: a Reply or Fault as it is, a text, an object or list, or a pydantic instance.

    Anything else (None, a number, bytes that are not UTF-8, something that was never awaited, a Reply whose text is
    none) is a Fault `bad_reply` that costs an attempt. What a Reply or Fault says of its cost and of waiting is counted
    only where it can be. Nothing raises.
    """
    if isinstance(value, str):
        return Reply(text=value)
    # Records do not check their fields when they are made.
    if isinstance(value, Reply):
        if not isinstance(value.text, str):
            return _bad(f"a Reply whose text is {clip_value(value.text)}")
        return value if _is_usage(value.usage) else value.but(usage=Usage(calls=1))
    if isinstance(value, Fault):
        return _sound(value)
    if isinstance(value, (bytes, bytearray)):
        try:
            return Reply(text=bytes(value).decode("utf-8"))
        except UnicodeDecodeError:
            return _bad("bytes that are not UTF-8")
    if hasattr(value, "__await__"):
        return _unawaited(value)
    return _as_json(value)


def _is_usage(usage: Any) -> bool:
    if not isinstance(usage, Usage):
        return False
    counts = (usage.input_tokens, usage.output_tokens, usage.calls)
    return all(isinstance(count, int) and not isinstance(count, bool) and count >= 0 for count in counts)


def _sound(fault: Fault) -> Fault:
    """Return a fault that can be reckoned with: known code, text as message, seconds from 0 or none, tokens or none."""
    after = fault.retry_after
    is_time = isinstance(after, (int, float)) and not isinstance(after, bool) and 0 <= after < math.inf
    made = fault.but(
        code=fault.code if fault.code in get_args(FaultCode) else "error",
        message=fault.message if isinstance(fault.message, str) else clip_value(fault.message),
        retryable=fault.retryable is True,
        retry_after=after if is_time else None,
        usage=fault.usage if _is_usage(fault.usage) else Usage(),
    )
    return fault if made == fault else made


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
