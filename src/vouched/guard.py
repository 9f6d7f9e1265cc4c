"""The public face: `verify` judges one draft against its documents."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from vouched.checks import Citations, Quotes
from vouched.documents import Document, Evidence
from vouched.drafts import Draft
from vouched.errors import UsageError
from vouched.outcomes import Decision, Outcome, Reason
from vouched.policy import Policy, decide
from vouched.ports import AnyCheck
from vouched.run.checking import check_name, run_check
from vouched.run.reading import read
from vouched.run.release import released
from vouched.run.snapping import snapped
from vouched.verdicts import Verdict

__all__ = ["DEFAULT_CHECKS", "verify"]

DEFAULT_CHECKS: tuple[AnyCheck, ...] = (Citations(), Quotes())


def verify(
    draft: object,
    evidence: Evidence | Mapping[str, str] | Iterable[Document | str] | Document | str = (),
    *,
    checks: Sequence[AnyCheck] = DEFAULT_CHECKS,
    policy: Policy | None = None,
    model: object = None,
    fallback: Any = None,
) -> Outcome:
    """Return what of a draft may flow on, with its evidence.

    `draft` is what the model wrote (text, bytes, parsed JSON) or a Draft that `read` made. `evidence` is the documents
    it was given: Evidence, Documents, texts, or a mapping of id to text. `checks` run in order; `policy` decides what
    follows from their findings (by default nothing with a finding is released, and what no check vouched for is left
    out). `model` is a pydantic model the answer must fit, `fallback` the value of a fallback.

    Raises UsageError for a programmer's mistake only; whatever the model wrote is judged.
    """
    policy = Policy() if policy is None else policy
    _refuse_misuse(checks, policy)
    given = Evidence.of(evidence)
    made = draft if isinstance(draft, Draft) else read(draft, documents=given, model=model)
    made = snapped(made, given)
    verdicts = (_reading(made), *(run_check(check, made, given) for check in checks))
    decision = decide(made, verdicts, policy, has_fallback=fallback is not None)
    outcome = released(made, verdicts, decision, fallback=fallback)
    if outcome.status == "filtered" and model is not None and read(outcome.value, model=model).findings:
        misfit = Reason("stop", "filter", "what is left does not fit the model")
        return released(made, verdicts, Decision(action="stop", reasons=(*decision.reasons, misfit)))
    return outcome


def _refuse_misuse(checks: Sequence[AnyCheck], policy: Policy) -> None:
    if not isinstance(policy, Policy):
        raise UsageError(f"policy: expected a Policy, saw {type(policy).__name__}")
    if isinstance(checks, str) or not isinstance(checks, Sequence):
        raise UsageError(f"checks: expected a list of checks, saw {type(checks).__name__}")
    names = [check_name(check) for check in checks]
    for name in names:
        if names.count(name) > 1:
            raise UsageError(f"checks: expected distinct names, saw {name!r} twice")
    for name in policy.require:
        if name not in names:
            raise UsageError(f"policy.require: expected one of {', '.join(names)}, saw {name!r:.60}")


def _reading(draft: Draft) -> Verdict:
    """Return what reading found, as the verdict of a check named `read`; reading alone vouches for nothing."""
    status = "unsupported" if draft.findings else "silent"
    return Verdict(check="read", status=status, decidable=True, findings=draft.findings)  # type: ignore[arg-type]
