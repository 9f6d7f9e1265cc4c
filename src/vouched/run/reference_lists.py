"""Reads the lines of free text that say what its markers mean: footnotes and reference lists."""

from __future__ import annotations

import re

from vouched.record import Record
from vouched.run.markers import KnownIds, find_urls

__all__ = ["Definition", "definition_in", "is_reference_heading"]

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
_QUOTED = re.compile('["“„«「『‘]')
_LONGEST_NOTE = 80


class Definition(Record, frozen=True, kw_only=True):
    """What a marker's label means: documents by id, or a URL; `claims_from` is where text begins that claims more."""

    label: str
    ids: tuple[str, ...] = ()
    url: str | None = None
    claims_from: int | None = None


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
        return None
    content = match[match.lastindex or 0].strip()
    start = match.start(match.lastindex or 0)
    label = "" if bullet else next(group for group in match.groups() if group is not None).strip()
    ids, url = _named(content, known, guess=footnote is not None or in_list)
    rest = content
    for one in (*ids, url or ""):
        rest = rest.replace(one, "", 1)
    telling = bool(_QUOTED.search(rest)) or len(rest.strip()) > _LONGEST_NOTE
    if footnote:
        label = "^" + label
    elif (not ids and not url) or (not in_list and (telling or rest.rstrip().endswith((".", "。", "!", "?")))):
        return None
    return Definition(label=_plain(label), ids=ids, url=url, claims_from=start if telling else None)


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
