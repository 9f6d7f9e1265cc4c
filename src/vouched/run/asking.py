"""Renders documents as data that a model reads and nothing in them can close or forge, and reads them back."""

from __future__ import annotations

import html
import re
from collections.abc import Iterable

from vouched.documents import Document

__all__ = ["documents_block", "read_documents_block"]

_TAG = re.compile(r"<(/?document)", re.IGNORECASE)
_ESCAPED = re.compile(r"&lt;(/?document)", re.IGNORECASE)
_BLOCK = re.compile(r'^<document id="([^"]*)">\n(.*?)\n</document>$', re.MULTILINE | re.DOTALL)


def documents_block(documents: Iterable[Document]) -> str:
    """Return the documents, each between `<document id="…">` and `</document>` on lines of their own.

    A `<document` or `</document` in a text is written `&lt;document`, so that no text ends its block or begins another.
    """
    blocks = []
    for document in documents:
        text = _TAG.sub(lambda match: f"&lt;{match[1]}", document.text)
        blocks.append(f'<document id="{html.escape(document.id)}">\n{text}\n</document>')
    return "\n".join(blocks)


def read_documents_block(text: str) -> dict[str, str]:
    """Return the documents of a rendered block, text by id."""
    return {html.unescape(name): _ESCAPED.sub(r"<\1", body) for name, body in _BLOCK.findall(text)}
