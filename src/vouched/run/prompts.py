"""Words what a model is asked: fixed sentences in its language, documents as data, and hints that carry codes only."""

from __future__ import annotations

import copy
import re
from collections.abc import Collection, Iterable, Mapping
from functools import cache
from importlib.resources import files
from typing import Any

from vouched.documents import Evidence
from vouched.errors import UsageError
from vouched.ports import Message
from vouched.run import json_answers
from vouched.run.asking import as_data, documents_block
from vouched.verdicts import Finding
from vouched.wording import LANGUAGES, Wording, hint_template

__all__ = ["ANSWER_SCHEMA", "LANGUAGES", "asked", "hints_of", "keys_of", "with_sources", "wording_of"]

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
# The keys of an answer that a hint may name; any other is the model's own and might say anything.
_KEYS = frozenset(
    (
        *json_answers.CLAIM_TEXT,
        *json_answers.CITATIONS,
        *json_answers.DOCUMENT,
        *json_answers.QUOTE,
        *json_answers.CONFIDENCE,
        *json_answers.SOURCES,
        *json_answers.SOURCE_URL,
        "claims",
        "anchor",
        "extractions",
    )
)
_INDEX = re.compile(r"[0-9]{1,6}")
_ID = re.compile(r"[\w.:/-]{1,64}")


@cache
def wording_of(language: str) -> Wording:
    """Return the shipped wording of a language. Raises UsageError for one that is not shipped."""
    import tomllib

    if language not in LANGUAGES:
        raise UsageError(f"language: expected one of {', '.join(LANGUAGES)}, saw {language!r:.40}")
    text = (files("vouched.run") / "wording" / f"{language}.toml").read_text(encoding="utf-8")
    return Wording(language=language, **tomllib.loads(text))


def with_sources(schema: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the schema of an answer whose claims also list the URLs of their sources, for checks that judge these."""
    made = copy.deepcopy(dict(schema))
    claim = made["properties"]["claims"]["items"]
    claim["properties"]["sources"] = {"type": "array", "items": {"type": "string"}}
    claim["required"] = [*claim["required"], "sources"]
    return made


def asked(
    question: str, evidence: Evidence, wording: Wording, *, system: str | None = None, reask: str = ""
) -> tuple[Message, ...]:
    """Return the messages of one attempt: fixed system text, then question and documents as the user's message.

    `reask` is what the model is told of a rejected answer (run/reasking.py words it); it ends the user's message.
    """
    parts = [f"{wording.question} {as_data(question)}"]
    if evidence.documents:
        parts.append(f"{wording.documents}\n{documents_block(evidence.documents)}")
    if reask:
        parts.append(reask)
    return (Message("system", (system or wording.system).strip()), Message("user", "\n\n".join(parts)))


def hints_of(
    findings: Iterable[Finding], evidence: Evidence, wording: Wording, *, keys: Collection[str] = ()
) -> tuple[str, ...]:
    """Return what the model is told of its failure: at most 12 fixed sentences, each once, slots filled with codes.

    A finding's `where` is a JSON pointer made of keys and indexes; only its indexes, the keys of the answers that are
    read, and the given `keys` are shown.
    """
    ids = ", ".join(document.id for document in evidence.documents[:20] if _ID.fullmatch(document.id))
    told: dict[str, None] = {}
    for finding in findings:
        place = f"{finding.check}/{finding.code}"
        sentence = wording.hints.get(place) or wording.hints["*"]
        where = _where(finding.where, keys)
        slots = {"where": where, "ids": ids, "check": _name(finding.check), "code": _name(finding.code)}
        told[hint_template(sentence).fill(slots)] = None
        if len(told) == MAX_HINTS:
            break
    return tuple(told)


def keys_of(schema: Mapping[str, Any] | None) -> frozenset[str]:
    """Return the names of the properties of a JSON Schema, wherever in it they are."""
    found: set[str] = set()
    waiting: list[Any] = [schema]
    while waiting:
        node = waiting.pop()
        if isinstance(node, Mapping):
            properties = node.get("properties")
            found |= {key for key in properties if isinstance(key, str)} if isinstance(properties, Mapping) else set()
            waiting += node.values()
        elif isinstance(node, (list, tuple)):
            waiting += node
    return frozenset(found)


def _where(pointer: str, keys: Collection[str]) -> str:
    parts = pointer.split("/")[1:9]
    return "/" + "/".join(part if part in _KEYS or part in keys or _INDEX.fullmatch(part) else "…" for part in parts)


def _name(name: str) -> str:
    return name if _ID.fullmatch(name) else "…"
