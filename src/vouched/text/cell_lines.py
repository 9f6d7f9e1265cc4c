"""Finds the tables that are written line by line: Markdown, CSV, TSV, and columns parted by runs of spaces."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from vouched.documents import Span

__all__ = ["Grid", "line_tables"]

_LONGEST_LINE = 20_000
_MOST_COLUMNS = 500
_LINE = re.compile(r"[^\r\n]+")
_RULE = re.compile(r"[-:| \t+=]+\Z")
_GAP = re.compile(r"[ \u00a0]{2,}|\u3000+")
_QUOTED = re.compile(r'"[^"]*"')
_LETTER = re.compile(r"[^\W\d_]")
_YEAR = re.compile(r"(?:19|20)\d\d\Z")
_DIGIT = re.compile(r"[0-9０-９]")


class Grid(NamedTuple):
    """The rows of one table as places of cells, None where a cell that spans several columns or rows covers the place.

    `heads` is how many of the rows are its head, None where the writing does not say so.
    """

    span: Span
    lines: tuple[tuple[Span | None, ...], ...]
    heads: int | None = None


_Split = Callable[[str, int], list[Span]]


def line_tables(text: str) -> Iterator[Grid]:
    """Yield the tables of a text that are written line by line, in order of place; linear in the text."""
    kept: list[tuple[Span, list[Span]]] = []
    ruled: int | None = None
    before = ""
    end = 0
    for match in _LINE.finditer(text):
        line, start = match[0], match.start()
        way = _way_of(line)
        parted = _WAYS[way](line, start) if way else []
        follows = way == before and text.count("\n", end, start) <= 1 and _fits(way, kept, parted)
        if kept and not follows:
            if (grid := _grid(text, before, kept, ruled)) is not None:
                yield grid
            kept, ruled = [], None
        if way == "|" and kept and _RULE.match(line):
            ruled = len(kept) if ruled is None else ruled
        elif way:
            kept.append((Span(start, match.end()), parted))
        before, end = way, match.end()
    if kept and (grid := _grid(text, before, kept, ruled)) is not None:
        yield grid


def _way_of(line: str) -> str:
    """Return what parts the cells of a line, "" where it is none of a table."""
    if len(line) > _LONGEST_LINE:
        return ""
    if "|" in line:
        return "|"
    if "\t" in line.strip():
        return "\t"
    if _GAP.search(line.strip()) is not None:
        return " "
    for mark in (",", ";"):
        # Prose has a space behind its commas; lists of values have none, but in quotes.
        if mark in line and f"{mark} " not in (_QUOTED.sub("", line) if '"' in line else line):
            return mark
    return ""


def _fits(way: str, kept: Sequence[tuple[Span, list[Span]]], parted: list[Span]) -> bool:
    if way == "|" or not kept:
        return True
    return abs(len(kept[-1][1]) - len(parted)) <= (1 if way == " " else 0)


def _grid(text: str, way: str, kept: list[tuple[Span, list[Span]]], ruled: int | None) -> Grid | None:
    """Return the table that lines of one way make, None where they make none."""
    rows = [list(parted) for _, parted in kept]
    if len(rows) < 2 or max(len(row) for row in rows) < 2:
        return None
    if way in (",", ";") and not _is_of_values(text, rows):
        return None
    if way == " ":
        if len(rows) < 3 or not _is_of_numbers(text, rows):
            return None
        width = max(len(row) for row in rows)
        # A head lacks the name of the first column.
        rows = [[Span(row[0].start, row[0].start), *row] if len(row) < width else row for row in rows]
    return Grid(Span(kept[0][0].start, kept[-1][0].end), tuple(tuple(row) for row in rows), ruled)


def _is_of_values(text: str, rows: list[list[Span]]) -> bool:
    """Whether rows are of a file of values: the first only names and years, and numbers below."""
    heads = [each.of(text) for each in rows[0]]
    if not all((_LETTER.search(head) or _YEAR.match(head)) and len(head) <= 80 for head in heads):
        return False
    if not _LETTER.search("".join(heads)):
        return False
    return any(_DIGIT.search(each.of(text)) for row in rows[1:] for each in row)


def _is_of_numbers(text: str, rows: list[list[Span]]) -> bool:
    """Whether most rows have a name and then numbers."""
    fit = 0
    for row in rows:
        told = [each.of(text) for each in row[1:]]
        fit += bool(told) and all(_DIGIT.search(cell) and len(cell) <= 24 for cell in told)
    return 2 * fit > len(rows)


def _piped(line: str, start: int) -> list[Span]:
    begin, end = 0, len(line)
    while begin < end and line[begin] in " \t":
        begin += 1
    while end > begin and line[end - 1] in " \t":
        end -= 1
    # A bar at both ends is the frame; at one end alone it parts an empty cell.
    if end - begin >= 2 and line[begin] == "|" == line[end - 1]:
        begin, end = begin + 1, end - 1
    return _cut(line, start, begin, end, "|")


def _marked(mark: str) -> _Split:
    def split(line: str, start: int) -> list[Span]:
        return _cut(line, start, 0, len(line), mark)

    return split


def _cut(line: str, start: int, begin: int, end: int, mark: str) -> list[Span]:
    found: list[Span] = []
    held = [match.span() for match in _QUOTED.finditer(line, begin, end)] if mark != "|" and '"' in line else []
    at = place = begin
    while len(found) < _MOST_COLUMNS:
        cut = line.find(mark, place, end)
        while held and held[0][1] <= cut:
            held.pop(0)
        if held and held[0][0] < cut < held[0][1]:
            place = held[0][1]
            continue
        if mark == "|" and cut > 0 and line[cut - 1] == "\\":
            place = cut + 1
            continue
        found.append(_stripped(line, start, at, end if cut < 0 else cut))
        if cut < 0:
            break
        at = place = cut + 1
    return found


def _stripped(line: str, start: int, begin: int, end: int) -> Span:
    while begin < end and (line[begin].isspace() or line[begin] == '"'):
        begin += 1
    while end > begin and (line[end - 1].isspace() or line[end - 1] == '"'):
        end -= 1
    return Span(start + begin, start + end)


def _spaced(line: str, start: int) -> list[Span]:
    begin, found = len(line) - len(line.lstrip()), []
    for gap in _GAP.finditer(line.rstrip(), begin):
        found.append(_stripped(line, start, begin, gap.start()))
        begin = gap.end()
        if len(found) >= _MOST_COLUMNS:
            return found
    return [*found, _stripped(line, start, begin, len(line))]


_WAYS: dict[str, _Split] = {"|": _piped, "\t": _marked("\t"), ",": _marked(","), ";": _marked(";"), " ": _spaced}
