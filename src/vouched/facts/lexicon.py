"""Finds the words of a question that mean something: the profile's names, operations, units, exclusions and fillers."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from vouched.facts.profile import FactProfile
from vouched.facts.term_tables import Term, terms_of_questions, terms_of_units
from vouched.facts.views import folded

__all__ = ["Found", "Lexicon"]

_END = ""
_REST = re.compile(r"[^\W_\u2e80-\U0010ffff]*")
_WORD = re.compile(r"[^\W_]+(?:['_.&-]+[^\W_]+)*")
# Chinese and Japanese write years directly behind names.
_YEAR = re.compile(r"\d{4}年")
# Plurals and genitives of names; of shorter words they would be other words.
_LEAST_PLURAL = 4


class Found(NamedTuple):
    """A part of the folded text from `start` to `end`, its kind, and what it may mean (more than one: unclear)."""

    start: int
    end: int
    kind: str
    means: tuple[str, ...]


class Lexicon:
    """The words that a profile and the languages know, built once, as a trie over folded text."""

    def __init__(self, terms: Iterable[Term]) -> None:
        self._root: dict[str, Any] = {}
        self._fillers: dict[str, Any] = {}
        fillers = []
        for term in terms:
            if term.kind == "filler":
                fillers.append(term)
            else:
                self._add(self._root, term)
        for term in fillers:
            # A single character of a script without spaces begins or ends many a word: it fills what others leave.
            is_short = len(term.text) < 2 and not term.text.isascii()
            self._add(self._fillers if is_short else self._root, term)

    @classmethod
    def of(cls, profile: FactProfile) -> Lexicon:
        """Return the lexicon of a profile, with the words of questions in all languages."""
        return cls((*_terms_of(profile), *terms_of_units(), *terms_of_questions()))

    def _add(self, node: dict[str, Any], term: Term) -> None:
        for char in term.text:
            node = node.setdefault(char, {})
        # The first kind that claims a text keeps it: names of the profile go before words of the language.
        kind, means = node.get(_END, (term.kind, ()))
        if kind == term.kind and term.means not in means:
            node[_END] = (kind, (*means, term.means))

    def words(self, text: str, start: int = 0, end: int | None = None) -> Iterator[Found]:
        """Yield the words between two places that mean something, the longest at each place, left to right."""
        found = self._walk(self._root, text, start, len(text) if end is None else end)
        return (word for word in found if word.kind != "filler" or not _is_hyphened(text, word))

    def gaps(self, text: str, start: int, end: int) -> Iterator[Found]:
        """Yield fillers, and as "unknown" all else that has letters or digits, between two places."""
        place = start
        for filler in self._walk(self._fillers, text, start, end):
            yield from _unknown(text, place, filler.start)
            yield filler
            place = filler.end
        yield from _unknown(text, place, end)

    @staticmethod
    def _walk(root: dict[str, Any], text: str, start: int, end: int) -> Iterator[Found]:
        place = start
        while place < end:
            node = root.get(text[place])
            if node is None or (place and _joined(text, place)):
                # No name begins inside a word: on to where the next one does.
                word = _REST.match(text, place + 1, end)
                place = word.end() if word is not None and _is_latin(text[place]) else place + 1
                continue
            found, after = None, place + 1
            while node is not None:
                held = node.get(_END)
                if held is not None and after <= (bound := _bound(text, after, held[0])) <= end:
                    found = (bound, held)
                if after >= end:
                    break
                node = node.get(text[after])
                after += 1
            if found is None:
                place += 1
                continue
            yield Found(place, found[0], *found[1])
            place = found[0]


def _terms_of(profile: FactProfile) -> Iterator[Term]:
    groups: Sequence[tuple[str, Any]] = (
        ("entity", profile.entities), ("metric", profile.metrics), ("channel", profile.channels),
    )  # fmt: skip
    for kind, items in groups:
        for name, item in items.items():
            # "total" is a word of the language: "total revenue of HK and China" asks for a sum.
            own = () if kind == "channel" and item.total else (name,)
            for synonym in (*own, *item.names):
                if text := folded(synonym).strip():
                    yield Term(text, kind, name)
                    if "_" in text:
                        yield Term(text.replace("_", " "), kind, name)
    for word, codes in profile.ambiguous.items():
        kind = next(kind for kind, items in groups if codes[0] in items)
        for code in codes:
            yield Term(folded(word).strip(), kind, code)
    for word in profile.company.names:
        yield Term(folded(word).strip(), "company")
    for word in profile.ignored:
        yield Term(folded(word).strip(), "filler")


def _is_latin(char: str) -> bool:
    return char.isalnum() and ord(char) < 0x2E80


def _joined(text: str, place: int) -> bool:
    """Whether a place is inside a word of letters and digits, or behind a sign that belongs to one ("a_b")."""
    before = text[place - 1]
    return _is_latin(text[place]) and (_is_latin(before) or (before in "_@" and place > 1))


def _is_hyphened(text: str, found: Found) -> bool:
    """Whether a hyphen makes a word part of a longer one: "like-for-like" is neither "like" nor "for"."""
    before, after = text[max(found.start - 2, 0) : found.start], text[found.end : found.end + 2]
    return any(each[at] == "-" and each[1 - at].isalpha() for each, at in ((before, 1), (after, 0)) if len(each) > 1)


def _bound(text: str, end: int, kind: str) -> int:
    """Return where a word that ends at `end` is over, its plural included; -1 where it goes on as another word."""
    if end >= len(text) or not _is_latin(text[end - 1]):
        return end
    if text[end].isdigit() and not text[end - 1].isdigit() and _YEAR.match(text, end):
        return end
    if not _is_latin(text[end]):
        goes_on = text[end] in "_@" and end + 1 < len(text) and _is_latin(text[end + 1])
        return -1 if goes_on else end
    is_name = kind in ("metric", "entity", "channel") and text[end - 1].isalpha()
    if is_name and text[end] == "s" and (end + 1 == len(text) or not _is_latin(text[end + 1])):
        start = end
        while start and _is_latin(text[start - 1]):
            start -= 1
        return end + 1 if end - start >= _LEAST_PLURAL else -1
    return -1


def _unknown(text: str, start: int, end: int) -> Iterator[Found]:
    for word in _WORD.finditer(text, start, end):
        yield Found(word.start(), word.end(), "unknown", (word.group(),))
