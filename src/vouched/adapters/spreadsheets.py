"""Reads the cells of Excel workbooks, with the numbers that they hold and how they are shown; imports openpyxl."""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Iterator
from datetime import date, datetime, time
from decimal import Decimal
from typing import Any

from vouched.errors import DocumentError, UsageError
from vouched.facts.cells import Cell, Sheet, place_of

__all__ = ["sheets_of"]

# A workbook unpacks to so many times its bytes at most: what packs better was made to fill the memory.
_MOST_RATIO = 200
_MOST_UNPACKED = 512_000_000
_MOST_ROWS = 1_048_576
# Parts of a number format: texts, currencies with their locale, padding, and what else stands in brackets.
_TEXT = re.compile(r'"([^"]*)"|\\(.)|\[\$([^\]-]*)(?:-[^\]]*)?\]|[_*].|\[[^\]]*\]')
_SCALED = re.compile(r"[0#?],+(?![0#?,])")


def sheets_of(data: bytes, path: str, *, most: int, columns: int) -> tuple[Sheet, ...]:
    """Return the sheets of a workbook, hidden ones without rows.

    Raises DocumentError for what is none, or has more than `most` cells, or `columns` of them in a row.
    """
    try:
        import openpyxl
    except ImportError:
        raise UsageError("facts from Excel: expected the extra: pip install 'vouched[facts]'") from None
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as packed:
            unpacked = sum(each.file_size for each in packed.infolist())
        if unpacked > _MOST_UNPACKED or unpacked > _MOST_RATIO * len(data) + 1_000_000:
            raise DocumentError(f"{path}: expected a workbook, saw a file that unpacks to {unpacked} bytes")
        shown = openpyxl.load_workbook(io.BytesIO(data), read_only=True, data_only=True, keep_links=False)
        typed = openpyxl.load_workbook(io.BytesIO(data), read_only=True, data_only=False, keep_links=False)
        left = most
        found = []
        for sheet, formulas in zip(shown.worksheets, typed.worksheets, strict=True):
            is_hidden = sheet.sheet_state != "visible"
            rows = () if is_hidden else tuple(_rows(sheet, formulas, path, left, columns))
            left -= sum(map(len, rows))
            found.append(Sheet(name=sheet.title, rows=rows, is_hidden=is_hidden))
        return tuple(found)
    except DocumentError:
        raise
    except Exception as error:  # noqa: BLE001  openpyxl raises whatever a broken part makes it raise
        raise DocumentError(
            f"{path}: expected an Excel workbook, saw {type(error).__name__}: {str(error)[:200]}"
        ) from None


def _rows(sheet: Any, formulas: Any, path: str, most: int, columns: int) -> Iterator[tuple[Cell, ...]]:
    # What a workbook says of its own size is not believed: rows would be filled up to it.
    sheet.reset_dimensions()
    formulas.reset_dimensions()
    pairs = zip(sheet.iter_rows(), formulas.iter_rows(), strict=True)
    for number, (row, typed) in enumerate(pairs, 1):
        most -= len(row)
        if most < 0 or number > _MOST_ROWS or len(row) > columns:
            raise DocumentError(f"{path}: expected fewer cells, saw too many in {sheet.title!r:.60}")
        yield tuple(
            _cell(cell, typed[at].value if at < len(typed) else None, place_of(at, number))
            for at, cell in enumerate(row)
        )


def _cell(cell: Any, typed: Any, place: str) -> Cell:
    value = cell.value
    if value is None:
        return Cell(text="", place=place, is_unknown=typed is not None)
    if isinstance(value, bool):
        return Cell(text=str(value), place=place)
    if isinstance(value, int | float):
        # The shortest digits that are this number: what was typed, not what binary fractions make of it.
        number = Decimal(repr(value))
        if not number.is_finite():
            return Cell(text=str(value), place=place)
        return Cell(text=str(number), place=place, number=number, **_format(str(cell.number_format or ""), number))
    if isinstance(value, datetime) and value.time() == time():
        value = value.date()
    if isinstance(value, datetime | date | time):
        return Cell(text=value.isoformat(), place=place, is_date=True)
    return Cell(text=str(value), place=place)


def _format(written: str, number: Decimal) -> dict[str, Any]:
    """Return what a number format makes of a number: a percentage, a scaled one, and the texts beside it."""
    sections = written.split(";")
    section = sections[1] if number < 0 and len(sections) > 1 else sections[0]
    texts = [next((text for text in match.groups() if text), "") for match in _TEXT.finditer(section)]
    bare = _TEXT.sub("", section)
    texts += re.findall(r"[$€£¥]", bare)
    beside = "".join(texts).strip(" ()-+\u00a0")
    return {"is_percent": "%" in bare, "is_scaled": _SCALED.search(bare) is not None, "beside": beside}
