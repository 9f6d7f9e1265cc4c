"""Says which of many documents can hold a text at all, so that not all of them need be folded and searched."""

from __future__ import annotations

import html
import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from itertools import accumulate, islice
from typing import cast

from vouched.documents import Document, Evidence
from vouched.text.locating import ELLIPSIS

__all__ = ["Corpus", "corpus_of"]

_FEW = 16
# What is looked for letter by letter: a word, or a run without punctuation where there are no spaces.
_PIECE = re.compile(r"[^\W_]{4,12}")
_WORD = re.compile("[a-z]{3,}")
_MAX_WORDS = 8
_SAMPLE = 200_000


class Corpus:
    """The documents of one evidence, joined for searching."""

    __slots__ = ("_folded", "_starts", "_text", "documents")

    def __init__(self, documents: tuple[Document, ...]) -> None:
        self.documents = documents
        texts = [document.text for document in documents]
        self._text = "\0".join(texts)
        self._starts = list(accumulate((len(text) + 1 for text in texts), initial=0))
        self._folded: tuple[str, frozenset[int]] | None = None

    def likely(self, wanted: str) -> tuple[Document, ...]:
        """Return the likeliest documents: those that have `wanted`, or else a word of it, letter for letter.

        At most 16, in order; others may hold it too.
        """
        if len(self.documents) <= _FEW:
            return self.documents
        found = list(islice(self._holding(self._text, wanted.strip()), _FEW))
        for word in sorted(_PIECE.findall(wanted), key=len, reverse=True)[:2]:
            found = found or list(islice(self._holding(self._text, word), _FEW))
        return tuple(self.documents[place] for place in found)

    def candidates(self, wanted: str) -> tuple[Document, ...]:
        """Return the documents that may hold `wanted`, in order: none that holds it is left out.

        Of a few documents, all. Of many, plain ASCII ones are searched for the words of `wanted`, which a match must
        contain whole unless the end of a line parts it; documents where one does, and others, are kept.
        """
        words = set(_WORD.findall(ELLIPSIS.sub(" ", html.unescape(wanted)).lower()))
        if len(self.documents) <= _FEW or not words:
            return self.documents
        lowered, always = self._lowered()
        longest = sorted(words, key=lambda word: (-len(word), word))[:_MAX_WORDS]
        rarest = min(longest, key=lambda word: lowered.count(word, 0, _SAMPLE))
        kept = always.union(self._holding(lowered, rarest, longest))
        return tuple(self.documents[place] for place in sorted(kept))

    def _lowered(self) -> tuple[str, frozenset[int]]:
        """Return the joined texts in lower case, and the places of the documents that words do not tell of."""
        if self._folded is None:
            always = {place for place, document in enumerate(self.documents) if not document.text.isascii()}
            for line_hyphen in ("-\n", "-\r"):
                always.update(self._holding(self._text, line_hyphen))
            lowered = self._text.lower()
            if len(lowered) != len(self._text):
                # Some capitals grow in lower case; only the plain documents need to be right.
                lowered = "".join(text if len(text) == 1 else " " for text in map(str.lower, self._text))
            self._folded = lowered, frozenset(always)
        return self._folded

    def _holding(self, text: str, needle: str, others: Iterable[str] = ()) -> Iterator[int]:
        """Yield the places of the documents that hold `needle` and all `others` in the joined `text`."""
        found = text.find(needle) if needle else -1
        while found >= 0:
            number = bisect_right(self._starts, found) - 1
            start, end = self._starts[number], self._starts[number + 1] - 1
            if found + len(needle) <= end and all(text.find(other, start, end) >= 0 for other in others):
                yield number
            found = text.find(needle, end)


def corpus_of(evidence: Evidence) -> Corpus:
    """Return the evidence's corpus, made at the first call and kept with the evidence."""
    kept = evidence.__dict__.get("_corpus")
    if kept is None:
        kept = evidence.__dict__["_corpus"] = Corpus(evidence.documents)
    return cast("Corpus", kept)
