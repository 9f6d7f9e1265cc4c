"""Finds what a report has to mark: where two texts differ, and in a quote the words that were looked for."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from difflib import SequenceMatcher
from functools import lru_cache

from vouched.documents import Quote, Span
from vouched.record import Record
from vouched.text.clip import clip
from vouched.text.folding import fold
from vouched.verdicts import Finding

__all__ = ["COMPARED", "Differences", "Run", "compared", "differences", "runs", "shown_quote", "told_apart"]

# The findings whose `expected` and `seen` are the same words but for what was altered.
COMPARED = frozenset({"altered_quote", "altered_anchor", "cut_quote"})
_LONGEST = 2000
_MOST_PAIRS = 10_000
_MOST_TOLD = 3
_SIGNS = "-−－"
# Numbers with their sign, words, runs of kana, and ideographs one by one.
_TOKEN = re.compile(
    rf"(?:(?<![^\s(（])[{_SIGNS}])?[0-9０-９]+(?:[.,:，．：][0-9０-９]+)*"
    r"|[^\W\d_\u2e80-\u30ff\u3400-\u9fff\uf900-\ufaff\uff66-\uff9f]+(?:['’][^\W\d_]+)*"
    r"|[\u3041-\u309f]+|[\u30a0-\u30ff]+|\S"
)


class Run(Record, frozen=True):
    """A stretch of a text and how it is to be marked: "" plain, "anchor", "changed" or "elided"."""

    text: str
    mark: str = ""


class Differences(Record, frozen=True):
    """Where two texts differ: the spans of each, in order; an empty span is a place where the other says more."""

    expected: tuple[Span, ...]
    seen: tuple[Span, ...]


@lru_cache(maxsize=256)
def differences(expected: str, seen: str) -> Differences:
    """Return where `seen` departs from `expected`: words, numbers, or runs of one script without spaces.

    What folding holds equal (width, quotation marks, white space) is no difference. Of each text the first 2,000
    characters are compared. Where so much repeats that comparing would take long, all between the common beginning
    and the common end is one difference.
    """
    (first, one), (second, other) = _tokens(expected), _tokens(seen)
    least = min(len(one), len(other))
    head = next((place for place in range(least) if one[place] != other[place]), least)
    least -= head
    tail = next((place for place in range(least) if one[-1 - place] != other[-1 - place]), least)
    mine, theirs = one[head : len(one) - tail], other[head : len(other) - tail]
    steps = [(head + a, head + b, head + c, head + d) for tag, a, b, c, d in _steps(mine, theirs) if tag != "equal"]
    changed = [(a - (lone := _is_lone(one[:b], other[:d], a, c)), b, c - lone, d) for a, b, c, d in steps]
    return Differences(
        tuple(_covered(first, a, b, len(expected)) for a, b, _, _ in changed),
        tuple(_covered(second, c, d, len(seen)) for _, _, c, d in changed),
    )


def _is_lone(one: list[str], other: list[str], a: int, c: int) -> bool:
    """Whether one ideograph changed into another behind a third: 以下 and 以上 rather than 下 and 上."""
    if len(one) - a != 1 or len(other) - c != 1 or a < 1 or c < 1:
        return False
    return all(len(token) == 1 and "\u3400" <= token <= "\u9fff" for token in (one[a - 1], one[a], other[c]))


def _steps(mine: list[str], theirs: list[str]) -> list[tuple[str, int, int, int, int]]:
    if not mine and not theirs:
        return []
    count = Counter(theirs)
    if sum(count[token] for token in mine) > _MOST_PAIRS:
        return [("replace", 0, len(mine), 0, len(theirs))]
    return list(SequenceMatcher(None, mine, theirs, autojunk=False).get_opcodes())


def compared(finding: Finding) -> tuple[str, str, Differences] | None:
    """Return the document's words, the answer's and where they differ, for a finding that compares the two.

    Where words differ, punctuation that does too is left out: it would draw the eye from them.
    """
    if finding.code not in COMPARED or not finding.evidence:
        return None
    expected, seen = finding.evidence[0].text, finding.seen
    found = differences(expected, seen)
    pairs = zip(found.expected, found.seen, strict=True)
    worded = [(one, other) for one, other in pairs if _words(one.of(expected)) != _words(other.of(seen))]
    if not worded:
        return expected, seen, found
    return (
        expected,
        seen,
        Differences(
            tuple(_trimmed(expected, one) for one, _ in worded), tuple(_trimmed(seen, other) for _, other in worded)
        ),
    )


def told_apart(expected: str, seen: str, found: Differences) -> str:
    """Return in a sentence what the document has and the answer has instead, "" where nothing differs.

    Beside words that differ, punctuation that does is not told; where nothing else differs, it is, with what it
    stands beside.
    """
    pairs = [(one.of(expected), other.of(seen)) for one, other in zip(found.expected, found.seen, strict=True)]
    worded = [pair for pair in pairs if _words(pair[0]) != _words(pair[1])]
    if worded:
        more = f"; and {len(worded) - _MOST_TOLD} more" if len(worded) > _MOST_TOLD else ""
        return "; ".join(_told(_without_ends(one), _without_ends(other)) for one, other in worded[:_MOST_TOLD]) + more
    if not pairs:
        return ""
    one, other = _beside(expected, found.expected), _beside(seen, found.seen)
    return f"only punctuation differs: the document has “{clip(one, 80)}”, the answer “{clip(other, 80)}”"


def _told(expected: str, seen: str) -> str:
    if expected and seen:
        return f"the document has “{clip(expected, 60)}” where the answer has “{clip(seen, 60)}”"
    return f"the answer leaves out “{clip(expected, 60)}”" if expected else f"the answer adds “{clip(seen, 60)}”"


def _words(text: str) -> list[str]:
    """Return the folded tokens of a text that say something: words, numbers with their sign, signs such as % and €."""
    return [_folded(match.group()) for match in _saying(text)]


def _without_ends(text: str) -> str:
    return _trimmed(text, Span(0, len(text))).of(text)


def _trimmed(text: str, span: Span) -> Span:
    """Return a span of a text without the punctuation at its ends, empty where it is nothing else."""
    saying = _saying(span.of(text))
    return (
        Span(span.start + saying[0].start(), span.start + saying[-1].end()) if saying else Span(span.start, span.start)
    )


def _saying(text: str) -> list[re.Match[str]]:
    return [match for match in _tokens(text)[0] if any(map(_says, match.group()))]


def _says(character: str) -> bool:
    # Letters, marks, numbers, and symbols of currency and mathematics; not punctuation, not white space.
    return (
        character.isalnum() or unicodedata.category(character) in ("Mn", "Mc", "Sc", "Sm", "So") or character in "%‰§"
    )


def _beside(text: str, spans: tuple[Span, ...]) -> str:
    """Return the stretch of a text that holds the spans, with the word before and the word after."""
    places = [(match.start(), match.end()) for match in _TOKEN.finditer(text[:_LONGEST])]
    start = max((begin for begin, end in places if end <= spans[0].start), default=spans[0].start)
    stop = min((end for begin, end in places if begin >= spans[-1].end), default=spans[-1].end)
    return text[start:stop]


def runs(text: str, spans: tuple[Span, ...], *, mark: str = "changed") -> list[Run]:
    """Return `text` as runs, the spans (in order, not overlapping) marked; empty spans leave no run."""
    made: list[Run] = []
    position = 0
    for span in spans:
        if span.start > position:
            made.append(Run(text[position : span.start]))
        if span.end > max(span.start, position):
            made.append(Run(text[max(span.start, position) : span.end], mark))
        position = max(position, span.end)
    return [*made, Run(text[position:])] if position < len(text) else made


def shown_quote(quote: Quote, *, limit: int = 400) -> list[Run]:
    """Return a quote as runs, its anchor marked; of one longer than `limit` only the surroundings of the anchor."""
    anchor = tuple(
        Span(max(0, span.start - quote.start), min(len(quote.text), span.end - quote.start)) for span in quote.anchor
    )
    if sum(span.end - span.start for span in anchor) >= len(quote.text.strip()):
        anchor = ()
    if len(quote.text) <= limit:
        return runs(quote.text, anchor, mark="anchor")
    begin = max(0, (anchor[0].start if anchor else 0) - limit // 3)
    end = min(len(quote.text), begin + limit)
    inside = tuple(Span(span.start - begin, min(span.end, end) - begin) for span in anchor if begin <= span.start < end)
    shown = runs(quote.text[begin:end], inside, mark="anchor")
    before = [Run("… ", "elided")] if begin else []
    return [*before, *shown, Run(" …", "elided")] if end < len(quote.text) else [*before, *shown]


def _tokens(text: str) -> tuple[list[re.Match[str]], list[str]]:
    """Return the tokens of a text and how each folds; those that fold away (dashes, spaces) never differ."""
    found = [(match, _folded(match.group())) for match in _TOKEN.finditer(text[:_LONGEST])]
    return [match for match, folded in found if folded], [folded for _, folded in found if folded]


def _folded(token: str) -> str:
    # Folding takes a hyphen away; before a number, at a word's beginning, it is a minus.
    return f"-{fold(token)}" if token[0] in _SIGNS and len(token) > 1 else fold(token)


def _covered(tokens: list[re.Match[str]], start: int, end: int, length: int) -> Span:
    if start < end:
        return Span(tokens[start].start(), tokens[end - 1].end())
    place = tokens[start].start() if start < len(tokens) else tokens[-1].end() if tokens else length
    return Span(place, place)
