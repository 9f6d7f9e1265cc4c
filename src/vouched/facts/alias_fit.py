"""Tells whether letters that make up a name are the name, look like it, or only happen to follow one another.

What divides the letters decides, and for names of up to four letters whether they are capitals: Ping An is in "ping-an"
and "PingAn", not in "ping and"; ING is in "ING" and "I.N.G.", not in "ing"; Andor is not in "and/or".
"""

from __future__ import annotations

import re
import unicodedata
from functools import cache
from importlib.resources import files
from itertools import pairwise
from typing import Literal, NamedTuple

from vouched.documents import Span
from vouched.facts.letters import Letters
from vouched.facts.views import View

__all__ = ["Alias", "Fit", "Seen", "Stretch", "fit", "is_wide", "short_words"]

Fit = Literal["exact", "alike"]
SHORT = 4
_LONGEST_GAP = 20
_WIDE = "\u2e80"
# What may stand in a name without dividing it: signs inside a line that end no sentence and no item of a list.
_JOINTS = frozenset("-‐‑‒–—−_.·•‧∙⋅・'’&/\\+*~|@")
_HYPHENS = frozenset("-‐‑‒–—−_.·•‧∙⋅・")
_MIDDLE_DOTS = frozenset("·•‧∙⋅・")
_ENDS = frozenset("。．！？；：，、,;:!?…")
_UNSEEN = re.compile(r"[\u0300-\u036f\u0483-\u0489\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]+")
_KATAKANA_OR_HANGUL = re.compile(r"[\u30a1-\u30fa\u30fc\uac00-\ud7a3]+")


class Alias(NamedTuple):
    """A name as it is listed: its letters folded, and what stands between them by the place where it does."""

    name: str
    shown: str
    letters: str
    gaps: dict[int, str] | None

    @property
    def is_short(self) -> bool:
        """Whether the name is a ticker or the like, which other words may be by chance."""
        return len(self.letters) <= SHORT and not is_wide(self.letters)


class Seen:
    """A text in which names are looked for, and whether its case tells anything."""

    __slots__ = ("_case", "view")

    def __init__(self, view: View) -> None:
        self.view = view
        self._case: str | None = None

    @property
    def case(self) -> str:
        """Whether the text is all in "small" letters, all in "capitals", or "both"."""
        if self._case is None:
            text = self.view.text
            self._case = "small" if text == text.lower() else "capitals" if text == text.upper() else "both"
        return self._case

    def typed(self, letters: Letters, start: int, end: int) -> str:
        """Return letters as they were typed, without their width."""
        parts = []
        for index in range(start, end):
            place = letters.place(index)
            span = self.view.span(place, place + 1)
            parts.append(unicodedata.normalize("NFKC", self.view.text[span.start : span.end]))
        return "".join(char for char in "".join(parts) if char.isalnum())

    def gap(self, letters: Letters, cut: int) -> str:
        """Return what stands between two runs, as it was typed; nothing for marks and for what is not seen."""
        before, after = letters.place(cut - 1), letters.place(cut)
        if after == before + 1:
            return ""
        start, end = self.view.span(before, before + 1).end, self.view.span(after, after + 1).start
        if end - start > 2 * _LONGEST_GAP and after - before > _LONGEST_GAP:
            return " " * (2 * _LONGEST_GAP)
        folded = _UNSEEN.sub("", self.view.folded[before + 1 : after])
        return self.view.text[start:end] if folded else ""

    def span(self, letters: Letters, start: int, end: int) -> Span:
        """Return where in the text letters of it stand."""
        return self.view.span(letters.place(start), letters.place(end - 1) + 1)


class Stretch(NamedTuple):
    """Letters of a text, from `start` to `end`, that have the key of a name."""

    start: int
    end: int
    letters: Letters
    seen: Seen

    def typed(self) -> str:
        """Return the letters as they were typed."""
        return self.seen.typed(self.letters, self.start, self.end)

    def gaps(self) -> dict[int, str]:
        """Return what stands between the letters, by the number of letters before it."""
        cuts = self.letters.cuts(self.start, self.end)
        return {cut - self.start: gap for cut in cuts if (gap := self.seen.gap(self.letters, cut))}

    def pieces(self, cuts: set[int]) -> list[str]:
        """Return the letters as they were typed, in pieces that end at `cuts`."""
        places = [self.start, *sorted(self.start + cut for cut in cuts), self.end]
        return [self.seen.typed(self.letters, one, two) for one, two in pairwise(places)]


def is_wide(letters: str) -> bool:
    """Return whether letters are all of scripts that part no words."""
    return all(char >= _WIDE for char in letters)


def fit(alias: Alias, stretch: Stretch) -> Fit | None:
    """Return how an alias fits letters that have its key; None where they only happen to follow one another."""
    letters, start, end = stretch.letters, stretch.start, stretch.end
    is_same = not letters.is_read and letters.text[start:end] == alias.letters
    gaps = stretch.gaps()
    divided = _divided(alias, stretch, gaps)
    if divided is None or _is_inside(stretch):
        return None
    if alias.is_short:
        cased = _cased(alias, stretch, gaps, is_same=is_same)
        return "alike" if cased == "exact" and divided == "alike" else cased
    return divided if is_same else "alike"


def _is_inside(stretch: Stretch) -> bool:
    """Return whether a short name of Katakana or Hangul is the rest of a longer word: メット in ヘルメット."""
    start, end, letters, seen = stretch
    text = letters.text
    if end - start >= SHORT or text[start] < _WIDE or not _KATAKANA_OR_HANGUL.fullmatch(text, start, end):
        return False
    before = letters.place(start) - 1
    return before >= 0 and _KATAKANA_OR_HANGUL.match(seen.view.folded, before) is not None


def _divided(alias: Alias, stretch: Stretch, gaps: dict[int, str]) -> Fit | None:
    """Return how what divides the letters fits: as in the alias, as somebody would hide it, or by chance."""
    own = alias.gaps or {}
    found: Fit = "exact"
    extra: dict[int, str] = {}
    for cut, gap in gaps.items():
        if len(gap) > _LONGEST_GAP:
            return None
        known = own.get(cut)
        text, place = stretch.letters.text, stretch.start + cut
        if text[place] >= _WIDE or text[place - 1] >= _WIDE:
            others = {char for char in gap if not char.isspace()} - _MIDDLE_DOTS - set(known or "")
            if others & _ENDS:
                return None
            if others:
                found = "alike"
        elif known is None:
            extra[cut] = gap
        elif not _is_joint(gap, known, text[max(stretch.start, place - 2) : place]):
            return None
    if not extra:
        return found
    spread = _spread(stretch.pieces({*extra, *own}), extra)
    return "alike" if spread == "exact" and found == "alike" else spread


def _is_joint(gap: str, known: str, before: str) -> bool:
    """Return whether a gap may stand where the alias has one: no sentence ends there, and no item of a list."""
    for index, char in enumerate(gap):
        if char.isspace() or char in known:
            continue
        if char not in _JOINTS:
            return False
        if char == "." and gap[index + 1 : index + 2].isspace() and len(before) > 1:
            return False
    return True


def _spread(pieces: list[str], gaps: dict[int, str]) -> Fit | None:
    """Return whether a word of the alias that is in pieces is that word: by hyphens, by blanks, not as other words."""
    ordinary = [piece.lower() in short_words() for piece in pieces]
    signs = {char for gap in gaps.values() for char in gap}
    is_spelled = all(len(piece) == 1 for piece in pieces)
    if not any(char.isspace() for char in signs):
        if not is_spelled and (all(ordinary) or signs & frozenset("'’")):
            return None
        return "exact" if signs <= _HYPHENS else "alike"
    if is_spelled:
        return "alike"
    if any(len(piece) == 1 for piece in pieces):
        return None if any(ordinary) else "alike"
    # "jing an": no word of English begins it; of longer beginnings the list of short words knows nothing.
    is_named = not ordinary[0] and (pieces[0][0].isupper() or len(pieces[0]) <= SHORT)
    is_titled = all(piece[0].isupper() for piece in pieces)
    return "alike" if is_titled or is_named or not any(ordinary) else None


def _cased(alias: Alias, stretch: Stretch, gaps: dict[int, str], *, is_same: bool) -> Fit | None:
    """Return how a name of up to four letters fits by its case; small letters are a word, unless all letters are."""
    typed = stretch.typed()
    listed = "".join(char for char in unicodedata.normalize("NFKC", alias.name) if char.isalnum())
    is_ordinary = alias.letters in short_words()
    extra = "".join(gap for cut, gap in gaps.items() if cut not in (alias.gaps or {}))
    if extra and (len(typed) < SHORT - 1 or any(map(str.isspace, extra))):
        # Initials of a person are not told from a ticker of two letters.
        is_likely = typed.isupper() and (len(typed) > 2 or "." in extra)
        return "alike" if is_likely else None
    if not is_same:
        is_otherwise = not typed.isascii() or (len(typed) == SHORT and any(map(str.isdigit, typed)))
        return "alike" if is_otherwise and (typed.isupper() or not listed.isupper()) else None
    if alias.gaps and not gaps:
        return "alike" if typed == listed and len(typed) > 2 else None
    if typed == listed or typed.isupper():
        return "alike" if is_ordinary and stretch.seen.case == "capitals" else "exact"
    if not listed.isupper() and not is_ordinary:
        return "exact"
    return "alike" if stretch.seen.case == "small" and not is_ordinary else None


@cache
def short_words() -> frozenset[str]:
    """Return the ordinary English words of at most four letters."""
    text = (files("vouched.facts") / "terms" / "short_words.txt").read_text(encoding="utf-8")
    return frozenset(word for row in text.splitlines() if not row.startswith("#") for word in row.split())
