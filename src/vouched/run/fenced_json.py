"""Tells an answer in JSON that stands in a fence, with prose around it, from prose that shows some code."""

from __future__ import annotations

import re

from vouched.documents import Span

__all__ = ["around_json"]

_FENCE = re.compile(r"^ {0,3}(`{3,}+|~{3,}+)[ \t]*+([^\n`]*+)\n", re.MULTILINE)
_INFO = re.compile(r"(?:application/)?json(?:5|c|l)?\b", re.IGNORECASE)
_ANSWER = re.compile(r'"(?:claims|extractions|citations)"\s*+:')
_BARE = re.compile(
    r'^[{\[]\s*+(?:\{\s*+)?"(?:claims|extractions|citations|extraction_text|extraction_class)"\s*+:', re.MULTILINE
)


def around_json(text: str, start: int, end: int) -> Span | None:
    """Return the prose around the JSON answer in `text[start:end]`: what stands before it, else what stands after it.

    None where no fence says that it holds JSON or holds an object or list with claims, extractions or citations, and
    no line begins with such an object.
    """
    at = start
    while opening := _FENCE.search(text, at, end):
        closing = re.compile(f"^ {{0,3}}{opening[1]}[`~]*+[ \\t]*+$", re.MULTILINE).search(text, opening.end(), end)
        stop = closing.start() if closing else end
        inside = text[opening.end() : stop].strip()
        if inside[:1] in ("{", "[") and (_INFO.match(opening[2]) or _ANSWER.search(inside)):
            return _outside(text, Span(start, opening.start()), Span(closing.end() if closing else end, end))
        at = closing.end() if closing else end
    if bare := _BARE.search(text, start, end):
        return _outside(text, Span(start, bare.start()), Span(end, end))
    return None


def _outside(text: str, before: Span, after: Span) -> Span | None:
    for place in (before, after):
        said = place.of(text)
        if said.strip():
            start = place.start + len(said) - len(said.lstrip())
            return Span(start, start + len(said.strip()))
    return None
