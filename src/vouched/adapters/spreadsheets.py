"""Reads the cells of Excel workbooks, with the numbers that they hold and how they are shown; imports openpyxl."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterator
from datetime import date, datetime, time
from decimal import Decimal
from typing import Any

from vouched.adapters.fact_files import column
from vouched.errors import DocumentError, UsageError
from vouched.facts.cells import Cell, Sheet

__all__ = ["sheets_of"]

# A workbook unpacks to so many times its bytes at most: what packs better was made to fill the memory.
_MOST_RATIO = 200
_MOST_UNPACKED = 512_000_000


def sheets_of(data: bytes, path: str, *, most: int) -> tuple[Sheet, ...]:
    """Return the visible sheets of a workbook. Raises DocumentError for what is none, or has more than `most` cells."""
    try:
        import openpyxl
    except ImportError:
        raise UsageError("facts from Excel: expected the extra: pip install 'vouched[facts]'") from None
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as packed:
            unpacked = sum(each.file_size for each in packed.infolist())
        if unpacked > _MOST_UNPACKED or unpacked > _MOST_RATIO * len(data) + 1_000_000:
            raise DocumentError(f"{path}: expected a workbook, saw a file that unpacks to {unpacked} bytes")
        shown = openpyxl.load_workbook(io.BytesIO(data), read_only=True, data_only=True)
        typed = openpyxl.load_workbook(io.BytesIO(data), read_only=True, data_only=False)
        left = most
        found = []
        for sheet, formulas in zip(shown.worksheets, typed.worksheets, strict=True):
            if sheet.sheet_state != "visible":
                continue
            rows = tuple(_rows(sheet, formulas, path, left))
            left -= sum(map(len, rows))
            found.append(Sheet(name=sheet.title, rows=rows))
        return tuple(found)
    except DocumentError:
        raise
    except Exception as error:  # noqa: BLE001  openpyxl raises whatever a broken part makes it raise
        raise DocumentError(
            f"{path}: expected an Excel workbook, saw {type(error).__name__}: {str(error)[:200]}"
        ) from None


def _rows(sheet: Any, formulas: Any, path: str, most: int) -> Iterator[tuple[Cell, ...]]:
    pairs = zip(sheet.iter_rows(), formulas.iter_rows(), strict=True)
    for number, (row, typed) in enumerate(pairs, 1):
        most -= len(row)
        if most < 0:
            raise DocumentError(f"{path}: expected fewer cells, saw too many in {sheet.title!r:.60}")
        yield tuple(
            _cell(cell, typed[at].value if at < len(typed) else None, f"{column(at)}{number}")
            for at, cell in enumerate(row)
        )


def _cell(cell: Any, typed: Any, place: str) -> Cell:
    value = cell.value
    if value is None:
        return Cell(text="", place=place, is_unknown=isinstance(typed, str) and typed.startswith("="))
    if isinstance(value, bool):
        return Cell(text=str(value), place=place)
    if isinstance(value, int | float):
        # The shortest digits that are this number: what was typed, not what binary fractions make of it.
        number = Decimal(repr(value))
        if not number.is_finite():
            return Cell(text=str(value), place=place)
        shown = "%" in str(cell.number_format or "")
        return Cell(text=str(number), place=place, number=number, is_percent=shown)
    if isinstance(value, datetime | date | time):
        return Cell(text=value.isoformat(), place=place, is_date=True)
    return Cell(text=str(value), place=place)
