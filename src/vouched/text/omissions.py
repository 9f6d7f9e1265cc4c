"""Says what a slice leaves out that turns its meaning: a negation before it, a condition after it, half a numeral."""

from __future__ import annotations

import re

from vouched.documents import Span
from vouched.text.boundaries import cuts

__all__ = ["condition_after", "denies", "grown", "negation_before"]

_NEGATION = "not|no|never|none|nothing|neither|nor|without|cannot|hardly|\\w+n['’]t"
_NO_EVENT = (
    "(?:in|under|at|on|by)\\s+no\\s+(?:events?|cases?|ways?|circumstances?|conditions?|time|account|means)"
    "|not\\s+(?:under|in)\\s+any\\s+(?:circumstances?|events?|cases?|ways?)"
)
_NEGATION_BEFORE = re.compile(
    rf"\b(?:{_NEGATION}"
    rf"|(?:{_NO_EVENT})(?:\s+(?:shall|may|will|can|does|do|is|are|must|should|would))?(?:\s+(?:the|a|an|any))?)\s+\Z",
    re.IGNORECASE,
)
_CONDITION_AFTER = re.compile(
    rf"\s+(?:unless|except|only|if and only|provided that|subject to|save|without|not|{_NO_EVENT})\b", re.IGNORECASE
)
_DENIAL = re.compile(
    rf"\b(?:{_NEGATION}|unless|except|only|subject to|false|fails?|refuses?)\b|[不未無无非沒没除惟]|但し?|ただし|限り"
    "|ない|なか[っろ]|ません|ざる|まい|ずに",
    re.IGNORECASE,
)
_CLAUSE = frozenset("、，,。！？；;：:\n\r")


def grown(text: str, span: Span) -> Span:
    """Return the span widened so that it parts no numeral and leaves out no negative ending, to the clause at most."""
    start, end = span.start, span.end
    if cuts(text, start) == "numeral":
        floor = max(0, start - 80)
        while start > floor and text[start - 1] not in _CLAUSE:
            start -= 1
    if cuts(text, end) in ("numeral", "negation"):
        ceiling = min(len(text), end + 80)
        while end < ceiling and text[end] not in _CLAUSE:
            end += 1
        if text[end : end + 1] in tuple("。！？"):
            end += 1
    return Span(start, end)


def negation_before(text: str, span: Span) -> str | None:
    """Return the words or the character directly before the span that deny what it says, or None."""
    if cuts(text, span.start) == "negator":
        return text[span.start - 1]
    found = _NEGATION_BEFORE.search(text, max(0, span.start - 60), span.start)
    return found.group().strip() if found else None


def condition_after(text: str, span: Span) -> str | None:
    """Return the words directly after the span that restrict or deny what it says, or None; a stop parts them."""
    if text[span.end - 1 : span.end] in tuple(".;:!?。；：！？"):
        return None
    found = _CONDITION_AFTER.match(text, span.end)
    return found.group().strip() if found else None


def denies(text: str) -> bool:
    """Return whether the text has a word, character or ending that denies, excepts or restricts."""
    return bool(_DENIAL.search(text))
