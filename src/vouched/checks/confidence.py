"""The check that the confidence a model states for each claim reaches a limit."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar, TypeGuard

from vouched.documents import Evidence
from vouched.drafts import Draft
from vouched.errors import UsageError
from vouched.record import Record
from vouched.text.clip import clip_value
from vouched.verdicts import Finding, Support

__all__ = ["Confidence"]


class Confidence(Record, frozen=True):
    """Finds claims whose stated confidence is below `at_least` (`low_confidence`), or, with `required`, missing
    (`no_confidence`). That the statement is below the limit is a fact; that it means anything is not claimed.
    """

    at_least: float = 0.7
    required: bool = False

    name: ClassVar[str] = "confidence"
    decidable: ClassVar[bool] = True

    def __post_init__(self) -> None:
        if not _is_number(self.at_least) or not 0 <= self.at_least <= 1:
            raise UsageError(f"Confidence.at_least: expected a number from 0 to 1, saw {self.at_least!r:.80}")

    def __call__(self, draft: Draft, evidence: Evidence) -> Iterator[Finding | Support]:
        """Yield a finding for each claim below the limit, a support for each that reaches it."""
        for index, claim in enumerate(draft.claims):
            stated = claim.confidence
            # A draft that was not read may hold anything here; what is no number from 0 to 1 reaches no limit.
            if _is_number(stated) and self.at_least <= stated <= 1:
                yield Support(check=self.name, claim=index, where=claim.where, vouches=False)
            elif stated is not None or self.required:
                seen = "none" if stated is None else f"{stated:g}" if _is_number(stated) else clip_value(stated, 60)
                yield Finding(
                    check=self.name,
                    code="no_confidence" if stated is None else "low_confidence",
                    where=claim.where,
                    expected=f"at least {self.at_least:g}",
                    seen=seen,
                    message=f"states a confidence of {seen}, at least {self.at_least:g} expected",
                    claim=index,
                    span=claim.span,
                )

    def doubt(self, draft: Draft, evidence: Evidence) -> float | None:
        """Return what the lowest confidence that the model states leaves of 1; None where it states none."""
        stated = [claim.confidence for claim in draft.claims if _is_number(claim.confidence)]
        return round(1 - min(stated), 6) if stated and 0 <= min(stated) <= max(stated) <= 1 else None


def _is_number(value: Any) -> TypeGuard[float]:
    return type(value) is float or (isinstance(value, (int, float)) and not isinstance(value, bool))
