"""Finds the tables of HTML as grids of cells, with what spans several rows or columns spread over them."""

from __future__ import annotations

import re
from collections.abc import Iterator

from vouched.documents import Span
from vouched.text.cell_lines import Grid

__all__ = ["html_tables"]

_TAG = re.compile(r"<(?P<end>/?)(?P<name>table|tr|td|th|thead|tbody)\b(?P<more>[^<>]{0,400})>", re.IGNORECASE)
_SPAN = re.compile(r"\b(?P<of>col|row)span\s*=\s*[\"']?(?P<count>\d{1,3})", re.IGNORECASE)
_OUTER = re.compile(r"(?:\s|&nbsp;|<[^<>]{1,200}>)+")
_INNER_END = re.compile(r"(?:\s|&nbsp;|<[^<>]{1,200}>)\Z")
_MOST_COLUMNS = 500


def html_tables(text: str) -> Iterator[Grid]:
    """Yield the tables of a text that are written as HTML, of nested ones the inner; linear in the text."""
    if "<" not in text:
        return
    reading: _Reading | None = None
    for tag in _TAG.finditer(text):
        name, is_end = tag["name"].lower(), bool(tag["end"])
        if name == "table":
            if is_end and reading is not None and (grid := reading.grid(tag.end())) is not None:
                yield grid
            reading = None if is_end else _Reading(text, tag.start())
        elif reading is not None:
            reading.take(name, tag, is_end=is_end)


class _Reading:
    """One table as far as it is read."""

    def __init__(self, text: str, start: int) -> None:
        self.text, self.start = text, start
        self.rows: list[list[Span | None]] = []
        self.held: dict[int, int] = {}
        self.opened: tuple[int, str] | None = None
        self.heads = 0
        self.is_head = True

    def take(self, name: str, tag: re.Match[str], *, is_end: bool) -> None:
        """Read one tag of the table."""
        if self.opened is not None:
            self._close(tag.start())
        if name == "tr" and not is_end:
            self.rows.append([])
        elif name in ("td", "th") and not is_end:
            self.is_head = self.is_head and (name == "th" or self.heads > 0)
            self.opened = (tag.end(), tag["more"])
            if name == "th" and self.rows and not self.rows[-1] and self.heads == len(self.rows) - 1:
                self.heads = len(self.rows)
            elif name == "td" and self.rows and self.heads == len(self.rows) and self.rows[-1]:
                # A row that begins with a head and goes on without is no head.
                self.heads -= 1

    def _close(self, end: int) -> None:
        start, more = self.opened or (end, "")
        self.opened = None
        if not self.rows:
            self.rows.append([])
        row = self.rows[-1]
        while self.held.get(len(row), 0) >= len(self.rows) and len(row) < _MOST_COLUMNS:
            row.append(None)
        spans = {match["of"].lower(): int(match["count"]) for match in _SPAN.finditer(more)}
        if len(row) >= _MOST_COLUMNS:
            return
        first = len(row)
        row.append(self._bare(start, end))
        row += [None] * min(spans.get("col", 1) - 1, _MOST_COLUMNS - len(row))
        for number in range(first, len(row)):
            self.held[number] = len(self.rows) + spans.get("row", 1) - 1

    def _bare(self, start: int, end: int) -> Span:
        """Return a place without the tags and spaces around what stands in it."""
        if (outer := _OUTER.match(self.text, start, end)) is not None:
            start = outer.end()
        while start < end and (inner := _INNER_END.search(self.text, max(start, end - 202), end)) is not None:
            end = inner.start()
        return Span(start, max(start, end))

    def grid(self, end: int) -> Grid | None:
        """Return what was read, None where it is no table: of one row, or of one column."""
        if self.opened is not None:
            self._close(end)
        rows = tuple(tuple(row) for row in self.rows if row)
        if len(rows) < 2 or max(map(len, rows)) < 2:
            return None
        return Grid(Span(self.start, end), rows, self.heads if 0 < self.heads < len(rows) else None)
