"""Cells of tables of facts: what stands in them, and the exact number that it is."""

from __future__ import annotations

import re
import unicodedata
from decimal import Decimal
from typing import NamedTuple

from vouched.facts.lexicon import Lexicon
from vouched.facts.views import folded
from vouched.record import Record

__all__ = ["Cell", "Number", "Sheet", "number_of", "place_of"]

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
# A group that begins with 0 is none: 0,123 is a decimal somewhere.
_GROUPED = re.compile(r"[1-9]\d{0,2}(?:(?P<mark>[,.'’ ])\d{3})(?:(?P=mark)\d{3})*\Z|[1-9]\d?(?:,\d{2})+,\d{3}\Z")
_ONE_GROUP = re.compile(r"\d{1,3}[.,]\d{3}\Z")
_SIGNS = re.compile(r"[+\-−▲△]")
_MOST_CHARACTERS = 200
_MOST_DIGITS = 40


class Cell(Record, frozen=True, kw_only=True):
    """One cell: its text as it is shown or typed, its number where the file holds one, and its place ("B3", "line 7").

    `is_percent` tells that the number is shown as a percentage, a hundred times what it is; `beside` is what its format
    shows beside it ("HK$"), and `is_scaled` that it shows thousandths of it. `is_unknown` is a formula without a value.
    In a table where commas may be decimal points (`is_local`) 1.234 and 1,234 are two numbers.
    """

    text: str
    place: str
    number: Decimal | None = None
    is_percent: bool = False
    is_date: bool = False
    is_unknown: bool = False
    is_scaled: bool = False
    is_local: bool = False
    beside: str = ""


class Sheet(Record, frozen=True, kw_only=True):
    """A table as it stands in a file: its name, empty where it has none, and its rows (none of a hidden one)."""

    name: str
    rows: tuple[tuple[Cell, ...], ...]
    is_hidden: bool = False


def place_of(column: int, row: int) -> str:
    """Return where a cell stands, from its column counted from 0 and its row counted from 1: A1, Z3, AA12."""
    letters = ""
    column += 1
    while column:
        column, rest = divmod(column - 1, 26)
        letters = chr(65 + rest) + letters
    return f"{letters}{row}"


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
        return _held(cell, cell.number, lexicon)
    if any(unicodedata.category(char) == "No" for char in cell.text[:_MOST_CHARACTERS]):
        return Number(fault="a number without raised or circled digits, which may be a note's")
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
    opened, closed = before.count("(") - before.count(")"), after.count(")") - after.count("(")
    is_negative = opened == closed == 1
    if opened != closed or opened not in (0, 1):
        return Number(fault="a number with both of its brackets")
    signs = _SIGNS.findall(before)
    value = _value(digits)
    is_local = cell.is_local and _ONE_GROUP.match(digits) is not None
    if value is None or is_local or len(signs) > 1 or (signs and is_negative):
        return Number(fault="one number that can be read in one way only")
    units = _units(_SIGNS.sub("", before), lexicon), _units(after, lexicon)
    if units[0] is None or units[1] is None:
        return Number(fault="a number with at most a known unit beside it")
    is_negative = is_negative or (bool(signs) and signs[0] != "+")
    return Number(-value if is_negative else value, (*units[0], *units[1]))


def _held(cell: Cell, number: Decimal, lexicon: Lexicon) -> Number:
    """Return the number that a file holds as one, with the units that its format shows."""
    if not number.is_finite() or len(number.as_tuple().digits) > _MOST_DIGITS or abs(number.adjusted()) > _MOST_DIGITS:
        return Number(fault=f"a number of at most {_MOST_DIGITS} digits")
    if cell.is_scaled:
        return Number(fault="a number whose format shows all of it, not thousands or millions")
    units = _units(folded(cell.beside[:_MOST_CHARACTERS]), lexicon)
    if units is None:
        return Number(fault=f"a number with at most a known unit in its format, not {cell.beside!r:.40}")
    return Number(number.scaleb(2), ("PCT", *units)) if cell.is_percent else Number(number, units)


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
