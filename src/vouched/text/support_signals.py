"""Measures how a claim lies in its evidence: what of it is covered, matched in a row, counted, named, opposed.

Each signal is 0 where nothing speaks against the claim and grows, without a scale of its own set, with what does; a
model of them can therefore be monotone. Linear in the claim and, once for each document, in the documents.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple, cast

from vouched.documents import Document, Evidence
from vouched.text.codes import codes
from vouched.text.name_index import name_index_of
from vouched.text.names import names
from vouched.text.opposites import opposites, read
from vouched.text.quantities import Quantity, compare, quantities, quantities_of
from vouched.text.ranking import terms
from vouched.text.roles import agreement
from vouched.text.sentence_index import Sentence, sentence_index_of

__all__ = ["SIGNALS", "Signals", "signals"]

_LONGEST_CLAIM = 4000
_SENTENCES = 5
_MOST_TERMS = 400
_MOST_QUANTITIES = 40
_LONGEST_DOCUMENT = 400_000
_SHORT = 100
_LONGEST_WORD = 60
_PIECE = re.compile(
    "[0-9０-９]+(?:[.,．][0-9０-９]+)*|[\u3400-\u9fff々〇]+|[\u30a1-\u30fa\u30fc]+|[^\\W\\d_\u3040-\u30ff\u3400-\u9fff]+"
)
_WRITTEN = re.compile("(?<!^)\\b[A-Z][\\w’'-]+|[\u30a1-\u30fa\u30fc]{3,}|\\b[A-Z]{2,}\\b")

SIGNALS = (
    "uncovered", "uncovered_terms", "uncovered_by_best", "uncovered_by_few", "unmatched_pairs", "unseen_run",
    "short_match", "quantities_missing", "name_words_missing", "names_missing", "opposed", "order_changed",
    "roles_changed", "reordered",
)  # fmt: skip


class Signals(NamedTuple):
    """The signals of one claim by their names, and the sentence that covers most of it, if any."""

    values: tuple[float, ...]
    best: Sentence | None


class _Known(NamedTuple):
    """What a document has: its terms by how often, and which stand side by side."""

    counts: Counter[str]
    pairs: frozenset[tuple[str, str]]


def signals(claim: str, evidence: Evidence) -> Signals:
    """Return the signals of a claim, cut at 4,000 characters, in the order of `SIGNALS`."""
    claim = claim[:_LONGEST_CLAIM]
    keys = _keys(claim)[:_MOST_TERMS]
    nearest = sentence_index_of(evidence).best(claim, most=_SENTENCES)
    documents = list({id(each.document): each.document for each in nearest}.values()) or list(evidence.documents[:1])
    documents = [_bounded(document, nearest) for document in documents]
    known = [_known_of(document) for document in documents]
    asked = frozenset(_keys(evidence.question[:_LONGEST_CLAIM])) if evidence.question else frozenset()
    held = [_held_of(each.text, keys) for each in nearest]
    few = set().union(*held) if held else set()
    weights = _weights(keys, known, few | asked, asked)
    seen = [weights[key][1] for key in keys]
    values = (
        1 - _share(weights, {key for key, (_, stands) in weights.items() if stands}),
        math.log1p(sum(not stands for _, stands in weights.values())),
        1 - max((_share(weights, each | asked) for each in held), default=0.0),
        1 - _share(weights, few | asked),
        _unmatched(keys, known),
        math.log1p(_longest(seen, stands=False)),
        1 - _longest_match(keys, known) / max(1, len(keys)),
        math.log1p(_missing_quantities(claim, documents, evidence.question)),
        math.log1p(_missing_words(claim, few, known, asked)),
        math.log1p(_missing_names(claim, evidence)),
        *_against(claim, nearest, keys),
    )
    return Signals(tuple(round(value, 6) for value in values), nearest[0] if nearest else None)


def _bounded(document: Document, nearest: list[Sentence]) -> Document:
    """Return a document, of one that is very long only its sentences among the nearest."""
    if len(document.text) <= _LONGEST_DOCUMENT:
        return document
    texts = [each.text for each in nearest if each.document is document]
    return Document(id=document.id, text="\n".join(texts) or document.text[:_LONGEST_DOCUMENT])


def _keys(text: str) -> list[str]:
    """Return the telling terms of a text in their order: stems, numbers, katakana words, pairs of ideographs."""
    found: list[str] = []
    for piece in _PIECE.findall(text):
        if "\u3400" <= piece[0] <= "\u9fff":
            found += [piece[at : at + 2] for at in range(max(1, len(piece) - 1))]
        elif key := _key(piece[:_LONGEST_WORD]):
            found.append(key)
    return found


@lru_cache(maxsize=50_000)
def _key(word: str) -> str:
    """Return what a word is compared by, "" for a function word."""
    if "\u30a1" <= word[0] <= "\u30ff" or word[0].isdigit():
        return word.translate(_WIDE) if word[0] > "\x7f" else word
    return next(iter(terms(word)), "")


_WIDE = {ord("０") + digit: str(digit) for digit in range(10)} | {ord("．"): "."}


def _known_of(document: Document) -> _Known:
    kept = document.__dict__.get("_known")
    if kept is None:
        keys = _keys(document.text)
        kept = document.__dict__["_known"] = _Known(Counter(keys), frozenset(pairwise(keys)))
    return cast("_Known", kept)


def _held_of(passage: str, keys: list[str]) -> set[str]:
    """Return which terms a passage has; a pair of ideographs also where both stand in it apart, as in other words."""
    held = frozenset(_keys(passage))
    return {key for key in keys if key in held or (_is_ideographs(key) and all(char in passage for char in key))}


def _is_ideographs(key: str) -> bool:
    return "\u3400" <= key[0] <= "\u9fff"


def _weights(
    keys: list[str], known: list[_Known], few: set[str], asked: frozenset[str]
) -> dict[str, tuple[float, bool]]:
    """Return what each term tells, by how rare it is in the documents, and whether it stands there or is asked."""
    total = sum(each.counts.total() for each in known) + 1
    found: dict[str, tuple[float, bool]] = {}
    for key in dict.fromkeys(keys):
        times = sum(each.counts.get(key, 0) for each in known)
        found[key] = (math.log1p(total / (times or 1)) * (0.5 if key in asked else 1.0), times > 0 or key in few)
    return found


def _share(weights: dict[str, tuple[float, bool]], held: set[str]) -> float:
    total = math.fsum(weight for weight, _ in weights.values())
    return math.fsum(weight for key, (weight, _) in weights.items() if key in held) / total if total else 1.0


def _unmatched(keys: list[str], known: list[_Known]) -> float:
    pairs = list(pairwise(keys))
    return sum(not any(_joins(pair, each) for each in known) for pair in pairs) / len(pairs) if pairs else 0.0


def _joins(pair: tuple[str, str], known: _Known) -> bool:
    """Whether two terms stand side by side; of ideographs each term is a pair already."""
    return pair in known.pairs or (_is_ideographs(pair[1]) and pair[1] in known.counts)


def _longest(seen: list[bool], *, stands: bool) -> int:
    best = run = 0
    for each in seen:
        run = run + 1 if each == stands else 0
        best = max(best, run)
    return best


def _longest_match(keys: list[str], known: list[_Known]) -> int:
    """Return how many terms stand in one row whose neighbours are neighbours in one document."""
    best = 0
    for each in known:
        run = 0
        for number, key in enumerate(keys):
            joined = number > 0 and run > 0 and (keys[number - 1], key) in each.pairs
            run = run + 1 if joined else int(key in each.counts)
            best = max(best, run)
    return best


def _missing_quantities(claim: str, documents: list[Document], question: str | None) -> int:
    """Return how many quantities of a claim no document, nor the question, has, rounded or converted."""
    given = [each for document in documents for each in quantities_of(document)]
    given += quantities(question[:_LONGEST_CLAIM]) if question else []
    return sum(not _stands(each, given) for each in quantities(claim)[:_MOST_QUANTITIES] if _tells(each))


def _tells(quantity: Quantity) -> bool:
    return quantity.kind != "label"


def _stands(wanted: Quantity, given: list[Quantity]) -> bool:
    return any(compare(wanted, each) in ("equal", "rounded") for each in given)


def _missing_words(claim: str, few: set[str], known: list[_Known], asked: frozenset[str]) -> int:
    """Return how many words in capitals or katakana stand nowhere in the documents or the question."""
    written = {key for name in _WRITTEN.findall(claim) for key in _keys(name)} - few - asked
    return sum(not any(word in each.counts for each in known) for word in written)


def _missing_names(claim: str, evidence: Evidence) -> int:
    """Return how many names, codes and articles of law neither the documents nor the question have."""
    index = name_index_of(evidence)
    named = [index.has(name) for name in names(claim)] + [index.has_code(code) for code in codes(claim)]
    return named.count(False)


def _against(claim: str, nearest: list[Sentence], keys: list[str]) -> tuple[float, ...]:
    """Return whether the nearest sentence says the opposite, and how far order and roles differ from it.

    Order and roles tell of what both texts name, so that they count less the less of the claim is there; of two texts
    that are the same but for a few words, order counts once more, the more alike they are.
    """
    if not nearest:
        return 0.0, 0.0, 0.0, 0.0
    best = nearest[0]
    told = bool(opposites(read(best.text), read(claim)))
    whole = best.document.text
    passage = whole if len(whole) <= 2 * len(claim) + _SHORT else best.text
    agreed = agreement(passage, claim)
    cover = _cover(keys, passage)
    roles = 0.0 if agreed.roles is None else (1 - agreed.roles) * agreed.told
    changed = 1 - agreed.score
    alike = cover * min(len(passage), len(claim)) / max(len(passage), len(claim), 1)
    return float(told) * cover, changed * cover**2, roles * cover**2, changed * _alike(alike)


def _alike(share: float) -> float:
    """Return how far a share tells that one text is made from the other: 0 up to a half, 1 from four fifths on."""
    return min(1.0, max(0.0, (share - 0.5) / 0.3))


def _cover(keys: list[str], passage: str) -> float:
    """Return the share of terms that a passage has, those of ideographs character by character."""
    held, total = frozenset(_keys(passage)), 0.0
    for key in keys:
        total += sum(char in passage for char in key) / len(key) if _is_ideographs(key) else key in held
    return total / len(keys) if keys else 0.0
