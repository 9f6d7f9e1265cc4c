"""Words what a model is told of a rejected answer: fixed sentences, and more only where the caller opted in."""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Sequence
from typing import Literal, TypeAlias

from vouched.documents import Evidence
from vouched.drafts import Draft
from vouched.run.asking import as_data
from vouched.run.prompts import hints_of
from vouched.text.clip import clip
from vouched.text.folding import fold
from vouched.verdicts import Finding
from vouched.wording import Template, Wording

__all__ = ["STYLES", "Style", "not_vouched", "retold"]

Style: TypeAlias = Literal["codes", "claims", "draft", "errors"]
STYLES: tuple[Style, ...] = ("codes", "claims", "draft", "errors")
MAX_CLAIMS = 10
MAX_ERRORS = 12
MAX_ERRORS_LENGTH = 8000
MAX_DRAFT = 20_000
# The texts of a finding that may hold what the model wrote, and how much of each is told.
_TOLD = {"where": 100, "check": 60, "code": 60, "expected": 200, "seen": 200, "message": 300}
_RARE = re.compile(r"[^\x20-\x7e\u3041-\u30ff\u4e00-\u9fff]")


def retold(
    draft: Draft,
    findings: Sequence[Finding],
    evidence: Evidence,
    wording: Wording,
    *,
    style: Style = "codes",
    template: Template | None = None,
    keys: Collection[str] = (),
    attempt: int = 2,
    attempts: int = 2,
) -> str:
    """Return what ends the user's message of the next attempt: "" where there is nothing to tell.

    It is the hints under their heading, or the caller's `template` filled with them; then what `style` adds, unless the
    template has it already. What the model wrote enters only by such a style or slot, as JSON on one line, bounded.
    `keys` are what its answer was asked to have; of its places a hint names these. `attempt` is the number of
    the attempt that is about to be made, of `attempts`.
    """
    hints = "\n".join(f"- {hint}" for hint in hints_of(findings, evidence, wording, keys=keys))
    slots = () if template is None else template.slots
    told = {
        "hints": hints,
        "claims": _listed(_claims(draft, findings)) if "claims" in (style, *slots) else "",
        "errors": _listed(_errors(findings)) if "errors" in (style, *slots) else "",
        "draft": _json(draft.raw[:MAX_DRAFT]) if "draft" in (style, *slots) and draft.raw else "",
        "attempt": str(attempt),
        "attempts": str(attempts),
    }
    parts = []
    if hints:
        filled = {slot: value or "[]" for slot, value in told.items()}
        parts.append(f"{wording.reask}\n{hints}" if template is None else template.fill(filled))
    headings = {"claims": wording.forbidden, "errors": wording.errors, "draft": wording.previous}
    if style in headings and style not in slots and told[style]:
        parts.append(f"{headings[style]}\n{told[style]}")
    return "\n\n".join(parts)


def not_vouched(draft: Draft, claims: Sequence[int | None]) -> list[Finding]:
    """Return, for the model to be told, that nothing vouched for these claims; None is the answer as a whole."""
    return [
        Finding(
            check="policy", code="not_vouched", where="" if claim is None else draft.claims[claim].where, claim=claim
        )
        for claim in claims
        if claim is None or claim < len(draft.claims)
    ]


def _claims(draft: Draft, findings: Sequence[Finding]) -> list[str]:
    """Return the texts of the claims that carry findings: at most 10, none twice however it is typed."""
    found: dict[str, str] = {}
    for index in sorted({finding.claim for finding in findings if finding.claim is not None}):
        text = clip(draft.claims[index].text) if index < len(draft.claims) else ""
        if text.strip():
            found.setdefault(fold(text) or text, text)
    return [_json(text) for text in list(found.values())[:MAX_CLAIMS]]


def _errors(findings: Sequence[Finding]) -> list[str]:
    """Return the findings as JSON objects of their clipped texts: at most 12, none twice, bounded together too."""
    found: dict[str, None] = {}
    left = MAX_ERRORS_LENGTH
    for finding in findings:
        texts = {name: clip(getattr(finding, name), limit) for name, limit in _TOLD.items()}
        line = _json({name: text for name, text in texts.items() if text})
        if line not in found and len(line) <= left and len(found) < MAX_ERRORS:
            found[line] = None
            left -= len(line)
    return list(found)


def _listed(lines: Sequence[str]) -> str:
    return "\n".join(f"- {line}" for line in lines)


def _json(value: object) -> str:
    """Return a value as JSON on one line, in which nothing looks like the tag of a document."""
    return _RARE.sub(_escaped, as_data(json.dumps(value, ensure_ascii=False)))


def _escaped(match: re.Match[str]) -> str:
    return match[0] if match[0].isprintable() else json.dumps(match[0])[1:-1]
