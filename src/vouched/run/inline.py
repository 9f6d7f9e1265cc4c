"""Reads the quotes and markers that stand inside a text of a JSON answer, as in free text."""

from __future__ import annotations

import re

from vouched.documents import Span
from vouched.drafts import Citation, Claim
from vouched.run.markers import KnownIds
from vouched.run.prose import prose_claims
from vouched.text.addresses import urls_in

__all__ = ["may_cite", "with_inline"]

_MARKS = re.compile("[\"＂“”„«»‹›「」『』〝〟‘’‚'`\\[［【〔(（<>/\\\\]|www\\.", re.IGNORECASE)


def may_cite(text: str) -> bool:
    """Return whether a text has a mark that a quote, a marker or a URL begins with."""
    return _MARKS.search(text) is not None


def with_inline(claim: Claim, where: str, known: KnownIds) -> Claim:
    """Return the claim with a citation more for each quote and each marker in its text, whose pointer is `where`.

    URLs in the text are sources.

    A quote is cited from the marker that follows it, else from the documents that the claim cites.
    """
    if not may_cite(claim.text):
        return claim
    own = [citation.document for citation in claim.citations if citation.document is not None]
    more: dict[Citation, None] = {}
    sources = dict.fromkeys((*claim.sources, *urls_in(claim.text)))
    for sentence in prose_claims(claim.text, Span(0, len(claim.text)), known=known):
        sources |= dict.fromkeys(sentence.sources)
        for found in sentence.citations:
            if found.typed is not None:
                named = (found.document, *found.alternatives) if found.document is not None else tuple(own)
                document = named[0] if named else None
                inline = Citation(document=document, alternatives=named[1:], typed=found.typed, where=where)
                more[inline.but(typed_where=where)] = None
            elif found.document not in own:
                more[Citation(document=found.document, where=where)] = None
    return claim.but(citations=(*claim.citations, *more), sources=tuple(sources))
