"""Finds the passage that an absent text most resembles, to show what was changed. A near passage is never a quote."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from difflib import SequenceMatcher
from typing import cast

from vouched.documents import Document, Quote, Span
from vouched.record import Record
from vouched.text.boundaries import cuts, is_spaceless
from vouched.text.folding import fold
from vouched.text.locating import folding_of
from vouched.text.sentences import sentence_around

__all__ = ["Change", "Nearest", "changes", "nearest"]

_MAX_LENGTH = 600
_MAX_HITS = 12
_MAX_SEEDS = 40
_GRAM, _STEP = 12, 48
_LONG = 60
_SEARCHED = 200_000
_WORK = 4_000_000
_MINIMUM_LIKENESS = 0.6
# A word, a number, a run of kana, or one ideograph.
_TOKEN = re.compile(
    r"[0-9０-９]+(?:[.,:，．：][0-9０-９]+)*|[^\W\d_\u2e80-\u30ff\u3400-\u9fff\uf900-\ufaff\uff00-\uffef]+"
    r"(?:['’][^\W\d_]+)*|[\u3041-\u309f]+|[\u30a0-\u30ff]+|\S"
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

    Pieces of the text's skeleton vote for a place of the document's; only the winning window is compared character by
    character. The pieces of a long text are looked up, those of a short one searched for, in bounded time.
    """
    folding = folding_of(document)
    skeleton = fold(wanted[: 2 * _MAX_LENGTH])[:_MAX_LENGTH]
    diagonal = _diagonal(document, skeleton)
    if diagonal is None:
        return None
    slack = len(skeleton) // 8 + 8
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


def _diagonal(document: Document, needle: str) -> int | None:
    """Return where in the document's skeleton the needle would begin by the vote of its pieces, or None without any."""
    haystack = folding_of(document).skeleton
    votes: Counter[int] = Counter()
    at: dict[int, int] = {}
    width = len(needle) // 4 + 8
    for start in _hits(document, haystack, needle):
        bucket = start // width
        votes[bucket] += 2
        votes[bucket - 1] += 1
        votes[bucket + 1] += 1
        at.setdefault(bucket, start)
    if not at:
        return None
    winner = min(at, key=lambda bucket: (-votes[bucket], bucket))
    return max(0, at[winner])


def _hits(document: Document, haystack: str, needle: str) -> Iterator[int]:
    """Yield where the needle would begin for each piece of it that stands in the haystack.

    A long needle's pieces are looked up among the document's sampled grams, which finds every common stretch of
    59 characters; a shorter one's, or where that finds nothing in a short document, are searched for.
    """
    if len(needle) >= _LONG:
        grams = _grams_of(document, haystack)
        places = range(len(needle) - _GRAM + 1)
        found = [start - place for place in places if (start := _start(grams, needle, place)) >= 0]
        yield from found
        if found or len(haystack) > _SEARCHED:
            return
    spaceless = bool(needle) and is_spaceless(needle[len(needle) // 2])
    size = min(6 if spaceless else 10, max(2 if spaceless else 4, len(needle) // 3))
    if len(needle) < 2 * size:
        return
    most = min(_MAX_SEEDS, max(4, _WORK // (len(haystack) + 1)))
    for place in range(0, len(needle) - size + 1, max(size // 2, (len(needle) - size) // (most - 1) + 1)):
        seed, hits = needle[place : place + size], 0
        position = haystack.find(seed)
        while position >= 0 and hits < _MAX_HITS:
            yield position - place
            hits += 1
            position = haystack.find(seed, position + 1)


def _start(grams: dict[str, int], needle: str, place: int) -> int:
    return grams.get(needle[place : place + _GRAM], -1)


def _grams_of(document: Document, haystack: str) -> dict[str, int]:
    """Return the first place of the gram at every 48th character of the skeleton, made once for a document."""
    kept = document.__dict__.get("_grams")
    if kept is None:
        kept = document.__dict__["_grams"] = {
            haystack[start : start + _GRAM]: start for start in range(len(haystack) - _GRAM, -1, -_STEP)
        }
    return cast("dict[str, int]", kept)


def changes(found: str, wanted: str, *, most: int = 3) -> tuple[Change, ...]:
    """Return where `wanted` departs from `found`, word by word, kana by runs, ideographs one by one."""
    first = [match.group() for match in _TOKEN.finditer(found[: 2 * _MAX_LENGTH])]
    second = [match.group() for match in _TOKEN.finditer(wanted[: 2 * _MAX_LENGTH])]
    matcher = SequenceMatcher(None, [fold(t) or t for t in first], [fold(t) or t for t in second], autojunk=False)
    found_changes = []
    for tag, a, b, c, d in matcher.get_opcodes():
        if tag != "equal":
            # One ideograph alone says little: 以下 and 以上 rather than 下 and 上.
            lone = tag == "replace" and b - a == d - c == 1 and _is_ideograph(first[a]) and _is_ideograph(second[c])
            back = int(lone and a > 0 and c > 0 and _is_ideograph(first[a - 1]))
            found_changes.append(Change(_joined(first[a - back : b]), _joined(second[c - back : d])))
    worded = [change for change in found_changes if any(map(str.isalnum, change.expected + change.seen))]
    return tuple((worded or found_changes)[:most])


def _is_ideograph(token: str) -> bool:
    return len(token) == 1 and "\u3400" <= token <= "\u9fff"


def _joined(tokens: list[str]) -> str:
    text = ""
    for token in tokens:
        spaced = text and not is_spaceless(text[-1]) and not is_spaceless(token[0])
        text += f" {token}" if spaced else token
    return text if len(text) <= 60 else f"{text[:57]}…"
