"""Reads the tables of words that questions are made of: fillers, operations, exclusions, nouns, cues and units."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import NamedTuple

from vouched.facts.views import folded

__all__ = ["LANGUAGES", "Term", "terms_of_questions", "terms_of_units"]

LANGUAGES = ("en", "ja", "zh")


class Term(NamedTuple):
    """A folded word or phrase, what kind of word it is, and what it means."""

    text: str
    kind: str
    means: str = ""


@cache
def terms_of_questions() -> tuple[Term, ...]:
    """Return the words of all languages that mean something whatever the profile."""
    return tuple(term for language in LANGUAGES for term in _terms(f"{language}.txt"))


@cache
def terms_of_units() -> tuple[Term, ...]:
    """Return the words for units: `means` is a unit's name, or a power of ten as "10^6"."""
    return tuple(Term(text, "unit", head) for head, texts in _rows("units.txt") for text in texts)


def _terms(name: str) -> list[Term]:
    found = []
    for head, texts in _rows(name):
        kind, _, means = head.partition(" ")
        found += [Term(text, kind, means) for text in texts]
    return found


def _rows(name: str) -> list[tuple[str, list[str]]]:
    text = (files("vouched.facts") / "terms" / name).read_text(encoding="utf-8")
    rows = []
    for line in text.splitlines():
        if line and not line.startswith("#"):
            head, _, rest = line.partition(": ")
            rows.append((head, [folded(each).strip() for each in rest.split(" | ")]))
    return rows
