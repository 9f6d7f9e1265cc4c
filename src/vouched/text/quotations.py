"""Finds the stretches of a text that stand in quotation marks."""

from __future__ import annotations

import re

from vouched.documents import Span
from vouched.text.boundaries import is_spaceless

__all__ = ["is_substantial", "quotations"]

_MARKS = re.compile('["“”„«»「」『』‘’‚]')
# Each closing mark, with the opening marks that it may close; “ also opens, where no „ is open.
_CLOSES = {"”": "“„", "“": "„", "»": "«", "」": "「", "』": "『", "’": "‘‚", "‘": "‚"}
_OPENS = frozenset("“„«「『‘‚")
_WORD = re.compile(r"[^\W_]+(?:[.,'’-][^\W_]+)*")


def quotations(text: str, start: int, end: int) -> list[Span]:
    """Return the outermost quotations in `text[start:end]`, marks included, in order.

    A straight mark opens before a word and closes after one, so that inch marks (5" pipe) quote nothing; a curly
    single mark inside a word is an apostrophe. A mark without its partner quotes nothing. Takes linear time.
    """
    pairs: list[tuple[int, int]] = []
    open_at: dict[str, list[int]] = {}
    straight: int | None = None
    for match in _MARKS.finditer(text, start, end):
        at, mark = match.start(), match.group()
        before = text[at - 1] if at > start else " "
        after = text[at + 1] if at + 1 < end else " "
        if mark == '"':
            if straight is not None and not before.isspace() and not _in_word(after):
                pairs.append((straight, at + 1))
                straight = None
            elif straight is None and not after.isspace() and not _in_word(before):
                straight = at
            continue
        if mark == "’" and _in_word(before) and _in_word(after):
            continue
        opened = [opener for opener in _CLOSES.get(mark, "") if open_at.get(opener)]
        if opened:
            opener = max(opened, key=lambda one: open_at[one][-1])
            pairs.append((open_at[opener].pop(), at + 1))
        elif mark in _OPENS:
            open_at.setdefault(mark, []).append(at)
    return _outermost(pairs)


def is_substantial(text: str) -> bool:
    """Return whether a quoted text is a quote and not a term.

    A quote has at least two words, or 8 letters, or 4 characters of a script without spaces.
    """
    sample = text[:400]
    if sum(is_spaceless(char) for char in sample) >= 4:
        return True
    words = _WORD.findall(sample)
    return len(words) >= 2 or sum(char.isalpha() for char in sample) >= 8


def _in_word(char: str) -> bool:
    return char.isalnum() and not is_spaceless(char)


def _outermost(pairs: list[tuple[int, int]]) -> list[Span]:
    kept: list[Span] = []
    for start, end in sorted(pairs, key=lambda pair: (pair[0], -pair[1])):
        if not kept or start >= kept[-1].end:
            kept.append(Span(start, end))
    return kept
