"""Edits a draft's value at JSON pointers, and composes free text from its pieces. The draft's own value is copied."""

from __future__ import annotations

import copy
import re
from bisect import bisect_left
from collections.abc import Iterable, Sequence
from typing import Any

from vouched.documents import Span
from vouched.text.addresses import find_urls

__all__ = ["composed", "copied", "link_lines", "replaced", "without"]

_LINE_MARK = re.compile(r"[ \t\u3000>]*(?:[-*+•・]|#{1,6}|[(（]?[0-9０-９a-z]{1,3}[.)）、．]|[①-⑳])?[ \t\u3000]*")


def copied(value: Any, depth: int = 100) -> Any:
    """Return a copy of a value that shares no list and no object with it; `depth` is how deep its quick part goes."""
    kind = type(value)
    if kind is str or kind is int or kind is float or kind is bool or value is None:
        return value
    if depth and kind is dict:
        return {key: copied(held, depth - 1) for key, held in value.items()}
    if depth and kind is list:
        return [copied(held, depth - 1) for held in value]
    return copy.deepcopy(value)


def replaced(value: Any, changes: Iterable[tuple[str, str, str]]) -> Any:
    """Return a copy of `value` with each (pointer, old, new) replaced: `old` is the text there, or a part of it.

    A pointer that leads nowhere, or to something else than a text that holds `old`, changes nothing.
    """
    made = copied(value)
    for pointer, old, new in changes:
        parent, key = _parent(made, pointer)
        if parent is not None and isinstance(parent[key], str):
            parent[key] = parent[key].replace(old, new, 1)
    return made


def without(value: Any, pointers: Iterable[str]) -> Any:
    """Return a copy of `value` without what the pointers name; None when one of them names the whole of it."""
    made = copied(value)
    # Later places first, so that removing one leaves the pointers before it true.
    for pointer in sorted(set(pointers), key=_order, reverse=True):
        if pointer == "":
            return None
        parent, key = _parent(made, pointer)
        if parent is not None:
            del parent[key]
    return made


def _parts(pointer: str) -> list[str]:
    return [part.replace("~1", "/").replace("~0", "~") for part in pointer.split("/")[1:]]


def _index(part: str) -> int | None:
    return int(part) if part.isascii() and part.isdigit() and len(part) < 10 else None


def _order(pointer: str) -> list[tuple[int, str]]:
    return [(-1, part) if (index := _index(part)) is None else (index, "") for part in _parts(pointer)]


def _parent(value: Any, pointer: str) -> tuple[Any, Any]:
    """Return the container that a pointer's last part is in and its key there, or (None, None)."""
    *path, last = _parts(pointer) or [""]
    for part in path:
        key = _key(value, part)
        if key is None:
            return None, None
        value = value[key]
    key = _key(value, last)
    return (None, None) if key is None else (value, key)


def _key(value: Any, part: str) -> Any:
    """Return what `part` is in a container: its key in an object, its index in a list; None when it is not there."""
    if isinstance(value, dict):
        return part if part in value else None
    index = _index(part) if isinstance(value, list) else None
    return index if index is not None and index < len(value) else None


def composed(raw: str, body: Span, *, changes: Sequence[tuple[Span, str]] = (), cuts: Sequence[Span] = ()) -> str:
    """Return `raw[body]` with the spans of `changes` replaced and the spans of `cuts` left out.

    White space around a cut closes up to what stood before it, and a line goes whole when only its list or heading
    mark is left. Overlapping changes: the first one counts.
    """
    cuts = [_with_line_mark(raw, body, span) for span in cuts]
    edits = [*((span, text, False) for span, text in changes), *((span, "", True) for span in cuts)]
    edits.sort(key=_place)
    pieces: list[str] = []
    position = body.start
    for span, text, is_cut in edits:
        if span.start < position or span.end > body.end:
            continue
        pieces.append(raw[position : span.start])
        pieces.append(text)
        position = span.end
        if is_cut:
            while position < body.end and raw[position] in " \t\u3000":
                position += 1
    pieces.append(raw[position : body.end])
    made = "".join(pieces)
    return made.strip() if cuts else made


def link_lines(raw: str, body: Span, urls: frozenset[str], spans: Sequence[Span]) -> list[Span]:
    """Return the lines of `raw[body]` that hold one of the URLs outside all `spans`; of one that a span is in, the URL.

    `spans` are in order and disjoint.
    """
    found: list[Span] = []
    starts = [span.start for span in spans]
    for begin, stop in find_urls(raw, body.start, body.end):
        if raw[begin:stop] not in urls or _meets(starts, spans, begin, stop):
            continue
        start = max(raw.rfind("\n", body.start, begin) + 1, body.start)
        end = raw.find("\n", stop, body.end)
        end = body.end if end < 0 else end + 1
        found.append(Span(begin, stop) if _meets(starts, spans, start, end) else Span(start, end))
    return found


def _meets(starts: Sequence[int], spans: Sequence[Span], start: int, end: int) -> bool:
    """Whether one of the spans, which begin at `starts`, has a character in `[start, end)`."""
    last = bisect_left(starts, end) - 1
    return last >= 0 and spans[last].end > start


def _with_line_mark(raw: str, body: Span, span: Span) -> Span:
    """Return the span with its line's mark and line break, where it is all else that the line holds."""
    start = max(raw.rfind("\n", body.start, span.start) + 1, body.start)
    end = raw.find("\n", span.end, body.end)
    end = body.end if end < 0 else end + 1
    is_alone = _LINE_MARK.fullmatch(raw, start, span.start) and not raw[span.end : end].strip()
    return Span(start, end) if is_alone else span


def _place(edit: tuple[Span, str, bool]) -> tuple[int, bool, int]:
    span, _, is_cut = edit
    return span.start, not is_cut, span.end
