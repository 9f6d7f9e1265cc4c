"""Reads the years, parts of years and dates that a question writes out, and tells them from other numbers."""

from __future__ import annotations

import re
from calendar import monthrange
from collections.abc import Callable, Iterator
from datetime import date, timedelta

from vouched.facts.period_forms import COUNT, END, GRAIN_OF, HAN_COUNT, SIGN, Atom, counted, dated, simplified, whole
from vouched.facts.periods import Calendar, Grain, Period, key_of
from vouched.text.moments import ERAS, month_of

__all__ = ["written"]

_MOST_PARTS: dict[Grain, int] = {"half": 2, "quarter": 4, "month": 12}
_MONTH = (
    "jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?"
    "|nov(?:ember)?|dec(?:ember)?"
)
_ORDINALS = {"first": 1, "second": 2, "third": 3, "fourth": 4, "fifth": 5, "sixth": 6, "last": 4}
_ORDINALS |= {"1st": 1, "2nd": 2, "3rd": 3, "4th": 4, "5th": 5, "6th": 6}
_ORDINAL = "first|second|third|fourth|fifth|sixth|1st|2nd|3rd|4th|5th|6th"
_ERAS = {simplified(era): years for era, years in ERAS.items()}
_LETTERS = {"s": "昭和", "h": "平成", "r": "令和"}
# A year of an era that has not ended is not further off than this.
_MOST_OF_ERA = 200
_NUM = "[0-9]{1,3}|元|[一二三四五六七八九十]{1,3}"
_HAN_YEAR = "[〇零一二三四五六七八九○]{4}"
_THROUGH = r"\s?(?:-|~|至|到|から|、|和|与|及|と)\s?"
# What makes a bare number of four digits something else than a year.
_COUNTED = simplified(
    r"\s?(?:%|人|名|余|多[人名家]|年代(?![理表办销])|社|点|股|辆|枚|张|条|项|店|家|间|件|台|个(?!季|月)|户|位|次|倍|元|円|圆|美元|港元|ドル|万|亿|千|百|kg|km|usd|hkd|cny|rmb|jpy|eur"
    r"|(?:k|m|mn|bn|million|billion|thousand|people|employees|staff|persons|customers|units|times|shares|stores|shops|items"
    r"|points|tons|tonnes|dollars|yuan|yen|hours|days)(?![a-z]))"
)
_ABOVE = simplified(
    "(?:above|over|below|under|than|least|most|exceeds?|exceeding|exceeded|about|around|approximately|nearly|usd|hkd|room|number|page|code|id"
    r"|\+\d[\d -]*|编号|超过|高于|低于|少于|多于|不足|大于|小于|约|达)"
)
_ATOM = re.compile(
    simplified(rf"""
    (?:(?<![a-z0-9])(?=[a-z])|(?=[0-9〇零一二三四五六七八九十第上下前后历暦明大昭平令民]))(?:
    (?P<day>(?<![\d.-])(?P<dy>\d{{4}})(?P<ds>[-/.])(?P<dm>\d{{1,2}})(?P=ds)(?P<dd>\d{{1,2}})(?![\d]))
  | (?P<day8>(?<![\d.+-])(?<!\d,)(?P<ey>(?:19|20)\d\d)(?P<em>0[1-9]|1[0-2])(?P<ed>[0-2]\d|3[01])(?!\d))
  | (?P<dayc>(?<!\d)(?P<cy>\d{{4}}|{_HAN_YEAR})\s?年\s?(?P<cm>\d{{1,2}}|{HAN_COUNT})\s?月\s?
        (?:(?P<cd>\d{{1,2}}|{HAN_COUNT})\s?[日号]|(?P<cend>末|底)))
  | (?P<dayen>{SIGN}(?P<nd>\d{{1,2}})(?:st|nd|rd|th)?\s+(?:of\s+)?(?P<nm>{_MONTH})\.?,?\s+(?P<ny>\d{{4}}){END})
  | (?P<dayus>{SIGN}(?P<um>{_MONTH})\.?\s+(?P<ud>\d{{1,2}})(?:st|nd|rd|th)?,?\s+(?P<uy>\d{{4}}){END})
  | (?P<dayend>{SIGN}(?:the\s+)?end\s+of\s+(?P<zm>{_MONTH})\.?,?\s+(?P<zy>\d{{4}}){END})
  | (?P<mon>(?<![\d./-])(?<!\d,)(?P<my>(?:19|20)\d\d)[-/.](?P<mm>0[1-9]|1[0-2])(?![\d/.-]*\d))
  | (?P<monen>{SIGN}(?P<am>{_MONTH})\.?(?:\s*[-']\s*|,?\s+(?:of\s+)?'?)
        (?P<ay>\d{{4}}|(?<=[-'])\d{{2}}(?!\s*[a-z0-9])){END})
  | (?P<fy>{SIGN}(?:fy|fiscal(?:\s+year)?|financial\s+year|f\.y\.)\s*[-']?\s*(?P<fyy>\d{{4}}|\d{{2}})
        (?:\s*[/-]\s*(?P<fyz>\d{{4}}|\d{{2}})|\s?-?(?P<fyk>[qh])\s?(?P<fyn>\d)(?![a-z.]))?(?!\d))
  | (?P<cal>{SIGN}(?:cy|calendar(?:\s+year)?)\s*'?(?P<caly>\d{{4}}){END}|(?P<calc>\d{{4}})\s?(?:历年|暦年)
        |(?:历年|暦年)(?P<cald>\d{{4}})年?)
  | (?P<slash>(?<![\d./a-z-])(?<!\d,)(?P<sy>(?:19|20)\d\d)(?P<ss>[/-])(?P<sz>\d\d)(?![\d/-]))
  | (?P<era>(?P<en>{"|".join(_ERAS)}|(?<![a-z0-9])[shr](?=\d))\s?(?P<ex>{_NUM})\s?年度?)
  | (?P<yearc>(?<![\d.])(?<!\d,)(?P<ycy>\d{{4}}|{_HAN_YEAR}|\d{{2}})
        \s?年(?:度|份)?(?!间|前(?!\s?(?:\d|{HAN_COUNT})个?[季月])|以[内上]|后|来|代(?![理表办销])))
  | (?P<tp>{SIGN}(?P<tn>\d)\s?(?P<tk>[qh])(?:\s?'?(?P<ty>\d{{4}}|\d\d))?{END})
  | (?P<yhq>{SIGN}(?P<yy>(?:19|20)\d\d)\s?-?\s?(?P<yk>[qh])\s?(?P<yn>\d)(?:-(?P<yz>\d))?{END})
  | (?P<hq>{SIGN}(?P<hk>[qh])\s?(?P<hn>\d)(?:-(?P<hz>\d)(?![\d.])
        |\s?[-/']?\s?(?P<hy>\d{{4}}|'\d\d|(?<=')\d\d|(?<=/)\d\d))?(?!\d|[a-z.]))
  | (?P<oq>{SIGN}(?:the\s+)?(?P<on>{_ORDINAL})[\s-]+(?P<ok>quarter|half){END}(?:\s+of{END})?)
  | (?P<qc>第\s?(?P<qn>[0-9一二三四五六七八九])\s?(?:季度|四半期|季)
        |(?P<qn2>[1-4一二三四])\s?(?:季度|季|(?<=[-~至到、与とら][1-4一二三四])四半期)(?!节))
  | (?P<hc>(?P<hch>上半年|上半期|前半期|下半年|下半期|后半期|(?<![以])上期|下期)(?:度)?)
  | (?P<mc>(?<![\d.])(?P<mcn>\d{{1,2}}|十[一二]?|[一二三四五六七八九])\s?月份?(?!\s?\d{{1,2}}\s?[日号]))
  | (?P<fp>{SIGN}(?:the\s+)?first\s+(?P<fpn>{COUNT})\s+(?P<fpg>quarter|month)s{END})
  | (?P<qr>(?<![\d./-])(?:第\s?)?(?P<qrn>[1-4一二三四])(?={_THROUGH}(?:第\s?)?[1-4一二三四]\s?(?:季度|四半期)))
  | (?P<mr>(?<![\d./-])(?P<mrn>\d{{1,2}})(?={_THROUGH}\d{{1,2}}\s?月(?!\s?\d{{1,2}}\s?[日号])))
  | (?P<me>{SIGN}(?P<men>(?<=in\s)may|(?<=in\s)march|(?:{_MONTH})(?<!may)(?<!march)(?<!mar))\.?{END})
  | (?P<bare>(?<![\d.$€£¥a-z/#+])(?<!\d,)(?<!\D\d{{3}}-)(?<![^\dqh年]-)(?P<by>(?:19|20)\d\d|2100)
        (?!\d|-(?!(?:(?:19|20)\d\d|2100)(?!\d))\d{{3,}}|[.,]\d|[a-z]|{_COUNTED}|[-/]\d{{1,2}}[-/])))
    """),
    re.VERBOSE,
)
_ENDED = re.compile(
    rf"{SIGN}(?:the\s+)?(?:fiscal\s+|financial\s+)?(?P<g>year|half|quarter|month|(?:three|3|six|6|twelve|12)\s+months)"
    r"\s+(?:ended|ending)\s+(?:on\s+)?\Z"
)
_ENDED_HAN = re.compile(
    simplified(
        r"\s?(?:止的?|的|終了の?|に終わる|に終了する|までの)\s?"
        r"(?P<g>季度|四半期|年度|财年|半年度?|半期|(?:三|六|十二|3|6|12)\s?(?:个|か|ヶ)月)(?:间|期间)?"
    )
)
_UNTIL = re.compile("截[至止]\\s?\\Z")
_LONG: dict[str, Grain] = {"year": "year", "half": "half", "quarter": "quarter", "month": "month"}
_LONG |= {"three": "quarter", "3": "quarter", "six": "half", "6": "half", "twelve": "year", "12": "year"}
_LONG_HAN: dict[str, Grain] = {"半": "half", "三": "quarter", "3": "quarter", "六": "half", "6": "half"}
_LONG_HAN |= {"十": "year", "1": "year"}
_ABOVE_BEFORE = re.compile(rf"{_ABOVE}\s*$")


def written(text: str, calendar: Calendar) -> Iterator[Atom]:
    """Return the expressions of time that are written out in a folded text, in order."""
    for match in _ATOM.finditer(text):
        name = str(match.lastgroup)
        if name == "bare" and _ABOVE_BEFORE.search(text, max(0, match.start() - 16), match.start()):
            continue
        atom = _READERS[name](match, calendar)
        if atom is not None:
            yield _ended(atom, text, calendar) if atom.grain == "day" and atom.periods else atom


def _ended(atom: Atom, text: str, calendar: Calendar) -> Atom:
    """Return the period that ends on a day, where a text says so: "the quarter ended 30 September 2025"."""
    before = _ENDED.search(text, max(0, atom.start - 40), atom.start)
    behind = None if before else _ENDED_HAN.match(text, atom.end)
    until = _UNTIL.search(text, max(0, atom.start - 4), atom.start) if behind else None
    ends = before or behind
    if ends is None:
        return atom
    opening = before or until
    start = opening.start() if opening else atom.start
    end = behind.end() if behind else atom.end
    grain = _LONG[ends["g"].split()[0]] if before else GRAIN_OF.get(ends["g"]) or _LONG_HAN[ends["g"][0]]
    day = date.fromisoformat(atom.periods[0].key)
    period = calendar.current(grain, day)
    if period == calendar.current(grain, day + timedelta(days=1)):
        return Atom(start, end, "wrong", reason="not_fiscal")
    return Atom(start, end, "period", period.year, grain, period.part, periods=(period,))


def _short(text: str) -> int:
    """Return a year of two digits or four; two are of this century and the 30 years before it."""
    year = int(text)
    return year if len(text) == 4 else year + (2000 if year < 70 else 1900)


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
    return Atom(*match.span(), "period", year, "month", month, periods=(Period("month", key_of("month", year, month)),))


def _a_year(match: re.Match[str], year: int) -> Atom:
    if not 1800 <= year <= 2200:
        return Atom(*match.span(), "wrong", reason="no_such_year")
    return Atom(*match.span(), "year", year, periods=(Period("year", f"{year:04d}"),))


def _a_part(match: re.Match[str], grain: Grain, part: int, year: str | None = None, upto: int = 0) -> Atom:
    if not 1 <= part <= (upto or part) <= _MOST_PARTS[grain]:
        return Atom(*match.span(), "wrong", reason=f"no_such_{grain}")
    atom = Atom(*match.span(), "part", None, grain, part, upto)
    return atom if year is None else dated(atom, _short(year.strip("'")), relative=False)


def _first(match: re.Match[str], grain: Grain, count: int, calendar: Calendar) -> Atom:
    if grain == "month" and calendar.start_month != 1:
        return Atom(*match.span(), "wrong", reason="not_fiscal")
    return _a_part(match, grain, 1, upto=count)


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


def _slashed(match: re.Match[str], calendar: Calendar) -> Atom:
    """Return 2023/24 as one fiscal year, and 2023-24 as two years where a fiscal year does not reach into the next."""
    first, last = int(match["sy"]), _short(match["sz"])
    if match["ss"] == "-" and last == first + 1 and calendar.start_month == 1:
        return Atom(*match.span(), "period", periods=(Period("year", f"{first}"), Period("year", f"{last}")))
    return _fiscal(match, match["sy"], match["sz"], calendar)


def _calendar_year(match: re.Match[str], calendar: Calendar) -> Atom:
    if calendar.start_month != 1:
        return Atom(*match.span(), "wrong", reason="not_fiscal")
    return _a_year(match, int(match["caly"] or match["calc"] or match["cald"]))


def _era(match: re.Match[str], _: Calendar) -> Atom:
    era = match["en"]
    first, last = _ERAS[_LETTERS.get(era, era)]
    number = whole(match["ex"])
    if not 0 < number <= min(last - first + 1, _MOST_OF_ERA):
        return Atom(*match.span(), "wrong", reason="no_such_year")
    return _a_year(match, first - 1 + number)


def _year_cjk(match: re.Match[str], _: Calendar) -> Atom:
    text = match["ycy"]
    return _a_year(match, _short(text) if text.isascii() else whole(text))


def _kind(letter: str) -> Grain:
    return "quarter" if letter == "q" else "half"


_Reader = Callable[[re.Match[str], Calendar], Atom | None]
_READERS: dict[str, _Reader] = {
    "day": lambda m, _: _day(m, m["dy"], int(m["dm"]), int(m["dd"])),
    "day8": lambda m, _: _day(m, m["ey"], int(m["em"]), int(m["ed"])),
    "dayc": lambda m, _: (
        _last_day(m, f"{whole(m['cy'])}", whole(m["cm"]))
        if m["cend"]
        else _day(m, f"{whole(m['cy'])}", whole(m["cm"]), whole(m["cd"]))
    ),
    "dayen": lambda m, _: _day(m, m["ny"], month_of(m["nm"]), int(m["nd"])),
    "dayus": lambda m, _: _day(m, m["uy"], month_of(m["um"]), int(m["ud"])),
    "dayend": lambda m, _: _last_day(m, m["zy"], month_of(m["zm"])),
    "mon": lambda m, _: _a_month(m, int(m["my"]), int(m["mm"])),
    "monen": lambda m, _: _a_month(m, _short(m["ay"]), month_of(m["am"])),
    "fy": lambda m, c: (
        _a_part(m, _kind(m["fyk"]), int(m["fyn"]), m["fyy"]) if m["fyk"] else _fiscal(m, m["fyy"], m["fyz"], c)
    ),
    "cal": _calendar_year,
    "slash": _slashed,
    "era": _era,
    "yearc": _year_cjk,
    "tp": lambda m, _: _a_part(m, _kind(m["tk"]), int(m["tn"]), m["ty"]),
    "yhq": lambda m, _: _a_part(m, _kind(m["yk"]), int(m["yn"]), m["yy"], int(m["yz"] or 0)),
    "hq": lambda m, _: _a_part(m, _kind(m["hk"]), int(m["hn"]), m["hy"], int(m["hz"] or 0)),
    "oq": lambda m, _: _a_part(m, "quarter" if m["ok"] == "quarter" else "half", _ORDINALS[m["on"]]),
    "qc": lambda m, _: _a_part(m, "quarter", whole(m["qn"] or m["qn2"])),
    "hc": lambda m, _: _a_part(m, "half", 1 if m["hch"][0] in "上前" else 2),
    "mc": lambda m, _: _a_part(m, "month", whole(m["mcn"])),
    "fp": lambda m, c: _first(m, GRAIN_OF[m["fpg"]], counted(m["fpn"]), c),
    "qr": lambda m, _: _a_part(m, "quarter", whole(m["qrn"])),
    "mr": lambda m, _: _a_part(m, "month", int(m["mrn"])),
    "me": lambda m, _: _a_part(m, "month", month_of(m["men"])),
    "bare": lambda m, _: _a_year(m, int(m["by"])),
}
