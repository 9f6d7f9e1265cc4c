"""Ranks passages against a question by the words they share (BM25); no model, no index, the same on every machine."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Callable, Iterable
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from vouched.text.boundaries import is_spaceless
from vouched.text.folding import fold

__all__ = ["Ranked", "Ranking", "terms"]

# Robertson and Zaragoza, "The Probabilistic Relevance Framework: BM25 and Beyond" (2009). Its usual B of 0.75 is for
# documents; it prefers short sentences too much.
_K1, _B = 1.2, 0.4
_PIECE = re.compile(r"[0-9０-９]+(?:[.,．][0-9０-９]+)*|[^\W\d_]+")
_RUN = re.compile("[\u3400-\u9fff\uf900-\ufaff々〇]+|[\u30a0-\u30ff\uff66-\uff9f]+|[^\u3040-\u309f]+")
_HAN = re.compile("[\u3400-\u9fff\uf900-\ufaff々〇]")
_ENGLISH = frozenset(
    "a about after all also am an and any are as at back be been before being but by can could day did do does for "
    "from get gets give got had has have he her his how i if in into is it its just let like many may me might mine "
    "more most much must my next no "
    "not of on one only or other our out own please s shall she should so some such t tell than that the their them "
    "then there these they this those to too under until up us want was we were what when where which while who whom "
    "whose why will with would yes you your".split()
)
_CHINESE = frozenset("的了吗呢吧啊么是在我你他她它们和与或也都就还又很这那有要会能可以被把从到向于为什多少几个及其")
_JAPANESE = frozenset("何私方場合以下次及又等者事時上中")
_COMMON = frozenset("必要 場合 条件 以下 以上 教え 可以 什么 怎么 怎样 如何".split())
_SINGLE = 0.4
_OF_HEADING = 0.5
_COVERED = 0.25
# How many words of a question an ideal answer has.
_TELLING = 4
# Passages without the term that are thought beside the given ones, so that two or three still tell rare from common.
_PRIOR = 10
_MOST_WANTED = 64
_LONGEST_WORD = 60


def terms(text: str) -> Counter[str]:
    """Return the terms of a text with their weights: stems of words, pairs of ideographs and of katakana, numbers.

    Single ideographs count 0.4, so that an inflected word meets its compound (張り替える, 張替え). Function words and
    hiragana, which carries grammar, are left out.
    """
    found: Counter[str] = Counter()
    for piece in _PIECE.findall(text):
        if not is_spaceless(piece[0]) or piece[0].isdigit():
            if word := _stem(piece[:_LONGEST_WORD]):
                found[word] += 1
            continue
        for run in _RUN.findall(piece):
            _add_run(run, found)
    return found


def _add_run(run: str, found: Counter[str]) -> None:
    is_han = _HAN.match(run) is not None
    # A word in katakana counts as one word and not as each of its pairs.
    share = 1.0 if is_han else 2.0 / len(run)
    for first, second in pairwise(run):
        if first + second not in _COMMON and not (first in _CHINESE and second in _CHINESE):
            found[fold(first + second)] += share  # type: ignore[assignment]  # a Counter adds fractions as well
    if is_han:
        for char in run:
            if char not in _CHINESE and char not in _JAPANESE:
                found[char] += _SINGLE  # type: ignore[assignment]  # as above
    elif not is_spaceless(run[0]):
        found[_stem(run[:_LONGEST_WORD])] += 1


@lru_cache(maxsize=20_000)
def _stem(word: str) -> str:
    """Return a word folded and without its English endings; "" for a function word."""
    word = fold(word)
    if word in _ENGLISH or (len(word) == 1 and not word.isdigit()):
        return ""
    if not word.isascii() or len(word) < 4:
        return word
    for ending, instead, shortest in (("ies", "y", 5), ("ing", "", 6), ("ed", "", 5), ("es", "e", 5), ("s", "", 4)):
        if word.endswith(ending) and len(word) >= shortest and not word.endswith(("ss", "eed")):
            word = word[: -len(ending)] + instead
            break
    if len(word) > 3 and word[-1] == word[-2] and word[-1] not in "lsz":
        word = word[:-1]
    return word.rstrip("e") if len(word) > 4 else word


def _in_context(own: Counter[str], heading: Counter[str]) -> Counter[str]:
    """Return a passage's terms with those of its heading, which count half."""
    for term, count in heading.items():
        own[term] += _OF_HEADING * count  # type: ignore[assignment]  # as above
    return own


class Ranked(NamedTuple):
    """A passage that was chosen: its number, its score, and its share of an ideal answer's score, 0 to 1."""

    number: int
    score: float
    share: float


class Ranking:
    """Passages, each with the heading above it, ready to be ranked against questions; building it takes one pass."""

    def __init__(self, passages: Iterable[tuple[str, str]]) -> None:
        self._terms = [_in_context(terms(passage), terms(heading)) for passage, heading in passages]
        self._lengths = [sum(each.values()) for each in self._terms]
        self._mean = sum(self._lengths) / len(self._lengths) if self._lengths else 1.0
        self._held = Counter(term for each in self._terms for term in each)

    def weight(self, term: str) -> float:
        """Return how much a term tells (inverse document frequency), 0 where no passage has it."""
        held, total = self._held.get(term, 0), len(self._terms) + _PRIOR
        return math.log(1 + (total - held + 0.5) / (held + 0.5)) if held else 0.0

    def _unknown(self, term: str) -> float:
        """Return what a term that no passage has would tell; half for a pair of ideographs, which may be no word."""
        return math.log(2 + 2 * (len(self._terms) + _PRIOR)) / (2 if _HAN.match(term) else 1)

    def score(self, number: int, wanted: dict[str, float]) -> float:
        """Return the BM25 score of a passage for weighted terms."""
        has, length = self._terms[number], self._lengths[number]
        norm = _K1 * (1 - _B + _B * length / self._mean)
        return sum(
            weight * has[term] * (_K1 + 1) / (has[term] + norm) for term, weight in wanted.items() if term in has
        )

    def matched(self, number: int, wanted: Iterable[str]) -> set[str]:
        """Return which of the terms a passage has."""
        return {term for term in wanted if term in self._terms[number]}

    def best(
        self,
        question: str,
        *,
        most: int,
        relative: float = 0.35,
        least: float = 0.12,
        favour: Callable[[int], float] = lambda _: 1.0,
    ) -> list[Ranked]:
        """Return the passages that share most with a question, at most `most`, those of equal score in their order.

        Each next one is ranked by what those before it have not covered; it is left out below `relative` of the first
        one's score, and whatever has a share below `least` is. `favour` is a factor for a passage's rank by its number;
        score and share are without it.
        """
        asked = terms(question)
        weighed = {term: (self.weight(term), min(1.0, count)) for term, count in asked.items()}
        known = {term: weight * count for term, (weight, count) in weighed.items() if weight > 0}
        wanted = dict(sorted(known.items(), key=lambda item: (-item[1], item[0]))[:_MOST_WANTED])
        telling = (weight * count or self._unknown(term) * count for term, (weight, count) in weighed.items())
        ideal = sum(sorted(telling, reverse=True)[:_TELLING])
        numbers = set(range(len(self._terms)))
        chosen: list[Ranked] = []
        while wanted and len(chosen) < most:
            scored = {number: self.score(number, wanted) for number in numbers}
            ranked = [(score * favour(number), -number) for number, score in scored.items() if score > 0]
            place = max(ranked, default=(0.0, 0))[1]
            top = scored.get(-place, 0.0)
            if top <= 0 or top < least * ideal or (chosen and top < relative * chosen[0].score):
                break
            chosen.append(Ranked(-place, top, min(1.0, top / ideal)))
            numbers.remove(-place)
            for term in self.matched(-place, wanted):
                wanted[term] *= _COVERED
        return chosen
