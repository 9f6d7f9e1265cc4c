"""Says whether a sentence speaks of another row or column of a table than the one in which its figure stands."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple, cast

from vouched.documents import Document, Span
from vouched.text.cells import Cell, Table, tables
from vouched.text.ranking import terms

__all__ = ["Held", "cell_at", "cells_of", "other_cell"]

_LONGEST_HEAD = 80
_SPACELESS = re.compile("[\u3040-\u30ff\u3400-\u9fff]")
_WORD = re.compile(r"\d+|[^\W\d_]+")
_FIGURE = re.compile(r"[\d０-９]")
_ORDINARY = frozenset(
    "total all other others item items amount value name number note notes unit units fy year".split()
)
_MOST_ROWS = 400


class Held(NamedTuple):
    """A cell with the row that it is of and the table."""

    cell: Cell
    row: tuple[Cell, ...]
    table: Table


class _Cells(NamedTuple):
    starts: list[int]
    held: list[Held]


def cells_of(document: Document) -> _Cells:
    """Return the cells of a document's tables in order of place, read at the first call and kept with it."""
    kept = document.__dict__.get("_cells")
    if kept is None:
        held = [Held(cell, row, table) for table in tables(document.text) for row in table.rows for cell in row]
        held.sort(key=lambda each: each.cell.span.start)
        kept = document.__dict__["_cells"] = _Cells([each.cell.span.start for each in held], held)
    return cast("_Cells", kept)


def cell_at(document: Document, place: Span) -> Held | None:
    """Return the cell in which a place stands, None where it stands in no table."""
    starts, held = cells_of(document)
    at = bisect_right(starts, place.start) - 1
    return held[at] if at >= 0 and place.end <= held[at].cell.span.end else None


def other_cell(sentence: str, places: Sequence[Held]) -> Cell | None:
    """Return the cell that a sentence speaks of where it is none of the `places` of its figure.

    It is told where the sentence names exactly one other row of the table, or one other column of the same row, and
    nothing that heads a place; a head of which another is a part ("Revenue", "Net revenue") tells nothing.
    """
    if not places or len({each.table.span for each in places}) > 1:
        return None
    words = _words(sentence)
    named = [_is_named(each.cell.row, sentence, words) for each in places]
    if any(named):
        return _other_column(sentence, words, [each for each, is_named in zip(places, named, strict=True) if is_named])
    table = places[0].table
    rows = [row for row in table.rows[:_MOST_ROWS] if row and _is_named(row[0].row, sentence, words)]
    heads = {row[0].row for row in rows}
    longest = [row for row in rows if not any(_is_part(row[0].row, head) for head in heads - {row[0].row})]
    if len(longest) != 1 or any(_are_alike(longest[0][0].row, each.cell.row) for each in places):
        return None
    columns = {cell.column for cell in longest[0][1:] if cell.column and _is_named(cell.column, sentence, words)}
    wanted = columns or {each.cell.column for each in places}
    if len(columns) > 1:
        return None
    return next(_figured(longest[0], wanted), None)


def _other_column(sentence: str, words: frozenset[str], places: list[Held]) -> Cell | None:
    row = places[0].row
    heads = {cell.column for cell in row[1:] if cell.column}
    named = {head for head in heads if _is_named(head, sentence, words)}
    if len(named) != 1 or any(each.row is not row or not each.cell.column for each in places):
        return None
    if any(each.cell.column in named or _are_alike(each.cell.column, *named) for each in places):
        return None
    return next(_figured(row, named), None)


def _figured(row: tuple[Cell, ...], columns: set[str]) -> Iterator[Cell]:
    return (cell for cell in row[1:] if cell.column in columns and _FIGURE.search(cell.text))


def _is_named(head: str, sentence: str, words: frozenset[str]) -> bool:
    """Whether a sentence has all the telling words of a head."""
    if _SPACELESS.search(head):
        bare = "".join(head.split())
        return len(bare) > 1 and bare in "".join(sentence.split())
    told = _words(head[:_LONGEST_HEAD]) - _ORDINARY
    return bool(told) and told <= words


def _are_alike(one: str, other: str) -> bool:
    return _is_part(one, other) or _is_part(other, one)


def _is_part(one: str, other: str) -> bool:
    if _SPACELESS.search(one + other):
        return one in other
    return _words(one) <= _words(other)


@lru_cache(maxsize=4096)
def _words(text: str) -> frozenset[str]:
    """Return the telling words of a text, folded, without endings, numbers parted from letters (FY2023)."""
    return frozenset(word for piece in _WORD.findall(text) for word in terms(piece))
