"""Remembers what a run's checks refused, so that a judge that changes its mind does not release what it refused."""

from __future__ import annotations

import json
from typing import Any

from vouched.drafts import Draft
from vouched.policy import Policy
from vouched.text.folding import fold
from vouched.text.json_paths import places_at
from vouched.verdicts import Finding, Verdict

__all__ = ["RefusedClaims"]

# What these find lies in how claims stand beside each other, or in the answer's form, and may be mended around a claim.
_NOT_OF_A_CLAIM = ("merge", "model", "read", "repeated")


class RefusedClaims:
    """The claims of one run that checks refused: their whole item, folded, with its citations and its confidence.

    One that was mended, in its words, its citations or its confidence, is another claim.
    """

    def __init__(self) -> None:
        self._refused: dict[str, str] = {}

    def add(self, draft: Draft, verdicts: tuple[Verdict, ...], policy: Policy) -> None:
        """Remember the claims that carry findings which are not only told."""
        for verdict in verdicts:
            for finding in verdict.findings if verdict.check not in _NOT_OF_A_CLAIM else ():
                authority, _ = policy.of(verdict.check, finding.code, decidable=verdict.decidable, text=draft.raw)
                if finding.claim is not None and finding.claim < len(draft.claims) and authority != "audit":
                    self._refused.setdefault(_known_by(draft, finding.claim), f"{finding.check}/{finding.code}")

    def judged(self, draft: Draft, verdicts: tuple[Verdict, ...]) -> tuple[Verdict, ...]:
        """Return the verdicts, and that of claims which were refused before and come back as they were."""
        if not self._refused:
            return verdicts
        told = {finding.claim for verdict in verdicts for finding in verdict.findings}
        findings = tuple(
            Finding(
                check="repeated",
                code="refused_before",
                where=claim.where,
                expected="another claim, or one that was mended",
                seen=before,
                message=f"the same claim was refused before: {before}",
                claim=number,
                span=claim.span,
            )
            for number, claim in enumerate(draft.claims)
            if number not in told and (before := self._refused.get(_known_by(draft, number)))
        )
        if not findings:
            return verdicts
        return (*verdicts, Verdict(check="repeated", status="unsupported", decidable=True, findings=findings))


def _known_by(draft: Draft, number: int) -> str:
    claim = draft.claims[number]
    held: Any = claim.text
    if draft.kind != "text":
        held = next((item for _, item in places_at(draft.value, claim.where)), claim.text)
    return fold(held if isinstance(held, str) else json.dumps(held, ensure_ascii=False, sort_keys=True))
