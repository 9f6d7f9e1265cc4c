"""Finds where the values that JSON pointers name stand in a JSON text: one pass, no recursion."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable

from vouched.documents import Span

__all__ = ["below", "bounded_pointer", "escape", "places", "pointer"]

_TOKEN = re.compile(r'"[^"\\]*+(?>(?:\\.[^"\\]*+)*)"|[{}\[\],]|[^\s"{}\[\],:]++', re.DOTALL)
_CUT = "/~"


def escape(part: str) -> str:
    """Return one key as a JSON pointer writes it (RFC 6901)."""
    return part.replace("~", "~0").replace("/", "~1") if "~" in part or "/" in part else part


def pointer(*parts: str | int) -> str:
    """Return the JSON pointer (RFC 6901) of a path of keys and indexes."""
    return "".join(f"/{escape(part) if isinstance(part, str) else part}" for part in parts)


def bounded_pointer(parts: Iterable[str | int]) -> str:
    """Return the JSON pointer of a path, or of the innermost part of it that takes no more than 400 characters."""
    made = ""
    for part in parts:
        if isinstance(part, str) and len(part) > 400:
            break
        longer = made + pointer(part)
        if len(longer) > 400:
            break
        made = longer
    return made


def below(where: str, part: str | int) -> str:
    """Return the pointer of a member of what `where` points at; a path of over 400 characters ends in `/~`.

    No valid pointer holds `/~/`, so that a path that was cut points at nothing rather than at something else.
    """
    if len(where) + (len(part) if isinstance(part, str) else 0) <= 400:
        return where + pointer(part)
    return where if where.endswith(_CUT) else where + _CUT


class _Wanted:
    """A node of the tree of wanted pointers: `name` is the pointer that ends here, if one does."""

    __slots__ = ("below", "name")

    def __init__(self) -> None:
        self.below: dict[str, _Wanted] = {}
        self.name: str | None = None


def _tree(pointers: Iterable[str]) -> _Wanted:
    root = _Wanted()
    for name in pointers:
        if name.endswith(_CUT) or f"{_CUT}/" in name:
            continue
        node = root
        for part in name.split("/")[1:]:
            key = part.replace("~1", "/").replace("~0", "~") if "~" in part else part
            node = node.below.setdefault(key, _Wanted())
        node.name = name
    return root


def places(text: str, pointers: Iterable[str], *, offset: int = 0) -> dict[str, Span]:
    """Return the span of each of `pointers` that is in `text`, a valid JSON text; others are left out.

    A string's span covers its quotation marks, a member's span its value. `offset` is added to every place.
    """
    found: dict[str, Span] = {}
    stack: list[tuple[_Wanted | None, bool, int, _Wanted | None, int]] = []
    # The open container: its wanted node, whether it is an object, the index in it; and the node of the next value.
    node: _Wanted | None = None
    is_object, index = False, 0
    here: _Wanted | None = _tree(pointers)
    key_next = False
    for match in _TOKEN.finditer(text):
        start, end = match.span()
        mark = text[start]
        if mark in "{[":
            stack.append((node, is_object, index, here, start))
            node, is_object, index = here, mark == "{", 0
            key_next = is_object
            here = None if is_object or node is None else node.below.get("0")
        elif mark in "}]":
            if not stack:
                break
            node, is_object, index, whole, begin = stack.pop()
            if whole is not None and whole.name is not None:
                found[whole.name] = Span(offset + begin, offset + end)
            here = None
        elif mark == ",":
            key_next = is_object
            index += 1
            here = None if is_object or node is None else node.below.get(str(index))
        elif key_next:
            key_next = False
            if node is not None:
                token = text[start:end]
                here = node.below.get(token[1:-1] if "\\" not in token else json.loads(token))
        elif here is not None and here.name is not None:
            found[here.name] = Span(offset + start, offset + end)
    return found
