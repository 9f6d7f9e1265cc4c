"""Tells what only names something (a code, a title, the name of a field) from what says something."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

from vouched.text.addresses import find_urls
from vouched.text.boundaries import is_spaceless

__all__ = ["is_code", "is_field_name", "is_title", "says_something", "symbols_in"]

_LONGEST_CODE, _MOST_CODE_WORDS = 40, 3
_LONGEST_FIELD, _MOST_FIELD_WORDS, _MOST_SPACED = 60, 6, 3
_LONGEST_TITLE, _MOST_TITLE_WORDS, _LONGEST_SPACELESS = 80, 9, 30
_LONGEST_WORD = 22
_PART = re.compile(r"[^\W\d_]+")
_HUMP = re.compile(r"(?<=[a-z])(?=[A-Z])")
_HEX = re.compile(r"[0-9a-fA-F]{8,40}|[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}")
_ADDRESS = re.compile(r"//|\bwww\.|[a-z]{2,}\.[a-z]{2,}/|\.(?:com|net|org|example)$", re.IGNORECASE)
# Words that make a sentence, and that titles and codes do without.
_SAYING = frozenset(
    "i you he she it we they me him us them your my our is are was were am be been has have had do does did may might"
    " must can cannot could will would shall should need needs not never nothing none nobody anything everything"
    " everyone allowed permitted waived free".split()
)
# With these a sentence begins that asks for something.
_ASKING = frozenset("pay keep send wire transfer click visit buy stop ignore give tell ask let please don".split())
_SMALL = frozenset(
    "of the and for in to on at by see also from with an a vol no pp ed eds rev et al accessed version de la le les du"
    " des der die das und von zu".split()
)
_SAYS = re.compile(r"[!?。！？]|[.:;,](?:\s|$)")
_ENDS = re.compile(r"[!?。！？]|[.;](?:\s+\S)|[€$£¥%％]|\d\s*(?:[A-Z]{3}\b|[円元万億亿])")
_LONG_NUMBER = re.compile(r"\d{7,}")
# What makes a sentence of characters written without spaces, whatever stands around it.
_SPACELESS_SAYS = re.compile(
    "[をはがも]|です|ます|ません|ない$|[うくすつむるただい]$|可以|必须|不得|不可|不用|不需|不必|无需|無需|無須|不准|不许"
    "|免费|免費|免除|無料|自由|[^终終完満满]了|[请請勿你您我他她们們]"
)
# A title without one of these words is short, and has none of the signs that a few words say something.
_TITLED = re.compile(
    r"(?:合同|协议|協議|協定|条例|條例|规定|規定|規約|规约|规则|規則|規程|办法|细则|細則|章程|要綱|纪要|契約|約款|覚書|案内|通知|公告"
    r"|指南|手册|手冊|报告|報告|附件|別紙|别纸|条款|說明|说明|法|令|書|书|表|録|录|図|图|誌|志|編|篇|ガイド|マニュアル|しおり|お知らせ"
    r"|手引き|ルール|リスト|きまり)[\s\dA-Za-z０-９]{0,6}"
)
_SHORT_SAYS = re.compile("[不没無无免可能应應需是已被把将將]|禁止|許可|有効")
_LONGEST_SHORT = 8
# Dividers and arrows are drawn, and say nothing.
_DRAWN = re.compile(
    "[\xa0-\xff\u2190-\u21ff\u2212\u2217\u2219\u223c\u22c5\u22ef\u2500-\u25ff\u2726-\u274b\u2b00-\u2bff\u3000-\u303f]"
)


def says_something(text: str) -> bool:
    """Return whether a text can be read at all: a letter, a digit, a sign of Braille, an emoji or another symbol."""
    if any(map(str.isalnum, text)):
        return True
    return symbols_in(text) > 0


def symbols_in(text: str) -> int:
    """Return how many signs of a text are read as words are: emoji, Braille, signs of mathematics and private ones."""
    if text.isascii():
        return 0
    return sum(
        unicodedata.category(char) in ("So", "Co") or "\u2200" <= char <= "\u22ff"
        for char in text
        if not _DRAWN.match(char) and char != "\u2800"
    )


def is_code(text: str, *, most: int = _MOST_CODE_WORDS) -> bool:
    """Return whether a text is a code: one short token with few words in it, none of which makes a sentence."""
    if not 0 < len(text) <= _LONGEST_CODE or len(text.split()) != 1 or _ADDRESS.search(text):
        return False
    if _HEX.fullmatch(text):
        return True
    words = _words(text)
    if len(words) > most or any(len(word) > _LONGEST_WORD or word in _SAYING for word in words):
        return False
    return text.isascii() or not (any(map(is_spaceless, text)) or symbols_in(text))


def is_title(text: str) -> bool:
    """Return whether a text is a title or heading: names, written as titles are, and no sentence or amount.

    Told by its words and capitals alone: a few plain words, or a few characters of a script without spaces.
    """
    text = text.strip()
    if len(text) > _LONGEST_TITLE or _ENDS.search(text) or _LONG_NUMBER.search(text) or find_urls(text, 0, len(text)):
        return False
    if sum(map(str.isdigit, text)) > 12 or symbols_in(text):
        return False
    spaceless = sum(map(is_spaceless, text))
    if spaceless:
        return _is_spaceless_title(text, spaceless)
    written = _PART.findall(text)
    words = [word.lower() for word in written]
    if len(words) > _MOST_TITLE_WORDS or not _SAYING.isdisjoint(words) or (words and words[0] in _ASKING):
        return False
    if any(len(word) > _LONGEST_WORD for word in words):
        return False
    plain = [word for word in written if word[0].islower() and len(word) > 1 and word not in _SMALL]
    begins = bool(written) and (written[0][0].isupper() or written[0] in _SMALL)
    return len(plain) <= (2 if begins else 1)


def _is_spaceless_title(text: str, spaceless: int) -> bool:
    if spaceless > _LONGEST_SPACELESS or _SPACELESS_SAYS.search(text):
        return False
    if _TITLED.search(text, max(0, len(text) - 14)):
        return True
    return spaceless <= _LONGEST_SHORT and not _SHORT_SAYS.search(text)


def is_field_name(key: str) -> bool:
    """Return whether a key can be the name of a field: a few short words, no sentence, no address and no symbols."""
    return len(key) <= _LONGEST_FIELD and _names_field(key)


# An answer's keys are those of its schema, the same in answer after answer.
@lru_cache(maxsize=2048)
def _names_field(key: str) -> bool:
    if _SAYS.search(key) or find_urls(key, 0, len(key)) or symbols_in(key):
        return False
    if any(map(is_spaceless, key)):
        return sum(map(is_spaceless, key)) <= 13 and not _SPACELESS_SAYS.search(key)
    words = _words(key)
    if any(len(word) > _LONGEST_WORD for word in words):
        return False
    if len(key.split()) < 2:
        return len(words) <= _MOST_FIELD_WORDS
    return len(words) <= _MOST_SPACED and (words[0] not in _ASKING and _SAYING.isdisjoint(words))


def _words(text: str) -> list[str]:
    """Return the words of two letters or more that a text is joined of, in lower case."""
    parts = [word for part in _PART.findall(text) for word in _HUMP.split(part)]
    return [part.lower() for part in parts if len(part) > 1]
