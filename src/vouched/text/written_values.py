"""Finds the numbers and dates of a document by their values, however they are written.

1000.5 stands in "1,000.50", 5000000 in "5 million" and 五百万, 2025-12-31 in "31 December 2025" and 令和7年12月31日.
"""

from __future__ import annotations

import math
import re
from datetime import date
from decimal import Decimal
from typing import cast

from vouched.documents import Document, Span
from vouched.text.comparing import Reason
from vouched.text.fact_words import SCALES, number_value
from vouched.text.folding import DASHES, fold
from vouched.text.quantities import quantities_of

__all__ = ["WrittenValues", "as_date", "as_number", "written_values"]

_DIGITS = r"\d{1,3}(?:[ \u00a0\u2009\u202f]\d{3})+(?!\d)|\d+(?:[.,'’．，]\d+)*"
_ONES = "one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty|forty|fifty|sixty|ninety"
_NUMBER = re.compile(
    rf"(?<![A-Za-z\d])(?P<digits>{_DIGITS})(?P<scale>(?:[十百千万萬億亿兆]\d{{0,8}})*)"
    rf"|(?P<numeral>[〇零一二三四五六七八九十百千万億兆萬亿两]+)|(?<![^\W\d_])(?P<word>{_ONES})(?![^\W\d_])",
    re.IGNORECASE,
)
_SCALE_WORD = re.compile(r"[\s-]{1,2}(hundred|thousand|million|billion|trillion|mn|bn|mio)\b", re.IGNORECASE)
_PERCENT = re.compile(r"\s?(?:[%％]|percent\b|per cent\b|パーセント)", re.IGNORECASE)
_EUROPEAN = re.compile(r"\d\.\d{3},\d{1,2}(?!\d)")
_PURE = re.compile(rf"[-+\u2212]?(?:{_DIGITS})")
_ISO = re.compile(r"(\d{4})-(\d{2})-(\d{2})(?:[T ]00:00(?::00(?:\.0+)?)?(?:Z|\+00:00)?)?")
_MOST_PLACES = 200
_JOINTS = ("/", ":", "⁄", "∶", "：")
_OF_YEAR = 4
_TELEPHONE = re.compile(
    r"(?<![\w-])\+?\d{1,5}(?:[ -]?\(?\d{1,5}\)?)?-\d{3,5}-?\d{3,5}(?![\w-])|(?<![\w-])0\d{1,4}-\d{5,9}(?![\w-])"
)
# Beyond these Decimal would round, and call different numbers the same.
_MOST_DIGITS = 27


class WrittenValues:
    """The numbers and dates of one document by value; each with the places where it is written, in order."""

    __slots__ = ("_dates", "_document", "_numbers", "_unscaled", "text")

    def __init__(self, document: Document) -> None:
        self.text = text = document.text
        self._document = document
        self._numbers: dict[Decimal, list[Span]] = {}
        self._unscaled: dict[Decimal, list[Span]] = {}
        self._dates: dict[date, list[Span]] | None = None
        european = _EUROPEAN.search(text) is not None
        for match in _NUMBER.finditer(text):
            self._add(match, european=european)

    def written(self, value: Decimal, *, scaled_by: str = "") -> tuple[Span, ...]:
        """Return where a number of that value is written; `scaled_by` may name the scale that stands beside it."""
        found = self._numbers.get(value, [])
        for span in [] if found else self._unscaled.get(value, []):
            scale = _SCALE_WORD.search(span.of(self.text))
            if (scale.group(1).lower() if scale else span.of(self.text)[-1]) in scaled_by.lower():
                found = [span]
                break
        return tuple(found)

    def differently(self, value: Decimal) -> tuple[Reason, Span] | None:
        """Return how the document writes what may be meant: the number with another sign, or with a scale."""
        if spans := self._numbers.get(-value):
            return Reason("sign", self._signed(spans[0]), str(value)), spans[0]
        if spans := self._unscaled.get(value):
            return Reason("scale", spans[0].of(self.text), str(value)), spans[0]
        return None

    def _signed(self, span: Span) -> str:
        return self.text[max(0, span.start - 1) : span.end] if _is_signed(self.text, span.start) else span.of(self.text)

    def places_of(self, wanted: date) -> tuple[Span, ...]:
        """Return where a date is written. Of 05/06/2021 both readings count."""
        return tuple(self._all_dates().get(wanted, ()))

    def near_date(self, wanted: date) -> Span | None:
        """Return the first date of the document that differs from `wanted` in its day, its month or its year alone."""
        for each, spans in self._all_dates().items():
            if sum((each.year == wanted.year, each.month == wanted.month, each.day == wanted.day)) == 2:
                return spans[0]
        return None

    def _all_dates(self) -> dict[date, list[Span]]:
        if self._dates is None:
            self._dates = {}
            for quantity in quantities_of(self._document):
                for each in () if quantity.moment is None else quantity.moment.days():
                    _keep(self._dates.setdefault(each, []), quantity.span)
        return self._dates

    def _add(self, match: re.Match[str], *, european: bool) -> None:
        start, end = match.span()
        value = _digits(match["digits"], european=european) if match["digits"] else number_value(fold(match.group()))
        if value is None:
            return
        if self.text[start - 1 : start] == "[" and self.text[end : end + 1] == "]":
            return  # a footnote mark
        if _is_part(self.text, start, end):
            return
        plain = value
        if match["scale"] and (whole := number_value(fold(match.group()))) is not None:
            value = whole
        while (scale_word := _SCALE_WORD.match(self.text, end)) and abs(value) < 10**12:
            value, end = value * SCALES[scale_word.group(1).lower()], scale_word.end()
        span = Span(start, end)
        signs = (-1,) if _is_signed(self.text, start) else (1, -1) if self._is_bracketed(span) else (1,)
        for sign in signs:
            _keep(self._numbers.setdefault(sign * value, []), span)
            if plain != value:
                _keep(self._unscaled.setdefault(sign * plain, []), span)
            elif _PERCENT.match(self.text, end):
                _keep(self._numbers.setdefault(sign * value / 100, []), span)

    def _is_bracketed(self, span: Span) -> bool:
        """Whether a number stands in brackets, as accounts write what is below zero."""
        return self.text[span.start - 1 : span.start] == "(" and self.text[span.end : span.end + 1] == ")"


def _is_part(text: str, start: int, end: int) -> bool:
    """Whether digits are but a part of a fraction, a ratio, a time of day or a telephone number.

    The year of a date is a number by itself.
    """
    if text[start - 1 : start] in _JOINTS and text[start - 2 : start - 1].isdigit():
        return not (end - start == _OF_YEAR and text[start - 1] in "/.")
    if text[end : end + 1] in _JOINTS and text[end + 1 : end + 2].isdigit():
        return not (end - start == _OF_YEAR and text[end] in "/.")
    if "-" not in text[max(0, start - 5) : end + 5]:
        return False
    window = range(max(0, start - 20), min(len(text), end + 20))
    joined = next((each for each in _TELEPHONE.finditer(text, window.start, window.stop) if each.end() > start), None)
    return joined is not None and joined.start() <= start and end <= joined.end()


def _keep(spans: list[Span], span: Span) -> None:
    if len(spans) < _MOST_PLACES:
        spans.append(span)


def _is_signed(text: str, start: int) -> bool:
    before = text[max(0, start - 4) : start].rstrip("$€£¥ ")
    return before[-1:] in ("△", "▲") or (before[-1:] in DASHES and before != "" and not before[-2:-1].isalnum())


def _digits(text: str, *, european: bool) -> Decimal | None:
    folded = re.sub("['’ \u00a0\u2009\u202f]", "", text).translate(str.maketrans("．，", ".,"))
    if len(folded) > _MOST_DIGITS:
        return None
    mark, group = (",", ".") if european else (".", ",")
    if folded.count(mark) > 1:
        return None
    if mark not in folded and folded.count(group) == 1 and len(folded.rsplit(group, 1)[1]) != 3:
        folded = folded.replace(group, ".")
    else:
        folded = folded.replace(group, "").replace(mark, ".")
    return Decimal(folded) if re.fullmatch(r"\d+(?:\.\d+)?", folded) else None


def as_number(value: object) -> Decimal | None:
    """Return the value of a number, or of a text that is nothing but one; None of anything else, and of codes (007)."""
    if isinstance(value, bool):
        return None
    if isinstance(value, int):
        return Decimal(value) if value.bit_length() < 89 else None
    if isinstance(value, float):
        return Decimal(repr(value)) if math.isfinite(value) and abs(value) < 1e60 else None
    if not isinstance(value, str) or len(value) > 60 or not _PURE.fullmatch(value.strip()):
        return None
    text = value.strip()
    digits = text.lstrip("-+\u2212")
    if len(digits) > 1 and digits[0] == "0" and digits[1].isdigit():
        return None
    number = _digits(digits, european=False)
    return -number if number is not None and text[0] in DASHES else number


def as_date(text: str) -> date | None:
    """Return the date that an ISO 8601 text is (2025-12-31, also with a time of midnight), or None."""
    match = _ISO.fullmatch(text.strip()[:40])
    try:
        return date(int(match[1]), int(match[2]), int(match[3])) if match else None
    except ValueError:
        return None


def written_values(document: Document) -> WrittenValues:
    """Return the numbers and dates of a document, read at the first call and kept with it."""
    kept = document.__dict__.get("_written")
    if kept is None:
        kept = document.__dict__["_written"] = WrittenValues(document)
    return cast("WrittenValues", kept)
