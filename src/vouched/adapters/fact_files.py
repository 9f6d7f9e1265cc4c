"""Reads tables of facts from files: CSV and TSV in any encoding, JSONL, Excel."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator
from decimal import Decimal
from pathlib import Path
from typing import Any

from vouched.errors import DocumentError
from vouched.facts.cells import Cell, Sheet, place_of
from vouched.files import bytes_of
from vouched.text.encodings import Undecodable, decode

__all__ = ["MAX_BYTES", "MAX_CELLS", "MAX_COLUMNS", "load_sheets"]

MAX_BYTES = 64_000_000
MAX_CELLS = 2_000_000
MAX_COLUMNS = 4_000
_KINDS = {".csv": ",", ".tsv": "\t", ".tab": "\t", ".jsonl": "", ".ndjson": "", ".xlsx": "", ".xlsm": ""}


def load_sheets(path: str | Path) -> tuple[Sheet, ...]:
    """Return the tables of a file, each cell with its place: "B3", "line 7".

    Raises DocumentError for a file that cannot be read, is of another kind, or has more than 64 MB, 2,000,000 cells
    or 4,000 columns.
    """
    suffix = Path(path).suffix.lower()
    if suffix not in _KINDS:
        raise DocumentError(f"{path}: expected one of {', '.join(_KINDS)}, saw {suffix or 'a name without ending'!r}")
    data = bytes_of(path, most=MAX_BYTES, error=DocumentError)
    if suffix in (".xlsx", ".xlsm"):
        from vouched.adapters.spreadsheets import sheets_of

        return sheets_of(data, str(path), most=MAX_CELLS, columns=MAX_COLUMNS)
    decoded = decode(data)
    if isinstance(decoded, Undecodable):
        raise DocumentError(f"{path}: expected text, saw {decoded.reason}")
    text = decoded.text.removeprefix("\ufeff")
    if suffix in (".jsonl", ".ndjson"):
        return (Sheet(name="", rows=tuple(_json_rows(text, str(path)))),)
    return (Sheet(name="", rows=tuple(_csv_rows(text, str(path), _KINDS[suffix]))),)


def _csv_rows(text: str, path: str, mark: str) -> Iterator[tuple[Cell, ...]]:
    head = text[: text.find("\n")] if "\n" in text else text
    if mark == "," and head.count(";") > head.count(","):
        mark = ";"
    csv.field_size_limit(1_000_000)
    cells = 0
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=mark, strict=False)
    try:
        for number, row in enumerate(reader, 1):
            cells += len(row)
            if cells > MAX_CELLS or len(row) > MAX_COLUMNS:
                raise DocumentError(f"{path}: expected at most {MAX_CELLS} cells in {MAX_COLUMNS} columns, saw more")
            is_local = mark == ";"
            yield tuple(Cell(text=each, place=place_of(at, number), is_local=is_local) for at, each in enumerate(row))
    except csv.Error as error:
        raise DocumentError(f"{path}: line {reader.line_num}: expected CSV, saw {error}") from None


def _json_rows(text: str, path: str) -> Iterator[tuple[Cell, ...]]:
    """Yield a row of the keys that any line has, then one a line; numbers stay what their digits say."""
    rows: list[tuple[int, dict[str, Any]]] = []
    keys: dict[str, None] = {}
    for number, line in enumerate(text.split("\n"), 1):
        if not line.strip():
            continue
        try:
            row = json.loads(line, parse_float=Decimal, parse_int=Decimal, parse_constant=str, object_pairs_hook=_once)
        except _Twice as error:
            raise DocumentError(f"{path}: line {number}: expected each key once, saw {error} twice") from None
        except (ValueError, RecursionError):
            raise DocumentError(f"{path}: line {number}: expected a JSON object, saw {line[:60]!r}") from None
        if not isinstance(row, dict):
            raise DocumentError(f"{path}: line {number}: expected a JSON object, saw {type(row).__name__}")
        rows.append((number, row))
        keys.update(dict.fromkeys(row))
        if len(rows) * len(keys) > MAX_CELLS or len(keys) > MAX_COLUMNS:
            raise DocumentError(f"{path}: expected at most {MAX_CELLS} cells in {MAX_COLUMNS} columns, saw more")
    yield tuple(Cell(text=key, place="line 1") for key in keys)
    for number, row in rows:
        yield tuple(_json_cell(row.get(key), f"line {number}") for key in keys)


class _Twice(Exception):
    """An object has a key twice."""


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for key, value in pairs:
        if key in found:
            raise _Twice(repr(key[:60]))
        found[key] = value
    return found


def _json_cell(value: Any, place: str) -> Cell:
    if value is None:
        return Cell(text="", place=place)
    if isinstance(value, Decimal):
        return Cell(text=str(value), place=place, number=value)
    return Cell(text=value if isinstance(value, str) else json.dumps(value, default=str), place=place)
