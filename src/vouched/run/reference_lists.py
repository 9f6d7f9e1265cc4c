"""Reads the lines of free text that say what its markers mean: footnotes and reference lists."""

from __future__ import annotations

import re

from vouched.documents import Span
from vouched.record import Record
from vouched.run.markers import LOCATOR, KnownIds, names_only
from vouched.text.addresses import urls_in
from vouched.text.naming import is_code, is_title, says_something
from vouched.text.quotations import quotations

__all__ = ["Definition", "definition_in", "is_reference_heading", "says_more"]

_HEADING = re.compile(
    r"[#*_\s]*(?:references?|sources?|citations?|bibliography|works cited|footnotes?|notes|documents?"
    r"|参考文献|参考資料|参考资料|参考|出典|来源|資料来源|资料来源|引用文献|引用元|引用|資料|资料|脚注|注釈|注释|注)[*_\s]*[:：]?[*_\s]*",
    re.IGNORECASE,
)
_INLINE = re.compile(
    r"[*_\s]*(?:references?|sources?|citations?|参考文献|参考資料|参考资料|参考|出典|来源|引用元|引用|資料|资料)[*_\s]*[:：][*_\s]*(\S.*)",
    re.IGNORECASE | re.DOTALL,
)
_FOOTNOTE = re.compile(r"\s*\[\^([^\]\n]{1,100})\]\s*[:：]\s*(.*)", re.DOTALL)
_BRACKETED = re.compile(
    r"\s*(?:[-*+•]\s+)?(?:\[([0-9]{1,4})\]|［([0-9０-９]{1,4})］|【([0-9０-９]{1,4})】)\s*[:：.]?\s*(\S.*)", re.DOTALL
)
_LISTED = re.compile(r"\s*([0-9]{1,4})[.)、．]\s*(\S.*)", re.DOTALL)
_BULLET = re.compile(r"\s*[-*+•・]\s*(\S.*)", re.DOTALL)
_WORD = re.compile(r"[^\s,;:，、；：「」『』《》()（）\"“”]+")
_TITLE = re.compile(r"\s*(?::|：|,|，| [-–—] |\()\s*")
_LONGEST_NOTE = 160
_MOST_FILE_WORDS = 4
_MOST_IDS = 5
_MOST_PARTS = 12
# What parts the names, places and dates of a line; a dash only between blanks.
_PARTS = re.compile(r"[,;:，、；：()（）|·\[\]【】<>*_`\"“”《》]|\s[-‐–—―]+(?:\s|$)|^[-‐–—―\s]+")
_JOINS = re.compile(
    r"(?:(?:see|cf|from|in|by|at|and|also|accessed|version|vol|no|ed|eds|rev|参照|参见|見よ)\b\.?\s*)+", re.IGNORECASE
)
_DATE = re.compile(
    r"[0-9]{4}[-/.][0-9]{1,2}[-/.][0-9]{1,2}|[0-9]{1,2}[./][0-9]{1,2}[./][0-9]{4}"
    r"|[0-9]{1,2}\.? [^\W\d_]{3,10}\.? [0-9]{4}|[^\W\d_]{3,10}\.? [0-9]{1,2},? [0-9]{4}"
    r"|(?:[0-9]{4}|(?:令和|平成|昭和)[0-9元]{1,2})年(?:[0-9]{1,2}月)?(?:[0-9]{1,2}日)?"
)
# A line of a reference list that is only a name: a file, or up to six words that begin as names and titles do.
_FILE = re.compile(r"[\w./-]*\w\.[A-Za-z][A-Za-z0-9]{0,4}|\w+(?:[-_/]\w+)+|[A-Za-z]+[0-9]+")
_NAME = re.compile(r"(?:[A-Z]\w*|[0-9]{1,4})(?:[ -](?:[A-Z]\w*|[0-9]{1,4}|of|the|and|for|in|to|on)){0,5}")


class Definition(Record, frozen=True, kw_only=True):
    """What a marker's label means: documents by id, or a URL.

    `claims_from` is where text begins that claims more; `quotes` are the quotations in the line, marks included.
    `urls` are all that stand in it.
    """

    label: str
    ids: tuple[str, ...] = ()
    url: str | None = None
    urls: tuple[str, ...] = ()
    claims_from: int | None = None
    quotes: tuple[Span, ...] = ()


def is_reference_heading(line: str) -> bool:
    """Return whether a line is the heading of a reference list."""
    return len(line) < 60 and _HEADING.fullmatch(line.strip()) is not None and bool(line.strip())


def definition_in(line: str, known: KnownIds, *, in_list: bool) -> Definition | None:
    """Return what a line defines, or None where it is ordinary text.

    A footnote always defines. A bracketed number defines when it names a known id or a URL and, outside a
    reference list, hardly more; a numbered or bulleted line only inside a reference list. What a definition says at
    length or in quotation marks is a claim like any other.
    """
    if (inline := _INLINE.match(line)) and not quotations(line, 0, len(line)):
        ids, urls, rest = _named(inline[1].strip(), known, guess=False)
        if ids and not says_more(rest):
            return Definition(label="", ids=ids, urls=urls)
    footnote = _FOOTNOTE.match(line)
    if footnote and not is_code(footnote[1].strip()):
        return None
    bracketed = None if footnote else _BRACKETED.match(line)
    listed = _LISTED.match(line) if in_list and not footnote and not bracketed else None
    bullet = _BULLET.match(line) if in_list and not (footnote or bracketed or listed) else None
    match = footnote or bracketed or listed or bullet
    if match is None:
        return Definition(label="") if in_list and _is_name(line.strip(), known, bare=True) else None
    content = match[match.lastindex or 0].strip()
    start = match.start(match.lastindex or 0)
    label = "" if bullet else next(group for group in match.groups() if group is not None).strip()
    ids, urls, rest = _named(content, known, guess=footnote is not None or in_list)
    url = urls[0] if urls else None
    quotes = tuple(quotations(line, start, len(line)))
    telling = bool(quotes) or says_more(rest)
    if not ids and not url and not quotes and (in_list or footnote):
        named = _is_name(content, known, bare=False)
        ids, telling = (content,) if named else (), not named
    if footnote:
        label = "^" + label
    elif (not ids and not url) or (not in_list and (telling or rest.rstrip().endswith((".", "。", "!", "?")))):
        return None
    if quotes and names_only(_between(line, start, quotes), known) is not None:
        start = quotes[0].start
    begin = start if telling else None
    return Definition(label=_plain(label), ids=ids, url=url, urls=urls, claims_from=begin, quotes=quotes)


def says_more(rest: str) -> bool:
    """Return whether what stands beside the names of a reference line says something, and is no title, page or date."""
    if len(rest.strip()) > _LONGEST_NOTE:
        return True
    parts = _PARTS.split(_DATE.sub(",", LOCATOR.sub(",", rest)))
    return len(parts) > _MOST_PARTS or not all(_names(part.strip(" \t\r\n\u3000.。")) for part in parts)


def _names(part: str) -> bool:
    part = part[joins.end() :] if (joins := _JOINS.match(part)) else part
    return not says_something(part) or is_title(part)


def _between(line: str, start: int, quotes: tuple[Span, ...]) -> str:
    """Return what a definition says outside its quotations."""
    pieces = []
    for quote in quotes:
        pieces.append(line[start : quote.start])
        start = quote.end
    return ",".join((*pieces, line[start:]))


def _is_name(content: str, known: KnownIds, *, bare: bool) -> bool:
    """Return whether a line of a reference list names a document and says nothing else."""
    if known.has(content) or (_FILE.fullmatch(content) and is_code(content, most=_MOST_FILE_WORDS)):
        return True
    return not bare and len(content) <= _LONGEST_NOTE and _NAME.fullmatch(content) is not None and is_title(content)


def _plain(label: str) -> str:
    return label.translate({0xFF10 + digit: 0x30 + digit for digit in range(10)})


def _named(content: str, known: KnownIds, *, guess: bool) -> tuple[tuple[str, ...], tuple[str, ...], str]:
    """Return the known ids that a definition names, its URLs, and what it says beside them.

    With `guess`, also an id made like a known one.
    """
    urls = urls_in(content)
    rest = content
    for url in urls:
        rest = rest.replace(url, ",")
    title = _TITLE.split(content, maxsplit=1)[0].strip()
    for whole in (content, title):
        if known.has(whole):
            return (whole,), urls, rest.replace(whole, ",", 1)
    words = [word.strip(".。[]【】*_`") for word in _WORD.findall(content[:400])]
    found: dict[str, str] = {}
    for word in words:
        named = word if known.has(word) else known.file_of(word)
        if named is not None and not word.isdigit() and len(found) < _MOST_IDS:
            found.setdefault(named, word)
    if not found and guess and words and not urls and known.resembles(words[0]):
        found[words[0]] = words[0]
    for word in found.values():
        rest = rest.replace(word, ",", 1)
    return tuple(found), urls, rest
