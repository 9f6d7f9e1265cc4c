"""Writes an already parsed object or list as the JSON text that reading starts from."""

from __future__ import annotations

import json
import marshal
from collections.abc import Iterator
from typing import Any

from vouched.text.json_places import below
from vouched.text.wrappings import Fault

__all__ = ["as_json", "is_same_json"]

# The version of the format that writes equal values alike, whether or not their parts are shared.
_PLAIN = 2


def as_json(value: dict[Any, Any] | list[Any], *, max_characters: int, max_depth: int) -> str | Fault:
    """Return `value` as JSON text, or the fault that keeps it from being one.

    Only objects with text keys, lists, texts, numbers, true, false and null are JSON; a tuple counts as a list. NaN
    and infinities are written as they are, so that reading finds them where they stand. Values that hold
    themselves, or are shared until they would fill more than `max_characters`, are too deep or too large.
    """
    if fault := _unfit(value, max_characters, max_depth):
        return fault
    try:
        return json.dumps(value, ensure_ascii=False)
    except (ValueError, TypeError, RecursionError) as error:
        return _fault("not_json", "", "a value that JSON has", type(error).__name__)


def is_same_json(value: Any, other: Any) -> bool:
    """Return whether two values are made of the same plain JSON values in the same order, type for type.

    1, 1.0 and True are three values. False also where either holds what JSON has not; that they differ is not said.
    """
    try:
        # The standard library's quickest form of a value that tells types apart, and refuses subclasses.
        return marshal.dumps(value, _PLAIN) == marshal.dumps(other, _PLAIN)
    except ValueError:
        return False


def _unfit(value: Any, most: int, max_depth: int) -> Fault | None:
    """Return the first fault, in the order of the text; counts characters as a lower bound of the JSON text's."""
    waiting: list[tuple[str, Iterator[tuple[Any, Any]]]] = [("", iter([(_WHOLE, value)]))]
    size = 0
    while waiting:
        where, items = waiting[-1]
        key, item = next(items, (_END, None))
        if key is _END:
            waiting.pop()
            continue
        if key is not _WHOLE and not isinstance(key, (str, int)):
            return _fault("not_json", where, "keys that are texts", f"a key of type {type(key).__name__}")
        if isinstance(key, int) and isinstance(waiting[-1][1], _Members):
            return _fault("not_json", where, "keys that are texts", f"a key of type {type(key).__name__}")
        size += 2 + (len(key) if isinstance(key, str) else 0) + (len(item) if isinstance(item, str) else 0)
        if size > most:
            return _fault("too_large", "", f"at most {most} characters", "more")
        if isinstance(item, (dict, list, tuple)):
            place = _place(where, key)
            if len(waiting) > max_depth:
                return _fault("too_deep", place, f"at most {max_depth} nested brackets", "more")
            waiting.append((place, _Members(item) if isinstance(item, dict) else iter(enumerate(item))))
        elif item is not None and not isinstance(item, (str, bool, int, float)):
            seen = f"a value of type {type(item).__name__}"
            return _fault("not_json", _place(where, key), "a value that JSON has", seen)
        elif isinstance(item, int) and item.bit_length() > 14_000:
            return _fault("number_overflow", _place(where, key), "an integer of at most 4300 digits", "more digits")
    return None


def _place(where: str, key: object) -> str:
    return below(where, key) if isinstance(key, (str, int)) else where


_END = object()
_WHOLE = object()


class _Members:
    """Iterates over an object's members, and is told apart from a list's by its type."""

    def __init__(self, held: dict[Any, Any]) -> None:
        self.items = iter(list(held.items()))

    def __iter__(self) -> _Members:
        return self

    def __next__(self) -> tuple[Any, Any]:
        return next(self.items)


def _fault(code: str, where: str, expected: str, seen: str) -> Fault:
    return Fault(code=code, start=0, end=0, where=where, expected=expected, seen=seen)
