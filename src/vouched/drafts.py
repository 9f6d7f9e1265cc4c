"""What a model produced: a Draft, its Claims, their Citations, and the Repairs that reading made."""

from __future__ import annotations

from typing import Any, Literal

from vouched.documents import Quote, Span
from vouched.record import Record
from vouched.verdicts import Finding

__all__ = ["Citation", "Claim", "Draft", "Kind", "Repair"]

Kind = Literal["json", "text", "extractions"]


class Repair(Record, frozen=True):
    """A deterministic change of a draft that judges nothing.

    `code` is byte_order_mark, code_fence, think_block, trailing_comma, quote_snapped or
    quote_completed.
    `before` and `after` are bounded extracts of what stood there and what stands there now; `claim` is the index of
    the claim, where it is one's.
    """

    code: str
    where: str = ""
    before: str = ""
    after: str = ""
    claim: int | None = None


class Citation(Record, frozen=True, kw_only=True):
    """A claim's pointer to a document.

    `document` is the id as the model gave it; None means that any document may hold it. `alternatives` are
    the other ids of the same marker (`[1][3]`): a quote may stand in any of them. `anchor` names the place,
    `typed` is a quote that the model wrote itself. `quote` is the located slice, set by snapping.
    `where` is its JSON pointer, `span` its characters in the draft; `typed_where` and `typed_span` are those of the
    typed quote alone, without quotation marks.
    """

    document: str | None = None
    alternatives: tuple[str, ...] = ()
    anchor: str | None = None
    typed: str | None = None
    quote: Quote | None = None
    where: str = ""
    span: Span | None = None
    typed_where: str | None = None
    typed_span: Span | None = None


class Claim(Record, frozen=True, kw_only=True):
    """One assertion of a draft.

    `where` is its JSON pointer (free text: `/claims/N`), `span` its characters in the draft's raw text.
    `confidence` is what the model stated, from 0 to 1, and None when it stated none. `sources` are cited URLs.
    """

    text: str
    where: str = ""
    span: Span | None = None
    confidence: float | None = None
    citations: tuple[Citation, ...] = ()
    sources: tuple[str, ...] = ()


class Draft(Record, frozen=True, kw_only=True):
    """What a model produced, read.

    `raw` is its text as it came. `value` is what will be released if all of it stands: the parsed JSON, or the
    text itself; None when it could not be read. `body` is the part of `raw` that free text was read from.
    `findings` are what reading found wrong.
    """

    raw: str
    kind: Kind
    value: Any = None
    body: Span | None = None
    claims: tuple[Claim, ...] = ()
    repairs: tuple[Repair, ...] = ()
    findings: tuple[Finding, ...] = ()

    def claim_at(self, where: str) -> int | None:
        """Return the innermost claim that a pointer leads to or into; None where it leads to none or to several."""
        inside = [number for number, claim in enumerate(self.claims) if _leads(claim.where, where)]
        if inside:
            return max(inside, key=lambda number: len(self.claims[number].where))
        within = self.claims_within(where)
        return within[0] if len(within) == 1 else None

    def claims_of(self, where: str) -> tuple[int, ...]:
        """Return the claims that stand at a pointer, below it, or around it."""
        return tuple(
            number
            for number, claim in enumerate(self.claims)
            if _leads(where, claim.where) or _leads(claim.where, where)
        )

    def claims_within(self, where: str) -> tuple[int, ...]:
        """Return the claims that stand at a pointer or below it."""
        return tuple(number for number, claim in enumerate(self.claims) if _leads(where, claim.where))


def _leads(outer: str, inner: str) -> bool:
    return inner == outer or inner.startswith(f"{outer}/")
