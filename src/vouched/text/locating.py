"""Finds every place of a document where a text stands, whatever its typography, and says how it was found.

One folding per document serves every search. A match is bounded by words, numbers and graphemes, and an ellipsis
that the writer marked parts the text into pieces that must follow each other.
"""

from __future__ import annotations

import html
import re
import string
import unicodedata
from typing import cast

from vouched.documents import Document, Quote, Span
from vouched.record import Record
from vouched.text.boundaries import cuts
from vouched.text.folding import COUNTED, DASHES, Folding, fold
from vouched.text.likeness import LEVELS, Level, likeness

__all__ = [
    "ELLIPSIS",
    "MINIMUM_STRENGTH",
    "Match",
    "best",
    "folding_of",
    "forms",
    "is_weak",
    "locate",
    "pieces_of",
    "quoted",
    "strength",
    "unwrapped",
]

MINIMUM_STRENGTH = 3.0
_TELLING = 60
_WORDED = (string.ascii_letters + string.digits).encode()
_MAX_MATCHES = 1000
_MAX_PIECE_MATCHES = 200
_WORK = 600_000
_PIECES_REACH = 2000
_MEMO_SIZE = 512
_MEMO_LENGTH = 2000
_MAX_PIECES = 16
_RECASED = re.compile(r"(?<!\w)\[(\w)\](?=\w)")
_MAX_WRAPPERS = 4
ELLIPSIS = re.compile(
    r"(?<!\s)\s*+(?:[\[(（［〔【]\s*+(?:\.{3,}|…+|⋯+|(?:以下|以上|中|前|後|后)?省?略|snip|omitted)\s*+[\])）］〕】]"
    r"|\.{3,}|…+|⋯+|\.(?: \.){2,})\s*+"
)
_LEAD = re.compile(f"[\\s*_`{re.escape(DASHES)}]*")
_TAIL = re.compile(f"[ \t*_`{re.escape(DASHES)}]*\\Z")
_STARTS = (None, "negation")
_ENDS = (None, "negation", "negator")
_LENIENT = (None, "numeral", "negation", "negator")
_BLANK_LINE = re.compile(r"\n[ \t\u3000]*\r?\n|\r[ \t\u3000]*\r")
_WRAPPERS = {"「": "」", "『": "』", "“": "”", "‘": "’", '"': '"', "'": "'", "«": "»", "„": "“", "《": "》", "`": "`"}


class Match(Record, frozen=True):
    """One place where a text stands: its span, how it was found, and its pieces where an ellipsis parted it."""

    span: Span
    how: Level
    pieces: tuple[Span, ...]


def folding_of(document: Document) -> Folding:
    """Return the document's folding, made at the first call and kept with the document."""
    kept = document.__dict__.get("_folding")
    if kept is None:
        kept = document.__dict__["_folding"] = Folding(document.text)
    return cast("Folding", kept)


def strength(text: str) -> float:
    """Return how much a text can identify: 2 for an ideograph, 1 for a letter, kana or digit, 0.5 for other marks.

    0 when it has no letter and no digit. Only its first 60 folded characters count: more can tell nothing more.
    """
    total, worded = 0.0, False
    skeleton = fold(text[:200])[:_TELLING]
    if skeleton.isascii():
        marks = len(skeleton.encode().translate(None, _WORDED))
        return len(skeleton) - marks / 2 if marks < len(skeleton) else 0.0
    for char in skeleton:
        if unicodedata.category(char)[0] in "LN":
            worded = True
            total += 2 if "\u3400" <= char <= "\u9fff" or "\uf900" <= char <= "\ufaff" else 1
        elif char.isalnum() or "\ue000" <= char <= "\uf8ff":
            worded = True
            total += 2
        else:
            total += 0.5
    return total if worded else 0.0


def is_weak(text: str) -> bool:
    """Return whether a text is too short to point at one place of anything."""
    return strength(text) < MINIMUM_STRENGTH


def unwrapped(text: str) -> str:
    """Return the text without surrounding white space and without the quotation marks around the whole of it."""
    text = text.strip()
    for _ in range(_MAX_WRAPPERS):
        if len(text) < 3 or _WRAPPERS.get(text[0]) != text[-1]:
            break
        text = text[1:-1].strip()
    return text


def locate(document: Document, wanted: str, *, lenient: bool = False) -> tuple[Match, ...]:
    """Return the places of `document` where `wanted` stands, in order, at most 1,000.

    Tried in turn until one finds something: the text as it is, without quotation marks around it, with HTML
    entities decoded, and as ordered pieces around marked ellipses. `lenient` accepts, in scripts without spaces,
    a cut inside a numeral or beside a negation; the caller must then show the slice `grown`.
    """
    if len(wanted) > _MEMO_LENGTH:
        return _locate(folding_of(document), wanted, lenient=lenient)
    memo = document.__dict__.setdefault("_located", {})
    key = (wanted, lenient)
    if key not in memo:
        if len(memo) >= _MEMO_SIZE:
            memo.clear()
        memo[key] = _locate(folding_of(document), wanted, lenient=lenient)
    return cast("tuple[Match, ...]", memo[key])


def forms(wanted: str) -> tuple[str, ...]:
    """Return the forms in which a text is looked for.

    As it is, without quotation marks, with HTML entities decoded, without the brackets of "[n]either".
    """
    plain = unwrapped(wanted)
    decoded = html.unescape(plain) if "&" in plain else plain
    recased = _RECASED.sub(r"\1", decoded)
    return tuple(form for form in dict.fromkeys((wanted.strip(), plain, decoded, recased)) if form)


def pieces_of(wanted: str) -> tuple[str, ...]:
    """Return the pieces around marked ellipses, or none where there is no ellipsis or a piece is too weak to find."""
    form = (forms(wanted) or ("",))[-1]
    pieces = tuple(piece for piece in ELLIPSIS.split(form) if piece.strip())
    parted = 0 < len(pieces) <= _MAX_PIECES and pieces != (form,)
    return pieces if parted and not any(is_weak(piece) for piece in pieces) else ()


def _locate(folding: Folding, wanted: str, *, lenient: bool) -> tuple[Match, ...]:
    stripped = wanted.strip()
    if stripped and (found := _occurrences(folding, stripped, lenient=lenient)):
        return tuple(found)
    for form in forms(wanted):
        if form != stripped and (found := _occurrences(folding, form, lenient=lenient)):
            return tuple(found)
    of_pieces: list[list[Match]] = []
    for piece in pieces_of(wanted):
        of_pieces.append(_occurrences(folding, piece, lenient=True, most=_MAX_PIECE_MATCHES))
        if not of_pieces[-1]:
            return ()
    return tuple(_ordered(folding.text, of_pieces)) if of_pieces else ()


def _occurrences(folding: Folding, wanted: str, *, lenient: bool, most: int = _MAX_MATCHES) -> list[Match]:
    skeleton, text = fold(wanted), folding.text
    found: list[Match] = []
    if not skeleton:
        return found
    work = _WORK
    # Where the text stands letter for letter, the way back only has to be verified.
    likely = text.find(wanted, 0, COUNTED) if wanted[0].isalnum() and wanted[-1].isalnum() else -1
    start = folding.skeleton.find(skeleton)
    while start >= 0 and len(found) < most and work > 0:
        work -= len(wanted) + 50
        span = folding.span(start, start + len(skeleton), likely=likely)
        likely = -1
        if span is not None and (match := _accepted(text, span, wanted, lenient=lenient)):
            found.append(match)
        start = folding.skeleton.find(skeleton, start + 1)
    return found


def _accepted(text: str, span: Span, wanted: str, *, lenient: bool) -> Match | None:
    start = _with_leading_dash(text, span, wanted)
    if start is None:
        return None
    span = Span(start, span.end)
    starts, ends = (_LENIENT, _LENIENT) if lenient else (_STARTS, _ENDS)
    if cuts(text, span.start) not in starts or cuts(text, span.end) not in ends:
        return None
    how = likeness(span.of(text), wanted.strip())
    return Match(span, how, (span,)) if how else None


def _with_leading_dash(text: str, span: Span, wanted: str) -> int | None:
    """Return where the match starts when the dash before it counts: None for a minus sign the document lacks.

    The skeleton drops dashes, so one that opens the wanted text is outside the span that was found.
    """
    if wanted[:1].isalnum():
        return span.start
    lead = cast("re.Match[str]", _LEAD.match(wanted)).group()
    if not any(char in DASHES for char in lead):
        return span.start
    before = cast("re.Match[str]", _TAIL.search(text, max(0, span.start - 8), span.start)).group().lstrip()
    signed = lead[-1:] in DASHES and wanted[len(lead) : len(lead) + 1].isdigit()
    if any(char in DASHES for char in before) and (not signed or before[-1] in DASHES):
        return span.start - len(before)
    return None if signed else span.start


def _ordered(text: str, found: list[list[Match]]) -> list[Match]:
    """Return the tightest ways to take one match of each piece in order, in one paragraph, within 2,000 characters."""
    chains: list[Match] = []
    cursors = [0] * len(found)
    for first in found[0]:
        pieces, end, joined = [first.span], first.span.end, True
        for number, matches in enumerate(found[1:], start=1):
            while cursors[number] < len(matches) and matches[cursors[number]].span.start < end:
                cursors[number] += 1
            if cursors[number] == len(matches):
                return chains
            pieces.append(matches[cursors[number]].span)
            joined = joined and not _BLANK_LINE.search(text, end, pieces[-1].start)
            end = pieces[-1].end
        chain = Match(Span(first.span.start, end), "ellipsis", tuple(pieces))
        if chains and chains[-1].span.end == end and len(pieces) > 1:
            chains.pop()
        if joined and end - first.span.start <= _PIECES_REACH:
            chains.append(chain)
    return chains


def quoted(document: Document, match: Match, *, occurrences: int = 1, span: Span | None = None) -> Quote:
    """Return the slice of the document for a match, or for a wider `span` around it."""
    span = span or match.span
    return Quote(document.id, span.start, span.end, span.of(document.text), match.how, occurrences, match.pieces)


def best(matches: tuple[Match, ...]) -> tuple[Match, ...]:
    """Return the matches that differ from what was looked for in white space and width alone, or else all."""
    tight = tuple(match for match in matches if match.how in LEVELS[:3])
    return tight or matches
