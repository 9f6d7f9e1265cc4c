"""Reads the stances of an English text: negations, modals, bans and quantifiers, each with the word it is about."""

from __future__ import annotations

import re
from bisect import bisect_left
from functools import lru_cache

from vouched.documents import Span
from vouched.text.comparing import Token, tokens_of
from vouched.text.denials import BANS, NEGATOR_WORDS
from vouched.text.english_verbs import VERB_FORMS
from vouched.text.fact_words import FILLERS, is_negator
from vouched.text.stances import Kind, Stance, denied

__all__ = ["english_stances", "is_english_mark"]

_MODALS: dict[str, Kind] = {
    "must": "obliges",
    "shall": "obliges",
    "may": "permits",
    "can": "permits",
    "cannot": "permits",
    "could": "permits",
}
_QUANTIFIERS: dict[str, Kind] = {
    "all": "all",
    "every": "all",
    "each": "all",
    "always": "all",
    "everyone": "all",
    "some": "some",
    "several": "some",
    "sometimes": "some",
    "occasionally": "some",
}
# Words of several parts that oblige, permit or forbid; the act follows.
_PHRASES: tuple[tuple[str, Kind], ...] = (
    ((r"(?:is|are|was|were|be)\s+not\s+(?:required|obliged|obligated|bound)\s+to|need(?:s)?\s+not|needn['’]t"
     r"|(?:does|do|did)(?:\s+not|n['’]t)\s+(?:have|need)\s+to"), "exempts"),
    (BANS, "forbids"),
    ((r"(?:has|have|had|is|are|was|were)\s+(?:required|obliged|obligated|bound)\s+to"
     r"|(?:has|have|had)\s+to"), "obliges"),
    (r"(?:is|are|was|were|be)\s+(?:allowed|permitted|entitled|free|authori[sz]ed)\s+to", "permits"),
)  # fmt: skip
_PATTERNS = tuple((re.compile(rf"\b(?:{pattern})\b", re.IGNORECASE), kind) for pattern, kind in _PHRASES)
_NOUN = re.compile(r"(?:bars?|bans?)\s+to\b", re.IGNORECASE)
_SUBJECTS = frozenset("no none nobody nothing neither".split())
_BE = frozenset("is are was were be been being am".split())
_REACH = 4
_MOST_STANCES = 200
# "no less than" bounds, and "not only" denies nothing.
_BOUNDING = frozenset("less more fewer later earlier higher lower greater".split())
_NOT_SAID = frozenset("only just merely".split())
_ADVERBS = frozenset(
    "also ever even still yet be been being have has had any much very so too really currently already now".split()
)
# One of these begins each phrase of several words, where it has none of the single ones.
_HINT = re.compile(
    r"\b(?:required|obliged|obligated|bound|have|has|had|allowed|permitted|entitled|free|authori[sz]ed|need"
    r"|prohibit|forbid|forbad|bann?|barr?|preclud|prevent|restrain|exclud|exempt|refrain|disqualif|unlawful|illegal|unable"
    r"|fail|refus|declin|neglect|omit|ceas|den(?:y|i)|false|untrue|incorrect|wrong|instead|rather|other)",
    re.IGNORECASE,
)
_STOPS = re.compile("[.;:!?]|,")


def is_english_mark(token: Token) -> bool:
    """Return whether a word only says the stance towards others: not, must, all."""
    return _is_mark(token.folded, token.text)


@lru_cache(maxsize=20_000)
def _is_mark(word: str, written: str) -> bool:
    return word in _MODALS or word in _QUANTIFIERS or _negates(word, written)


@lru_cache(maxsize=20_000)
def _negates(word: str, written: str) -> bool:
    return word in NEGATOR_WORDS or is_negator(written.lower())


def english_stances(text: str, tokens: list[Token] | None = None) -> list[Stance]:
    """Return the stances of a text in order of their marks, at most 200; `tokens` are the text's own where known."""
    tokens = tokens_of(text) if tokens is None else tokens
    if not (any(map(is_english_mark, tokens)) or _HINT.search(text)):
        return []
    covered, found = _phrased(text, tokens)
    flips = False
    for place, token in enumerate(tokens):
        if place and _STOPS.search(text[tokens[place - 1].end : token.start]):
            flips = False
        if token.start in covered:
            continue
        word = token.folded
        following = tokens[place + 1].folded if place + 1 < len(tokens) else ""
        if following in _BOUNDING or (following in _NOT_SAID and word not in _SUBJECTS):
            continue
        negates = _negates(word, token.text)
        kind: Kind | None = "denies" if negates else _MODALS.get(word) or _QUANTIFIERS.get(word)
        if len(found) >= _MOST_STANCES:
            break
        if word in _SUBJECTS and not (place and tokens[place - 1].folded in _BE | {"has", "have", "had", "with"}):
            flips = True
            continue
        if kind is None:
            if flips and (_is_verb(token) or word in _BE):
                at = place + (word in _BE)
                found += _about(text, tokens, at, "denies", token)
                flips = False
            continue
        found += _marked(text, tokens, place, kind, flips=flips)
        flips = flips and kind in ("all", "some")
    return found


def _marked(text: str, tokens: list[Token], place: int, kind: Kind, *, flips: bool) -> list[Stance]:
    """Return the stance of a mark: a modal with the negation after it is one."""
    token = tokens[place]
    follows = tokens[place + 1] if place + 1 < len(tokens) else None
    if kind in ("obliges", "permits"):
        if follows is not None and (is_negator(follows.text.lower()) or follows.folded == "never"):
            return []  # told with the negation
        if is_negator(token.text.lower()) or token.folded == "cannot":
            kind = "forbids"
        return _about(text, tokens, place + 1, denied(kind) if flips else kind, token)
    if kind == "denies" and place:
        before = _MODALS.get(tokens[place - 1].folded.removesuffix("n't").removesuffix("n’t"))
        modal = _MODALS.get(token.folded.split("'")[0].split("’")[0].removesuffix("n"))
        if before or modal:
            kind = "forbids"
        if follows is not None and follows.folded in _QUANTIFIERS and _QUANTIFIERS[follows.folded] == "all":
            return []  # not all
    if kind == "all" and place and is_negator(tokens[place - 1].text.lower()):
        kind = "some"
    if flips and kind == "denies":
        kind = "states"
    return _about(text, tokens, place + 1, kind, token)


def _about(text: str, tokens: list[Token], at: int, kind: Kind, mark: Token) -> list[Stance]:
    """Return the stance towards the first telling word from `at` on, before a stop."""
    for place in range(at, min(len(tokens), at + _REACH)):
        token = tokens[place]
        if _STOPS.search(text[tokens[place - 1].end if place else 0 : token.start]) and place > at:
            break
        if token.folded in FILLERS or token.folded in _ADVERBS or is_english_mark(token):
            continue
        if token.folded.endswith("ly") and place + 1 < len(tokens) and _is_verb(tokens[place + 1]):
            continue
        return [Stance(VERB_FORMS.get(token.folded, token.key), kind, Span(mark.start, token.end))]
    return []


def _is_verb(token: Token) -> bool:
    return token.folded in VERB_FORMS or token.folded.endswith(("ed", "ing"))


def _phrased(text: str, tokens: list[Token]) -> tuple[set[int], list[Stance]]:
    """Return where the words of phrases begin, and the stances that the phrases take."""
    covered: set[int] = set()
    found: list[Stance] = []
    starts = [token.start for token in tokens]
    for pattern, kind in _PATTERNS:
        for match in pattern.finditer(text):
            inside = range(bisect_left(starts, match.start()), bisect_left(starts, match.end()))
            if _NOUN.match(match.group()):
                continue  # the bars of a chart ban nothing
            if not inside or len(found) >= _MOST_STANCES or not covered.isdisjoint(starts[at] for at in inside):
                continue
            covered.update(starts[at] for at in inside)
            about = _about(text, tokens, inside[-1] + 1, kind, tokens[inside[-1]])
            found += [stance.but(span=Span(match.start(), stance.span.end)) for stance in about]
    return covered, found
