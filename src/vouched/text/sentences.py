"""Finds sentence bounds in English, Japanese and Chinese, told apart by their own marks and not by a setting.

Bounds only limit a quote or number the claims of an answer; they never decide a verdict. In doubt two sentences
stay together, because a cut sentence can lose its negation and a long one cannot.
"""

from __future__ import annotations

import re

from vouched.documents import Span
from vouched.text.boundaries import is_spaceless

__all__ = ["paragraphs", "sentence_around", "sentences"]

_PARAGRAPH = re.compile("(?:(?>\r\n|[\n\r])[ \t\u3000\u00a0\u200b\ufeff]*+){2,}|[\x0b\x0c\x85\u2028\u2029]+|\r(?!\n)")
_LINE = re.compile("\r\n|\n")
_ENDS = re.compile("[.!?]+|[。！？．｡]+|…+")
_CLOSERS = "\"'”’»)]）］」』】〕〉》*_`"
_OPENERS = {
    "「": "」",
    "『": "』",
    "（": "）",
    "(": ")",
    "【": "】",
    "〔": "〕",
    "《": "》",
    "〈": "〉",
    "“": "”",
    "［": "］",
}
_PAIRS = re.compile("[「」『』（）()【】〔〕《》〈〉“”［］]")
_ITEM = re.compile(
    "[ \t\u3000]*(?:[-*+•・●○◆■□▪–][ \t\u3000]|#{1,6}[ \t]|>|\\|"
    "|[(（]?(?:[0-9０-９]{1,3}|[a-zA-Z]|[ivxIVX]{1,5}|[一二三四五六七八九十]{1,3})[)）.．、][ \t\u3000]*"
    "|第[0-9０-９〇零一二三四五六七八九十百千]+[条條章節节編款項项]|[①-⑳⑴-⒇㈠-㈩ア-ン][ \u3000.．、])"
)
_NUMBERING = re.compile("[ \t\u3000]*(?:#{1,6}[ \t]+|[-*+][ \t]+)?[(（]?(?:[0-9０-９]{1,3}|[a-zA-Z]|[ivxIVX]{1,5})$")
_ABBREVIATIONS = frozenset(
    "mr mrs ms dr prof rev hon gen col sgt capt lt st jr sr no nos art arts sec secs sect para paras cl ch chap "
    "fig figs eq ref refs vol pp p ed eds vs v cf al ca approx est dept univ e.g i.e viz resp incl excl ex op cit "
    "jan feb mar apr jun jul aug sep sept oct nov dec mon tue wed thu fri sat sun".split()
)
# These may end a sentence: they do so where a word follows that hardly continues one.
_CLOSING_ABBREVIATIONS = frozenset("etc inc ltd co corp llc plc bros u.s u.k u.n e.u a.m p.m ph.d m.d b.a".split())
_STARTERS = frozenset(
    "the a an this that these those it its he she they we you i in on at by for from if when where while after "
    "before however but and or so no not all any each such there here as with under upon our your their his her what "
    "who why how please".split()
)
_WORD_BEFORE = re.compile(r"[^\W_][\w.'’-]*$")
_REACH = 8000
_NEAR_REACH = 500


def paragraphs(text: str) -> list[Span]:
    """Return the stretches of `text` between blank lines and hard breaks, without surrounding white space."""
    found, start = [], 0
    for match in _PARAGRAPH.finditer(text):
        found.append((start, match.start()))
        start = match.end()
    found.append((start, len(text)))
    return [span for begin, end in found if (span := _trimmed(text, begin, end)) is not None]


def sentences(text: str) -> list[Span]:
    """Return the sentences of `text` in order, as disjoint spans without surrounding white space.

    A blank line always ends a sentence, a line break only where the line does not read on: before a list item
    or an article's head, after a short line, never after a comma. Full stops inside brackets, in abbreviations and
    in numbers end nothing.
    """
    return [span for part in paragraphs(text) for span in _split(text, part, _bracketed(text, part)[0])]


def sentence_around(text: str, start: int, end: int) -> Span:
    """Return the whole sentences of `text` that `[start, end)` touches, as one span.

    Looks at most 8,000 characters to each side, and always covers `[start, end)` itself.
    """
    span = _within(text, start, end, reach=_NEAR_REACH)
    return span or _within(text, start, end, reach=_REACH) or Span(start, end)


def _within(text: str, start: int, end: int, *, reach: int) -> Span | None:
    """Return the sentences around a place as far as `reach` shows them, or None where it may not show all of them."""
    low, high = max(0, start - reach), min(len(text), end + reach)
    is_far = reach >= _REACH
    opened, closed = is_far or low == 0, is_far or high == len(text)
    for match in _PARAGRAPH.finditer(text, low, start):
        low, opened = match.end(), True
    if following := _PARAGRAPH.search(text, end, high):
        high, closed = following.start(), True
    window = Span(low, high)
    inside, balanced = _bracketed(text, window)
    parts = _split(text, window, inside)
    touched = [number for number, span in enumerate(parts) if span.start < end and span.end > start]
    if not touched or not (balanced or is_far):
        return None
    if (touched[0] == 0 and not opened) or (touched[-1] == len(parts) - 1 and not closed):
        return None
    return Span(min(start, parts[touched[0]].start), max(end, parts[touched[-1]].end))


def _trimmed(text: str, start: int, end: int) -> Span | None:
    while start < end and text[start].isspace():
        start += 1
    while end > start and text[end - 1].isspace():
        end -= 1
    return Span(start, end) if start < end else None


def _split(text: str, paragraph: Span, inside: list[tuple[int, int]]) -> list[Span]:
    cuts = sorted({*_stops(text, paragraph, inside), *_line_breaks(text, paragraph, inside)})
    found, start = [], paragraph.start
    for cut in [*cuts, paragraph.end]:
        if cut > start and (span := _trimmed(text, start, cut)) is not None:
            found.append(span)
        start = max(start, cut)
    return found


def _bracketed(text: str, paragraph: Span) -> tuple[list[tuple[int, int]], bool]:
    """Return the outermost matched brackets, in order, and whether all match; an unmatched one brackets nothing."""
    stack: list[tuple[str, int]] = []
    matched: list[tuple[int, int]] = []
    unmatched = 0
    for match in _PAIRS.finditer(text, paragraph.start, paragraph.end):
        char = match.group()
        if char in _OPENERS:
            stack.append((_OPENERS[char], match.start()))
        else:
            depth = next((d for d in range(len(stack) - 1, max(-1, len(stack) - 9), -1) if stack[d][0] == char), None)
            if depth is None:
                unmatched += 1
            else:
                begin = stack[depth][1]
                unmatched += len(stack) - depth - 1
                del stack[depth:]
                while matched and matched[-1][0] > begin:
                    matched.pop()
                matched.append((begin, match.end()))
    return matched, not stack and not unmatched


def _stops(text: str, paragraph: Span, inside: list[tuple[int, int]]) -> list[int]:
    """Return where sentence-ending marks end sentences."""
    cuts: list[int] = []
    brackets = iter(inside)
    bracket = next(brackets, None)
    for match in _ENDS.finditer(text, paragraph.start, paragraph.end):
        while bracket is not None and bracket[1] <= match.start():
            bracket = next(brackets, None)
        if bracket is not None and bracket[0] < match.start() < bracket[1]:
            if bracket[1] - match.end() <= 1 and _closes_sentence(text, bracket, paragraph):
                cuts.append(bracket[1])
            continue
        end = match.end()
        while end < paragraph.end and text[end] in _CLOSERS:
            end += 1
        if match.group()[0] in "。！？．｡" or _ends_latin(text, match.start(), end, paragraph):
            cuts.append(end)
    return cuts


def _closes_sentence(text: str, bracket: tuple[int, int], paragraph: Span) -> bool:
    """Whether a bracket that ends with a full stop is a sentence of its own: 「はい。」「いいえ。」, (See clause 4.)"""
    begin, end = bracket
    starts = begin == paragraph.start or text[begin - 1].isspace() or text[begin - 1] in "。！？」』.!?"
    if end >= paragraph.end or not starts:
        return False
    if text[begin] in "(“" and text[end].isspace():
        return not text[end : end + 40].lstrip()[:1].islower()
    return text[end] in "「『\n\r"


def _ends_latin(text: str, dot: int, end: int, paragraph: Span) -> bool:
    """Whether a Latin full stop, or an ellipsis, with what closes after it, ends a sentence."""
    if end >= paragraph.end:
        return True
    following = text[end : end + 40]
    if not following[0].isspace():
        return text[dot] in "!?" and is_spaceless(following[0])
    after = following.lstrip()
    first = after.lstrip("\"'“‘(「『[*_")[:1]
    if first.islower() or (text[dot] in ".…" and first in ",;:"):
        return False
    if text[dot] != "." or text[dot : dot + 2] == "..":
        return True
    near = max(paragraph.start, dot - 24)
    line = max(text.rfind("\n", near, dot), text.rfind("\r", near, dot), near - 1) + 1
    if (line > near or near == paragraph.start) and _NUMBERING.match(text[line:dot]):
        return False
    word = _WORD_BEFORE.search(text[max(paragraph.start, dot - 24) : dot])
    if word is None:
        return True
    token = word.group().lower()
    if token in _CLOSING_ABBREVIATIONS or (len(token) == 1 and token.isalpha()):
        starter = re.match(r"[\"'“‘(\[]*([A-Za-z]+)", after)
        return starter is not None and starter.group(1).lower() in _STARTERS
    return token not in _ABBREVIATIONS or (token == "no" and not first.isdigit())


def _line_breaks(text: str, paragraph: Span, inside: list[tuple[int, int]]) -> list[int]:
    """Return the line ends at which a sentence ends although no mark says so."""
    breaks = [match.span() for match in _LINE.finditer(text, paragraph.start, paragraph.end)]
    if not breaks:
        return []
    starts = [paragraph.start, *(end for _, end in breaks)]
    ends = [*(start for start, _ in breaks), paragraph.end]
    widest = max(_columns(text, start, end) for start, end in zip(starts, ends, strict=True))
    closing = max((match.end() for match in _ENDS.finditer(text, breaks[-1][0], paragraph.end)), default=-1)
    last_mark = closing if closing >= 0 else _last_mark(text, paragraph)
    cuts = []
    brackets = iter(inside)
    bracket = next(brackets, None)
    for number, (end, resume) in enumerate(breaks):
        while bracket is not None and bracket[1] <= end:
            bracket = next(brackets, None)
        if bracket is not None and bracket[0] < end:
            continue
        following = Span(resume, min(ends[number + 1], resume + 400))
        if not _reads_on(
            text, Span(max(starts[number], end - 400), end), following, widest, ends_later=last_mark > resume
        ):
            cuts.append(end)
    return cuts


def _last_mark(text: str, paragraph: Span) -> int:
    position = max(text.rfind(mark, paragraph.start, paragraph.end) for mark in ".!?。！？．｡")
    return position + 1


def _columns(text: str, start: int, end: int) -> int:
    if end - start > 400:
        return 2 * (end - start)
    line = text[start:end]
    return len(line) if line.isascii() else sum(2 if is_spaceless(char) else 1 for char in line)


def _reads_on(text: str, line: Span, following: Span, widest: int, *, ends_later: bool) -> bool:
    """Whether the sentence of one line goes on in the next: the line was wrapped, not ended."""
    if _ITEM.match(text, following.start, following.end):
        return False
    before = text[line.start : line.end].rstrip()
    after = text[following.start : following.end].lstrip()
    if not before or not after:
        return False
    last, first = before[-1], after[0]
    if last in ",;、，；:：-‐(（「『“[［" or first in ",;、，）)」』”.。":
        return last not in ":：" or first.islower()
    if not ends_later or before.startswith("#"):
        return False
    if first.islower():
        return True
    room = _columns(after.split(maxsplit=1)[0][:12], 0, 12) if not is_spaceless(first) else 2
    return _columns(text, line.start, line.end) + room + 1 >= 0.8 * widest
