"""Draws the answer's side of the page: a card for each claim, with its verdict, its faults and its evidence."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from vouched.adapters.html_text import attribute, marked, shown, spoken
from vouched.adapters.report_claims import MARKS, ClaimNote, Completion
from vouched.adapters.report_marks import Run, compared, runs, shown_quote
from vouched.adapters.report_words import advice_for, detail_of, found_how, place_of, sides_of, title_of
from vouched.documents import Document, Quote, Span
from vouched.outcomes import JudgedClaim, Outcome
from vouched.record import Record
from vouched.text.sentences import sentence_around
from vouched.verdicts import Finding

__all__ = ["Side", "claim_cards"]

_MOST_CLAIMS = 500
_MOST_FINDINGS = 20
_MOST_PLACES = 10
_AROUND = 120
_TEXT = 4000


class Side(Record, frozen=True, kw_only=True):
    """What every card needs: the documents by id, which places are marked in the page, how ids begin, what to say."""

    known: Mapping[str, Document]
    marked: frozenset[str]
    prefix: str
    language: str = ""
    is_partial: bool = False
    notes: tuple[ClaimNote, ...] = ()


def claim_cards(outcome: Outcome, side: Side) -> str:
    """Return the HTML of all claims, what is wrong with the answer as a whole before them."""
    cards = [_whole(outcome, side)]
    by_claim: dict[int | None, list[tuple[int, Finding]]] = {}
    for place, finding in enumerate(outcome.findings):
        by_claim.setdefault(finding.claim, []).append((place, finding))
    shown_claims = range(min(len(outcome.claims), _MOST_CLAIMS))
    cards.extend(_card(index, outcome, by_claim.get(index, []), side) for index in shown_claims)
    if len(outcome.claims) > _MOST_CLAIMS:
        cards.append(f'<p class="quiet">and {len(outcome.claims) - _MOST_CLAIMS:,} more claims</p>')
    return "\n".join(card for card in cards if card)


def _whole(outcome: Outcome, side: Side) -> str:
    found = [(place, finding) for place, finding in enumerate(outcome.findings) if finding.claim is None]
    broken = [verdict for verdict in outcome.verdicts if verdict.status == "broken"]
    if not found and not broken:
        return ""
    faults = "".join(
        f'<div class="fault"><p class="title">The check {attribute(verdict.check)} failed: '
        f"{shown((verdict.fault or '')[:400])}</p></div>"
        for verdict in broken
    )
    return (
        f'<section class="claim bad" id="{side.prefix}whole"><h4 class="head"><span class="badge">'
        f"{MARKS['unsupported']} The answer as a whole</span></h4>{_faults(found, side)}{faults}</section>"
    )


def _card(index: int, outcome: Outcome, found: list[tuple[int, Finding]], side: Side) -> str:
    claim, note, name = outcome.claims[index], side.notes[index], f"{side.prefix}c{index}"
    ids = [f"{name}q{number}" for number in range(len(claim.quotes[:_MOST_PLACES]))]
    ids += [f"{side.prefix}f{place}e{number}" for place, each in found for number in range(len(each.evidence))]
    target = next((each for each in ids if each in side.marked), name)
    said = "".join(_completion(completion, side) for completion in note.completions)
    said += f'<p class="title">{shown(note.silence)}</p>' if note.silence else ""
    evidence = "".join(
        _evidence(quote, f"{name}q{number}", side) for number, quote in enumerate(claim.quotes[:_MOST_PLACES])
    )
    kept = "" if claim.released or not side.is_partial else ' <span class="kept">left out</span>'
    return (
        f'<section class="claim {note.kind}" id="{name}" data-c="{index}" aria-labelledby="{name}h">'
        f'<h4 class="head"><a class="pick" id="{name}h" href="#{target}"><span class="number">{index + 1}</span> '
        f'<span class="badge">{note.mark} {note.words}</span></a>{kept}</h4>'
        f'<p class="text"{spoken(claim.text, otherwise=side.language)}>{_claim_text(claim, found)}</p>'
        f'{said}{_faults(found, side)}{f"""<div class="evidence">{evidence}</div>""" if evidence else ""}</section>'
    )


def _claim_text(claim: JudgedClaim, found: list[tuple[int, Finding]]) -> str:
    """Return the claim's text with the words marked that an altered quote in it changed."""
    text = claim.text[:_TEXT]
    spans: list[Span] = []
    for _, finding in found:
        both = compared(finding)
        start = text.find(finding.seen) if both else -1
        if both and start >= 0:
            spans += [Span(start + span.start, start + span.end) for span in both[2].seen]
    ordered = tuple(sorted(spans, key=lambda span: (span.start, span.end)))
    rest = [Run(" …", "elided")] if len(claim.text) > _TEXT else []
    return marked([*runs(text, ordered, mark="altered"), *rest])


def _faults(found: Sequence[tuple[int, Finding]], side: Side) -> str:
    parts = [_fault(place, finding, side) for place, finding in found[:_MOST_FINDINGS]]
    if len(found) > _MOST_FINDINGS:
        parts.append(f'<p class="quiet">and {len(found) - _MOST_FINDINGS:,} more findings</p>')
    return "".join(parts)


def _fault(place: int, finding: Finding, side: Side) -> str:
    both = compared(finding)
    if both:
        expected, seen, found = both
        rows = [
            ("The document says", marked(runs(expected, found.expected, mark="changed-expected")), expected),
            ("The answer says", marked(runs(seen, found.seen, mark="changed-seen")), seen),
        ]
    else:
        rows = [(label.capitalize(), shown(text), text) for label, text in sides_of(finding)]
    sides = "".join(
        f"<dt>{label}</dt><dd{spoken(text, otherwise=side.language)}>{body}</dd>" for label, body, text in rows
    )
    names = [f"{side.prefix}f{place}e{number}" for number in range(len(finding.evidence))]
    shown_places = list(zip(finding.evidence, names, strict=True))[:_MOST_PLACES]
    if both:
        places = f'<p class="place">{_place(*shown_places[0], side)}</p>'
    else:
        places = "".join(_evidence(quote.but(occurrences=1), name, side) for quote, name in shown_places)
    detail = f'<p class="detail">{shown(detail_of(finding))}</p>' if detail_of(finding) else ""
    return (
        f'<div class="fault"><p class="title">{shown(title_of(finding))}</p>{detail}'
        f"{f'<dl>{sides}</dl>' if sides else ''}{places}"
        f'<p class="advice"><span aria-hidden="true">→ </span>{shown(advice_for(finding))}</p></div>'
    )


def _completion(completion: Completion, side: Side) -> str:
    """Return what of the document a quote had left out, both texts one below the other."""
    rows = (
        ("The answer quotes", shown(completion.before), completion.before),
        (
            "The document says",
            marked(runs(completion.after, completion.added, mark="changed-expected")),
            completion.after,
        ),
    )
    sides = "".join(
        f"<dt>{label}</dt><dd{spoken(text, otherwise=side.language)}>{body}</dd>" for label, body, text in rows
    )
    return f'<div class="fault completed"><p class="title">! {completion.told}.</p><dl>{sides}</dl></div>'


def _evidence(quote: Quote, name: str, side: Side) -> str:
    """Return a quote with a little of what surrounds it, and where it stands."""
    document = side.known.get(quote.document)
    before, after = _around(quote, document) if document else ("", "")
    quoted = marked(shown_quote(quote, limit=800))
    body = f'<span class="around">{before}</span><q class="quote">{quoted}</q><span class="around">{after}</span>'
    language = spoken(document.text if document else quote.text, otherwise=side.language)
    return (
        f"<figure><blockquote{language}>{body}</blockquote>"
        f"<figcaption>{_place(quote, name, side)}</figcaption></figure>"
    )


def _around(quote: Quote, document: Document) -> tuple[str, str]:
    """Return as HTML what the sentence says before the quote and after it, bounded."""
    text, sentence = document.text, sentence_around(document.text, quote.start, quote.end)
    start, end = max(sentence.start, quote.start - _AROUND), min(sentence.end, quote.end + _AROUND)
    before, after = shown(text[start : quote.start]), shown(text[quote.end : end])
    return f"{'… ' if start > sentence.start else ''}{before}", f"{after}{' …' if end < sentence.end else ''}"


def _place(quote: Quote, name: str, side: Side) -> str:
    document = side.known.get(quote.document)
    place = shown(place_of(document, quote.start) if document else quote.document)
    link = f'<a class="go" href="#{name}">{place}</a>' if name in side.marked else f"<span>{place}</span>"
    how = "" if quote.how == "near" else found_how(quote)
    return f'{link}{f"""<span class="how"> · {how}</span>""" if how else ""}'
