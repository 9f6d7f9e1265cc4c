"""Says what a slice leaves out that turns its meaning: a negation before it, a condition after it, half a numeral."""

from __future__ import annotations

from vouched.documents import Span
from vouched.text.boundaries import cuts
from vouched.text.denials import bound_after, denial_at_end, denies, restriction_at_start
from vouched.text.sentences import sentence_around

__all__ = ["condition_after", "denies", "grown", "negation_before", "sentence_of"]

_CLAUSE = frozenset("、，,。！？；;：:\n\r")
_REACH = 80
_MOST_JOINED = 3


def grown(text: str, span: Span) -> Span:
    """Return the span widened so that it parts no numeral and leaves out no negative ending, to the clause at most.

    In Chinese and Japanese also what bounds the number at its end (以下, 未満) and what bans what it names (を禁ずる).
    """
    start, end = span.start, span.end
    if cuts(text, start) == "numeral":
        floor = max(0, start - _REACH)
        while start > floor and text[start - 1] not in _CLAUSE:
            start -= 1
    bounded, bans = bound_after(text, start, end)
    end = bounded
    if bans or cuts(text, end) in ("numeral", "negation"):
        ceiling = min(len(text), end + _REACH)
        while end < ceiling and text[end] not in _CLAUSE:
            end += 1
        if text[end : end + 1] in tuple("。！？"):
            end += 1
    return Span(start, end)


def sentence_of(text: str, span: Span) -> Span:
    """Return the whole sentences around a span, with the lines beside them where these deny or restrict what they say.

    A line break may end a sentence; one behind "may not" does not.
    """
    found = sentence_around(text, span.start, span.end)
    for _ in range(_MOST_JOINED):
        start, end = found.start, found.end
        before = text[max(0, start - _REACH) : start].rstrip()
        if before and (before[-1].isalnum() or before[-1] in "*_`") and negation_before(text, found):
            place = max(0, start - _REACH) + len(before)
            start = sentence_around(text, place - 1, place).start
        if condition_after(text, found):
            place = end + len(text[end : end + _REACH]) - len(text[end : end + _REACH].lstrip())
            end = sentence_around(text, place, place + 1).end
        if Span(start, end) == found:
            break
        found = Span(start, end)
    return found


def negation_before(text: str, span: Span) -> str | None:
    """Return the words or characters directly before the span that deny, ban or bound what it says, or None."""
    found = denial_at_end(text[max(0, span.start - _REACH) : span.start], text[span.start : span.start + 16])
    if found is None and cuts(text, span.start) == "negator":
        return text[span.start - 1]
    return found


def condition_after(text: str, span: Span) -> str | None:
    """Return the words directly after the span that restrict or deny what it says, or None; a stop parts them."""
    if text[span.end - 1 : span.end] in tuple(".;:!?。；：！？"):
        return None
    words = span.of(text)[:200].split()
    return restriction_at_start(text, span.end, name=len(words) < 3 or all(word[:1].isupper() for word in words))
