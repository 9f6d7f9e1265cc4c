"""Answers questions for reasons from documents: what a model writes of them flows on where they carry it, in sentences.

Prose never fills in a number that the store lacks: it stands below the facts, under a heading of its own.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import islice
from typing import Any, Protocol

from vouched.checks import Citations, Figures, Names, Negation, Quotes, Supported
from vouched.documents import Document, Evidence, Quote
from vouched.facts.about import About, said_of
from vouched.facts.gate import Gate
from vouched.facts.lexicon import Lexicon
from vouched.facts.naming import Names as FactNames
from vouched.facts.profile import FactProfile
from vouched.facts.replies import failing
from vouched.facts.requests import Request
from vouched.facts.results import FactStatus
from vouched.facts.stored_text import stored_text
from vouched.facts.subjects import FigureSubjects
from vouched.guard import Guard
from vouched.outcomes import JudgedClaim, Outcome
from vouched.ports import Fault, Work
from vouched.record import Record
from vouched.text.sentence_index import sentence_index_of
from vouched.text.turned import is_turned

__all__ = ["DocumentRetriever", "Narrator", "Passage", "Retriever", "Told", "nothing_told"]

_MOST_PASSAGES = 8
_MOST_CHARACTERS = 20_000


class Passage(Record, frozen=True, kw_only=True):
    """A part of a document that may answer a question; `entity` and `period` say what it is about, where known."""

    document: str
    text: str
    locator: str = ""
    entity: str | None = None
    period: str | None = None


class Retriever(Protocol):
    """Finds passages. What it raises is a counted fault of the answer."""

    def passages(
        self, question: str, /, *, entities: Sequence[str], periods: Sequence[str], most: int
    ) -> Sequence[Passage]:
        """Return the passages that may answer a question, the best first, at most so many."""


class DocumentRetriever:
    """A Retriever over documents that are given: their sentences that share most with a question, with those around."""

    def __init__(self, documents: Sequence[Document]) -> None:
        self._evidence = Evidence.of(documents)

    def passages(self, question: str, /, *, most: int = _MOST_PASSAGES, **_: object) -> Sequence[Passage]:
        """Return the parts of the documents that share most with a question."""
        found: dict[tuple[str, int], Passage] = {}
        for sentence in sentence_index_of(self._evidence).best(question, most=most):
            text = sentence.document.text
            start = text.rfind("\n", 0, sentence.span.start) + 1
            end = text.find("\n", sentence.span.end)
            end = len(text) if end < 0 else end
            start, end = max(start, sentence.span.start - 600), min(end, sentence.span.end + 600)
            found.setdefault(
                (sentence.document.id, start), Passage(document=sentence.document.id, text=text[start:end])
            )
        return list(found.values())


class Told(Record, frozen=True, kw_only=True):
    """What documents say for an answer, or why they say nothing."""

    status: FactStatus
    answer: str
    plain: str
    reason: str | None = None
    trace: Mapping[str, Any] = {}


class Narrator:
    """Has a model answer from retrieved passages, and hands on the sentences that these carry.

    A sentence flows on where a quote of a passage is located for it, or where the check `support` is sure that it
    follows, and no check of figures, their subjects, names or opposites finds that the passages say otherwise.
    """

    def __init__(
        self, model: Any, retriever: Retriever, *, profile: FactProfile, max_retries: int = 1, judge: Any = None
    ) -> None:
        self._lexicon = Lexicon.of(profile)
        checks = (
            Citations(),
            Quotes(),
            Figures(),
            Names(),
            Negation(),
            FigureSubjects(self._lexicon),
            Supported(judge=judge, suffices=True),
        )
        self._guard = Guard(model, checks=checks, max_retries=max_retries)
        self._retriever = retriever

    def told(self, request: Request, profile: FactProfile, gate: Gate) -> Told:
        """Return what passages say to a request, in sentences that they carry."""
        names = FactNames(profile, request.language)
        entities = tuple(dict.fromkeys(key.entity for key in request.keys)) or said_of(request, "entity")
        periods = tuple(dict.fromkeys(key.period.key for key in request.keys)) or said_of(request, "period")
        found = self._guard.answers().answer(
            Work(
                lambda: _checked(
                    self._retriever.passages(request.question, entities=entities, periods=periods, most=_MOST_PASSAGES)
                )
            )
        )
        if isinstance(found, Fault):
            text = failing("model", request.language, profile).text
            return Told(status="failed", answer=text, plain=text, reason="retriever", trace={"retriever": found.code})
        about = About(request, profile, self._lexicon)
        fitting = [each for each in found if _fits(each, entities, periods, about)]
        documents, screened = _documents(fitting, profile, gate)
        elsewhere = len(found) - len(fitting)
        if not documents:
            told = nothing_told(request, profile, trace={"passages": 0, "screened": screened, "elsewhere": elsewhere})
            if elsewhere and not screened:
                text = names.words.say("background_elsewhere")
                told = told.but(answer=text, plain=text, reason="documents_elsewhere")
            return told
        outcome = self._guard.run(request.question, documents)
        trace = {"passages": len(documents), "screened": screened, "elsewhere": elsewhere, "calls": outcome.usage.calls}
        if any(finding.check == "model" for finding in outcome.findings) and not outcome.claims:
            text = failing("model", request.language, profile).text
            return Told(status="failed", answer=text, plain=text, reason="model", trace=trace)
        carried = [
            claim
            for claim in outcome.claims
            if claim.judgement == "supported"
            and not is_turned(claim.text, [quote.text for quote in _carrying(claim, outcome)])
        ]
        dropped = sum(claim.judgement != "nothing_to_check" for claim in outcome.claims) - len(carried)
        trace |= {"sentences": len(carried), "withheld": dropped}
        if not carried:
            text = names.words.say("background_unsupported")
            return Told(
                status="held" if dropped else "failed", answer=text, plain=text, reason="unsupported", trace=trace
            )
        return self._shown(outcome, carried, names, trace, is_whole=not dropped)

    @staticmethod
    def _shown(
        outcome: Outcome, carried: Sequence[JudgedClaim], names: FactNames, trace: Mapping[str, Any], *, is_whole: bool
    ) -> Told:
        lines = [stored_text(claim.text, 2_000) for claim in carried]
        sources = dict.fromkeys(quote.document for claim in carried for quote in _carrying(claim, outcome))
        head = names.words.say("background")
        plain = "\n".join((head, *lines))
        cited = names.words.listed(stored_text(each) for each in sources)
        answer = plain + (names.words.say("source", source=cited) if cited else "")
        return Told(status="answered" if is_whole else "partly", answer=answer, plain=plain, trace=trace)


def nothing_told(request: Request, profile: FactProfile, *, trace: Mapping[str, Any] = {}) -> Told:
    """Return that no document says anything to a request."""
    text = FactNames(profile, request.language).words.say("background_none")
    return Told(status="not_found", answer=text, plain=text, reason="no_documents", trace=dict(trace))


def _carrying(claim: JudgedClaim, outcome: Outcome) -> tuple[Quote, ...]:
    """Return what of the passages carries a claim: what it quotes, and what the check `support` found for it."""
    supports = (each for verdict in outcome.verdicts if verdict.check == "support" for each in verdict.supports)
    return (*claim.quotes, *(quote for each in supports if each.where == claim.where for quote in each.evidence))


def _checked(found: Any) -> list[Passage]:
    """Return what a retriever found, no more than what is used of it; TypeError where that is no passage."""
    passages = list(islice(found, _MOST_PASSAGES))
    for each in passages:
        texts = (each.document, each.text, each.locator) if isinstance(each, Passage) else (None,)
        if not all(isinstance(text, str) for text in texts):
            raise TypeError(f"passages: expected each to be a Passage of texts, saw {type(each).__name__}")
    return passages


def _fits(passage: Passage, entities: Sequence[str], periods: Sequence[str], about: About) -> bool:
    """Whether a passage is about what was asked, by what its retriever says of it and by its own words."""
    is_other = (passage.entity is not None and entities and passage.entity not in entities) or (
        passage.period is not None and periods and passage.period not in periods
    )
    return not is_other and about.fits(passage.text[:_MOST_CHARACTERS], source=f"{passage.document} {passage.locator}")


def _documents(found: Sequence[Passage], profile: FactProfile, gate: Gate) -> tuple[list[Document], int]:
    """Return the passages as documents, without those of other companies or kept back; and how many name others."""
    documents: dict[str, Document] = {}
    screened = 0
    for passage in found:
        if profile.sensitivity.keeps_back(passage.document) or not passage.text.strip():
            continue
        if any(gate.screen(each).decision != "allow" for each in (passage.document, passage.locator, passage.text)):
            screened += 1
            continue
        name = f"{passage.document} {passage.locator}".strip()
        while name in documents:
            name += "'"
        documents[name] = Document(name, passage.text[:_MOST_CHARACTERS])
    return list(documents.values()), screened
