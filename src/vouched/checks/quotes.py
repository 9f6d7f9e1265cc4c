"""The check that what a claim quotes, or points to, stands in the document it cites."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import ClassVar

from vouched.documents import Document, Evidence, Quote, Span
from vouched.drafts import Citation, Claim, Draft
from vouched.record import Record
from vouched.text.boundaries import is_spaceless
from vouched.text.clip import clip
from vouched.text.corpus import corpus_of
from vouched.text.folding import fold
from vouched.text.likeness import LEVELS
from vouched.text.locating import MINIMUM_STRENGTH, Match, is_weak, locate, quoted, strength
from vouched.text.near import Nearest, changes, nearest
from vouched.text.omissions import condition_after, denies, grown, negation_before, sentence_of
from vouched.text.sentences import sentence_around
from vouched.text.snap import MAX_QUOTE_LENGTH, Snap, snap_strong
from vouched.verdicts import Finding, Support

__all__ = ["Quotes", "find_quote"]

_NEAR_DOCUMENTS = 20
_MEMO_SIZE = 1024
_CANDIDATES = 10
_BARE = 12
_MAX_QUOTE = 20_000


class Quotes(Record, frozen=True):
    """Finds anchors and quotes that do not stand in the cited document.

    `altered_quote` and `altered_anchor` (a near passage says otherwise), `quote_not_found`, `anchor_not_found`,
    `cut_quote` (it leaves out a negation or condition), `stitched_quote` (its pieces stand in different sentences),
    `wrong_document` (it stands in another given document),
    `ambiguous_anchor`, `weak_anchor`, `weak_quote`, `anchor_not_in_quote` and `quote_too_long`. Citations of unknown
    documents are left to the check of citations.
    """

    max_length: int = MAX_QUOTE_LENGTH

    name: ClassVar[str] = "quotes"
    decidable: ClassVar[bool] = True

    def __call__(self, draft: Draft, evidence: Evidence) -> Iterator[Finding | Support]:
        """Yield a support with its slice for each quote that stands, a finding for each that does not."""
        for index, claim in enumerate(draft.claims):
            for citation in claim.citations:
                found = find_quote(citation, evidence, max_length=self.max_length)
                if isinstance(found, Quote):
                    vouches = _vouches(citation, claim, draft)
                    where = citation.where
                    yield Support(check=self.name, claim=index, where=where, evidence=(found,), vouches=vouches)
                elif found is not None:
                    yield found.but(
                        check=self.name, claim=index, where=citation.where, span=citation.span or claim.span
                    )


def _vouches(citation: Citation, claim: Claim, draft: Draft) -> bool:
    """Whether a quote that stands speaks for its claim, or is a mere term in quotation marks inside it."""
    # An extraction is its quote, also where snapping gave that the document's own characters.
    if citation.typed is None or draft.kind == "extractions" or _says_something(citation.typed):
        return True
    is_field = draft.kind != "text" and citation.typed_where != citation.where
    return is_field or citation.typed == claim.text


def _says_something(typed: str) -> bool:
    """Whether quoted words are more than a term: three words, four characters without spaces, or a number."""
    return len(typed.split()) >= 3 or sum(map(is_spaceless, typed)) >= 4 or any(map(str.isdigit, typed))


def find_quote(citation: Citation, evidence: Evidence, *, max_length: int = MAX_QUOTE_LENGTH) -> Quote | Finding | None:
    """Return the slice that a citation's quote or anchor stands for, what is wrong with it, or None without either.

    None also when none of its documents was given. The finding has no place yet; the caller knows it.
    """
    if citation.quote is not None and _is_slice(citation.quote, evidence):
        return citation.quote
    memo: dict[object, Quote | Finding | None] = evidence.__dict__.setdefault("_found_quotes", {})
    key = (citation.document, citation.alternatives, citation.anchor, citation.typed, max_length)
    if key not in memo:
        if len(memo) >= _MEMO_SIZE:
            memo.clear()
        memo[key] = _find(citation, evidence, max_length)
    return memo[key]


def _find(citation: Citation, evidence: Evidence, max_length: int) -> Quote | Finding | None:
    cited = _cited(citation, evidence)
    if not cited:
        return None
    if citation.typed is not None:
        return _typed(citation, cited, evidence, max_length)
    return None if citation.anchor is None else _anchored(citation.anchor, cited, evidence, max_length)


def _is_slice(quote: Quote, evidence: Evidence) -> bool:
    document = evidence.resolve(quote.document)
    return document is not None and document.text[quote.start : quote.end] == quote.text != ""


def _cited(citation: Citation, evidence: Evidence) -> tuple[Document, ...]:
    if citation.document is None:
        return evidence.documents
    if not citation.alternatives:
        only = evidence.resolve(citation.document)
        return () if only is None else (only,)
    references = (citation.document, *citation.alternatives)
    return tuple(document for reference in references if (document := evidence.resolve(reference)) is not None)


def _typed(citation: Citation, cited: tuple[Document, ...], evidence: Evidence, limit: int) -> Quote | Finding:
    typed, anchor = citation.typed or "", citation.anchor
    if len(typed) > _MAX_QUOTE:
        return _finding("quote_too_long", f"at most {_MAX_QUOTE} characters", typed, "the quote is too long to verify")
    if is_weak(typed):
        return _finding("weak_quote", "a quote long enough to be found", typed, "the quote is too short to verify")
    if anchor is not None and anchor.strip() and not _contains(typed, anchor):
        message = f"the quote does not contain its anchor “{clip(anchor, 60)}”"
        return _finding("anchor_not_in_quote", clip(anchor), typed, message)
    for document in _in_turn(cited, typed, evidence):
        if matches := locate(document, typed, lenient=True):
            whole = [match for match in matches if _left_out(document.text, match) is None]
            if not whole:
                return _cut(typed, document, matches[0])
            tightest = min(whole, key=lambda match: LEVELS.index(match.how))
            if (stitched := _stitched(typed, document, tightest)) is not None:
                return stitched
            span = sentence_of(document.text, tightest.span)
            span = span if span.end - span.start <= limit else grown(document.text, tightest.span)
            return quoted(document, tightest, occurrences=len(matches), span=span)
    return _absent("quote", typed, cited, evidence)


def _candidates(cited: tuple[Document, ...], wanted: str, evidence: Evidence) -> tuple[Document, ...]:
    return corpus_of(evidence).candidates(wanted) if cited is evidence.documents else cited


def _stitched(typed: str, document: Document, match: Match) -> Finding | None:
    """Return the finding that the pieces of a quote stand in different sentences, whatever its ellipsis suggests."""
    first, last = match.pieces[0], match.pieces[-1]
    if len(match.pieces) < 2 or sentence_around(document.text, first.start, first.end).end >= last.start:
        return None
    message = "the pieces around its ellipsis stand in different sentences"
    evidence = quoted(document, match)
    return _finding("stitched_quote", clip(evidence.text, 600), typed, message, (evidence,))


def _left_out(text: str, match: Match) -> str | None:
    """Return the negation or condition that a quote leaves out: beside it, or as all that its ellipsis stands for."""
    for before, after in pairwise(match.pieces):
        omitted = text[before.end : after.start].strip()
        if len(omitted) <= _BARE and denies(omitted):
            return omitted
    return negation_before(text, match.span) or condition_after(text, match.span)


def _in_turn(cited: tuple[Document, ...], wanted: str, evidence: Evidence) -> Iterator[Document]:
    """Yield the documents in which to look for a quote, the likeliest first where any may hold it."""
    if cited is not evidence.documents:
        yield from cited
        return
    corpus = corpus_of(evidence)
    likely = corpus.likely(wanted)
    yield from likely
    if len(likely) < len(cited):
        yield from (document for document in corpus.candidates(wanted) if document not in likely)


def _cut(typed: str, document: Document, match: Match) -> Finding:
    """Return the finding that a quote leaves out a negation before it, or under its ellipsis."""
    text, span = document.text, match.span
    message = f"the document has “{_left_out(text, match)}”, which the quote leaves out"
    start = span.start - len(negation_before(text, span) or "") - 1
    end = span.end + len(condition_after(text, span) or "") + 1
    evidence = quoted(document, match, span=Span(max(0, start), min(len(text), end)))
    return _finding("cut_quote", clip(evidence.text, 600), typed, message, (evidence,))


def _contains(typed: str, anchor: str) -> bool:
    return bool(fold(anchor)) and bool(locate(Document(id="quote", text=typed), anchor, lenient=True))


def _anchored(anchor: str, cited: tuple[Document, ...], evidence: Evidence, limit: int) -> Quote | Finding:
    telling = strength(anchor)
    if telling < MINIMUM_STRENGTH or not anchor.strip():
        return _finding(
            "weak_anchor",
            "an anchor long enough to point at one place",
            anchor,
            "the anchor is too short to point at one place",
        )
    candidates = _candidates(cited, anchor, evidence)
    snaps = [snap_strong(anchor, document, telling, max_length=limit) for document in candidates]
    if len(snaps) == 1 and snaps[0].quote is not None:
        return snaps[0].quote
    standing = [found for found in snaps if found.found]
    doubtful = [found for found in snaps if found.reason in ("ambiguous", "too_long")]
    quotes = [found.quote for found in standing if found.quote is not None]
    if quotes and not doubtful and len({fold(quote.text) for quote in quotes}) == 1:
        return quotes[0]
    if not standing and not doubtful:
        return _absent("anchor", anchor, cited, evidence)
    if len(standing) + len(doubtful) == 1 and doubtful[0].reason == "too_long":
        message = f"the anchor stands in a sentence of more than {limit} characters"
        return _finding("quote_too_long", f"at most {limit} characters", anchor, message, doubtful[0].candidates)
    return _ambiguous(anchor, standing + doubtful)


def _ambiguous(anchor: str, snaps: list[Snap]) -> Finding:
    places = [quote for found in snaps for quote in ((found.quote,) if found.quote else found.candidates)]
    number = (
        f"{len(places)}" if all(len(found.candidates) < _CANDIDATES for found in snaps) else f"at least {_CANDIDATES}"
    )
    message = f"the anchor stands in {number} places that say different things; a longer anchor would tell them apart"
    return _finding("ambiguous_anchor", "an anchor that stands in one sentence", anchor, message, tuple(places[:10]))


def _absent(kind: str, wanted: str, cited: tuple[Document, ...], evidence: Evidence) -> Finding:
    """Return why a text is absent from the cited documents: misplaced, altered, or nowhere to be found."""
    ids = {document.id for document in cited}
    named = clip(", ".join(document.id for document in cited), 80)
    for document in corpus_of(evidence).candidates(wanted):
        if document.id not in ids and (matches := locate(document, wanted, lenient=True)):
            message = f"the {kind} stands in {clip(document.id, 60)!r}, not in the document that is cited"
            return _finding("wrong_document", named, wanted, message, (quoted(document, matches[0]),))
    nears = [near for document in cited[:_NEAR_DOCUMENTS] if (near := nearest(document, wanted)) is not None]
    if nears:
        return _altered(kind, wanted, max(nears, key=lambda near: near.likeness))
    return _finding(f"{kind}_not_found", f"words of {named}", wanted, f"the {kind} does not stand in {named}")


def _altered(kind: str, wanted: str, near: Nearest) -> Finding:
    said = [
        f"the document has “{change.expected}” where the {kind} has “{change.seen}”"
        if change.expected and change.seen
        else f"the {kind} leaves out “{change.expected}”"
        if change.expected
        else f"the {kind} adds “{change.seen}”"
        for change in changes(near.quote.text, wanted)
    ]
    message = "; ".join(said) or f"the {kind} and the document differ in spacing or word bounds"
    return _finding(f"altered_{kind}", clip(near.quote.text, 600), wanted, message, (near.quote,))


def _finding(code: str, expected: str, seen: str, message: str, evidence: tuple[Quote, ...] = ()) -> Finding:
    return Finding(
        check="quotes", code=code, expected=expected, seen=clip(seen, 600), message=message, evidence=evidence
    )
