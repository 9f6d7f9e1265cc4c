"""Draws one self-contained HTML page of what was judged: claims on one side, their evidence on the other."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Sequence
from functools import cache
from hashlib import sha256
from pathlib import Path

from vouched.adapters.html_claims import Side, claim_cards
from vouched.adapters.html_documents import document_panes, pointers_of
from vouched.adapters.html_text import attribute, language_of, shown, spoken
from vouched.adapters.report_claims import claim_notes
from vouched.adapters.report_words import (
    NOTE,
    counts_in_words,
    headline,
    name_of,
    reasons_in_words,
    repairs_in_words,
    title_of,
)
from vouched.documents import Document
from vouched.outcomes import Outcome
from vouched.record import Record
from vouched.verdicts import Finding

__all__ = ["Entry", "html_report"]

_KINDS = {"released": "good", "filtered": "wary", "held": "wary", "fallback": "wary", "refused": "bad"}
_SIGNS = {"good": "✓", "wary": "!", "bad": "✗"}
_STATUSES = {
    "supported": "found no fault",
    "unsupported": "found a fault",
    "silent": "had nothing to look at",
    "broken": "failed",
}
# The characters of documents that a page shows in full; beyond, only what surrounds the evidence.
_BUDGET = 300_000
_RAW = 20_000
_MOST_PROBLEMS = 12


class Entry(Record, frozen=True, kw_only=True):
    """One answer of a report: its name, its text as the model wrote it, and what came of it.

    `cited` holds for each claim the ids of the given documents that it cites; without it a report names none.
    """

    name: str
    draft: str
    outcome: Outcome
    cited: tuple[tuple[str, ...], ...] = ()


def html_report(entries: Sequence[Entry], documents: Sequence[Document]) -> str:
    """Return one HTML page that asks nothing of any other place: its style and script stand in it.

    Several answers get an index. It reads without its script, on a narrow screen and on paper. All text of answers
    and documents is escaped, and its size is bounded: of large documents only what surrounds the evidence is shown.
    """
    style, script = _part("css"), _part("js")
    several = len(entries) != 1
    title = f"{len(entries)} answers" if several else name_of(entries[0].name)
    budget = _BUDGET // max(1, len(entries))
    known = {document.id: document for document in documents}
    answers = "\n".join(
        _answer(number, entry, documents, known, heading=2 if several else 1, budget=budget)
        for number, entry in enumerate(entries)
    )
    policy = (
        f"default-src 'none'; style-src '{_digest(style)}'; script-src '{_digest(script)}'; "
        "base-uri 'none'; form-action 'none'"
    )
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        '<meta name="color-scheme" content="light dark">\n<meta name="referrer" content="no-referrer">\n'
        f"<title>{attribute(title)} · vouched</title>\n<style>{style}</style>\n</head>\n<body>\n"
        f"{_index(entries) if several else ''}<main>\n{answers}\n</main>\n"
        f'<footer class="note"><p>{NOTE}</p></footer>\n<script>{script}</script>\n</body>\n</html>\n'
    )


@cache
def _part(suffix: str) -> str:
    return Path(__file__).with_name(f"html_report.{suffix}").read_text(encoding="utf-8")


def _digest(text: str) -> str:
    return f"sha256-{b64encode(sha256(text.encode()).digest()).decode()}"


def _index(entries: Sequence[Entry]) -> str:
    rows = []
    for number, entry in enumerate(entries):
        outcome, kind = entry.outcome, _KINDS[entry.outcome.status]
        rows.append(
            f'<tr class="{kind}"><td><a href="#a{number}">{attribute(name_of(entry.name))}</a></td>'
            f'<td><span class="badge">{_SIGNS[kind]} {headline(outcome)[0]}</span></td>'
            f"<td>{counts_in_words(outcome)}</td></tr>"
        )
    released = sum(entry.outcome.status == "released" for entry in entries)
    return (
        f'<nav class="index" aria-label="All answers"><h1>{released} of {len(entries)} answers released</h1>'
        f"<table><tbody>{''.join(rows)}</tbody></table></nav>\n"
    )


def _answer(
    number: int, entry: Entry, documents: Sequence[Document], known: dict[str, Document], *, heading: int, budget: int
) -> str:
    outcome, prefix = entry.outcome, f"a{number}"
    pointers = pointers_of(outcome, prefix=prefix)
    panes, marked = document_panes(documents, pointers, prefix=prefix, budget=budget)
    language = language_of(entry.draft)
    side = Side(
        known=known,
        marked=marked,
        prefix=prefix,
        language=language,
        is_partial=outcome.status == "filtered",
        notes=tuple(claim_notes(outcome, entry.cited)),
    )
    kind = _KINDS[outcome.status]
    word, sentence = headline(outcome)
    sentence = f"{sentence[:1].upper()}{sentence[1:]}."
    return (
        f'<article class="answer" id="{prefix}">\n<header class="outcome {kind}">'
        f'<h{heading} class="name">{attribute(name_of(entry.name))}</h{heading}>'
        f'<p class="result"><span class="badge">{_SIGNS[kind]} {word}</span> <span>{sentence}</span></p>'
        f"{_problems(outcome, prefix)}</header>\n"
        f'<div class="sides"><section class="claims" aria-label="The answer, claim by claim">'
        f'<h3>The answer <span class="quiet hint">choose a claim to see its evidence</span></h3>\n'
        f"{claim_cards(outcome, side)}\n{_raw(entry, language)}{_ending(outcome)}</section>\n"
        f'<section class="documents" aria-label="The documents" tabindex="0"><h3>The documents{_missing(outcome)}</h3>'
        f'<p class="nowhere" role="status" hidden></p>\n{panes}</section></div>\n</article>'
    )


def _problems(outcome: Outcome, prefix: str) -> str:
    """Return a link to each claim that fails, with what is wrong."""
    first: dict[int | None, Finding] = {}
    for finding in outcome.findings:
        first.setdefault(finding.claim, finding)
    items = [
        f'<li><a href="#{prefix}whole">The answer as a whole</a>: {shown(title_of(finding))}</li>'
        if claim is None
        else f'<li><a class="jump" data-c="{claim}" href="#{prefix}c{claim}">Claim {claim + 1}</a>: '
        f"{shown(title_of(finding))}</li>"
        for claim, finding in first.items()
    ]
    more = f"<li>and {len(items) - _MOST_PROBLEMS:,} more</li>" if len(items) > _MOST_PROBLEMS else ""
    return f'<ul class="problems">{"".join(items[:_MOST_PROBLEMS])}{more}</ul>' if items else ""


def _missing(outcome: Outcome) -> str:
    """Return the ids that were cited although no such document was given."""
    ids = dict.fromkeys(finding.seen for finding in outcome.findings if finding.code == "unknown_document")
    return "".join(f' <span class="missing">{attribute(name, 60)}: not given</span>' for name in list(ids)[:8])


def _raw(entry: Entry, language: str) -> str:
    text = entry.draft[:_RAW]
    rest = f'<span class="gap">… {len(entry.draft) - _RAW:,} characters not shown …</span>'
    return (
        '<details class="raw"><summary>The answer as the model wrote it</summary>'
        f"<pre{spoken(text, otherwise=language)}>{shown(text)}{rest if len(entry.draft) > _RAW else ''}</pre></details>"
    )


def _ending(outcome: Outcome) -> str:
    lists = [
        ("Why", [shown(line) for line in reasons_in_words(outcome)[:20]]),
        ("Repairs", [shown(line) for line in repairs_in_words(outcome.repairs, claims=outcome.claims)]),
        (
            "Checks",
            [
                f"{attribute(verdict.check)}: {_STATUSES[verdict.status]}"
                for verdict in outcome.verdicts
                if not (verdict.check == "read" and verdict.status == "silent")
            ],
        ),
    ]
    return (
        '<div class="ending">'
        + "".join(
            f"<h4>{title}</h4><ul>{''.join(f'<li>{line}</li>' for line in lines)}</ul>"
            for title, lines in lists
            if lines
        )
        + "</div>"
    )
