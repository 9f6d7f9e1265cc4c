"""What a validator of the shim is made of: a check of vouched, the draft it looks at, and a verdict put in words."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from typing import Any, ClassVar, Literal

from vouched.documents import Evidence
from vouched.drafts import Draft
from vouched.ports import AnyCheck
from vouched.run.checking import run_check
from vouched.run.reading import read
from vouched.verdicts import Finding, Support

__all__ = ["Checked", "GuardrailValidator", "OnFailAction", "ValidationResult", "refuse_no_model", "said_of"]

_PLACE = re.compile(r"(?:/(?:extractions|claims|items))?/(?P<item>\d+)(?:/(?P<field>.*))?", re.DOTALL)


class OnFailAction(Enum):
    """What follows from a failure; `on_fail_policy` knows the same words."""

    EXCEPTION = "exception"
    REASK = "reask"
    FILTER = "filter"
    NOOP = "noop"


@dataclass(frozen=True)
class ValidationResult:
    """Whether an output is valid, and why not."""

    valid: bool
    error_message: str | None = None


class GuardrailValidator:
    """A validator, which is a check of vouched as well: it vouches for each claim of an output that is valid."""

    name: str = "validator"
    decidable: bool = True

    def validate(self, output: str) -> ValidationResult:
        """Return what is to be said of an output."""
        raise NotImplementedError

    def __call__(self, draft: Draft, _: Evidence) -> Iterator[Finding | Support]:
        """Yield a finding where the raw output is not valid, and otherwise a support for each claim."""
        result = self.validate(draft.raw)
        if not result.valid:
            yield Finding(check=self.name, code="not_valid", message=result.error_message or "")
            return
        for claim in range(len(draft.claims)):
            yield Support(check=self.name, claim=claim)


class Checked(GuardrailValidator):
    """A validator that says what a check of vouched says of the output as vouched reads it."""

    failed: ClassVar[str] = ""
    kind: ClassVar[Literal["json", "extractions", "auto"]] = "json"

    def __init__(self, check: AnyCheck, on_fail: OnFailAction = OnFailAction.REASK) -> None:
        self.check, self.on_fail = check, on_fail

    def drafted(self, output: str) -> Draft:
        """Return the draft that an output is; what could not be read stands in its findings."""
        return read(output, kind=self.kind)

    def validate(self, output: str) -> ValidationResult:
        """Return valid only where the output was read whole and the check looked at it and found nothing wrong."""
        draft = self.drafted(output)
        if draft.findings:
            is_misfit = draft.value is not None or draft.findings[0].code == "does_not_fit_model"
            return said_of(draft.findings, self.failed if is_misfit else "Invalid JSON")
        verdict = run_check(self.check, draft, Evidence())
        if verdict.status == "supported":
            return ValidationResult(valid=True)
        if verdict.findings:
            return said_of(verdict.findings, self.failed)
        return ValidationResult(valid=False, error_message=f"{self.failed}: {verdict.fault or 'nothing to look at'}")

    def __call__(self, draft: Draft, evidence: Evidence) -> Iterator[Finding | Support]:
        """Yield what the check yields, under the name of this validator."""
        verdict = run_check(self.check, draft, evidence)
        for finding in verdict.findings:
            yield finding.but(check=self.name)
        for support in verdict.supports:
            yield support.but(check=self.name)
        if verdict.fault:
            raise ValueError(verdict.fault)


def said_of(findings: tuple[Finding, ...], failed: str) -> ValidationResult:
    """Return the result that findings are: all of them, in order, with the item and the field of each."""
    lines = [f"{_place(finding.where)}: {_told(finding)}" for finding in findings]
    return ValidationResult(valid=False, error_message="\n  - ".join([f"{failed}:", *lines]))


def _told(finding: Finding) -> str:
    return finding.message or f"expected {finding.expected}, saw {finding.seen} ({finding.code})"


def _place(where: str) -> str:
    found = _PLACE.fullmatch(where)
    if found is None:
        return f"Item 0, field '{where.strip('/')}'" if where else "Item 0"
    return f"Item {found['item']}" + (f", field '{found['field']}'" if found["field"] else "")


def refuse_no_model(schema: Any, name: str) -> None:
    """Raise TypeError for what is no pydantic model."""
    from pydantic import BaseModel

    if not (isinstance(schema, type) and issubclass(schema, BaseModel)):
        raise TypeError(f"{name}: expected a Pydantic BaseModel, saw {schema!r:.60}")
