"""The check that each extracted text, and each attribute of it, stands in the documents."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import ClassVar, Literal

from vouched.checks.grounded_fields import MOST_FIELDS, Field, at, fields_of
from vouched.documents import Document, Evidence, Quote, Span
from vouched.drafts import Draft
from vouched.errors import UsageError
from vouched.record import Record
from vouched.text.aligning import STATUSES, Alignment, align, align_all
from vouched.text.alike import alike_but_for_values
from vouched.text.clip import clip, clip_value
from vouched.text.comparing import Reason
from vouched.text.corpus import corpus_of
from vouched.text.folding import fold
from vouched.text.written_values import as_date, as_number, written_values
from vouched.verdicts import Finding, Support

__all__ = ["AtLeast", "Grounding"]

AtLeast = Literal["verbatim", "folded", "artifact", "near"]
_LEAST: tuple[AtLeast, ...] = ("verbatim", "folded", "artifact", "near")
_KINDS = ("texts", "numbers")
_FEW_DOCUMENTS = 20
_LONGEST_QUANTITY = 40
_MOST_SHOWN = 600
_TELLS = {
    "number": "the document has “{expected}” where it has “{seen}”",
    "scale": "the document has “{expected}” where it has “{seen}”",
    "negation": "the document and it differ in a negation: “{expected}”, “{seen}”",
    "role": "it exchanges who does what to whom: “{expected}”, “{seen}”",
    "left_out": "the document has “{expected}”, of which it leaves out what turns it",
    "boundary": "it stands there only as a part of “{expected}”",
    "case": "the document has “{expected}”, another word but for its letters",
    "length": "it is too long to be compared: {expected}",
    "spacing": "the document and it differ in spacing or word bounds",
}
_TELLS_OTHERWISE = "the document has “{expected}” where it has “{seen}”"


class _Found(Record, frozen=True):
    """What was found of one field, and in which document."""

    alignment: Alignment
    document: Document | None


_NOWHERE = _Found(Alignment("absent"), None)


class Grounding(Record, frozen=True):
    """Finds extracted texts, attributes and values that do not stand in the documents.

    `not_grounded`, `contradicted` (a sentence like it differs in a fact), `cut_short` (it leaves out a denial or a
    condition), `near_only` (the same facts in other words: a judge's to say), `loosely_grounded` (it stands, but not as
    tightly as `at_least` asks), `misplaced` (it does not stand where its `char_interval` says), `too_many_fields`.

    `at_least` is `verbatim`, `folded`, `artifact` or `near`; what stands as `near` is not refused then, and not
    vouched for either. `documents` are the ids to look in, without any all. `attributes` says which attribute values
    have to stand: `texts`, `numbers`. `labels` are keys whose values are labels and no words of a document. `fields`
    are JSON pointers (`/lines/*/amount`, `/notes/**`) to the values that have to stand in an answer that is no list
    of extractions.
    """

    at_least: AtLeast = "artifact"
    documents: tuple[str, ...] = ()
    attributes: tuple[str, ...] = _KINDS
    labels: tuple[str, ...] = ()
    fields: tuple[str, ...] = ()

    name: ClassVar[str] = "grounding"
    decidable: ClassVar[bool] = True

    def __post_init__(self) -> None:
        if self.at_least not in _LEAST:
            raise UsageError(f"Grounding.at_least: expected one of {', '.join(_LEAST)}, saw {self.at_least!r:.60}")
        for setting in ("documents", "attributes", "labels", "fields"):
            held = getattr(self, setting)
            if isinstance(held, str) or not all(isinstance(each, str) for each in held):
                raise UsageError(f"Grounding.{setting}: expected a tuple of texts, saw {held!r:.60}")
        for kind in self.attributes:
            if kind not in _KINDS:
                raise UsageError(f"Grounding.attributes: expected {' or '.join(_KINDS)}, saw {kind!r:.60}")
        for pattern in self.fields:
            if not pattern.startswith("/"):
                raise UsageError(f"Grounding.fields: expected JSON pointers such as /party, saw {pattern!r:.60}")

    def __call__(self, draft: Draft, evidence: Evidence) -> Iterator[Finding | Support]:
        """Yield a support with its slice for each field that stands, a finding for each that does not."""
        fields = list(fields_of(draft, patterns=self.fields, kinds=self.attributes, labels=self.labels))
        if len(fields) > MOST_FIELDS:
            message = f"has more than {MOST_FIELDS} fields to look for"
            expected = f"at most {MOST_FIELDS} fields"
            yield Finding(check=self.name, code="too_many_fields", expected=expected, seen="more", message=message)
            return
        judged = [field for field in fields if field.role != "unnamed"]
        found = _found(judged, self._given(evidence), evidence)
        weak = {field.claim for field in fields if field.role == "unnamed"}
        weak |= {field.claim for field, each in zip(judged, found, strict=True) if not each.alignment.stands}
        for field, each in zip(judged, found, strict=True):
            said = self._judged(field, each, draft)
            vouches = field.claim is not None and field.claim not in weak
            yield said if isinstance(said, Finding) else said.but(vouches=vouches)
        yield from self._misplaced(judged, self._given(evidence), draft)

    def _given(self, evidence: Evidence) -> tuple[Document, ...]:
        if not self.documents:
            return evidence.documents
        return tuple(document for name in self.documents if (document := evidence.resolve(name)) is not None)

    def _judged(self, field: Field, found: _Found, draft: Draft) -> Finding | Support:
        alignment, document = found.alignment, found.document
        quote = _quote(alignment, document)
        evidence = () if quote is None else (quote,)
        status = alignment.status
        if status in _LEAST and STATUSES.index(status) <= STATUSES.index(self.at_least):
            return Support(check=self.name, claim=field.claim, where=field.where, evidence=evidence)
        reason = alignment.reasons[0] if alignment.reasons else None
        expected = (
            quote.text if quote is not None else reason.expected if reason is not None else "words of the documents"
        )
        if status in ("verbatim", "folded", "artifact"):
            code, message = "loosely_grounded", f"it stands in the document as {status} ({alignment.how})"
        elif status == "near":
            code, message = "near_only", "the document says something like it, in other words"
        elif status == "contradicted":
            code = "cut_short" if reason is not None and reason.kind == "left_out" else "contradicted"
            message = _told(alignment.reasons)
        else:
            code = "not_grounded"
            message = "it does not stand in the documents" if reason is None else _told(alignment.reasons)
        finding = self._finding(field, draft, code=code, expected=expected, message=message)
        return finding.but(evidence=evidence)

    def _misplaced(self, fields: Sequence[Field], given: tuple[Document, ...], draft: Draft) -> Iterator[Finding]:
        """Yield a finding for each extraction whose stated interval holds other characters in every document."""
        for field in fields if draft.kind == "extractions" else ():
            item_where = field.where.rpartition("/")[0]
            item = at(draft.value, item_where) if field.role == "text" else None
            interval = item.get("char_interval") if isinstance(item, dict) else None
            if not isinstance(interval, dict) or not isinstance(field.value, str):
                continue
            start, end = interval.get("start_pos"), interval.get("end_pos")
            slices = [document.text[start:end] for document in given] if _is_interval(start, end) else []
            if fold(field.value) not in [fold(each) for each in slices if len(each) <= 4 * len(field.value) + 100]:
                place = field.but(where=f"{item_where}/char_interval")
                seen = clip_value(slices[0], 200) if slices else f"{clip_value(start, 40)} to {clip_value(end, 40)}"
                message = "its char_interval holds something else"
                said = self._finding(place, draft, code="misplaced", expected=field.value, message=message)
                yield said.but(seen=seen)

    def _finding(self, field: Field, draft: Draft, *, code: str, expected: str, message: str) -> Finding:
        return Finding(
            check=self.name,
            code=code,
            where=field.where,
            expected=clip(expected, _MOST_SHOWN),
            seen=clip_value(field.value, _MOST_SHOWN),
            message=message,
            claim=field.claim,
            span=None if field.claim is None else draft.claims[field.claim].span,
        )


def _is_interval(start: object, end: object) -> bool:
    return type(start) is int and type(end) is int and 0 <= start < end


def _told(reasons: tuple[Reason, ...]) -> str:
    said: list[str] = []
    for reason in reasons[:3]:
        if reason.kind == "words" and said:
            continue
        tells = _TELLS.get(reason.kind, _TELLS_OTHERWISE)
        said.append(tells.format(expected=clip(reason.expected, 120), seen=clip(reason.seen, 120)))
    return "; ".join(said)


def _quote(alignment: Alignment, document: Document | None) -> Quote | None:
    span = alignment.span
    if span is None or document is None:
        return None
    text = span.of(document.text)
    return Quote(document.id, span.start, span.end, text, alignment.how, alignment.occurrences, (span,))


def _found(fields: Sequence[Field], given: tuple[Document, ...], evidence: Evidence) -> list[_Found]:
    """Return what was found of each field: extracted texts in order, each at an occurrence of its own, then values."""
    found = [_NOWHERE] * len(fields)
    texts = [place for place, field in enumerate(fields) if field.role == "text" and isinstance(field.value, str)]
    for place, each in zip(texts, _aligned([fields[place].value for place in texts], given, evidence), strict=True):
        found[place] = each
    for place in texts:
        if not found[place].alignment.stands:
            found[place] = _of_quantities(fields[place].value, given, found[place].document) or found[place]
    at_text = {fields[place].claim: found[place] for place in texts}
    values = sorted(set(range(len(fields))) - set(texts))
    for place in values:
        found[place] = _of_value(fields[place], given, at_text.get(fields[place].claim, _NOWHERE)) or _NOWHERE
    rest = [place for place in values if not found[place].alignment.stands and isinstance(fields[place].value, str)]
    for place, each in zip(rest, _aligned([fields[place].value for place in rest], given, evidence), strict=True):
        if each.alignment.stands or found[place] is _NOWHERE:
            found[place] = each
    return found


def _aligned(texts: list[str], given: tuple[Document, ...], evidence: Evidence) -> list[_Found]:
    if len(given) == 1:
        return [_Found(each, given[0]) for each in align_all(given[0], texts)]
    chosen = [_best(text, given, evidence) for text in texts]
    for document in {each.document.id: each.document for each in chosen if each.document is not None}.values():
        places = [n for n, each in enumerate(chosen) if each.document is document and each.alignment.stands]
        for place, again in zip(places, align_all(document, [texts[place] for place in places]), strict=True):
            chosen[place] = _Found(again, document)
    return chosen


def _best(text: str, given: tuple[Document, ...], evidence: Evidence) -> _Found:
    """Return where a text stands tightest among many documents, the first of equals, or what resembles it most."""
    likely = corpus_of(evidence).candidates(text) if given is evidence.documents else given
    best = _NOWHERE
    for document in likely:
        best = _better(best, _Found(align(document, text), document))
        if best.alignment.status == "verbatim":
            return best
    if not best.alignment.stands:
        ids = {document.id for document in likely}
        for document in given[:_FEW_DOCUMENTS]:
            if document.id not in ids:
                best = _better(best, _Found(align(document, text), document))
    return best


def _better(one: _Found, other: _Found) -> _Found:
    return other if _rank(other.alignment) < _rank(one.alignment) else one


def _rank(found: Alignment) -> tuple[int, float]:
    return STATUSES.index(found.status), -found.coverage


def _of_value(field: Field, given: tuple[Document, ...], beside: _Found) -> _Found | None:
    """Return where the number or the date that a field is stands, however it is written; None where it is neither.

    Of several places the one nearest to the extracted text it belongs to.
    """
    day = as_date(field.value) if isinstance(field.value, str) else None
    number = None if day is not None else as_number(field.value)
    if day is None and number is None:
        return None
    nearly: _Found | None = None
    ordered = sorted(given, key=lambda document: document is not beside.document) if beside.document else given
    for document in ordered:
        held = written_values(document)
        spans = held.places_of(day) if day is not None else ()
        spans = held.written(number, scaled_by=field.beside) if number is not None else spans
        if spans:
            span = _nearest(spans, beside.alignment.span if beside.document is document else None)
            return _Found(Alignment("folded", span, 1.0, (), "value", len(spans), spans.index(span)), document)
        near = held.near_date(day) if day is not None else None
        differing = (Reason("number", near.of(document.text), clip_value(field.value, 60)), near) if near else None
        differing = held.differently(number) if number is not None else differing
        if nearly is None and differing is not None:
            nearly = _Found(Alignment("contradicted", differing[1], 0.5, (differing[0],), "near"), document)
    return nearly


def _of_quantities(text: str, given: tuple[Document, ...], nearest: Document | None) -> _Found | None:
    """Return where the documents have a text with its numbers and dates written otherwise: 1000 EUR, 2025-03-05.

    A sentence is looked for among many documents only in the one that has what is most like it.
    """
    is_anywhere = len(given) <= _FEW_DOCUMENTS or len(text) <= _LONGEST_QUANTITY
    for document in given if is_anywhere else () if nearest is None else (nearest,):
        if spans := alike_but_for_values(document, text):
            return _Found(Alignment("folded", spans[0], 1.0, (), "value", len(spans), 0), document)
    return None


def _nearest(spans: Sequence[Span], span: Span | None) -> Span:
    if span is None:
        return spans[0]
    return min(spans, key=lambda each: (max(each.start - span.end, span.start - each.end, 0), each.start))
