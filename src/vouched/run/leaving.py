"""Judges what would be handed on of a draft where that is not what was judged: a filter's rest, completed quotes."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from typing import Any

from vouched.documents import Evidence
from vouched.drafts import Draft
from vouched.outcomes import Decision, Reason
from vouched.policy import Policy, decided_by
from vouched.ports import AnyCheck, Request, Work
from vouched.run.checking import told as told_by
from vouched.run.reading import read
from vouched.run.release import filtered
from vouched.verdicts import Verdict

__all__ = ["changes", "leaving"]


def leaving(
    draft: Draft,
    decision: Decision,
    checks: Sequence[AnyCheck],
    evidence: Evidence,
    policy: Policy,
    *,
    model: object = None,
    retries_left: int = 0,
    has_fallback: bool = False,
) -> Generator[Request, Any, Decision]:
    """Return the decision, or, where what it would hand on does not stand, what follows from that.

    A filter's rest, and a value in which quotes were replaced by the source's characters, have to fit the `model`. Of a
    rest no check may find what policy does not merely tell: of prose only what is of the whole, since its claims were
    judged where they stood. Checks that ask are not asked again.
    """
    if not changes(draft, decision):
        return decision
    is_rest = decision.action == "filter"
    value = filtered(draft, frozenset(decision.kept)) if is_rest else draft.value
    why: list[Reason] = []
    if model is not None and read(value, model=model).findings:
        told = "what is left" if is_rest else "the answer with the source's own characters"
        why.append(Reason("filter", "filter", f"{told} does not fit the model"))
    if not is_rest:
        return decided_by(decision, why, policy, retries_left=retries_left, has_fallback=has_fallback)
    left = read(value, kind=draft.kind, documents=evidence)
    for check in checks:
        verdict = yield from _judged_alone(check, left, evidence)
        if verdict is None:
            continue
        for finding in verdict.findings:
            authority, rule = policy.of(verdict.check, finding.code, decidable=verdict.decidable, text=draft.raw)
            if authority != "audit" and (finding.claim is None or draft.kind != "text"):
                why.append(Reason(authority, rule, f"what is left: {verdict.check}/{finding.code}"))
    return decided_by(decision, why, policy, retries_left=retries_left, has_fallback=has_fallback)


def changes(draft: Draft, decision: Decision) -> bool:
    """Return whether what a decision hands on is not, letter for letter, what was read and judged."""
    if decision.action == "filter":
        return True
    if decision.action != "release" or not draft.repairs:
        return False
    return any(repair.code.startswith("quote_") for repair in draft.repairs)


def _judged_alone(check: AnyCheck, draft: Draft, evidence: Evidence) -> Generator[Request, Any, Verdict | None]:
    """Return the verdict of a check that asks nothing, None of one that does."""
    steps = told_by(check, draft, evidence)
    if isinstance(steps, Verdict):
        return steps
    reply: Any = None
    while True:
        try:
            request = steps.send(reply)
        except StopIteration as done:
            verdict: Verdict = done.value
            return verdict
        if not isinstance(request, Work):
            steps.close()
            return None
        reply = yield request
