"""Finds what a report has to mark: where two texts differ, and in a quote the words that were looked for."""

from __future__ import annotations

import re
from difflib import SequenceMatcher

from vouched.documents import Quote, Span
from vouched.record import Record
from vouched.text.folding import fold
from vouched.verdicts import Finding

__all__ = ["COMPARED", "Differences", "Run", "compared", "differences", "runs", "shown_quote"]

# The findings whose `expected` and `seen` are the same words but for what was altered.
COMPARED = frozenset({"altered_quote", "altered_anchor"})
_LONGEST = 2000
_TOKEN = re.compile(r"[^\W_\u2e80-\u30ff\u3400-\u9fff\uf900-\ufaff]+(?:[.,:'’][^\W_]+)*|\S")


class Run(Record, frozen=True):
    """A stretch of a text and how it is to be marked: "" plain, "anchor", "changed" or "elided"."""

    text: str
    mark: str = ""


class Differences(Record, frozen=True):
    """Where two texts differ: the spans of each, in order; an empty span is a place where the other says more."""

    expected: tuple[Span, ...]
    seen: tuple[Span, ...]


def differences(expected: str, seen: str) -> Differences:
    """Return where `seen` departs from `expected`, word by word (Japanese and Chinese: character by character).

    What folding holds equal (width, quotation marks, white space) is no difference. Of each text the first 2,000
    characters are compared.
    """
    first = list(_TOKEN.finditer(expected[:_LONGEST]))
    second = list(_TOKEN.finditer(seen[:_LONGEST]))
    matcher = SequenceMatcher(None, _folded(first), _folded(second), autojunk=False)
    changed = [step for step in matcher.get_opcodes() if step[0] != "equal"]
    return Differences(
        tuple(_covered(first, a, b, len(expected)) for _, a, b, _, _ in changed),
        tuple(_covered(second, c, d, len(seen)) for _, _, _, c, d in changed),
    )


def compared(finding: Finding) -> tuple[str, str, Differences] | None:
    """Return the document's words, the answer's and where they differ, for a finding that compares the two."""
    if finding.code not in COMPARED or not finding.evidence:
        return None
    expected = finding.evidence[0].text
    return expected, finding.seen, differences(expected, finding.seen)


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


def _folded(tokens: list[re.Match[str]]) -> list[str]:
    return [fold(token.group()) or token.group() for token in tokens]


def _covered(tokens: list[re.Match[str]], start: int, end: int, length: int) -> Span:
    if start < end:
        return Span(tokens[start].start(), tokens[end - 1].end())
    place = tokens[start].start() if start < len(tokens) else tokens[-1].end() if tokens else length
    return Span(place, place)
