"""Says how likely it is that a claim follows from its evidence, by a small model whose weights are data.

The model is a logistic one of `support_signals` in which no weight is below 0, so that nothing that speaks against a
claim ever speaks for it. `training/train_support.py` makes it; sums are exact, so that every machine says the same.
"""

from __future__ import annotations

import math
from functools import cache
from importlib.resources import files

from vouched.documents import Evidence, Span
from vouched.record import Record, from_json
from vouched.text.sentence_index import Sentence
from vouched.text.sentences import sentences
from vouched.text.support_signals import SIGNALS, signals
from vouched.text.utterances import utterance

__all__ = ["Follows", "Part", "SupportModel", "claiming", "follows", "support_model"]

_LONGEST = 8000
_MOST_SENTENCES = 60


class SupportModel(Record, frozen=True, kw_only=True):
    """The weights, what they were trained on, the probability below which a claim is not taken as supported, and that
    from which on it is.
    """

    version: int
    signals: tuple[str, ...]
    weights: tuple[float, ...]
    intercept: float
    threshold: float
    sure: float
    trained_on: tuple[str, ...]

    def doubt(self, values: tuple[float, ...]) -> float:
        """Return the probability that a sentence with these signals does not follow, to six digits."""
        total = math.fsum([self.intercept, *(one * other for one, other in zip(self.weights, values, strict=True))])
        return round(1 / (1 + math.exp(-total)), 6)


class Part(Record, frozen=True):
    """A sentence of a claim: its place, the probability that it follows, its signals, and what covers most of it."""

    span: Span
    probability: float
    signals: tuple[float, ...]
    best: Sentence | None


class Follows(Record, frozen=True):
    """How likely a claim follows: all its sentences do. `parts` are those that claim something; none, nothing is."""

    probability: float
    parts: tuple[Part, ...]


@cache
def support_model() -> SupportModel:
    """Return the model that the package ships."""
    text = (files("vouched.text") / "tables" / "support_model.json").read_text(encoding="utf-8")
    model = from_json(text, kind=SupportModel)
    if model.signals != SIGNALS:
        raise ValueError(f"support_model.json: expected the signals {', '.join(SIGNALS)}, train it again")
    return model


def follows(claim: str, evidence: Evidence) -> Follows:
    """Return how likely a claim follows from the evidence, sentence by sentence, at most 60 of 8,000 characters.

    Questions, greetings, refusals and their like claim nothing and are passed over.
    """
    model = support_model()
    parts, stands = [], 1.0
    for span in claiming(claim):
        told = signals(span.of(claim), evidence)
        doubt = model.doubt(told.values)
        stands *= 1 - doubt
        parts.append(Part(span, round(1 - doubt, 6), told.values, told.best))
    return Follows(round(stands, 6), tuple(parts))


def claiming(claim: str) -> list[Span]:
    """Return the sentences of a text that claim something."""
    found = sentences(claim[:_LONGEST])[:_MOST_SENTENCES]
    return [span for span in found if utterance(span.of(claim)) in ("claim", "instruction")]
