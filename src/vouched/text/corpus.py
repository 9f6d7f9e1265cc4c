"""Says which of many documents can hold a text, so that not all of them need be searched one by one."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from itertools import accumulate, islice
from typing import cast

from vouched.documents import Document, Evidence
from vouched.text.folding import Folding, fold
from vouched.text.locating import forms, pieces_of

__all__ = ["Corpus", "corpus_of"]

_FEW = 16
_MOST = 200
_MAX_WORDS = 8
_SAMPLE = 200_000
# What is looked for letter by letter: a word, or a run without punctuation where there are no spaces.
_PIECE = re.compile(r"[^\W_]{3,12}")


class Corpus:
    """The documents of one evidence, joined for searching."""

    __slots__ = ("_folding", "_starts", "_text", "documents")

    def __init__(self, documents: tuple[Document, ...]) -> None:
        self.documents = documents
        texts = [document.text for document in documents]
        self._text = "\0".join(texts)
        self._starts = list(accumulate((len(text) + 1 for text in texts), initial=0))
        self._folding: Folding | None = None

    def likely(self, wanted: str) -> tuple[Document, ...]:
        """Return the documents that have `wanted`, or else all of its longer words, letter for letter.

        At most 16, in order; others may hold it in other typography. Nothing is folded for it.
        """
        if len(self.documents) <= _FEW:
            return self.documents
        found = list(islice(self._holding(wanted.strip()), _FEW))
        words = sorted(set(_PIECE.findall(wanted)), key=lambda word: (-len(word), word))[:_MAX_WORDS]
        if words and not found:
            rarest = min(words, key=lambda word: self._text.count(word, 0, _SAMPLE))
            found = list(islice(self._holding(rarest, words), _FEW))
        return tuple(self.documents[place] for place in found)

    def candidates(self, wanted: str) -> tuple[Document, ...]:
        """Return the documents that may hold `wanted`, in order, at most 200; up to there none that holds it is missed.

        Of a few documents, all. Of many, those in whose joined skeleton the skeleton of `wanted` stands, or that of its
        first piece where an ellipsis parts it.
        """
        if len(self.documents) <= _FEW:
            return self.documents
        if self._folding is None:
            self._folding = Folding(self._text)
        looked_for = {fold(form) for form in (*forms(wanted), *pieces_of(wanted)[:1])} - {""}
        kept = {place for skeleton in looked_for for place in islice(self._folded(self._folding, skeleton), _MOST)}
        return tuple(self.documents[place] for place in sorted(kept)[:_MOST])

    def _holding(self, needle: str, others: Iterable[str] = ()) -> Iterator[int]:
        """Yield the places of the documents that hold `needle` and all `others`, letter for letter."""
        found = self._text.find(needle) if needle else -1
        while found >= 0:
            number = bisect_right(self._starts, found) - 1
            start, end = self._starts[number], self._starts[number + 1] - 1
            if found + len(needle) <= end and all(self._text.find(other, start, end) >= 0 for other in others):
                yield number
            found = self._text.find(needle, end)

    def _folded(self, folding: Folding, skeleton: str) -> Iterator[int]:
        """Yield the places of the documents in whose skeleton another one stands, each once."""
        found, last = folding.skeleton.find(skeleton), -1
        while found >= 0:
            number = bisect_right(self._starts, folding.outer(found, found + 1)[0]) - 1
            if number != last:
                yield number
            last = number
            found = folding.skeleton.find(skeleton, found + 1)


def corpus_of(evidence: Evidence) -> Corpus:
    """Return the evidence's corpus, made at the first call and kept with the evidence."""
    kept = evidence.__dict__.get("_corpus")
    if kept is None:
        kept = evidence.__dict__["_corpus"] = Corpus(evidence.documents)
    return cast("Corpus", kept)
