"""Finds the passage that an absent text most resembles, to show what was changed. A near passage is never a quote."""

from __future__ import annotations

import re
from collections import Counter
from difflib import SequenceMatcher

from vouched.documents import Document, Quote, Span
from vouched.record import Record
from vouched.text.boundaries import cuts, is_spaceless
from vouched.text.folding import fold
from vouched.text.locating import folding_of
from vouched.text.sentences import sentence_around

__all__ = ["Change", "Nearest", "changes", "nearest"]

_MAX_LENGTH = 600
_MAX_HITS = 12
_MINIMUM_LIKENESS = 0.6
# A word, a number, or a run of one kind of Japanese or Chinese character.
_TOKEN = re.compile(
    r"[0-9０-９]+(?:[.,:，．：][0-9０-９]+)*|[^\W\d_\u2e80-\u30ff\u3400-\u9fff\uf900-\ufaff\uff00-\uffef]+"
    r"(?:['’][^\W\d_]+)*|[\u3041-\u309f]+|[\u30a0-\u30ff]+|[\u3400-\u9fff\uf900-\ufaff]{1,4}|\S"
)


class Change(Record, frozen=True):
    """One difference: what the document says, and what stood in its place ("" where nothing did)."""

    expected: str
    seen: str


class Nearest(Record, frozen=True):
    """The passage of a document that a text most resembles, and the share of the text that it covers (0 to 1)."""

    quote: Quote
    likeness: float


def nearest(document: Document, wanted: str) -> Nearest | None:
    """Return the most similar passage of `document`, or None when nothing shares at least 0.6 of the text.

    Seeds are cut from the text's skeleton, each searched for at C speed, and vote for a diagonal; only the winning
    window is compared character by character. Time is bounded by the document's length times at most 40 seeds.
    """
    folding = folding_of(document)
    skeleton = fold(wanted[: 2 * _MAX_LENGTH])[:_MAX_LENGTH]
    diagonal = _diagonal(folding.skeleton, skeleton)
    if diagonal is None:
        return None
    slack = len(skeleton) // 4 + 8
    low = max(0, diagonal - slack)
    window = folding.skeleton[low : diagonal + len(skeleton) + slack]
    blocks = [
        block
        for block in SequenceMatcher(None, window, skeleton, autojunk=False).get_matching_blocks()
        if block.size > (1 if is_spaceless(skeleton[0]) else 2)
    ]
    shared = sum(block.size for block in blocks) / len(skeleton)
    if shared < _MINIMUM_LIKENESS:
        return None
    first, last = blocks[0], blocks[-1]
    begin = max(0, low + first.a - first.b)
    finish = min(len(folding.skeleton), low + last.a + last.size + len(skeleton) - last.b - last.size)
    start, end = folding.outer(begin, finish)
    sure = folding.outer(low + first.a, low + last.a + last.size)
    bounds = sentence_around(document.text, *sure)
    start, end = min(sure[0], max(start, bounds.start)), max(sure[1], min(end, bounds.end))
    while start > 0 and cuts(document.text, start):
        start -= 1
    while end < len(document.text) and cuts(document.text, end):
        end += 1
    quote = Quote(document.id, start, end, document.text[start:end], "near", 0, (Span(start, end),))
    return Nearest(quote, min(1.0, shared))


def _diagonal(haystack: str, needle: str) -> int | None:
    """Return where in `haystack` the needle would begin by the vote of its pieces, or None without two votes."""
    spaceless = bool(needle) and is_spaceless(needle[len(needle) // 2])
    size = min(6 if spaceless else 10, max(2 if spaceless else 4, len(needle) // 3))
    if len(needle) < 2 * size:
        return None
    places = range(0, len(needle) - size + 1, max(size // 2, (len(needle) - size) // 39 + 1))
    width = len(needle) // 4 + 8
    votes: Counter[int] = Counter()
    at: dict[int, int] = {}
    for place in places:
        seed, hits = needle[place : place + size], 0
        position = haystack.find(seed)
        while position >= 0 and hits < _MAX_HITS:
            bucket = (position - place) // width
            votes[bucket] += 2
            votes[bucket - 1] += 1
            votes[bucket + 1] += 1
            at.setdefault(bucket, position - place)
            hits += 1
            position = haystack.find(seed, position + 1)
    if not at:
        return None
    winner = min(at, key=lambda bucket: (-votes[bucket], bucket))
    return max(0, at[winner])


def changes(found: str, wanted: str, *, most: int = 3) -> tuple[Change, ...]:
    """Return where `wanted` departs from `found`, word by word, or run by run of one script without spaces."""
    first = [match.group() for match in _TOKEN.finditer(found[: 2 * _MAX_LENGTH])]
    second = [match.group() for match in _TOKEN.finditer(wanted[: 2 * _MAX_LENGTH])]
    matcher = SequenceMatcher(None, [fold(t) or t for t in first], [fold(t) or t for t in second], autojunk=False)
    found_changes = [
        Change(_joined(first[a:b]), _joined(second[c:d])) for tag, a, b, c, d in matcher.get_opcodes() if tag != "equal"
    ]
    worded = [change for change in found_changes if any(map(str.isalnum, change.expected + change.seen))]
    return tuple((worded or found_changes)[:most])


def _joined(tokens: list[str]) -> str:
    text = ""
    for token in tokens:
        spaced = text and not is_spaceless(text[-1]) and not is_spaceless(token[0])
        text += f" {token}" if spaced else token
    return text if len(text) <= 60 else f"{text[:57]}…"
