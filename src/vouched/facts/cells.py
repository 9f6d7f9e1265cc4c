"""Cells of tables of facts: what stands in them, and the exact number that it is."""

from __future__ import annotations

import re
from decimal import Decimal
from typing import NamedTuple

from vouched.facts.lexicon import Lexicon
from vouched.facts.views import folded
from vouched.record import Record

__all__ = ["Cell", "Number", "Sheet", "number_of"]

BLANKS = frozenset(
    (
        "",
        "-",
        "--",
        "---",
        "n/a",
        "na",
        "n.a.",
        "n.m.",
        "nm",
        "none",
        "nil",
        "null",
        "#n/a",
        ".",
        "…",
        "...",
        "无",
        "なし",
        "该当なし",
    )
)
_NUMBER = re.compile(r"\d[\d., '’]*")
_GROUPED = re.compile(r"\d{1,3}(?:(?P<mark>[,.'’ ])\d{3})(?:(?P=mark)\d{3})*\Z|\d{1,2}(?:,\d{2})+,\d{3}\Z")
_SIGNS = re.compile(r"[+\-−▲△]")
_MOST_CHARACTERS = 200


class Cell(Record, frozen=True, kw_only=True):
    """One cell: its text as it is shown or typed, its number where the file holds one, and its place ("B3", "line 7").

    `is_percent` tells that the number is shown as a percentage, a hundred times what it is.
    """

    text: str
    place: str
    number: Decimal | None = None
    is_percent: bool = False
    is_date: bool = False
    is_unknown: bool = False


class Sheet(Record, frozen=True, kw_only=True):
    """A table as it stands in a file: its name, empty where it has none, and its rows of cells."""

    name: str
    rows: tuple[tuple[Cell, ...], ...]


class Number(NamedTuple):
    """An exact number, the names and scales of units that stand in its cell, and why it is none."""

    value: Decimal | None = None
    units: tuple[str, ...] = ()
    fault: str | None = None


def number_of(cell: Cell, lexicon: Lexicon) -> Number | None:
    """Return the number of a cell, None where it says that there is none (blank, a dash, "n/a")."""
    if cell.is_unknown:
        return Number(fault="a value; the file keeps only a formula")
    if cell.is_date:
        return Number(fault="a number, not a date")
    if cell.number is not None:
        return Number(cell.number.scaleb(2), ("PCT",)) if cell.is_percent else Number(cell.number)
    text = folded(cell.text[: _MOST_CHARACTERS + 1]).strip()
    if text in BLANKS or not text.strip("-_ "):
        return None
    if len(text) > _MOST_CHARACTERS:
        return Number(fault=f"a number of at most {_MOST_CHARACTERS} characters")
    match = _NUMBER.search(text)
    if match is None:
        return Number(fault="a number")
    digits = match.group().rstrip(" .,'’")
    before, after = text[: match.start()], text[match.start() + len(digits) :]
    is_negative = before.strip().startswith("(") and after.strip().endswith(")")
    if is_negative:
        before, after = before.strip()[1:], after.strip()[:-1]
    signs = _SIGNS.findall(before)
    value = _value(digits)
    if value is None or len(signs) > 1 or (signs and is_negative):
        return Number(fault="one number that can be read in one way only")
    units = _units(_SIGNS.sub("", before), lexicon), _units(after, lexicon)
    if units[0] is None or units[1] is None:
        return Number(fault="a number with at most a known unit beside it")
    is_negative = is_negative or (bool(signs) and signs[0] != "+")
    return Number(-value if is_negative else value, (*units[0], *units[1]))


def _value(digits: str) -> Decimal | None:
    """Return the number that digits with separators are, None where they could be two: 1,5 and 1.234,56 are read."""
    grouped = _GROUPED.match(digits)
    marks = set(re.findall(r"[^\d]", digits))
    if not marks:
        return Decimal(digits)
    if grouped is not None and (grouped["mark"] != "." or digits.count(".") > 1):
        return Decimal(re.sub(r"[^\d]", "", digits))
    whole, mark, places = max((digits.rpartition(mark) for mark in ".,"), key=_last)
    if not mark or not places.isdigit():
        return None
    inner = set(re.findall(r"[^\d]", whole))
    if mark in inner or (inner and not (_GROUPED.match(whole) and len(inner) == 1)):
        return None
    if mark == "," and not inner:
        # 1,5 and 1,50 are decimals only where commas are; in other files they are slips.
        return None
    return Decimal(re.sub(r"[^\d]", "", whole) + "." + places) if whole else None


def _last(parts: tuple[str, str, str]) -> int:
    return len(parts[0]) if parts[1] else -1


def _units(text: str, lexicon: Lexicon) -> tuple[str, ...] | None:
    """Return the units that a text is made of, None where it says anything else."""
    found: list[str] = []
    place = 0
    for word in lexicon.words(text):
        if word.kind != "unit" or text[place : word.start].strip(" ()/·"):
            return None
        found.append(word.means[0])
        place = word.end
    return tuple(found) if not text[place:].strip(" ()/·") else None
