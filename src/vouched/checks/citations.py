"""The check that every cited document was given, and that each claim cites enough of them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import ClassVar

from vouched.documents import Evidence
from vouched.drafts import Citation, Claim, Draft
from vouched.errors import UsageError
from vouched.record import Record
from vouched.text.clip import clip
from vouched.text.urls import names_url
from vouched.verdicts import Finding, Support

__all__ = ["Citations"]

_LISTED = 12


class Citations(Record, frozen=True, kw_only=True):
    """Finds cited ids that were not given (`unknown_document`) and claims that cite fewer than `at_least` documents
    (`too_few_citations`). A claim without citations is passed over unless `at_least` is 1 or more.

    That a cited document exists says nothing of what the claim says of it, so it vouches for the claim only where
    `suffices` is set.

    A URL that is no given id is a source, for the checks of URLs to judge, and counts for nothing here. One with an
    anchor or a quote is unknown all the same, since nothing else looks at those words; with `pages` it is not: that
    is for runs with the check `source_content`, which does.
    """

    at_least: int = 0
    suffices: bool = False
    pages: bool = False

    name: ClassVar[str] = "citations"
    decidable: ClassVar[bool] = True

    def __post_init__(self) -> None:
        if not isinstance(self.at_least, int) or isinstance(self.at_least, bool) or self.at_least < 0:
            raise UsageError(f"Citations.at_least: expected a number from 0, saw {self.at_least!r}")

    def __call__(self, draft: Draft, evidence: Evidence) -> Iterator[Finding | Support]:
        """Yield a finding for each id that was not given and each claim with too few, a support for each that was."""
        if self.at_least and not draft.claims:
            yield self._too_few(None, None, 0)
        for index, claim in enumerate(draft.claims):
            given: set[str] = set()
            for citation in claim.citations:
                for reference in _references(citation):
                    document = evidence.resolve(reference)
                    if document is None and self._is_source(reference, citation):
                        continue
                    if document is None:
                        yield self._unknown(index, citation, reference, evidence)
                    else:
                        given.add(document.id)
                        yield Support(check=self.name, claim=index, where=citation.where, vouches=self.suffices)
            if len(given) < self.at_least:
                yield self._too_few(index, claim, len(given))

    def _is_source(self, reference: str, citation: Citation) -> bool:
        return names_url(reference) and (self.pages or not (citation.anchor or citation.typed))

    def _unknown(self, index: int, citation: Citation, reference: str, evidence: Evidence) -> Finding:
        ids = [document.id for document in evidence.documents[:_LISTED]]
        likely = _likely(reference, evidence)
        near = f"; did it mean {clip(likely, 80)!r}?" if likely else ""
        total = len(evidence.documents)
        more = f" and {total - _LISTED} more" if total > _LISTED else ""
        return Finding(
            check=self.name,
            code="unknown_document",
            where=citation.where,
            expected=clip(f"one of {', '.join(ids)}{more}" if ids else "no citation: no document was given", 300),
            seen=clip(reference),
            message=f"cites {clip(reference, 80)!r}, which is not among the {total} documents given{near}",
            claim=index,
            span=citation.span,
        )

    def _too_few(self, index: int | None, claim: Claim | None, seen: int) -> Finding:
        return Finding(
            check=self.name,
            code="too_few_citations",
            where=claim.where if claim else "",
            expected=f"at least {self.at_least}",
            seen=str(seen),
            message=f"cites {seen} of the given documents, {self.at_least} expected",
            claim=index,
            span=claim.span if claim else None,
        )


def _likely(reference: str, evidence: Evidence) -> str | None:
    """Return the one id that differs from a reference in case, white space or a file's ending alone."""
    plain = _plain(reference)
    alike = [document.id for document in evidence.documents if _plain(document.id) == plain]
    return alike[0] if len(alike) == 1 else None


def _plain(reference: str) -> str:
    return re.sub(r"\.(?:txt|md|json|jsonl|pdf|html?|docx?)$", "", reference.strip().casefold())


def _references(citation: Citation) -> tuple[str, ...]:
    return (() if citation.document is None else (citation.document,)) + citation.alternatives
