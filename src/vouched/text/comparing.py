"""Compares a text with the sentence it resembles, word by word, and says which fact was changed.

A change of a number, unit, scale, sign, negation, comparator, order or name is told from a change of wording. What the
lists of `fact_words` do not know counts as wording.
"""

from __future__ import annotations

import re
from collections import Counter
from decimal import Decimal
from difflib import SequenceMatcher
from functools import lru_cache
from typing import Literal, NamedTuple

from vouched.documents import Span
from vouched.record import Record
from vouched.text.boundaries import is_spaceless
from vouched.text.fact_words import (
    COMPARATORS,
    FILLERS,
    NEGATING_AFFIXES,
    OPPOSITES,
    PASSIVES,
    SCALES,
    UNITS,
    is_negator,
    number_value,
    worded_value,
)
from vouched.text.folding import DASHES, fold

__all__ = ["MOST_TOKENS", "Comparison", "Reason", "ReasonKind", "Token", "compare", "tokens_of", "weight"]

ReasonKind = Literal[
    "number", "unit", "scale", "sign", "negation", "comparator", "opposite", "role", "name", "left_out", "boundary",
    "case", "words", "spacing", "length",
]  # fmt: skip
MOST_TOKENS = 400
_MOST_REASONS = 6
_MARKS = "\u0300-\u036f\u0483-\u0489\u0591-\u05bd\u064b-\u065f\u0900-\u0965\u0970-\u0dff"
_CJK = "\u2e80-\u30ff\u31f0-\u31ff\u3400-\u9fff\uf900-\ufaff\uff66-\uff9f"
_NUMERALS = "〇零一二三四五六七八九十百千万億兆萬亿两"
_TOKEN = re.compile(
    rf"(?P<code>[A-Za-z]{{1,4}}\d[A-Za-z0-9]*)"
    rf"|(?P<number>(?:\d{{1,3}}(?:[ \u00a0\u2009\u202f]\d{{3}})+(?!\d)|\d+(?:[.,:/'’．，：]\d+)*)"
    rf"(?:[十百千万萬億亿兆]\d*)*"
    rf"|[{_NUMERALS}]+)"
    rf"|(?P<katakana>[\u30a1-\u30fa\u30fc\uff66-\uff9f]+)|(?P<kana>[\u3041-\u309f]+)"
    rf"|(?P<ideograph>[{_CJK}\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff])"
    rf"|(?P<word>[^\W\d_{_CJK}](?:[^\W\d_{_CJK}]|[{_MARKS}\u00ad]|['’](?=[^\W\d_]))*)|(?P<mark>[%‰°<>≤≥≦≧±~$€£¥％＜＞])"
)
_WEIGHTS = {"code": 1.0, "number": 1.0, "katakana": 2.0, "kana": 0.4, "ideograph": 1.0, "word": 1.0, "mark": 0.2}
_STRICT = frozenset("least most minimum maximum only exactly up < > ≤ ≥ ≦ ≧".split())
_ENDINGS = ("ing", "ed", "es", "ly", "s", "e")


class Reason(Record, frozen=True):
    """One difference: what kind, what the document says, and what stood in its place ("" where nothing did)."""

    kind: ReasonKind
    expected: str
    seen: str


class Token(NamedTuple):
    """A word, number, character or mark, with its place, what it is compared by, and its value as a number."""

    text: str
    key: str
    start: int
    end: int
    kind: str
    value: Decimal | None
    folded: str


class Comparison(Record, frozen=True):
    """How a text and a passage compare.

    `coverage` is the share (0 to 1, by weight) of the text's words that stand in the passage in the same order;
    `shared` the same in any order; `span` is the part of the passage that they take; `reasons` what differs, facts
    first.
    """

    coverage: float
    shared: float
    span: Span | None
    reasons: tuple[Reason, ...]


class _Change(NamedTuple):
    """What the passage has, what the text has in its place, and the token that follows on both sides."""

    expected: list[Token]
    seen: list[Token]
    after: Token | None = None


def tokens_of(text: str, *, most: int = MOST_TOKENS) -> list[Token]:
    """Return the tokens of a text, at most `most`; a scale word joins the number before it."""
    found: list[Token] = []
    for match in _TOKEN.finditer(text):
        kind, piece = match.lastgroup or "", match.group()
        key, value, folded = _read(kind, piece)
        if value is not None and kind == "number" and _is_negative(text, match.start()):
            value, key = -value, "-" + key
        last = found[-1] if found else None
        if last is not None and last.value is not None and kind == "word" and folded in SCALES:
            value = last.value * SCALES[folded]
            whole = text[last.start : match.end()]
            found[-1] = Token(whole, _number_key(value), last.start, match.end(), "number", value, fold(whole))
            continue
        if len(found) == most:
            break
        found.append(Token(piece, key, *match.span(), "number" if value is not None else kind, value, folded))
    return found


@lru_cache(maxsize=20_000)
def _read(kind: str, piece: str) -> tuple[str, Decimal | None, str]:
    """Return what a token is compared by, its value and its folded form."""
    folded = fold(piece)
    value = number_value(folded) if kind == "number" else worded_value(folded) if kind == "word" else None
    key = _number_key(value) if value is not None else _stem(folded) if kind == "word" else folded
    return key, value, folded


def _is_negative(text: str, start: int) -> bool:
    before = text[max(0, start - 4) : start].rstrip("$€£¥ ")
    if before[-1:] in ("△", "▲"):
        return True
    left = before[-2:-1]
    return before[-1:] in DASHES and before != "" and (not left.isalnum() or (is_spaceless(left) and left > "\u3000"))


def _number_key(value: Decimal) -> str:
    return f"#{value.normalize():f}" if abs(value.adjusted()) < 60 else f"#{value}"


def _stem(word: str) -> str:
    for ending in _ENDINGS:
        if len(word) > len(ending) + 3 and word.isascii() and word.endswith(ending):
            return word[: -len(ending)].removesuffix("e") if ending != "e" else word[:-1]
    return word


def weight(token: Token) -> float:
    """Return how much of a text's meaning a token carries."""
    return 0.2 if token.kind == "word" and token.folded in FILLERS else _WEIGHTS.get(token.kind, 1.0)


def compare(found: str, wanted: str) -> Comparison:
    """Return how `wanted` departs from `found`, a passage of the document. Takes bounded time: 400 tokens of each."""
    first, second = tokens_of(found), tokens_of(wanted)
    total = sum(map(weight, second))
    matcher = SequenceMatcher(None, [token.key for token in first], [token.key for token in second], autojunk=False)
    blocks = [block for block in matcher.get_matching_blocks() if block.size]
    blocks = [b for b in blocks if any(weight(token) >= 1 for token in second[b.b : b.b + b.size])] or blocks
    if not blocks or not total:
        return Comparison(0.0, 0.0, None, ())
    matched = sum(weight(token) for b in blocks for token in second[b.b : b.b + b.size])
    changes = _changes(first, second, [(b.a, b.b, b.size) for b in blocks])
    held = Counter(token.key for token in first)
    shared = 0.0
    for token in second:
        if held[token.key] > 0:
            held[token.key] -= 1
            shared += weight(token)
    span = Span(first[blocks[0].a].start, first[blocks[-1].a + blocks[-1].size - 1].end)
    return Comparison(min(1.0, matched / total), min(1.0, shared / total), span, _reasons(changes, first, second))


def _changes(first: list[Token], second: list[Token], blocks: list[tuple[int, int, int]]) -> list[_Change]:
    """Return the differing stretches between the matched ones, at the ends no more of the passage than of the text."""
    changes = []
    a = max(0, blocks[0][0] - blocks[0][1] - (1 if blocks[0][1] else 0))
    b = 0
    for place, other, size in blocks:
        if place > a or other > b:
            changes.append(_Change(first[a:place], second[b:other], first[place]))
        a, b = place + size, other + size
    if b < len(second):
        changes.append(_Change(first[a : a + len(second) - b + 1], second[b:]))
    elif first[a : a + 1] and first[a].kind == "kana" and is_negator(first[a].key):
        changes.append(_Change(first[a : a + 1], []))
    return changes


def _reasons(changes: list[_Change], first: list[Token], second: list[Token]) -> tuple[Reason, ...]:
    moved = _moved(changes)
    facts, words = [], []
    for change in changes:
        kind = "role" if _is_swap(change, moved, changes) else _kind(change, first, second)
        reason = Reason(kind, _said(change.expected), _said(change.seen))
        if kind != "words":
            facts.append(reason)
        elif reason.expected or reason.seen:
            words.append(reason)
    return (*facts, *words)[:_MOST_REASONS]


def _said(tokens: list[Token]) -> str:
    made = ""
    for token in tokens[:12]:
        spaced = made and not is_spaceless(made[-1]) and not is_spaceless(token.text[0]) and token.kind != "mark"
        made += f" {token.text}" if spaced else token.text
    return made if len(made) <= 80 else made[:79] + "…"


def _moved(changes: list[_Change]) -> set[str]:
    """Return the keys of the telling words that both sides have, in different places."""
    left = {token.key for change in changes for token in change.expected if weight(token) >= 1}
    return left & {token.key for change in changes for token in change.seen if weight(token) >= 1}


def _is_swap(change: _Change, moved: set[str], changes: list[_Change]) -> bool:
    """Whether the order of what acts and what is acted on was changed: not one stretch that moved as a whole."""
    if not any(token.key in moved for token in change.seen):
        return False
    before = [token for each in changes for token in each.expected]
    after = [token for each in changes for token in each.seen]
    if {token.folded for token in after} & PASSIVES - {token.folded for token in before}:
        return False
    if any(kana.text for kana in after if kana.kind == "kana" and re.search("れ[るた]|によって|から", kana.text)):
        return False
    order = [token.key for token in before if token.key in moved]
    runs = sum(any(token.key in moved for token in each.seen) for each in changes)
    is_name = any(token.key in moved and _is_name(token) for token in after)
    return order != [token.key for token in after if token.key in moved] or runs > 1 or (is_name and len(moved) == 1)


def _is_name(token: Token) -> bool:
    """Whether a token looks like a name, or like the sign of a party: 甲, 乙."""
    return token.kind == "katakana" or token.text in "甲乙丙丁" or (token.kind == "word" and token.text[:1].isupper())


def _kind(change: _Change, first: list[Token], second: list[Token]) -> ReasonKind:
    """Return which fact a change touches; `words` where none is known to be."""
    return (
        _number_kind(change, first)
        or ("negation" if _denials(change.expected) != _denials(change.seen) or _affixed(change) else None)
        or _comparator_kind(change)
        or ("unit" if _has_unit(change.expected, change.after) and _has_unit(change.seen, change.after) else None)
        or ("name" if _named_otherwise(change, first, second) else None)
        or "words"
    )


def _number_kind(change: _Change, first: list[Token]) -> ReasonKind | None:
    old = [token for token in change.expected if _is_figure(token)]
    new = [token for token in change.seen if _is_figure(token)]
    new = [token for token in new if token.key not in {each.key for each in old}]
    if not new:
        return None
    one, other = (old[0] if old else None), new[0]
    if one is None:
        return None if any(token.key == other.key for token in first) else "number"
    if one.value is None or other.value is None or not one.value or not other.value:
        return "number"
    if one.value == -other.value:
        return "sign"
    ratio = one.value / other.value
    scaled = ratio in _POWERS and (one.value >= 1000 or other.value >= 1000)
    return (
        "scale"
        if scaled and (len(one.text.split()) > 1 or len(other.text.split()) > 1 or not one.text.isascii())
        else "number"
    )


def _is_figure(token: Token) -> bool:
    """Whether a token is a number, or digits that are none alone: a date, a time, a code."""
    return token.value is not None or token.kind in ("code", "number")


_POWERS = frozenset(Decimal(10) ** power for power in (*range(-12, 0), *range(1, 13)))


def _denials(tokens: list[Token]) -> int:
    return sum(is_negator(token.folded) or is_negator(token.text.lower()) for token in tokens)


def _affixed(change: _Change) -> bool:
    """Whether a word lost or got a prefix that denies it."""
    old, new = ({token.folded for token in side} for side in change[:2])
    return any(
        one.removeprefix(affix) in others
        for side, others in ((old, new), (new, old))
        for one in side
        for affix in NEGATING_AFFIXES
        if one.startswith(affix)
    )


def _comparator_kind(change: _Change) -> ReasonKind | None:
    old, new = ({token.folded for token in side} for side in change[:2])
    compared, other = old & COMPARATORS, new & COMPARATORS
    if compared != other and ((compared and other) or (compared | other) & _STRICT):
        return "comparator"
    if any(OPPOSITES.get(one, frozenset()) & new for one in old):
        return "comparator" if any(one in "上下内多少高低大小前後后" for one in old) else "opposite"
    return None


def _has_unit(tokens: list[Token], after: Token | None) -> bool:
    if not tokens:
        return False
    compound = tokens[-1].text + (after.text if after is not None else "")
    return compound in UNITS or any(token.folded in UNITS or token.text in "%‰°$€£¥％" for token in tokens)


def _named_otherwise(change: _Change, first: list[Token], second: list[Token]) -> bool:
    old = [token for token in change.expected if _is_name(token) and token.folded not in FILLERS]
    new = [token for token in change.seen if _is_name(token) and token.folded not in FILLERS]
    if not old or not new or {token.key for token in old} & {token.key for token in new}:
        return False
    # At a sentence's start a capital says nothing: two ordinary words may have been exchanged there.
    starts = (old[0] is first[0] or old[0].start == 0) and new[0] is second[0]
    return (
        not starts or (len(old[0].text) > 1 and old[0].text.isupper()) or len(change.expected) == len(change.seen) == 1
    )
