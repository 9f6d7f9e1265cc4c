"""Says of one claim what a report shows beside its quotes: its mark, why it is not vouched for, what was completed."""

from __future__ import annotations

from collections.abc import Sequence

from vouched.adapters.report_marks import differences
from vouched.documents import Span
from vouched.drafts import Repair
from vouched.outcomes import Outcome
from vouched.record import Record

__all__ = ["MARKS", "Completion", "Standing", "completions_of", "standing_of", "why_silent"]

MARKS = {"supported": "✓", "unsupported": "✗", "silent": "○", "broken": "!", "completed": "✓!"}
VERDICTS = {
    "supported": "Stands",
    "unsupported": "Does not stand",
    "silent": "Not vouched for",
    "broken": "Could not be checked",
    "completed": "Stands, but its quote was completed",
}
_KINDS = {"supported": "good", "unsupported": "bad", "silent": "wary", "broken": "wary", "completed": "wary"}
_MOST_CITED = 3


class Standing(Record, frozen=True):
    """How a claim's verdict is shown: a mark, words, and the kind that colours it: good, bad or wary."""

    mark: str
    words: str
    kind: str


class Completion(Record, frozen=True):
    """What was added to a claim's quote from the document: a sentence, both texts, and what of `after` was added."""

    told: str
    before: str
    after: str
    added: tuple[Span, ...]


def standing_of(outcome: Outcome, index: int) -> Standing:
    """Return how the claim's verdict is shown; one whose quote was completed does not simply stand."""
    verdict: str = outcome.claims[index].verdict
    if verdict == "supported" and _completing(outcome, index):
        verdict = "completed"
    return Standing(MARKS[verdict], VERDICTS[verdict], _KINDS[verdict])


def completions_of(outcome: Outcome, index: int) -> list[Completion]:
    """Return what of the document the claim's quotes had left out and is released with them."""
    will = "is" if outcome.claims[index].released else "would be"
    told = f"The quote left out words of the document; what was left out {will} released with it"
    return [
        Completion(told, repair.before, repair.after, _added(repair.before, repair.after))
        for repair in _completing(outcome, index)
    ]


def _added(before: str, after: str) -> tuple[Span, ...]:
    start = after.find(before)
    if start < 0:
        return differences(after, before).expected
    end = start + len(before)
    return tuple(span for span in (Span(0, start), Span(end, len(after))) if span.of(after).strip())


def why_silent(outcome: Outcome, index: int, cited: Sequence[str] = ()) -> str:
    """Return why nothing vouches for a claim: `cited` are the ids of the given documents that it cites."""
    supports = [
        (verdict.check, support)
        for verdict in outcome.verdicts
        for support in verdict.supports
        if support.claim == index
    ]
    if any(check == "quotes" and support.evidence for check, support in supports):
        return "Its quote is too short to vouch for the claim."
    if outcome.claims[index].quotes:
        return "What was found in the documents does not vouch for the claim."
    if cited:
        more = f" and {len(cited) - _MOST_CITED} more" if len(cited) > _MOST_CITED else ""
        given, of_it = ("was given", "it") if len(cited) == 1 else ("were given", "them")
        return f"It cites {', '.join(cited[:_MOST_CITED])}{more}, which {given}, but quotes nothing of {of_it}."
    if any(check == "citations" for check, _ in supports):
        return "It cites a document that was given, but quotes nothing of it."
    return "It quotes nothing that could be checked, so nothing vouches for it."


def _completing(outcome: Outcome, index: int) -> list[Repair]:
    return [repair for repair in outcome.repairs if repair.code == "quote_completed" and repair.claim == index]
