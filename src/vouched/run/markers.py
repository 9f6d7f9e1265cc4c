"""Finds the citation markers of free text as people write them: [1], [1, 2], 【2】, [doc-id], (doc-id), [^1], links."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from functools import cached_property

from vouched.record import Record
from vouched.text.addresses import find_urls
from vouched.text.folding import fold
from vouched.text.naming import is_code, is_title

__all__ = ["LOCATOR", "KnownIds", "Marker", "find_markers", "names_only"]

_BRACKETS = re.compile(
    r"\[([^\[\]]{1,200})\]|［([^［］]{1,200})］|【([^【】]{1,200})】|〔([^〔〕]{1,200})〕"
    r"|\(([^()]{1,200})\)|（([^（）]{1,200})）"
    r"|<sup>\s*+\[?([^<>\[\]]{1,60})\]?\s*</sup>|<cite>([^<>]{1,200})</cite>",
    re.IGNORECASE,
)
_ROUND = (5, 6)
_SUP, _CITE = 7, 8
_TARGET = re.compile(r"\(([^()\n]{0,2000}(?:\([^()\n]{0,500}\)[^()\n]{0,500}){0,3})\)")
_HAS_SCHEME = re.compile(r"[a-zA-Z][a-zA-Z0-9+.-]*:|//|www\.")
# Two backticks closed by two apostrophes are quotation marks.
_CODE = re.compile(r"(?<!`)`(?!`)[^`\n]+`(?!`)|(?<!`)``(?!`)(?:(?!''|``)[^\n]){1,400}``(?!`)")
_SEPARATOR = re.compile(r"\s*[,，、;；&]\s*|\s+(?:and|und|et|和|と)\s+")
_PREFIX = re.compile(
    r"(?:see|cf\.|from|per|vgl\.|siehe|quellen?|voir|fuente|fonte|参照|参见|参考|引用|根拠|依据|出典|来源|资料|資料|文献|文書|文书|"
    r"(?:source|src|reference|ref|document|doc|citation|cite|chunk|passage)s?)(?:\s*[:：.]\s*|\s+|(?=\d))",
    re.IGNORECASE,
)
_JOINING = re.compile(
    r"\s*(?:see(?:\s+also)?|cf\.|sources?|参照|参见|出典|来源)?[\s:：]*(?:[\s,，、;；&]|and|und|et|和|と)*",
    re.IGNORECASE,
)
_NUMBER = re.compile(r"[0-9]{1,4}")
_RANGE = re.compile(r"([0-9]{1,3})\s*[-–—‐~〜～]\s*([0-9]{1,3})")
_PLACE_NUMBER = (
    r"[0-9]{1,6}[A-Za-z]?(?:[.:–-]\s?[0-9]{1,6}[A-Za-z]?|[.–-][A-Za-z](?![A-Za-z])"
    r"|\([0-9A-Za-z]{1,4}\)|(?:ff?|et seq)\.)*\.?"
)
LOCATOR = re.compile(
    r"(?<![^\W\d_])(?:pp?|pages?|paras?|paragraphs?|sections?|sec|clauses?|cl|articles?|arts?|lines?|ll?|ch|chapters?|§+|¶+)"
    rf"\.?\s*(?:{_PLACE_NUMBER}|[ivxlcIVXLC]{{1,6}}\b)"
    r"|第\s*[0-9０-９〇一二三四五六七八九十百千]{1,9}\s*(?:[条條章節节項项号號頁页款段編编部回版期]"
    r"(?:\s*[の之]\s*[0-9０-９一二三四五六七八九十]{1,4})?)?(?:\s*第\s*[0-9０-９〇一二三四五六七八九十百千]{1,9}\s*[条條章節节項项号號頁页款段])*"
    r"|[0-9]+\s*[頁页条項项号號]",
    re.IGNORECASE,
)
_NOT_AN_ID = re.compile(
    r"[0-9]*[.,:][0-9]+|(?:[A-Za-z]\.)+[A-Za-z]?\.?|(?:and/or|s?he/s?he|his/her|her/his|n/a|w/o|etc\.?|ibid\.?|cf\.?|viz\.?|sic\.?)",
    re.IGNORECASE,
)
_TOKEN = re.compile(r"[\w.:/#@+~-]+")
_DIGITS = re.compile(r"[0-9]+")
_EXTENSION = re.compile(r"\.[A-Za-z][A-Za-z0-9]{0,4}$")
_AFTER_NUMBER = re.compile(r"\s*(?:$|[.,;:!?。、，；：！？)\]）］】\[［【(（\n])")
_WIDEST_RANGE = 50
# What may follow an id after a space besides a page or clause: a number, or a few words of a heading.
_PLACE = re.compile(r"[#§¶]?\s*[\w.:()–-]*\d[\w.:()–-]*|[\w§-]+(?:\s+[\w§.-]*\d[\w.-]*)?")
# What writers put in square brackets that names no source.
_EDITORIAL = re.compile(
    r"sic!?|x|✓|[\W_]+|(?:emphasis|italics|underlining|bold(?:face)?) (?:added|mine|ours|removed|supplied)"
    r"|(?:emphasis|italics|alterations?|underlining) in (?:the )?original|(?:my|our|author'?s'?) (?:emphasis|italics)"
    r"|(?:my|our|author'?s'?) translation|translation (?:mine|ours)|(?:footnotes?|citations?) omitted"
    r"|(?:internal )?quotation marks omitted|cleaned up|to be (?:confirmed|determined|completed)|citation needed"
    r"|(?:translated|translation|illegible|inaudible|unclear|redacted|blank|omitted|snip|to-?do|fix-?me|tbc|tbd|edit"
    r"|edited|note|placeholder|laughs?|laughter|applause|crosstalk|pause|and/or|etc|e\.g|i\.e|n/a|ibid)\.?"
    r"|hervorhebung.{0,30}|anm\..{0,20}|auslassung.{0,20}|souligné.{0,20}|原文如此|笔者注|译注|编者注|訳注|編注"
    r"|(?:中|前|後|后|下|以下)?省?略|原文(?:の)?(?:ママ|まま)|ママ|(?:傍点|下線|強調).{0,6}|强调.{0,6}|注.{0,2}"
    r"|必須|任意|重要|注意",
    re.IGNORECASE,
)
_AMOUNT = re.compile(r"[$€£¥].*|.*[%％]|[0-9]+:[0-9]+|[0-9.,]+\s*[,;]\s*[0-9.,]+")
# What may follow a bracket of plain words that cites.
_CLOSES = re.compile(r"[ \t\u3000]{0,40}(?:\Z|[.,;!?。、，；！？…)\]）］】\[［【(（]|\r?\n(?![ \t]{0,40}[a-z]))")
_LISTING = re.compile(r"\s*[,，、;；]\s*")
# "Document B" is a name, "see B" is not.
_OF_A_KIND = re.compile(r"(?:source|src|reference|ref|document|doc|citation|cite|chunk|passage)", re.IGNORECASE)
_CLOSING_MARKS = ("”", "“", "’", "‘", '"', "＂", "'", "」", "』", "»", "«", "›", "‹", "〟")


class KnownIds:
    """The ids that were given, what ids of the same making look like, and the question that was asked."""

    def __init__(self, ids: Iterable[str], *, asked: str | None = None) -> None:
        self.ids = frozenset(ids)
        self._question = asked

    def has(self, text: str) -> bool:
        """Return whether `text` is a given id, but for its case."""
        return text in self.ids or text.casefold() in self.folded

    @cached_property
    def asked(self) -> str | None:
        """The question that was asked, folded; None where it is not known."""
        return None if self._question is None else fold(self._question)

    @cached_property
    def folded(self) -> frozenset[str]:
        """The ids in lower case."""
        return frozenset(one.casefold() for one in self.ids)

    def file_of(self, text: str) -> str | None:
        """Return the given id of which `text` is the file name: the id and an ending."""
        ending = _EXTENSION.search(text)
        stem = text[: ending.start()] if ending else ""
        return next((one for one in self.ids if one.casefold() == stem.casefold()), None) if stem else None

    @cached_property
    def shapes(self) -> frozenset[str]:
        """What the ids are when their digits are levelled, of those that have some beside other characters."""
        return frozenset(_shape(one) for one in self.folded if not one.isdigit() and _DIGITS.search(one))

    @cached_property
    def endings(self) -> frozenset[str]:
        """The file name extensions of the ids."""
        return frozenset(ending[0] for one in self.folded if (ending := _EXTENSION.search(one)))

    def resembles(self, text: str) -> bool:
        """Return whether `text` is made as a given id is: equal but for digits, or a file of the same kind."""
        folded = text.casefold()
        if not folded.isdigit() and _DIGITS.search(folded) and _shape(folded) in self.shapes:
            return True
        ending = _EXTENSION.search(folded)
        return ending is not None and ending[0] in self.endings and _TOKEN.fullmatch(folded) is not None


class Marker(Record, frozen=True, kw_only=True):
    """A citation marker or a link at `[start, end)`.

    `ids` are the documents it names, `footnote` whether by a footnote's label; `url` is a link's target. What
    stands in `[label_start, label_end)` is text that a reader sees and that stays in the claim. A `loose` one is
    known by its place alone.
    """

    start: int
    end: int
    ids: tuple[str, ...] = ()
    footnote: bool = False
    url: str | None = None
    label_start: int = 0
    label_end: int = 0
    loose: bool = False


def find_markers(text: str, start: int, end: int, *, known: KnownIds) -> list[Marker]:
    """Return the markers and links in `text[start:end]`, in order and disjoint.

    A token in square brackets is a marker when it is a known id, is made like one, or holds a digit or one of `-_./`;
    in round brackets only when it is known or made like a known id. Brackets in URLs and code mark nothing.
    """
    closed = [*find_urls(text, start, end), *(match.span() for match in _CODE.finditer(text, start, end))]
    closed.sort()
    found: list[Marker] = []
    passed, at = 0, start
    while match := _BRACKETS.search(text, at, end):
        begin, at = match.start(), match.start() + 1
        while passed < len(closed) and closed[passed][1] <= begin:
            passed += 1
        if passed < len(closed) and closed[passed][0] <= begin and closed[passed] != (begin - 1, match.end() + 1):
            continue
        link = _TARGET.match(text, match.end(), end) if text[begin] == "[" else None
        marker = _link(text, begin, match[1], link, known) if link else None
        if marker is None:
            marker = _marker(text, match, known, is_link=link is not None)
        if marker is not None:
            found.append(marker)
            at = marker.end
    return found


def names_only(text: str, known: KnownIds) -> tuple[str, ...] | None:
    """Return the ids that `text` names where it says nothing else but pages and clauses; None where it says more."""
    found: list[str] = []
    for part in _SEPARATOR.split(text.strip(" \t\r\n\u3000-‐‒–—―─:：.。,，()（）*_")):
        item = part.strip(" \t\r\n:：.。()（）*_")
        if not item or LOCATOR.fullmatch(item):
            continue
        head, _, tail = item.partition(" ") if not known.has(item) else (item, "", "")
        head = head.rstrip(":：")
        if not (known.has(head) or known.resembles(head)) or (tail and not LOCATOR.fullmatch(tail.strip())):
            return None
        found.append(head)
    return tuple(dict.fromkeys(found))


def _link(text: str, begin: int, label: str, link: re.Match[str], known: KnownIds) -> Marker | None:
    target = re.sub(r"\s+[\"'(].*$", "", link[1].strip()).strip("<>")
    if any(map(str.isalnum, link[1].replace(target, "", 1))):
        # What is shown when the pointer rests on a link is text.
        return None
    start = begin - 1 if begin and text[begin - 1] == "!" else begin
    if _HAS_SCHEME.match(target):
        # A label that is only a number or an id says nothing to a reader.
        shown = (begin + 1, begin + 1 + len(label)) if _cited(label, known, strict=False) is None else (0, 0)
        return Marker(start=start, end=link.end(), url=target, label_start=shown[0], label_end=shown[1])
    if known.has(target):
        return Marker(start=start, end=link.end(), ids=(target,))
    ids = _cited(label, known, strict=False)
    names = target.startswith("#") and (len(target) == 1 or is_code(target[1:]))
    return Marker(start=start, end=link.end(), ids=ids) if ids and names else None


def _marker(text: str, match: re.Match[str], known: KnownIds, *, is_link: bool) -> Marker | None:
    number = match.lastindex or 0
    if number in (_SUP, _CITE):
        return _tagged(text, match, known)
    inner = match[number]
    if "\n\n" in inner:
        return None
    begin, end = match.span()
    if number == 1 and inner.startswith("^"):
        label = inner[1:].strip()
        return Marker(start=begin, end=end, ids=(label,), footnote=True) if label else None
    ids = _bracketed_again(inner, known) if number in _ROUND else None
    if ids is not None:
        return Marker(start=begin, end=end, ids=ids)
    ids = _cited(inner, known, strict=number in _ROUND)
    if ids is None:
        named = None if number in _ROUND or is_link else _named(text, begin, end, inner)
        return Marker(start=begin, end=end, ids=named, loose=True) if named else None
    if number in _ROUND and all(one.isdigit() for one in ids) and not _stands_alone(text, begin, end):
        return None
    return Marker(start=begin, end=end, ids=ids)


def _named(text: str, begin: int, end: int, inner: str) -> tuple[str, ...] | None:
    """Return what a bracket of plain words names: it closes what is said or follows a quote, and is no aside."""
    inner = " ".join(inner.split())
    if len(inner) > 60 or not any(map(str.isalnum, inner)) or _EDITORIAL.fullmatch(inner):
        return None
    if _AMOUNT.fullmatch(inner) or _opens_line(text, begin):
        return None
    quote = text[max(0, begin - 6) : begin].rstrip(" \t\n.,;:!?。、，；：！？")[-1:]
    if quote not in _CLOSING_MARKS and not _CLOSES.match(text, end):
        return None
    prefix = _PREFIX.match(inner)
    if prefix and prefix.end() < len(inner) and (prefix[0].rstrip()[-1] in ":：." or not _OF_A_KIND.match(inner)):
        inner = inner[prefix.end() :]
    items = [item for item in _LISTING.split(inner) if item and not LOCATOR.fullmatch(item)]
    return tuple(dict.fromkeys(items)) or None


def _tagged(text: str, match: re.Match[str], known: KnownIds) -> Marker | None:
    """Return the marker of a raised number, which is no exponent and no ordinal's ending, or of a cite element."""
    begin, end = match.span()
    inner = " ".join((match[_SUP] or match[_CITE] or "").split())
    ids = _cited(inner, known, strict=False)
    if match[_SUP]:
        before = re.search(r"[^\W_]*$", text[max(0, begin - 20) : begin])
        word = before[0] if before else ""
        raises = any(map(str.isdigit, word)) or 0 < len(word) < 3
        return Marker(start=begin, end=end, ids=ids) if ids and not raises else None
    return Marker(start=begin, end=end, ids=ids or (inner,)) if inner else None


def _bracketed_again(inner: str, known: KnownIds) -> tuple[str, ...] | None:
    """Return the ids of markers that stand in round brackets with nothing else said: (see [1] and [2])."""
    found = list(_BRACKETS.finditer(inner))
    if not found or not _JOINING.fullmatch(_BRACKETS.sub(" ", inner)):
        return None
    each = [_cited(match[match.lastindex or 0], known, strict=False) for match in found]
    return tuple(dict.fromkeys(one for ids in each for one in ids or ())) if all(each) else None


def _stands_alone(text: str, begin: int, end: int) -> bool:
    """Whether a number in round brackets closes something, and neither opens an item nor belongs to "clause 4(1)"."""
    before = text[begin - 1] if begin else "\n"
    if (before.isascii() and before.isalnum()) or before in "条項项号號章款節节" or _opens_line(text, begin):
        return False
    word = re.search(r"([A-Za-z]+)\s*$", text[max(0, begin - 20) : begin])
    if word and (LOCATOR.fullmatch(f"{word[1]} 1") or word[1].lower() == "no"):
        return False
    return _AFTER_NUMBER.match(text, end) is not None


def _opens_line(text: str, begin: int) -> bool:
    """Whether only white space stands before `begin` in its line; looks back 200 characters, to stay linear."""
    near = text[max(0, begin - 200) : begin]
    return not near[near.rfind("\n") + 1 :].strip()


def _cited(inner: str, known: KnownIds, *, strict: bool) -> tuple[str, ...] | None:
    """Return the ids that the inside of a bracket names, or None where it is no citation."""
    inner = inner.strip()
    if known.has(inner):
        return (inner,)
    prefix = _PREFIX.match(inner)
    if prefix and prefix.end() < len(inner):
        inner = inner[prefix.end() :]
    if re.fullmatch(r"[0-9]+(?:\s+[0-9]+)+", inner):
        items = inner.split()
    else:
        items = [item for item in _SEPARATOR.split(inner) if item]
    found: list[str] = []
    for item in items:
        ids = (item,) if known.has(item) else _item(unicodedata.normalize("NFKC", item), known, strict=strict)
        if ids is None and not (found and known.has(found[0]) and is_title(item)):
            return None
        found.extend(ids or ())
    return tuple(dict.fromkeys(found)) or None


def _item(item: str, known: KnownIds, *, strict: bool) -> tuple[str, ...] | None:
    """Return the ids of one item; () for a page or clause, which names no document; None for anything else."""
    if known.has(item):
        return (item,)
    if _NUMBER.fullmatch(item):
        return None if strict else (item,)
    span = _RANGE.fullmatch(item)
    if span and 0 <= int(span[2]) - int(span[1]) < _WIDEST_RANGE:
        numbers = tuple(str(number) for number in range(int(span[1]), int(span[2]) + 1))
        return numbers if not strict or all(known.has(number) for number in numbers) else None
    if "†" in item:
        head, _, tail = item.partition("†")
        name, beside = (tail, head) if known.has(tail) or known.resembles(tail) else (head, tail)
        return (name,) if name.strip() and (is_code(beside) or is_title(beside)) else None
    if LOCATOR.fullmatch(item):
        return ()
    for cut in list(re.finditer(r"[\s:#§@]", item))[:6]:
        head = item[: cut.start()]
        rest = item[cut.end() :].strip()
        # "(lease says that …)" goes on to say something, and is no marker.
        points = LOCATOR.fullmatch(rest) or (
            is_title(rest) and (not cut.group().isspace() or _PLACE.fullmatch(rest) is not None)
        )
        if head and points and (known.has(head) or (known.resembles(head) and not head.isdigit())):
            return (head,)
    if known.resembles(item):
        return (item,)
    if strict or not _TOKEN.fullmatch(item) or _NOT_AN_ID.fullmatch(item):
        return None
    telling = re.search(r"[0-9]|[-_./]", item) and any(char.isalnum() for char in item)
    return (item,) if telling else None


def _shape(folded: str) -> str:
    return _DIGITS.sub("0", folded)
