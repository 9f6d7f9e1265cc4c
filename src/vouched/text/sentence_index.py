"""Finds the sentences of the evidence that share most words with a claim, by an index kept with the evidence."""

from __future__ import annotations

import math
import re
from heapq import nsmallest
from typing import NamedTuple, cast

from vouched.documents import Document, Evidence, Span
from vouched.text.sentences import sentences

__all__ = ["Sentence", "SentenceIndex", "sentence_index_of"]

_PIECE = re.compile("[a-zà-öø-ÿ]{3,}|[0-9]+|[\u30a1-\u30fa\u30fc]{2,}|[\u3400-\u9fff]+")
_STEM = 6
_MOST_SENTENCES = 200_000
_LONGEST = 2000
_MOST_KEYS = 48
# Postings longer than this tell little and would make a question cost as much as the documents are long.
_LONGEST_POSTING = 4000
_MOST_LOOKED_AT = 4000
_CANDIDATES = 48
# Checks ask for the same sentences one after the other.
_KEPT, _MOST_FOUND = 8, 256


class Sentence(NamedTuple):
    """A sentence of a document, and the share of the claim's words, weighed by how much they tell, that it has."""

    document: Document
    span: Span
    score: float

    @property
    def text(self) -> str:
        """The characters of the sentence."""
        return self.span.of(self.document.text)


class SentenceIndex:
    """The sentences of one evidence by their words; making it takes one pass over at most 200,000 sentences."""

    __slots__ = ("_found", "_places", "_postings")

    def __init__(self, documents: tuple[Document, ...]) -> None:
        self._places: list[tuple[Document, Span]] = []
        self._postings: dict[str, list[int]] = {}
        self._found: dict[str, list[Sentence]] = {}
        for document in documents:
            for span in sentences(document.text):
                for start in range(span.start, span.end, _LONGEST):
                    self._add(document, Span(start, min(span.end, start + _LONGEST)))
                    if len(self._places) >= _MOST_SENTENCES:
                        return

    def _add(self, document: Document, span: Span) -> None:
        number = len(self._places)
        self._places.append((document, span))
        for key in _keys_of(span.of(document.text)):
            self._postings.setdefault(key, []).append(number)

    def best(self, claim: str, *, most: int = 3) -> list[Sentence]:
        """Return the sentences that share most with a claim, at most `most`, best first, those alike in their order.

        Of many sentences the rarest words of the claim choose the candidates, which are then weighed by all of them.
        """
        kept = self._found.get(claim)
        if kept is None or len(kept) < min(most, _KEPT):
            kept = self._best(claim, max(most, _KEPT))
            if len(self._found) >= _MOST_FOUND:
                self._found.clear()
            self._found[claim] = kept
        return kept[:most]

    def _best(self, claim: str, most: int) -> list[Sentence]:
        total = len(self._places)
        wanted = {key: len(self._postings.get(key, ())) for key in _keys_of(claim[:_LONGEST])}
        weights = {key: math.log(1 + total / held) if held else math.log(1 + total) for key, held in wanted.items()}
        scores: dict[int, float] = {}
        looked_at, whole = 0, True
        for key in sorted(wanted, key=lambda key: (wanted[key], key))[:_MOST_KEYS]:
            if looked_at > _MOST_LOOKED_AT:
                whole = False
                break
            postings, weight = self._postings.get(key, ())[:_LONGEST_POSTING], weights[key]
            looked_at += len(postings)
            for number in postings:
                scores[number] = scores.get(number, 0.0) + weight
        candidates = nsmallest(most if whole else _CANDIDATES, scores, key=lambda number: (-scores[number], number))
        if not whole:
            scores = {number: self._weighed(number, weights) for number in candidates}
            candidates = sorted(candidates, key=lambda number: (-scores[number], number))[:most]
        ideal = sum(weights.values()) or 1.0
        return [Sentence(*self._places[number], score=scores[number] / ideal) for number in candidates]

    def _weighed(self, number: int, weights: dict[str, float]) -> float:
        document, span = self._places[number]
        return sum(weights[key] for key in sorted(_keys_of(span.of(document.text)) & weights.keys()))


def _keys_of(text: str) -> set[str]:
    """Return what a text is found by: the beginnings of words, numbers, katakana, pairs of ideographs."""
    found: set[str] = set()
    for piece in _PIECE.findall(text.lower()):
        if piece[0] >= "\u3400":
            found.update(piece[at : at + 2] for at in range(max(1, len(piece) - 1)))
        else:
            found.add(piece[:_STEM])
    return found


def sentence_index_of(evidence: Evidence) -> SentenceIndex:
    """Return the evidence's index, made at the first call and kept with the evidence."""
    kept = evidence.__dict__.get("_sentences")
    if kept is None:
        kept = evidence.__dict__["_sentences"] = SentenceIndex(evidence.documents)
    return cast("SentenceIndex", kept)
