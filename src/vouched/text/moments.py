"""Reads dates, periods and times of day, in English, Japanese and Chinese, with eras, quarters and fiscal years."""

from __future__ import annotations

import re
from datetime import date
from typing import NamedTuple

from vouched.text.fact_words import number_value

__all__ = ["ERAS", "MOMENT", "Moment", "moment_of", "month_of"]

_MONTHS = "jan feb mar apr may jun jul aug sep oct nov dec".split()
_MONTH = (
    r"(?:Jan(?:uary)?|Feb(?:ruary)?|Mar(?:ch)?|Apr(?:il)?|May|June?|July?|Aug(?:ust)?|Sept?(?:ember)?|Oct(?:ober)?"
    r"|Nov(?:ember)?|Dec(?:ember)?)\b\.?"
)
# The first year of an era, and its last: a year beyond it never was.
ERAS = {
    "明治": (1868, 1912), "大正": (1912, 1926), "昭和": (1926, 1989), "平成": (1989, 2019), "令和": (2019, 9999),
    "民国": (1912, 9999), "民國": (1912, 9999),
}  # fmt: skip
_LETTERED = {"M": "明治", "T": "大正", "S": "昭和", "H": "平成", "R": "令和"}
_NUM = r"(?:\d{1,2}|[一二三四五六七八九十]{1,3}|元)"
_YEAR4 = r"(?:1[5-9]|20|21)\d\d"
_YEAR_CJK = r"[〇零一二三四五六七八九○]{4}"
_ORDINALS = {"first": 1, "1st": 1, "second": 2, "2nd": 2, "third": 3, "3rd": 3, "fourth": 4, "4th": 4, "last": 4}
# The groups of a quarter or half, each with the group of its year.
_PARTS = {"q1": "qy", "q2": "qy", "q3": "qy3", "q4": "y4", "h1": "hy", "h2": "hy", "h3": "hy3", "h4": "y5"}
_ORDINAL = "first|second|third|fourth|1st|2nd|3rd|4th"
_FY = r"(?:FY|[Ff]iscal(?:[ ]year)?|[Ff]inancial[ ]year|[Cc]alendar[ ]year)\s?'?"
_ERA = "明治|大正|昭和|平成|令和|民[国國]"
_CJK_YEAR = (
    rf"(?:(?P<era>{_ERA})\s?(?P<eray>{_NUM}|\d{{1,3}})|(?P<cy>(?<!\d)\d{{4}}|{_YEAR_CJK}|(?<![\d.])\d{{2}}(?=年度)))"
    r"\s?年(?!間|间|来|代|前|以)"
)
_OF_YEAR = rf"(?:\s+(?:of\s+)?(?:the\s+)?(?:{_FY})?'?"

# Alternatives in the order in which they are tried: the longer form first.
MOMENT = re.compile(
    rf"""
    (?=[0-9〇○零一二三四五六七八九十元明大昭平令民午上下凌晚早夜]|(?<![A-Za-z0-9])[JFMASONDjfmasondtQHTRlcLC])(?:
    (?<!\d)(?P<iy>\d{{4}})(?P<isep>[-/.])(?P<im>\d{{1,2}})(?:(?P=isep)(?P<id>\d{{1,2}}))(?!\d)
        (?:[T ]\d\d:\d\d(?::\d\d)?(?:Z|[+-]\d\d:\d\d)?)?
  | (?<!\d)(?P<iy2>{_YEAR4})-(?P<im2>0[1-9]|1[0-2])(?![\d-])
  | (?<![\d/.-])(?P<a>\d{{1,2}})[/.](?P<b>\d{{1,2}})[/.](?P<ay>\d{{4}})(?!\d)
  | (?<![A-Za-z0-9])(?P<dd>\d{{1,2}})(?:st|nd|rd|th)?\s+(?:of\s+|day\s+of\s+)?(?P<dm>{_MONTH})
        (?:,?\s+(?P<dy>\d{{4}})(?!\d))?
  | (?<![A-Za-z0-9])(?P<mm>{_MONTH})\s+(?P<md>\d{{1,2}})(?:st|nd|rd|th)?(?![\d.,]\d|\w)(?:,?\s+(?P<my>\d{{4}})(?!\d))?
  | (?<![A-Za-z0-9])(?P<nm>{_MONTH}),?\s+(?:of\s+)?(?P<ny>\d{{4}})(?!\d)
  | {_CJK_YEAR}(?:度)?(?:\s?(?P<cm>{_NUM})\s?月(?:\s?(?P<cd>{_NUM})\s?[日号號])?
        |(?:の|的)?第?(?P<cq>[1-4一二三四])(?:四半期|季度)|(?:の|的)?(?P<ch>[上下])(?:半期|半年|期))?
  | (?<![\d.])(?P<om>{_NUM})\s?月\s?(?P<od>{_NUM})\s?[日号號]
  | (?<![A-Za-z0-9])(?:Q(?P<q1>[1-4])|(?P<q2>{_ORDINAL})[ -]quarter){_OF_YEAR}(?P<qy>\d{{4}}|\d{{2}}))?(?!\d)
  | (?<![A-Za-z0-9])(?P<q3>[1-4])Q(?:\s?'?(?P<qy3>\d{{4}}|\d{{2}}))?(?![A-Za-z0-9])
  | (?<![A-Za-z0-9])(?P<y4>{_YEAR4})\s?[-']?Q(?P<q4>[1-4])(?![A-Za-z0-9])
  | (?<![A-Za-z0-9])(?:H(?P<h1>[12])|(?P<h2>first|second|1st|2nd)\s+half){_OF_YEAR}(?P<hy>\d{{4}}|\d{{2}}))?(?!\d)
  | (?<![A-Za-z0-9])(?P<h3>[12])H\s?'?(?P<hy3>\d{{4}}|\d{{2}})(?![A-Za-z0-9])
  | (?<![A-Za-z0-9])(?P<y5>{_YEAR4})\s?H(?P<h4>[12])(?![A-Za-z0-9])
  | (?<![A-Za-z0-9]){_FY}(?P<fy>\d{{4}}|\d{{2}})(?!\d|,\d|\.\d)
  | (?<![A-Za-z0-9/-])(?P<le>[MTSHR])(?P<ley>\d{{1,2}})[./](?P<lem>\d{{1,2}})[./](?P<led>\d{{1,2}})(?!\d)
  | (?<![\d:])(?P<th>[01]?\d|2[0-3])[:：](?P<tm>[0-5]\d)(?:[:：](?P<ts>[0-5]\d))?(?![\d:])
        (?:\s?(?P<tap>[AaPp]\.?[Mm]\b\.?))?
  | (?<![A-Za-z0-9.,])(?P<hh>1[0-2]|[1-9])\s?(?P<hap>[AaPp]\.?[Mm]\.?)(?![A-Za-z0-9])
  | (?:(?P<cap>午前|午後|上午|下午|凌晨|晚上|早上|夜)\s?)?
        (?<![\d.])(?P<cth>[01]?\d|2[0-4])[時时点點](?:(?P<ctm>[0-5]?\d)分|(?P<cth2>半))?(?!間|间)
  | (?<![A-Za-z0-9.,:/$€£¥%万億亿千百兆-])(?:(?:19|20)\d\d)(?=s\b)s
  | (?<![A-Za-z0-9.,:/$€£¥%万億亿千百兆-])(?P<by>(?:1[89]|20)\d\d)(?![A-Za-z0-9.,:/%-]*\d|\s?[%％万億亿千百]|[A-Za-z]))
    """,
    re.VERBOSE,
)


class Moment(NamedTuple):
    """A date, a period or a time of day by its parts: what is not said is None.

    `part` is "Q3" or "H1" of the year. `kind`: "date" (with a day), "period", or "time".
    """

    kind: str
    year: int | None = None
    month: int | None = None
    day: int | None = None
    part: str = ""
    minutes: int | None = None
    other: tuple[int, int] | None = None

    def is_in(self, other: Moment) -> bool:
        """Return whether every part that one of two says and the other says too is the same."""
        if (self.kind == "time") != (other.kind == "time"):
            return False
        if self.kind == "time":
            return self.minutes == other.minutes
        pairs = ((self.year, other.year), (self.month, other.month), (self.day, other.day))
        if all(one is None or two is None or one == two for one, two in pairs):
            return not (self.part and other.part and self.part != other.part)
        return self.other is not None and self._swapped().is_in(other)

    def is_told_by(self, other: Moment) -> bool:
        """Return whether another says every part that this one says; a year may be told before it."""
        if self.kind == "time":
            return True
        if self.day is not None and other.day is None:
            return False
        if self.month is not None and other.month is None:
            return False
        if self.part and not other.part:
            return other.month is not None
        return other.year is not None or self.year is None or (self.month is not None and self.day is not None)

    def days(self) -> tuple[date, ...]:
        """Return the day that a date of a year is: of 05/06/2021 both that it may be, of a period or a time none."""
        if self.year is None or self.month is None or self.day is None:
            return ()
        return tuple(
            sorted(date(self.year, *each) for each in {(self.month, self.day), self.other or (self.month, self.day)})
        )

    def _swapped(self) -> Moment:
        month, day = self.other or (self.month, self.day)
        return self._replace(month=month, day=day, other=None)


def _year(text: str | None) -> int | None:
    if text is None:
        return None
    value = number_value(text.replace("○", "〇"))
    year = int(value) if value is not None else None
    if year is not None and len(text) == 2 and text.isdigit():
        return 2000 + year if year < 70 else 1900 + year
    return year


def _whole(text: str) -> int:
    return 1 if text == "元" else int(number_value(text) or 0)


def month_of(name: str) -> int:
    """Return the number of a month from its English name or the first three letters of it."""
    return _MONTHS.index(name[:3].lower()) + 1


def _day(year: int | None, month: int, day: int | None, *, other: tuple[int, int] | None = None) -> Moment | None:
    if not 1 <= month <= 12 or (day is not None and not 1 <= day <= 31):
        return None
    if year is not None and day is not None:
        try:
            date(year, month, day)
        except ValueError:
            return None
    return Moment("date" if day is not None else "period", year, month, day, other=other)


def _of_era(era: str, number: str) -> int | None:
    first, last = ERAS[era]
    year = first - 1 + _whole(number)
    return year if first <= year <= last else None


def _time(hour: int, minute: int, half: str | None) -> Moment:
    mark = (half or "").lower().replace(".", "")
    if mark in ("pm", "午後", "下午", "晚上", "夜") and hour < 12:
        hour += 12
    elif mark in ("am", "午前", "上午", "凌晨", "早上") and hour == 12:
        hour = 0
    return Moment("time", minutes=hour % 24 * 60 + minute)


def moment_of(match: re.Match[str]) -> Moment | None:
    """Return what a match of MOMENT says, None where it cannot be (31 February, 昭和70年)."""
    found = match.groupdict()
    if found["iy"]:
        return _day(int(found["iy"]), int(found["im"]), int(found["id"]))
    if found["iy2"]:
        return _day(int(found["iy2"]), int(found["im2"]), None)
    if found["ay"]:
        one, two = int(found["a"]), int(found["b"])
        first = _day(int(found["ay"]), two, one, other=(one, two) if one <= 12 and two <= 12 else None)
        return first or _day(int(found["ay"]), one, two)
    if found["dm"]:
        return _day(_year(found["dy"]), month_of(found["dm"]), int(found["dd"]))
    if found["mm"]:
        return _day(_year(found["my"]), month_of(found["mm"]), int(found["md"]))
    if found["nm"]:
        return _day(int(found["ny"]), month_of(found["nm"]), None)
    if found["om"]:
        return _day(None, _whole(found["om"]), _whole(found["od"]))
    if found["le"]:
        year = _of_era(_LETTERED[found["le"]], found["ley"])
        return None if year is None else _day(year, int(found["lem"]), int(found["led"]))
    return _period(found, match.group())


def _period(found: dict[str, str | None], text: str) -> Moment | None:
    if found["era"] or found["cy"]:
        year = _of_era(str(found["era"]), str(found["eray"])) if found["era"] else _year(found["cy"])
        if year is None:
            return None
        if found["cm"]:
            return _day(year, _whole(found["cm"]), None if found["cd"] is None else _whole(found["cd"]))
        part = f"Q{_whole(found['cq'])}" if found["cq"] else {"上": "H1", "下": "H2"}.get(found["ch"] or "", "")
        return Moment("period", year, part=part)
    for mark, of in _PARTS.items():
        if said := found[mark]:
            part = f"{mark[0].upper()}{_ORDINALS.get(said.lower()) or int(said)}"
            return Moment("period", _year(found[of]), part=part)
    if found["th"]:
        return _time(int(found["th"]), int(found["tm"] or 0), found["tap"])
    if found["hh"]:
        return _time(int(found["hh"]), 0, found["hap"])
    if found["cth"]:
        return _time(int(found["cth"]), 30 if found["cth2"] else int(found["ctm"] or 0), found["cap"])
    year_said = found["fy"] or found["by"]
    return Moment("period", _year(year_said)) if year_said else Moment("period", int(text[:4]), part="s")
