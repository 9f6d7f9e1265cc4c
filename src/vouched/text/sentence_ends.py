"""Judges where a sentence may end: at a full stop or its like, after a bracket that closes one, at a line's end."""

from __future__ import annotations

import re
from bisect import bisect_left

from vouched.documents import Span
from vouched.text.boundaries import count_spaceless, is_spaceless

__all__ = ["Bounds", "bracketed", "is_mark"]

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
_MARKS = re.compile("[.!?。！？．｡…]+")
_FULL_STOPS = re.compile("[.!?。！？．｡]")
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
# The columns of a longer line are not counted: they are at most twice its characters.
_LONG_LINE = 400
_ABBREVIATED = _ABBREVIATIONS | _CLOSING_ABBREVIATIONS
_WORD_BEFORE = re.compile(r"[^\W_][\w.'’-]*$")


def is_mark(char: str) -> bool:
    """Return whether a character may end a sentence."""
    return char in ".!?。！？．｡…"


def bracketed(text: str, paragraph: Span) -> tuple[list[tuple[int, int]], bool]:
    """Return the outermost matched brackets, in order, and whether all match; an unmatched one brackets nothing."""
    window = text[paragraph.start : paragraph.end]
    if window.isascii() and "(" not in window and ")" not in window:
        return [], True
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


class Bounds:
    """The places of a stretch of text, one paragraph or less, at which sentences end; each is judged when asked for.

    `inside` are the outermost brackets of the `window`, in order: full stops and lines inside them end nothing.
    """

    def __init__(self, text: str, window: Span, inside: list[tuple[int, int]]) -> None:
        self.text, self.window, self.inside = text, window, inside
        self._widest = -1
        # Where the last search for a full stop found one, and from where on there is none.
        self._searched, self._marked, self._unmarked = 0, -1, window.end
        self._ends_in_ellipsis: bool | None = None

    def every(self) -> list[int]:
        """Return all places at which a sentence ends, in order."""
        text, low, high = self.text, self.window.start, self.window.end
        stops = self._stops(low, high)
        breaks = [self._line_end(match.start(), match.end()) for match in _LINE.finditer(text, low, high)]
        return sorted({place for place in (*stops, *breaks) if place is not None})

    def before(self, place: int) -> int:
        """Return the last end of a sentence at or before `place`, where no mark stands; else the window's start."""
        text, low = self.text, self.window.start
        found = low
        behind = text[low:place][::-1]
        for run in _MARKS.finditer(behind):
            first, last = place - run.end(), place - run.start()
            ends = self._stops(first, last) if last - first > 1 else (self._stop(first, last),)
            fitting = [end for end in ends if end is not None and end <= place]
            if fitting:
                found = max(fitting)
                break
        feed = text.rfind("\n", found, place)
        while feed >= 0:
            end = feed - (feed > low and text[feed - 1] == "\r")
            if end > found and self._line_end(end, feed + 1) is not None:
                return end
            feed = text.rfind("\n", found, feed)
        return found

    def after(self, place: int) -> int:
        """Return the first end of a sentence at or after `place`, before which no white space stands; else the
        window's end.
        """
        text, low, high = self.text, self.window.start, self.window.end
        begin = place
        while begin > low and (text[begin - 1] in _CLOSERS or is_mark(text[begin - 1])):
            begin -= 1
        found = high
        for match in _MARKS.finditer(text, begin, high):
            first, last = match.span()
            ends = self._stops(first, last) if last - first > 1 else (self._stop(first, last),)
            fitting = [end for end in ends if end is not None and end >= place]
            if fitting:
                found = min(fitting)
                break
        feed = text.find("\n", place, found)
        while feed >= 0:
            end = feed - (feed > place and text[feed - 1] == "\r")
            if self._line_end(end, feed + 1) is not None:
                return end
            feed = text.find("\n", feed + 1, found)
        return found

    def _stops(self, start: int, end: int) -> tuple[int | None, ...]:
        """Return where the marks in `[start, end)` end sentences, None for each that ends none."""
        if end - start == 1:
            return (self._stop(start, end),) if is_mark(self.text[start]) else ()
        return tuple([self._stop(*match.span()) for match in _ENDS.finditer(self.text, start, end)])

    def _stop(self, start: int, end: int) -> int | None:
        """Return where the sentence ends that a mark like a full stop ends, or None where it ends none."""
        text, paragraph = self.text, self.window
        if self.inside and (bracket := self._around(start)) is not None:
            ends = bracket[1] - end <= 1 and _closes_sentence(text, bracket, paragraph)
            return bracket[1] if ends else None
        mark = text[start]
        if mark == "．" and text[start - 1 : start].isdecimal() and text[end : end + 1].isdecimal():
            return None  # ２６．９
        while end < paragraph.end and text[end] in _CLOSERS:
            end += 1
        return end if mark in "。！？．｡" or _ends_latin(text, start, end, paragraph) else None

    def _around(self, place: int) -> tuple[int, int] | None:
        """Return the bracket that opens before a place and closes after it."""
        number = bisect_left(self.inside, (place, 0)) - 1
        return self.inside[number] if number >= 0 and self.inside[number][1] > place else None

    def _line_end(self, end: int, resume: int) -> int | None:
        """Return the end of a line at which a sentence ends although no mark says so, else None.

        The line ends at `end`, and the next one begins at `resume`.
        """
        if self.inside and self._around(end) is not None:
            return None
        text, low, high = self.text, self.window.start, self.window.end
        begin = max(low, end - 400, text.rfind("\n", low, end) + 1)
        stop = text.find("\n", resume, min(high, resume + 401))
        stop = min(high, resume + 400) if stop < 0 else stop - (stop > resume and text[stop - 1] == "\r")
        following = Span(resume, min(stop, resume + 400))
        return None if self._reads_on(Span(begin, end), following) else end

    def _reads_on(self, line: Span, following: Span) -> bool:
        """Whether the sentence of one line goes on in the next: the line was wrapped, not ended."""
        text = self.text
        if _ITEM.match(text, following.start, following.end):
            return False
        before = text[line.start : line.end].rstrip()
        after = text[following.start : following.end].lstrip()
        if not before or not after:
            return False
        last, first = before[-1], after[0]
        if last in ",;、，；:：-‐(（「『“[［" or first in ",;、，）)」』”.。":
            return last not in ":：" or first.islower()
        if before.startswith("#") or not self._is_marked_after(following.start):
            return False
        if first.islower():
            return True
        room = _columns(after.split(maxsplit=1)[0][:12], 0, 12) if not is_spaceless(first) else 2
        return _columns(text, line.start, line.end) + room + 1 >= 0.8 * self._columns_at_most()

    def _is_marked_after(self, place: int) -> bool:
        """Whether a mark that ends sentences follows in the window; an ellipsis counts in its last line only."""
        text, high = self.text, self.window.end
        if place < self._unmarked and not self._searched <= place <= self._marked:
            found = _FULL_STOPS.search(text, place, high)
            if found is None:
                self._unmarked = place
            else:
                self._searched, self._marked = place, found.start()
        if place < self._unmarked:
            return True
        if self._ends_in_ellipsis is None:
            last_line = text.rfind("\n", self.window.start, high)
            self._ends_in_ellipsis = text.rfind("…", last_line, high) >= 0
        return self._ends_in_ellipsis

    def _columns_at_most(self) -> int:
        """Return the columns of the widest line."""
        if self._widest < 0:
            low, high = self.window.start, self.window.end
            window = self.text[low:high]
            if window.isascii() and "\r" not in window:
                widest = max(map(len, window.split("\n")))
                self._widest = widest if widest <= _LONG_LINE else 2 * widest
                return self._widest
            breaks = [match.span() for match in _LINE.finditer(self.text, low, high)]
            starts = [low, *(end for _, end in breaks)]
            ends = [*(start for start, _ in breaks), high]
            self._widest = max(_columns(self.text, start, end) for start, end in zip(starts, ends, strict=True))
        return self._widest


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
    if text[dot] == "." and end == dot + 1 and text[end] in " \n" and "A" <= text[end + 1 : end + 2] <= "Z":
        word = text[max(paragraph.start, dot - 24) : dot].rpartition(" ")[2]
        # Before a capital only an abbreviation, or what may number a line, leaves a doubt.
        is_word = len(word) > 1 and word.isascii() and word.isalpha() and word.strip("ivxIVX") != ""
        if is_word and word.lower() not in _ABBREVIATED:
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
    token = _word_before(text[near:dot])
    if not token:
        return True
    if token in _CLOSING_ABBREVIATIONS or (len(token) == 1 and token.isalpha()):
        starter = re.match(r"[\"'“‘(\[]*([A-Za-z]+)", after)
        return starter is not None and starter.group(1).lower() in _STARTERS
    return token not in _ABBREVIATIONS or (token == "no" and not first.isdigit())


def _word_before(text: str) -> str:
    """Return the word at the end of `text` in lower case, with the full stops inside it; "" where none stands there."""
    last = text[text.rfind(" ") + 1 :]
    if last.isalpha():
        return last.lower()
    word = _WORD_BEFORE.search(text)
    return word.group().lower() if word else ""


def _columns(text: str, start: int, end: int) -> int:
    if end - start > _LONG_LINE:
        return 2 * (end - start)
    line = text[start:end]
    return len(line) if line.isascii() else len(line) + count_spaceless(line)
