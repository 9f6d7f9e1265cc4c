"""Reads the smallest expressions of time in a question: years, parts of years, dates, and words such as "last quarter".

All patterns are of folded text (lower case, half width, simplified characters), in English, Japanese and Chinese.
"""

from __future__ import annotations

import re
from calendar import monthrange
from collections.abc import Callable, Iterator
from datetime import date
from typing import Literal, NamedTuple

from vouched.facts.periods import Calendar, Grain, Period, key_of
from vouched.text.characters import simplified_forms

__all__ = ["Atom", "AtomKind", "atoms_of", "simplified"]

AtomKind = Literal["year", "part", "period", "last", "to_date", "latest", "same", "shift", "wrong"]


class Atom(NamedTuple):
    """An expression of time: a year, a part of one that it does not name, or a whole period (or several)."""

    start: int
    end: int
    kind: AtomKind
    year: int | None = None
    grain: Grain = "year"
    part: int = 1
    periods: tuple[Period, ...] = ()
    relative: bool = False
    reason: str | None = None


def simplified(pattern: str) -> str:
    """Return a pattern as it has to be for folded text: with the simplified form of each character."""
    forms = simplified_forms()
    return "".join(forms.get(char, char) for char in pattern)


_MONTHS = "jan feb mar apr may jun jul aug sep oct nov dec".split()
_MONTH = (
    "jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?"
    "|nov(?:ember)?|dec(?:ember)?"
)
_COUNTS = "one two three four five six seven eight nine ten eleven twelve".split()
_COUNT = rf"\d{{1,3}}|{'|'.join(_COUNTS)}|[一二两三四五六七八九十]{{1,3}}"
_ORDINALS = {"first": 1, "1st": 1, "second": 2, "2nd": 2, "third": 3, "3rd": 3, "fourth": 4, "4th": 4, "last": 4}
_ORDINAL = "first|second|third|fourth|1st|2nd|3rd|4th"
_HAN = {char: index for index, char in enumerate("〇一二三四五六七八九")} | {"零": 0, "两": 2, "○": 0, "元": 1}
_ERAS = {
    simplified(era): first
    for era, first in {"明治": 1868, "大正": 1912, "昭和": 1926, "平成": 1989, "令和": 2019, "民国": 1912}.items()
}
_LETTERS = {"s": 1926, "h": 1989, "r": 2019}
_NUM = "[0-9]{1,3}|元|[一二三四五六七八九十]{1,3}"
_SIGN = r"(?<![a-z0-9])"
_END = r"(?![a-z0-9])"
# What makes a bare number of four digits something else than a year.
_COUNTED = simplified(
    r"\s?(?:%|人|名|家|间|件|台|个(?!季|月)|户|位|次|倍|元|円|圆|美元|港元|ドル|万|亿|千|百|kg|km|usd|hkd|cny|rmb|jpy|eur"
    r"|(?:k|m|mn|bn|million|billion|thousand|people|employees|staff|persons|customers|units|times)(?![a-z]))"
)
_ABOVE = simplified(
    "(?:above|over|below|under|than|least|most|exceeds?|exceeding|exceeded|about|around|approximately|nearly|usd|hkd"
    "|超过|高于|低于|少于|多于|不足|大于|小于|约|达)"
)
_ATOM = re.compile(
    simplified(rf"""
    (?:(?<![a-z0-9])(?=[a-z])|(?=[0-9〇零一二三四五六七八九十第上下前后历暦明大昭平令民]))(?:
    (?P<day>(?<![\d.-])(?P<dy>\d{{4}})(?P<ds>[-/.])(?P<dm>\d{{1,2}})(?P=ds)(?P<dd>\d{{1,2}})(?![\d]))
  | (?P<day8>(?<![\d.+-])(?<!\d,)(?P<ey>(?:19|20)\d\d)(?P<em>0[1-9]|1[0-2])(?P<ed>[0-2]\d|3[01])(?!\d))
  | (?P<dayc>(?<!\d)(?P<cy>\d{{4}})\s?年\s?(?P<cm>\d{{1,2}})\s?月\s?(?:(?P<cd>\d{{1,2}})\s?[日号]|(?P<cend>末|底)))
  | (?P<dayen>{_SIGN}(?P<nd>\d{{1,2}})(?:st|nd|rd|th)?\s+(?:of\s+)?(?P<nm>{_MONTH})\.?,?\s+(?P<ny>\d{{4}}){_END})
  | (?P<dayus>{_SIGN}(?P<um>{_MONTH})\.?\s+(?P<ud>\d{{1,2}})(?:st|nd|rd|th)?,?\s+(?P<uy>\d{{4}}){_END})
  | (?P<dayend>{_SIGN}(?:the\s+)?end\s+of\s+(?P<zm>{_MONTH})\.?,?\s+(?P<zy>\d{{4}}){_END})
  | (?P<mon>(?<![\d./-])(?<!\d,)(?P<my>(?:19|20)\d\d)[-/.](?P<mm>0[1-9]|1[0-2])(?![\d/.-]*\d))
  | (?P<monen>{_SIGN}(?P<am>{_MONTH})\.?(?:\s*[-']\s*|,?\s+(?:of\s+)?'?)(?P<ay>\d{{4}}|\d{{2}}(?!\s*[a-z0-9])){_END})
  | (?P<fy>{_SIGN}(?:fy|fiscal(?:\s+year)?|financial\s+year|f\.y\.)\s*[-']?\s*(?P<fyy>\d{{4}}|\d{{2}})
        (?:\s*[/-]\s*(?P<fyz>\d{{4}}|\d{{2}}))?(?!\d))
  | (?P<cal>{_SIGN}(?:cy|calendar(?:\s+year)?)\s*'?(?P<caly>\d{{4}}){_END}|(?P<calc>\d{{4}})\s?(?:历年|暦年)
        |(?:历年|暦年)(?P<cald>\d{{4}})年?)
  | (?P<slash>(?<![\d./-])(?<!\d,)(?P<sy>(?:19|20)\d\d)/(?P<sz>\d\d)(?![\d/]))
  | (?P<era>(?P<en>{"|".join(_ERAS)}|(?<![a-z0-9])[shr](?=\d))\s?(?P<ex>{_NUM})\s?年度?)
  | (?P<yearc>(?<![\d.])(?<!\d,)(?P<ycy>\d{{4}}|[〇零一二三四五六七八九○]{{4}}|\d{{2}})
        \s?年(?:度|份)?(?!间|前|以[内上]|后|来))
  | (?P<tp>{_SIGN}(?P<tn>[1-9])\s?(?P<tk>[qh])(?:\s?'?(?P<ty>\d{{4}}|\d\d))?{_END})
  | (?P<yhq>{_SIGN}(?P<yy>(?:19|20)\d\d)\s?-?\s?(?P<yk>[qh])\s?(?P<yn>[1-9]){_END})
  | (?P<hq>{_SIGN}(?P<hk>[qh])\s?(?P<hn>[1-9])(?:\s?[-/']?\s?(?P<hy>\d{{4}}|'\d\d|(?<=')\d\d|(?<=/)\d\d))?(?!\d|[a-z.]))
  | (?P<oq>{_SIGN}(?:the\s+)?(?P<on>{_ORDINAL})[\s-]+(?P<ok>quarter|half){_END}(?:\s+of{_END})?)
  | (?P<qc>第\s?(?P<qn>[1-9一二三四五六七八九])\s?(?:季度|四半期|季)|(?P<qn2>[1-4一二三四])\s?(?:季度|季)(?!节))
  | (?P<hc>(?P<hch>上半年|上半期|前半期|下半年|下半期|后半期|(?<![以])上期|下期)(?:度)?)
  | (?P<mc>(?<![\d.])(?P<mcn>\d{{1,2}}|十[一二]?|[一二三四五六七八九])\s?月份?(?!\s?\d{{1,2}}\s?[日号]))
  | (?P<me>{_SIGN}(?P<men>(?<=in\s)may|(?<=in\s)march|(?:{_MONTH})(?<!may)(?<!march)(?<!mar))\.?{_END})
  | (?P<bare>(?<![\d.$€£¥a-z/#+])(?<!\d,)(?<!\D\d{{3}}-)(?<![^\dqh年]-)(?P<by>(?:19|20)\d\d)
        (?!\d|[.,]\d|[a-z]|{_COUNTED}|[-/]\d{{1,2}}[-/])))
    """),
    re.VERBOSE,
)
_ABOVE_BEFORE = re.compile(rf"{_ABOVE}\s*$")


def _relative(language: str) -> tuple[re.Pattern[str], dict[str, tuple[str, int]]]:
    """Return a pattern of words that count from today, and what each of them means: last year is ("year", -1)."""
    is_japanese = language == "ja"
    rows = {
        "year -1": "last year|previous year|prior year|去年|上年|上一年|上年度|上一年度|上财年|昨年|昨年度|去年度",
        "year 0": "this year|current year|this fiscal year|this financial year|今年|本年|今年度|本年度|当年度|本财年",
        "year +1": "next year|明年|来年|来年度|下一年",
        "year -2": "year before last|the year before last|一昨年|一昨年度|两年前|二年前",
        "year -3": "大前年|三年前|一昨昨年",
        "quarter -1": "last quarter|previous quarter|prior quarter|上季度|上一季度|上个季度|上一个季度|上季|前四半期",
        "quarter 0": "this quarter|current quarter|本季度|这个季度|这季度|本季|当季|今四半期|当四半期",
        "quarter +1": "next quarter|下季度|下个季度|下一季度|来四半期|翌四半期",
        "half -1": "last half|previous half|last half year|上个半年|前半期",
        "half 0": "this half|current half|本半年|这半年|今半期|当半期",
        "month -1": "last month|previous month|prior month|上个月|上月|先月|前月",
        "month 0": "this month|current month|本月|这个月|今月|当月",
        "month +1": "next month|下个月|下月|来月|翌月",
        "day 0": "today|今天|今日|本日",
        "day -1": "yesterday|昨天|昨日",
    }
    if is_japanese:
        rows["year -1"] += "|前年|前年度|前期|前年の年度"
        rows["year 0"] += "|今期|当期"
    else:
        rows["year -2"] += "|前年|前年度"
    meanings: dict[str, tuple[str, int]] = {}
    for means, words in rows.items():
        name, step = means.split()
        meanings.update({simplified(word): (name, int(step)) for word in words.split("|")})
    terms = sorted(meanings, key=len, reverse=True)
    latin = "|".join(re.sub(" ", r"\\s+", word) for word in terms if word.isascii())
    other = "|".join(word for word in terms if not word.isascii())
    return re.compile(f"{_SIGN}(?:the\\s+)?(?:{latin}){_END}|{other}"), meanings


_RELATIVE = {language: _relative(language) for language in ("ja", "other")}
_AGO = re.compile(
    rf"{_SIGN}(?P<n>{_COUNT})\s+(?P<g>year|quarter|month)s?\s+ago{_END}|(?P<nc>{_COUNT})\s?(?P<gc>年|个月|か月|季度|四半期)前"
)
_LAST = re.compile(
    simplified(
        rf"{_SIGN}(?:the\s+)?(?:last|past|previous|preceding|trailing|latest|most\ recent)\s+(?P<n>{_COUNT})\s+"
        rf"(?:fiscal\s+|financial\s+|full\s+|complete\s+)?(?P<g>year|quarter|month|half|halve)s?{_END}"
        rf"|(?:最近的?|近|过去的?|前(?!一)|直近の?|ここ)(?P<nc>{_COUNT})\s?(?:个|か|ヶ|カ|ケ)?(?P<gc>财年|年度|年间|年|季度|四半期|季|(?<!四)半期|月间|月)(?:间)?"
    )
)
_TO_DATE = re.compile(
    simplified(
        rf"{_SIGN}(?P<g>year|quarter|month)[\s-]to[\s-]date{_END}|{_SIGN}(?P<s>ytd|qtd|mtd){_END}"
        r"|(?P<c>今年至今|年初至今|年初来|今年以来|年初以来|今年に入ってから|今年に入って|今年初から|本年初以来)"
    )
)
_LATEST = re.compile(
    simplified(
        rf"{_SIGN}(?:the\s+)?(?:latest|most\ recent|newest)"
        rf"(?:\s+(?:available\s+)?(?P<g>year|quarter|month|half)s?)?{_END}"
        r"|最新の?|最近一期|最近期|直近の?(?!\s?[\d一二三四五六七八九十])"
    )
)
_SAME = re.compile(
    simplified(
        rf"{_SIGN}(?:the\s+)?same\s+(?:period|quarter|half|month)\s+(?:of\s+)?(?:the\s+)?(?:last|previous|prior)\s+year{_END}"
        r"|去年同期|上年同期|前年同期|昨年同期"
    )
)
_SHIFT = re.compile(
    simplified(
        rf"{_SIGN}(?:the\s+)?(?P<g>year|half|quarter|month)\s+before(?:\s+that)?(?!\s+last){_END}"
        r"|(?:その|更に|さらに)前の?(?P<gc>年度?|四半期|半期|月)|(?P<gz>前一年|再前一年|前一季度|前一个季度|前一个月)"
    )
)
# Without one of these none of the six above is in a text.
_HINT = re.compile(
    simplified(
        r"ago|last|past|previous|preceding|trailing|recent|latest|newest|to[ -]date|[yqm]td|before|same"
        r"|[前近过ここ直至来以入初最同期]"
    )
)
_GRAIN: dict[str, Grain] = {
    "year": "year", "quarter": "quarter", "month": "month", "half": "half", "halve": "half",
    "年": "year", "年度": "year", "年间": "year", "财年": "year",
    "季度": "quarter", "季": "quarter", "四半期": "quarter",
    "月": "month", "个月": "month", "か月": "month", "月间": "month", "半期": "half",
}  # fmt: skip


def atoms_of(text: str, *, today: date, calendar: Calendar, language: str) -> list[Atom]:
    """Return the expressions of time in a folded text, in order, the longer first where they overlap."""
    found = [*_absolute(text, calendar), *_counted(text, today, calendar), *_worded(text, today, calendar, language)]
    found.sort(key=lambda atom: (atom.start - atom.end, atom.start))
    kept: list[Atom] = []
    taken = bytearray(len(text))
    for atom in found:
        if not any(taken[atom.start : atom.end]):
            taken[atom.start : atom.end] = b"\1" * (atom.end - atom.start)
            kept.append(atom)
    return sorted(kept)


def _worded(text: str, today: date, calendar: Calendar, language: str) -> Iterator[Atom]:
    pattern, meanings = _RELATIVE["ja" if language == "ja" else "other"]
    for match in pattern.finditer(text):
        said = " ".join(match.group().split())
        name, step = meanings.get(said) or meanings[said.removeprefix("the ")]
        grain: Grain = _GRAIN.get(name, "day")
        period = calendar.current(grain, today).shifted(step)
        kind: AtomKind = "year" if grain == "year" else "period"
        yield Atom(*match.span(), kind, period.year, grain, periods=(period,), relative=True)
    if not _HINT.search(text):
        return
    for match in _SAME.finditer(text):
        yield Atom(*match.span(), "same", relative=True)
    for match in _SHIFT.finditer(text):
        said = match["g"] or match["gc"] or match["gz"].lstrip("再前一").removeprefix("个").removeprefix("個")
        yield Atom(*match.span(), "shift", grain=_GRAIN[said], relative=True, reason="of_what")
    for match in _LATEST.finditer(text):
        yield Atom(*match.span(), "latest", grain=_GRAIN.get(match["g"] or "", "year"), relative=True)


def _counted(text: str, today: date, calendar: Calendar) -> Iterator[Atom]:
    if not _HINT.search(text):
        return
    for match in _AGO.finditer(text):
        grain = _GRAIN[match["g"] or match["gc"]]
        period = calendar.current(grain, today).shifted(-_count(match["n"] or match["nc"]))
        kind: AtomKind = "year" if grain == "year" else "period"
        yield Atom(*match.span(), kind, period.year, grain, periods=(period,), relative=True)
    for match in _LAST.finditer(text):
        grain = _GRAIN[match["g"] or match["gc"]]
        count = _count(match["n"] or match["nc"])
        current = calendar.current(grain, today)
        if not 0 < count <= 60:
            yield Atom(*match.span(), "wrong", reason="too_many")
            continue
        yield Atom(
            *match.span(),
            "last",
            grain=grain,
            periods=tuple(current.shifted(-step) for step in range(count, 0, -1)),
            relative=True,
        )
    for match in _TO_DATE.finditer(text):
        what = match["g"] or {"q": "quarter", "m": "month"}.get((match["s"] or "y")[0], "year")
        yield Atom(*match.span(), "to_date", periods=(calendar.to_date(today, _GRAIN[what]),), relative=True)


def _absolute(text: str, calendar: Calendar) -> Iterator[Atom]:
    for match in _ATOM.finditer(text):
        name = str(match.lastgroup)
        if name == "bare" and _ABOVE_BEFORE.search(text, max(0, match.start() - 16), match.start()):
            continue
        atom = _READERS[name](match, calendar)
        if atom is not None:
            yield atom


def _count(text: str) -> int:
    if text.isdigit():
        return int(text)
    return _COUNTS.index(text) + 1 if text in _COUNTS else _han(text)


def _han(text: str) -> int:
    if "十" in text:
        tens, _, ones = text.partition("十")
        return (_HAN.get(tens, 1) if tens else 1) * 10 + (_HAN.get(ones, 0) if ones else 0)
    return int("".join(str(_HAN[char]) for char in text))


def _whole(text: str) -> int:
    return int(text) if text.isdigit() else _han(text)


def _short(text: str) -> int:
    """Return a year of two digits or four; two are of this century and the 30 years before it."""
    year = int(text)
    return year if len(text) == 4 else year + (2000 if year < 70 else 1900)


def _month(name: str) -> int:
    return _MONTHS.index(name[:3]) + 1


def _day(match: re.Match[str], year: str, month: int, day: int) -> Atom:
    try:
        period = Period("day", date(int(year), month, day).isoformat())
    except ValueError:
        return Atom(*match.span(), "wrong", reason="no_such_day")
    return Atom(*match.span(), "period", periods=(period,), grain="day")


def _last_day(match: re.Match[str], year: str, month: int) -> Atom:
    return _day(match, year, month, monthrange(int(year), month)[1] if 1 <= month <= 12 else 0)


def _a_month(match: re.Match[str], year: int, month: int) -> Atom:
    if not 1 <= month <= 12:
        return Atom(*match.span(), "wrong", reason="no_such_month")
    return Atom(*match.span(), "period", periods=(Period("month", key_of("month", year, month)),), grain="month")


def _a_year(match: re.Match[str], year: int) -> Atom:
    if not 1800 <= year <= 2200:
        return Atom(*match.span(), "wrong", reason="no_such_year")
    return Atom(*match.span(), "year", year, periods=(Period("year", f"{year:04d}"),))


def _a_part(match: re.Match[str], grain: Grain, part: int, year: str | None = None) -> Atom:
    if not 1 <= part <= {"half": 2, "quarter": 4, "month": 12}[grain]:
        return Atom(*match.span(), "wrong", reason=f"no_such_{grain}")
    if year is None:
        return Atom(*match.span(), "part", None, grain, part)
    of = _short(year.strip("'"))
    return Atom(*match.span(), "period", of, grain, part, (Period(grain, key_of(grain, of, part)),))


def _fiscal(match: re.Match[str], first: str, second: str | None, calendar: Calendar) -> Atom:
    year = _short(first)
    if second is None:
        return _a_year(match, year)
    last = _short(second)
    if last != year + 1:
        if last > year:
            span = tuple(Period("year", f"{each:04d}") for each in range(year, min(last, year + 60) + 1))
            return Atom(*match.span(), "period", periods=span)
        return Atom(*match.span(), "wrong", reason="no_such_year")
    return _a_year(match, last if calendar.named_by == "end" else year)


def _calendar_year(match: re.Match[str], calendar: Calendar) -> Atom:
    if calendar.start_month != 1:
        return Atom(*match.span(), "wrong", reason="not_fiscal")
    return _a_year(match, int(match["caly"] or match["calc"] or match["cald"]))


def _era(match: re.Match[str], _: Calendar) -> Atom:
    first = _ERAS.get(match["en"]) or _LETTERS[match["en"]]
    number = _whole(match["ex"])
    return _a_year(match, first - 1 + number) if number else Atom(*match.span(), "wrong", reason="no_such_year")


def _year_cjk(match: re.Match[str], _: Calendar) -> Atom:
    text = match["ycy"]
    return _a_year(match, _short(text) if text.isascii() else _whole(text))


def _kind(letter: str) -> Grain:
    return "quarter" if letter == "q" else "half"


_Reader = Callable[[re.Match[str], Calendar], Atom | None]
_READERS: dict[str, _Reader] = {
    "day": lambda m, _: _day(m, m["dy"], int(m["dm"]), int(m["dd"])),
    "day8": lambda m, _: _day(m, m["ey"], int(m["em"]), int(m["ed"])),
    "dayc": lambda m, _: (
        _last_day(m, m["cy"], int(m["cm"])) if m["cend"] else _day(m, m["cy"], int(m["cm"]), int(m["cd"]))
    ),
    "dayen": lambda m, _: _day(m, m["ny"], _month(m["nm"]), int(m["nd"])),
    "dayus": lambda m, _: _day(m, m["uy"], _month(m["um"]), int(m["ud"])),
    "dayend": lambda m, _: _last_day(m, m["zy"], _month(m["zm"])),
    "mon": lambda m, _: _a_month(m, int(m["my"]), int(m["mm"])),
    "monen": lambda m, _: _a_month(m, _short(m["ay"]), _month(m["am"])),
    "fy": lambda m, c: _fiscal(m, m["fyy"], m["fyz"], c),
    "cal": _calendar_year,
    "slash": lambda m, c: _fiscal(m, m["sy"], m["sz"], c),
    "era": _era,
    "yearc": _year_cjk,
    "tp": lambda m, _: _a_part(m, _kind(m["tk"]), int(m["tn"]), m["ty"]),
    "yhq": lambda m, _: _a_part(m, _kind(m["yk"]), int(m["yn"]), m["yy"]),
    "hq": lambda m, _: _a_part(m, _kind(m["hk"]), int(m["hn"]), m["hy"]),
    "oq": lambda m, _: _a_part(m, "quarter" if m["ok"] == "quarter" else "half", _ORDINALS[m["on"]]),
    "qc": lambda m, _: _a_part(m, "quarter", _whole(m["qn"] or m["qn2"])),
    "hc": lambda m, _: _a_part(m, "half", 1 if m["hch"][0] in "上前" else 2),
    "mc": lambda m, _: _a_part(m, "month", _whole(m["mcn"])),
    "me": lambda m, _: _a_part(m, "month", _month(m["men"])),
    "bare": lambda m, _: _a_year(m, int(m["by"])),
}
