"""What every word of vouched is made of: a frozen record that JSON carries without loss.

This is the one file that imports msgspec; docs/decisions.md says why the words are its structs.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Self, TypeVar

import msgspec

__all__ = ["Record", "Table", "force_field", "from_builtins", "from_json", "made_by", "to_builtins", "to_json"]

T = TypeVar("T")


class Record(msgspec.Struct, frozen=True):
    """A value: immutable, compared by its fields, hashable when its fields are."""

    def but(self, **changes: Any) -> Self:
        """Return a copy with the named fields changed."""
        return msgspec.structs.replace(self, **changes)


class Table(dict[Any, Any]):
    """A dict that cannot be changed, for a field of a frozen record; JSON carries it as an object."""

    def _refuse(self, *_: Any, **__: Any) -> Any:
        raise TypeError("expected no change, this table belongs to a frozen record")

    __setitem__ = __delitem__ = __ior__ = update = setdefault = pop = popitem = clear = _refuse

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, _memo: Any) -> Self:
        return self

    def __reduce__(self) -> Any:
        return type(self), (dict(self),)


def force_field(record: Record, name: str, value: Any) -> None:
    """Set a field of a frozen record, inside its `__post_init__` only."""
    msgspec.structs.force_setattr(record, name, value)


def made_by(factory: Callable[[], Any]) -> Any:
    """Return a field's default that `factory` makes anew for each record."""
    return msgspec.field(default_factory=factory)


def to_json(value: object, *, indent: int = 0) -> str:
    """Return `value` as JSON text; records become objects, tuples arrays.

    `indent` is the number of spaces a level is indented by; 0 writes one line.
    """
    encoded = msgspec.json.encode(value)
    return (msgspec.json.format(encoded, indent=indent) if indent else encoded).decode()


def from_json(text: str | bytes, *, kind: type[T]) -> T:
    """Return the `kind` that `text` encodes, every field's type checked.

    Raises ValueError, naming the field's path, when it does not fit.
    """
    return msgspec.json.decode(text, type=kind)


def to_builtins(value: object) -> Any:
    """Return `value` with every record in it turned into a dict; lists, tuples and plain values stay what they are."""
    return msgspec.to_builtins(value)


def from_builtins(value: object, *, kind: type[T]) -> T:
    """Return the `kind` that dicts, lists and plain values make up; raises ValueError where they do not fit."""
    return msgspec.convert(value, type=kind)
