"""Reads the tables of a text as cells with the heads of rows and columns: Markdown, HTML, CSV, TSV, aligned text."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from vouched.documents import Span
from vouched.text.cell_lines import Grid, line_tables
from vouched.text.html_cells import html_tables

__all__ = ["Cell", "Table", "parted", "tables"]

# What lies beyond these is not read: a table of more cells than that is data, and no one cites it by its heads.
_MOST_CELLS = 200_000
_MOST_HEADS = 3
_LONGEST_HEAD = 200
_NUMERIC = re.compile(r"[\d０-９]")
_OF_VALUES = re.compile(r"^[^,\n]{1,80},[^ ,\n]{1,80}(?:,[^ ,\n]{0,80}){0,50}$", re.MULTILINE)
_WORD = re.compile(r"[^\W\d_]")
_YEARS = re.compile(
    r"[^\w]*(?:(?:FY|CY|Q[1-4]|[1-4]Q|H[12])?\s?'?(?:1[89]|20)\d\d(?:\s?(?:Q[1-4]|H[12]))?|(?:平成|令和|昭和|民[国國])?\d{1,4}年?度?)[^\w]*\Z"
)

_Line = tuple[Span | None, ...]


class Cell(NamedTuple):
    """One cell: its place in the text, and what heads it; `column` has the rows of a head of several joined."""

    span: Span
    text: str
    row: str
    column: str


class Table(NamedTuple):
    """One table: its place, what stands above it on its own line, its rows of cells below the heads.

    `lines` are the places of all cells, those of the heads too.
    """

    span: Span
    caption: str
    rows: tuple[tuple[Cell, ...], ...]
    lines: tuple[tuple[Span, ...], ...] = ()


def tables(text: str) -> tuple[Table, ...]:
    """Return the tables of a text in order of place; linear in the text, at most 200,000 cells in all."""
    left = _MOST_CELLS
    found: list[Table] = []
    begun = -1
    grids = [*html_tables(text), *line_tables(text)]
    for grid in sorted(grids, key=lambda each: (each.span.start, -each.span.end)):
        left -= sum(len(line) for line in grid.lines)
        if left < 0:
            break
        if grid.span.start >= begun and (table := _table(text, grid, max(begun, 0))) is not None:
            found.append(table)
            begun = grid.span.end
    return tuple(found)


def parted(text: str) -> str:
    """Return a text with tabs for the commas that part cells of values, so that no two make one number."""
    if _OF_VALUES.search(text) is None:
        return text
    found, end = [], 0
    for table in tables(text):
        for row in table.lines:
            for one, other in pairwise(row):
                if text[one.end : other.start].strip(' "') == ",":
                    found += [text[end : one.end], text[one.end : other.start].replace(",", "\t")]
                    end = other.start
    return "".join([*found, text[end:]])


def _table(text: str, grid: Grid, begun: int) -> Table | None:
    lines = grid.lines
    heads = _count_of_heads(text, lines) if grid.heads is None else max(grid.heads, 0)
    columns = _columns(text, lines[:heads])
    rows = []
    for line in lines[heads:]:
        row = _head_of_row(text, line)
        rows.append(
            tuple(
                Cell(each, each.of(text), row, columns[number] if number < len(columns) else "")
                for number, each in enumerate(line)
                if each is not None and each.end > each.start
            )
        )
    if not rows:
        return None
    caption = _caption(text[max(begun, grid.span.start - 400) : grid.span.start])
    return Table(grid.span, caption, tuple(rows), tuple(tuple(each for each in line if each) for line in lines))


def _count_of_heads(text: str, lines: Sequence[_Line]) -> int:
    """Return how many of the first rows are heads: those before the first row with numbers beside a name."""
    for number, line in enumerate(lines[: _MOST_HEADS + 1]):
        told = [each.of(text) for each in line[1:] if each is not None and each.end > each.start]
        numbers = [cell for cell in told if _NUMERIC.search(cell)]
        if numbers and not all(_YEARS.match(cell) or _heads(cell) for cell in numbers):
            return max(1, number) if number or not _is_all_numbers(text, line) else 0
    return 1


def _heads(cell: str) -> bool:
    """Whether a cell with digits is a head: mostly words ("Year ended June 30, 2019", "2019 (in millions)")."""
    return len(_WORD.findall(cell)) > 2 * len(_NUMERIC.findall(cell)) or bool(
        re.search(r"\b(?:19|20)\d\d\b", cell) and _WORD.search(cell)
    )


def _is_all_numbers(text: str, line: _Line) -> bool:
    told = [each.of(text) for each in line if each is not None and each.end > each.start]
    return all(_NUMERIC.search(cell) for cell in told)


def _columns(text: str, heads: Sequence[_Line]) -> list[str]:
    """Return what heads each column: the cells of the head's rows above it, an empty one under what spans it."""
    width = max((len(line) for line in heads), default=0)
    parts: list[list[str]] = [[] for _ in range(width)]
    for depth, line in enumerate(heads):
        spanning = ""
        for number in range(width):
            each = line[number] if number < len(line) else None
            said = "" if each is None else " ".join(each.of(text).split())
            if said:
                spanning = said
            elif depth + 1 == len(heads) or number == 0:
                spanning = ""
            if spanning and spanning not in parts[number]:
                parts[number].append(spanning[:_LONGEST_HEAD])
    return [" ".join(each) for each in parts]


def _head_of_row(text: str, line: _Line) -> str:
    for each in line:
        if each is not None and (said := " ".join(each.of(text)[:_LONGEST_HEAD].split())):
            return said
    return ""


def _caption(above: str) -> str:
    """Return the last two lines of what stands close above a table, which say what it is and in which unit."""
    said = above.rstrip()
    if above.count("\n", len(said)) > 2:
        return ""
    return "\n".join(said.splitlines()[-2:])[-_LONGEST_HEAD:].strip()
