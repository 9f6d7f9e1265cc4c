"""Reads the tables of words that rewrites put in place of others."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from functools import cache
from importlib.resources import files

from vouched.measure.passages import Put
from vouched.record import Record, from_builtins

__all__ = ["MONTHS", "Words", "occurrences", "words_of"]

Pairs = tuple[tuple[str, str], ...]
MONTHS = "January February March April May June July August September October November December".split()


class Words(Record, frozen=True, kw_only=True):
    """The words of one language: pairs of like and opposite words, units, scales, and what binds sentences together."""

    synonyms: Pairs
    negations: Pairs
    not_before: tuple[str, ...]
    comparators: Pairs
    units: Pairs
    scales: Pairs
    number_words: tuple[str, ...]
    bound: tuple[str, ...]
    symmetric: tuple[str, ...]


@cache
def words_of(language: str) -> Words:
    """Return the words of a language."""
    text = (files("vouched.measure") / "tables" / f"{language}.toml").read_text(encoding="utf-8")
    return from_builtins(tomllib.loads(text), kind=Words)


def occurrences(text: str, old: str, new: str) -> Iterator[Put]:
    """Yield each place of a word, whole where it is of Latin letters, with what is put there; a capital stays one."""
    edge = r"(?<![A-Za-z0-9_'’-])", r"(?![A-Za-z0-9_'’-])"
    pattern = re.escape(old)
    if old[0].isascii() and old[0].isalnum():
        pattern = edge[0] + pattern
    if old[-1].isascii() and old[-1].isalnum():
        pattern += edge[1]
    for match in re.finditer(pattern, text, re.IGNORECASE):
        seen = match.group()
        if seen not in (old, old.capitalize()):
            continue
        yield match.start(), match.end(), new.capitalize() if seen != old else new
