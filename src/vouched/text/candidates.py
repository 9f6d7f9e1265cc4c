"""Finds the sentences of a document that an absent text may be a rewording of, in bounded time.

Telling words vote for places. Where too many of them stand nowhere in the document there is nothing to compare, which
makes an invented text the cheapest.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import cast

from vouched.documents import Document, Span
from vouched.text.comparing import Token, tokens_of, weight
from vouched.text.folding import fold
from vouched.text.locating import folding_of
from vouched.text.sentences import sentence_around, sentences

__all__ = ["MINIMUM_SHARE", "passages"]

MINIMUM_SHARE = 0.45
_MOST_SEEDS = 10
_MOST_HITS = 8
_MOST_PLACES = 3
_MEMO_SIZE = 20_000
# A stretch of a text without spaces is looked for by pieces of two characters, a long one by pieces of four.
_GRAM, _SHORT = 4, 20
_MOST_WINDOW = 6000


def passages(document: Document, wanted: str) -> tuple[Span, ...]:
    """Return up to a few passages, each of as many sentences as `wanted` has, the likeliest first."""
    seeds = _seeds(wanted)
    if not seeds:
        return ()
    skeleton = folding_of(document).skeleton
    total = sum(worth for _, worth in seeds)
    absent = 0.0
    hits: list[tuple[int, float, str]] = []
    for seed, worth in seeds:
        found = _hits(document, skeleton, seed)
        if not found:
            absent += worth
            if absent > total * (1 - MINIMUM_SHARE):
                return ()
        hits.extend((place, worth / len(found) ** 0.5, seed) for place in found)
    reach = 2 * len(wanted) + 40
    spans: list[Span] = []
    for place in _places(sorted(hits), reach):
        spans.extend(_sentences_at(document, place, reach, wanted))
    return tuple(dict.fromkeys(spans))


def _seeds(wanted: str) -> list[tuple[str, float]]:
    """Return the folded words to look for, beside what they are worth, the most telling first."""
    tokens = tokens_of(wanted)
    seeds: dict[str, float] = {}
    run: list[Token] = []
    for token in [*tokens, None]:
        if (
            token is not None
            and token.kind in ("ideograph", "kana", "katakana")
            and (not run or run[-1].end == token.start)
        ):
            run.append(token)
            continue
        if run:
            stretch = fold(wanted[run[0].start : run[-1].end])
            size = 2 if len(stretch) <= _SHORT else _GRAM
            for start in range(0, max(1, len(stretch) - size + 1), max(1, len(stretch) // 8)):
                seeds[stretch[start : start + size]] = 1.0
        run = [token] if token is not None and token.kind in ("ideograph", "kana", "katakana") else []
        if token is not None and not run and weight(token) >= 1:
            folded = fold(token.text)
            if len(folded) >= 3 or token.kind in ("number", "code"):
                seeds[folded] = 1.0 if len(folded) > 1 else 0.5
    if len(seeds) < 3:
        for token in tokens:
            if token.kind == "word":
                seeds.setdefault(fold(token.text), 0.5)
    ranked = sorted(seeds.items(), key=lambda seed: (-min(len(seed[0]), 12), seed[0]))
    return [(seed, worth) for seed, worth in ranked if seed][:_MOST_SEEDS]


def _hits(document: Document, skeleton: str, seed: str) -> tuple[int, ...]:
    """Return the first places of a seed in the skeleton, looked up once for a document."""
    memo = cast("dict[str, tuple[int, ...]]", document.__dict__.setdefault("_seeds", {}))
    if seed not in memo:
        if len(memo) >= _MEMO_SIZE:
            memo.clear()
        found: list[int] = []
        place = skeleton.find(seed)
        while place >= 0 and len(found) < _MOST_HITS:
            found.append(place)
            place = skeleton.find(seed, place + len(seed))
        memo[seed] = tuple(found)
    return memo[seed]


def _places(hits: list[tuple[int, float, str]], reach: int) -> list[int]:
    """Return the places of the skeleton around which the most different seeds stand, the best first."""
    scored: list[tuple[float, int]] = []
    low = 0
    for high, (place, _, _) in enumerate(hits):
        while hits[low][0] < place - reach:
            low += 1
        best = {seed: worth for _, worth, seed in hits[low : high + 1]}
        middle = hits[(low + high) // 2][0]
        scored.append((-len(best) - sum(best.values()) / 100, middle))
    chosen: list[int] = []
    for _, middle in sorted(scored):
        if all(abs(middle - other) > reach // 2 for other in chosen):
            chosen.append(middle)
        if len(chosen) == _MOST_PLACES:
            break
    return chosen


def _sentences_at(document: Document, place: int, reach: int, wanted: str) -> Iterator[Span]:
    """Yield the runs of as many sentences as the text has, around a place of the skeleton."""
    folding, text = folding_of(document), document.text
    low, high = max(0, place - reach), min(len(folding.skeleton), place + reach)
    around = sentence_around(text, *folding.outer(place, place + 1))
    start, end = folding.outer(low, high)
    start, end = min(start, around.start), max(end, around.end)
    if end - start > _MOST_WINDOW:
        start, end = max(start, around.start - 200), min(end, around.start + _MOST_WINDOW)
    parts = [Span(start + part.start, start + part.end) for part in sentences(text[start:end])]
    number = max(1, len(sentences(wanted)))
    for first in range(max(1, len(parts) - number + 1)):
        last = min(first + number, len(parts)) - 1
        if last >= 0:
            yield Span(parts[first].start, parts[last].end)
