"""Cuts the quote that an anchor names: the model points, the source's own characters are released."""

from __future__ import annotations

from typing import Literal

from vouched.documents import Document, Quote, Span
from vouched.errors import UsageError
from vouched.record import Record
from vouched.text.folding import fold
from vouched.text.locating import MINIMUM_STRENGTH, Match, best, locate, quoted, strength
from vouched.text.near import nearest
from vouched.text.omissions import condition_after, grown, negation_before, sentence_of

__all__ = ["MAX_QUOTE_LENGTH", "Snap", "SnapReason", "snap", "snap_strong"]

SnapReason = Literal["absent", "ambiguous", "weak", "empty", "too_long"]
MAX_QUOTE_LENGTH = 4000
_MAX_CANDIDATES = 10
# An anchor of this strength (24 letters, 12 ideographs) points at its place even if it begins inside a numeral.
_LONG = 24.0


class Snap(Record, frozen=True):
    """What an anchor led to.

    `quote` is the slice when it was found; where the same sentence stands several times, it is the first, and the
    `candidates` are all of them. Otherwise `reason` says why not: `empty` (nothing to look for), `weak` (too short to
    point anywhere), `absent`, `ambiguous` (it stands in sentences that differ, the `candidates`), `too_long` (the
    sentence exceeds the limit). Of an absent anchor the candidate is the nearest passage, its `how` "near".
    """

    found: bool
    quote: Quote | None = None
    reason: SnapReason | None = None
    candidates: tuple[Quote, ...] = ()


def snap(
    anchor: object,
    text: str | Document,
    *,
    occurrence: int | None = None,
    prefix: str = "",
    suffix: str = "",
    max_length: int = MAX_QUOTE_LENGTH,
) -> Snap:
    """Return the whole sentences around the one place where `anchor` stands in `text`.

    `occurrence` takes the n-th place, counted from 1; `prefix` and `suffix` are what stands directly before and
    after the right one. Whatever the anchor is, nothing raises. UsageError when `text` is neither a text nor a
    Document, or a number is below 1.
    """
    if isinstance(text, str):
        text = Document(id="text", text=text)
    elif not isinstance(text, Document):
        raise UsageError(f"snap: expected a text or a Document, saw {type(text).__name__}")
    _refuse_misuse(occurrence, prefix, suffix, max_length)
    if not isinstance(anchor, str) or not anchor.strip() or not text.text:
        return Snap(found=False, reason="absent" if isinstance(anchor, str) and anchor.strip() else "empty")
    telling = strength(anchor)
    if telling < MINIMUM_STRENGTH:
        return Snap(found=False, reason="weak" if fold(anchor) else "empty")
    return _snapped(anchor, text, telling, max_length, occurrence=occurrence, around=(prefix, suffix))


def snap_strong(anchor: str, document: Document, telling: float, *, max_length: int = MAX_QUOTE_LENGTH) -> Snap:
    """Return what `snap` does for an anchor whose `strength` is known to be enough."""
    _refuse_misuse(None, "", "", max_length)
    if not document.text:
        return Snap(found=False, reason="absent")
    return _snapped(anchor, document, telling, max_length)


def _snapped(
    anchor: str,
    text: Document,
    telling: float,
    max_length: int,
    *,
    occurrence: int | None = None,
    around: tuple[str, str] = ("", ""),
) -> Snap:
    # A text in ASCII folds to no more characters than it has.
    if not (len(anchor) <= max_length and anchor.isascii()) and (
        len(anchor) > 4 * max_length + 1000 or len(fold(anchor)) > max_length
    ):
        return Snap(found=False, reason="too_long")
    matches = locate(text, anchor, lenient=telling >= _LONG)
    if not matches:
        near = nearest(text, anchor)
        return Snap(found=False, reason="absent", candidates=(near.quote,) if near else ())
    return _choose(text, matches, occurrence, _in_context(text.text, matches, *around), max_length)


def _refuse_misuse(occurrence: object, prefix: object, suffix: object, max_length: object) -> None:
    if occurrence is None and prefix == suffix == "" and type(max_length) is int and max_length > 0:
        return
    for name, number in (("occurrence", 1 if occurrence is None else occurrence), ("max_length", max_length)):
        if not isinstance(number, int) or isinstance(number, bool) or number < 1:
            raise UsageError(f"snap({name}=): expected a whole number from 1, saw {number!r:.60}")
    for name, text in (("prefix", prefix), ("suffix", suffix)):
        if not isinstance(text, str):
            raise UsageError(f"snap({name}=): expected a text, saw {type(text).__name__}")


def _in_context(text: str, matches: tuple[Match, ...], prefix: str, suffix: str) -> tuple[Match, ...]:
    if not prefix and not suffix:
        return matches
    before, after = fold(prefix), fold(suffix)
    reach = 2 * (len(prefix) + len(suffix)) + 40
    return tuple(
        match
        for match in matches
        if fold(text[max(0, match.span.start - reach) : match.span.start]).endswith(before)
        and fold(text[match.span.end : match.span.end + reach]).startswith(after)
    )


def _choose(
    document: Document, matches: tuple[Match, ...], occurrence: int | None, fitting: tuple[Match, ...], limit: int
) -> Snap:
    total = len(matches)
    if occurrence is not None:
        fitting = fitting[occurrence - 1 : occurrence]
    if not fitting:
        return Snap(found=False, reason="absent", candidates=_candidates(document, matches, limit))
    if len(fitting) == 1 and (span := _sentence(document, fitting[0], limit)) is not None:
        return Snap(True, quoted(document, fitting[0], occurrences=total, span=span))
    chosen = best(fitting)
    sentences = [_sentence(document, match, limit) for match in chosen]
    whole = [span for span in sentences if span is not None]
    differ = len(whole) > 1 and len({fold(span.of(document.text)) for span in whole}) > 1
    if differ or 0 < len(whole) < len(chosen):
        return Snap(found=False, reason="ambiguous", candidates=_candidates(document, chosen, limit))
    if not whole:
        return Snap(found=False, reason="too_long", candidates=_candidates(document, chosen, limit))
    quote = quoted(document, chosen[0], occurrences=total, span=whole[0])
    again = len({(span.start, span.end) for span in whole}) > 1
    return Snap(found=True, quote=quote, candidates=_candidates(document, chosen, limit) if again else ())


def _candidates(document: Document, matches: tuple[Match, ...], limit: int) -> tuple[Quote, ...]:
    return tuple(
        quoted(document, match, occurrences=len(matches), span=_sentence(document, match, limit))
        for match in matches[:_MAX_CANDIDATES]
    )


def _sentence(document: Document, match: Match, limit: int) -> Span | None:
    """Return the sentences around a match, or its line where they exceed the limit; None when that does too."""
    text, found = document.text, match.span
    span = sentence_of(text, found)
    if span.end - span.start > limit:
        start = max(text.rfind("\n", 0, found.start), text.rfind("\r", 0, found.start)) + 1
        ends = [place for mark in "\n\r" if (place := text.find(mark, found.end)) >= 0]
        span = Span(start, min(ends, default=len(text)))
        # A line, unlike a sentence, may leave out what turns it.
        if negation_before(text, span) or condition_after(text, span) or grown(text, span) != span:
            return None
    return span if span.end - span.start <= limit else None
