"""Finds the names in a text: capitalised words, katakana with what marks a name, ideographs before a suffix, titles.

No dictionary of names: what is found is marked as a name by how it is written. What is not marked so is not found.
"""

from __future__ import annotations

import re
from typing import Literal

from vouched.documents import Span
from vouched.record import Record
from vouched.text.fact_words import FILLERS
from vouched.text.name_marks import (
    CALENDAR,
    GENERIC,
    HAN_GENERIC,
    HAN_NAME,
    HAN_PART,
    KATAKANA_NAME,
    OPENERS,
    PLACES,
    TITLES,
)
from vouched.text.sentences import sentences
from vouched.text.variants import plain, plain_word

__all__ = ["Name", "Script", "latin_words", "names"]

Script = Literal["latin", "katakana", "han", "title"]
_MOST = 400
_LETTER = r"[^\W\d_\u0e00-\uff20\uff3b-\uff40\uff5b-\uffff]"
_WORD = re.compile(rf"{_LETTER}+(?:[.'’&‑-]{_LETTER}+)*")
_JOINERS = frozenset("of de la le van von der den da di du del al bin ibn el the and for".split())
_PRONOUNS = frozenset("i you he she it we they who what that there here let".split())
_HEADLINE = 0.75
_TITLED = re.compile("《([^《》]{1,60})》|『([^『』]{1,40})』")
_NEW_START = re.compile(r"(?:[:;*•·–—-]|\d[.)]|[\"“‘(\[«])\s*\Z|\n\s*\Z")


class Name(Record, frozen=True):
    """A name: how it is written, its parts as they are compared, and its place.

    `parts` are the words of a name in Latin letters, else the one form that is looked for. `unsure` counts the parts
    at its beginning that may be no part of it, as they begin a sentence.
    """

    script: Script
    parts: tuple[str, ...]
    span: Span
    unsure: int = 0


def latin_words(text: str) -> list[tuple[str, Span]]:
    """Return the words of a text in Latin letters and their places."""
    return [(match.group(), Span(*match.span())) for match in _WORD.finditer(text)]


def names(text: str) -> tuple[Name, ...]:
    """Return the names of a text in order of place, at most 400."""
    found = [*_latin(text), *_spaceless(text)]
    found.sort(key=lambda each: (each.span.start, each.span.end))
    return tuple(found[:_MOST])


def _latin(text: str) -> list[Name]:
    found: list[Name] = []
    for sentence in sentences(text):
        words = [(word, span) for word, span in _words_of(text, sentence)]
        telling = [word for word, _ in words if word.lower() not in FILLERS]
        if len(telling) > 4 and sum(word[0].isupper() for word in telling) > _HEADLINE * len(telling):
            continue  # a headline: capitals say nothing
        run: list[tuple[str, Span]] = []
        for word, span in [*words, ("", Span(sentence.end, sentence.end))]:
            joined = bool(run) and text[run[-1][1].end : span.start] in (" ", ". ", "\u00a0")
            if word and word[0].isupper() and (joined or not run):
                run.append((word, span))
                continue
            if joined and word in _JOINERS:
                run.append((word, span))
                continue
            if run:
                found += _name(text, run, sentence)
            run = [(word, span)] if word and word[0].isupper() else []
    return found


def _words_of(text: str, sentence: Span) -> list[tuple[str, Span]]:
    return [(match.group(), Span(*match.span())) for match in _WORD.finditer(text, sentence.start, sentence.end)]


def _name(text: str, run: list[tuple[str, Span]], sentence: Span) -> list[Name]:
    """Return the names of a run of capitalised words: what only calls somebody something is left out."""
    before = text[sentence.start : run[0][1].start]
    starts = not before.strip() or _NEW_START.search(before) is not None
    kept: list[tuple[str, Span]] = []
    unsure = 0
    for place, (word, span) in enumerate(run):
        folded = plain_word(word)
        if re.split("['’]", word.lower())[0] in _PRONOUNS:
            continue
        if word in _JOINERS or folded in CALENDAR or folded in TITLES or len(folded) < 2 or folded in FILLERS:
            continue
        if starts and place == 0:
            if folded in OPENERS:
                continue
            unsure = 1
        kept.append((folded, span))
    if len(kept) <= unsure or all(word in GENERIC for word, _ in kept):
        return []
    return [Name("latin", tuple(word for word, _ in kept), Span(kept[0][1].start, kept[-1][1].end), unsure)]


def _spaceless(text: str) -> list[Name]:
    found: list[Name] = []
    if text.isascii():
        return found
    for match in KATAKANA_NAME.finditer(text):
        word = match["name"] or match["dotted"] or match["after"]
        start = match.start() + match.group().find(word)
        parts = tuple(filter(None, (plain(part) for part in re.split("[・＝=]", word))))
        found.append(Name("katakana", parts, Span(start, start + len(word))))
    for match in HAN_NAME.finditer(text):
        # Without word bounds the two characters before the suffix are what surely belongs to the name.
        stem = match["stem"][-2:]
        if not HAN_PART.fullmatch(stem) and (match["called"] or not HAN_GENERIC.fullmatch(stem)):
            found.append(Name("han", (plain(stem),), Span(match.end("stem") - 2, match.end())))
    found += [Name("han", (plain(match.group()),), Span(*match.span())) for match in PLACES.finditer(text)]
    titled = ((re.sub(r"[\W_]+", "", plain(match[1] or match[2])), match) for match in _TITLED.finditer(text))
    found += [Name("title", (title,), Span(*match.span())) for title, match in titled]
    return found
