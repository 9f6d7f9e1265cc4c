"""The answer that every loop is timed on: five fields, two claims with a citation each, and what checks it by hand."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from typing import Any

from made_text import english
from pydantic import BaseModel

from vouched import Claim, Draft, Evidence, Guard
from vouched.checks import AllowList, Citations, Confidence, Critic, Quotes
from vouched.verdicts import Support

__all__ = [
    "DOCUMENTS",
    "GATED",
    "JUDGEMENT",
    "LEAST",
    "QUESTION",
    "RAW",
    "FiveFields",
    "by_hand",
    "conditions",
    "fresh",
    "gates_guard",
    "guard",
    "plain_guard",
]

QUESTION = "What do the documents say?"
LEAST = 0.7
RETRIES = 3
DOCUMENTS = {"lease": english(2000, seed=3), "rules": english(4000, seed=4)}


class CitedPlace(BaseModel):
    """Where a claim is said to stand."""

    document: str
    anchor: str


class ClaimMade(BaseModel):
    """One assertion."""

    text: str
    confidence: float
    citations: list[CitedPlace]


class FiveFields(BaseModel):
    """The answer's own model."""

    id: str
    type: str
    language: str
    version: int
    claims: list[ClaimMade]


def fresh() -> dict[str, str]:
    """Return the documents as a retriever hands them on: a mapping that no run has seen, 2,000 and 4,000 characters."""
    return dict(DOCUMENTS)


def _answer() -> str:
    claims = []
    for name, text in DOCUMENTS.items():
        # Nine words on one line, in the second third of the document.
        found = re.search(r"(?<=[a-z] )(?:[a-z]+ ){8}[a-z]+", text[len(text) // 3 :])
        assert found is not None
        place = {"document": name, "anchor": found.group()}
        claims.append({"text": f"The {name} says so.", "confidence": 0.95, "citations": [place]})
    return json.dumps({"id": "a-17", "type": "answer", "language": "en", "version": 1, "claims": claims})


RAW = _answer()


def _cites_given(answer: FiveFields, documents: dict[str, str]) -> bool:
    return all(place.document in documents for claim in answer.claims for place in claim.citations)


def _quotes_stand(answer: FiveFields, documents: dict[str, str]) -> bool:
    return all(place.anchor in documents[place.document] for claim in answer.claims for place in claim.citations)


def _is_sure(answer: FiveFields, _: dict[str, str]) -> bool:
    return all(claim.confidence >= LEAST for claim in answer.claims)


Condition = Callable[[FiveFields, dict[str, str]], bool]
# What the three checks ask, as one writes it by hand.
conditions: tuple[Condition, ...] = (_cites_given, _quotes_stand, _is_sure)


def by_hand(model: Callable[[str], str], question: str, documents: dict[str, str]) -> FiveFields | None:
    """Return the model's answer where it fits its model and meets the three conditions; asks four times at most."""
    for _ in range(1 + RETRIES):
        try:
            answer = FiveFields.model_validate_json(model(question))
        except ValueError:
            continue
        if all(condition(answer, documents) for condition in conditions):
            return answer
    return None


def guard(model: Any, **settings: Any) -> Guard:
    """Return the guard with the checks of citations, quotes and confidence."""
    checks = [Citations(), Quotes(), Confidence(at_least=LEAST)]
    return Guard(model, output=FiveFields, checks=checks, max_retries=RETRIES, **settings)


def _gated() -> str:
    """Return the same claims with a cited URL each in place of the citation: what hallguard's gates look at."""
    claims = [
        {"text": claim["text"], "confidence": claim["confidence"], "sources": [f"https://example.com/{place}"]}
        for place, claim in enumerate(json.loads(RAW)["claims"])
    ]
    return json.dumps({"claims": claims})


GATED = _gated()
JUDGEMENT = json.dumps({"claims": [{"number": n, "verdict": "follows", "reason": ""} for n in (1, 2)]})


def gates_guard(model: Any, judge: Any) -> Guard:
    """Return the guard with hallguard's three gates: confidence, the cited URL, a critic; no documents are read."""
    checks = [Confidence(at_least=LEAST), AllowList(), Critic()]
    return Guard(model, judge=judge, checks=checks, max_retries=RETRIES)


def plain_guard(model: Any) -> Guard:
    """Return the guard with three checks of a user's own, which look at each claim and say yes."""
    return Guard(model, output=FiveFields, checks=[has_text, has_citation, has_confidence], max_retries=RETRIES)


def _supported(name: str, draft: Draft, holds: Callable[[Claim], bool]) -> Iterator[Support]:
    for index, claim in enumerate(draft.claims):
        if holds(claim):
            yield Support(check=name, claim=index)


def has_text(draft: Draft, _: Evidence) -> Iterator[Support]:
    """Yield a support for each claim that says something."""
    yield from _supported("has_text", draft, lambda claim: claim.text != "")


def has_citation(draft: Draft, _: Evidence) -> Iterator[Support]:
    """Yield a support for each claim that cites something."""
    yield from _supported("has_citation", draft, lambda claim: claim.citations != ())


def has_confidence(draft: Draft, _: Evidence) -> Iterator[Support]:
    """Yield a support for each claim that states a confidence."""
    yield from _supported("has_confidence", draft, lambda claim: claim.confidence is not None)
