"""Runs a check on a draft; the one place where foreign code is called and may fail."""

from __future__ import annotations

import copy
from collections.abc import Iterable

from vouched.documents import Evidence
from vouched.drafts import Draft
from vouched.errors import UsageError
from vouched.ports import AnyCheck
from vouched.text.clip import clip
from vouched.verdicts import Finding, Status, Support, Verdict

__all__ = ["check_name", "is_decidable", "run_check"]

# A check of another package may never end; those of this one say a bounded number of things of each claim.
MAX_SAID = 10_000


def check_name(check: AnyCheck) -> str:
    """Return the name by which policy addresses a check: its `name`, or the function's own."""
    name = getattr(check, "name", None) or getattr(check, "__name__", None)
    if not callable(check) or not isinstance(name, str):
        raise UsageError(f"checks: expected a check or a generator function, saw {type(check).__name__}")
    return name


def is_decidable(check: AnyCheck) -> bool:
    """Return whether the check says that its findings are facts; one that does not say so estimates."""
    return getattr(check, "decidable", False) is True


def run_check(check: AnyCheck, draft: Draft, evidence: Evidence) -> Verdict:
    """Return the verdict of one check. Whatever it does, nothing is raised: a fault is a `broken` verdict."""
    name, decidable, foreign = check_name(check), is_decidable(check), _is_foreign(check)
    findings: list[Finding] = []
    supports: list[Support] = []
    fault = None
    try:
        # A foreign check gets a value of its own: what it changes there must not be what is released.
        for said in _started(check, draft, evidence):
            if isinstance(said, Finding):
                findings.append(said)
            elif isinstance(said, Support):
                supports.append(said)
            else:
                fault = f"yielded {type(said).__name__}, expected Finding or Support"
                break
            if foreign and len(findings) + len(supports) >= MAX_SAID:
                fault = f"yielded more than {MAX_SAID} findings and supports"
                break
    except Exception as error:  # noqa: BLE001  foreign code: its fault is a value
        fault = clip(f"{type(error).__name__}: {error}", 300)
    status: Status = "broken" if fault else "unsupported" if findings else "supported" if supports else "silent"
    return Verdict(
        check=name,
        status=status,
        decidable=decidable,
        findings=tuple(findings),
        supports=tuple(supports),
        fault=fault,
    )


def _is_foreign(check: AnyCheck) -> bool:
    return not type(check).__module__.startswith("vouched.checks.")


def _started(check: AnyCheck, draft: Draft, evidence: Evidence) -> Iterable[object]:
    if _is_foreign(check):
        draft = draft.but(value=copy.deepcopy(draft.value))
    said = check(draft, evidence)
    if not isinstance(said, Iterable) or isinstance(said, (str, bytes)):
        message = f"returned {type(said).__name__}, expected findings and supports"
        raise TypeError(message)
    return said
