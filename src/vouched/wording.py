"""The texts that a model is told: the sentences of a language, and templates whose slots are filled once."""

from __future__ import annotations

import re
from collections.abc import Mapping

from vouched.errors import UsageError
from vouched.record import Record

__all__ = [
    "HINT_SLOTS",
    "LANGUAGES",
    "REASK_SLOTS",
    "Template",
    "Wording",
    "hint_template",
    "reask_template",
    "sentence_template",
]

LANGUAGES = ("en", "ja", "zh")
HINT_SLOTS = ("where", "ids", "check", "code")
REASK_SLOTS = ("hints", "claims", "draft", "errors", "attempt", "attempts")
_PIECE = re.compile(r"\{\{|\}\}|\{([^{}]*)\}|[{}]")


class Wording(Record, frozen=True, kw_only=True):
    """The sentences of one language; `hints` maps "check/code" to a sentence with the slots where, ids, check, code."""

    language: str
    system: str
    structured: str
    question: str
    documents: str
    reask: str
    forbidden: str
    previous: str
    errors: str
    hints: Mapping[str, str]


class Template(Record, frozen=True):
    """A text with slots, read once: `literals` are what stands around its `slots`, one more than these."""

    literals: tuple[str, ...]
    slots: tuple[str, ...] = ()

    def fill(self, values: Mapping[str, str]) -> str:
        """Return the text with each slot's value in its place; what is put in is not read for slots again."""
        filled = [self.literals[0]]
        for slot, literal in zip(self.slots, self.literals[1:], strict=True):
            filled += (values[slot], literal)
        return "".join(filled)


def reask_template(text: object, *, where: str = "reask_template") -> Template:
    """Return the template of what a model is told of a rejected answer; it has the slot {hints}, and may have others.

    Raises UsageError, with `where` and the line and column, for a slot that does not exist or a brace without its pair.
    """
    return _parsed(text, where, known=REASK_SLOTS, required="hints")


def hint_template(text: object, *, where: str = "hint") -> Template:
    """Return the template of one hint; its slots are {where}, {ids}, {check} and {code}. Raises UsageError."""
    return _parsed(text, where, known=HINT_SLOTS)


def sentence_template(text: object, slots: tuple[str, ...], *, where: str) -> Template:
    """Return the template of a sentence that has all of `slots` and no others. Raises UsageError."""
    template = _parsed(text, where, known=slots)
    for slot in slots:
        if slot not in template.slots:
            raise UsageError(f"{where}: expected the slot {{{slot}}}, saw a text without it")
    return template


def _parsed(text: object, where: str, *, known: tuple[str, ...], required: str | None = None) -> Template:
    if not isinstance(text, str) or not text.strip():
        raise UsageError(f"{where}: expected a text that is not blank, saw {text!r:.40}")
    literals, slots, end = [""], [], 0
    for piece in _PIECE.finditer(text):
        literals[-1] += text[end : piece.start()]
        end = piece.end()
        if piece[1] is None and len(piece[0]) == 1:
            place = _place(text, piece.start())
            raise UsageError(f"{where}: {place}: expected a slot in braces, or the brace twice, saw a lone {piece[0]}")
        if piece[1] is None:
            literals[-1] += piece[0][0]
        elif piece[1] not in known:
            listed = ", ".join(f"{{{slot}}}" for slot in known)
            expected = f"one of {listed}" if known else "no slot"
            raise UsageError(f"{where}: {_place(text, piece.start())}: expected {expected}, saw {piece[0]!r:.60}")
        else:
            slots.append(piece[1])
            literals.append("")
    literals[-1] += text[end:]
    if required is not None and required not in slots:
        raise UsageError(f"{where}: expected the slot {{{required}}}, saw a text without it")
    return Template(tuple(literals), tuple(slots))


def _place(text: str, position: int) -> str:
    line_start = text.rfind("\n", 0, position) + 1
    return f"line {text.count(chr(10), 0, position) + 1}, column {position - line_start + 1}"
