"""Says what stands between the rows of a wide table: a heading of the rows below it, or the heads of another table."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from vouched.facts.cells import Cell
from vouched.facts.heads import Head, joined

__all__ = ["ANOTHER", "Line", "Section", "is_year"]

ANOTHER = Head({}, unknown=("rows of a second table",))
"""What rows below other heads are told to be: the first table's heads do not speak for them."""


def is_year(cell: Cell) -> bool:
    """Return whether a cell is a plain year."""
    return re.fullmatch(r"(?:19|20)\d\d", cell.text.strip(), re.ASCII) is not None


class Section(NamedTuple):
    """What holds for the rows below a line that has no numbers; nothing at the top of a table."""

    heads: tuple[Head, ...] = ()

    def over(self, beside: Sequence[Head]) -> tuple[Head, ...]:
        """Return what it says of a row: all but the kinds that the row says itself, and its unknown words."""
        own = {kind for head in beside for kind in head.said}
        return tuple(
            head._replace(said={kind: value for kind, value in head.said.items() if kind not in own})
            for head in self.heads
        )

    def after(self, row: Line, columns: Sequence[Head], titles: Sequence[Head]) -> Section:
        """Return what holds from a row on: heads above columns that are not those of the table end it."""
        told = tuple(head for head in row.beside if not head.is_empty or head.unknown)
        if self.heads == (ANOTHER,):
            return self
        if row.is_blank:
            return Section(told) if told else self
        if row.repeats(columns):
            return Section(told) if told else self
        if row.is_of_heads or (row.is_of_years and not self._fits(row, titles)):
            return Section((ANOTHER,))
        return self

    def _fits(self, row: Line, titles: Sequence[Head]) -> bool:
        """Return whether what stands beside a row may have numbers that look like years."""
        is_named = any(head.said for head in row.beside) and not any(head.unknown for head in row.beside)
        return is_named and joined((*titles, *self.over(row.beside), *row.beside))[2] is None


class Line(NamedTuple):
    """A row of a table: its own heads, its further cells, and what each of these names where it is no number."""

    beside: Sequence[Head]
    cells: Sequence[Cell]
    names: Sequence[Head | None]

    @property
    def is_blank(self) -> bool:
        """Whether nothing stands beyond its heads."""
        return not any(_is_filled(cell) for cell in self.cells)

    @property
    def is_of_years(self) -> bool:
        """Whether every number is a plain year, and there are several."""
        filled = [cell for cell in self.cells if _is_filled(cell)]
        return len(filled) > 1 and all(map(is_year, filled))

    @property
    def is_of_heads(self) -> bool:
        """Whether a cell names something, and none is a number but years."""
        pairs = zip(self.cells, self.names, strict=True)
        numbers = any(name is None and _is_filled(cell) and not is_year(cell) for cell, name in pairs)
        return not numbers and any(name is not None and name.said and not name.unknown for name in self.names)

    def repeats(self, columns: Sequence[Head]) -> bool:
        """Return whether it says again what the heads of the columns say, as after a page's end."""
        pairs = list(zip(self.names, columns, strict=False))
        same = all(name is not None and name == column for name, column in pairs if column.said or name is not None)
        return self.is_of_heads and len(self.names) <= len(columns) and same


def _is_filled(cell: Cell) -> bool:
    return bool(cell.text.strip()) or cell.is_unknown
