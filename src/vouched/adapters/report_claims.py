"""Says of claims what a report shows beside its quotes: its mark, what was completed, why nothing vouches for it."""

from __future__ import annotations

from collections.abc import Sequence

from vouched.adapters.report_marks import differences
from vouched.documents import Span
from vouched.drafts import Repair
from vouched.outcomes import JudgedClaim, Outcome
from vouched.record import Record
from vouched.run.judgements import ESTIMATES
from vouched.verdicts import Support

__all__ = ["JUDGED", "MARKS", "VERDICTS", "ClaimNote", "Completion", "claim_notes", "completed_claims"]

MARKS = {"supported": "✓", "unsupported": "✗", "silent": "○", "broken": "!", "completed": "✓!"}
VERDICTS = {
    "supported": "Stands",
    "unsupported": "Does not stand",
    "silent": "Not vouched for",
    "broken": "Could not be checked",
    "completed": "Stands, but its quote was completed",
}
# What is said of a claim that no check vouched for, where the checks that only tell know more.
JUDGED = {
    "supported": ("≈", "Likely to follow from the documents, not vouched for", "wary"),
    "contradicted": ("✗", "The documents say otherwise", "bad"),
    "not_found": ("✗", "Not found in the documents", "bad"),
    "nothing_to_check": ("·", "Nothing to check", "wary"),
}
_KINDS = {"supported": "good", "unsupported": "bad", "silent": "wary", "broken": "wary", "completed": "wary"}
_MOST_CITED = 3


class Completion(Record, frozen=True):
    """What was added to a claim's quote from the document: a sentence, both texts, and what of `after` was added."""

    told: str
    before: str
    after: str
    added: tuple[Span, ...]


class ClaimNote(Record, frozen=True, kw_only=True):
    """How a claim's verdict is shown: a mark, words, and the kind that colours it (good, bad or wary).

    `silence` says why nothing vouches for it, where nothing does.
    """

    mark: str
    words: str
    kind: str
    completions: tuple[Completion, ...] = ()
    silence: str = ""


def claim_notes(outcome: Outcome, cited: Sequence[Sequence[str]] = ()) -> list[ClaimNote]:
    """Return a note on each claim; `cited` holds for each the ids of the given documents that it cites.

    A claim that stands only since its quote was completed from the document does not simply stand.
    """
    repairs = completed_claims(outcome)
    supports: dict[int | None, list[Support]] = {}
    for verdict in outcome.verdicts:
        for support in verdict.supports:
            supports.setdefault(support.claim, []).append(support)
    faulted = {finding.claim for finding in outcome.findings if finding.check not in ESTIMATES}
    notes = []
    for index, claim in enumerate(outcome.claims):
        own = repairs.get(index, [])
        shown = "completed" if own and claim.verdict == "supported" else claim.verdict
        named = cited[index] if index < len(cited) else ()
        mark, words, kind = MARKS[shown], VERDICTS[shown], _KINDS[shown]
        if shown == "silent" or (shown == "unsupported" and index not in faulted):
            mark, words, kind = JUDGED.get(claim.judgement, (mark, words, kind))
        notes.append(
            ClaimNote(
                mark=mark,
                words=words,
                kind=kind,
                completions=tuple(_completion(repair, claim) for repair in own),
                silence=_why_silent(claim, supports.get(index, []), named) if claim.verdict == "silent" else "",
            )
        )
    return notes


def completed_claims(outcome: Outcome) -> dict[int, list[Repair]]:
    """Return the completions of quotes by the index of their claim."""
    found: dict[int, list[Repair]] = {}
    for repair in outcome.repairs:
        if repair.code == "quote_completed" and repair.claim is not None:
            found.setdefault(repair.claim, []).append(repair)
    return found


def _completion(repair: Repair, claim: JudgedClaim) -> Completion:
    will = "is" if claim.released else "would be"
    told = f"The quote left out words of the document; what was left out {will} released with it"
    return Completion(told, repair.before, repair.after, _added(repair.before, repair.after))


def _added(before: str, after: str) -> tuple[Span, ...]:
    start = after.find(before)
    if start < 0:
        return differences(after, before).expected
    end = start + len(before)
    return tuple(span for span in (Span(0, start), Span(end, len(after))) if span.of(after).strip())


def _why_silent(claim: JudgedClaim, supports: Sequence[Support], cited: Sequence[str]) -> str:
    if any(support.check == "quotes" and support.evidence for support in supports):
        return "Its quote is too short to vouch for the claim."
    if claim.quotes:
        return "What was found in the documents does not vouch for the claim."
    if cited:
        more = f" and {len(cited) - _MOST_CITED} more" if len(cited) > _MOST_CITED else ""
        given, of_it = ("was given", "it") if len(cited) == 1 else ("were given", "them")
        return f"It cites {', '.join(cited[:_MOST_CITED])}{more}, which {given}, but quotes nothing of {of_it}."
    if any(support.check == "citations" for support in supports):
        return "It cites a document that was given, but quotes nothing of it."
    if claim.judgement == "nothing_to_check":
        return "It claims nothing that the documents could carry."
    return "It quotes nothing that could be checked, so nothing vouches for it."
