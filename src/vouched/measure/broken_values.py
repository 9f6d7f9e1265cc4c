"""The rewrites that break the meaning by a number, unit, scale, sign, date, negation or comparator."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from vouched.measure.passages import Passage, Put, Rewrite
from vouched.measure.rewrite_tables import MONTHS, occurrences, words_of

__all__ = ["REWRITES"]

_ALL = ("en", "ja", "zh")
_NUMBER = re.compile(
    r"(?<![A-Za-z0-9_.,/:第-])(\d{1,3}(?:,\d{3})+|\d+)(\.\d+)?(?![A-Za-z0-9_/:]|[.,]\d|-\d|年|月|日|[条條章]|[.)] )"
)
_PERCENT = re.compile(r"(?<![A-Za-z0-9_.,/:–~〜～-])(-?)(\d+(?:\.\d+)?) ?([%％]| percent\b|パーセント)")
_YEAR = re.compile(r"(?<![0-9.,/$€£¥-])((?:19|20)\d\d)(?![0-9,/-]|\.\d)")
_MONTH = re.compile(rf"\b({'|'.join(MONTHS)})\b(?= \d)")
_CJK_DATE = re.compile(r"(?<!\d)(\d{1,2})(?=[月日](?![間间]))")
_AFTER_NUMBER = r"(?<![A-Za-z0-9_.,-])(\d[\d,]*(?:\.\d+)?)"
_FIGURE = re.compile(r"[0-9０-９〇一二三四五六七八九十百千万]|\b(?:two|three|four|five|six|seven|eight|nine|ten)\b")
_BESIDE = 12
_QUESTION = re.compile(r"[?？]\s*$")


def _number(passage: Passage) -> Iterator[Sequence[Put]]:
    for match in _NUMBER.finditer(passage.text):
        digits = match[1]
        if not match[2] and len(digits) == 4 and _YEAR.fullmatch(digits) and passage.language == "en":
            continue
        at = passage.draw.choice([place for place, char in enumerate(digits) if char.isdigit()])
        other = passage.draw.choice([char for char in "123456789" if char != digits[at]])
        changed = digits[:at] + other + digits[at + 1 :]
        if _is_nowhere(changed + (match[2] or ""), passage):
            yield [(match.start(1), match.end(1), changed)]


def _is_nowhere(number: str, passage: Passage) -> bool:
    """Return whether no document has a number, with or without the marks between its digits."""
    bare = number.replace(",", "")
    pattern = re.compile(r"(?<![\d.])" + ",?".join(map(re.escape, bare)) + r"(?![\d]|\.\d)")
    return not any(pattern.search(document.text) for document in passage.documents)


def _unit(passage: Passage) -> Iterator[Sequence[Put]]:
    yield from _behind_numbers(passage, words_of(passage.language).units)


def _scale(passage: Passage) -> Iterator[Sequence[Put]]:
    yield from _behind_numbers(passage, words_of(passage.language).scales)


def _behind_numbers(passage: Passage, pairs: Sequence[tuple[str, str]]) -> Iterator[Sequence[Put]]:
    gap = " ?" if passage.language == "en" else ""
    more = "(?![A-Za-z])" if passage.language == "en" else "(?![万萬億亿千百十美欧間间以方]|[0-9])"
    for one, other in pairs:
        for old, new in ((one, other), (other, one)):
            for match in re.finditer(f"{_AFTER_NUMBER}({gap}){re.escape(old)}{more}", passage.text):
                begun = match.end(2)
                if passage.is_new(match.group()[: begun - match.start()] + new):
                    yield [(begun, begun + len(old), new)]


def _sign(passage: Passage) -> Iterator[Sequence[Put]]:
    for match in _PERCENT.finditer(passage.text):
        yield [(match.start(1), match.end(1), "" if match[1] else "-")]


def _date(passage: Passage) -> Iterator[Sequence[Put]]:
    draw = passage.draw
    for match in _YEAR.finditer(passage.text):
        year = str(int(match[1]) + draw.choice((-11, -7, -3, 4, 9)))
        if passage.is_new(year):
            yield [(*match.span(1), year)]
    for match in _MONTH.finditer(passage.text):
        month = draw.choice([name for name in MONTHS if name != match[1]])
        if passage.is_new(month):
            yield [(*match.span(1), month)]
    for match in _CJK_DATE.finditer(passage.text) if passage.language != "en" else ():
        number = int(match[1]) % 9 + 1
        if number != int(match[1]) and passage.is_new(f"{number}{passage.text[match.end() : match.end() + 1]}"):
            yield [(*match.span(1), str(number))]


def _negation(passage: Passage) -> Iterator[Sequence[Put]]:
    words = words_of(passage.language)
    if _QUESTION.search(passage.text):
        return
    for plain, denied in words.negations:
        found = list(occurrences(passage.text, denied, plain))
        for put in found:
            yield [put]
        for start, end, new in occurrences(passage.text, plain, denied):
            inside = any(put[0] <= start < put[1] for put in found)
            if not inside and not _is_part(passage, start, end, words.not_before):
                yield [(start, end, new)]


def _is_part(passage: Passage, start: int, end: int, not_before: Sequence[str]) -> bool:
    """Return whether a word is a part of another, or in a clause that asks or depends."""
    if passage.language != "en":
        return passage.text[max(0, start - 1) : start] in not_before or passage.text[end : end + 1] in (
            "不",
            "否",
            "没",
            "非",
        )
    before = re.findall("[a-z]+", passage.text[max(0, start - 30) : start].lower())[-1:]
    return (
        before[:1] == []
        or before[0] in not_before
        or passage.text[end : end + 5].lower().startswith((" not", "n't", " no "))
    )


def _comparator(passage: Passage) -> Iterator[Sequence[Put]]:
    for one, other in words_of(passage.language).comparators:
        for old, new in ((one, other), (other, one)):
            for start, end, put in occurrences(passage.text, old, new):
                if old in new or not _FIGURE.search(passage.text, max(0, start - _BESIDE), end + _BESIDE):
                    continue
                around = passage.text[max(0, start - 6) : start] + put + passage.text[end : end + 6]
                if passage.is_new(around):
                    yield [(start, end, put)]


REWRITES = (
    Rewrite("number", False, _ALL, "content", _number),
    Rewrite("unit", False, _ALL, "content", _unit),
    Rewrite("scale", False, _ALL, "content", _scale),
    Rewrite("sign", False, _ALL, "content", _sign),
    Rewrite("date", False, _ALL, "content", _date),
    Rewrite("negation", False, _ALL, "content", _negation),
    Rewrite("comparator", False, _ALL, "content", _comparator),
)
