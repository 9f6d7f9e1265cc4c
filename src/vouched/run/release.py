"""Turns a decision into an outcome: hands on all of a draft, what is left of it, or nothing."""

from __future__ import annotations

from typing import Any

from vouched.drafts import Claim, Draft
from vouched.outcomes import Decision, JudgedClaim, Outcome, OutcomeStatus
from vouched.run.snapping import typed_changes
from vouched.run.values import composed, without
from vouched.verdicts import Finding, Status, Verdict

__all__ = ["claim_status", "released"]

_STATUS: dict[str, OutcomeStatus] = {
    "release": "released",
    "filter": "filtered",
    "fallback": "fallback",
    "hold": "held",
    "reask": "refused",
    "stop": "refused",
}


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
        claims=tuple(_judged(index, claim, verdicts, index in kept) for index, claim in enumerate(draft.claims)),
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


def _judged(index: int, claim: Claim, verdicts: tuple[Verdict, ...], is_kept: bool) -> JudgedClaim:  # noqa: FBT001
    quotes = [quote for verdict in verdicts for s in verdict.supports if s.claim == index for quote in s.evidence]
    return JudgedClaim(
        text=claim.text,
        verdict=claim_status(index, verdicts),
        released=is_kept,
        quotes=tuple(dict.fromkeys(quotes)),
        where=claim.where,
        span=claim.span,
    )


def claim_status(index: int, verdicts: tuple[Verdict, ...]) -> Status:
    """Return what the checks together say of one claim: the worst that any says of it."""
    if any(finding.claim == index for verdict in verdicts for finding in verdict.findings):
        return "unsupported"
    supported = any(s.claim == index for v in verdicts if v.status != "broken" for s in v.supports if s.vouches)
    if any(verdict.status == "broken" for verdict in verdicts):
        return "broken"
    return "supported" if supported else "silent"


def _in_order(verdicts: tuple[Verdict, ...]) -> tuple[Finding, ...]:
    """Return all findings, those of the whole draft first, then claim by claim, as the checks gave them."""
    found = [finding for verdict in verdicts for finding in verdict.findings]
    return tuple(sorted(found, key=lambda finding: -1 if finding.claim is None else finding.claim))
