"""Rewrites one figure of a sentence so that it says something else, or the same in another writing.

The rules know nothing of what the check reads: each is a pattern of its own and what stands in its place.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from datetime import date
from decimal import Decimal
from typing import NamedTuple

Rewrite = Callable[[re.Match[str]], str]
_MONTHS = "January February March April May June July August September October November December".split()
_MONTH = "|".join(_MONTHS)
_NUMBER = r"(?<![A-Za-z0-9_.,/:$€£¥第-])(?P<n>\d{1,3}(?:,\d{3})+|\d{2,})(?P<d>\.\d+)?(?![\d:/]|[.,]\d|-\d)"
_FEW = r"(?<![A-Za-z0-9_.,/:$€£¥第-])(?P<n>\d+)(?P<d>\.\d+)?"
# No end of a range, no mixed number.
_LONE = r"(?<![-–—~/〜至到\d] )(?<!to )(?<!and )(?<!or )(?<![A-Za-z0-9_.,/:$€£¥第〜～~至到–—-])(?P<n>\d+)(?P<d>\.\d+)?"
_ONES = "one two three four five six seven eight nine".split()
_TENS = "twenty thirty forty fifty sixty seventy eighty ninety".split()

_IDEOGRAPHS = "〇一二三四五六七八九十百千万"
_AFTER = dict(zip("二三四五六七八九", "三四五六七八九二", strict=True))


class Rule(NamedTuple):
    """One way of rewriting: its languages, what kind it is, whether the meaning is kept, what it looks for."""

    languages: str
    kind: str
    is_kept: bool
    pattern: re.Pattern[str]
    rewrite: Rewrite


def _digits(match: re.Match[str]) -> Decimal:
    return Decimal(match["n"].replace(",", "") + (match["d"] or ""))


def _other_digit(match: re.Match[str]) -> str:
    text = match["n"]
    place = 0 if len(text) < 3 else 1 if text[1] != "," else 2
    changed = str((int(text[place]) + 3) % 10 or 4)
    return text[:place] + changed + text[place + 1 :] + (match["d"] or "")


def _plain(value: Decimal) -> str:
    return f"{value.normalize():f}"


def _to(form: str) -> Rewrite:
    return lambda match: match["n"] + (match["d"] or "") + form


def _put(text: str) -> Rewrite:
    return lambda _: text


def _times(factor: str, form: str) -> Rewrite:
    return lambda match: _plain(_digits(match) * Decimal(factor)) + form


def _in_words(match: re.Match[str]) -> str:
    tens, ones = divmod(int(match["n"]), 10)
    return match[0][:-2] + _TENS[tens - 2] + (f"-{_ONES[ones - 1]}" if ones else "")


def _full_width(match: re.Match[str]) -> str:
    return match[0].translate(str.maketrans("0123456789,.", "０１２３４５６７８９，．"))


def _grouping(match: re.Match[str]) -> str:
    return match["n"].replace(",", "") if "," in match["n"] else f"{int(match['n']):,}"


def _day(match: re.Match[str], form: str, shift: int = 0) -> str:
    month = match["m"]
    number = _MONTHS.index(month) + 1 if month in _MONTHS else int(month)
    day = int(match["day"]) + shift
    day = day if 1 <= day <= 28 or not shift else 11
    when = date(int(match["y"]), number, day)
    name = _MONTHS[when.month - 1]
    return form.format(
        y=when.year, m=when.month, d=when.day, name=name, short=name[:3] + "." * (name != "May"), era=when.year - 2018
    )


def _dated(form: str, shift: int = 0) -> Rewrite:
    return lambda match: _day(match, form, shift)


def _rules() -> Iterator[Rule]:
    def rule(languages: str, kind: str, pattern: str, rewrite: Rewrite, *, kept: bool = False) -> Rule:
        return Rule(languages, kind, kept, re.compile(pattern), rewrite)

    english = rf"(?<![A-Za-z0-9])(?P<m>{_MONTH}) (?P<day>\d{{1,2}}), (?P<y>20[0-2]\d)(?![A-Za-z0-9])"
    cjk = r"(?<!\d)(?P<y>20[0-2]\d)年(?P<m>\d{1,2})月(?P<day>\d{1,2})日(?! ?\d)"
    recent = r"(?<!\d)(?P<y>20(?:19(?=年(?:[5-9]|1[0-2])月)|2\d))年(?P<m>\d{1,2})月(?P<day>\d{1,2})日(?! ?\d)"
    counted = r"(?= (?:people|men|women|students|members|countries|cities|games|points|votes|patients|employees)\b)"
    counted_cjk = "(?=人|名|件|个|個|台|票|戸|家|条)"
    yield rule("en", "number", _NUMBER + counted, _other_digit)
    yield rule("ja zh", "number", _NUMBER + counted_cjk, _other_digit)
    yield rule("en ja zh", "number", _NUMBER + "(?=%| percent|％|万|億|亿|円|元)", _other_digit)
    for languages, forms in _UNITS.items():
        for form, other in forms:
            yield rule(languages, "unit", _FEW + re.escape(form) + r"(?![A-Za-z²³年])", _to(other))
    yield rule("en", "unit", r"\$(?P<n>\d[\d,]*)(?P<d>\.\d+)?(?![\d,])", lambda match: "€" + match[0][1:])
    for languages, one, two in (("en", " million", " billion"), ("ja", "万", "億"), ("zh", "万", "亿")):
        for form, other in ((one, two), (two, one)):
            yield rule(languages, "scale", _FEW + form + r"(?!\w*illion|[年里])", _to(other))
            yield rule(languages, "scale", r"(?<=\$)(?P<n>\d+)(?P<d>\.\d+)?" + form, _to(other))
    yield rule("en ja zh", "sign", _FEW + r"(?=%|％| percent\b)", lambda match: "-" + match[0])
    yield rule("en ja zh", "sign", r"(?<![\w.-])[-−](?P<n>\d+)(?P<d>\.\d+)?(?=%|％|°| degrees|度)", _to(""))
    yield rule("en", "date", english, _dated("{name} {d}, {y}", 1))
    yield rule("ja zh", "date", cjk, _dated("{y}年{m}月{d}日", 1))
    yield rule("en", "date", r"(?<=\bin )(?P<y>(?:19|20)\d\d)(?=[ ,.;])", lambda match: str(int(match["y"]) - 7))
    yield rule("ja zh", "date", r"(?<!\d)(?P<y>(?:19|20)\d\d)(?=年)", lambda match: str(int(match["y"]) - 7))
    yield rule("en", "grouping", _NUMBER.replace(r"\d{2,}", r"\d{5,}") + counted, _grouping, kept=True)
    yield rule("ja zh", "grouping", _NUMBER.replace(r"\d{2,}", r"\d{5,}") + counted_cjk, _grouping, kept=True)
    yield rule(
        "en",
        "words",
        r"\b(?:over|about|than|were|are|had|has|have|of|the|with|for|least|nearly|from) (?P<n>[2-9]\d)(?= [a-z]{4,})"
        "(?! percent| million| billion)",
        _in_words,
        kept=True,
    )
    tens, behind = (
        "[二三四五六七八九]",
        "(?=十[一二三四五六七八九]?(?:日以|人以|年以|名|人|パーセント|メートル|時間|個|％|条の))",
    )
    yield rule("ja zh", "number", f"(?<![{_IDEOGRAPHS}第条項])(?P<n>{tens}){behind}", lambda match: _AFTER[match["n"]])
    yield rule("ja zh", "date", "(?<=平成)(?P<n>二)(?=十[一-九]年)", _put(""))
    yield rule("ja zh", "unit", f"(?<=[{_IDEOGRAPHS}])メートル", _put("キロメートル"))
    yield rule("ja zh", "unit", f"(?<=[{_IDEOGRAPHS}])円", _put("ドル"))
    yield rule("ja zh", "scale", f"(?<=[{_IDEOGRAPHS}])万(?=円|元|人|キロ)", _put("億"))
    numbered = (
        f"(?<![{_IDEOGRAPHS}第条項])(?P<n>{tens})十(?=日以|人以|年以|名|人|パーセント|メートル|時間|個|万円|万元)"
    )
    yield rule("ja zh", "words", numbered, lambda match: f"{_IDEOGRAPHS.index(match['n'])}0", kept=True)
    yield rule("en ja zh", "width", _NUMBER, _full_width, kept=True)
    for languages, form, other in (("en", "%", " percent"), ("ja", "%", "パーセント"), ("ja", "％", "パーセント")):
        yield rule(languages, "percent", _FEW + form, _to(other), kept=True)
    yield rule("zh", "percent", _FEW + "[%％]", lambda match: "百分之" + match["n"] + (match["d"] or ""), kept=True)
    yield rule("en", "scale", r"(?<=\$)(?P<n>\d+)(?P<d>\.\d+)? billion", _times("1000", " million"), kept=True)
    yield rule("en", "scale", _FEW + " million(?! [a-z]*ly)", _times("1000000", ""), kept=True)
    yield rule("ja zh", "scale", _FEW + "万(?![年里千])", _times("10000", ""), kept=True)
    yield rule("ja", "scale", _FEW + "億(?!年|\\d)", _times("10000", "万"), kept=True)
    yield rule("zh", "scale", _FEW + "亿(?!年)", _times("10000", "万"), kept=True)
    for languages, form, factor, other in _CONVERTED:
        yield rule(languages, "unit", _LONE + form + r"(?![A-Za-z²³0-9])", _times(factor, other), kept=True)
    yield rule("en", "date", english, _dated("{d} {name} {y}"), kept=True)
    yield rule("en", "date", english, _dated("{short} {d}, {y}"), kept=True)
    yield rule("ja zh", "date", cjk, _dated("{y}/{m}/{d}"), kept=True)
    yield rule("zh", "date", cjk, _dated("{y}-{m:02}-{d:02}"), kept=True)
    yield rule("ja", "date", recent, _dated("令和{era}年{m}月{d}日"), kept=True)


_UNITS = {
    language: [tuple(pair.split(">")) for pair in pairs.split(",")]
    for language, pairs in {
        "en": " miles> kilometers, km> miles, feet> meters, meters> feet, hours> minutes, minutes> seconds, kg> g"
        ", pounds> kilograms,%> kg, days> hours",
        "ja": "キロメートル>メートル,メートル>キロメートル,時間>分間,分間>秒間,円>ドル,ドル>ユーロ,キログラム>グラム,"
        "キロ>メートル,パーセント>キログラム,日間>時間",
        "zh": "公里>米,米>公里,小时>分钟,分钟>秒,美元>欧元,元>美元,公斤>克,吨>公斤,万元>万美元,"
        "亿元>亿美元,亿美元>亿欧元,天>小时",
    }.items()
}
_CONVERTED = (
    ("en", " km", "1000", " m"), ("en", " kilometers", "1000", " meters"), ("en", " hours", "60", " minutes"),
    ("en", " kg", "1000", " g"), ("en", " minutes", "60", " seconds"), ("en", " feet", "12", " inches"),
    ("ja", "キロメートル", "1000", "メートル"), ("ja", "時間", "60", "分"), ("ja", "キログラム", "1000", "グラム"),
    ("ja", "メートル", "100", "センチメートル"), ("ja", "日間", "24", "時間"),
    ("zh", "公里", "1000", "米"), ("zh", "小时", "60", "分钟"), ("zh", "吨", "1000", "公斤"),
    ("zh", "公斤", "1000", "克"),    ("zh", "米", "100", "厘米"), ("zh", "天", "24", "小时"),
)  # fmt: skip
RULES = tuple(_rules())


def rewritten(sentence: str, source: str, language: str) -> Iterator[tuple[Rule, str]]:
    """Yield the rewrites of a sentence, one for each rule that finds what it looks for.

    A changed figure that its source has elsewhere is none: whether it is false cannot be told.
    """
    for rule in RULES:
        if language not in rule.languages.split() or (match := rule.pattern.search(sentence)) is None:
            continue
        try:
            put = rule.rewrite(match)
        except ValueError:
            continue  # 31 February
        figure = put + sentence[match.end() :][:3].strip()
        if put == match[0] or (not rule.is_kept and (figure in source or put in source)):
            continue
        yield rule, sentence[: match.start()] + put + sentence[match.end() :]
