"""What an expression of time is before it is joined with those beside it, and the numerals that are in them."""

from __future__ import annotations

from typing import Literal, NamedTuple

from vouched.facts.periods import Grain, Period, key_of
from vouched.text.characters import simplified_forms

__all__ = [
    "COUNT", "END", "GRAIN_OF", "HAN_COUNT", "SIGN", "Atom", "AtomKind", "counted", "dated", "simplified", "whole",
]  # fmt: skip

AtomKind = Literal["year", "part", "period", "last", "to_date", "latest", "same", "shift", "wrong"]


class Atom(NamedTuple):
    """An expression of time: a year, a part of one that it does not name, or a whole period (or several).

    Parts go from `part` to `upto` where that is set ("the first three quarters").
    """

    start: int
    end: int
    kind: AtomKind
    year: int | None = None
    grain: Grain = "year"
    part: int = 1
    upto: int = 0
    periods: tuple[Period, ...] = ()
    relative: bool = False
    reason: str | None = None


def simplified(pattern: str) -> str:
    """Return a pattern as it has to be for folded text: with the simplified form of each character."""
    forms = simplified_forms()
    return "".join(forms.get(char, char) for char in pattern)


HAN_COUNT = "[一二三四五六七八九十]{1,3}"
_COUNTS = "one two three four five six seven eight nine ten eleven twelve".split()
COUNT = rf"(?<!\d)\d{{1,3}}|{'|'.join(_COUNTS)}|[一二两三四五六七八九十]{{1,3}}"
_HAN = {char: index for index, char in enumerate("〇一二三四五六七八九")} | {"零": 0, "两": 2, "○": 0, "元": 1}
SIGN = r"(?<![a-z0-9])"
END = r"(?![a-z0-9])"
GRAIN_OF: dict[str, Grain] = {
    "year": "year", "quarter": "quarter", "month": "month", "half": "half", "halve": "half",
    "年": "year", "年度": "year", "年间": "year", "财年": "year",
    "季度": "quarter", "季": "quarter", "四半期": "quarter",
    "月": "month", "个月": "month", "か月": "month", "月间": "month", "半期": "half",
}  # fmt: skip


def dated(part: Atom, year: int, *, relative: bool) -> Atom:
    """Return a part of a year, or several, as those of `year`."""
    parts = range(part.part, (part.upto or part.part) + 1)
    periods = tuple(Period(part.grain, key_of(part.grain, year, each)) for each in parts)
    return part._replace(kind="period", year=year, periods=periods, relative=relative)


def counted(text: str) -> int:
    """Return the number that digits, an English word or Han numerals say."""
    if text.isdigit():
        return int(text)
    return _COUNTS.index(text) + 1 if text in _COUNTS else _han(text)


def _han(text: str) -> int:
    if "十" in text:
        tens, _, ones = text.partition("十")
        return (_HAN.get(tens, 1) if tens else 1) * 10 + (_HAN.get(ones, 0) if ones else 0)
    return int("".join(str(_HAN[char]) for char in text))


def whole(text: str) -> int:
    """Return the number that digits or Han numerals say: 2025, 二〇二五, 十二."""
    return int(text) if text.isdigit() else _han(text)
