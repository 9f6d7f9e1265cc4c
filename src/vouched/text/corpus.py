"""Says which of many documents can hold a text at all, so that not all of them need be folded and searched."""

from __future__ import annotations

import html
import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from itertools import accumulate
from typing import cast

from vouched.documents import Document, Evidence
from vouched.text.locating import ELLIPSIS

__all__ = ["Corpus", "corpus_of"]

_FEW = 16
_WORD = re.compile("[a-z]{3,}")
_MAX_WORDS = 8
_SAMPLE = 200_000


class Corpus:
    """The documents of one evidence, joined for searching."""

    __slots__ = ("_always", "_joined", "_plain", "_starts", "documents")

    def __init__(self, documents: tuple[Document, ...]) -> None:
        self.documents = documents
        self._plain = [place for place, document in enumerate(documents) if document.text.isascii()]
        texts = [documents[place].text for place in self._plain]
        self._starts = list(accumulate((len(text) + 1 for text in texts), initial=0))
        self._joined = "\0".join(texts).lower()
        self._always = set(range(len(documents))).difference(self._plain)
        for line_hyphen in ("-\n", "-\r"):
            self._always.update(self._holding(line_hyphen))

    def candidates(self, wanted: str) -> tuple[Document, ...]:
        """Return the documents that may hold `wanted`, in order: none that holds it is left out.

        Of a few documents, all. Of many, plain ASCII ones are searched for the longest word of `wanted`, which a match
        must contain whole unless the end of a line parts it; documents where one does, and others, are kept.
        """
        words = set(_WORD.findall(ELLIPSIS.sub(" ", html.unescape(wanted)).lower()))
        if len(self.documents) <= _FEW or not words:
            return self.documents
        longest = sorted(words, key=lambda word: (-len(word), word))[:_MAX_WORDS]
        rarest = min(longest, key=lambda word: self._joined.count(word, 0, _SAMPLE))
        kept = self._always.union(self._holding(rarest, longest))
        return tuple(self.documents[place] for place in sorted(kept))

    def _holding(self, needle: str, others: Iterable[str] = ()) -> Iterator[int]:
        """Yield the places of the plain documents that hold `needle` and all `others`."""
        found = self._joined.find(needle)
        while found >= 0:
            number = bisect_right(self._starts, found) - 1
            start, end = self._starts[number], self._starts[number + 1] - 1
            if all(self._joined.find(other, start, end) >= 0 for other in others):
                yield self._plain[number]
            found = self._joined.find(needle, end)


def corpus_of(evidence: Evidence) -> Corpus:
    """Return the evidence's corpus, made at the first call and kept with the evidence."""
    kept = evidence.__dict__.get("_corpus")
    if kept is None:
        kept = evidence.__dict__["_corpus"] = Corpus(evidence.documents)
    return cast("Corpus", kept)
