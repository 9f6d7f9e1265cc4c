"""A model that calls nobody: it answers with the sentences of the documents that share most with the question."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterator
from typing import Any, NamedTuple

from vouched.documents import Document, Span
from vouched.errors import UsageError
from vouched.ports import Generate, Reply, Usage
from vouched.run.asking import question_before_documents, read_documents_block
from vouched.run.prompts import LANGUAGES, wording_of
from vouched.text.boundaries import is_spaceless
from vouched.text.locating import strength
from vouched.text.ranking import Ranked, Ranking
from vouched.text.sentences import sentences
from vouched.text.snap import MAX_QUOTE_LENGTH, snap
from vouched.text.wanted import has_kind, kinds_wanted, parts_of

__all__ = ["Extractive"]

_HEADING = re.compile(
    r"#{1,6}\s|第[0-9０-９〇一二三四五六七八九十百]+[条條章節节编編]\S*\s*(?:[（(].*[)）])?$"
    r"|[0-9]{1,2}\.?\s+[A-Z][A-Z ,&]+$|[一二三四五六七八九十]+、[^。]*$"
)
_CLAUSE_ENDS = re.compile(r"(?<=[,;，、；：])\s*")
_WORD = re.compile(r"\S+")
_BREAK = re.compile(r"\s*[\r\n]\s*")
_WEAKEST = 12.0
_WEAKEST_SENTENCE = 6.0
_WORDS = 12
_MOST = 3
_FAVOUR = 1.5


class _Passage(NamedTuple):
    document: Document
    span: Span
    heading: str

    @property
    def text(self) -> str:
        return self.span.of(self.document.text)


class Extractive:
    """A deterministic model without a network: its answer is at most `most` sentences of the documents it was given.

    It reads the question and the documents from the last message of the user, as `vouched.run.prompts.asked` writes
    them, ranks all sentences by BM25, those first that have what the question asks for (a number, a time, a person),
    takes the best for each thing asked, and answers as JSON: each claim is a sentence, its confidence how much of the
    question's telling words it has, its anchor words that stand in their document once. Where no sentence shares enough
    with the question there are no claims. It understands nothing: what it says is in the documents, and may miss the
    point.
    """

    def __init__(self, *, most: int = _MOST) -> None:
        if not isinstance(most, int) or isinstance(most, bool) or not 1 <= most <= 20:
            raise UsageError(f"Extractive(most=): expected a whole number from 1 to 20, saw {most!r:.40}")
        self.most = most

    def generate(self, request: Generate) -> Reply:
        """Return the answer as `{"claims": […]}`; the same request gives the same answer on every machine."""
        content = next((each.content for each in reversed(request.messages) if each.role == "user"), "")
        claims = self._claims(_question(content), read_documents_block(content))
        text = json.dumps({"claims": claims}, ensure_ascii=False)
        return Reply(text=text, usage=Usage(calls=1), model="extractive")

    def _claims(self, question: str, documents: dict[str, str]) -> list[dict[str, Any]]:
        passages = [each for name, text in documents.items() if name for each in _passages(Document(name, text))]
        ranking = Ranking((each.text, each.heading) for each in passages)
        claims = []
        for ranked in self._best(question, passages, ranking):
            passage = passages[ranked.number]
            anchor = _anchor(passage)
            if anchor is not None:
                citation = {"document": passage.document.id, "anchor": anchor}
                confidence = round(math.sqrt(ranked.share), 2)
                claims.append({"text": _one_line(passage.text), "confidence": confidence, "citations": [citation]})
        return claims

    def _best(self, question: str, passages: list[_Passage], ranking: Ranking) -> list[Ranked]:
        """Return the best passage of each part of a question, then the best of the whole, at most `most` in all."""
        chosen: dict[int, Ranked] = {}
        parts = parts_of(question)[: self.most]
        for part in parts if len(parts) > 1 else ():
            chosen |= {each.number: each for each in _ranked(part, passages, ranking, most=1)}
        for each in _ranked(question, passages, ranking, most=self.most):
            if len(chosen) < self.most:
                chosen.setdefault(each.number, each)
        return list(chosen.values())

    def __repr__(self) -> str:
        return f"Extractive(most={self.most})"


def _ranked(question: str, passages: list[_Passage], ranking: Ranking, *, most: int) -> list[Ranked]:
    """Return the best passages for a question, those before others that have what it asks for."""
    kinds = kinds_wanted(question)

    def favour(number: int) -> float:
        text = passages[number].text
        return _FAVOUR if any(has_kind(text, kind, question=question) for kind in kinds) else 1.0

    return ranking.best(question, most=most, favour=favour)


def _question(content: str) -> str:
    """Return the question before the documents, without the words that stand around it in each language."""
    asked = question_before_documents(content).strip()
    for language in LANGUAGES:
        wording = wording_of(language)
        asked = asked.removeprefix(wording.question.strip()).removesuffix(wording.documents.strip()).strip()
    return asked


def _passages(document: Document) -> Iterator[_Passage]:
    """Yield the sentences of a document that can be an answer, each with the heading above it."""
    heading = ""
    for span in sentences(document.text):
        text = span.of(document.text)
        if "\n" not in text and len(text) <= 200 and _HEADING.match(text):
            heading = text
        elif len(text) <= MAX_QUOTE_LENGTH and not text.endswith((":", "：")) and strength(text) >= _WEAKEST_SENTENCE:
            yield _Passage(document, span, heading)


def _anchor(passage: _Passage) -> str | None:
    """Return words of a sentence that stand in its document once and lead back to it; None where there are none."""
    for anchor in _pieces(passage.text):
        if strength(anchor) < _WEAKEST and anchor != passage.text:
            continue
        found = snap(anchor, passage.document)
        quote = found.quote
        if quote is not None and quote.occurrences == 1 and not found.candidates:
            return anchor
    return None


def _pieces(sentence: str) -> Iterator[str]:
    """Yield pieces of a sentence that may point at it: short ones first, then its clauses, then all of it."""
    words = list(_WORD.finditer(sentence))
    clauses = [clause.strip() for clause in _CLAUSE_ENDS.split(sentence) if clause.strip()]
    if len(words) > _WORDS:
        for start in range(0, len(words) - _WORDS + 1, _WORDS // 2):
            yield sentence[words[start].start() : words[start + _WORDS - 1].end()]
    elif any(is_spaceless(char) for char in sentence[:20]):
        yield from sorted((clause.rstrip(",;，、；：") for clause in clauses), key=len, reverse=True)
    yield sentence


def _one_line(text: str) -> str:
    """Return a sentence on one line; between characters of scripts without spaces a line break is nothing."""

    def joined(match: re.Match[str]) -> str:
        beside = text[match.start() - 1 : match.start()], text[match.end() : match.end() + 1]
        return "" if all(char and is_spaceless(char) for char in beside) else " "

    return _BREAK.sub(joined, text)
