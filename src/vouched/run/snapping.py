"""Puts the source's own characters where a draft quotes: anchors get their slice, typed quotes become slices."""

from __future__ import annotations

from vouched.checks.quotes import find_quote
from vouched.documents import Document, Evidence, Quote, Span
from vouched.drafts import Citation, Draft, Repair
from vouched.run.values import composed, replaced
from vouched.text.clip import clip
from vouched.text.locating import ELLIPSIS

__all__ = ["snapped", "typed_changes"]


def snapped(draft: Draft, evidence: Evidence) -> Draft:
    """Return the draft with each citation's quote located, and each typed quote replaced by the slice it stands for.

    A quote that is not found is left as it is: the check of quotes says so. Each replacement that changes
    characters is recorded as a Repair `quote_snapped`.
    """
    repairs = list(draft.repairs)
    claims = tuple(
        claim.but(citations=tuple(_snapped(citation, evidence, repairs) for citation in claim.citations))
        if claim.citations
        else claim
        for claim in draft.claims
    )
    made = draft.but(claims=claims, repairs=tuple(repairs))
    if len(repairs) == len(draft.repairs):
        return made
    citations = [citation for claim in claims for citation in claim.citations if citation.typed is not None]
    if made.kind == "text":
        return made if made.body is None else made.but(value=composed(made.raw, made.body, changes=typed_changes(made)))
    changes = [(citation.typed_where, citation.typed) for citation in citations]
    return made.but(value=replaced(made.value, [(where, typed) for where, typed in changes if where and typed]))


def _snapped(citation: Citation, evidence: Evidence, repairs: list[Repair]) -> Citation:
    found = find_quote(citation, evidence)
    if not isinstance(found, Quote):
        return citation
    document = evidence.resolve(found.document)
    if citation.typed is None or document is None:
        return citation.but(quote=found)
    source = _source_form(citation.typed, found, document)
    if source != citation.typed:
        where = citation.typed_where or citation.where
        repairs.append(Repair("quote_snapped", where, clip(citation.typed), clip(source)))
    return citation.but(quote=found, typed=source)


def _source_form(typed: str, quote: Quote, document: Document) -> str:
    """Return the slice that takes a typed quote's place; around marked ellipses, the slice of each piece."""
    if quote.how != "ellipsis":
        return quote.text
    starts = [quote.start, *(span.start for span in quote.anchor[1:])]
    ends = [*(span.end for span in quote.anchor[:-1]), quote.end]
    slices = iter([document.text[start:end] for start, end in zip(starts, ends, strict=True)])
    made, position = "", 0
    for mark in ELLIPSIS.finditer(typed):
        if typed[position : mark.start()].strip():
            made += next(slices, "")
        made += mark.group()
        position = mark.end()
    return made + (next(slices, "") if typed[position:].strip() else "")


def typed_changes(draft: Draft) -> list[tuple[Span, str]]:
    """Return where a free-text draft's raw text changes: the spans of its typed quotes, and their slices."""
    return [
        (citation.typed_span, citation.typed)
        for claim in draft.claims
        for citation in claim.citations
        if citation.quote is not None and citation.typed is not None and citation.typed_span is not None
    ]
