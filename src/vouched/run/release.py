"""Turns a decision into an outcome: hands on all of a draft, what is left of it, or nothing."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

from vouched.documents import Evidence, Quote
from vouched.drafts import Draft
from vouched.outcomes import Decision, JudgedClaim, Outcome, OutcomeStatus, Reason, Review
from vouched.ports import Fault, Request, Work
from vouched.run.journal import json_carries
from vouched.run.judgements import ESTIMATES, judgements
from vouched.run.snapping import typed_changes
from vouched.run.values import composed, link_lines, without
from vouched.text.clip import clip_value
from vouched.verdicts import Finding, Status, Verdict

__all__ = ["claim_statuses", "concluded", "filtered", "quotes_alone", "released", "reviewed"]

_STATUS: dict[str, OutcomeStatus] = {
    "release": "released",
    "filter": "filtered",
    "fallback": "fallback",
    "hold": "held",
    "reask": "refused",
    "stop": "refused",
}


def concluded(
    draft: Draft,
    verdicts: tuple[Verdict, ...],
    decision: Decision,
    evidence: Evidence,
    *,
    fallback: Any = None,
    kept: bool = False,
) -> Generator[Request, Any, Outcome]:
    """Return the outcome of a decided draft.

    A `fallback` that can be called is given the outcome and the evidence, and makes the value; when it fails or makes
    None, nothing is released; nor when it is to be `kept` and JSON cannot carry what it made.
    """
    outcome = released(draft, verdicts, decision, fallback=fallback)
    if outcome.status == "fallback" and callable(fallback):
        asking = outcome.but(value=None)
        made = yield Work(lambda: fallback(asking, evidence))
        why = made.message if isinstance(made, Fault) else "it made nothing" if made is None else ""
        if not why and kept and not json_carries(made):
            why = f"expected a value that JSON carries, for the store, saw {clip_value(made, 60)}"
        if why:
            return _stopped(draft, verdicts, decision, Reason("stop", "fallback", f"the fallback failed: {why}"))
        return outcome.but(value=made)
    return outcome


def _stopped(draft: Draft, verdicts: tuple[Verdict, ...], decision: Decision, why: Reason) -> Outcome:
    return released(draft, verdicts, Decision(action="stop", reasons=(*decision.reasons, why)))


def quotes_alone(outcome: Outcome, evidence: Evidence) -> Any:
    """Return a fallback's value that holds no word of the model: the passages that it cited, cut from the documents.

    `{"quotes": [{"document", "start", "end", "text"}]}`, each passage once, in the claims' order; None where nothing
    that it cited was located.
    """
    found: dict[tuple[str, int, int], dict[str, Any]] = {}
    for quote in (quote for claim in outcome.claims for quote in claim.quotes):
        document = evidence.resolve(quote.document)
        if document is not None:
            text = document.text[quote.start : quote.end]
            shown = {"document": document.id, "start": quote.start, "end": quote.end, "text": text}
            found[document.id, quote.start, quote.end] = shown
    return {"quotes": list(found.values())} if found else None


def reviewed(outcome: Outcome, review: Review) -> Outcome:
    """Return a held outcome as a person decided it: released as it was shown, released as edited, or refused.

    Of a released one every claim is released with it; an edit has no claims, since nobody judged them.
    """
    reason = Reason(review.action, "review", f"{review.by} at {review.at}: {review.reason}")
    reasons = (*outcome.decision.reasons, reason)
    if review.action == "reject":
        return outcome.but(status="refused", review=review, decision=Decision(action="stop", reasons=reasons))
    is_edit = review.action == "edit"
    claims = () if is_edit else tuple(claim.but(released=True) for claim in outcome.claims)
    return outcome.but(
        status="released",
        value=review.value if is_edit else outcome.rejected,
        claims=claims,
        decision=Decision(action="release", kept=tuple(range(len(claims))), reasons=reasons),
        review=review,
        rejected=outcome.rejected if is_edit else None,
    )


def released(
    draft: Draft, verdicts: tuple[Verdict, ...], decision: Decision, *, fallback: Any = None, **run: Any
) -> Outcome:
    """Return the outcome of a decided draft; what is not handed on is its `rejected`.

    `run` are the outcome's fields that tell of the run: attempts, usage, seconds, run_id.
    """
    status = _STATUS[decision.action]
    kept = frozenset(decision.kept) if status in ("released", "filtered") else frozenset()
    value: Any = None
    if status == "released":
        value = draft.value
    elif status == "filtered":
        value = filtered(draft, kept)
    elif status == "fallback":
        value = fallback
    return Outcome(
        status=status,
        value=value,
        claims=_judged(draft, verdicts, kept),
        findings=_in_order(verdicts),
        verdicts=verdicts,
        repairs=draft.repairs,
        decision=decision,
        rejected=None if status == "released" else draft.value if draft.value is not None else draft.raw,
        **run,
    )


def filtered(draft: Draft, kept: frozenset[int]) -> Any:
    """Return what is left of a draft's value when only the claims of these numbers are kept."""
    dropped = [claim for index, claim in enumerate(draft.claims) if index not in kept]
    if draft.kind == "text" and draft.body is not None:
        cuts = [claim.span for claim in dropped if claim.span is not None]
        # What leads to a page that was left out is left out with it, in a reference list too.
        urls = frozenset(url for claim in dropped for url in claim.sources)
        spans = sorted((claim.span for claim in draft.claims if claim.span is not None), key=lambda span: span.start)
        cuts += link_lines(draft.raw, draft.body, urls, spans) if urls else []
        return composed(draft.raw, draft.body, changes=typed_changes(draft), cuts=cuts)
    return without(draft.value, [claim.where for claim in dropped])


def _judged(draft: Draft, verdicts: tuple[Verdict, ...], kept: frozenset[int]) -> tuple[JudgedClaim, ...]:
    quotes: dict[int, dict[Quote, None]] = {}
    # Where a quote was found, the figures and words that an estimate found beside it carry nothing more.
    estimated: dict[int, dict[Quote, None]] = {}
    for verdict in verdicts:
        kept_in = estimated if verdict.check in ESTIMATES else quotes
        for support in verdict.supports:
            if support.claim is not None and support.evidence:
                held = kept_in.setdefault(support.claim, {})
                for quote in support.evidence:
                    held[quote] = None
    statuses, judged = claim_statuses(verdicts), judgements(draft, verdicts)
    unsaid: Status = "broken" if "broken" in [verdict.status for verdict in verdicts] else "silent"
    return tuple(
        [
            JudgedClaim(
                text=claim.text,
                verdict=statuses.get(index, unsaid),
                released=index in kept,
                quotes=tuple(quotes.get(index) or estimated.get(index) or ()),
                where=claim.where,
                span=claim.span,
                judgement=judged[index],
            )
            for index, claim in enumerate(draft.claims)
        ]
    )


def claim_statuses(verdicts: tuple[Verdict, ...]) -> dict[int, Status]:
    """Return what the checks together say of each claim that they speak of: the worst that any says."""
    statuses: dict[int, Status] = {}
    broken = "broken" in [verdict.status for verdict in verdicts]
    for verdict in verdicts:
        for support in verdict.supports if verdict.status != "broken" else ():
            if support.vouches and support.claim is not None:
                statuses[support.claim] = "broken" if broken else "supported"
    for verdict in verdicts:
        for finding in verdict.findings:
            # What an estimate of wording finds is told; where a check vouched for the claim, it stands all the same.
            if finding.claim is not None and (finding.check not in ESTIMATES or finding.claim not in statuses):
                statuses[finding.claim] = "unsupported"
    return statuses


def _in_order(verdicts: tuple[Verdict, ...]) -> tuple[Finding, ...]:
    """Return all findings, those of the whole draft first, then claim by claim, as the checks gave them."""
    found = [finding for verdict in verdicts for finding in verdict.findings]
    if not found:
        return ()
    return tuple(sorted(found, key=lambda finding: -1 if finding.claim is None else finding.claim))
