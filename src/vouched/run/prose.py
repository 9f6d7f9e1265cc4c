"""Finds the claims of free text: its sentences, with the citations that their markers and quotation marks make."""

from __future__ import annotations

import re
from collections.abc import Iterable

from vouched.documents import Span
from vouched.drafts import Citation, Claim
from vouched.record import Record
from vouched.run.markers import KnownIds, Marker, find_markers, names_only
from vouched.run.passages import Passage, Passages, passages
from vouched.text.addresses import find_urls
from vouched.text.boundaries import is_spaceless
from vouched.text.naming import says_something, symbols_in
from vouched.text.quotations import is_substantial, quotations, within_marks
from vouched.text.sentences import sentences

__all__ = ["MOST_CLAIMS", "prose_claims"]

MOST_CLAIMS = 20_000
_MOST_BEHIND = 2

# Stands for a marker that was taken out.
_GONE = "\0"
_GAP = re.compile("[\\s\0]+")
_PREFIXES = re.compile(r"\n[ \t]*(?:>[ \t]?)+")
_CLOSING = ".,;:!?。、，；：！？)）]］」』】”’"
_ENDS_INSIDE = re.compile(r"[\s.,;:!?。、，；：！？*_]*")
_BETWEEN = re.compile(r"[\s,，、;；]*")


class _Quoted(Record, frozen=True):
    """A quotation in free text: its place with its marks, what was typed in it, and where exactly."""

    place: Span
    typed: str
    typed_place: Span


class _Sentence:
    """A claim in the making: its place, and the markers, quotes and URLs that stand in it.

    `lent` are markers that stand elsewhere and say where its quotes are from.
    """

    __slots__ = ("end", "lent", "markers", "passage", "quotes", "start")

    def __init__(self, start: int, end: int, passage: Passage) -> None:
        self.start = start
        self.end = end
        self.passage = passage
        self.markers: list[Marker] = []
        self.quotes: list[_Quoted] = []
        self.lent: list[Marker] = []


def prose_claims(text: str, body: Span, *, known: KnownIds | Iterable[str] = ()) -> list[Claim]:
    """Return the claims of the answer that stands in `body` of `text`, in order, their spans disjoint.

    Of more than `MOST_CLAIMS` only the first are read, and one more.

    A claim is a sentence, of a heading too; reference lists claim nothing. A marker after a sentence's
    final mark belongs to that sentence. A quote is cited from the marker that follows it, else from the one before it,
    else from any document.
    """
    ids = known if isinstance(known, KnownIds) else KnownIds(known)
    found = passages(text, body, ids)
    made: list[_Sentence] = []
    for passage in found.passages:
        _read_passage(text, passage, ids, made)
        if len(made) > MOST_CLAIMS:
            break
    del made[MOST_CLAIMS + 1 :]
    _lend(text, made)
    claims = [_claim(text, sentence, number, found) for number, sentence in enumerate(made)]
    return [*claims, *_unused_urls(text, body, found, claims)] if found.urls else claims


def _unused_urls(text: str, body: Span, found: Passages, claims: list[Claim]) -> list[Claim]:
    """Return a claim for each URL of a reference list that no claim cites: it is a source all the same."""
    used = {url for claim in claims for url in claim.sources}
    made: list[Claim] = []
    for url in dict.fromkeys(found.urls):
        at = text.find(url, body.start, body.end)
        if url not in used and at >= 0:
            where = f"/claims/{len(claims) + len(made)}"
            made.append(Claim(text=url, where=where, span=Span(at, at + len(url)), sources=(url,)))
    return made


def _read_passage(text: str, passage: Passage, ids: KnownIds, made: list[_Sentence]) -> None:
    quotes = [
        quote
        for quote in quotations(text, passage.start, passage.end)
        if is_substantial(within_marks(text, quote).of(text))
    ]
    markers = _outside_quotes(text, find_markers(text, passage.start, passage.end, known=ids), quotes)
    work = _without(text, passage, markers)
    spans = [Span(span.start + passage.start, span.end + passage.start) for span in sentences(work)]
    shown = [Span(marker.label_start, marker.label_end) for marker in markers if marker.label_end]
    spans = _saying(text, work, spans, passage.start)
    joined = _joined(spans, sorted([*quotes, *shown], key=_start) if shown else quotes)[: MOST_CLAIMS + 1]
    own = [_Sentence(span.start, span.end, passage) for span in joined]
    if passage.attributes and made and made[-1].passage.quoted:
        named = names_only(work, ids)
        if named is not None:
            ending = [Marker(start=passage.start, end=passage.start, ids=named)] if named else []
            made[-1].lent = markers + ending
            return
    at = 0
    for marker in markers:
        begin = marker.label_start if marker.label_end else marker.start
        while at + 1 < len(own) and own[at + 1].start <= begin:
            at += 1
        # A marker alone in its passage belongs to the sentence before it.
        target = own[at] if own else made[-1] if made else None
        if target is not None:
            target.markers.append(marker)
            target.start = min(target.start, marker.start)
            target.end = max(target.end, marker.end)
    at = 0
    for quote in quotes:
        while at + 1 < len(own) and own[at + 1].start <= quote.start:
            at += 1
        inner = _inner(work, Span(quote.start - passage.start, quote.end - passage.start))
        typed = inner.of(work)
        if own and is_substantial(typed):
            place = Span(inner.start + passage.start, inner.end + passage.start)
            own[at].quotes.append(_Quoted(quote, typed, place))
    if passage.quoted:
        for sentence, span in zip(own, joined, strict=True):
            _quote_whole(text, work, sentence, span)
    made.extend(own)


def _saying(text: str, work: str, spans: list[Span], base: int) -> list[Span]:
    """Return the sentences that say something; an emoji or two behind one, in its line, belong to it."""
    saying: list[Span] = []
    for span in spans:
        said = work[span.start - base : span.end - base]
        if any(map(str.isalnum, said)):
            saying.append(span)
        elif not says_something(said):
            continue
        elif saying and symbols_in(said) <= _MOST_BEHIND and "\n" not in text[saying[-1].end : span.start]:
            saying[-1] = Span(saying[-1].start, span.end)
        else:
            saying.append(span)
    return saying


def _start(span: Span) -> int:
    return span.start


def _quote_whole(text: str, work: str, sentence: _Sentence, span: Span) -> None:
    """Make all of a block quote's sentence its quote, unless it stands in quotation marks of its own."""
    base = sentence.passage.start
    start, end = span.start - base, span.end - base
    while start < end and (work[start].isspace() or work[start] in "*_#>"):
        start += 1
    while end > start and (work[end - 1].isspace() or work[end - 1] in "*_.,;:、，；：。"):
        end -= 1
    if any(quote.place.start <= base + start and base + end <= quote.place.end for quote in sentence.quotes):
        return
    place = Span(base + start, base + end)
    inner = Passage(start=place.start, end=place.end, prefixes=sentence.passage.prefixes_in(place.start, place.end))
    inside = [one for one in sentence.markers if place.start <= one.start and one.end <= place.end]
    typed = _GAP.sub(_gap, _without(text, inner, inside, blank=_GONE)).strip()
    sentence.quotes = [_Quoted(place, typed, place)] if is_substantial(typed) else []


def _lend(text: str, made: list[_Sentence]) -> None:
    """Give each sentence of a block quote without a marker the next one of its quote, else the one before it."""
    following: list[Marker] = []
    for at in range(len(made) - 1, -1, -1):
        sentence = made[at]
        held = sentence.markers or sentence.lent
        if not sentence.passage.quoted:
            following = _groups(text, held)[0] if sentence.passage.attributes and held else []
        elif held:
            following = _groups(text, held)[0]
        else:
            sentence.lent = following
    before: list[Marker] = []
    last: Passage | None = None
    for sentence in made:
        held = sentence.markers or sentence.lent
        if sentence.passage.quoted and not held:
            sentence.lent = before
        elif held:
            before = _groups(text, held)[-1]
        elif sentence.passage is not last and not sentence.passage.quoted:
            before = []
        last = sentence.passage


def _outside_quotes(text: str, markers: list[Marker], quotes: list[Span]) -> list[Marker]:
    """Return the markers without those that a quote holds; one at a quote's very end marks, others are quoted."""
    kept: list[Marker] = []
    inside: list[Marker] = []
    at = 0
    for marker in markers:
        while at < len(quotes) and quotes[at].end <= marker.start:
            kept.extend(_closing(text, inside, quotes[at]))
            inside = []
            at += 1
        (inside if at < len(quotes) and quotes[at].start < marker.start else kept).append(marker)
    if inside:
        kept.extend(_closing(text, inside, quotes[at]))
    return kept


def _closing(text: str, inside: list[Marker], quote: Span) -> list[Marker]:
    stop = quote.end - 1
    closing: list[Marker] = []
    for marker in reversed(inside):
        if marker.url is not None or marker.loose or not _ENDS_INSIDE.fullmatch(text, marker.end, stop):
            break
        closing.append(marker)
        stop = marker.start
    return closing[::-1]


def _without(text: str, passage: Passage, markers: list[Marker], *, blank: str = " ") -> str:
    """Return the passage's text with markers and line prefixes blanked, every character in its place."""
    pieces: list[str] = []
    last = passage.start
    blanks = [(marker.start, marker.label_start, marker.label_end, marker.end) for marker in markers]
    blanks.extend((start, 0, 0, end) for start, end in passage.prefixes)
    for start, label_start, label_end, end in sorted(blanks):
        if start < last:
            continue
        pieces.append(text[last:start])
        if label_end:
            pieces.extend((blank * (label_start - start), text[label_start:label_end], blank * (end - label_end)))
        else:
            pieces.append(blank * (end - start))
        last = end
    pieces.append(text[last : passage.end])
    return "".join(pieces)


def _joined(spans: list[Span], quotes: list[Span]) -> list[Span]:
    """Return the sentences, those that one quote runs through made one."""
    joined: list[Span] = []
    at = 0
    for span in spans:
        while at < len(quotes) and quotes[at].end <= span.start:
            at += 1
        if joined and at < len(quotes) and quotes[at].start < joined[-1].end:
            joined[-1] = Span(joined[-1].start, span.end)
        else:
            joined.append(span)
    return joined


def _inner(work: str, quote: Span) -> Span:
    """Return what was typed in a quote, without the comma or stop that typography puts inside the marks."""
    inside = within_marks(work, quote)
    start, end = inside.start, inside.end
    while start < end and work[start].isspace():
        start += 1
    while end > start and work[end - 1].isspace():
        end -= 1
    if end > start and (work[end - 1] in ",;:、，；：" or (work[end - 1] == "." and work[end - 2] != ".")):
        end -= 1
    while end > start and work[end - 1].isspace():
        end -= 1
    return Span(start, end)


def _claim(text: str, sentence: _Sentence, number: int, found: Passages) -> Claim:
    span = Span(sentence.start, sentence.end)
    groups = _groups(text, sentence.markers)
    visible = _without(text, Passage(start=span.start, end=span.end), sentence.markers)
    sources = [visible[slice(*url)] for url in find_urls(visible, 0, len(visible))]
    citations: list[tuple[int, Citation]] = []
    named: list[tuple[Span, tuple[str, ...]]] = []
    for group in groups:
        ids, urls = _meaning(group, found)
        sources.extend(urls)
        if ids:
            named.append((Span(group[0].start, group[-1].end), ids))
    lent = sentence.passage.cites or _meaning(sentence.lent, found)[0]
    if not named and lent and (sentence.quotes or sentence.passage.cites):
        named.append((span, lent))
    quoting: set[int] = set()
    at = 0
    for quote in sentence.quotes:
        while at + 1 < len(named) and named[at][0].end <= quote.place.start:
            at += 1
        if named:
            quoting.add(at)
        ids = named[at][1] if named else ()
        citation = Citation(
            document=ids[0] if ids else None,
            alternatives=ids[1:],
            typed=quote.typed,
            span=quote.place,
            typed_span=quote.typed_place,
        )
        citations.append((quote.place.start, citation))
    for place, marked in enumerate(found_evidence := _evidence(text, sentence.markers, found)):
        citations.append((span.end + place, marked))
    shown = {one for cited in found_evidence for one in (cited.document, *cited.alternatives)}
    for place, (where, ids) in enumerate(named):
        if place not in quoting and not shown.issuperset(ids):
            citations.extend((where.start, Citation(document=one, span=where)) for one in ids)
    citations.sort(key=lambda pair: pair[0])
    at_claim = f"/claims/{number}"
    return Claim(
        text=_plain(text, sentence),
        where=at_claim,
        span=span,
        citations=tuple(one.but(where=f"{at_claim}/citations/{place}") for place, (_, one) in enumerate(citations)),
        sources=tuple(dict.fromkeys(sources)),
    )


def _evidence(text: str, markers: list[Marker], found: Passages) -> list[Citation]:
    """Return a citation for each quote that stands in the definition of one of the markers."""
    made: list[Citation] = []
    for marker in markers:
        for one in marker.ids:
            label = f"^{one}" if marker.footnote else one
            ids = found.definitions.get(label, ((), None))[0]
            for quote in found.evidence.get(label, ()):
                place = _inner(text, quote)
                if is_substantial(place.of(text)):
                    cited = Citation(document=ids[0] if ids else None, alternatives=ids[1:], typed=place.of(text))
                    made.append(cited.but(span=quote, typed_span=place))
    return made


def _groups(text: str, markers: list[Marker]) -> list[list[Marker]]:
    """Return the markers in groups: those with nothing between them, [1][3], are one."""
    groups: list[list[Marker]] = []
    for marker in markers:
        if groups and marker.url is None and _BETWEEN.fullmatch(text, groups[-1][-1].end, marker.start):
            groups[-1].append(marker)
        else:
            groups.append([marker])
    return groups


def _meaning(group: list[Marker], found: Passages) -> tuple[tuple[str, ...], list[str]]:
    """Return the ids and the URLs that a group of markers stands for, by the definitions of the text."""
    ids: list[str] = []
    urls: list[str] = []
    for marker in group:
        if marker.url is not None:
            urls.append(marker.url)
        for one in marker.ids:
            named, url = found.definitions.get(f"^{one}" if marker.footnote else one, ((), None))
            if url is not None:
                urls.append(url)
            ids.extend(named or (() if url is not None else (one,)))
    return tuple(dict.fromkeys(ids)), urls


def _plain(text: str, sentence: _Sentence) -> str:
    """Return the sentence as a reader would say it: no markers, no line breaks, tidy white space."""
    bounds = Passage(
        start=sentence.start, end=sentence.end, prefixes=sentence.passage.prefixes_in(sentence.start, sentence.end)
    )
    plain = _without(text, bounds, sentence.markers, blank=_GONE)
    if sentence.passage.quoted:
        plain = _PREFIXES.sub("\n", plain)
    return _GAP.sub(_gap, plain).strip()


def _gap(match: re.Match[str]) -> str:
    """Return what is left where a marker or a line break stood: one space, or nothing before a mark and between
    characters of a script without spaces.
    """
    gap = match.group()
    if _GONE not in gap and "\n" not in gap and "\r" not in gap:
        return " "
    before = match.string[max(0, match.start() - 1) : match.start()]
    after = match.string[match.end() : match.end() + 1]
    if not before or not after or after in _CLOSING or before in "(（「『“":
        return ""
    if is_spaceless(before) and is_spaceless(after):
        return ""
    return "" if after == '"' and gap[-1] == _GONE else " "
