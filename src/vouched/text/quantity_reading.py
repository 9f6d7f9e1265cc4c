"""Reads the quantities of a text in one pass: first what only looks like a number, then the numbers around it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from decimal import Decimal
from typing import Literal, NamedTuple, cast

from vouched.documents import Span
from vouched.text.fact_words import number_value
from vouched.text.moments import MOMENT, Moment, moment_of
from vouched.text.number_marks import APART, bound_of, is_about, is_marked, is_signed
from vouched.text.numbers import NUMBER, Written, narrow, written_number
from vouched.text.unit_words import Unit, currency_at, currency_before, unit_at

__all__ = ["Kind", "Quantity", "quantities"]

Kind = Literal[
    "number", "money", "percent", "points", "measure", "ratio", "date", "period", "time", "ordinal", "code", "label"
]
_RANGE = re.compile(
    r"[ ]?(?:(?P<and>and)\b|(?P<minus>(?<=[ ])[-–—](?=[ ]))|[-–—~〜～]|to\b|through\b"
    r"|から|至|到|ないし)[ ]?(?=\d|[$€£¥])"
)
_BETWEEN = re.compile(r"\b(?:between|from)\s[^\d]{0,3}\Z", re.IGNORECASE)
_ORDINAL = re.compile(r"(?:st|nd|rd|th)\b")
_FRACTION = re.compile(r"[/⁄](?P<below>\d{1,3})(?![\d/]|[.,]\d)")
_WORDED = re.compile(r"[ -](?P<below>hal|third|fourth|quarter|fifth|sixth|eighth|tenth)(?:f|ves|s)?\b", re.IGNORECASE)
_IDEOGRAPHIC = re.compile(r"分(?:の|之)(?P<above>\d{1,3}(?:\.\d+)?|[一二三四五六七八九十]{1,3})")
_RATIO = re.compile(r"[ ]?(?::|対|比|对)[ ]?(?P<below>\d{1,4}(?:\.\d+)?)(?![\d:])")
_HALF = re.compile(
    r"(?<![A-Za-z-])half(?= of\b|-price\b|\s(?:the|his|her|their|its|all)\b)|(?<![上下前後后])(?P<year>半年)(?!度)"
    r"|半分|半[数數]|一半",
    re.IGNORECASE,
)
_TENTHS = re.compile(r"(?P<tenth>[1-9一二三四五六七八九])分(?:(?P<hundredth>[1-9一二三四五六七八九])厘)?")
_BELOW = {"hal": 2, "third": 3, "fourth": 4, "quarter": 4, "fifth": 5, "sixth": 6, "eighth": 8, "tenth": 10}
_IN_A_WORD_BEFORE = frozenset("其唯同统統某之单単專专")
_IN_A_WORD_AFTER = frozenset("般部定致些样樣緒起旦切方面直律番体種见目概层边")
_PERCENT = Unit("%", "ratio", Decimal(1))
_KINDS: dict[str, Kind] = {"ratio": "percent", "points": "points"}
_HUNDREDTH = Decimal("0.01")
_REACH = 24
# What every date, period and time holds, and every name with digits and pointer; and how far around it they reach.
_SEEDS_OF_MOMENTS = re.compile("[0-9〇○零一二三四五六七八九十元]|half|quarter", re.IGNORECASE)
_SEEDS_OF_NAMES = re.compile("[0-9①-⑳@第]|https?:|www", re.IGNORECASE)
_BEFORE, _BEHIND = 80, 48
_BLANK = re.compile(r"\s")
# Persons behind four digits are counted, but "in 1800 women could not vote", "the 2008 candidates".
_PERSONS = re.compile(
    r"[ ](?:(?:young|old|new|adult|female|male|black|white|local|poor|single|married|pregnant)[ ])?"
    r"(?:women|men|children|boys|girls|babies|adults|persons|soldiers|troops|families|households|couples|pupils"
    r"|[a-z]{2,12}(?:ers|ents|ants|ees|ists|ians|ors))\b"
)
_OF_A_YEAR = re.compile(
    r"\b(?:in|since|by|of|from|until|till|during|the|for|before|after|early|late|mid|year|spring|summer|autumn|fall|winter"
    r"|to|and|its|their|his|her|our|this|through|around)[ -]\Z|[-–/][ ]?\Z",
    re.IGNORECASE,
)


class Quantity(NamedTuple):
    """One quantity: where it stands, what it says, and how exactly.

    `value` and, of a range, `high` have the scale words applied; `unit` is the canonical unit or currency, "" without
    one, and `measure` what it is of others. `step` is what one of the last written digit is worth, `scale` what the
    digits were multiplied with. `comparator` is ">", ">=", "<" or "<=" where the text says so, `approximate` that it
    says "about", `bracketed` that it stands in brackets, as accounts write what is below zero. Dates, periods and times
    have a `moment`, spans of years the last one as `until`; of a "code" or "label" only the text counts.
    """

    kind: Kind
    span: Span
    text: str
    value: Decimal | None = None
    high: Decimal | None = None
    unit: str = ""
    step: Decimal = Decimal(1)
    scale: Decimal = Decimal(1)
    comparator: str = ""
    approximate: bool = False
    bracketed: bool = False
    moment: Moment | None = None
    until: Moment | None = None
    measure: Unit | None = None


class _Units(NamedTuple):
    """What a number is of: a unit or a currency, and where it ends."""

    measure: Unit | None
    money: str
    end: int


def quantities(text: str) -> tuple[Quantity, ...]:
    """Return the quantities of a text, in order of place, no two in one place."""
    return tuple(_Reading(text).all())


def _is_year(written: Written) -> bool:
    return written.style == "digits" and written.scale == 1 and written.step == 1 and 1500 <= written.value <= 2199


class _Reading:
    def __init__(self, text: str) -> None:
        self.text = text
        self.plain = narrow(text)
        self.taken = bytearray(len(text))

    def all(self) -> list[Quantity]:
        found: list[Quantity] = []
        for match in self._matches(MOMENT, _SEEDS_OF_MOMENTS):
            if match["by"] and self._counts(match):
                continue  # 1800 people, 1800 women
            moment = moment_of(match)
            kind = "code" if moment is None else moment.kind
            found.append(self._made(cast("Kind", kind), *match.span(), moment=moment))
        for match in _HALF.finditer(self.plain):
            found += self._half(match)
        found += [
            self._made("code" if match["code"] else "label", *match.span())
            for match in self._matches(APART, _SEEDS_OF_NAMES)
            if not any(self.taken[match.start() : match.end()])
        ]
        place = 0
        while (number := NUMBER.search(self.plain, place)) is not None:
            if self.taken[number.start()]:
                place = self._behind(number.start())
                continue
            place = number.end()
            read = None if any(self.taken[number.start() : number.end()]) else self._number(number)
            if read is not None:
                found.append(read)
                place = max(place, read.span.end)
        found.sort(key=lambda quantity: quantity.span.start)
        return found

    def _counts(self, match: re.Match[str]) -> bool:
        if self._unit(match.end()) is not None:
            return True
        before = self.plain[max(0, match.start() - 12) : match.start()]
        return _PERSONS.match(self.plain, match.end()) is not None and _OF_A_YEAR.search(before) is None

    def _matches(self, pattern: re.Pattern[str], seeds: re.Pattern[str]) -> Iterator[re.Match[str]]:
        """Yield the matches of a pattern, looked for only around what each of them has to hold."""
        begun, ended = 0, 0
        for seed in seeds.finditer(self.plain):
            if seed.start() < ended:
                continue
            if seed.start() - _BEFORE > ended:
                yield from pattern.finditer(self.plain, begun, ended)
                begun = max(ended, seed.start() - _BEFORE)
            blank = _BLANK.search(self.plain, seed.end() + _BEHIND)
            ended = len(self.plain) if blank is None else blank.end()
        yield from pattern.finditer(self.plain, begun, ended)

    def _half(self, match: re.Match[str]) -> list[Quantity]:
        if any(self.taken[match.start() : match.end()]):
            return []
        if match["year"]:
            months = Unit("month", "calendar", Decimal(1))
            made = self._made("measure", *match.span(), Decimal(6))
            return [made._replace(unit="month", measure=months)]
        return [self._made("ratio", *match.span(), Decimal("0.5"))]

    def _behind(self, start: int) -> int:
        free = self.taken.find(0, start)
        return len(self.taken) if free < 0 else free

    def _made(
        self, kind: Kind, start: int, end: int, value: Decimal | None = None, moment: Moment | None = None
    ) -> Quantity:
        self.taken[start:end] = b"\x01" * (end - start)
        step = _HUNDREDTH if kind == "ratio" else Decimal(1)
        return Quantity(kind, Span(start, end), self.text[start:end], value, step=step, moment=moment)

    def _number(self, match: re.Match[str]) -> Quantity | None:
        start, end = match.span()
        written = written_number(match)
        if written is None or self._is_in_a_word(match, written):
            return None
        parted = self._parted(start, end, written)
        if parted is not None:
            return parted
        before_money = currency_before(self.plain, start)
        if before_money is None and self.plain[start - 1 : start] == " ":
            before_money = currency_before(self.plain, start - 1)
        money = "" if before_money is None else before_money[0]
        units, written = self._units(match, written, money=money)
        if units.measure is None and not units.money and written.style == "ideographs" and end - start == 1:
            return None
        begin = start if before_money is None else before_money[1]
        second, units = self._second(begin, written, units)
        if second is not None and second.scale > 1 and written.scale == 1:
            written = written._replace(value=written.value * second.scale, step=written.step * second.scale)
        if second is not None and not (units.measure or units.money) and _is_year(written) and _is_year(second):
            made = self._made("period", begin, units.end, moment=Moment("period", int(written.value)))
            return made._replace(until=Moment("period", int(second.value)))
        return self._told(begin, written, None if second is None else second.value, units)

    def _told(self, begin: int, written: Written, high: Decimal | None, units: _Units) -> Quantity:
        before = self.plain[max(0, begin - _REACH) : begin]
        if not is_marked(before):
            before = ""
        measure, value, step, end = units.measure, written.value, written.step, units.end
        if measure is not None and measure.name == "割":
            value, step, end = self._tenths(value, end)
            measure = _PERCENT
        if is_signed(before):
            value = -value
        kind: Kind = "money" if units.money else "number"
        if measure is not None:
            kind = _KINDS.get(measure.dimension, "measure")
        self.taken[begin:end] = b"\x01" * (end - begin)
        return Quantity(
            kind=kind,
            span=Span(begin, end),
            text=self.text[begin:end],
            value=value,
            high=high,
            unit=units.money or ("" if measure is None else measure.name),
            step=step,
            scale=written.scale,
            comparator=bound_of(before, self.plain, end),
            approximate=is_about(before, self.plain, end),
            bracketed=self._is_bracketed(begin, end, is_bare=measure is None),
            measure=measure,
        )

    def _is_bracketed(self, begin: int, end: int, *, is_bare: bool) -> bool:
        """Whether a number stands in brackets as accounts write it; in prose "(45 percent)" only explains."""
        if self.plain[begin - 1 : begin] != "(" or self.plain[end : end + 1] != ")":
            return False
        return is_bare or not self.plain[max(0, begin - 3) : begin - 1].strip(" ")[-1:].isalpha()

    def _tenths(self, value: Decimal, end: int) -> tuple[Decimal, Decimal, int]:
        """Return the percent that 3割, 3割5分 or 3割5分2厘 is, its step and where it ends."""
        found = _TENTHS.match(self.plain, end)
        if found is None:
            return value * 10, Decimal(10), end
        value = value * 10 + (number_value(found["tenth"]) or 0)
        if found["hundredth"]:
            return value + (number_value(found["hundredth"]) or Decimal(0)) / 10, Decimal("0.1"), found.end()
        return value, Decimal(1), found.end()

    def _is_in_a_word(self, match: re.Match[str], written: Written) -> bool:
        start, end = match.span()
        before, after = self.plain[start - 1 : start] if start else "", self.plain[end : end + 1]
        if written.style == "digits":
            return before.isalpha() and before < "\u2e80" and currency_before(self.plain, start) is None
        if written.style == "words":
            return match[0].lower() == "one" and unit_at(self.plain, end + 1) is None
        if before in _IN_A_WORD_BEFORE or after in _IN_A_WORD_AFTER:
            return True
        return before != "第" and end - start == 1 and not self._parts(end) and self._unit(end) is None

    def _parts(self, end: int) -> bool:
        return _IDEOGRAPHIC.match(self.plain, end) is not None

    def _parted(self, start: int, end: int, written: Written) -> Quantity | None:
        """Return the fraction, ratio or ordinal that a number begins, None where it begins none."""
        value = written.value
        if (found := _IDEOGRAPHIC.match(self.plain, end)) and value > 0:
            above = number_value(found["above"])
            return None if above is None else self._made("ratio", start, found.end(), above / value)
        if written.style == "words" and (found := _WORDED.match(self.plain, end)):
            return self._made("ratio", start, found.end(), value / _BELOW[found["below"].lower()])
        if self.plain[start - 1 : start] == "第":
            return self._made("ordinal", start, end, value)
        if written.style != "digits" or value != value.to_integral_value() or written.scale != 1:
            return None
        if found := _ORDINAL.match(self.plain, end):
            return self._made("ordinal", start, found.end(), value)
        for pattern in (_FRACTION, _RATIO):
            if (found := pattern.match(self.plain, end)) and Decimal(found["below"]) > 0:
                return self._made("ratio", start, found.end(), value / Decimal(found["below"]))
        return None

    def _units(self, match: re.Match[str], written: Written, *, money: str) -> tuple[_Units, Written]:
        """Return what a number is of, and the number as it is then: 5 m is a length, 5m a number of millions."""
        end = match.end()
        if money:
            behind = self._unit(end)
            if behind is None or not behind.money:
                return _Units(None, money, end), written
            # 人民币20万美元: the last word says it, but 元 is of any.
            is_other = behind.money != "YUAN" and not self.plain[behind.end - 1].isascii()
            return _Units(None, behind.money if is_other else money, behind.end), written
        if written.short in ("m", "t", "k") and self.plain[match.start("short") - 1] == " ":
            found = unit_at(self.plain, match.start("short"))
            if found is not None:
                scale = written.scale
                plain = written._replace(value=written.value / scale, step=written.step / scale, scale=Decimal(1))
                return _Units(found[0], "", found[1]), plain
        return self._unit(end) or _Units(None, "", end), written

    def _unit(self, end: int) -> _Units | None:
        for place in (end, end + 1) if self.plain[end : end + 1] in (" ", "-") else (end,):
            if (found := currency_at(self.plain, place)) is not None:
                return _Units(None, *found)
            if (unit := unit_at(self.plain, place)) is not None:
                return _Units(unit[0], "", unit[1])
        return None

    def _second(self, begin: int, written: Written, units: _Units) -> tuple[Written | None, _Units]:
        """Return the second number of a range and what both are of; None, and what the first is of, where none is."""
        joined = _RANGE.match(self.plain, units.end)
        if joined is None or (joined["and"] and not _BETWEEN.search(self.plain[max(0, begin - 12) : begin])):
            return None, units
        money = currency_at(self.plain, joined.end())
        match = NUMBER.match(self.plain, joined.end() if money is None else money[1])
        second = None if match is None else written_number(match)
        if match is None or second is None or self.taken[match.start()]:
            return None, units
        found, second = self._units(match, second, money=units.money)
        if (units.measure and found.measure != units.measure) or (found.money and units.money not in ("", found.money)):
            return None, units
        has_unit = bool(units.measure or units.money or found.measure or found.money)
        if second.value < written.value and joined["minus"]:
            return None, units  # 4.3% - 4.1% is a subtraction
        if second.value <= written.value and not has_unit:
            return None, units
        return second, _Units(units.measure or found.measure, units.money or found.money, found.end)
