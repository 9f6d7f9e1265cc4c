"""The check that each claim is likely to follow from its evidence, by a small model of its own or a stronger judge."""

from __future__ import annotations

import math
from collections.abc import Generator, Iterator, Sequence
from itertools import islice
from typing import Any, ClassVar

from vouched.documents import Evidence, Quote, Span
from vouched.drafts import Claim, Draft
from vouched.errors import UsageError
from vouched.ports import EntailmentJudge, Fault, Work
from vouched.record import Record
from vouched.text.clip import clip
from vouched.text.following import claiming, follows, support_model
from vouched.text.sentence_index import Sentence, sentence_index_of
from vouched.text.turned import is_turned
from vouched.verdicts import Finding, Support

__all__ = ["JudgeBroken", "Supported"]

_PASSAGES = 5
_QUOTES = 2


class JudgeBroken(Exception):
    """A judge of entailment that failed, or did not give one probability for each pair."""


class Supported(Record, frozen=True, kw_only=True):
    """Finds claims that are not likely to follow from the documents: `not_supported`.

    Each sentence of a claim that claims something is judged against the sentences of the documents that share most
    with it; a claim is as likely as all its sentences together. Without a `judge` a small model of the package judges,
    by words, runs of words, quantities, names, opposites, order and roles. A `judge` is given pairs of passage and
    sentence (`vouched.ports.EntailmentJudge`), such as `vouched.adapters.nli.CrossEncoder`. An estimate: below
    `at_least` (the threshold that the model was measured with; 0.5 for a judge) there is a finding, from `sure` on a
    support (as `at_least` for a judge, or where that is set), and between them nothing is said. What is supported is
    vouched for only with `suffices`. Without `cited` only claims are judged that cite nothing.
    """

    at_least: float | None = None
    sure: float | None = None
    judge: Any = None
    cited: bool = True
    suffices: bool = False

    name: ClassVar[str] = "support"
    decidable: ClassVar[bool] = False

    def __post_init__(self) -> None:
        for name, limit in (("at_least", self.at_least), ("sure", self.sure)):
            is_number = isinstance(limit, (int, float)) and not isinstance(limit, bool)
            if limit is not None and not (is_number and 0 < limit < 1):
                raise UsageError(f"Supported.{name}: expected a probability between 0 and 1, saw {limit!r:.60}")
        if self.sure is not None and self.sure < self._bounds()[0]:
            raise UsageError(f"Supported.sure: expected at least {self._bounds()[0]}, `at_least`, saw {self.sure}")
        if self.judge is not None and not isinstance(self.judge, EntailmentJudge):
            raise UsageError(
                f"Supported.judge: expected an object with a method `entails`, saw {type(self.judge).__name__}"
            )

    def __call__(self, draft: Draft, evidence: Evidence, /) -> Generator[Any, Any, None]:
        """Yield a finding or a support for each claim that claims something; ask the judge once for all, if any."""
        if not any(document.text.strip() for document in evidence.documents):
            return
        if self.judge is not None:
            yield from self._judged(draft, evidence)
            return
        for index, claim in self._claims(draft):
            told = follows(claim.text, evidence)
            if told.parts:
                worst = min(told.parts, key=lambda part: part.probability)
                nearest = [part.best for part in told.parts if part.best is not None]
                pairs = [(part.span.of(claim.text), [part.best.text]) for part in told.parts if part.best is not None]
                turned = any(is_turned(*pair) for pair in pairs)
                yield from self._said(index, claim, told.probability, part=worst.span, nearest=nearest, turned=turned)

    def doubt(self, draft: Draft, evidence: Evidence) -> float | None:
        """Return how likely it is that some claim does not follow; None with a judge, or where nothing is claimed."""
        if self.judge is not None:
            return None
        told = [follows(claim.text, evidence) for _, claim in self._claims(draft)]
        likely = [each.probability for each in told if each.parts]
        return round(1 - min(likely), 6) if likely else None

    def _bounds(self) -> tuple[float, float]:
        """Return the probability below which a claim is a finding, and that from which on it is supported."""
        if self.judge is not None:
            at_least = self.at_least or 0.5
            return at_least, self.sure or at_least
        model = support_model()
        if self.at_least is not None:
            return self.at_least, self.sure or self.at_least
        return model.threshold, self.sure or model.sure

    def _claims(self, draft: Draft) -> list[tuple[int, Claim]]:
        return [each for each in enumerate(draft.claims) if self.cited or not each[1].citations]

    def _judged(self, draft: Draft, evidence: Evidence) -> Generator[Any, Any, None]:
        asked: list[tuple[int, Span, list[Sentence]]] = []
        for index, claim in self._claims(draft):
            for span in claiming(claim.text):
                nearest = sentence_index_of(evidence).best(span.of(claim.text), most=_PASSAGES)
                asked.append((index, span, nearest))
        pairs = [(_passage(nearest), span.of(draft.claims[index].text)) for index, span, nearest in asked if nearest]
        reply = (yield Work(lambda: self.judge.entails(pairs))) if pairs else ()
        given = iter(_probabilities(reply, len(pairs)))
        told: dict[int, list[tuple[float, Span, list[Sentence]]]] = {}
        for index, span, nearest in asked:
            told.setdefault(index, []).append((next(given) if nearest else 0.0, span, nearest))
        for index, parts in told.items():
            probability = math.prod(part[0] for part in parts)
            worst = min(parts, key=lambda part: part[0])
            yield from self._said(index, draft.claims[index], probability, part=worst[1], nearest=worst[2])

    def _said(
        self,
        index: int,
        claim: Claim,
        probability: float,
        *,
        part: Span,
        nearest: list[Sentence],
        turned: bool = False,
    ) -> Iterator[Finding | Support]:
        at_least, sure = self._bounds()
        quotes = tuple(dict.fromkeys(map(_quote, islice(nearest, _QUOTES))))
        # What denies what its best passage states is not carried by it, however much else they share.
        if probability >= sure and not turned:
            yield Support(check=self.name, claim=index, where=claim.where, evidence=quotes, vouches=self.suffices)
        if probability >= min(at_least, sure):
            return
        yield Finding(
            check=self.name,
            code="not_supported",
            where=claim.where,
            expected=f"a claim that follows from the documents with a probability of at least {at_least:.2f}",
            seen=clip(part.of(claim.text), 300),
            message=f"it follows from them with a probability of {probability:.2f}, below {at_least:.2f}",
            claim=index,
            span=claim.span,
            evidence=quotes,
        )


def _passage(nearest: Sequence[Sentence]) -> str:
    """Return the sentences as one passage, those of one document in its order."""
    order: dict[str, None] = dict.fromkeys(each.document.id for each in nearest)
    ranks = {name: rank for rank, name in enumerate(order)}
    placed = sorted(nearest, key=lambda each: (ranks[each.document.id], each.span.start))
    return "\n".join(each.text.strip() for each in placed)


def _quote(sentence: Sentence) -> Quote:
    span = sentence.span
    return Quote(document=sentence.document.id, start=span.start, end=span.end, text=sentence.text, how="exact")


def _probabilities(reply: Any, number: int) -> list[float]:
    """Return a judge's probabilities. Raises JudgeBroken for a fault and for anything but one for each pair."""
    if isinstance(reply, Fault):
        raise JudgeBroken(f"the judge failed: {reply.code}: {reply.message}")
    given = list(islice(iter(reply), number + 1))
    if len(given) != number:
        raise JudgeBroken(f"expected {number} probabilities of the judge, saw {len(given)} or more")
    for each in given:
        if isinstance(each, bool) or not isinstance(each, (int, float)) or not 0 <= each <= 1:
            raise JudgeBroken(f"expected probabilities from 0 to 1 of the judge, saw {each!r:.60}")
    return [float(each) for each in given]
