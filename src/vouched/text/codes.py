"""Finds codes and articles of law in a text, each in one form: RFC 2119, A-320, Article 12(3), 第十二条第3項, § 12."""

from __future__ import annotations

import re
import unicodedata
from typing import Literal

from vouched.documents import Span
from vouched.record import Record
from vouched.text.fact_words import number_value

__all__ = ["Code", "codes", "part_numbers"]

_MOST = 500
_WIDE = {code: code - 0xFEE0 for code in range(0xFF01, 0xFF5F)}
_CODE = re.compile(
    r"(?<![A-Za-z0-9_./@#-])(?:[A-Z][A-Za-z]{0,9}(?:[-‐‑/ ]"
    r"|(?=\d)))(?:[A-Z]{1,4}[-/])?\d[\dA-Za-z]*(?:[-‐‑/.](?:\d[\dA-Za-z]*|[A-Z]+\b))*"
    r"|(?<![A-Za-z0-9_./@-])[a-z]{1,6}[-_]?\d{2,}[\da-z]*(?:[-_.]\d+)*(?![A-Za-z0-9_%])"
    r"|[（(〔]\d{4}[)）〕][\u3400-\u9fff\d]{1,14}号"
)
# Words that stand before a number and make no code of it.
_COUNTING = frozenset(
    "article section clause chapter paragraph part schedule annex appendix rule art sec step passage table figure "
    "fig page "
    "item note question part volume vol day week month year january february march april may june july august "
    "september "
    "october november december jan feb mar apr jun jul aug sep sept oct nov dec spring summer autumn fall winter about "
    "in on at by to of from until since before after than over under only around between and or the a an q h fy usd "
    "eur "
    "gbp jpy cny us hk rmb no nr number top age aged class grade level round season episode game week group phase type "
    "version route highway district world war king queen pope super bowl windows".split()
)
_NUMBER = "[0-9０-９〇零一二三四五六七八九十百千两]"
_ENGLISH_ARTICLE = re.compile(
    r"(?:\b(?P<head>articles?|arts?\.|sections?|sec\.|clauses?|§§?|rules?|regulations?|paragraphs?|para\.)|§§?)\s*"
    r"(?P<number>\d{1,4}[A-Za-z]?(?:[.\-–]\d{1,3}){0,3})(?P<parts>(?:\s?\([0-9a-zA-Z]{1,4}\)){0,4})",
    re.IGNORECASE,
)
_ARTICLE = re.compile(
    rf"第?(?P<number>(?:{_NUMBER}){{1,8}})(?P<kind>条|條)(?P<branch>(?:[のノ之](?:{_NUMBER}){{1,3}}){{0,3}})"
    rf"(?:第?(?P<part>(?:{_NUMBER}){{1,4}})[項项款])?(?:第?[(（]?(?P<item>(?:{_NUMBER}){{1,4}})[)）]?[号號项項目])?"
)
_PART = re.compile(rf"第?({_NUMBER}{{1,4}})[項项款号號]")
_LETTERED = re.compile(r"\(([0-9a-zA-Z]{1,4})\)")
_FAMILY = {
    "art": "article",
    "sec": "section",
    "cla": "clause",
    "rul": "rule",
    "reg": "rule",
    "par": "paragraph",
    "§": "section",
}


class Code(Record, frozen=True):
    """A code or an article: what it is compared by, what it has in common with others of its kind, and its place."""

    kind: Literal["code", "article"]
    key: str
    family: str
    span: Span


def codes(text: str) -> tuple[Code, ...]:
    """Return the codes and articles of a text in order of place, at most 500."""
    text = text.translate(_WIDE)
    found = [*_articles(text)]
    taken = {place for each in found for place in (each.span.start, each.span.end - 1)}
    for match in _CODE.finditer(text):
        if len(found) >= _MOST:
            break
        code = _code(match)
        if code is not None and not taken & set(range(*match.span())):
            found.append(code)
    found.sort(key=lambda each: (each.span.start, each.span.end))
    return tuple(found)


def _code(match: re.Match[str]) -> Code | None:
    text = match.group()
    letters = re.match(r"[A-Za-z]*", text)
    word = letters.group().lower() if letters else ""
    digits = sum(char.isdigit() for char in text)
    if word in _COUNTING or (digits < 2 and not (word and text[:1].isupper() and "-" in text)):
        return None
    if " " in text and not text.split(" ")[0].isupper():
        return None  # a word and a number, no code
    key = "".join(char for char in unicodedata.normalize("NFKC", text).casefold() if char.isalnum())
    return Code("code", key, re.sub(r"\d.*", "", key), Span(*match.span()))


def _articles(text: str) -> list[Code]:
    found: list[Code] = []
    for match in _ENGLISH_ARTICLE.finditer(text):
        if len(found) >= _MOST:
            return found
        family = _FAMILY.get((match["head"] or "§").lower()[:3].rstrip("s."), "section")
        if match["head"] is not None and match["head"].startswith("§"):
            family = "section"
        parts = re.findall(r"\((\w+)\)", match["parts"])
        number = re.sub("[–.]", "-", match["number"].lower())
        found.append(Code("article", "/".join((number, *map(str.lower, parts))), family, Span(*match.span())))
    for match in _ARTICLE.finditer(text):
        if len(found) >= _MOST:
            break
        branch = [_value(each) for each in re.findall(f"{_NUMBER}+", match["branch"] or "")]
        number = "-".join((_value(match["number"]), *branch))
        parts = [_value(match[each]) for each in ("part", "item") if match[each]]
        found.append(Code("article", "/".join((number, *parts)), "article", Span(*match.span())))
    return found


def part_numbers(text: str) -> list[str]:
    """Return the numbers of the paragraphs and items that a text names or heads: 第2項, (a)."""
    found = [_value(number) for number in _PART.findall(text)]
    return [*found, *(part.lower() for part in _LETTERED.findall(text))]


def _value(number: str) -> str:
    folded = unicodedata.normalize("NFKC", number)
    value = number_value(folded)
    return folded if value is None else f"{value.normalize():f}"
