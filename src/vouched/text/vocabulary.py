"""Knows which words a document in ASCII has, so that a text with other words need not be looked for."""

from __future__ import annotations

import re
from typing import cast

from vouched.documents import Document

__all__ = ["Vocabulary", "vocabulary_of"]

_WORDS = bytes(byte if chr(byte).isalnum() and byte < 128 else 32 for byte in range(256)).lower()
_HYPHEN = re.compile(r"-[\r\n]\s*([A-Za-z0-9]+)")
_LONGEST = 60
_BLOCK = 65_536


class Vocabulary:
    """The words of a document, and those that a hyphen at a line's end parts."""

    __slots__ = ("words",)

    def __init__(self, text: str) -> None:
        self.words: set[bytes] = set()
        position = 0
        while position < len(text):
            end = position + _BLOCK
            while end < len(text) and text[end].isalnum():
                end += 1
            self.words.update(text[position:end].encode().translate(_WORDS).split())
            position = end
        for match in _HYPHEN.finditer(text):
            before = text[max(0, match.start() - _LONGEST) : match.start()].encode().translate(_WORDS).split()[-1:]
            self.words.add(b"".join(before) + match[1].lower().encode())

    def lacks(self, text: str) -> bool:
        """Return whether the document surely does not hold the text, since a word of it is missing."""
        if not text.isascii() or any(mark in text for mark in "-[&"):
            return False
        return not self.words.issuperset(text.encode().translate(_WORDS).split())

    def has(self, word: str) -> bool:
        """Return whether a word of ASCII letters and digits, in lower case, is one of the document's."""
        return word.encode() in self.words if word.isascii() else False


def vocabulary_of(document: Document) -> Vocabulary | None:
    """Return the document's vocabulary, made at the first call and kept with it; None where it is not plain ASCII."""
    if "_vocabulary" not in document.__dict__:
        document.__dict__["_vocabulary"] = Vocabulary(document.text) if document.text.isascii() else None
    return cast("Vocabulary | None", document.__dict__["_vocabulary"])
