"""Takes footnote marks, links, tags and heading marks out of a document, and maps places back to it.

What is taken out stands between the words and is none of them: a text that stands in the document but for such marks is
found in its bare form. Nothing is put in, so that each character of the bare text is one of the document's.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from typing import cast

from vouched.documents import Document, Span

__all__ = ["Bare", "bare_of"]

# What is taken out, by a character or two without which a document has nothing of the kind.
_ARTIFACTS = (
    ("[", r"\[\^?\d{1,3}(?:[ \t]*[,;–-][ \t]*\d{1,3}){0,8}\]|\[注[ \t]?\d{0,3}\]"),  # [12], [^3], [1, 2]
    ("](", r"!?\[(?=[^\[\]\n]{1,200}\]\([^()\s]{1,500}\))|(?<=[^\[\]\n])\]\([^()\s]{1,500}\)"),  # [text](link)
    ("【", r"【\d{1,3}(?:[,，、][ \t]*\d{1,3}){0,8}】"),
    ("〔", r"〔\d{1,3}(?:[,，、][ \t]*\d{1,3}){0,8}〕"),
    ("［", r"［\d{1,3}(?:[,，、][ \t]*\d{1,3}){0,8}］"),
    ("（注", r"（注[ \t]?\d{0,3}）"),
    ("※", r"※\d{1,2}"),
    *((mark, rf"(?<=[^\W\d_]){mark}[¹²³⁰⁴-⁹]{{0,2}}(?![\w⁄/])") for mark in "¹²³⁴⁵⁶⁷⁸⁹"),
    *((mark, rf"(?<=[\w.,;:)]){mark}{{1,2}}(?=[\s.,;:]|\Z)") for mark in "†‡§¶"),
    ("<", r"</?[A-Za-z][A-Za-z0-9]{0,10}(?:[ \t][^<>\n]{0,200})?/?>"),
    ("\n>", r"(?<=\n)>[> \t]{0,4}"),
    ("\n#", r"(?<=\n)#{1,6}[ \t]+"),
    ("|", r"\|"),
    ("~~", r"~~"),
    ("\\", r"\\(?=[*_\[\]()#&%$])"),
)


# Before these no space stands: the one before a mark goes with it.
_TIGHT = (*".,;:!?)]。、，；：！？）", "")


class Bare:
    """A document without the marks between its words; `document` is searched, `back` leads to the original."""

    __slots__ = ("_origins", "_starts", "document")

    def __init__(self, document: Document) -> None:
        text = document.text
        self._starts: list[int] = [0]
        self._origins: list[int] = [0]
        pieces: list[str] = []
        position = length = 0
        for match in _pattern(text).finditer(text):
            start, end = match.span()
            if _joins(text, start, end):
                continue
            if start > position and text[start - 1] in " \t" and (text[end : end + 1] in _TIGHT or text[end].isspace()):
                start -= 1
            pieces.append(text[position:start])
            length += start - position
            position = end
            self._starts.append(length)
            self._origins.append(end)
        pieces.append(text[position:])
        self.document = Document(id=document.id, text="".join(pieces))

    def back(self, span: Span) -> Span:
        """Return the original place of a span of the bare text: from its first character to its last."""
        return Span(self._origin(span.start), self._origin(span.end - 1) + 1)

    def _origin(self, place: int) -> int:
        number = bisect_right(self._starts, place) - 1
        return self._origins[number] + place - self._starts[number]


def _pattern(text: str) -> re.Pattern[str]:
    """Return the expression for the marks that a text can have."""
    return re.compile("|".join(pattern for mark, pattern in _ARTIFACTS if mark in text) or r"(?!)")


def _joins(text: str, start: int, end: int) -> bool:
    """Whether taking a mark out would make one word or number of two."""
    left, right = text[start - 1 : start], text[end : end + 1]
    return left.isascii() and left.isalnum() and right.isascii() and right.isalnum() and not text[start].isspace()


def bare_of(document: Document) -> Bare | None:
    """Return the document's bare form, made at the first call and kept with it; None where it has no marks."""
    if "_bare" not in document.__dict__:
        bare = Bare(document)
        document.__dict__["_bare"] = bare if len(bare.document.text) < len(document.text) else None
    return cast("Bare | None", document.__dict__["_bare"])
