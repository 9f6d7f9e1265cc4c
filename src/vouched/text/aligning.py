"""Aligns texts with a document: says of each whether it stands there, as what, where, and what was changed in it.

One folding of the document serves all of them. What stands is found by a search of the folded document as a whole, so
that no border between parts of it matters; what does not is compared with the sentences that share its telling words.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable
from typing import Literal, cast

from vouched.documents import Document, Span
from vouched.record import Record
from vouched.text.bare import bare_of
from vouched.text.candidates import passages
from vouched.text.comparing import Comparison, Reason, compare
from vouched.text.folding import DASHES, fold
from vouched.text.likeness import LEVELS, likeness
from vouched.text.locating import Match, folding_of, locate
from vouched.text.vocabulary import vocabulary_of
from vouched.text.word_bounds import refusal, stitching

__all__ = ["STATUSES", "Alignment", "AlignmentStatus", "ClassicLevel", "align", "align_all", "classic_level"]

AlignmentStatus = Literal["verbatim", "folded", "artifact", "near", "contradicted", "absent"]
STATUSES: tuple[AlignmentStatus, ...] = ("verbatim", "folded", "artifact", "near", "contradicted", "absent")
ClassicLevel = Literal["MATCH_EXACT", "MATCH_GREATER", "MATCH_LESSER", "MATCH_FUZZY"]
_STANDS = STATUSES[:3]
_ARTIFACTS = frozenset(LEVELS[LEVELS.index("hyphenation") :])
_NEAR = 0.6
_CHANGED = 0.5
_SHARED = 0.75
_LONGEST_NEAR = 4000
_MOST_EXPLAINED = 8
_MOST_OCCURRENCES = 1000
_MOST_SKIPPED = 100_000
_MEMO_SIZE = 256


_LEAD = " \t\n\u3000*_`"
_DASHED = frozenset(DASHES)


class Alignment(Record, frozen=True):
    """Where one text stands in a document.

    `status`: `verbatim` (the same characters), `folded` (other typography, width, case or white space), `artifact`
    (but for markup, footnote marks, hyphenation or a marked ellipsis), `near` (other words, and no fact known to
    differ), `contradicted` (a fact differs: `reasons` says which), `absent`. `span` is its place in the document's
    characters, None when absent. `coverage` is the share (0 to 1) of the text that stands there, of an absent text that
    in the sentence most like it. `how` is the level of
    likeness. `occurrences` counts where it stands, `place` is the number of this one, from 0.
    """

    status: AlignmentStatus
    span: Span | None = None
    coverage: float = 0.0
    reasons: tuple[Reason, ...] = ()
    how: str = ""
    occurrences: int = 0
    place: int = 0

    @property
    def stands(self) -> bool:
        """Return whether the text stands in the document, be it in other typography."""
        return self.status in _STANDS


ABSENT = Alignment("absent")


def align(document: Document, text: str) -> Alignment:
    """Return the alignment of one text; where it stands several times, its tightest and first occurrence."""
    return align_all(document, (text,))[0]


def align_all(document: Document, texts: Iterable[str]) -> tuple[Alignment, ...]:
    """Return one alignment for each text, in order; the same text again takes its next occurrence.

    Among occurrences that are left the first one after the place of the text before is taken; a text whose occurrences
    are all taken shares one. A text that stands out of order, or more often than the document has it, still stands.
    """
    made: list[Alignment] = []
    taken: dict[tuple[int, int], int] = {}
    cursor = 0
    for text in texts:
        matches = _remembered(document, text) if text.strip() else ()
        if not matches:
            made.append(_unfound(document, text) if text.strip() else ABSENT)
            continue
        place = _next(matches, taken, cursor)
        status, span, how = matches[place]
        taken[span.start, span.end] = taken.get((span.start, span.end), 0) + 1
        cursor = span.end
        made.append(Alignment(status, span, 1.0, (), how, len(matches), place))
    return tuple(made)


_Standing = tuple[AlignmentStatus, Span, str]


def _remembered(document: Document, text: str) -> tuple[_Standing, ...]:
    """Return the places where a text stands; several of them are kept with the document for the next time."""
    memo = cast("dict[str, tuple[_Standing, ...]]", document.__dict__.setdefault("_standing", {}))
    if text in memo:
        return memo[text]
    found = _standing(document, text)
    if len(found) > 1:
        if len(memo) >= _MEMO_SIZE:
            memo.clear()
        memo[text] = found
    return found


def _standing(document: Document, text: str) -> tuple[_Standing, ...]:
    """Return the places where a text stands, of those that stand tightest, in order."""
    if "_vocabulary" in document.__dict__ and _lacks(document, text):
        return ()
    found = _verbatim(document.text, text.strip())
    if found:
        return tuple(found)
    if _lacks(document, text):
        return ()
    matches = locate(document, text)
    found = [_status(document.text, match, text) for match in matches if _is_text(document.text, match, text)]
    if not found and not matches:
        found = [each for each, why in _refused(document, text) if why is None]
    if not found and not matches and (bare := bare_of(document)) is not None:
        inner = (match for match in locate(bare.document, text) if _is_text(bare.document.text, match, text))
        found = [("artifact", bare.back(match.span), "markup") for match in inner]
    tightest = min((STATUSES.index(status) for status, _, _ in found), default=0)
    return tuple(each for each in found if STATUSES.index(each[0]) == tightest)


def _lacks(document: Document, text: str) -> bool:
    """Return whether a word of the text is surely none of the document's; its vocabulary is made when it is needed."""
    if "_vocabulary" not in document.__dict__ and text.strip() in document.text:
        return False
    return vocabulary_of(document).lacks(text)


def _verbatim(text: str, wanted: str) -> list[_Standing]:
    """Return where a text stands character by character; nothing is folded for it."""
    found: list[_Standing] = []
    start, tried = text.find(wanted), 0
    inner = wanted[:1].isascii() and wanted[:1].isalnum()
    for _ in range(_MOST_SKIPPED):
        if start < 0 or tried == _MOST_OCCURRENCES:
            break
        before = text[start - 1 : start]
        if not (inner and before.isascii() and before.isalnum()):  # else it begins inside a word: soon told
            span = Span(start, start + len(wanted))
            tried += 1
            if refusal(text, span, wanted) is None:
                found.append(("verbatim", span, "exact"))
        start = text.find(wanted, start + 1)
    return found


def _is_text(text: str, match: Match, wanted: str) -> bool:
    return refusal(text, match.span, wanted) is None and stitching(text, match) is None


def _refused(document: Document, wanted: str) -> list[tuple[_Standing, Reason | None]]:
    """Return the first places where the folded text stands, whatever it cuts, each with why it is not the text."""
    folding, skeleton = folding_of(document), fold(wanted)
    found: list[tuple[_Standing, Reason | None]] = []
    start = folding.skeleton.find(skeleton) if skeleton else -1
    for _ in range(_MOST_EXPLAINED):
        if start < 0:
            break
        span = folding.span(start, start + len(skeleton))
        if span is not None and (how := likeness(span.of(document.text), wanted.strip())):
            why = refusal(document.text, span, wanted)
            if why is None and wanted.lstrip(_LEAD)[:1] in _DASHED:
                why = Reason("sign", span.of(document.text), wanted.strip()[:80])  # locating looked for that dash
            found.append((_status(document.text, Match(span, how, (span,)), wanted), why))
        start = folding.skeleton.find(skeleton, start + 1)
    return found


def _status(text: str, match: Match, wanted: str) -> _Standing:
    if match.span.of(text) == wanted.strip():
        return "verbatim", match.span, "exact"
    # Exactly found is then the text without the quotation marks around it, or with its entities decoded.
    how = "punctuation" if match.how == "exact" else match.how
    return ("artifact" if how in _ARTIFACTS else "folded"), match.span, how


def _next(matches: tuple[_Standing, ...], taken: dict[tuple[int, int], int], cursor: int) -> int:
    """Return which occurrence is taken: the least taken, of these the first from `cursor` on, or else the first."""
    later: int = bisect_left([span.start for _, span, _ in matches], cursor) if len(matches) > 1 else 0
    places: list[int] = [*range(later, len(matches)), *range(later)]
    for place in places:
        if (matches[place][1].start, matches[place][1].end) not in taken:
            return place
    return min(range(len(matches)), key=lambda place: (_times(matches[place], taken), place < later, place))


def _times(match: _Standing, taken: dict[tuple[int, int], int]) -> int:
    return taken.get((match[1].start, match[1].end), 0)


def _unfound(document: Document, text: str) -> Alignment:
    """Return what a text that stands nowhere is: its words cut from others, a rewording, a changed fact, or absent."""
    has_digits = any(map(str.isdigit, text[:_LONGEST_NEAR]))
    refused = _explained(document, text) if has_digits or not _lacks(document, text) else []
    for (_, span, how), why in refused:
        if why.kind not in ("boundary", "case"):
            return Alignment("contradicted", span, 1.0, (why,), how)
    if refused and len(text.split()) == 1:
        return ABSENT.but(reasons=(refused[0][1],))
    if len(text) > _LONGEST_NEAR:
        return ABSENT.but(reasons=(Reason("length", f"at most {_LONGEST_NEAR} characters", f"{len(text)}"),))
    nearest = _nearest(document, text)
    return nearest if nearest.status != "absent" else nearest.but(reasons=tuple(why for _, why in refused[:1]))


def _explained(document: Document, text: str) -> list[tuple[_Standing, Reason]]:
    """Return the places where the words of a text stand and are not the text, with the reasons."""
    found = [(standing, why) for standing, why in _refused(document, text) if why is not None]
    located = locate(document, text)[:_MOST_EXPLAINED]
    whys = [refusal(document.text, match.span, text) or stitching(document.text, match) for match in located]
    return found + [
        (_status(document.text, match, text), why) for match, why in zip(located, whys, strict=True) if why is not None
    ]


def _nearest(document: Document, text: str) -> Alignment:
    """Return the alignment with the sentence that shares most of a text's words; absent where none shares enough."""
    best: tuple[Comparison, Span] | None = None
    for passage in passages(document, text):
        compared = compare(passage.of(document.text), text)
        if best is None or (compared.shared, compared.coverage) > (best[0].shared, best[0].coverage):
            best = compared, passage
    if best is None or best[0].span is None:
        return ABSENT
    compared, passage = best
    facts = any(reason.kind != "words" for reason in compared.reasons)
    if compared.coverage < (_CHANGED if facts else _NEAR) and compared.shared < _SHARED:
        return ABSENT.but(coverage=compared.coverage)
    span = Span(passage.start + best[0].span.start, passage.start + best[0].span.end)
    reasons = compared.reasons or (Reason("spacing", span.of(document.text)[:80], text[:80]),)
    return Alignment("contradicted" if facts else "near", span, compared.coverage, reasons, "near")


def classic_level(document: Document, text: str, found: Alignment) -> ClassicLevel | None:
    """Return the level by which aligners name an alignment, or None for what is absent or contradicted.

    MATCH_EXACT is verbatim or folded; MATCH_GREATER an artifact, where the document's slice holds more than the text;
    MATCH_LESSER near where a part of the text that covers half of it stands as it is; MATCH_FUZZY the rest of near.
    """
    if found.status in ("verbatim", "folded"):
        return "MATCH_EXACT"
    if found.status == "artifact":
        return "MATCH_GREATER"
    if found.status != "near" or found.span is None:
        return None
    held = fold(found.span.of(document.text))
    return "MATCH_LESSER" if held in fold(text) and 2 * len(held) >= len(fold(text)) else "MATCH_FUZZY"
