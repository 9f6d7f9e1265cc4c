"""Finds pairs of statements that are the same but for a number, sign, unit, comparator or negation."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from vouched.text.comparing import Reason, Token, compare, tokens_of, weight
from vouched.text.fact_words import COMPARATORS, FILLERS, NEGATING_AFFIXES, OPPOSITES, SCALES, UNITS, is_negator

__all__ = ["Contradiction", "contradictions"]

_TURNING = frozenset(("number", "scale", "sign", "unit", "comparator", "negation"))
_COMPARED = 200
# What is compared word by word: pairs that differ in few words and share enough to speak of the same thing.
_MOST_DIFFERING = 8
_LEAST_SHARED = 0.4
_MOST_REASONS = 2
_MODALS = frozenset("can could may might must shall should".split())
# Bounds for texts that are all nearly alike: words compared with words, and pairs told.
_WORK = 1_000_000
_MOST_TOLD = 50


class Contradiction(NamedTuple):
    """The places of two statements in their list, and the first fact in which they differ."""

    first: int
    second: int
    reason: Reason


class _Read(NamedTuple):
    text: str
    keys: frozenset[str]
    weights: dict[str, float]
    total: float
    subjects: frozenset[str]
    length: int


def contradictions(texts: Sequence[str], *, apart: Callable[[int, int], bool]) -> list[Contradiction]:
    """Return the pairs of texts that contradict, in order, of those that `apart` says are by different writers.

    Only the first 200 texts are looked at, at most 50 pairs are told, and the time is bounded.
    """
    read = [_read(text) for text in texts[:_COMPARED]] if len(texts) > 1 else []
    found: list[Contradiction] = []
    work = _WORK
    for first, one in enumerate(read):
        for second in range(first + 1, len(read)):
            other = read[second]
            if not _is_near(one, other) or not apart(first, second):
                continue
            work -= one.length * other.length
            reason = _turned(one.text, other.text)
            if reason is not None:
                found.append(Contradiction(first, second, reason))
            if work < 0 or len(found) == _MOST_TOLD:
                return found
    return found


def _read(text: str) -> _Read:
    tokens: list[Token] = tokens_of(text)
    weights: dict[str, float] = {}
    for token in tokens:
        weights[token.key] = weights.get(token.key, 0.0) + weight(token)
    subjects = frozenset(token.key for token in tokens if _is_subject(token))
    return _Read(text, frozenset(weights), weights, sum(weights.values()), subjects, len(tokens))


def _is_subject(token: Token) -> bool:
    """Whether a token says what a statement is about: no number, and no word that turns, measures or only joins."""
    if token.kind not in ("word", "katakana", "ideograph"):
        return False
    word = token.folded
    return not (
        word.isdigit()
        or word in FILLERS
        or word in _MODALS
        or word in COMPARATORS
        or word in UNITS
        or word in SCALES
        or is_negator(word)
    ) and not (token.kind == "ideograph" and word in OPPOSITES)


def _is_near(one: _Read, other: _Read) -> bool:
    differing = one.keys ^ other.keys
    if len(differing) > _MOST_DIFFERING:
        return False
    subjects = (one.subjects ^ other.subjects) & differing
    if subjects and not _is_affixed(subjects):
        return False
    shared = sum(min(one.weights[key], other.weights[key]) for key in one.keys & other.keys)
    return shared >= _LEAST_SHARED * max(one.total, other.total) > 0


def _is_affixed(words: frozenset[str]) -> bool:
    """Whether two words differ by a prefix that denies: safe, unsafe."""
    if len(words) != 2:
        return False
    short, long = sorted(words, key=len)
    short, long = short.removesuffix("e"), long.removesuffix("e")  # stems lose it in long words only
    return any(long == affix + short for affix in NEGATING_AFFIXES)


def _turned(one: str, other: str) -> Reason | None:
    """Return the first of the facts in which alone two texts differ, or None where other words differ too.

    Compared both ways: what one of them has more at its ends is a difference only to the other.
    """
    reasons = compare(one, other).reasons
    if len(reasons) > _MOST_REASONS or any(reason.kind not in _TURNING for reason in reasons):
        return None
    back = compare(other, one).reasons
    if len(back) > _MOST_REASONS or any(reason.kind not in _TURNING for reason in back):
        return None
    if reasons:
        return reasons[0]
    return Reason(back[0].kind, back[0].seen, back[0].expected) if back else None
