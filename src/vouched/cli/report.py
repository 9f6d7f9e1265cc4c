"""Words what was judged for a person at a terminal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from vouched.adapters.html_report import Entry
from vouched.cli.terminal import Terminal
from vouched.documents import Document
from vouched.text.snap import Snap

__all__ = ["report", "snap_report", "summary"]


def report(entry: Entry, documents: Sequence[Document], *, terminal: Terminal, named: bool) -> Iterator[str]:
    """Yield the lines about one answer."""
    yield f"{entry.outcome.status}"


def summary(entries: Sequence[Entry], *, terminal: Terminal) -> Iterator[str]:
    """Yield the lines of a table of all answers."""
    yield f"{len(entries)} answers"


def snap_report(found: Snap, document: Document, *, terminal: Terminal) -> Iterator[str]:
    """Yield the lines about one anchor."""
    yield str(found.reason)
