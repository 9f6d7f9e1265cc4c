"""Finds where the values that JSON pointers name stand in a JSON text: one pass, no recursion."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable
from typing import cast

from vouched.documents import Span

__all__ = ["below", "bounded_pointer", "escape", "places", "pointer"]

# The standard library's parser skips what is not wanted, and says where it ends.
_DECODER = json.JSONDecoder(strict=False)
# Each matches everywhere, if nothing: what stands before a list's item, and before an object's value with its key.
_comma = cast("Callable[[str, int], re.Match[str]]", re.compile(r"[ \t\n\r]*,?[ \t\n\r]*").match)
_key = cast(
    "Callable[[str, int], re.Match[str]]",
    re.compile(r'[\s,]*(?:"([^"\\]*(?:\\.[^"\\]*)*)"\s*:\s*)?', re.DOTALL).match,
)
_CUT = "/~"


def escape(part: str) -> str:
    """Return one key as a JSON pointer writes it (RFC 6901)."""
    return part.replace("~", "~0").replace("/", "~1") if "~" in part or "/" in part else part


def pointer(*parts: str | int) -> str:
    """Return the JSON pointer (RFC 6901) of a path of keys and indexes."""
    return "".join([f"/{escape(part) if isinstance(part, str) else part}" for part in parts])


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
        return f"{where}/{escape(part) if isinstance(part, str) else part}"
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
        if _CUT in name and (name.endswith(_CUT) or f"{_CUT}/" in name):
            continue
        node = root
        for part in name.split("/")[1:]:
            key = part.replace("~1", "/").replace("~0", "~") if "~" in part else part
            known = node.below.get(key)
            if known is None:
                known = node.below[key] = _Wanted()
            node = known
        node.name = name
    return root


def places(text: str, pointers: Iterable[str], *, offset: int = 0) -> dict[str, Span]:
    """Return the span of each of `pointers` that is in `text`, a valid JSON text; others are left out.

    A string's span covers its quotation marks, a member's span its value. `offset` is added to every place.
    """
    found: dict[str, Span] = {}
    pointers = set(pointers)
    most = len(pointers)
    node, at = _tree(pointers), _comma(text, 0).end()
    if not node.below or text[at] not in "{[":
        if node.name is not None:
            found[node.name] = Span(offset + at, offset + _DECODER.raw_decode(text, at)[1])
        return found
    # The containers that are open: their nodes, where they begin, and the index in each list, -1 in an object.
    stack: list[tuple[_Wanted, int, int]] = []
    begin, at, index = at, at + 1, 0 if text[at] == "[" else -1
    while True:
        # What comes next: the end of the container, or a member of it, whose value begins at `at`.
        step = _key(text, at) if index < 0 else _comma(text, at)
        at = step.end()
        key = step[1] if index < 0 else ""
        if key is None or (text[at] == "]" and index >= 0):
            at += 1
            if node.name is not None:
                found[node.name] = Span(offset + begin, offset + at)
            if not stack or len(found) == most:
                return found
            node, begin, index = stack.pop()
            continue
        if index < 0:
            here = node.below.get(key if "\\" not in key else json.loads(f'"{key}"', strict=False))
        else:
            here = node.below.get(str(index))
            index += 1
        if here is not None and here.below and text[at] in "{[":
            stack.append((node, begin, index))
            node, begin, index = here, at, 0 if text[at] == "[" else -1
            at += 1
            continue
        end = _DECODER.raw_decode(text, at)[1]
        if here is not None and here.name is not None:
            found[here.name] = Span(offset + at, offset + end)
        at = end
