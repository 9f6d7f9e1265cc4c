"""Words what an anchor led to for a person at a terminal."""

from __future__ import annotations

from collections.abc import Iterator

from vouched.cli.report import quote_lines
from vouched.cli.terminal import Terminal
from vouched.documents import Document
from vouched.text.snap import Snap

__all__ = ["snap_report"]

_REASONS = {
    "absent": ("It does not stand there", "Check the words, or the document."),
    "ambiguous": ("It stands in several places", "Add more words, or choose with --occurrence, --prefix or --suffix."),
    "weak": ("Too few words to point at one place", "Add more words."),
    "empty": ("Nothing to look for", "Give the words to look for."),
    "too_long": ("The sentence is longer than a quote may be", "Allow more with --max-length."),
}


def snap_report(found: Snap, document: Document, *, places: int = 0, terminal: Terminal) -> Iterator[str]:
    """Yield the quote and its place, or why there is none, the candidates and what to do.

    `places` is in how many places it stands, where a later one was asked for.
    """
    lead = f"  {terminal.paint('│', 'dim')} "
    if found.quote:
        times = found.quote.occurrences
        often = f", in {times} places" if times > 1 else ""
        yield terminal.paint(f"✓ Found{often}", "good")
        yield from quote_lines(found.quote, document, terminal, lead=lead)
        return
    title, advice = _REASONS[found.reason or "absent"]
    if places:
        title = f"It stands in only {places} places" if places > 1 else "It stands in only 1 place"
        advice = f"Choose with --occurrence 1 to {places}." if places > 1 else "Leave --occurrence out."
    yield terminal.paint(f"✗ {title}", "bad")
    for quote in found.candidates:
        yield from quote_lines(quote.but(occurrences=1), document, terminal, lead=lead)
    yield from terminal.wrap([(advice, "strong")], first="  → ", rest="    ")
