"""Words what a model is told of a rejected answer: fixed sentences, and more only where the caller opted in."""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Mapping, Sequence
from typing import Literal, TypeAlias

from vouched.documents import Evidence
from vouched.drafts import Draft
from vouched.record import Record
from vouched.run.asking import as_data
from vouched.run.prompts import hints_of
from vouched.text.clip import clip
from vouched.text.folding import fold
from vouched.verdicts import Finding
from vouched.wording import Template, Wording

__all__ = ["STYLES", "Bounds", "Style", "inserted", "not_vouched", "retold"]

Style: TypeAlias = Literal["codes", "claims", "draft", "errors"]
STYLES: tuple[Style, ...] = ("codes", "claims", "draft", "errors")
MAX_CLAIMS = 10
MAX_ERRORS = 12
MAX_ERRORS_LENGTH = 8000
MAX_DRAFT = 20_000
_BETWEEN = "\n\n"
# The texts of a finding that may hold what the model wrote, and how much of each is told.
_TOLD = {"where": 100, "check": 60, "code": 60, "expected": 200, "seen": 200, "message": 300}
_RARE = re.compile(r"[^\x20-\x7e\u3041-\u30ff\u4e00-\u9fff]")


class Bounds(Record, frozen=True):
    """How many characters a retry's message may have, and the earlier answer in it; None is no bound set here."""

    prompt: int | None = None
    output: int | None = None


_UNBOUNDED = Bounds()


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
    bounds: Bounds = _UNBOUNDED,
    taken: int = 0,
) -> str:
    """Return what ends the user's message of the next attempt: "" where there is nothing to tell.

    It is the hints under their heading, or the caller's `template` filled with them; then what `style` adds, unless the
    template has it already. What the model wrote enters only by such a style or slot, as JSON on one line, bounded.
    `keys` are what its answer was asked to have; of its places a hint names these. `attempt` is the number of
    the attempt that is about to be made, of `attempts`. Of a message that has `taken` so many characters without it,
    and no more room within `bounds`, it leaves out what the model wrote, and never the hints.
    """
    hints = "\n".join(f"- {hint}" for hint in hints_of(findings, evidence, wording, keys=keys))
    asked = {style, *(() if template is None else template.slots)}
    told = {"hints": hints, "attempt": str(attempt), "attempts": str(attempts)}
    written = {
        "claims": _listed(_claims(draft, findings)) if "claims" in asked else "",
        "errors": _listed(_errors(findings)) if "errors" in asked else "",
        "draft": _json(draft.raw[: _longest(bounds)]) if "draft" in asked and draft.raw else "",
    }
    whole = _composed({**told, **written}, wording, style, template)
    if bounds.prompt is None or taken + len(_BETWEEN) * 2 + len(whole) <= bounds.prompt:
        return whole
    return _composed({**told, **dict.fromkeys(written, "")}, wording, style, template)


def inserted(prompt: str, told: str, *, at: int, longest: int | None = None) -> str:
    """Return a prompt that others wrote with what is told put in at a place: what stands behind that is kept whole.

    Of a prompt that gets longer than `longest` characters, paragraphs before the place are left out, the last ones
    first; what is told never is.
    """
    head, tail = prompt[:at].rstrip("\n"), prompt[at:]
    if longest is not None:
        room = longest - len(tail) - len(told) - 2 * len(_BETWEEN)
        if len(head) > room:
            head = head[: max(0, head.rfind(_BETWEEN, 0, max(0, room + 1)))]
    return _BETWEEN.join(part for part in (head, told, tail) if part)


def not_vouched(draft: Draft, claims: Sequence[int | None]) -> list[Finding]:
    """Return, for the model to be told, that nothing vouched for these claims; None is the answer as a whole."""
    return [
        Finding(
            check="policy", code="not_vouched", where="" if claim is None else draft.claims[claim].where, claim=claim
        )
        for claim in claims
        if claim is None or claim < len(draft.claims)
    ]


def _longest(bounds: Bounds) -> int:
    return MAX_DRAFT if bounds.output is None else bounds.output


def _composed(told: Mapping[str, str], wording: Wording, style: Style, template: Template | None) -> str:
    """Return the hints under their heading, or in the caller's template, and then what the style adds."""
    parts = []
    if told["hints"]:
        filled = {slot: value or "[]" for slot, value in told.items()}
        parts.append(f"{wording.reask}\n{told['hints']}" if template is None else template.fill(filled))
    headings = {"claims": wording.forbidden, "errors": wording.errors, "draft": wording.previous}
    slots = () if template is None else template.slots
    if style in headings and style not in slots and told[style]:
        parts.append(f"{headings[style]}\n{told[style]}")
    return _BETWEEN.join(parts)


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
