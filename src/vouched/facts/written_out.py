r"""Reads characters that are written out (&#31454; %E7%AB%9E \u7ade, tags between them) as what they show."""

from __future__ import annotations

import html
import re
from bisect import bisect_right

from vouched.documents import Span

__all__ = ["WrittenOut"]

_SIGNS = re.compile(r"[&%\\<+]")
_CODES = r"&\#[0-9]{1,10};?|&\#[xX][0-9a-fA-F]{1,10};?|(?:%[0-9a-fA-F]{2})+"
_CODE = re.compile(_CODES)
_WRITTEN = re.compile(
    rf"{_CODES}|&[a-zA-Z][a-zA-Z0-9]{{1,30}};"
    r"|\\u[0-9a-fA-F]{4}|\\u\{[0-9a-fA-F]{1,6}\}|\\U[0-9a-fA-F]{8}|\\x[0-9a-fA-F]{2}|(?<!\w)[Uu]\+[0-9a-fA-F]{4,6}(?![0-9a-fA-F])"
    r"|</?[a-zA-Z][^<>]{0,200}>|<!--[^<>]{0,200}>"
)
_UNSEEN_TAG = re.compile(
    r"</?(?:a|abbr|b|big|code|em|font|i|mark|q|s|small|span|strong|sub|sup|tt|u|wbr)\b|<!--", re.IGNORECASE
)
# A reference may be written out itself (&amp;#31454;); deeper than this nobody writes.
_DEEPEST = 3


class WrittenOut:
    """A text as it shows: references, percent codes and escapes are characters, tags inside a line are nothing.

    With `is_source` only codes are read, and what could be a word of its own stays: the name in <i Jinghua>.
    `span(start, end)` is the part of the text as it came that a part of `text` stands for.
    """

    __slots__ = ("_layers", "text")

    def __init__(self, text: str, *, is_source: bool = False) -> None:
        pattern = _CODE if is_source else _WRITTEN
        self._layers: list[tuple[list[int], list[int], list[int]]] = []
        for _ in range(_DEEPEST):
            if not _SIGNS.search(text):
                break
            shown = self._shown(text, pattern)
            if shown == text:
                break
            text = shown
        self.text = text

    def span(self, start: int, end: int) -> Span:
        """Return where in the text as it came the characters from `start` to `end` are; what is written out, whole."""
        for places, begins, ends in reversed(self._layers):
            start = _moved(start, places, begins, ends, is_end=False)
            end = _moved(end, places, begins, ends, is_end=True)
        return Span(start, end)

    def _shown(self, text: str, pattern: re.Pattern[str]) -> str:
        """Return the text one layer down, and keep where each part of it begins and ends in `text`."""
        parts: list[str] = []
        places, begins, ends = [0], [0], [0]
        length = done = 0
        for match in pattern.finditer(text):
            shown = _meaning(match.group())
            if shown == match.group():
                continue
            plain = text[done : match.start()]
            length += len(plain)
            parts += (plain, shown)
            places.append(length)
            begins.append(match.start())
            ends.append(match.end())
            length += len(shown)
            places.append(length)
            begins.append(match.end())
            ends.append(match.end())
            done = match.end()
        if not parts:
            return text
        self._layers.append((places, begins, ends))
        return "".join((*parts, text[done:]))


def _moved(place: int, places: list[int], begins: list[int], ends: list[int], *, is_end: bool) -> int:
    """Return where a place is one layer up; a place inside what is written out is its begin, an end its end."""
    at = bisect_right(places, place - 1 if is_end else place) - 1
    if begins[at] == ends[at]:
        return begins[at] + place - places[at]
    return ends[at] if is_end else begins[at]


def _meaning(written: str) -> str:
    """Return what is shown for what is written out; itself for what stands for nothing."""
    if written[0] == "<":
        return "" if _UNSEEN_TAG.match(written) else " "
    if written[0] == "&":
        return html.unescape(written)
    if written[0] == "%":
        return bytes.fromhex(written.replace("%", "")).decode("utf-8", errors="replace")
    code = int(written[2:].strip("{}"), 16)
    return chr(code) if code < 0x110000 and not 0xD800 <= code < 0xE000 else written
