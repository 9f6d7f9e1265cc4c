"""Parses a model's answer as strict JSON, mending only what can be mended without loss and recording it.

The standard library parses; its hooks raise doubts (a key twice, a number that is none), and a text that it refuses or
doubts goes once through `json_scan`, which says what is wrong and where.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Callable
from typing import Any, cast

from vouched.drafts import Repair
from vouched.record import Record
from vouched.text.json_scan import scan
from vouched.text.wrappings import Fault, Unwrapped, unwrap

__all__ = ["DEEPEST", "Parsed", "is_too_deep", "lone_surrogate", "parse"]

DEEPEST = 400
_MOST_REPAIRS = 100
_TURNS = 8
_BRACKETS = re.compile(r'"[^"\\]*+(?>(?:\\.[^"\\]*+)*)"?+|([\[{])|[\]}]', re.DOTALL)
_BESIDE_BRACKETS = re.compile(r'(?>(?:"[^"\\]*+(?>(?:\\.[^"\\]*+)*)"?+|[^"\[\]{}]++)+)', re.DOTALL)
_LONE = re.compile("[\ud800-\udfff]")
_ESCAPED_SURROGATE = re.compile(r"\\u[dD][89a-fA-F]")
_STARTS = re.compile(r'[{\[]\s*+(?:["{\[\]}0-9-]|true|false|null)')
_NOTHING: Any = object()


class Parsed(Record, frozen=True, kw_only=True):
    """A parsed text: `value` is None when there are `faults`.

    `body` is what was parsed, as long as the part of the text it stands for, which begins at `offset`: places in
    `body` plus `offset` are places in the text.
    """

    value: Any = None
    body: str = ""
    offset: int = 0
    repairs: tuple[Repair, ...] = ()
    faults: tuple[Fault, ...] = ()


def parse(
    text: str, *, max_characters: int = 10_000_000, max_depth: int = 100, unwrapped: Unwrapped | None = None
) -> Parsed:
    """Return the one JSON value that `text` is, or the faults that keep it from being one; raises nothing.

    Mended and recorded: a byte order mark, a leading think block, a code fence around everything, trailing commas.
    Everything else that RFC 8259 does not allow is a fault, and so are a key twice in one object, numbers that no
    float or integer holds, half of a surrogate pair, and more nesting than `max_depth` (at most 400).
    `unwrapped`: where the answer stands in `text`, if `unwrap(text)` was already called. Time is linear.
    """
    if len(text) > max_characters:
        return Parsed(faults=(_too_large(text, max_characters),))
    if fault := lone_surrogate(text):
        return Parsed(faults=(fault,))
    part = unwrapped or unwrap(text)
    body = text[part.start : part.end] if part.end - part.start < len(text) else text
    depth = min(max_depth, DEEPEST)
    value = _decoded(body, depth)
    if value is not _NOTHING and part.fault is None:
        return Parsed(value=value, body=body, offset=part.start, repairs=part.repairs)
    if part.fault is not None:
        return Parsed(body=body, offset=part.start, repairs=part.repairs, faults=(part.fault,))
    return _diagnosed(body, depth, part)


def lone_surrogate(text: str) -> Fault | None:
    """Return the fault of a text with half a surrogate pair, which no encoding can carry, else None."""
    found = None if text.isascii() else _LONE.search(text)
    if found is None:
        return None
    seen = f"U+{ord(found.group()):04X}"
    return Fault(code="lone_surrogate", start=found.start(), end=found.end(), expected="whole characters", seen=seen)


def _too_large(text: str, limit: int) -> Fault:
    return Fault(
        code="too_large", start=0, end=len(text), expected=f"at most {limit} characters", seen=f"{len(text)} characters"
    )


def _diagnosed(body: str, depth: int, part: Unwrapped) -> Parsed:
    if not body:
        fault = Fault(code="empty", start=part.start, end=part.end, expected="a JSON value", seen="nothing")
        return Parsed(offset=part.start, repairs=part.repairs, faults=(fault,))
    found = scan(body, max_depth=depth)
    faults, repairs = found.faults, part.repairs
    if faults:
        faults = _around(body, faults)
    elif found.commas:
        pieces, last = [], 0
        for comma, _ in found.commas:
            pieces.append(body[last:comma])
            last = comma + 1
        mended = " ".join([*pieces, body[last:]])
        value = _decoded(mended, depth)
        repairs += _comma_repairs(found.commas)
        if value is not _NOTHING:
            return Parsed(value=value, body=mended, offset=part.start, repairs=repairs)
    if not faults:
        faults = (Fault(code="not_json", start=0, end=len(body), expected="a JSON value", seen="something else"),)
    moved = tuple(fault.but(start=fault.start + part.start, end=fault.end + part.start) for fault in faults)
    return Parsed(body=body, offset=part.start, repairs=repairs, faults=moved)


def _around(body: str, faults: tuple[Fault, ...]) -> tuple[Fault, ...]:
    """Return the faults of a text that does not begin as JSON does, said so: prose before a value, or prose only."""
    first = faults[0]
    if first.start > 0 or first.code != "not_json" or body[0] in '{["':
        return faults
    code = "text_around_json" if _STARTS.search(body) else "not_json"
    expected = "one JSON value and nothing around it" if code == "text_around_json" else "a JSON object or list"
    return (first.but(code=code, expected=expected, end=len(body)),)


def _comma_repairs(commas: tuple[tuple[int, str], ...]) -> tuple[Repair, ...]:
    told = [Repair("trailing_comma", where=where, before=",") for _, where in commas[:_MOST_REPAIRS]]
    if len(commas) > _MOST_REPAIRS:
        told.append(Repair("trailing_comma", before=f"{len(commas) - _MOST_REPAIRS} more commas"))
    return tuple(told)


class _Doubt(ValueError):
    """The parser met something that JSON parsers commonly let pass."""


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    made = dict(pairs)
    if len(made) != len(pairs):
        raise _Doubt
    return made


def _float(word: str) -> float:
    value = float(word)
    if math.isinf(value) or (value == 0.0 and any(digit in word.lower().split("e")[0] for digit in "123456789")):
        raise _Doubt
    return value


def _constant(word: str) -> float:
    raise _Doubt(word)


_DECODER = json.JSONDecoder(object_pairs_hook=_object, parse_float=_float, parse_constant=_constant)
# `decode` without its search for white space, which stands on neither side of what is parsed here.
_value_at = cast("Callable[[str, int], tuple[Any, int]]", cast("Any", _DECODER).scan_once)


def _decoded(body: str, depth: int) -> Any:
    """Return the value of `body`, or `_NOTHING` where the parser refuses or has a doubt."""
    if is_too_deep(body, depth):
        return _NOTHING
    if "\\u" in body and _ESCAPED_SURROGATE.search(body) and _has_lone_escape(body):
        return _NOTHING
    try:
        value, end = _value_at(body, 0)
        return value if end == len(body) else _DECODER.decode(body)
    except (ValueError, RecursionError, StopIteration):
        return _NOTHING


def is_too_deep(body: str, depth: int) -> bool:
    """Return whether brackets are nested more than `depth` deep in a JSON text."""
    if body.count("[") + body.count("{") <= depth:
        return False
    if _surely_shallow(body, depth):
        return False
    level = 0
    for match in _BRACKETS.finditer(body):
        if match[1]:
            level += 1
            if level > depth:
                return True
        elif body[match.start()] != '"':
            level -= 1
    return False


def _surely_shallow(body: str, depth: int) -> bool:
    """Return whether the brackets of a text cancel out within `depth` levels; a quick look, which may say no."""
    left = _BESIDE_BRACKETS.sub("", body)
    # A turn takes away the innermost list and then the innermost object, so at most two levels.
    for _ in range(min(depth // 2, _TURNS)):
        if not left:
            return True
        less = left.replace("[]", "").replace("{}", "")
        if len(less) == len(left):
            return False
        left = less
    return not left


_PAIRED = re.compile(r"\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}")
_PLAIN_ESCAPE = re.compile(r"\\[^u]", re.DOTALL)


def _has_lone_escape(body: str) -> bool:
    rest = _PAIRED.sub("", _PLAIN_ESCAPE.sub("", body)) if "\\" in body else body
    return _ESCAPED_SURROGATE.search(rest) is not None
