"""Tells what a sentence of an answer does: claim something, ask, greet, refuse, hedge, head a part, or send away.

Only a claim can be true or false of documents. There are closed lists for English, Japanese and Chinese; a sentence
claims nothing only where each of its parts is on them, so that what asserts something never passes as idle talk ("Sure,
it is 5 km").
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache, lru_cache
from importlib.resources import files
from typing import Literal, cast

from vouched.text.quantities import quantities
from vouched.text.sentences import sentences

__all__ = ["Utterance", "says_nothing", "utterance"]

Utterance = Literal["claim", "question", "greeting", "refusal", "hedge", "heading", "instruction"]
_Part = Utterance | Literal["aside"]
_MARKS = re.compile(
    r"^(?:[\s>*_`•・-]|\#{1,6}(?=\s)|[(（]?\d{1,3}[.)）、](?=\s|[^\W\d])|[①-⑳])*|[\s*_`]+$|\s*[\[【]\d{1,3}[\]】]"
)
_HEADED = re.compile(r"\s*(?:\#{1,6}\s|\*\*[^*\n]{1,80}\*\*:?\s*$|【[^】\n]{1,40}】\s*$)")
_QUESTION = re.compile(r"[?？][\s\"'”’」』)）]*$|(?:ですか|ますか|でしょうか|ませんか|のか|吗|嗎|呢)[。.\s]*$")
# A statement that ends with what somebody else asks: The form says "Are you insured?"
_QUOTED_QUESTION = re.compile(r"^[^\"“「『(（].*[\"“「『][^\"“”「」『』]*[?？][\"”」』]\s*[.。]?$", re.DOTALL)
_TITLE = re.compile(r"^[A-Z][\w'’&/-]*(?:\s+(?:[A-Z0-9][\w'’&/-]*|of|and|the|for|in|to|a|an|on|with|or|by)){0,7}$")
_LEAD = re.compile(r"^[^.!?。！？]{1,60}[:：]$")
_LONG_LEAD = re.compile(
    r"^(?:here\s+(?:is|are)|below\s+(?:is|are)|the\s+following\s+(?:is|are)|based\s+on|according\s+to|in\s+summary|"
    r"to\s+summari[sz]e|summary|answer|step|note|overview|conclusion|key\s+points?)\b[^.!?。]{0,160}[:：]$",
    re.IGNORECASE,
)
# A line before a list that says something by itself, and what only announces the list.
_LEAD_STATES = re.compile(
    r"\b(?:is|are|was|were|has|have|had|must|shall|cannot|may|can|will)\s+(?:not\s+)?[\w$€£'’%-]+(?:\s+[\w$€£'’%,-]+){0,12}\s*:$"
    r"|(?:[为為是須须]|不得|可以|必[須须]|应当|應當|需要)[^：:]{1,40}[：:]$|(?:です|ます|ません|でした|ました|できる|ない)[：:]$",
    re.IGNORECASE,
)
_ANNOUNCES = re.compile(
    r"\b(?:here|below|follow(?:s|ing)?|includ(?:es?|ed|ing)|such\s+as|these|this|those|as|by|either|both|several|some|many|various"
    r"|different|few|two|three|four|five|ways?|steps?|reasons?|factors?|things?|points?|options?|tips|types|kinds|because|when|where"
    r"|if|to|for|of|in|on|at|with|from|that|they|it|you)\s*:$"
    r"|\b(?:here|below|follow(?:s|ing)|includ(?:e|es|ed|ing)|several|some|many|various|different|few)\b"
    r"|\b(?:two|three|four|five|\d)\s+(?:main|key|ways|steps)\b|\b(?:we|i|you)\s+(?:can|have|will|may|must|shall)\b"
    r"|以下|下列|如下|下述|包括|包含|分[为為]|[几幾数數]|次の|つぎ|下記|とおり|通り|[这這]些|これら|[为為是](?:了|什么|什麼)?[：:]$",
    re.IGNORECASE,
)
_CJK = re.compile("[\u3040-\u30ff\u3400-\u9fff]")
_KANA = re.compile("[\u3041-\u3096]")
_CUTS = re.compile(
    r"[;!]\s*|:(?=\s)|\s[-–—]{1,3}\s|—|,?\s+(?:but|however|although|though|whereas|therefore|hence|thus|nevertheless)\s+"
    r"|,\s+(?:so|yet|while|since|as|because)\s+|\s+(?:because|since|so)\s+(?=(?:the|it|they|i|we|this|that|there|you)\b)",
    re.IGNORECASE,
)
_COMMA = re.compile(r",(?!\d)\s*")
_SPACELESS_CUTS = re.compile("[，,；;：:!！。]\\s*")
_JAPANESE_CUTS = re.compile(
    "[；;：:!！。]|(?<=たら|れば)[、，,]|(?<=[たうるいくすんずり])(?:が|ので|から|ため|けれども|けれど|けど|のに|し)[、，,]"
    "|(?<=[っんいえけせてねべめれげぜ])[てで][、，,]|(?<=はい|いえ|ええ|ちは|んは|よう|ます|です|した)[、，,]"
)
_ASSERTS = re.compile(
    r"\b(?:is|are|was|were|has|have|had|will|would|must|may|might|shall|should|can|could|cannot|does|did)\b|[$€£%]",
    re.IGNORECASE,
)
_HANGS_ON = re.compile(
    r"(?:(?:and|or|nor)\s+)?(?:whether|if|that|when|where|how|what|why|such|including|like|in|on|at|for|from|of|with|by|to)\b",
    re.IGNORECASE,
)
# A line that is set as a heading and says something all the same: a full stop, or a verb.
_STATES = re.compile(
    r"[.!。！]$|\b(?:is|are|was|were|has|have|had|must|shall|cannot)\b|(?:です|ます|ません|でした|である|する|した|ない)$|不得|必须|应当|[是为]\d",
    re.IGNORECASE,
)
_EDGES = re.compile(r"^\W+(?:(?:and|so|also|well|then)\s+)?|^(?:and|so|also|well|then)\s+|\W+$", re.IGNORECASE)
_LONGEST = 2000
_LONGEST_IDLE = 320
_LONGEST_LEAD = 61


@cache
def _kinds() -> tuple[tuple[_Part, re.Pattern[str]], ...]:
    """Return the expressions of the table, those of one kind joined, in its order."""
    joined: dict[str, list[str]] = {}
    named: dict[str, str] = {}
    table = (files("vouched.text") / "tables" / "utterances.txt").read_text(encoding="utf-8")
    for row in table.splitlines():
        if row and not row.startswith("#"):
            kind, _, pattern = row.partition("\t")
            for name, meant in named.items():
                pattern = pattern.replace(f"<{name}>", meant)
            if kind.startswith("="):
                named[kind[1:]] = pattern
            else:
                joined.setdefault(kind, []).append(pattern)
    return tuple((cast("_Part", kind), re.compile("|".join(each), re.IGNORECASE)) for kind, each in joined.items())


@lru_cache(maxsize=4096)
def utterance(text: str) -> Utterance:
    """Return what one sentence does. List marks, emphasis and citation marks are looked through."""
    bare = _MARKS.sub("", text[:_LONGEST]).strip()
    if not any(char.isalnum() for char in bare):
        return "heading"
    if _QUESTION.search(bare) and not _QUOTED_QUESTION.match(bare):
        return "question"
    if _LEAD.match(bare) or _LONG_LEAD.match(bare):
        return "claim" if _lead_states(bare) else "heading"
    if len(bare) <= _LONGEST_IDLE and (idle := _idle(bare)) is not None:
        return idle
    if _HEADED.match(text) or (text.rstrip() == text and _TITLE.match(bare)):
        return "claim" if _STATES.search(bare) else "heading"
    return "claim"


def _lead_states(bare: str) -> bool:
    """Whether a line before a colon says something by itself: an amount, or a predicate that announces no list."""
    if any(each.kind in ("money", "percent") for each in quantities(bare)):
        return True
    return len(bare) <= _LONGEST_LEAD and bool(_LEAD_STATES.search(bare)) and not _ANNOUNCES.search(bare)


def _idle(bare: str) -> Utterance | None:
    """Return what a sentence does of which no part claims anything: a refusal before all else; None of another."""
    said: list[Utterance] = []
    for kind in _spaceless(bare) if _CJK.search(bare) else _spaced(bare):
        if kind == "claim":
            return None
        if kind != "aside":
            said.append(kind)
    return "refusal" if "refusal" in said else said[0] if said else None


def _spaceless(bare: str) -> Iterator[_Part]:
    for part in (_JAPANESE_CUTS if _KANA.search(bare) else _SPACELESS_CUTS).split(bare):
        if part := _EDGES.sub("", part):
            yield _kind(part)


def _spaced(bare: str) -> Iterator[_Part]:
    for whole in _CUTS.split(bare):
        before: _Part | None = None
        for part in _COMMA.split(whole):
            piece = _EDGES.sub("", part)
            if not piece:
                continue
            kind = _kind(piece)
            if kind == "claim" and before == "refusal" and (_HANGS_ON.match(piece) or not _ASSERTS.search(piece)):
                # It goes on with what is not found: "or the deposit", "whether it is due".
                continue
            yield kind
            before = kind


def _kind(part: str) -> _Part:
    for kind, pattern in _kinds():
        if pattern.match(part):
            is_figured = kind not in ("refusal", "aside") and any(char.isdigit() for char in part)
            return "claim" if is_figured else kind
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
