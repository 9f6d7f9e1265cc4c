"""Reads how a number is written: digits in every grouping, English number words, ideographs, mixtures, fractions."""

from __future__ import annotations

import re
from decimal import Decimal
from typing import NamedTuple

from vouched.text.fact_words import SCALES, number_value

__all__ = ["NUMBER", "Written", "narrow", "plain_digits", "written_number"]

# Full-width forms become ASCII, one for one, so that places stay the same.
_WIDE = {code: code - 0xFEE0 for code in range(0xFF01, 0xFF5F) if code != 0xFF0C} | {
    0x3000: 0x20, 0xA0: 0x20, 0x2009: 0x20, 0x202F: 0x20, 0x2212: 0x2D, 0x2010: 0x2D, 0x2011: 0x2D, 0x2019: 0x27,
    0x66C: 0x2C, 0x2236: 0x3A,
}  # fmt: skip
# A comma of full width parts clauses, but for one between digits of full width.
_WIDE_GROUP = re.compile("(?<=[０-９])，(?=[０-９]{3})")
_SMALL = (
    "zero|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen"
    "|eighteen|nineteen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety"
)
_LARGE = "hundred|thousand|million|billion|trillion|dozen"
_DIGITS = (
    r"\d{1,3}(?:,\d{3})+(?:\.\d+)?(?![\d,]\d)"  # 1,234,567.8
    r"|\d{1,2}(?:,\d{2})+,\d{3}(?:\.\d+)?(?!\d)"  # 12,34,567
    r"|\d{1,3}(?:\.\d{3}){2,}(?:,\d+)?(?!\d)|\d{1,3}(?:\.\d{3})+,\d{1,2}(?!\d)"  # 1.234.567,8
    r"|\d{1,3}(?:'\d{3})+(?:\.\d+)?(?!\d)"  # 1'234'567
    r"|[1-9]\d{0,2}(?: \d{3})+(?:[.,]\d+)?(?![\d ]\d)"  # 1 234 567
    r"|\d+(?:[.,]\d+)?"
)
_IDEOGRAPHS = "〇零一二三四五六七八九十百千万億兆亿萬两兩廿"
NUMBER = re.compile(
    rf"(?=[0-9½⅓⅔¼¾⅕⅖⅗⅘⅙⅛⅜⅝⅞{_IDEOGRAPHS}]|(?<![^\W\d_])[zotfsenhaZOTFSENHA])"
    rf"(?:(?P<digits>{_DIGITS})(?P<plus>[ ]?[½⅓⅔¼¾⅕⅖⅗⅘⅙⅛⅜⅝⅞])?"
    rf"(?:(?P<more>[十百千万億兆亿萬]+(?:(?:{_DIGITS})[十百千万億兆亿萬]+)*(?:\d+(?![\d.,:/年月日]))?)"
    r"|\s?(?P<word>hundred|thousand|million|billion|trillion|dozen|lakh|crore)s?\b(?:\s(?P<word2>million|billion|trillion)\b)?"
    r"|\s?(?P<short>mn|mln|mio|bn|tn|trn|MM|[kKmMbBT])(?![\w/²³]))?"
    r"|(?P<vulgar>[½⅓⅔¼¾⅕⅖⅗⅘⅙⅛⅜⅝⅞])"
    rf"|(?<![^\W\d_])(?P<words>(?:{_SMALL}|(?:a|half a)\s(?=(?:{_LARGE})s?\b))"
    rf"(?:[\s-]+(?:and\s+)?(?:{_SMALL}|{_LARGE}))*(?:{_LARGE})?)(?![^\W\d_])"
    rf"|(?P<ideographs>[{_IDEOGRAPHS}]+(?:[点點][〇零一二三四五六七八九]+)?))",
    re.IGNORECASE,
)
_SHORT = {"k": 3, "m": 6, "mm": 6, "mn": 6, "mln": 6, "mio": 6, "b": 9, "bn": 9, "t": 12, "tn": 12, "trn": 12}
_WORD = {**{word: Decimal(SCALES[word]) for word in _LARGE.split("|")}, "lakh": Decimal(10**5), "crore": Decimal(10**7)}
_VULGAR = {
    sign: (int(said[0]), int(said[2]))
    for sign, said in zip(
        "½⅓⅔¼¾⅕⅖⅗⅘⅙⅛⅜⅝⅞", "1/2 1/3 2/3 1/4 3/4 1/5 2/5 3/5 4/5 1/6 1/8 3/8 5/8 7/8".split(), strict=True
    )
}
_MOST_DIGITS = 27


class Written(NamedTuple):
    """A number as it is written: its value, how much one of its last written digit is, and what scale it has.

    `scale` is the power of ten that was written beside the digits; `style` is how ("digits", "words", "ideographs").
    `short` is a letter that may be a scale or a unit (5 m).
    """

    value: Decimal
    step: Decimal
    scale: Decimal
    style: str
    short: str = ""


def narrow(text: str) -> str:
    """Return a text with ASCII in place of full-width forms and of spaces and dashes of other kinds, place by place."""
    if text.isascii():
        return text
    return (_WIDE_GROUP.sub(",", text) if "，" in text else text).translate(_WIDE)


def written_number(match: re.Match[str]) -> Written | None:
    """Return what a match of NUMBER writes, None where it is longer than 27 digits or no number after all."""
    if match["digits"]:
        return _of_digits(match)
    if match["vulgar"]:
        above, below = _VULGAR[match["vulgar"]]
        return Written(Decimal(above) / Decimal(below), Decimal("0.01"), Decimal(1), "digits")
    if match["words"]:
        value = _worded(match["words"].lower())
        return None if value is None else Written(value, Decimal(1), Decimal(1), "words")
    value = _of_ideographs(match["ideographs"])
    if value is None:
        return None
    decimals = re.split("[点點]", match["ideographs"])[1:]
    step = Decimal(1).scaleb(-sum(map(len, decimals)))
    return Written(value, step, Decimal(1), "ideographs")


def _of_digits(match: re.Match[str]) -> Written | None:
    value = plain_digits(match["digits"])
    if value is None:
        return None
    step = Decimal(1).scaleb(int(value.as_tuple().exponent))
    if match["plus"]:
        above, below = _VULGAR[match["plus"].strip()]
        return Written(value + Decimal(above) / Decimal(below), Decimal("0.01"), Decimal(1), "digits")
    scale, short = Decimal(1), ""
    if match["more"]:
        whole = number_value((match["digits"] + match["more"]).replace(",", "").replace(" ", ""))
        if whole is None:
            return None
        first = _leading_scale(match["more"])
        return Written(whole, step * first if len(match["more"]) < 3 else Decimal(1), first, "digits")
    if match["word"]:
        scale = _WORD[match["word"].lower()] * _WORD.get((match["word2"] or "").lower(), Decimal(1))
    elif match["short"]:
        short = match["short"]
        scale = Decimal(10) ** _SHORT[short.lower()]
    return Written(value * scale, step * scale, scale, "digits", short)


def _leading_scale(more: str) -> Decimal:
    scale = Decimal(1)
    for char in more:
        if char not in SCALES:
            break
        scale *= SCALES[char]
    return scale


def plain_digits(text: str) -> Decimal | None:
    """Return the value of digits in any grouping, None of more than 27; of 1,250 and 1.250 the first is grouped."""
    plain = re.sub("[ ']", "", text)
    if len(plain) > _MOST_DIGITS:
        return None
    commas, dots = plain.count(","), plain.count(".")
    if commas and dots:
        mark, group = (".", ",") if plain.rfind(".") > plain.rfind(",") else (",", ".")
        plain = plain.replace(group, "").replace(mark, ".")
    elif dots > 1:
        plain = plain.replace(".", "")
    elif commas and (commas > 1 or re.fullmatch(r"[1-9]\d{0,2},\d{3}", plain)):
        plain = plain.replace(",", "")
    else:
        plain = plain.replace(",", ".")
    return Decimal(plain)


def _worded(text: str) -> Decimal | None:
    """Return the value of English number words: two hundred and five thousand, twenty-one, half a million."""
    half = text.startswith("half a ")
    words = [word for word in re.split(r"[\s-]+", text.removeprefix("half ")) if word not in ("and", "")]
    total = section = Decimal(0)
    for word in words:
        if word == "a":
            section += 1
        elif word in ("hundred", "dozen"):
            section = (section or Decimal(1)) * _WORD[word]
        elif word in _WORD:
            total += (section or Decimal(1)) * _WORD[word]
            section = Decimal(0)
        else:
            value = number_value(word)
            if value is None or (section % 10 != 0 and section % 100 != 0):
                return None
            section += value
    return (total + section) / 2 if half else total + section


def _of_ideographs(text: str) -> Decimal | None:
    whole, *rest = re.split("[点點]", text)
    value = number_value(whole)
    if value is None or not rest:
        return value
    decimals = number_value(rest[0])
    return None if decimals is None else value + decimals.scaleb(-len(rest[0]))
