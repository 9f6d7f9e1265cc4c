"""Words what a model is asked: fixed sentences in its language, documents as data, and hints that carry codes only."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from functools import cache
from importlib.resources import files
from typing import Any

from vouched.documents import Evidence
from vouched.errors import UsageError
from vouched.ports import Message
from vouched.record import Record
from vouched.run.asking import as_data, documents_block
from vouched.text.clip import clip
from vouched.verdicts import Finding

__all__ = ["ANSWER_SCHEMA", "LANGUAGES", "MAX_PREVIOUS", "Wording", "asked", "correction", "hints_of", "wording_of"]

LANGUAGES = ("en", "ja", "zh")
# The shape of an answer with claims, for providers that hold a model to a schema.
ANSWER_SCHEMA: Mapping[str, Any] = {
    "type": "object",
    "additionalProperties": False,
    "required": ["claims"],
    "properties": {
        "claims": {
            "type": "array",
            "items": {
                "type": "object",
                "additionalProperties": False,
                "required": ["text", "confidence", "citations"],
                "properties": {
                    "text": {"type": "string"},
                    "confidence": {"type": "number"},
                    "citations": {
                        "type": "array",
                        "items": {
                            "type": "object",
                            "additionalProperties": False,
                            "required": ["document", "anchor"],
                            "properties": {"document": {"type": "string"}, "anchor": {"type": "string"}},
                        },
                    },
                },
            },
        }
    },
}
MAX_HINTS = 12
MAX_FORBIDDEN = 10
MAX_PREVIOUS = 20_000
_ID = re.compile(r"[\w.:/-]{1,64}")
_SLOT = re.compile(r"\{(where|ids|check|code)\}")


class Wording(Record, frozen=True, kw_only=True):
    """The sentences of one language; `hints` maps "check/code" to a sentence with the slots where, ids, check, code."""

    language: str
    system: str
    question: str
    documents: str
    reask: str
    forbidden: str
    previous: str
    hints: Mapping[str, str]


@cache
def wording_of(language: str) -> Wording:
    """Return the shipped wording of a language. Raises UsageError for one that is not shipped."""
    import tomllib

    if language not in LANGUAGES:
        raise UsageError(f"language: expected one of {', '.join(LANGUAGES)}, saw {language!r:.40}")
    text = (files("vouched.run") / "wording" / f"{language}.toml").read_text(encoding="utf-8")
    return Wording(language=language, **tomllib.loads(text))


def asked(
    question: str,
    evidence: Evidence,
    wording: Wording,
    *,
    system: str | None = None,
    hints: Iterable[str] = (),
    forbidden: Iterable[str] = (),
    previous: str | None = None,
) -> tuple[Message, ...]:
    """Return the messages of one attempt: fixed system text, then question, documents and hints as the user's message.

    `forbidden` claims and the `previous` draft are put in only where the caller opted in: bounded, as JSON texts.
    """
    parts = [f"{wording.question} {as_data(question)}"]
    if evidence.documents:
        parts.append(f"{wording.documents}\n{documents_block(evidence.documents)}")
    parts += correction(wording, hints=hints, forbidden=forbidden, previous=previous)
    return (Message("system", (system or wording.system).strip()), Message("user", "\n\n".join(parts)))


def correction(
    wording: Wording,
    *,
    hints: Iterable[str] = (),
    forbidden: Iterable[str] = (),
    previous: str | None = None,
    longest: int = MAX_PREVIOUS,
) -> list[str]:
    """Return the paragraphs of a prompt that tell of the last attempt; `longest` bounds the previous draft's text."""
    parts = []
    listed = [f"- {hint}" for hint in hints]
    if listed:
        parts.append("\n".join([wording.reask, *listed]))
    rejected = [f"- {json.dumps(clip(claim, 200), ensure_ascii=False)}" for claim in dict.fromkeys(forbidden)]
    if rejected:
        parts.append("\n".join([wording.forbidden, *rejected[:MAX_FORBIDDEN]]))
    if previous is not None:
        parts.append(f"{wording.previous}\n{json.dumps(previous[:longest], ensure_ascii=False)}")
    return parts


def hints_of(findings: Iterable[Finding], evidence: Evidence, wording: Wording) -> tuple[str, ...]:
    """Return what the model is told of its failure: at most 12 fixed sentences, each once, slots filled with codes.

    A finding's `where` is a JSON pointer made of keys and indexes; only its indexes and plain keys are shown.
    """
    ids = ", ".join(document.id for document in evidence.documents[:20] if _ID.fullmatch(document.id))
    told: dict[str, None] = {}
    for finding in findings:
        place = f"{finding.check}/{finding.code}"
        sentence = wording.hints.get(place) or wording.hints["*"]
        slots = {"where": _where(finding.where), "ids": ids, "check": finding.check, "code": finding.code}
        told[_SLOT.sub(lambda match, filled=slots: filled[match[1]], sentence)] = None  # type: ignore[misc]
    return tuple(told)[:MAX_HINTS]


def _where(pointer: str) -> str:
    parts = pointer.split("/")[1:9]
    return "/" + "/".join(part if re.fullmatch(r"[A-Za-z0-9_-]{1,40}", part) else "…" for part in parts)
