"""Turns a decision into an outcome: hands on all of a draft, what is left of it, or nothing."""

from __future__ import annotations

from typing import Any

from vouched.documents import Quote
from vouched.drafts import Draft
from vouched.outcomes import Decision, JudgedClaim, Outcome, OutcomeStatus, Reason
from vouched.run.reading import read
from vouched.run.snapping import typed_changes
from vouched.run.values import composed, without
from vouched.verdicts import Finding, Status, Verdict

__all__ = ["claim_statuses", "concluded", "released"]

_STATUS: dict[str, OutcomeStatus] = {
    "release": "released",
    "filter": "filtered",
    "fallback": "fallback",
    "hold": "held",
    "reask": "refused",
    "stop": "refused",
}


def concluded(
    draft: Draft, verdicts: tuple[Verdict, ...], decision: Decision, *, model: object = None, fallback: Any = None
) -> Outcome:
    """Return the outcome of a decided draft; what a filter leaves has to fit the `model`, or nothing is released."""
    outcome = released(draft, verdicts, decision, fallback=fallback)
    if outcome.status == "filtered" and model is not None and read(outcome.value, model=model).findings:
        misfit = Reason("stop", "filter", "what is left does not fit the model")
        return released(draft, verdicts, Decision(action="stop", reasons=(*decision.reasons, misfit)))
    return outcome


def released(draft: Draft, verdicts: tuple[Verdict, ...], decision: Decision, *, fallback: Any = None) -> Outcome:
    """Return the outcome of a decided draft; what is not handed on is its `rejected`."""
    status = _STATUS[decision.action]
    kept = frozenset(decision.kept) if status in ("released", "filtered") else frozenset()
    value: Any = None
    if status == "released":
        value = draft.value
    elif status == "filtered":
        value = _filtered(draft, kept)
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
    )


def _filtered(draft: Draft, kept: frozenset[int]) -> Any:
    dropped = [claim for index, claim in enumerate(draft.claims) if index not in kept]
    if draft.kind == "text" and draft.body is not None:
        cuts = [claim.span for claim in dropped if claim.span is not None]
        return composed(draft.raw, draft.body, changes=typed_changes(draft), cuts=cuts)
    return without(draft.value, [claim.where for claim in dropped])


def _judged(draft: Draft, verdicts: tuple[Verdict, ...], kept: frozenset[int]) -> tuple[JudgedClaim, ...]:
    quotes: dict[int, dict[Quote, None]] = {}
    for verdict in verdicts:
        for support in verdict.supports:
            if support.claim is not None and support.evidence:
                quotes.setdefault(support.claim, {}).update(dict.fromkeys(support.evidence))
    statuses = claim_statuses(verdicts)
    unsaid: Status = "broken" if any(verdict.status == "broken" for verdict in verdicts) else "silent"
    return tuple(
        JudgedClaim(
            text=claim.text,
            verdict=statuses.get(index, unsaid),
            released=index in kept,
            quotes=tuple(quotes.get(index, ())),
            where=claim.where,
            span=claim.span,
        )
        for index, claim in enumerate(draft.claims)
    )


def claim_statuses(verdicts: tuple[Verdict, ...]) -> dict[int, Status]:
    """Return what the checks together say of each claim that they speak of: the worst that any says."""
    statuses: dict[int, Status] = {}
    broken = any(verdict.status == "broken" for verdict in verdicts)
    for verdict in verdicts:
        for support in verdict.supports if verdict.status != "broken" else ():
            if support.claim is not None and support.vouches:
                statuses[support.claim] = "broken" if broken else "supported"
    for verdict in verdicts:
        for finding in verdict.findings:
            if finding.claim is not None:
                statuses[finding.claim] = "unsupported"
    return statuses


def _in_order(verdicts: tuple[Verdict, ...]) -> tuple[Finding, ...]:
    """Return all findings, those of the whole draft first, then claim by claim, as the checks gave them."""
    found = [finding for verdict in verdicts for finding in verdict.findings]
    return tuple(sorted(found, key=lambda finding: -1 if finding.claim is None else finding.claim))
