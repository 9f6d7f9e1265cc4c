"""Reads the lines of free text that say what its markers mean: footnotes and reference lists."""

from __future__ import annotations

import re

from vouched.documents import Span
from vouched.record import Record
from vouched.run.markers import LOCATOR, KnownIds, find_urls, names_only
from vouched.text.boundaries import is_spaceless
from vouched.text.quotations import quotations

__all__ = ["Definition", "definition_in", "is_reference_heading", "says_more"]

_HEADING = re.compile(
    r"[#*_\s]*(?:references?|sources?|citations?|bibliography|works cited|footnotes?|notes|documents?"
    r"|参考文献|参考資料|参考资料|参考|出典|来源|資料来源|资料来源|引用文献|引用元|引用|資料|资料|脚注|注釈|注释|注)[*_\s]*[:：]?[*_\s]*",
    re.IGNORECASE,
)
_FOOTNOTE = re.compile(r"\s*\[\^([^\]\n]{1,100})\]\s*[:：]\s*(.*)", re.DOTALL)
_BRACKETED = re.compile(
    r"\s*(?:[-*+•]\s+)?(?:\[([0-9]{1,4})\]|［([0-9０-９]{1,4})］|【([0-9０-９]{1,4})】)\s*[:：.]?\s*(\S.*)", re.DOTALL
)
_LISTED = re.compile(r"\s*([0-9]{1,4})[.)、．]\s*(\S.*)", re.DOTALL)
_BULLET = re.compile(r"\s*[-*+•・]\s*(\S.*)", re.DOTALL)
_WORD = re.compile(r"[^\s,;:，、；：「」『』《》()（）\"“”]+")
_TITLE = re.compile(r"\s*(?::|：|,|，| [-–—] |\()\s*")
_LONGEST_NOTE = 80
_LONGEST_TITLE = 24
_MOST_PLAIN = 2
_PLAIN_WORD = re.compile(r"(?<![\w.-])[a-z]{2,}(?![\w.-]*[/.@]\w)")
_SMALL = frozenset(
    "of the and for in to on at by see also from with an vol no pp ed eds rev et al accessed version".split()
)
# A line of a reference list that is only a name: a file, or up to six words that begin as names and titles do.
_FILE = re.compile(r"[\w./-]*\w\.[A-Za-z][A-Za-z0-9]{0,4}|\w+(?:[-_/]\w+)+|[A-Za-z]+[0-9]+")
_NAME = re.compile(r"(?:[A-Z]\w*|[0-9]{1,4})(?:[ -](?:[A-Z]\w*|[0-9]{1,4}|of|the|and|for|in|to|on)){0,5}")


class Definition(Record, frozen=True, kw_only=True):
    """What a marker's label means: documents by id, or a URL.

    `claims_from` is where text begins that claims more; `quotes` are the quotations in the line, marks included.
    """

    label: str
    ids: tuple[str, ...] = ()
    url: str | None = None
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
    footnote = _FOOTNOTE.match(line)
    bracketed = None if footnote else _BRACKETED.match(line)
    listed = _LISTED.match(line) if in_list and not footnote and not bracketed else None
    bullet = _BULLET.match(line) if in_list and not (footnote or bracketed or listed) else None
    match = footnote or bracketed or listed or bullet
    if match is None:
        return Definition(label="") if in_list and _is_name(line.strip(), known, bare=True) else None
    content = match[match.lastindex or 0].strip()
    start = match.start(match.lastindex or 0)
    label = "" if bullet else next(group for group in match.groups() if group is not None).strip()
    ids, url = _named(content, known, guess=footnote is not None or in_list)
    rest = content
    for one in (*ids, url or ""):
        rest = rest.replace(one, "", 1)
    quotes = tuple(quotations(line, start, len(line)))
    telling = bool(quotes) or says_more(rest)
    if in_list and not ids and not url and not telling and _is_name(content, known, bare=False):
        ids = (content,)
    if footnote:
        label = "^" + label
    elif (not ids and not url) or (not in_list and (telling or rest.rstrip().endswith((".", "。", "!", "?")))):
        return None
    if quotes and names_only(_between(line, start, quotes), known) is not None:
        start = quotes[0].start
    return Definition(label=_plain(label), ids=ids, url=url, claims_from=start if telling else None, quotes=quotes)


def says_more(rest: str) -> bool:
    """Return whether what stands beside the names of a reference line says something, and is no title, page or date."""
    if len(rest.strip()) > _LONGEST_NOTE:
        return True
    left = LOCATOR.sub(" ", rest)
    if sum(map(is_spaceless, left)) > _LONGEST_TITLE:
        return True
    # Titles are written with capitals; what has several plain words is a sentence.
    plain = [word for word in _PLAIN_WORD.findall(left) if word not in _SMALL]
    return len(plain) > _MOST_PLAIN


def _between(line: str, start: int, quotes: tuple[Span, ...]) -> str:
    """Return what a definition says outside its quotations."""
    pieces = []
    for quote in quotes:
        pieces.append(line[start : quote.start])
        start = quote.end
    return ",".join((*pieces, line[start:]))


def _is_name(content: str, known: KnownIds, *, bare: bool) -> bool:
    """Return whether a line of a reference list names a document and says nothing else."""
    if known.has(content) or _FILE.fullmatch(content):
        return True
    return not bare and len(content) <= _LONGEST_NOTE and _NAME.fullmatch(content) is not None


def _plain(label: str) -> str:
    return label.translate({0xFF10 + digit: 0x30 + digit for digit in range(10)})


def _named(content: str, known: KnownIds, *, guess: bool) -> tuple[tuple[str, ...], str | None]:
    """Return the known ids that a definition names, and its URL; with `guess`, also an id made like a known one."""
    urls = find_urls(content, 0, len(content))
    url = content[slice(*urls[0])] if urls else None
    title = _TITLE.split(content, maxsplit=1)[0].strip()
    for whole in (content, title):
        if known.has(whole):
            return (whole,), url
    words = [word.strip(".。[]【】*_`") for word in _WORD.findall(content[:400])]
    ids = tuple(dict.fromkeys(word for word in words if known.has(word) and not word.isdigit()))[:5]
    if not ids and guess and words and not url and known.resembles(words[0]):
        ids = (words[0],)
    return ids, url
