"""Finds any of many names in a text, at word bounds, whatever separates their letters."""

from __future__ import annotations

import html
import re
import unicodedata
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from vouched.facts.views import View, folded
from vouched.text.characters import lookalikes

__all__ = ["AliasIndex", "Bare", "Match", "bare_of", "looks_of"]

# A word of an alphabet with its marks, or one character of a script without spaces.
_TOKEN = re.compile(r"[^\W_\u2e80-\u31ff\u3400-\u9fff\uac00-\ud7ff\U00020000-\U0003ffff]+|[^\W_]")
_LOOKED = re.compile(r"[^\W_\u2e80-\u31ff\u3400-\u9fff\uac00-\ud7ff]+(?:[@$!|][^\W_]+)*|[@$|][^\W_]+|[^\W_]")
_ENTITY = re.compile(r"&(?:#\d{1,7}|#x[0-9a-f]{1,6}|[a-z]{2,8});")
_HEAD = 4
_SHORT = 4
_LEET = dict(zip("01345789@$!|", "oleastbgasll", strict=True))
# Where a digit or sign may stand for a letter (not in FY2025, 1H25, 2025Q3), and letters of other alphabets.
_MAY_LOOK = re.compile(
    r"[^\x00-\x7f\u2e80-\u31ff\u3400-\u9fff\uac00-\ud7ff\U00020000-\U0003ffff\u2000-\u206f]|&"
    r"|[a-z][0-9@$!|]+[a-z]|(?<![a-z0-9])[0-9@$!|][a-z]{2}|[a-z]{3}[0-9@$!|](?![0-9a-z])"
)


class Match(NamedTuple):
    """A name in a folded text, from `start` to `end`; `exact` tells that its words are divided as the alias's are."""

    start: int
    end: int
    alias: str
    shown: str
    exact: bool


class Bare:
    """A folded text without what separates letters: its characters, their places, where words begin and end."""

    __slots__ = ("_folded", "ends", "places", "starts", "text")

    def __init__(self, text: str, tokens: Iterable[tuple[int, int, str]]) -> None:
        self._folded = text
        parts: list[str] = []
        self.places: list[int] = []
        self.starts: list[int] = []
        self.ends: set[int] = set()
        length = 0
        for start, end, token in tokens:
            self.starts.append(length)
            length += len(token)
            self.ends.add(length)
            # A token that was folded otherwise stands for its whole place.
            width = end - start
            self.places += range(start, end) if len(token) == width else [start] * len(token)
            parts.append(token)
        self.text = "".join(parts)

    @property
    def may_look_alike(self) -> bool:
        """Whether anything in the text could look like another letter."""
        return _MAY_LOOK.search(self._folded) is not None

    def looks(self) -> Bare:
        """Return the text as it looks: each letter as the one of ASCII it resembles, entities as what is shown."""
        text = self._folded
        tokens: list[tuple[int, int, str]] = []
        entities = list(_ENTITY.finditer(text))
        tokens += [
            (*match.span(), looks_of(match.group()))
            for match in _LOOKED.finditer(text)
            if not any(each.start() <= match.start() < each.end() for each in entities)
        ]
        for entity in entities:
            shown = folded(html.unescape(entity.group()))
            if shown != entity.group() and shown.strip():
                tokens.append((*entity.span(), looks_of(shown)))
        return Bare(text, sorted(tokens))


def bare_of(text: str) -> Bare:
    """Return a folded text without what separates its letters."""
    return Bare(text, ((match.start(), match.end(), match.group()) for match in _TOKEN.finditer(text)))


def looks_of(token: str) -> str:
    """Return what a folded word looks like; i and l are one, as are letters with and without marks."""
    if token.isascii() and token.isalpha():
        return token.replace("i", "l")
    table = lookalikes()
    plain = "".join(
        table.get(char, char) for char in unicodedata.normalize("NFD", token) if not unicodedata.combining(char)
    )
    if any(char.isalpha() for char in plain):
        plain = "".join(_LEET.get(char, char) for char in plain)
    return plain.replace("i", "l")


class AliasIndex:
    """Names by their first letters. Shown names are what a match tells; an empty one is of one's own.

    `looks_only` indexes what names look like, without those too short to be told from chance.
    """

    __slots__ = ("_aliases", "_lengths", "_short")

    def __init__(self, names: Iterable[tuple[str, str]], *, looks_only: bool = False) -> None:
        self._aliases: dict[str, tuple[str, str, int]] = {}
        lengths: dict[str, set[int]] = {}
        self._short: set[int] = set()
        for alias, shown in names:
            tokens = [match.group() for match in _TOKEN.finditer(folded(alias))]
            key = "".join(looks_of(token) for token in tokens) if looks_only else "".join(tokens)
            if not key or (looks_only and key.isascii() and len(key) <= _SHORT):
                continue
            self._aliases.setdefault(key, (alias, shown, len(tokens)))
            if len(key) < _HEAD:
                self._short.add(len(key))
            else:
                lengths.setdefault(key[:_HEAD], set()).add(len(key))
        self._lengths = {head: tuple(sorted(found, reverse=True)) for head, found in lengths.items()}

    def matches(self, bare: Bare, view: View) -> Iterator[Match]:
        """Yield the names in a text, the longest at each place, left to right."""
        text, ends, after = bare.text, bare.ends, 0
        if not self._aliases:
            return
        short = sorted(self._short, reverse=True)
        for start in bare.starts:
            if start < after:
                continue
            for length in (*self._lengths.get(text[start : start + _HEAD], ()), *short):
                end = start + length
                if end not in ends and not (length > _SHORT and text[end : end + 1] == "s" and end + 1 in ends):
                    continue
                held = self._aliases.get(text[start:end])
                if held is not None and (match := self._match(held, start, end, bare, view)) is not None:
                    yield match
                    after = end
                    break

    @staticmethod
    def _match(held: tuple[str, str, int], start: int, end: int, bare: Bare, view: View) -> Match | None:
        alias, shown, count = held
        tokens = sum(start <= each < end for each in bare.starts) if count > 1 or not alias.isascii() else None
        first, last = bare.places[start], bare.places[end - 1] + 1
        typed = view.folded[first:last]
        is_spaceless = all(ord(char) > 0x2E7F for char in alias if char.isalnum())
        is_divided = any(char.isspace() for char in typed) and not is_spaceless
        if len(alias) <= _SHORT and alias.isascii():
            # Short names in capitals are words in small letters: GE, ING, SAP.
            span = view.span(first, last)
            as_typed = unicodedata.normalize("NFKC", view.text[span.start : span.end])
            if alias.isupper() and as_typed != alias:
                return None
        if tokens is None:
            exact = not is_divided
        else:
            exact = is_spaceless or (not is_divided) or tokens == count
        return Match(first, last, alias, shown, exact)
