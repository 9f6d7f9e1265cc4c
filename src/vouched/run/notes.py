"""Collects the findings that reading makes, bounded in number and in length."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

from vouched.documents import Span
from vouched.run.markers import KnownIds
from vouched.text.clip import clip, clip_value
from vouched.text.wrappings import Fault
from vouched.verdicts import Finding

__all__ = ["Notes", "compact", "shown"]

_MOST = 1000
_LONGEST_PATH = 20
_ENCODER = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"))
_PHRASES = {
    "duplicate_key": "the same key stands twice in one object",
    "empty": "there is nothing to check",
    "lone_surrogate": "half of a surrogate pair is no character",
    "not_a_number": "JSON has no such number",
    "number_overflow": "the number is too large to be held exactly",
    "number_underflow": "the number would become zero",
    "several_values": "more than one JSON value; which one is meant is not known",
    "text_around_json": "there is text around the JSON value",
    "too_deep": "brackets are nested too deeply",
    "too_many_claims": "the answer claims more than is read",
    "too_large": "the answer is too large to read",
    "truncated": "the answer ends before it is complete",
}


def shown(value: Any) -> str:
    """Return what stands in a place, bounded: a scalar as JSON, a list or an object by its size."""
    return f'"{clip(value, 60)}"' if isinstance(value, str) else clip_value(value, 60)


def compact(value: Any, limit: int = 300) -> str:
    """Return `value` as compact JSON, at most `limit` characters of it."""
    text = _ENCODER.encode(value)
    return text if len(text) <= limit else text[: limit - 1] + "…"


class Notes:
    """The findings of one reading, in order; after 1,000 one last finding says that there were more.

    `known` are the ids of the documents that were given.
    """

    def __init__(self, known: Iterable[str] = (), *, asked: str | None = None) -> None:
        self.known = KnownIds(known, asked=asked)
        self.findings: list[Finding] = []

    def add(
        self,
        code: str,
        where: str = "",
        *,
        expected: str,
        seen: str,
        claim: int | None = None,
        message: str = "",
        span: Span | None = None,
    ) -> None:
        """Note one finding; the message is made of the place, what was expected and what was seen."""
        if len(self.findings) > _MOST:
            return
        if len(self.findings) == _MOST:
            code, where, claim, message, span = "too_many_findings", "", None, "", None
            expected, seen = f"at most {_MOST} faults", "more"
        said = message or _PHRASES.get(code, "")
        at = f"{where}: " if where else ""
        text = f"{at}{said + '; ' if said else ''}expected {expected}, saw {seen}"
        self.findings.append(
            Finding(
                check="read",
                code=code,
                where=where,
                expected=expected,
                seen=seen,
                claim=claim,
                message=clip(text, 400),
                span=span,
            )
        )

    def fault(self, fault: Fault) -> None:
        """Note a fault that the mechanics of text found."""
        span = Span(fault.start, fault.end)
        self.add(fault.code, _shortened(fault.where), expected=fault.expected, seen=fault.seen, span=span)


def _shortened(pointer: str) -> str:
    """Return a pointer with its first three parts and its last one, where it has many more."""
    parts = pointer.split("/")
    return pointer if len(parts) <= _LONGEST_PATH else "/".join((*parts[:4], "…", parts[-1]))
