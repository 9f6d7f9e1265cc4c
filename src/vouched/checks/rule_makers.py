"""Makes rules for the check of consistency: order, range, sum and reference of an item's fields."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, datetime
from decimal import Decimal, InvalidOperation
from itertools import pairwise
from typing import Any, TypeAlias

from vouched.errors import UsageError
from vouched.text.clip import clip_value
from vouched.text.json_paths import Missing, places_at, refuse_no_path

__all__ = ["Rule", "in_order", "in_range", "refers_to", "sums_to"]

Rule: TypeAlias = Callable[[Any], Any]


def in_order(*paths: str, optional: bool = False) -> Rule:
    """Return a rule that the dates, times or numbers at the paths do not decrease.

    What is missing or null breaks the rule; with `optional` it is left out.
    Dates and times are ISO 8601 texts; a time without an offset is compared with such only.
    """
    _refuse_paths("in_order", paths, at_least=2)

    def rule(item: Any) -> str | None:
        held = [(where, each) for path in paths for where, each in _held(item, path, optional=optional)]
        for where, each in held:
            if isinstance(each, Missing):
                return _missing(where)
        for (before, first), (after, second) in pairwise(held):
            one, other = _ordered(first), _ordered(second)
            if one is None or other is None:
                where, wrong = (before, first) if one is None else (after, second)
                return f"{where}: expected a date or a number, saw {clip_value(wrong, 40)}"
            try:
                if one > other:
                    return f"{before} is {clip_value(first, 40)}, after {after}, which is {clip_value(second, 40)}"
            except TypeError:
                return f"{before} and {after} cannot be compared: {clip_value(first, 40)}, {clip_value(second, 40)}"
        return None

    return _named(rule, f"in_order({', '.join(paths)})")


def in_range(path: str, *, least: Any = None, most: Any = None, optional: bool = False) -> Rule:
    """Return a rule that every number at the path is at least `least` and at most `most`; None is no bound.

    A number that is missing or null breaks the rule; with `optional` it is left out.
    """
    _refuse_paths("in_range", (path,))
    low, high = (None if bound is None else _bound("in_range", bound) for bound in (least, most))

    def rule(item: Any) -> str | None:
        for where, held in _held(item, path, optional=optional):
            number = _number(held)
            if number is None:
                return _no_number(where, held)
            if (low is not None and number < low) or (high is not None and number > high):
                return f"{where}: expected {_range(least, most)}, saw {clip_value(held, 40)}"
        return None

    return _named(rule, f"in_range({path})")


def sums_to(parts: str, total: str, *, tolerance: Any = 0, optional: bool = False) -> Rule:
    """Return a rule that the numbers at `parts` add up to the number at `total`, exactly or within `tolerance`.

    Numbers are added as decimals, as they are written. A part or total that is missing or null breaks the rule; with
    `optional` such parts count nothing, and without a total nothing is said.
    """
    _refuse_paths("sums_to", (parts, total))
    slack = _bound("sums_to", tolerance)

    def rule(item: Any) -> str | None:
        added = Decimal(0)
        for where, held in _held(item, parts, optional=optional):
            number = _number(held)
            if number is None:
                return _no_number(where, held)
            added += number
        for where, held in _held(item, total, optional=optional):
            if isinstance(held, Missing):
                return _missing(where)
            whole = _number(held)
            if whole is None or abs(whole - added) > slack:
                return f"{where}: expected {added}, the sum of {parts}, saw {clip_value(held, 40)}"
        return None

    return _named(rule, f"sums_to({parts}, {total})")


def refers_to(path: str, to: str, *, optional: bool = False) -> Rule:
    """Return a rule that every value at `path` is one of those at `to`.

    A value that is missing or null breaks the rule; with `optional` it is left out.
    """
    _refuse_paths("refers_to", (path, to))

    def rule(item: Any) -> str | None:
        known = [held for _, held in places_at(item, to)]
        for where, held in _held(item, path, optional=optional):
            if isinstance(held, Missing):
                return _missing(where)
            if held not in known:
                return f"{where}: expected one of {to}, saw {clip_value(held, 40)}"
        return None

    return _named(rule, f"refers_to({path}, {to})")


def _held(item: Any, path: str, *, optional: bool) -> list[tuple[str, Any]]:
    """Return what stands at a path; what does not, or is null, is left out where it is optional and told otherwise."""
    found = places_at(item, path, missing=True)
    return [(where, held) for where, held in found if not optional or not (held is None or isinstance(held, Missing))]


def _missing(where: str) -> str:
    return f"{where}: expected a value, saw none"


def _no_number(where: str, held: Any) -> str:
    return _missing(where) if isinstance(held, Missing) else f"{where}: expected a number, saw {clip_value(held, 40)}"


def _named(rule: Rule, name: str) -> Rule:
    rule.__name__ = name
    return rule


def _refuse_paths(name: str, paths: tuple[str, ...], *, at_least: int = 1) -> None:
    if len(paths) < at_least:
        raise UsageError(f"{name}: expected at least {at_least} JSON pointers, saw {len(paths)}")
    for path in paths:
        refuse_no_path(path, name)


def _bound(name: str, bound: Any) -> Decimal:
    number = _number(bound)
    if number is None:
        raise UsageError(f"{name}: expected a number, saw {bound!r:.40}")
    return number


def _number(held: Any) -> Decimal | None:
    if isinstance(held, bool) or not isinstance(held, (int, float, str, Decimal)):
        return None
    try:
        number = Decimal(str(held)) if not isinstance(held, str) else Decimal(held.strip())
    except InvalidOperation:
        return None
    return number if number.is_finite() else None


def _ordered(held: Any) -> Any:
    if isinstance(held, str):
        for read in (date.fromisoformat, datetime.fromisoformat):
            try:
                return read(held.strip())
            except ValueError:
                continue
    return _number(held)


def _range(least: Any, most: Any) -> str:
    if least is None or most is None:
        return f"at most {most}" if least is None else f"at least {least}"
    return f"{least} to {most}"
