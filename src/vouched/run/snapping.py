"""Puts the source's own characters where a draft quotes: anchors get their slice, typed quotes become slices."""

from __future__ import annotations

from vouched.checks.quotes import find_quote
from vouched.documents import Document, Evidence, Quote, Span
from vouched.drafts import Citation, Draft, Repair
from vouched.run.values import composed, replaced
from vouched.text.clip import shown
from vouched.text.locating import ELLIPSIS
from vouched.text.omissions import denies, grown

__all__ = ["snapped", "typed_changes"]


def snapped(draft: Draft, evidence: Evidence) -> Draft:
    """Return the draft with each citation's quote located, and each typed quote replaced by the slice it stands for.

    A quote that is not found is left as it is: the check of quotes says so. Each replacement that changes
    characters is recorded as a Repair: `quote_snapped` where typography changed, `quote_completed` where the quote had
    left out the rest of a numeral or a negation.
    """
    if not [claim for claim in draft.claims if claim.citations]:
        return draft
    repairs = list(draft.repairs)
    claims = tuple(
        claim.but(citations=tuple(_snapped(citation, evidence, repairs, index) for citation in claim.citations))
        if claim.citations
        else claim
        for index, claim in enumerate(draft.claims)
    )
    made = draft.but(claims=claims, repairs=tuple(repairs))
    if len(repairs) == len(draft.repairs):
        return made
    if made.kind == "text":
        return made if made.body is None else made.but(value=composed(made.raw, made.body, changes=typed_changes(made)))
    changes = [
        (after.typed_where, before.typed, after.typed)
        for old, new in zip(draft.claims, claims, strict=True)
        for before, after in zip(old.citations, new.citations, strict=True)
        if after.typed_where and before.typed is not None and after.typed is not None and before.typed != after.typed
    ]
    return made.but(value=replaced(made.value, changes))


def _snapped(citation: Citation, evidence: Evidence, repairs: list[Repair], claim: int) -> Citation:
    found = find_quote(citation, evidence)
    if not isinstance(found, Quote):
        return citation
    document = None if citation.typed is None else evidence.resolve(found.document)
    if citation.typed is None or document is None:
        return citation.but(quote=found)
    source, completed = _source_form(citation.typed, found, document)
    if source != citation.typed:
        code = "quote_completed" if completed else "quote_snapped"
        where = citation.typed_where or citation.where
        repairs.append(Repair(code, where, shown(citation.typed), shown(source), claim))
    return citation.but(quote=found, typed=source)


def _source_form(typed: str, quote: Quote, document: Document) -> tuple[str, bool]:
    """Return the slice that takes a typed quote's place, and whether it has more than the quote had.

    Around marked ellipses it is the slice of each piece; what the ellipsis left out comes back where it denies.
    """
    pieces = quote.anchor
    looked_for = Span(pieces[0].start, pieces[-1].end)
    whole = grown(document.text, looked_for)
    completed = whole != looked_for
    if quote.how != "ellipsis":
        return whole.of(document.text), completed
    made = ""
    position, number = 0, 0
    for mark in [*ELLIPSIS.finditer(typed), None]:
        end = len(typed) if mark is None else mark.start()
        if typed[position:end].strip() and number < len(pieces):
            start = whole.start if number == 0 else pieces[number].start
            stop = whole.end if number == len(pieces) - 1 else pieces[number].end
            made += document.text[start:stop]
            number += 1
        if mark is not None:
            omitted = document.text[pieces[number - 1].end : pieces[number].start] if 0 < number < len(pieces) else ""
            completed = completed or denies(omitted)
            made += omitted if denies(omitted) else mark.group()
            position = mark.end()
    return made, completed


def typed_changes(draft: Draft) -> list[tuple[Span, str]]:
    """Return where a free-text draft's raw text changes: the spans of its typed quotes, and their slices."""
    return [
        (citation.typed_span, citation.typed)
        for claim in draft.claims
        for citation in claim.citations
        if citation.quote is not None and citation.typed is not None and citation.typed_span is not None
    ]
