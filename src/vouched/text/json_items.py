"""One rule for what the items of a parsed answer are: members of a list, those under `extractions`, or the value."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from vouched.text.json_places import below

__all__ = ["is_listed", "items_of", "scalars_of", "texts_of"]

_LISTING = ("extractions", "claims", "items")


def items_of(value: Any) -> list[tuple[str, Any]]:
    """Return the items of a value, each with its JSON pointer.

    A list's are its members; those of an object whose one list stands under `extractions`, `claims` or `items` are its
    members; any other value is its own item.
    """
    where = ""
    if isinstance(value, Mapping):
        listed = [key for key in _LISTING if isinstance(value.get(key), list)]
        if len(listed) != 1:
            return [("", value)]
        where, value = below("", listed[0]), value[listed[0]]
    if isinstance(value, list):
        return [(f"{where}/{number}", item) for number, item in enumerate(value)]
    return [("", value)]


def is_listed(value: Any) -> bool:
    """Whether a value's items are members of a list, and not the value itself."""
    return items_of(value) != [("", value)]


def scalars_of(value: Any, where: str = "") -> Iterator[tuple[str, Any]]:
    """Yield what is no list and no object in a value, in order, each with its JSON pointer; empty ones too."""
    waiting = [(where, value)]
    while waiting:
        place, held = waiting.pop()
        if isinstance(held, Mapping) and held:
            waiting += [(below(place, key), each) for key, each in reversed(list(held.items()))]
        elif isinstance(held, list) and held:
            waiting += [(f"{place}/{number}", each) for number, each in reversed(list(enumerate(held)))]
        else:
            yield place, held


def texts_of(value: Any) -> Iterator[str]:
    """Yield every text in a value, the keys of its objects too."""
    waiting = [value]
    while waiting:
        held = waiting.pop()
        if isinstance(held, str):
            yield held
        elif isinstance(held, Mapping):
            yield from held
            waiting.extend(held.values())
        elif isinstance(held, list):
            waiting.extend(held)
