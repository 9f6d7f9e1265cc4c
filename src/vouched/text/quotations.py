"""Finds the stretches of a text that stand in quotation marks."""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_left

from vouched.documents import Span
from vouched.text.boundaries import is_spaceless

__all__ = ["is_substantial", "quotations", "within_marks"]

_MARKS = re.compile("(?<!`)``(?!`)|(?<!')''(?!')|[\"＂'“”„«»‹›「」『』〝〞〟‘’‚]")
# Each closing mark, with the opening marks that it may close; some also open, where no partner of theirs is open.
_CLOSES = {
    "”": "“„”",
    "“": "„",
    "»": "«",
    "«": "»",
    "›": "‹",
    "‹": "›",
    "」": "「",
    "』": "『",
    "〟": "〝",
    "〞": "〝",
    "’": "‘‚",
    "‘": "‚",
    "''": ("``", "''"),
}
_OPENS = frozenset(("“", "„", "«", "‹", "「", "『", "〝", "‘", "‚", "``"))
# These close more often than they open, and open only where a word begins.
_RARELY_OPENS = frozenset(("”", "»", "›", "''"))
_STRAIGHT = frozenset('"＂')
_BEFORE_A_QUOTE = frozenset('([{<（［「『【"“‘«‹„‚—–-:;,/=*_~>')
# Words that begin with an apostrophe.
_ELIDED = re.compile(r"'(?:t(?:is|was|will|were|il|ill)|em|cause|bout|round|n|s|[0-9]0s)\b", re.IGNORECASE)
_WORD = re.compile(r"[^\W_]+(?:[.,'’-][^\W_]+)*")


def quotations(text: str, start: int, end: int) -> list[Span]:
    """Return the outermost quotations in `text[start:end]`, marks included, in order.

    A straight mark opens before a word and closes after one, so that inch marks (5" pipe) quote nothing; a single
    mark inside a word is an apostrophe. Straight single marks quote at least two words; one after a plural's s
    closes only where no other mark does. A mark without its partner quotes nothing. Takes linear time.
    """
    pairs: list[tuple[int, int]] = []
    open_at: dict[str, list[int]] = {}
    straight: dict[str, int] = {}
    singles: list[int] = []
    for match in _MARKS.finditer(text, start, end):
        at, mark = match.start(), match.group()
        before = text[at - 1] if at > start else " "
        after = text[match.end()] if match.end() < end else " "
        if mark == "'":
            singles.append(at)
            continue
        if mark in _STRAIGHT:
            if mark in straight and not before.isspace() and not _in_word(after):
                pairs.append((straight.pop(mark), at + 1))
            elif mark not in straight and not after.isspace() and not _in_word(before):
                straight[mark] = at
            continue
        if mark == "’" and _in_word(before) and _in_word(after):
            continue
        opened = [opener for opener in _CLOSES.get(mark, "") if open_at.get(opener)]
        if opened:
            opener = max(opened, key=lambda one: open_at[one][-1])
            pairs.append((open_at[opener].pop(), match.end()))
        elif mark in _OPENS or (mark in _RARELY_OPENS and _begins(before, after)):
            open_at.setdefault(mark, []).append(at)
    return _outermost(pairs + _apart(_single(text, singles, start, end), pairs))


def within_marks(text: str, quote: Span) -> Span:
    """Return the part of `text` inside the marks of a quotation."""
    width = 2 if text.startswith(("``", "''"), quote.start) else 1
    return Span(quote.start + width, max(quote.end - width, quote.start + width))


def is_substantial(text: str) -> bool:
    """Return whether a quoted text is a quote and not a term.

    A quote holds a digit or a numeral, at least 3 letters or two words, or 2 letters of a script without spaces. Its
    width tells nothing: Ｎｏ is as short as No.
    """
    sample = unicodedata.normalize("NFKC", text[:400])
    if len(_WORD.findall(sample)) >= 2:
        return True
    letters = [char for char in sample if char.isalpha()]
    return len(letters) >= 3 or any(map(str.isnumeric, sample)) or sum(map(is_spaceless, letters)) >= 2


def _single(text: str, marks: list[int], start: int, end: int) -> list[tuple[int, int]]:
    """Return the pairs of straight single marks that quote."""
    pairs: list[tuple[int, int]] = []
    opened: int | None = None
    possessive: int | None = None
    for at in [*marks, end]:
        before = text[at - 1] if at > start else " "
        after = text[at + 1] if at + 1 < end else " "
        opens = at < end and _begins(before, after) and not _ELIDED.match(text, at, end)
        if opened is not None and possessive is not None and (opens or at == end):
            pairs.append((opened, possessive + 1))
            opened = possessive = None
        if opens:
            opened = opened if opened is not None and possessive is None else at
        elif opened is not None and at < end and not before.isspace() and not _in_word(after):
            if before in "sS" and re.compile(r"\s+\w").match(text, at + 1, end):
                possessive = at if possessive is None else possessive
            else:
                pairs.append((opened, at + 1))
                opened = possessive = None
    return [(one, stop) for one, stop in pairs if _has_two_words(text, one + 1, stop - 1)]


def _has_two_words(text: str, start: int, end: int) -> bool:
    sample = text[start : min(end, start + 400)]
    return len(_WORD.findall(sample)) >= 2 or sum(map(is_spaceless, sample)) >= 2


def _apart(singles: list[tuple[int, int]], pairs: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Return the single-marked pairs that neither end inside another quotation nor begin in one and leave it."""
    whole = _outermost(pairs)
    starts = [span.start for span in whole]
    kept = []
    for start, end in singles:
        at = bisect_left(starts, start)
        runs_out = at > 0 and start < whole[at - 1].end < end
        last = bisect_left(starts, end)
        runs_in = last > 0 and start < whole[last - 1].start and end < whole[last - 1].end
        if not (runs_out or runs_in):
            kept.append((start, end))
    return kept


def _begins(before: str, after: str) -> bool:
    opens = before.isspace() or before in _BEFORE_A_QUOTE or is_spaceless(before)
    return opens and (after.isalnum() or after in '([{$€£¥§“"')


def _in_word(char: str) -> bool:
    return char.isalnum() and not is_spaceless(char)


def _outermost(pairs: list[tuple[int, int]]) -> list[Span]:
    kept: list[Span] = []
    for start, end in sorted(pairs, key=lambda pair: (pair[0], -pair[1])):
        if not kept or start >= kept[-1].end:
            kept.append(Span(start, end))
    return kept
