"""Knows which words a document has, so that a text with other words need not be looked for.

Words of scripts that part them by spaces are kept whole; of the others, and of Korean, every two characters that stand
side by side. What lacks one of them is nowhere in the document, however it is written.
"""

from __future__ import annotations

import re
import unicodedata
from operator import add
from typing import cast

from vouched.documents import Document
from vouched.text.bare import bare_of
from vouched.text.folding import fold, fold_char
from vouched.text.locating import ELLIPSIS, folding_of

__all__ = ["Vocabulary", "vocabulary_of"]

_ASCII_WORDS = bytes(byte if chr(byte).isalnum() and byte < 128 else 32 for byte in range(256)).lower()
# Scripts without spaces, and Korean, whose words take endings.
_JOINED = (
    "\u0e00-\u0eff\u1000-\u109f\u1100-\u11ff\u1780-\u17ff\u2e80-\u31ff\u3400-\u9fff\ua960-\ua97f\uac00-\ud7ff"
    "\uf900-\ufaff\uff66-\uffdc\U00020000-\U0003ffff"
)
_PAIR = re.compile(r"(?=([^\W_][^\W_]))")
_JOINED_PAIR = re.compile(f"(?=([{_JOINED}][{_JOINED}]))")
_JOINED_CHAR = re.compile(f"[{_JOINED}]")
_WORD = re.compile(f"[^\\W_{_JOINED}]+")
_HYPHEN = re.compile(r"[-\u00ad\u2010][ \t]*[\r\n]\s*([^\W_]+)")
_LAST_WORD = re.compile(r"[^\W_]+\Z")
# What is written with these may stand in the document with its words parted or put together otherwise.
_UNSURE = frozenset("-\u00ad\u2010[&")
_LONGEST = 60
_SAMPLE = 20_000
_BLOCK = 65_536


class Vocabulary:
    """The words of a document, those that a hyphen at a line's end parts, and the pairs of characters.

    `words` is None of a document that is written without spaces: there the pairs tell enough. `pairs` are kept only of
    a document with scripts that need them.
    """

    __slots__ = ("pairs", "words")

    def __init__(self, document: Document) -> None:
        text = document.text
        self.words: set[bytes] | set[str] | None = None
        self.pairs: set[str] = set()
        if text.isascii():
            self.words = _ascii_words(text)
            return
        sample = text[:_SAMPLE]
        if len(_JOINED_CHAR.findall(sample)) * 5 < len(sample):
            self.words = _words(text)
            if signs := [char for char in set(text) if _is_sign(char)]:
                # ¹ may be a note's mark or part of a number, ㎏ part of what it follows or a word.
                self.words |= _words(text.translate(dict.fromkeys(map(ord, signs), " ")))
                self.words |= _words(text.translate({ord(char): f" {char} " for char in signs}))
        if self.words is None or _JOINED_CHAR.search(text):
            bare = bare_of(document)
            for skeleton in (folding_of(document).skeleton, folding_of(bare.document).skeleton if bare else ""):
                self.pairs.update(map(add, skeleton, skeleton[1:]))

    def lacks(self, text: str) -> bool:
        """Return whether the document surely does not hold the text, since a word of it is missing."""
        if not _UNSURE.isdisjoint(text) or ELLIPSIS.search(text):
            return False
        if self.words is not None and any(map(_is_sign, set(text))):
            return False
        if text.isascii() and self.words is not None:
            return not all(self.has(word.decode()) for word in text.encode().translate(_ASCII_WORDS).split())
        if self.words is not None and not all(map(self.has, _WORD.findall(_normal(text)))):
            return True
        pairs = _PAIR if self.words is None else _JOINED_PAIR
        return not self.pairs.issuperset(pairs.findall(fold(text)))

    def has(self, word: str) -> bool:
        """Return whether a folded word can be one of the document's; of joined characters, whether their pairs are."""
        if self.words is None or _JOINED_CHAR.search(word):
            return self.pairs.issuperset(_PAIR.findall(word))
        if word.isascii() and not self._is_wide:
            return word.encode() in self.words
        return word in self.words

    @property
    def _is_wide(self) -> bool:
        return isinstance(next(iter(self.words or ""), ""), str)


def _is_sign(char: str) -> bool:
    """Whether a character stands for letters or digits and is none: ¹, ½, ㎏."""
    return (
        not char.isascii()
        and unicodedata.category(char) in ("No", "So")
        and char != unicodedata.normalize("NFKC", char)
    )


def _ascii_words(text: str) -> set[bytes]:
    words: set[bytes] = set()
    position = 0
    while position < len(text):
        end = position + _BLOCK
        while end < len(text) and text[end].isalnum():
            end += 1
        words.update(text[position:end].encode().translate(_ASCII_WORDS).split())
        position = end
    for match in _HYPHEN.finditer(text):
        before = text[max(0, match.start() - _LONGEST) : match.start()].encode().translate(_ASCII_WORDS).split()[-1:]
        words.add(b"".join(before) + match[1].lower().encode())
    return words


def _words(text: str) -> set[str]:
    words: set[str] = set()
    position = 0
    while position < len(text):
        end = min(len(text), position + _BLOCK)
        while end < len(text) and not text[end].isspace() and end - position < 2 * _BLOCK:
            end += 1
        block = _normal(text[position:end])
        if _JOINED_CHAR.search(block):
            words.update(_WORD.findall(block))
        else:
            for char in set(block):
                if not (char.isalnum() or char == " "):
                    block = block.replace(char, " ")
            words.update(block.split(" "))
        position = end
    for match in _HYPHEN.finditer(text):
        before = _LAST_WORD.search(text, max(0, match.start() - _LONGEST), match.start())
        words.update(_WORD.findall(_normal((before.group() if before else "") + match[1])))
    return words


def _normal(text: str) -> str:
    """Return a text in one form of its letters, without the characters that are not seen."""
    if not text.isascii():
        for char in {char for char in set(text) if not char.isascii() and not fold_char(char)}:
            if not char.isspace() and unicodedata.category(char) != "Pd":
                text = text.replace(char, "")
        if not unicodedata.is_normalized("NFKC", text):
            text = unicodedata.normalize("NFKC", text)
    text = text.casefold()
    if not text.isascii():
        text = text if unicodedata.is_normalized("NFKC", text) else unicodedata.normalize("NFKC", text)
        text = text.replace("œ", "oe").replace("æ", "ae")
    return text


def vocabulary_of(document: Document) -> Vocabulary:
    """Return the document's vocabulary, made at the first call and kept with it."""
    kept = document.__dict__.get("_vocabulary")
    if kept is None:
        kept = document.__dict__["_vocabulary"] = Vocabulary(document)
    return cast("Vocabulary", kept)
