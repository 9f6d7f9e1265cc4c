"""Hands out what was judged: reports at the terminal, a page for a browser."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from vouched.errors import UsageError

if TYPE_CHECKING:
    from vouched.adapters.html_report import Entry
    from vouched.documents import Document, Evidence
    from vouched.drafts import Draft
    from vouched.outcomes import Outcome

__all__ = ["entry_of", "print_reports", "write_html"]


def entry_of(name: str, draft: Draft, outcome: Outcome, evidence: Evidence) -> Entry:
    """Return one answer as reports show it: with the ids of the given documents that each of its claims cites."""
    from vouched.adapters.html_report import Entry

    cited = []
    for claim in draft.claims:
        named = (each for citation in claim.citations for each in (citation.document, *citation.alternatives) if each)
        found = (evidence.resolve(reference) for reference in named)
        cited.append(tuple(dict.fromkeys(document.id for document in found if document is not None)))
    return Entry(name=name, draft=draft.raw, outcome=outcome, cited=tuple(cited))


def print_reports(entries: Sequence[Entry], documents: tuple[Document, ...], *, last: Sequence[str] = ()) -> None:
    """Print the report of each answer, a table of several, the lines of `last`, and what "stands" means."""
    from vouched.cli.report import note, report, summary
    from vouched.cli.terminal import Terminal

    terminal = Terminal.of(sys.stdout)
    for entry in entries:
        for line in report(entry, documents, terminal=terminal):
            print(line)
    for line in (*(summary(entries, terminal=terminal) if len(entries) > 1 else ()), *last, *note(terminal)):
        print(line)


def write_html(path: str, entries: Sequence[Entry], documents: tuple[Document, ...]) -> None:
    """Write the page of all answers and say where it is; raises UsageError where it cannot be written."""
    from vouched.adapters.html_report import html_report

    try:
        Path(path).write_text(html_report(entries, documents), encoding="utf-8", errors="backslashreplace")
    except OSError as error:
        raise UsageError(f"--html {path}: expected a file that can be written, saw: {error.strerror}") from None
    print(f"report: {path}", file=sys.stderr)
