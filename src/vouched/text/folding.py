"""Folds text to a skeleton in which typography no longer matters, and maps places in it back to the original.

The skeleton drops white space, dashes, invisible characters and markup marks, and writes every other character in
one form of its compatibility, case and punctuation variants (NFKC, full case folding, one quote of each kind).
It is deliberately too generous: it finds candidates, and `likeness` then decides, on the original characters,
whether the difference is mere typography. Dropping is what makes the fold context-free, so that a document can be
folded block by block with C-speed string methods and needs no offset per character.
"""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_right
from itertools import accumulate

from vouched.documents import Span

__all__ = ["COUNTED", "DASHES", "MARKUP", "Folding", "fold", "fold_char", "full_units", "units"]

DASHES = "-\u058a\u05be\u2010\u2011\u2012\u2013\u2014\u2015\u2043\u207b\u208b\u2212\u2e3a\u2e3b\ufe58\ufe63\uff0d"
MARKUP = "*_`"

_FORMS = {
    **dict.fromkeys("“”„‟«»〝〞〟＂", '"'),
    **dict.fromkeys("‘’‚‛‹›´｀ʼʹ′＇", "'"),
    **dict.fromkeys("，、､﹐﹑", ","),
    **dict.fromkeys("。．｡﹒", "."),
    **dict.fromkeys("・·•‧･∙⋅", "·"),
    **dict.fromkeys("〜～∼", "~"),
    **dict.fromkeys("⋯…", "..."),
    "‥": "..",
    "œ": "oe",
    "Œ": "oe",
    "æ": "ae",
    "Æ": "ae",
    "∶": ":",
    "∕": "/",
    "〔": "[",
    "〕": "]",
    "【": "[",
    "】": "]",
}
# Characters beyond the Basic Multilingual Plane stand in the skeleton for a private-use character, so that one
# emoji does not double the width of the whole string and slow every search; likeness compares the originals.
_PRIVATE, _PRIVATE_SIZE = 0xE000, 0x1900
_STAND_IN = re.compile("[\ue000-\uf8ff]")
# Reordering a run of marks takes quadratic time; Unicode's own stream-safe format allows 30.
_MAX_MARKS = 32

# Characters that fold to themselves: the bulk of Japanese and Chinese text, skipped without a look-up.
_PLAIN = "\u3041-\u3096\u30a1-\u30fa\u30fc\u4e00-\u9fff"
_WIDE_VARIANTS = re.compile(f"[^\\x00-\\x7f{_PLAIN}]")
_LENGTH_VARIANTS = re.compile(f"[\\x09-\\x0d\\x1c-\\x20*_`-]|[^\\x00-\\x7f{_PLAIN}]")
_ASCII_VARIANTS = re.compile(r"[\x09-\x0d\x1c-\x20A-Z*_`-]")
_ASCII_LOWER = bytes(range(256)).lower()
_ASCII_DROPPED = b"\t\n\x0b\x0c\r\x1c\x1d\x1e\x1f -" + MARKUP.encode()
_BLOCK = 1024
_PIECE = 1 << 16
# So far into a text in ASCII its characters are counted from the start, which is quicker than noting blocks.
COUNTED = 4 * _BLOCK


def _is_invisible(char: str) -> bool:
    category = unicodedata.category(char)
    return (
        category == "Cf"
        or char in "\u034f\u115f\u1160\u17b4\u17b5\u3164\uffa0"
        or "\ufe00" <= char <= "\ufe0f"
        or "\U000e0100" <= char <= "\U000e01ef"
    )


def _attaches(char: str) -> bool:
    """Whether the character may compose with, or is reordered around, the one before it."""
    if _is_invisible(char):
        return False
    return (
        unicodedata.category(char)[0] == "M"
        or "\u1160" <= char <= "\u11ff"
        or "\ud7b0" <= char <= "\ud7fb"
        or unicodedata.combining(unicodedata.normalize("NFKD", char)[0]) != 0
    )


def _full_fold(cluster: str) -> str:
    """Return the fold of one character, or of a character with the marks attached to it, without stand-ins."""
    if unicodedata.decomposition(cluster[0]).startswith("<compat> 0020 ") and cluster[0] not in _FORMS:
        return cluster  # a spacing accent: its parts would attach to the character before it
    previous, folded = "", cluster
    while folded != previous:
        previous = folded
        folded = "".join(_FORMS.get(char, char) for char in folded)
        folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", folded).casefold())
    return "".join(
        "" if char.isspace() or char in DASHES or char in MARKUP or _is_invisible(char) else char for char in folded
    )


def _fold_cluster(cluster: str) -> str:
    """Return the fold of a unit, with stand-ins for characters beyond the Basic Multilingual Plane."""
    folded = _full_fold(cluster)
    return "".join(char if ord(char) < 0x10000 else chr(_PRIVATE + ord(char) % _PRIVATE_SIZE) for char in folded)


class _Folds(dict[str, str]):
    """The fold of each character that was ever met, worked out once."""

    def __missing__(self, char: str) -> str:
        folded = self[char] = _fold_cluster(char)
        return folded


class _Attaching(dict[str, bool]):
    def __missing__(self, char: str) -> bool:
        attaches = self[char] = _attaches(char)
        return attaches


_FOLDS = _Folds()
_ATTACHING = _Attaching()


def fold_char(char: str) -> str:
    """Return the skeleton of one character: "" where it is dropped, several characters where it expands."""
    return _FOLDS[char]


def units(text: str) -> list[tuple[str, str]]:
    """Return the units of `text`, each a character with the marks that attach to it, beside its fold."""
    found: list[tuple[str, str]] = []
    start = 0
    for position in range(1, len(text) + 1):
        if position == len(text) or not _ATTACHING[text[position]] or position - start > _MAX_MARKS:
            unit = text[start:position]
            found.append((unit, _FOLDS[unit] if len(unit) == 1 else _fold_cluster(unit)))
            start = position
    return found


def full_units(text: str) -> list[tuple[str, str]]:
    """Return the units of `text` beside their folds as `units` does, with no stand-ins in them."""
    return [(unit, _full_fold(unit) if _STAND_IN.search(folded) else folded) for unit, folded in units(text)]


def fold(text: str) -> str:
    """Return the skeleton of `text`. Canonically equivalent texts have the same skeleton."""
    if text.isascii():
        return text.encode().translate(_ASCII_LOWER, _ASCII_DROPPED).decode()
    variants = set(_WIDE_VARIANTS.findall(text))
    if any(_ATTACHING[char] for char in variants):
        return "".join(folded for _, folded in units(text))
    for char in variants:
        text = text.replace(char, _FOLDS[char])
    if text.isascii():
        return text.encode().translate(_ASCII_LOWER, _ASCII_DROPPED).decode()
    for char in set(_ASCII_VARIANTS.findall(text)):
        text = text.replace(char, _FOLDS[char])
    return text


def _kept_in(text: str) -> int:
    """Return how many characters of a text in ASCII its skeleton keeps."""
    return len(text.encode().translate(None, _ASCII_DROPPED))


def _stepped(text: str, place: int, wanted: int) -> int:
    """Return the end of the first `wanted` characters from `place` on that the skeleton of a text in ASCII keeps."""
    while wanted and place < len(text):
        kept = _kept_in(text[place : place + wanted])
        place, wanted = place + wanted, wanted - kept
    return place


class Folding:
    """A text, its skeleton, and the way back.

    Building it takes one pass; it keeps the skeleton and two numbers for each 1,024 characters, of a long text in
    ASCII from the first way back on.
    """

    __slots__ = ("_cached_block", "_cached_changes", "_is_ascii", "_origins", "_starts", "skeleton", "text")

    def __init__(self, text: str) -> None:
        self.text = text
        self._origins: list[int] = []
        self._starts: list[int] = []
        self._is_ascii = text.isascii()
        self._cached_block = -1
        self._cached_changes: list[tuple[int, int, int]] = []
        if not self._is_ascii:
            self.skeleton = self._folded()
        elif len(text) <= _PIECE:
            self.skeleton = fold(text)
        else:
            self.skeleton = "".join(fold(text[start : start + _PIECE]) for start in range(0, len(text), _PIECE))

    def _folded(self) -> str:
        """Return the skeleton, and note where its blocks begin."""
        text = self.text
        pieces: list[str] = []
        position = folded = 0
        while position < len(text):
            end = min(position + _BLOCK, len(text))
            while end < len(text) and end - position < 2 * _BLOCK and not text[end].isascii() and _ATTACHING[text[end]]:
                end += 1
            piece = fold(text[position:end])
            self._origins.append(position)
            self._starts.append(folded)
            pieces.append(piece)
            position, folded = end, folded + len(piece)
        return "".join(pieces)

    def span(self, start: int, end: int, *, likely: int = -1) -> Span | None:
        """Return the original characters behind skeleton `[start, end)`.

        None when an end lies inside what one original character expanded to. `likely` is where they may begin.
        """
        if self._is_ascii and start < end:
            is_likely = 0 <= likely < COUNTED and _kept_in(self.text[:likely]) == start and self._keeps(likely)
            place = likely if is_likely else self._kept(start)
            is_near = end - start < _BLOCK
            return Span(place, _stepped(self.text, place, end - start) if is_near else self._kept(end - 1) + 1)
        first, last = self._original(start), self._original(end - 1)
        return Span(first[0], last[3]) if first[1] == start and last[2] == end else None

    def outer(self, start: int, end: int) -> tuple[int, int]:
        """Return the original bounds of every character that skeleton `[start, end)` touches."""
        if not self.skeleton or start >= end:
            return 0, 0
        first = self._original(start)
        return first[0], (first if end - start == 1 else self._original(end - 1))[3]

    def _original(self, position: int) -> tuple[int, int, int, int]:
        """Return (original start, skeleton start, skeleton end, original end) of the unit behind a place."""
        if self._is_ascii:
            place = self._kept(position)
            return place, position, position + 1, place + 1
        block = bisect_right(self._starts, position) - 1
        original, folded = self._origins[block], self._starts[block]
        place = 0
        for offset, width, length in self._changes(block):
            if folded + offset - place > position:
                break
            original, folded = original + offset - place + width, folded + offset - place + length
            place = offset + width
            if folded > position:
                return original - width, folded - length, folded, original
        original += position - folded
        return original, position, position + 1, original + 1

    def _keeps(self, place: int) -> bool:
        return place < len(self.text) and ord(self.text[place]) not in _ASCII_DROPPED

    def _kept(self, position: int) -> int:
        """Return where the character behind a place of the skeleton stands in a text in ASCII."""
        if position < COUNTED:
            return _stepped(self.text, 0, position + 1) - 1
        if not self._starts:
            self._origins = list(range(0, len(self.text), _BLOCK)) or [0]
            kept = (_kept_in(self.text[start : start + _BLOCK]) for start in self._origins)
            self._starts = list(accumulate(kept, initial=0))[:-1]
        block = bisect_right(self._starts, position) - 1
        return _stepped(self.text, self._origins[block], position - self._starts[block] + 1) - 1

    def _changes(self, block: int) -> list[tuple[int, int, int]]:
        """Return (offset in the block, width, fold length) of its units that are not one character for one."""
        if self._cached_block != block:
            stop = self._origins[block + 1] if block + 1 < len(self._origins) else len(self.text)
            text = self.text[self._origins[block] : stop]
            candidates = [(match.start(), match.group()) for match in _LENGTH_VARIANTS.finditer(text)]
            if any(_ATTACHING[char] for _, char in candidates):
                candidates, offset = [], 0
                for unit, _ in units(text):
                    candidates.append((offset, unit))
                    offset += len(unit)
            self._cached_changes = [
                (offset, len(unit), length)
                for offset, unit in candidates
                if (length := len(_FOLDS[unit] if len(unit) == 1 else _fold_cluster(unit))) != 1 or len(unit) != 1
            ]
            self._cached_block = block
        return self._cached_changes
