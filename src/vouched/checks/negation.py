"""The check that no claim says the opposite of what the documents say of the same."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import ClassVar, NamedTuple

from vouched.documents import Document, Evidence, Quote, Span
from vouched.drafts import Claim, Draft
from vouched.errors import UsageError
from vouched.record import Record
from vouched.text.clip import clip
from vouched.text.comparing import Reason, compare
from vouched.text.folding import fold
from vouched.text.opposites import Opposite, OppositeCode, Read, opposites, read, share
from vouched.text.roles import agreement, may_exchange
from vouched.text.sentence_index import Sentence, sentence_index_of
from vouched.text.sentences import sentences
from vouched.text.spaceless_stances import japanese_final
from vouched.text.stances import conflict
from vouched.text.utterances import utterance
from vouched.verdicts import Finding, Support

__all__ = ["Negation"]

_SENTENCES = 3
# A heading asserts too: "the tenant has to pay:", with a list below it.
_ASSERTING = ("claim", "instruction", "heading")
_MOST_SENTENCES = 40
_LONGEST_CLAIM = 8000
# Sentences that share nearly as much as the best one speak of the same, and one that agrees is enough.
_AS_GOOD, _AS_GOOD_AS_THE_SAME = 0.15, 0.03
_NEARLY_THE_SAME = 0.9
_TOLD_ROLES = 0.5
# Roles are exchanged among the same words only, and told of a short sentence only.
_SAME_WORDS, _MOST_WORDS, _MOST_SPACELESS = 0.7, 16, 40
# A sentence with a lower score hardly ever has half of the words; without spaces, characters are shared by chance.
_LEAST_SCORE, _LEAST_SPACELESS_SCORE = 0.3, 0.1
_OF_BEST = 0.6
# So much of a claim stands in a sentence in the same order that they are the same but for what was changed.
_SAME = 0.8
_SHORTER = 0.6
_LEAST_WORDS = 6
_LONGEST_CHANGE, _MOST_CHARACTERS = 24, 4
_KANA = re.compile("[\u3041-\u309f]")
_TURNS = ("negation", "comparator", "opposite")
_TELLS: dict[OppositeCode, str] = {
    "negated": "one of them denies what the other says",
    "modality_changed": "they differ in what must, may or must not be",
    "quantifier_changed": "they differ in all, some or none",
    "comparator_changed": "they differ in which way the number bounds",
    "opposite": "a word stands in place of its opposite",
}


class _Change(NamedTuple):
    code: str
    seen: str
    tells: str


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
                if utterance(span.of(claim.text)) not in _ASSERTING:
                    continue
                near = self._near(span.of(claim.text), evidence)
                compared = compared or bool(near)
                if near and not _stands(span.of(claim.text), near[0][0]):
                    found += self._findings(index, claim, span, near)
            yield from found
            if compared and not found:
                yield Support(check=self.name, claim=index, where=claim.where, vouches=False)

    def _near(self, text: str, evidence: Evidence) -> list[tuple[Sentence, Read, float]]:
        """Return the sentences that speak of the same as a text, the one that shares most first."""
        claim = read(text)
        found = []
        least = _LEAST_SCORE if text.isascii() else _LEAST_SPACELESS_SCORE
        best_score = 0.0
        for sentence in sentence_index_of(evidence).best(text, most=_SENTENCES):
            best_score = best_score or sentence.score
            if sentence.score >= max(least, _OF_BEST * best_score):
                given = read(sentence.text)
                found.append((sentence, given, share(given, claim)))
        found.sort(key=lambda each: -each[2])
        best = found[0][2] if found else 0.0
        least = max(self.least, best - (_AS_GOOD_AS_THE_SAME if best >= _NEARLY_THE_SAME else _AS_GOOD))
        return [each for each in found if each[2] >= least]

    def _findings(
        self, index: int, claim: Claim, span: Span, near: list[tuple[Sentence, Read, float]]
    ) -> Iterator[Finding]:
        text = span.of(claim.text)
        told = [opposites(given, read(text), least=self.least) for _, given, _ in near]
        if all(told):
            sentence, _given, _ = near[0]
            for opposite in _one_of_each(told[0]):
                yield self._finding(index, claim, span, opposite=opposite, sentence=sentence)
            return
        if any(told):
            return
        changed = [_changed(given, read(text)) for _, given, _ in near]
        if all(changed) and changed[0] is not None:
            sentence = near[0][0]
            yield self._said(
                index,
                claim,
                span,
                code=changed[0].code,
                seen=changed[0].seen,
                quote=_quote(sentence.document, sentence.span),
                tells=changed[0].tells,
            )
            return
        most = _MOST_WORDS if text.isascii() else _MOST_SPACELESS
        if near[0][2] < _SAME_WORDS or len(read(text).content) > most:
            return
        if not all(may_exchange(given.text, given.tokens, text, read(text).tokens) for _, given, _ in near):
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


def _stands(text: str, sentence: Sentence) -> bool:
    """Whether a text stands in a sentence as it is."""
    return fold(text) in fold(sentence.text)


def _changed(evidence: Read, claim: Read) -> _Change | None:
    """Return in which one way two texts differ that are the same but for a word or two, where it turns what they say.

    Of Japanese inflections the comparison knows too little; there the last predicates are compared.
    """
    if len(claim.content) < _LEAST_WORDS or share(evidence, claim) < _SAME:
        return None
    has_kana = _KANA.search(claim.text) is not None
    if has_kana and (ended := _ended_otherwise(evidence.text, claim.text)) is not None:
        return ended
    if not _SHORTER * len(evidence.text) <= len(claim.text) <= len(evidence.text) / _SHORTER:
        return None
    compared = compare(evidence.text, claim.text)
    reasons = compared.reasons
    if compared.coverage < _SAME or not reasons or len(reasons) > 2 or not all(map(_is_small, reasons)):
        return None
    kind = reasons[0].kind
    if kind == "negation" and has_kana:
        return None
    if kind == "comparator" and evidence.bounds and _senses(evidence) == _senses(claim):
        return None
    code = "negated" if kind == "negation" else "comparator_changed" if kind == "comparator" else "opposite"
    return _Change(code, reasons[0].seen or claim.text, f"“{reasons[0].seen}” stands for “{reasons[0].expected}”")


def _senses(text: Read) -> list[tuple[str, str]]:
    return [(bound.number, bound.sense) for bound in text.bounds]


def _ended_otherwise(evidence: str, claim: str) -> _Change | None:
    """Return how the last predicates of two Japanese sentences differ, where it is one act that they speak of."""
    ours, theirs = japanese_final(claim), japanese_final(evidence)
    if ours is None or theirs is None or ours.anchor != theirs.anchor or not conflict(ours.kind, theirs.kind):
        return None
    is_modal = "states" not in (ours.kind, theirs.kind) and "denies" not in (ours.kind, theirs.kind)
    code = "modality_changed" if is_modal else "negated"
    return _Change(code, ours.span.of(claim), f"“{ours.span.of(claim)}” stands for “{theirs.span.of(evidence)}”")


def _is_small(reason: Reason) -> bool:
    """Whether a word or two were changed, so that the sentence turns."""
    sides = (reason.expected, reason.seen)
    if reason.kind not in _TURNS or not all(map(_is_short, sides)):
        return False
    return reason.kind == "negation" or all(sides)


def _is_short(words: str) -> bool:
    return len(words.split()) <= 2 and len(words) <= (_LONGEST_CHANGE if words.isascii() else _MOST_CHARACTERS)


def _one_of_each(told: tuple[Opposite, ...]) -> list[Opposite]:
    """Return the first opposition of each code."""
    found: dict[str, Opposite] = {}
    for opposite in told:
        found.setdefault(opposite.code, opposite)
    return list(found.values())


def _quote(document: Document, span: Span) -> Quote:
    return Quote(document=document.id, start=span.start, end=span.end, text=span.of(document.text), how="exact")
