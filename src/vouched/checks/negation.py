"""The check that no claim says the opposite of what the documents say of the same."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from vouched.documents import Document, Evidence, Quote, Span
from vouched.drafts import Claim, Draft
from vouched.errors import UsageError
from vouched.record import Record
from vouched.text.clip import clip
from vouched.text.opposites import Opposite, OppositeCode, Read, opposites, read, share
from vouched.text.roles import agreement
from vouched.text.sentence_index import Sentence, sentence_index_of
from vouched.text.sentences import sentences
from vouched.verdicts import Finding, Support

__all__ = ["Negation"]

_SENTENCES = 3
_MOST_SENTENCES = 40
_LONGEST_CLAIM = 8000
# Sentences that share nearly as much as the best one speak of the same, and one that agrees is enough.
_AS_GOOD = 0.15
_TOLD_ROLES = 0.5
_TELLS: dict[OppositeCode, str] = {
    "negated": "one of them denies what the other says",
    "modality_changed": "they differ in what must, may or must not be",
    "quantifier_changed": "they differ in all, some or none",
    "comparator_changed": "they differ in which way the number bounds",
    "opposite": "a word stands in place of its opposite",
}


class Negation(Record, frozen=True, kw_only=True):
    """Finds claims that say the opposite of the sentence of the documents that speaks of the same.

    `negated` (not, never, no), `modality_changed` (must, may, must not, need not), `quantifier_changed` (all, some,
    none), `comparator_changed` (at least, at most), `opposite` (rose, fell) and `role_swapped` (who does what to whom);
    each shows the words of both. English, Japanese and Chinese are read by closed lists and word order, so that these
    are estimates. A claim is compared only with sentences that have at least `least` of its telling words, and not at
    all where one of them that speaks of the same agrees.
    """

    least: float = 0.5

    name: ClassVar[str] = "negation"
    decidable: ClassVar[bool] = False

    def __post_init__(self) -> None:
        if isinstance(self.least, bool) or not isinstance(self.least, (int, float)) or not 0 < self.least <= 1:
            raise UsageError(f"Negation.least: expected a share above 0, up to 1, saw {self.least!r:.60}")

    def __call__(self, draft: Draft, evidence: Evidence, /) -> Iterator[Finding | Support]:
        """Yield the oppositions of each claim; a claim that was compared and has none is supported, not vouched for."""
        if not evidence.documents:
            return
        for index, claim in enumerate(draft.claims):
            compared = False
            found: list[Finding] = []
            for span in sentences(claim.text[:_LONGEST_CLAIM])[:_MOST_SENTENCES]:
                near = self._near(span.of(claim.text), evidence)
                compared = compared or bool(near)
                found += self._findings(index, claim, span, near)
            yield from found
            if compared and not found:
                yield Support(check=self.name, claim=index, where=claim.where, vouches=False)

    def _near(self, text: str, evidence: Evidence) -> list[tuple[Sentence, Read, float]]:
        """Return the sentences that speak of the same as a text, the one that shares most first."""
        claim = read(text)
        found = []
        for sentence in sentence_index_of(evidence).best(text, most=_SENTENCES):
            given = read(sentence.text)
            found.append((sentence, given, share(given, claim)))
        found.sort(key=lambda each: -each[2])
        return [each for each in found if each[2] >= self.least and each[2] >= found[0][2] - _AS_GOOD]

    def _findings(
        self, index: int, claim: Claim, span: Span, near: list[tuple[Sentence, Read, float]]
    ) -> Iterator[Finding]:
        if not near:
            return
        text = span.of(claim.text)
        told = [opposites(given, read(text), least=self.least) for _, given, _ in near]
        if all(told):
            sentence, _given, _ = near[0]
            for opposite in _one_of_each(told[0]):
                yield self._finding(index, claim, span, opposite=opposite, sentence=sentence)
            return
        if any(told):
            return
        agreed = [agreement(given.text, text) for _, given, _ in near]
        if all(each.exchanged and each.told >= _TOLD_ROLES for each in agreed):
            sentence = near[0][0]
            yield self._said(
                index,
                claim,
                span,
                code="role_swapped",
                seen=text,
                quote=_quote(sentence.document, sentence.span),
                tells="who acts and what is acted on are exchanged",
            )

    def _finding(self, index: int, claim: Claim, span: Span, *, opposite: Opposite, sentence: Sentence) -> Finding:
        at = sentence.span.start
        quote = _quote(sentence.document, Span(at + opposite.evidence.start, at + opposite.evidence.end))
        seen = opposite.claim.of(span.of(claim.text))
        return self._said(index, claim, span, code=opposite.code, seen=seen, quote=quote, tells=_TELLS[opposite.code])

    def _said(self, index: int, claim: Claim, span: Span, *, code: str, seen: str, quote: Quote, tells: str) -> Finding:
        return Finding(
            check=self.name,
            code=code,
            where=claim.where,
            expected=clip(quote.text, 300),
            seen=clip(seen, 300),
            message=f"the document has “{clip(quote.text, 120)}” where the claim has “{clip(seen, 120)}”: {tells}",
            claim=index,
            span=claim.span,
            evidence=(quote,),
            contradicts=True,
        )


def _one_of_each(told: tuple[Opposite, ...]) -> list[Opposite]:
    """Return the first opposition of each code."""
    found: dict[str, Opposite] = {}
    for opposite in told:
        found.setdefault(opposite.code, opposite)
    return list(found.values())


def _quote(document: Document, span: Span) -> Quote:
    return Quote(document=document.id, start=span.start, end=span.end, text=span.of(document.text), how="exact")
