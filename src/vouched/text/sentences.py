"""Finds sentence bounds in English, Japanese and Chinese, told apart by their own marks and not by a setting.

Bounds only limit a quote or number the claims of an answer; they never decide a verdict. In doubt two sentences
stay together, because a cut sentence can lose its negation and a long one cannot.
"""

from __future__ import annotations

import re

from vouched.documents import Span
from vouched.text.sentence_ends import Bounds, bracketed, is_mark

__all__ = ["paragraphs", "sentence_around", "sentences"]

_PARAGRAPH = re.compile("(?:(?>\r\n|[\n\r])[ \t\u3000\u00a0\u200b\ufeff]*+){2,}|[\x0b\x0c\x85\u2028\u2029]+|\r(?!\n)")
# The same where line feeds alone part lines; its first character is fixed, so that it is searched for much faster.
_BLANK_LINES = re.compile("\n[ \t\u3000\u00a0\u200b\ufeff]*\n[ \t\n\u3000\u00a0\u200b\ufeff]*")
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
    return [span for part in paragraphs(text) for span in _split(text, part)]


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
    pattern = _paragraph_bounds(text, low, high)
    for match in pattern.finditer(text, low, start):
        low, opened = match.end(), True
    if following := pattern.search(text, end, high):
        high, closed = following.start(), True
    window = Span(low, high)
    inside, balanced = bracketed(text, window)
    if not (balanced or is_far):
        return None
    bounds = Bounds(text, window, inside)
    if start >= end or text[start].isspace() or text[end - 1].isspace() or is_mark(text[start]):
        return _touched(text, start, end, bounds=bounds, opened=opened, closed=closed)
    first, last = bounds.before(start), bounds.after(end)
    if not (opened or text[low:first].strip()) or not (closed or text[last:high].strip()):
        return None
    begin, stop = _trimmed_bounds(text, first, last)
    return Span(min(start, begin), max(end, stop))


def _paragraph_bounds(text: str, low: int, high: int) -> re.Pattern[str]:
    """Return the pattern of what parts the paragraphs of `text[low:high]`."""
    window = text[low:high]
    if "\r" in window or "\x0b" in window or "\x0c" in window:
        return _PARAGRAPH
    is_plain = window.isascii() or not ("\x85" in window or "\u2028" in window or "\u2029" in window)
    return _BLANK_LINES if is_plain else _PARAGRAPH


def _touched(text: str, start: int, end: int, *, bounds: Bounds, opened: bool, closed: bool) -> Span | None:
    """Return the sentences that a place touches which begins or ends with white space or a mark."""
    parts = _parts(text, bounds)
    touched = [number for number, span in enumerate(parts) if span.start < end and span.end > start]
    if not touched:
        return None
    if (touched[0] == 0 and not opened) or (touched[-1] == len(parts) - 1 and not closed):
        return None
    return Span(min(start, parts[touched[0]].start), max(end, parts[touched[-1]].end))


def _trimmed(text: str, start: int, end: int) -> Span | None:
    start, end = _trimmed_bounds(text, start, end)
    return Span(start, end) if start < end else None


def _trimmed_bounds(text: str, start: int, end: int) -> tuple[int, int]:
    while start < end and text[start].isspace():
        start += 1
    while end > start and text[end - 1].isspace():
        end -= 1
    return start, end


def _split(text: str, paragraph: Span) -> list[Span]:
    return _parts(text, Bounds(text, paragraph, bracketed(text, paragraph)[0]))


def _parts(text: str, bounds: Bounds) -> list[Span]:
    """Return the sentences of a stretch of text."""
    found, start = [], bounds.window.start
    for cut in [*bounds.every(), bounds.window.end]:
        if cut > start and (span := _trimmed(text, start, cut)) is not None:
            found.append(span)
        start = max(start, cut)
    return found
