"""Reads the smallest expressions of time in a question: years, parts of years, dates, and words such as "last quarter".

All patterns are of folded text (lower case, half width, simplified characters), in English, Japanese and Chinese.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date

from vouched.facts.period_forms import COUNT, END, GRAIN_OF, SIGN, Atom, AtomKind, counted, simplified
from vouched.facts.periods import Calendar, Grain
from vouched.facts.written_periods import written

__all__ = ["atoms_of"]


def _relative(language: str) -> tuple[re.Pattern[str], dict[str, tuple[str, int]]]:
    """Return a pattern of words that count from today, and what each of them means: last year is ("year", -1)."""
    is_japanese = language == "ja"
    rows = {
        "year -1": "last year|previous year|prior year|past year|去年|上年|上一年|上年度|上一年度|上财年|昨年|昨年度"
        "|去年度",
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
    return re.compile(f"{SIGN}(?:the\\s+)?(?:{latin}){END}|{other}"), meanings


_RELATIVE = {language: _relative(language) for language in ("ja", "other")}
_AGO = re.compile(
    rf"{SIGN}(?P<n>{COUNT})\s+(?P<g>year|quarter|month)s?\s+ago{END}|(?P<nc>{COUNT})\s?(?P<gc>年|个月|か月|季度|四半期)前"
)
_LAST = re.compile(
    simplified(
        rf"{SIGN}(?:the\s+)?(?:last|past|previous|preceding|trailing|latest|most\ recent)\s+(?P<n>{COUNT})\s+"
        rf"(?:fiscal\s+|financial\s+|full\s+|complete\s+)?(?P<g>year|quarter|month|half|halve)s?{END}"
        rf"|(?:最近的?|近|过去的?|(?P<of>前(?=[两二三]季度))|前(?!一)|直近の?|ここ)(?P<nc>{COUNT})\s?(?:个|か|ヶ|カ|ケ)?(?P<gc>财年|年度|年间|年|季度|四半期|季|(?<!四)半期|月间|月)(?:间)?"
    )
)
_TO_DATE = re.compile(
    simplified(
        rf"{SIGN}(?P<g>year|quarter|month)[\s-]to[\s-]date{END}|{SIGN}(?P<s>ytd|qtd|mtd){END}"
        r"|(?P<c>今年至今|年初至今|年初来|今年以来|年初以来|今年に入ってから|今年に入って|今年初から|本年初以来)"
    )
)
_LATEST = re.compile(
    simplified(
        rf"{SIGN}(?:the\s+)?(?:latest|most\ recent|newest)"
        rf"(?:\s+(?:available\s+)?(?P<g>year|quarter|month|half)s?)?{END}"
        r"|最新の?|最近一期|最近期|直近の?(?!\s?[\d一二三四五六七八九十])"
    )
)
_SAME = re.compile(
    simplified(
        rf"{SIGN}(?:the\s+)?same\s+(?:period|quarter|half|month)\s+(?:of\s+)?(?:the\s+)?(?:last|previous|prior)\s+year{END}"
        r"|去年同期|上年同期|前年同期|昨年同期"
    )
)
_SHIFT = re.compile(
    simplified(
        rf"{SIGN}(?:the\s+)?(?P<g>year|half|quarter|month)\s+before(?:\s+that)?(?!\s+last){END}"
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


def atoms_of(text: str, *, today: date, calendar: Calendar, language: str) -> list[Atom]:
    """Return the expressions of time in a folded text, in order, the longer first where they overlap."""
    found = [*written(text, calendar), *_counted(text, today, calendar), *_worded(text, today, calendar, language)]
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
        grain: Grain = GRAIN_OF.get(name, "day")
        period = calendar.current(grain, today).shifted(step)
        kind: AtomKind = "year" if grain == "year" else "period"
        yield Atom(*match.span(), kind, period.year, grain, periods=(period,), relative=True)
    if not _HINT.search(text):
        return
    for match in _SAME.finditer(text):
        yield Atom(*match.span(), "same", relative=True)
    for match in _SHIFT.finditer(text):
        said = match["g"] or match["gc"] or match["gz"].lstrip("再前一").removeprefix("个").removeprefix("個")
        yield Atom(*match.span(), "shift", grain=GRAIN_OF[said], relative=True, reason="of_what")
    for match in _LATEST.finditer(text):
        yield Atom(*match.span(), "latest", grain=GRAIN_OF.get(match["g"] or "", "year"), relative=True)


def _counted(text: str, today: date, calendar: Calendar) -> Iterator[Atom]:
    if not _HINT.search(text):
        return
    for match in _AGO.finditer(text):
        grain = GRAIN_OF[match["g"] or match["gc"]]
        period = calendar.current(grain, today).shifted(-counted(match["n"] or match["nc"]))
        kind: AtomKind = "year" if grain == "year" else "period"
        yield Atom(*match.span(), kind, period.year, grain, periods=(period,), relative=True)
    for match in _LAST.finditer(text):
        grain = GRAIN_OF[match["g"] or match["gc"]]
        count = counted(match["n"] or match["nc"])
        current = calendar.current(grain, today)
        if match["gc"] == "季度" and match["of"]:
            yield Atom(*match.span(), "part", grain=grain, upto=count)
            continue
        if not 0 < count <= 60:
            yield Atom(*match.span(), "wrong", reason="too_many")
            continue
        yield Atom(
            *match.span(),
            "last",
            grain=grain,
            upto=count,
            periods=tuple(current.shifted(-step) for step in range(count, 0, -1)),
            relative=True,
        )
    for match in _TO_DATE.finditer(text):
        what = match["g"] or {"q": "quarter", "m": "month"}.get((match["s"] or "y")[0], "year")
        yield Atom(*match.span(), "to_date", periods=(calendar.to_date(today, GRAIN_OF[what]),), relative=True)
