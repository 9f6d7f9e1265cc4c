"""Judges what a filter would leave of a draft: what the checks ask of the whole has to hold of that too."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from typing import Any

from vouched.documents import Evidence
from vouched.drafts import Draft
from vouched.outcomes import Decision, Reason
from vouched.policy import Policy, decided_by
from vouched.ports import AnyCheck, Request, Work
from vouched.run.checking import inspected, is_own, told
from vouched.run.reading import read
from vouched.run.release import filtered
from vouched.verdicts import Verdict

__all__ = ["leaving"]


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
    """Return the decision, or, where it is a filter whose rest does not stand, what follows from that.

    The rest has to fit the `model`, and no check may find of it what policy does not merely tell: of prose only what is
    of the whole, since its claims were judged where they stood. Checks that ask are not asked again.
    """
    if decision.action != "filter":
        return decision
    value = filtered(draft, frozenset(decision.kept))
    why: list[Reason] = []
    if model is not None and read(value, model=model).findings:
        why.append(Reason("filter", "filter", "what is left does not fit the model"))
    left = read(value, kind=draft.kind, documents=evidence)
    for check in checks:
        verdict = yield from _judged_alone(check, left, evidence)
        if verdict is None:
            continue
        for finding in verdict.findings:
            authority, rule = policy.of(verdict.check, finding.code, decidable=verdict.decidable)
            if authority != "audit" and (finding.claim is None or draft.kind != "text"):
                why.append(Reason(authority, rule, f"what is left: {verdict.check}/{finding.code}"))
    return decided_by(decision, why, policy, retries_left=retries_left, has_fallback=has_fallback)


def _judged_alone(check: AnyCheck, draft: Draft, evidence: Evidence) -> Generator[Request, Any, Verdict | None]:
    """Return the verdict of a check that asks nothing, None of one that does."""
    if is_own(check):
        said = told(check, draft, evidence)
        if isinstance(said, Verdict):
            return said
        said.close()
        return None
    steps = inspected(check, draft, evidence)
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
