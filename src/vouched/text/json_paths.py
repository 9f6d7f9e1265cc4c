"""Picks the places of a value that a pointer with wildcards names: `/lines/*/amount` is the amount of every line."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from vouched.errors import UsageError
from vouched.text.json_places import below

__all__ = ["Missing", "places_at", "refuse_no_path"]

_MOST = 100_000


class Missing:
    """What stands at a place that is not there: there is only one, `places_at` gives it where asked to."""


_MISSING = Missing()


def refuse_no_path(path: object, name: str) -> None:
    """Raise UsageError unless `path` is a JSON pointer, in which `*` stands for any one part."""
    if not isinstance(path, str) or (path != "" and not path.startswith("/")):
        raise UsageError(f"{name}: expected a JSON pointer such as /lines/*/amount, saw {path!r:.60}")


def places_at(value: Any, path: str, *, where: str = "", missing: bool = False) -> list[tuple[str, Any]]:
    """Return what stands at a path, each with its JSON pointer led by `where`, in the value's order.

    With `missing`, a member that an object lacks is told as well, its value a `Missing`; what a `*` would stand for is
    never missing. At most 100,000 places.
    """
    found: list[tuple[str, Any]] = [(where, value)]
    for part in path.split("/")[1:]:
        name = part.replace("~1", "/").replace("~0", "~")
        deeper: list[tuple[str, Any]] = []
        for place, held in found:
            deeper += _members(place, held, part, name, missing=missing)
            if len(deeper) > _MOST:
                break
        found = deeper[:_MOST]
    return found


def _members(place: str, held: Any, part: str, name: str, *, missing: bool) -> list[tuple[str, Any]]:
    if isinstance(held, Mapping):
        if part == "*":
            return [(below(place, key), each) for key, each in held.items()]
        if name in held:
            return [(below(place, name), held[name])]
        return [(below(place, name), _MISSING)] if missing else []
    if isinstance(held, list):
        if part == "*":
            return [(f"{place}/{number}", each) for number, each in enumerate(held)]
        if name.isascii() and name.isdigit() and len(name) < 10 and int(name) < len(held):
            return [(f"{place}/{int(name)}", held[int(name)])]
    return [(below(place, name), _MISSING)] if missing and part != "*" else []
