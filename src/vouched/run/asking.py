"""Renders documents as data that a model reads and nothing in them can close or forge, and reads them back."""

from __future__ import annotations

import html
import re
from collections.abc import Iterable

from vouched.documents import Document

__all__ = ["as_data", "documents_block", "question_before_documents", "read_documents_block"]

# A tag of a document as a reader may take it, and what its first character is escaped to, once or often.
_NAMED = r"(?=\s*+(?:/\s*+)?document)"
_TAG = re.compile(f"<{_NAMED}|&(?=(?:amp;)*lt;{_NAMED})", re.IGNORECASE)
_ESCAPED = re.compile(f"&lt;{_NAMED}|&amp;(?=(?:amp;)*lt;{_NAMED})", re.IGNORECASE)
_OPENING = re.compile(r'^<document id="([^"\n]*)">\n', re.MULTILINE)
_BOUND = re.compile(r'^<document id="([^"\n]*)">\n|\n</document>$', re.MULTILINE)
_BREAKS = {"\n": "&#10;", "\r": "&#13;"}


def documents_block(documents: Iterable[Document]) -> str:
    """Return the documents, each between `<document id="…">` and `</document>` on lines of their own.

    Texts are escaped by `as_data`, so that none ends its block or begins another; ids as HTML attributes.
    """
    return "\n".join(f'<document id="{_attribute(each.id)}">\n{as_data(each.text)}\n</document>' for each in documents)


def as_data(text: str) -> str:
    """Return a text in which nothing looks like the tag of a document.

    The `<` before the word document, with or without a slash and spaces, becomes `&lt;`, and the `&` of what already
    looks escaped `&amp;`; nothing else changes, so that words can be copied from it letter for letter.
    """
    if "<" not in text and "&" not in text:
        return text
    return _TAG.sub(lambda match: "&lt;" if match[0] == "<" else "&amp;", text)


def question_before_documents(text: str) -> str:
    """Return what stands before the first document of a message."""
    opening = _OPENING.search(text)
    return text if opening is None else text[: opening.start()]


def read_documents_block(text: str) -> dict[str, str]:
    """Return the documents of a message, text by id; of several with one id the last.

    A document that was opened and not closed before the next is none.
    """
    found: dict[str, str] = {}
    name, start = "", 0
    is_open = False
    for match in _BOUND.finditer(text):
        if match[1] is not None:
            name, start, is_open = html.unescape(match[1]), match.end(), True
        elif is_open and match.start() >= start:
            body = text[start : match.start()]
            found[name] = _ESCAPED.sub(lambda escaped: "<" if len(escaped[0]) == 4 else "&", body)
            is_open = False
    return found


def _attribute(name: str) -> str:
    if name.isalnum():
        return name
    return re.sub("[\r\n]", lambda match: _BREAKS[match[0]], html.escape(name))
