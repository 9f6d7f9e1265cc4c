"""Tells what a sentence of an answer does: claim something, ask, greet, refuse, hedge, head a part, or send away.

Only a claim can be true or false of documents. Closed lists for English, Japanese and Chinese; what fits none is taken
for a claim, so that nothing that asserts something passes as idle talk.
"""

from __future__ import annotations

import re
from functools import cache, lru_cache
from importlib.resources import files
from typing import Literal, cast

from vouched.text.sentences import sentences

__all__ = ["Utterance", "says_nothing", "utterance"]

Utterance = Literal["claim", "question", "greeting", "refusal", "hedge", "heading", "instruction"]
_MARKS = re.compile(
    r"^(?:[\s>*_`•・-]|\#{1,6}(?=\s)|[(（]?\d{1,3}[.)）、](?=\s|[^\W\d])|[①-⑳])*|[\s*_`]+$|\s*(?:\[\d{1,3}\]\s*)+$"
)
_HEADED = re.compile(r"\s*(?:\#{1,6}\s|\*\*[^*\n]{1,80}\*\*:?\s*$|【[^】\n]{1,40}】\s*$)")
_QUESTION = re.compile(r"[?？][\s\"'”’」』)）]*$|(?:ですか|ますか|でしょうか|ませんか|のか|吗|嗎|呢)[。.\s]*$")
_TITLE = re.compile(r"^[A-Z][\w'’&/-]*(?:\s+(?:[A-Z0-9][\w'’&/-]*|of|and|the|for|in|to|a|an|on|with|or|by)){0,7}$")
_LONGEST = 2000
_LONGEST_IDLE = 320


@cache
def _kinds() -> tuple[tuple[Utterance, re.Pattern[str]], ...]:
    """Return the expressions of the table, those of one kind joined, in its order."""
    joined: dict[str, list[str]] = {}
    table = (files("vouched.text") / "tables" / "utterances.txt").read_text(encoding="utf-8")
    for row in table.splitlines():
        if row and not row.startswith("#"):
            kind, _, pattern = row.partition("\t")
            joined.setdefault(kind, []).append(pattern)
    return tuple((cast("Utterance", kind), re.compile("|".join(each), re.IGNORECASE)) for kind, each in joined.items())


@lru_cache(maxsize=4096)
def utterance(text: str) -> Utterance:
    """Return what one sentence does. List marks, emphasis and citation marks around it are looked through."""
    bare = _MARKS.sub("", text[:_LONGEST]).strip()
    if not any(char.isalnum() for char in bare):
        return "heading"
    if _QUESTION.search(bare):
        return "question"
    for kind, pattern in _kinds() if len(bare) <= _LONGEST_IDLE else ():
        if pattern.search(bare):
            return kind
    if _HEADED.match(text) or (text.rstrip() == text and _TITLE.match(bare)):
        return "heading"
    return "claim"


@lru_cache(maxsize=4096)
def says_nothing(text: str) -> Utterance | None:
    """Return what a text does where no sentence of it claims anything, the first sentence's; None where one does."""
    found: Utterance | None = None
    for span in sentences(text[: 4 * _LONGEST]):
        kind = utterance(span.of(text))
        if kind == "claim":
            return None
        found = found or kind
    return found or "heading"
