"""The rewrites that keep the meaning and change how it is written: white space, width, marks, numbers and dates."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from datetime import date

from vouched.measure.passages import MARKER, Passage, Put, Rewrite
from vouched.measure.rewrite_tables import MONTHS, words_of

__all__ = ["REWRITES"]

_ALL, _CJK = ("en", "ja", "zh"), ("ja", "zh")
_HAN = "\u3041-\u30ff\u3400-\u9fff"
_NUMBER = re.compile(r"(?<![A-Za-z0-9_.,/:＋$€£¥第-])(\d{1,3}(?:,\d{3})+|\d+)(?![A-Za-z0-9_/:]|[.,]\d|-\d)")
_GROUPED = re.compile(r"(?<![A-Za-z0-9_.,/:-])(\d{1,3}(?:,\d{3})+|[1-9]\d{4,8})(?![A-Za-z0-9_/:年]|[.,]\d|-\d)")
_MYRIADS = re.compile(r"(?<![0-9.,/:-])([1-9]\d{0,3})([万萬])(?![0-9千百十億亿年里])")
_THOUSANDS = re.compile(r"(?<![0-9.,/:-])([1-9])[,，]?000(?![0-9.,/:-]|\s?年)")
_DOZENS = re.compile(
    r"(?<![A-Za-z0-9_.,/:$€£¥-])(?<![-–—] )(?<!\bto )(?<!\band )(?<!\bor )(?<![A-Za-z] of )([2-9]|1\d|20)(?= [a-z]{3,})"
    r"(?! (?:percent|per|million|billion|degrees)\b)"
)
# "Passage 3" has a number for its name.
_LABEL = re.compile(r"(?:[A-Z]\w*|(?:passage|step|part|page|item|chapter|section|number|level|type|version|day)s?) $")
_ENGLISH_DAY = re.compile(rf"\b({'|'.join(MONTHS)}) (\d{{1,2}}), (\d{{4}})(?!\d)")
_DAY_ENGLISH = re.compile(rf"(?<![\d.])(\d{{1,2}}) ({'|'.join(MONTHS)}) (\d{{4}})(?!\d)")
_CJK_DAY = re.compile(r"(?<!\d)((?:19|20)\d\d)年(\d{1,2})月(\d{1,2})日(?![\d間间])")
_REIWA = re.compile(r"(?<!\d)(20(?:2\d|19(?=年(?:[5-9]|1[0-2])月)))年(\d{1,2})月(\d{1,2})日")
_CODES = (*range(0x30, 0x3A), *range(0x41, 0x5B), *range(0x61, 0x7B))
_WIDER = 0xFEE0
_FULL = {code: chr(code + _WIDER) for code in (*_CODES, *map(ord, ".,"))}
_HALF = {code + _WIDER: chr(code) for code in _CODES}
# Amid a word; at its edge they may be quotation marks.
_APOSTROPHES = "'’"
# Whether a bracket that touches an address belongs to it depends on the bracket.
_ADDRESS_BEFORE = re.compile(r"(?://|www\.)\S{1,290}$")
_STYLES = ("“”", '""', "「」", "『』", "‘’")
# 『』 is left alone: in Japanese it says that what it holds is a title.
_OF_STYLE = {"en": ("“”", '""'), "ja": ("「」", "“”"), "zh": ("“”", "「」", '""')}
_BRACKETS = ("[]", "【】", "［］", "〔〕")


def _white_space(passage: Passage) -> Iterator[Sequence[Put]]:
    text = passage.text
    if passage.language == "en":
        for match in re.finditer(r"(?<=[a-z,]) (?=[a-z])", text):
            yield [(match.start(), match.end(), passage.draw.choice(("  ", "\u00a0", "\u2009", " \n")))]
        return
    for match in re.finditer(rf"(?<=[{_HAN}])(?=[A-Za-z0-9])|(?<=[A-Za-z0-9])(?=[{_HAN}])", text):
        # Inside numbers with ideographs (3万5千) a space may part two numbers.
        if not re.match("[万萬億亿千百十年月日条條項项号號]", text[match.start() :]):
            yield [(match.start(), match.start(), " ")]
    for match in re.finditer(rf"(?<=[。、，])(?=[{_HAN}])", text):
        yield [(match.start(), match.start(), passage.draw.choice(("\u3000", " ")))]


def _width(passage: Passage) -> Iterator[Sequence[Put]]:
    number = r"[0-9]+(?:[.,][0-9]+)*"
    pattern = number if passage.language == "en" else rf"{number}|[A-Za-z]{{2,}}"
    for match in re.finditer(pattern, passage.text):
        yield [(*match.span(), match.group().translate(_FULL))]
    for match in re.finditer("[０-９Ａ-Ｚａ-ｚ]+", passage.text):
        yield [(*match.span(), match.group().translate(_HALF))]


def _punctuation(passage: Passage) -> Iterator[Sequence[Put]]:
    marks = {
        "en": (("’", "'"), ("'", "’"), (" – ", " — "), (" - ", " – "), (" — ", " – "), ("...", "…"), ("…", "...")),
        "ja": (("、", "，"), ("。", "．"), ("，", "、"), ("・", "･"), ("～", "〜")),
        "zh": (("，", ","), ("；", ";"), ("：", ":"), ("（", "("), ("）", ")")),
    }
    for old, new in marks[passage.language]:
        pattern = rf"(?<=[A-Za-z]){old}(?=[A-Za-z])" if old in _APOSTROPHES else re.escape(old)
        places = [match.start() for match in re.finditer(pattern, passage.text)]
        beside = [at for at in places if not re.match(r"\d", passage.text[at + len(old) :][:1])]
        beside = [at for at in beside if at and not passage.text[at - 1].isdigit()]
        if beside:
            yield [(at, at + len(old), new) for at in beside]


def _quote_style(passage: Passage) -> Iterator[Sequence[Put]]:
    text = passage.text
    for span in passage.quotations if passage.role != "quote" else ():
        seen = text[span.start - 1] + text[span.end]
        for style in _OF_STYLE[passage.language]:
            if seen in _STYLES and style != seen:
                yield [(span.start - 1, span.start, style[0]), (span.end, span.end + 1, style[1])]


def _marker_style(passage: Passage) -> Iterator[Sequence[Put]]:
    for match in MARKER.finditer(passage.text):
        told = next(filter(None, match.groups()))
        if _ADDRESS_BEFORE.search(passage.text[max(0, match.start() - 300) : match.start()]):
            continue
        if re.fullmatch(r"\d{1,3}(?:, ?\d{1,3}){0,5}", told) and "^" not in match.group():
            for style in _BRACKETS:
                yield [(*match.span(), f"{style[0]}{told}{style[1]}")]


def _number_form(passage: Passage) -> Iterator[Sequence[Put]]:
    text = passage.text
    for match in _GROUPED.finditer(text):
        digits = match[1].replace(",", "")
        yield [(*match.span(), digits if "," in match[1] else f"{int(digits):,}")]
    if passage.language == "en":
        names = words_of("en").number_words
        for match in _DOZENS.finditer(text):
            if _LABEL.search(text[max(0, match.start() - 30) : match.start()]):
                continue
            yield [(*match.span(), names[int(match[1])])]
        return
    names = words_of(passage.language).number_words
    for match in _MYRIADS.finditer(text):
        yield [(*match.span(), f"{int(match[1]) * 10_000:,}")]
    for match in _THOUSANDS.finditer(text):
        yield [(*match.span(), f"{names[int(match[1])] if match[1] != '1' or passage.language == 'zh' else ''}千")]


def _date_form(passage: Passage) -> Iterator[Sequence[Put]]:
    text = passage.text
    for match in _ENGLISH_DAY.finditer(text):
        yield [(*match.span(), f"{match[2]} {match[1]} {match[3]}")]
        number = MONTHS.index(match[1]) + 1
        if _is_day(match[3], number, match[2]):
            yield [(*match.span(), f"{match[3]}-{number:02}-{int(match[2]):02}")]
    for match in _DAY_ENGLISH.finditer(text):
        yield [(*match.span(), f"{match[2]} {match[1]}, {match[3]}")]
    for match in _CJK_DAY.finditer(text) if passage.language != "en" else ():
        if _is_day(match[1], int(match[2]), match[3]):
            yield [(*match.span(), f"{match[1]}/{int(match[2])}/{int(match[3])}")]
            yield [(*match.span(), f"{match[1]}-{int(match[2]):02}-{int(match[3]):02}")]
    for match in _REIWA.finditer(text) if passage.language == "ja" else ():
        year = int(match[1]) - 2018
        yield [(*match.span(), f"令和{'元' if year == 1 else year}年{match[2]}月{match[3]}日")]


def _is_day(year: str, month: int, day: str) -> bool:
    try:
        date(int(year), month, int(day))
    except ValueError:
        return False
    return True


REWRITES = (
    Rewrite("white_space", True, _ALL, "form", _white_space),
    Rewrite("width", True, _ALL, "form", _width),
    Rewrite("punctuation", True, _ALL, "form", _punctuation),
    Rewrite("quote_style", True, _ALL, "marks", _quote_style),
    Rewrite("marker_style", True, _ALL, "marks", _marker_style),
    Rewrite("number_form", True, _ALL, "content", _number_form),
    Rewrite("date_form", True, _ALL, "content", _date_form),
)
