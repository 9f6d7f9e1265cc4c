"""Grounds the extractions of an annotated document anew, from its text alone, whatever its alignment says."""

from __future__ import annotations

import copy
from collections.abc import Sequence
from typing import Any

from vouched.documents import Document, Evidence
from vouched.errors import UsageError
from vouched.guard import DEFAULT_CHECKS, verify
from vouched.outcomes import Outcome
from vouched.policy import Policy
from vouched.ports import AnyCheck
from vouched.record import Record

__all__ = ["Grounded", "verify_document"]

_FILTER = Policy(authority={"*": "filter", "read/empty": "audit"})


class Grounded(Record, frozen=True):
    """What became of a document's extractions: the outcome, and those that stand, which are the document's own."""

    outcome: Outcome
    extractions: tuple[Any, ...]


def verify_document(
    document: Any, *, checks: Sequence[AnyCheck] = DEFAULT_CHECKS, policy: Policy | None = None
) -> Grounded:
    """Return what of an AnnotatedDocument of langextract or langcore stands in its text.

    Every text is looked for again; `alignment_status` and `char_interval` are not believed. By default an extraction
    that does not stand is left out. Where the document's own characters took the place of a text, the extraction is a
    copy that has them. The document is not changed. Raises UsageError for what has no text.
    """
    text = getattr(document, "text", None)
    if not isinstance(text, str):
        raise UsageError(f"verify_document: expected a document with a text, saw {type(document).__name__}")
    listed = list(getattr(document, "extractions", None) or ())
    given = Evidence.of(Document(id=str(getattr(document, "document_id", None) or "document"), text=text))
    draft = {"extractions": [_item(extraction) for extraction in listed]}
    outcome = verify(draft, given, checks=checks, policy=_FILTER if policy is None else policy)
    released = {claim.where for claim in outcome.claims if claim.released}
    standing = [extraction for place, extraction in enumerate(listed) if f"/extractions/{place}" in released]
    texts = [item["extraction_text"] for item in outcome.value["extractions"]] if standing else []
    return Grounded(outcome, tuple(map(_with_text, standing, texts)))


def _with_text(extraction: Any, text: str) -> Any:
    """Return the extraction, or a copy of it with the text that is released where that is not its own."""
    if extraction.extraction_text == text:
        return extraction
    made = copy.copy(extraction)
    made.extraction_text = text
    return made


def _item(extraction: Any) -> dict[str, Any]:
    item = {
        "extraction_class": getattr(extraction, "extraction_class", None),
        "extraction_text": getattr(extraction, "extraction_text", None),
    }
    attributes = getattr(extraction, "attributes", None)
    return {**item, "attributes": dict(attributes)} if isinstance(attributes, dict) else item
