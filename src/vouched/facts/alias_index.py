"""Finds any of many names in a text: by their first letters, the longest at each place."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from vouched.facts.alias_fit import Alias, Seen, Stretch, fit
from vouched.facts.letters import Letters
from vouched.facts.looks import with_letters_shown
from vouched.facts.views import folded
from vouched.text.characters import japanese_forms

__all__ = ["AliasIndex", "Match", "gate_fold"]

# Names are looked up by so many letters: few names share four of an alphabet, or two of a script without spaces.
_HEAD, _WIDE_HEAD = 4, 2
_WIDE = "\u2e80"
_LETTERS = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ø": "oe", "å": "aa", "æ": "ae", "œ": "oe"})


class _Forms(dict[int, str]):
    """The form of a character that all of its forms fold to."""

    def __missing__(self, code: int) -> str:
        found = self[code] = japanese_forms().get(chr(code), chr(code))
        return found


_FORMS = _Forms()


def gate_fold(text: str) -> str:
    """Return a folded text with Japanese characters in their Chinese form, character for character."""
    return text if text.isascii() else text.translate(_FORMS)


class Match(NamedTuple):
    """A name in the letters of a text, from `start` to `end`; whether it is written so or only looks so."""

    start: int
    end: int
    alias: Alias
    is_exact: bool


class AliasIndex:
    """Names and what they are shown as, by the letters they begin with."""

    __slots__ = ("_by_key", "_lengths", "_short")

    def __init__(self, names: Iterable[tuple[str, str]]) -> None:
        by_key: dict[str, tuple[Alias, ...]] = {}
        for name, shown in names:
            for key, alias in _keyed(name, shown):
                held = by_key.get(key, ())
                if all(each.name != alias.name or each.letters != alias.letters for each in held):
                    by_key[key] = (*held, alias)
        lengths: dict[str, set[int]] = {}
        for key in by_key:
            head = _WIDE_HEAD if key[0] >= _WIDE else _HEAD
            if len(key) >= head:
                lengths.setdefault(key[:head], set()).add(len(key))
        self._by_key = by_key
        self._lengths = {head: tuple(sorted(found, reverse=True)) for head, found in lengths.items()}
        narrow = {len(key) for key in by_key if len(key) < _HEAD and key[0] < _WIDE}
        wide = {1} if any(len(key) == 1 and key >= _WIDE for key in by_key) else set()
        self._short = (tuple(sorted(narrow, reverse=True)), tuple(wide))

    def matches(self, letters: Letters, seen: Seen) -> Iterator[Match]:
        """Yield the names in a text, the longest at each place, left to right, none over another."""
        key, by_key, after = letters.key, self._by_key, 0
        lengths_of = self._lengths.get
        narrow, wide = self._short
        for start in letters.starts:
            if start < after:
                continue
            if key[start] >= _WIDE:
                lengths = lengths_of(key[start : start + _WIDE_HEAD], ())
                short = wide
            else:
                lengths = lengths_of(key[start : start + _HEAD], ())
                short = narrow
            if not lengths and not short:
                continue
            for length in (*lengths, *short):
                held = by_key.get(key[start : start + length])
                if held is None or not _may_end(letters, start + length, length):
                    continue
                if match := _best(held, start, start + length, letters, seen):
                    yield match
                    after = match.end
                    break


def _may_end(letters: Letters, end: int, length: int) -> bool:
    """Return whether a name may end before a place, or before the s of its plural or possessive."""
    return letters.may_end(end) or (length >= _HEAD and letters.text[end : end + 1] == "s" and letters.may_end(end + 1))


def _best(held: tuple[Alias, ...], start: int, end: int, letters: Letters, seen: Seen) -> Match | None:
    found: Match | None = None
    for alias in held:
        how = fit(alias, Stretch(start, end, letters, seen))
        if how == "exact":
            return Match(start, end, alias, is_exact=True)
        if how is not None and found is None:
            found = Match(start, end, alias, is_exact=False)
    return found


def _keyed(name: str, shown: str) -> Iterator[tuple[str, Alias]]:
    """Yield the keys of a name and the name for each: as it is listed, without its marks, as it may be read."""
    plain = gate_fold(folded(name))
    for form in _forms(plain):
        letters = Letters(form)
        if not letters.text:
            continue
        alias = Alias(name, shown, letters.text, _gaps(form, letters))
        yield letters.key, alias
        read = Letters(with_letters_shown(form), read=[(0, len(form))])
        if read.key != letters.key:
            yield read.key, alias


def _forms(plain: str) -> list[str]:
    """Return the ordinary ways to write a folded name: & and "and", ü and u and ue."""
    forms = [plain]
    if not plain.isascii() and any("\u00c0" <= char <= "\u024f" for char in plain):
        bare = "".join(char for char in unicodedata.normalize("NFD", plain) if not unicodedata.combining(char))
        forms += [with_letters_shown(bare), plain.translate(_LETTERS)]
    forms += [form.replace("&", " and ") for form in forms if " & " in form]
    forms += [form.replace(" and ", " & ") for form in forms if " and " in form]
    return list(dict.fromkeys(forms))


def _gaps(form: str, letters: Letters) -> dict[int, str] | None:
    gaps = {cut: form[letters.place(cut - 1) + 1 : letters.place(cut)] for cut in letters.cuts(0, len(letters.text))}
    return {cut: gap for cut, gap in gaps.items() if gap} or None
