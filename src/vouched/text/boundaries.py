"""Says where a text may not be cut: inside a word, a number, an inflection or a grapheme.

A slice that begins or ends at such a place can say the opposite of what it was cut from: "safe" of "unsafe",
"5%" of "15%", 「罰し」 of 「罰しない」.
"""

from __future__ import annotations

import re
import string
import unicodedata
from typing import Literal

from vouched.text.denials import NEGATORS
from vouched.text.folding import DASHES, fold_char

__all__ = ["Cut", "count_spaceless", "cuts", "is_spaceless"]

Cut = Literal["grapheme", "word", "number", "numeral", "negator", "negation"]

_NUMERALS = frozenset("〇零一二三四五六七八九十百千万億兆萬億亿兩两廿")
_SCALES = frozenset("十百千万億兆萬亿割分厘")
_MIXED = frozenset("百千万億兆萬亿割")
_COUNTED = frozenset("条條条款項项号號")
_MARKS = frozenset(".,:/'’．：／·・")
_RANGES = frozenset("~〜～")
_CURRENCIES = frozenset("$€£¥￥＄")
_UNITS = frozenset("%％‰°℃")
_COMPARATOR = re.compile(r"(?:[<≤≥≦≧＜＞]|(?<=[^\s>])[ \t]*>|\u2212)[ \t\u00a0\u202f]*\Z")
_THREE_DIGITS = re.compile(r"\d{3}(?!\d)")
_GROUP = re.compile(r"(?<!\d)\d{1,3}[ \u00a0\u2009\u202f]\Z")
_FRACTION = re.compile(r"\d+[/⁄]\d")
_HYPHENS = frozenset("-\u2010\u2011")
_APOSTROPHES = frozenset("'’‘ʼ´`＇")
_SUFFIXES = frozenset(("s", "t", "d", "m", "re", "ve", "ll"))
# What follows a negated word; なければならない and its like oblige and deny nothing.
_OBLIGES = "なければ[ない]|なくては[ない]|ねばな|ないと[ない]"
_NEGATED = re.compile(
    f"(?:(?!{_OBLIGES})[ぁ-ん]){{0,12}}?(?!{_OBLIGES})(?:ない|なか[っろ]|ません|ざる|まい)"
    "|なく(?!ては[ない])|なけれ(?!ば[ない])|ず[、。に]|ぬ[、。者も]"
)
_ENDING = re.compile("ません|ない|なか[っろ]|ざる|まい|なければ?(?!な)")
_SPACELESS = re.compile(
    "[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u2e80-\u30ff\u3130-\u318f\u31a0-\u31bf\u31f0-\u31ff\u3400-\u9fff"
    "\uf900-\ufaff\uff01-\uff9f\U00020000-\U0003ffff]"
)
_BREAK_BEFORE = re.compile("([-\u00ad\u2010])[ \t]*(?:\r\n|[\r\n])[ \t]*$")
_BREAK_AFTER = re.compile("([-\u00ad\u2010])[ \t]*(?:\r\n|[\r\n])[ \t]*(?=[^\\W\\d_])")
_LETTERS = frozenset(string.ascii_letters)
_AFTER_LETTERS = frozenset(" \n.,;:!?)")
_BEFORE_SPACE = _LETTERS | frozenset(".,;:!?)")
_WINDOW = 24
_WIDE_WINDOW = 400
# What may stand inside a word without parting it.
_UNMARKING = "*_`\u00ad"


def is_spaceless(char: str) -> bool:
    """Return whether the character belongs to a script written without spaces between words."""
    return bool(_SPACELESS.match(char))


def count_spaceless(text: str) -> int:
    """Return how many characters of a text belong to scripts written without spaces between words."""
    return len(_SPACELESS.findall(text))


def _is_word(char: str) -> bool:
    """Whether the character can be part of a spaced word or a number (digits of every width)."""
    return char.isalnum() and (not is_spaceless(char) or "\uff10" <= char <= "\uff5a")


def _is_number_part(char: str) -> bool:
    return unicodedata.category(char) in ("Nd", "No")


def cuts(text: str, offset: int) -> Cut | None:
    """Return what cutting `text` at `offset` would part, or None when it may be cut there.

    `grapheme`, `word` and `number` are never a place to cut. In Chinese and Japanese, `numeral`: inside one, or
    between an article's number and its branch (第三十六条|の二); `negator`: directly after one (不|得);
    `negation`: before a negative ending (罰し|ない, 飼育して|はならない).
    """
    if not 0 < offset < len(text):
        return None
    if _is_plain(text, offset):
        return None
    if _cuts_grapheme(text[offset - 1], text[offset]):
        return "grapheme"
    before, after = _beside(text, offset, _WINDOW)
    if len(before) + len(after) < _WINDOW:
        before, after = _beside(text, offset, _WIDE_WINDOW)
    if not before or not after:
        return None
    solid_before, solid_after = _unmarked(before), after.lstrip(_UNMARKING)
    if solid_before and solid_after and _is_word(solid_before[-1]) and _is_word(solid_after[0]):
        return "word"
    if _cuts_number(before, after):
        return "number"
    if _cuts_compound(before, after) or _cuts_hyphenation(before, after):
        return "word"
    return _cuts_spaceless(before, after)


def _is_plain(text: str, offset: int) -> bool:
    """Whether a letter meets a space or a mark that ends something, in ASCII and without a word parted before it.

    What `cuts` works out then parts nothing; most places are of this kind.
    """
    left, right = text[offset - 1], text[offset]
    if left in _LETTERS:
        return right in _AFTER_LETTERS
    return left == " " and right in _LETTERS and offset > 1 and text[offset - 2] in _BEFORE_SPACE


def _beside(text: str, offset: int, window: int) -> tuple[str, str]:
    return _visible(text[max(0, offset - window) : offset]), _visible(text[offset : offset + window])


def _visible(text: str) -> str:
    """Drop what is neither seen nor white space, so that a zero-width character hides no boundary."""
    if text.isascii():
        return text
    return "".join(char for char in text if char.isspace() or char in DASHES or char in "*_`\u00ad" or fold_char(char))


def _unmarked(before: str) -> str:
    """Drop the marks at the end, also those that belong to the last letter: accents, vowel signs."""
    before = before.rstrip(_UNMARKING)
    if before.isascii():
        return before
    while before and unicodedata.category(before[-1])[0] == "M":
        before = before[:-1].rstrip(_UNMARKING)
    return before


def _cuts_grapheme(left: str, right: str) -> bool:
    if right.isascii() and left.isascii():
        return left == "\r" and right == "\n"
    if "\U0001f1e6" <= left <= "\U0001f1ff" and "\U0001f1e6" <= right <= "\U0001f1ff":
        return True
    return (
        unicodedata.category(right)[0] == "M"
        or right in "\u200d\uff9e\uff9f"
        or left == "\u200d"
        or "\U0001f3fb" <= right <= "\U0001f3ff"
        or "\u1160" <= right <= "\u11ff"
    )


def _cuts_number(before: str, after: str) -> bool:
    left, right = before[-1], after[0]
    if _is_number_part(right):
        return _is_number_open(before, after)
    if right in _CURRENCIES and left in DASHES:
        return True
    if not _is_number_part(left):
        return False
    if right in _UNITS or right in _SCALES - {"分"}:
        return True
    return after[1:2] != "" and _is_number_part(after[1]) and (right in _MARKS or right in DASHES or right in _RANGES)


def _is_number_open(before: str, after: str) -> bool:
    """Whether what stands before a digit belongs to its number: a sign, a mark, a comparator, a group of digits."""
    left, earlier = before[-1], before[-2:-1]
    if left in DASHES or left in _CURRENCIES or left in "±△▲^" or left in _RANGES:
        return True
    if left in _MARKS:
        return (earlier != "" and _is_number_part(earlier)) or (
            left in ".．" and not earlier.isalnum() and (earlier == "" or earlier not in ")]）］")
        )
    if left in _MIXED:
        # 1億5000万: digits behind the scale that other digits have.
        return _is_number_part(earlier or " ") or earlier in _NUMERALS
    if left == "，":
        return _is_number_part(earlier or " ") and bool(_THREE_DIGITS.match(after))
    if _COMPARATOR.search(before):
        return True
    if not left.isspace() or not _is_number_part(earlier or " "):
        return False
    # Digits in groups parted by spaces, or a whole number before a fraction.
    return bool(_GROUP.search(before) and _THREE_DIGITS.match(after)) or bool(_FRACTION.match(after))


def _cuts_compound(before: str, after: str) -> bool:
    left, right = before[-1], after[0]
    if right in _HYPHENS and left.isalpha() and len(after) > 1 and after[1].isalnum():
        return not is_spaceless(left)
    if left in _HYPHENS and right.isalpha():
        joined = before[:-1].rstrip("\r\n")[-1:]
        return joined.isalnum() and not is_spaceless(right)
    if right in _APOSTROPHES and _is_word(left) and after[1:2].isalpha():
        return _letters(after[1:]) in _SUFFIXES
    if left in _APOSTROPHES and _is_word(right) and before[-2:-1].isalpha():
        return _letters(after) in _SUFFIXES
    return False


def _letters(text: str) -> str:
    found = re.match(r"[^\W\d_]*", text)
    return found.group().lower() if found else ""


def _cuts_hyphenation(before: str, after: str) -> bool:
    if after[0].isalpha() and (found := _BREAK_BEFORE.search(before)):
        return before[: found.start()][-1:].isalpha()
    return before[-1].isalpha() and bool(_BREAK_AFTER.match(after))


def _cuts_spaceless(before: str, after: str) -> Cut | None:
    left, right = before[-1], after[0]
    if left in _NUMERALS and right in _NUMERALS:
        return "numeral"
    if (
        right in "の之"
        and left in _COUNTED
        and ((after[1:2] or " ") in _NUMERALS or _is_number_part(after[1:2] or " "))
    ):
        return "numeral"
    if left in NEGATORS and "\u4e00" <= right <= "\u9fff":
        return "negator"
    if left == "の" or not is_spaceless(left) or not left.isalpha():
        return None
    return "negation" if _NEGATED.match(after) or _is_inside_ending(before, after) else None


def _is_inside_ending(before: str, after: str) -> bool:
    """Whether a negative ending begins before the cut and ends behind it (できま|せん)."""
    return any(
        (found := _ENDING.match(before[-size:] + after[:4])) is not None and found.end() > size
        for size in range(1, min(4, len(before)))
    )
