"""Finds the sentences of a document that an absent text may be a rewording of, in bounded time.

Telling words and stretches of the text vote for places. Where too many of its words stand nowhere in the document there
is nothing to compare, which makes an invented text the cheapest.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import cast

from vouched.documents import Document, Span
from vouched.text.comparing import Token, tokens_of, weight
from vouched.text.folding import fold
from vouched.text.locating import folding_of
from vouched.text.sentences import sentence_around, sentences
from vouched.text.vocabulary import vocabulary_of

__all__ = ["passages"]

_LEAST_SHARE = 0.45
_MOST_WORDS = 10
_MOST_STRETCHES = 8
_MOST_HITS = 8
_MOST_PLACES = 5
_ENOUGH = 4
_MOST_LOOKED_AT = 16
_LIKELY = 0.7
_MOST_PASSAGES = 3
_MEMO_SIZE = 20_000
# A stretch of a text without spaces is looked for by pieces of two characters, a long one by pieces of four.
_GRAM, _SHORT = 4, 20
_STRETCH, _SPACELESS_STRETCH = 9, 5
_MOST_WINDOW = 6000
_STOP = re.compile(r"(?<=[^\W\d_]{3})[.!?]\s+(?=\S)|[。！？](?=\S)")
_SPACELESS = ("ideograph", "kana", "katakana")


def passages(document: Document, wanted: str) -> tuple[Span, ...]:
    """Return up to three passages, each of as many sentences as `wanted` has, the likeliest first."""
    tokens = tokens_of(wanted)
    words = _words(wanted, tokens)
    if not words or _is_foreign(document, words):
        return ()
    skeleton = folding_of(document).skeleton
    places: dict[int, None] = {}
    seeds = _stretches(wanted, _known(document, tokens))
    telling = 0
    for seed in seeds:
        hits = _hits(document, skeleton, seed)
        places.update(dict.fromkeys(hits))
        telling += 0 < len(hits) < _MOST_HITS
        if telling == _ENOUGH:
            break
    if telling < 2:
        missing = 0.0
        total = sum(words.values())
        for seed, worth in sorted(words.items(), key=lambda word: (-len(word[0]), word[0]))[:_MOST_WORDS]:
            hits = _hits(document, skeleton, seed)
            missing += 0.0 if hits else worth
            if missing > total * (1 - _LEAST_SHARE):
                return ()
            places.update(dict.fromkeys(hits))
    return _likeliest(document, list(places), [*seeds, *words], wanted)


def _words(wanted: str, tokens: Sequence[Token]) -> dict[str, float]:
    """Return the folded words and numbers to look for, and pieces of what has no spaces, with what each is worth."""
    found: dict[str, float] = {}
    for run in _runs(tokens):
        if run[0].kind in _SPACELESS:
            stretch = fold(wanted[run[0].start : run[-1].end])
            size = 2 if len(stretch) <= _SHORT else _GRAM
            for start in range(0, max(1, len(stretch) - size + 1), max(1, len(stretch) // 8)):
                found[stretch[start : start + size]] = 1.0
        elif weight(run[0]) >= 1 and (folded := run[0].folded):
            found[folded] = 1.0
    if len(found) < 3:
        for token in tokens:
            if token.kind == "word" and (folded := token.folded):
                found.setdefault(folded, 0.5)
    return found


def _runs(tokens: Sequence[Token]) -> Iterator[list[Token]]:
    """Yield the tokens one by one, but those that follow each other without a space in one run."""
    run: list[Token] = []
    for token in tokens:
        if run and token.kind in _SPACELESS and run[-1].end == token.start:
            run.append(token)
            continue
        if run:
            yield run
        run = [token]
        if token.kind not in _SPACELESS:
            yield run
            run = []
    if run:
        yield run


def _is_foreign(document: Document, words: dict[str, float]) -> bool:
    """Whether too many of a text's words stand nowhere in the document."""
    vocabulary = vocabulary_of(document)
    missing = sum(worth for word, worth in words.items() if word.isalnum() and not vocabulary.has(word))
    return missing > sum(words.values()) * (1 - _LEAST_SHARE)


def _known(document: Document, tokens: Sequence[Token]) -> list[list[Token]]:
    """Return the runs of tokens of which the document lacks none."""
    vocabulary = vocabulary_of(document)
    runs: list[list[Token]] = [[]]
    for token in tokens:
        folded = token.folded
        if folded.isalnum() and not vocabulary.has(folded):
            runs.append([])
        else:
            runs[-1].append(token)
    return [run for run in runs if run]


def _stretches(wanted: str, runs: Sequence[Sequence[Token]]) -> list[str]:
    """Return stretches of the folded text of two words and more, evenly spread: those that stand name the place."""
    found: dict[str, None] = {}
    step = max(1, sum(map(len, runs)) // _MOST_STRETCHES)
    for run in runs:
        spaceless = sum(token.kind in _SPACELESS for token in run) * 2 > len(run)
        least = _SPACELESS_STRETCH if spaceless else _STRETCH
        for first in range(0, len(run) - 1, step):
            for last in range(first + 1, min(first + 6, len(run))):
                stretch = fold(wanted[run[first].start : run[last].end])
                if len(stretch) >= least:
                    found[stretch] = None
                    break
    return list(found)[: 2 * _MOST_STRETCHES]


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


def _likeliest(document: Document, places: list[int], seeds: list[str], wanted: str) -> tuple[Span, ...]:
    """Return the passages around the places that hold the most seeds."""
    skeleton, reach = folding_of(document).skeleton, len(fold(wanted)) + 20
    near = {place: skeleton[max(0, place - reach) : place + reach] for place in places}
    votes = {place: sum(seed in around for seed in seeds) for place, around in near.items()}
    scored: dict[Span, int] = {}
    number = 1 + len(_STOP.findall(wanted))
    chosen: list[int] = []
    for place in sorted(places, key=lambda place: (-votes[place], place))[:_MOST_LOOKED_AT]:
        if len(chosen) == _MOST_PLACES or votes[place] < _LIKELY * votes[chosen[0] if chosen else place]:
            break
        start = folding_of(document).outer(place, place + 1)[0]
        if any(span.start <= start < span.end for span in scored):
            continue
        chosen.append(place)
        for span in _around(document, start, number, len(wanted)):
            held = fold(span.of(document.text))
            scored[span] = sum(seed in held for seed in seeds)
        if len(scored) >= 2 * _MOST_PASSAGES:
            break
    most = max(scored.values(), default=0)
    likely = [span for span, held in scored.items() if held >= _LIKELY * most]
    return tuple(sorted(likely, key=lambda span: (-scored[span], span.start))[:_MOST_PASSAGES])


def _around(document: Document, start: int, number: int, length: int) -> Iterator[Span]:
    """Yield the runs of `number` sentences of which one is at a place of the document."""
    text = document.text
    one = sentence_around(text, start, start + 1)
    if one.end - one.start > _MOST_WINDOW:
        one = Span(max(one.start, start - _MOST_WINDOW // 2), min(one.end, start + _MOST_WINDOW // 2))
    if number == 1:
        yield one
        return
    reach = 2 * length + 40
    low, high = max(0, one.start - reach), min(len(text), one.end + reach)
    parts = [Span(low + part.start, low + part.end) for part in sentences(text[low:high])]
    for first in range(max(1, len(parts) - number + 1)):
        window = parts[first : first + number]
        if window and window[0].start <= start < window[-1].end:
            yield Span(window[0].start, window[-1].end)
