"""Words what was judged for a person at a terminal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from vouched.adapters.html_report import Entry
from vouched.adapters.report_claims import ClaimNote, Completion, claim_notes
from vouched.adapters.report_marks import Run, compared, runs, shown_quote
from vouched.adapters.report_words import (
    NOTE,
    advice_for,
    counts_in_words,
    detail_of,
    found_how,
    headline,
    name_of,
    place_of,
    reasons_in_words,
    repairs_in_words,
    sides_of,
    title_of,
)
from vouched.cli.terminal import Piece, Terminal, visible, width_of
from vouched.documents import Document, Quote
from vouched.outcomes import JudgedClaim
from vouched.verdicts import Finding

__all__ = ["note", "quote_lines", "report", "summary"]

_OUTCOMES = {"released": "good", "filtered": "wary", "held": "wary", "fallback": "wary", "refused": "bad"}
_MARKS = {"anchor": "anchor", "elided": "dim", "": ""}
_INDENT = "     "
_MOST_PLACES = 5
_MOST_FINDINGS = 20
_LONGEST = 4000


def report(entry: Entry, documents: Sequence[Document], *, terminal: Terminal) -> Iterator[str]:
    """Yield the lines about one answer: each claim with its evidence or its fault, then what was released and why."""
    known = {document.id: document for document in documents}
    outcome = entry.outcome
    yield from _ruled(name_of(entry.name), terminal)
    found: dict[int | None, list[Finding]] = {}
    for finding in outcome.findings:
        found.setdefault(finding.claim, []).append(finding)
    for index, (claim, each) in enumerate(zip(outcome.claims, claim_notes(outcome, entry.cited), strict=True)):
        yield from _claim(index, claim, each, known, terminal)
        yield from _findings(found.get(index, []), known, terminal)
    whole = found.get(None, [])
    if whole:
        yield terminal.paint("✗    The answer as a whole", "bad")
        yield from _findings(whole, known, terminal)
    for verdict in outcome.verdicts:
        if verdict.status == "broken":
            yield from terminal.wrap([(f"The check {verdict.check} failed: {visible(verdict.fault or '')}", "wary")])
            yield ""
    yield from _ending(entry, terminal)


def summary(entries: Sequence[Entry], *, terminal: Terminal) -> Iterator[str]:
    """Yield the lines of a table of all answers: the name, what was released of it, and how its claims stand."""
    yield from _ruled("Summary", terminal)
    widest = min(max(width_of(visible(entry.name)) for entry in entries), terminal.width - 32)
    for entry in entries:
        outcome = entry.outcome
        word = terminal.paint(headline(outcome)[0].split(" for ")[0].ljust(18), _OUTCOMES[outcome.status])
        counts = counts_in_words(outcome)
        fits = widest + 20 + len(counts) <= terminal.width
        yield f"{_fitted(visible(entry.name), widest)}  {word}{counts if fits else ''}".rstrip()
        if not fits:
            yield f"  {counts}"
    released = sum(entry.outcome.status == "released" for entry in entries)
    yield ""
    yield terminal.paint(f"{released} of {len(entries)} answers released", "strong")


def quote_lines(quote: Quote, document: Document | None, terminal: Terminal, *, lead: str) -> Iterator[str]:
    """Yield a quote, what was looked for standing out in it, and below it where it stands and how it was found."""
    pieces: list[Piece] = [("“", "dim"), *_pieces(shown_quote(quote)), ("”", "dim")]
    yield from terminal.wrap(pieces, first=lead, rest=lead)
    place = place_of(document, quote.start) if document else quote.document
    how = f" · {found_how(quote)}" if found_how(quote) else ""
    yield from terminal.wrap([(visible(place), "place"), (how, "dim")], first=lead, rest=lead)


def _claim(
    index: int, claim: JudgedClaim, said: ClaimNote, known: dict[str, Document], terminal: Terminal
) -> Iterator[str]:
    yield terminal.paint(f"{said.mark} {index + 1:<2} {said.words}", said.kind)
    text = visible(claim.text[:_LONGEST]) + (" …" if len(claim.text) > _LONGEST else "")
    yield from terminal.wrap([(text or "(no text)", "")], first=_INDENT, rest=_INDENT)
    for quote in claim.quotes:
        lead = f"{_INDENT}{terminal.paint('│', 'dim')} "
        yield from quote_lines(quote, known.get(quote.document), terminal, lead=lead)
    for completion in said.completions:
        yield from _completion(completion, terminal)
    if said.silence:
        yield from terminal.wrap([(visible(said.silence), "wary")], first=_INDENT, rest=_INDENT)
    yield ""


def _completion(completion: Completion, terminal: Terminal) -> Iterator[str]:
    lead = f"{_INDENT}{terminal.paint('!', 'wary')} "
    yield from terminal.wrap([(f"{completion.told}:", "wary")], first=lead, rest=f"{_INDENT}  ")
    rows = [("quoted", [Run(completion.before)]), ("document", runs(completion.after, completion.added))]
    yield from _rows([(label, parts, "added") for label, parts in rows], terminal)


def _findings(findings: list[Finding], known: dict[str, Document], terminal: Terminal) -> Iterator[str]:
    for finding in findings[:_MOST_FINDINGS]:
        detail = visible(detail_of(finding))
        title = f"{title_of(finding)}{': ' if detail else ''}"
        yield from terminal.wrap([(title, "bad"), (detail, "")], first=_INDENT, rest=_INDENT)
        yield from _sides(finding, terminal)
        for quote in finding.evidence[:_MOST_PLACES]:
            document = known.get(quote.document)
            if compared(finding):
                place = place_of(document, quote.start) if document else quote.document
                yield f"{_INDENT}  {terminal.paint(visible(place), 'place')}"
            else:
                lead = f"{_INDENT}{terminal.paint('│', 'dim')} "
                yield from quote_lines(quote.but(occurrences=1), document, terminal, lead=lead)
        more = len(finding.evidence) - _MOST_PLACES
        if more > 0:
            yield f"{_INDENT}  and {more} more places"
        yield from terminal.wrap([(advice_for(finding), "strong")], first=f"{_INDENT}→ ", rest=f"{_INDENT}  ")
        yield ""
    if len(findings) > _MOST_FINDINGS:
        yield f"{_INDENT}and {len(findings) - _MOST_FINDINGS} more findings (--json lists all)"
        yield ""


def _sides(finding: Finding, terminal: Terminal) -> Iterator[str]:
    """Yield what was expected and what was seen, one below the other, the differing words standing out."""
    both = compared(finding)
    rows: list[tuple[str, list[Run], str]]
    if both:
        expected, seen, found = both
        rows = [("document", runs(expected, found.expected), "right"), ("answer", runs(seen, found.seen), "wrong")]
    else:
        rows = [(label, [Run(text)], "") for label, text in sides_of(finding)]
    yield from _rows(rows, terminal)


def _rows(rows: list[tuple[str, list[Run], str]], terminal: Terminal) -> Iterator[str]:
    for label, parts, style in rows:
        lead = f"{_INDENT}  {label:<12}"
        yield from terminal.wrap(_pieces(parts, changed=style), first=lead, rest=" " * len(lead))


def _ruled(title: str, terminal: Terminal) -> Iterator[str]:
    shown = _fitted(visible(title), min(width_of(visible(title)), terminal.width - 6))
    yield terminal.paint(f"── {shown} " + "─" * (terminal.width - width_of(shown) - 4), "dim")
    yield ""


def _ending(entry: Entry, terminal: Terminal) -> Iterator[str]:
    outcome = entry.outcome
    word, sentence = headline(outcome)
    pieces: list[Piece] = [(word, _OUTCOMES[outcome.status]), (f": {sentence}.", "strong")]
    yield from terminal.wrap(pieces)
    repairs = repairs_in_words(outcome.repairs, claims=outcome.claims)
    for label, lines in (("why", reasons_in_words(outcome)), ("repairs", repairs)):
        for number, line in enumerate(lines[:8]):
            lead = f"  {label if not number else '':<9}"
            yield from terminal.wrap([(visible(line), "dim")], first=terminal.paint(lead, "dim"), rest=" " * len(lead))
    yield ""


def _pieces(parts: list[Run], *, changed: str = "") -> list[Piece]:
    """Return runs in styles; white space at their edges is kept, so that words do not run together."""
    pieces: list[Piece] = []
    for part in parts:
        style = changed if part.mark == "changed" else _MARKS.get(part.mark, "")
        body = visible(part.text)
        before = " " if part.text[:1].isspace() and body else ""
        after = " " if part.text[-1:].isspace() and part.text.strip() else ""
        pieces.append((before + body + after if body else " ", style))
    return pieces


def note(terminal: Terminal) -> Iterator[str]:
    """Yield what the report does and does not say."""
    yield from terminal.wrap([(NOTE, "dim")])


def _fitted(text: str, width: int) -> str:
    while width_of(text) > width:
        text = text[:-2] + "…"
    return text + " " * (width - width_of(text))
