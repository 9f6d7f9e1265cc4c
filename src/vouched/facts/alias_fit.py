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
from vouched.facts.looks import with_letters_shown
from vouched.facts.views import View, is_unseen

__all__ = ["Alias", "Fit", "Seen", "Stretch", "fit", "is_wide", "short_words"]

Fit = Literal["exact", "alike"]
SHORT = 4
_LONGEST_GAP = 20
_WIDE = "\u2e80"
# One or two words in capitals are tickers; more are a text in which capitals tell nothing.
_LOUD = 3
_WORD = re.compile("[a-z]+")
# What may stand in a name without dividing it: signs inside a line that end no sentence and no item of a list.
_JOINTS = frozenset("-‐‑‒–—−_.·•‧∙⋅・'’&/\\+*~|@")
_HYPHENS = frozenset("-‐‑‒–—−_.·•‧∙⋅・")
# Pinyin parts syllables so (Jing'an); "she'll" is no Shell.
_APOSTROPHES = frozenset("'’")
_CONTRACTED = frozenset(("ll", "s", "t", "re", "ve", "d", "m", "em"))
_MIDDLE_DOTS = frozenset("·•‧∙⋅・")
_ENDS = frozenset("。．！？；：，、,;:!?…")
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
        """Whether the text is all in "small" letters, in words of "capitals" alone, or "both"."""
        if self._case is None:
            text = self.view.text
            is_loud = text == text.upper() and len(_WORD.findall(self.view.folded)) >= _LOUD
            self._case = "small" if text == text.lower() else "capitals" if is_loud else "both"
        return self._case

    def typed(self, letters: Letters, start: int, end: int) -> str:
        """Return letters as they were typed, without their width and marks; signs that show letters are signs."""
        parts = []
        for index in range(start, end):
            place = letters.place(index)
            span = self.view.span(place, place + 1)
            parts.append(_plain(self.view.text[span.start : span.end]))
        return "".join(parts)

    def gap(self, letters: Letters, cut: int) -> str:
        """Return what stands between two runs, as it was typed; nothing for marks and for what is not seen."""
        before, after = letters.place(cut - 1), letters.place(cut)
        if after == before + 1:
            return ""
        start, end = self.view.span(before, before + 1).end, self.view.span(after, after + 1).start
        if end - start > 2 * _LONGEST_GAP and after - before > _LONGEST_GAP:
            return " " * (2 * _LONGEST_GAP)
        return _plain(self.view.text[start:end])

    def span(self, letters: Letters, start: int, end: int) -> Span:
        """Return where in the text letters of it stand."""
        return self.view.span(letters.place(start), letters.place(end - 1) + 1)


def _plain(text: str) -> str:
    """Return a part of a text without its width, its marks and what is not seen."""
    plain = unicodedata.normalize("NFKC", text)
    return plain if plain.isascii() else "".join(char for char in plain if not is_unseen(char) and not _is_mark(char))


def _is_mark(char: str) -> bool:
    return unicodedata.category(char) in {"Mn", "Me"}


def _letter(char: str) -> str:
    """Return a letter or digit as it is; of a sign that shows a capital (squared, circled), the capital."""
    if char.isalnum():
        return char
    shown = with_letters_shown(char)
    return shown.upper() if shown.isalpha() else ""


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
    spread = _spread(stretch.pieces({*extra, *own}), extra, alias.name)
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


def _spread(pieces: list[str], gaps: dict[int, str], name: str) -> Fit | None:
    """Return whether a word of the alias that is in pieces is that word: by hyphens, by blanks, not as other words."""
    ordinary = [piece.lower() in short_words() for piece in pieces]
    is_titled = all(piece[:1].isupper() for piece in pieces)
    signs = {char for gap in gaps.values() for char in gap}
    is_spelled = all(len(piece) == 1 for piece in pieces)
    if not any(char.isspace() for char in signs):
        is_contracted = bool(signs & _APOSTROPHES) and pieces[-1].lower() in _CONTRACTED
        if not is_spelled and ((all(ordinary) and not is_titled) or is_contracted):
            return None
        return "exact" if signs <= _HYPHENS | _APOSTROPHES else "alike"
    if is_spelled:
        return "alike"
    if any(len(piece) == 1 for piece in pieces):
        return None if any(ordinary) else "alike"
    # Of "in Tel Aviv" and "in tel" the first word is a word; "In tel" has the case of the name.
    typed = "".join(pieces)
    is_cased = typed in {typed.upper(), "".join(filter(str.isalnum, name))} or (typed.islower() and not ordinary[0])
    return "alike" if is_titled or (is_cased and not all(ordinary)) else None


def _cased(alias: Alias, stretch: Stretch, gaps: dict[int, str], *, is_same: bool) -> Fit | None:
    """Return how a name of up to four letters fits by its case; small letters are a word, unless all letters are."""
    raw = stretch.typed()
    typed = "".join(map(_letter, raw))
    listed = "".join(char for char in unicodedata.normalize("NFKC", alias.name) if char.isalnum())
    is_ordinary = alias.letters in short_words()
    extra = "".join(gap for cut, gap in gaps.items() if cut not in (alias.gaps or {}))
    if extra and (len(typed) < SHORT - 1 or any(map(str.isspace, extra))):
        # Two capitals apart are initials of a person; a hyphen or a dot between them is how one would hide them.
        is_likely = typed.isupper() and (len(typed) > 2 or not any(map(str.isspace, extra)))
        return "alike" if is_likely else None
    if not is_same:
        is_otherwise = not raw.isascii() or (len(typed) == SHORT and any(map(str.isdigit, typed)))
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
