"""Draws the documents' side of the page: their text, or what surrounds the evidence, with every place marked."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Sequence
from itertools import pairwise

from vouched.adapters.html_text import attribute, shown, spoken
from vouched.adapters.report_marks import compared
from vouched.documents import Document, Quote, Span
from vouched.outcomes import Outcome
from vouched.record import Record
from vouched.text.boundaries import is_spaceless

__all__ = ["Pointer", "document_panes", "pointers_of"]

_MOST_PER_CLAIM = 20
_MOST_MARKS = 1000
_MOST_SHARED = 40
_AROUND = 700
_MOST_UNCITED = 20
_SHORTEST_WRAPPED, _LONGEST_WRAPPED = 25, 120
_LINE_END = re.compile("\n")
_BEGINS_ANEW = re.compile(r"\s|[#|>*•・‐–—-]|\(?(?:\d{1,3}|[a-zA-Z]|[ivx]{1,4})[.)、．]\s|[（【「第]|$")


class Pointer(Record, frozen=True, kw_only=True):
    """One place of a document that a claim, or a finding on it, points to; `id` is its element's id."""

    id: str
    claim: int | None
    quote: Quote
    kind: str
    changed: tuple[Span, ...] = ()


def pointers_of(outcome: Outcome, *, prefix: str) -> list[Pointer]:
    """Return every place that the outcome's claims and findings point to, at most 1,000, in the order of the claims.

    The id of a claim's quote is `{prefix}c{claim}q{number}`, that of a finding's evidence
    `{prefix}f{finding}e{number}`.
    """
    made: list[Pointer] = []
    for index, claim in enumerate(outcome.claims):
        for number, quote in enumerate(claim.quotes[:_MOST_PER_CLAIM]):
            made.append(Pointer(id=f"{prefix}c{index}q{number}", claim=index, quote=quote, kind="good"))
    for place, finding in enumerate(outcome.findings):
        both = compared(finding)
        for number, quote in enumerate(finding.evidence[:_MOST_PER_CLAIM]):
            changed = both[2].expected if both and number == 0 else ()
            moved = tuple(Span(quote.start + span.start, quote.start + span.end) for span in changed)
            name = f"{prefix}f{place}e{number}"
            made.append(Pointer(id=name, claim=finding.claim, quote=quote, kind="bad", changed=moved))
    return made[:_MOST_MARKS]


def document_panes(
    documents: Sequence[Document], pointers: Sequence[Pointer], *, prefix: str, budget: int
) -> tuple[str, frozenset[str]]:
    """Return the HTML of the documents and the ids of the places that are marked in it.

    Documents that are pointed to come with their whole text while `budget` characters last, then with what
    surrounds each place; of the others the first few are folded in.
    """
    of_document: dict[str, list[Pointer]] = {}
    for pointer in pointers:
        of_document.setdefault(pointer.quote.document, []).append(pointer)
    panes: list[str] = []
    marked: set[str] = set()
    uncited = [document for document in documents if document.id not in of_document]
    for number, document in enumerate(documents):
        own = [p for p in of_document.get(document.id, []) if _is_slice(p.quote, document)]
        if own:
            whole = len(document.text) <= budget
            budget -= len(document.text) if whole else 0
            panes.append(_pane(document, own, name=f"{prefix}d{number}", whole=whole))
            marked.update(pointer.id for pointer in own)
    panes += [_folded(document, budget) for document in uncited[:_MOST_UNCITED]]
    if len(uncited) > _MOST_UNCITED:
        more = len(uncited) - _MOST_UNCITED
        panes.append(f'<p class="quiet">and {more:,} more documents to which no claim points</p>')
    return "\n".join(panes), frozenset(marked)


def _is_slice(quote: Quote, document: Document) -> bool:
    return document.text[quote.start : quote.end] == quote.text != ""


def _pane(document: Document, pointers: list[Pointer], *, name: str, whole: bool) -> str:
    windows = [Span(0, len(document.text))] if whole else _windows(document, pointers)
    parts: list[str] = []
    position = 0
    for window in windows:
        parts += [_gap(window.start - position), _window(document.text, window, pointers)]
        position = window.end
    parts.append(_gap(len(document.text) - position))
    path = f' <span class="path">{attribute(document.path)}</span>' if document.path else ""
    return (
        f'<article class="document" id="{name}" aria-labelledby="{name}h"><h4 id="{name}h">{attribute(document.id)}'
        f'{path}</h4>\n<div class="paper"{spoken(document.text)}>{"".join(parts)}</div></article>'
    )


def _folded(document: Document, budget: int) -> str:
    text = document.text[: max(0, min(budget, 4000))]
    rest = _gap(len(document.text) - len(text))
    return (
        f'<details class="document uncited"><summary><h4>{attribute(document.id)} <span class="path">no claim points '
        f'here</span></h4></summary>\n<div class="paper"{spoken(text)}>{shown(text)}{rest}</div></details>'
    )


def _windows(document: Document, pointers: list[Pointer]) -> list[Span]:
    """Return what surrounds the places, overlapping surroundings joined, cut at line ends where those are near."""
    text = document.text
    made: list[Span] = []
    quotes = sorted([pointer.quote for pointer in pointers], key=_start_of)
    for quote in quotes:
        start, end = max(0, quote.start - _AROUND), min(len(text), quote.end + _AROUND)
        line = text.find("\n", start, start + _AROUND // 2)
        start = line + 1 if line >= 0 and start else start
        line = text.rfind("\n", end - _AROUND // 2, end)
        end = line if line >= quote.end and end < len(text) else end
        if made and start <= made[-1].end:
            made[-1] = Span(made[-1].start, max(end, made[-1].end))
        else:
            made.append(Span(start, end))
    return made


def _start_of(quote: Quote) -> int:
    return quote.start


def _gap(size: int) -> str:
    return f'<span class="gap">… {size:,} characters not shown …</span>' if size > 0 else ""


def _window(text: str, window: Span, pointers: list[Pointer]) -> str:
    """Return a window of a document with its places marked.

    Places may overlap: the text is cut at every edge, and each piece names all the claims that cover it.
    """
    inside = [p for p in pointers if window.start <= p.quote.start and p.quote.end <= window.end]
    edges = {window.start, window.end}
    for pointer in inside:
        edges.update((pointer.quote.start, pointer.quote.end))
        for span in (*pointer.quote.anchor, *pointer.changed):
            edges.update((span.start, span.end))
    ordered = sorted(edge for edge in edges if window.start <= edge <= window.end)
    soft = _soft_breaks(text, window)
    starts: dict[int, list[Pointer]] = {}
    for pointer in inside:
        starts.setdefault(pointer.quote.start, []).append(pointer)
    open_now: list[Pointer] = []
    parts: list[str] = []
    for start, end in pairwise(ordered):
        begun = starts.get(start, [])
        open_now = [pointer for pointer in open_now if pointer.quote.end > start] + begun
        parts += [_flag(pointer) for pointer in begun]
        parts.append(_piece(text, Span(start, end), open_now, soft))
    return "".join(parts)


def _flag(pointer: Pointer) -> str:
    """Return the place's target, and the claim's number that leads back to the claim."""
    target = f'<span class="at" id="{pointer.id}" tabindex="-1"></span>'
    if pointer.claim is None:
        return target
    prefix = pointer.id[: pointer.id.index("c" if pointer.kind == "good" else "f")]
    number = pointer.claim + 1
    return (
        f'{target}<a class="ref {pointer.kind}" href="#{prefix}c{pointer.claim}" data-c="{pointer.claim}" '
        f'aria-label="claim {number}">{number}</a>'
    )


def _soft_breaks(text: str, window: Span) -> list[int]:
    """Return the line ends that only wrap a paragraph, which the page shows as spaces.

    A line end is one when its line is about as long as the longest, and the next begins neither blank nor as a list.
    """
    starts = [window.start, *(found.end() for found in _LINE_END.finditer(text, window.start, window.end))]
    lines = list(pairwise([*starts, window.end]))
    longest = max((end - start for start, end in lines), default=0)
    if not _SHORTEST_WRAPPED <= longest <= _LONGEST_WRAPPED:
        return []
    return [
        end - 1
        for (start, end), (following, _) in pairwise(lines)
        if end - start >= longest * 0.7 and not _BEGINS_ANEW.match(text, following)
    ]


def _softened(text: str, span: Span, soft: list[int]) -> str:
    parts, position = [], span.start
    for place in soft[bisect_left(soft, span.start) : bisect_left(soft, span.end)]:
        before = place - 2 if text[place - 1] == "\r" else place - 1
        between_wide = is_spaceless(text[before]) and is_spaceless(text[place + 1])
        kind = "joined" if between_wide else "soft"
        parts += [shown(text[position:place]), f'<span class="{kind}">\n</span>']
        position = place + 1
    return "".join([*parts, shown(text[position : span.end])])


def _piece(text: str, span: Span, covering: list[Pointer], soft: list[int]) -> str:
    body = _softened(text, span, soft)
    if not covering or not body:
        return body
    kinds = ["bad" if all(pointer.kind == "bad" for pointer in covering) else "good"]
    if any(_covers(span, each) for p in covering if p.quote.how != "near" for each in p.quote.anchor):
        kinds.append("anchor")
    if any(_covers(span, each) for pointer in covering for each in pointer.changed):
        kinds.append("altered")
    claims = sorted({pointer.claim for pointer in covering[:_MOST_SHARED] if pointer.claim is not None})
    return f'<mark class="{" ".join(kinds)}" data-c="{" ".join(map(str, claims))}">{body}</mark>'


def _covers(span: Span, by: Span) -> bool:
    return by.start <= span.start and span.end <= by.end and by.start < by.end
