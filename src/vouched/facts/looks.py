"""Knows what characters look like to a reader: letters of other alphabets, with marks, in rings; digits for letters."""

from __future__ import annotations

import re
import unicodedata

from vouched.facts.views import View
from vouched.text.characters import lookalikes

__all__ = ["SPACELESS", "looked_at", "read_as", "with_letters_shown"]

# Scripts that part no words.
SPACELESS = (
    r"\u2e80-\u2fdf\u3005-\u3007\u3021-\u3029\u3041-\u30fa\u30fc-\u30ff\u3105-\u312f\u31a0-\u31bf\u31f0-\u31ff"
    r"\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7a3\uf900-\ufaff\U0001b000-\U0001b16f\U00020000-\U0003ffff"
)
_NAMED = re.compile(
    r"(?:LATIN (?:SMALL |CAPITAL )?LETTER (?:SMALL CAPITAL |SCRIPT |OPEN |DOTLESS |INSULAR |LONG |BARRED )?"
    r"|(?:CROSSED )?NEGATIVE (?:CIRCLED|SQUARED) LATIN CAPITAL LETTER |REGIONAL INDICATOR SYMBOL LETTER )"
    r"([A-Z])(?: WITH .*)?"
)
# Letters that Unicode calls otherwise, and one of which it knows the capital.
_OTHERS = {"η": "n", "ŋ": "n", "ð": "d", "þ": "p", "ɐ": "a", "ə": "e", "ɥ": "h", "ʌ": "v", "ß": "b", "№": "n"}


class _Looks(dict[int, str]):
    """The letter of ASCII that a folded character looks like, and the character itself where it looks like none."""

    def __missing__(self, code: int) -> str:
        char = chr(code)
        found = self[code] = char if char.isascii() else _look_of(char)
        return found


def _look_of(char: str) -> str:
    known = _OTHERS.get(char) or lookalikes().get(char)
    if known:
        return known
    if named := _NAMED.fullmatch(unicodedata.name(char, "")):
        return named.group(1).lower()
    base = unicodedata.normalize("NFD", char)[0]
    if base == char or "\u3040" <= char <= "\u30ff" or "\uac00" <= char <= "\ud7a3":
        return char
    return lookalikes().get(base, base)


_LOOKS = _Looks()
_GREEK = re.compile("[ηνυ]")
_CAPITALS = {"η": "h", "ν": "n", "υ": "y"}
# One letter for each group that is read as one: l for i, and for the digits and signs that stand for letters.
_SPELLING = str.maketrans("i0123456789@$!|€£¥", "lolzeasgtbgasllely")
# Characters of two scripts without spaces that only their neighbours tell apart (UTS 39).
_PAIRED = str.maketrans("工力夕卜二八口囗一へ亻土巳己", "エカタトニハロローヘイ士已已")
# A digit or sign beside letters, as it does not stand in periods (FY2025, 1H25, 2Q24) and at the ends of sentences.
_LEET = re.compile(
    r"[0-9@$!|€£¥](?:(?<=[a-z][0-9@$!|€£¥])[0-9@$!|€£¥]*[a-z]|(?<![a-z0-9@$!|€£¥].)[0-9@$!|€£¥]*[a-z]{2}"
    r"|(?<=[a-z]{2}[@$|€£¥])|(?<=[a-z]{3}[0-9])"
    r"|(?<=[a-z]{2}[0-9])(?<![a-z0-9][a-z]{2}[0-9])(?<!fy[0-9])(?<!cy[0-9])[0-9]|(?<![a-z0-9].)[0-9]*[a-gi-pr-z][0-9]"
    r"|(?:(?<=[a-z][^a-z0-9].)|(?<=[a-z][^a-z0-9]{2}.)|(?<=[a-z][^a-z0-9]{3}.))(?![a-z0-9])"
    r"|(?<![a-z0-9].)[^a-z0-9]{1,3}[a-z](?![a-z0-9]))",
    re.DOTALL,
)
_MIXED = re.compile(
    r"[\u30a1-\u30ff][工力夕卜二八口囗一](?=[\u30a1-\u30ff])|(?<![\u3041-\u30ff])[エカタトニハロー](?=[\u4e00-\u9fff])"
    r"|[\u4e00-\u9fff][エカタトニハロヘー](?![\u3041-\u30ff])|[亻土巳己]"
)
_FOREIGN = re.compile(
    rf"[^\W\d_a-z{SPACELESS}]|[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f\U0001f130-\U0001f1ff]"
    rf"|[{re.escape(''.join(char for char in lookalikes() if not char.isalpha() and not char.isascii()))}]"
)
_BLANK = re.compile(r"\s")
# Of a text that is longer, only what is so near to something that looks otherwise is read.
_SHORT, _AROUND = 2_000, 400


def with_letters_shown(folded: str, view: View | None = None) -> str:
    """Return a folded text, character for character, with the letters of ASCII that its characters look like.

    With the view that it is of, Greek capitals look like theirs and not as their small letters do.
    """
    if folded.isascii():
        return folded
    if view is not None and _GREEK.search(folded):
        folded = _with_capitals(view, folded)
    return folded.translate(_LOOKS)


def _with_capitals(view: View, folded: str) -> str:
    """Return a folded text in which Greek capitals that look otherwise than their small letters are what they show."""
    shown = list(folded)
    for match in _GREEK.finditer(folded):
        span = view.span(match.start(), match.end())
        if view.text[span.start].isupper():
            shown[match.start()] = _CAPITALS[match.group()]
    return "".join(shown)


def looked_at(folded: str) -> list[tuple[int, int]]:
    """Return the parts of a text that could be read as something else: around letters that look like others, signs of
    other alphabets between letters, digits inside words; of a short text all of it.
    """
    kinds = (_LEET,) if folded.isascii() else (_LEET, _FOREIGN, _MIXED)
    if len(folded) <= _SHORT:
        return [(0, len(folded))] if any(kind.search(folded) for kind in kinds) else []
    places = sorted(match.start() for kind in kinds for match in kind.finditer(folded))
    parts: list[tuple[int, int]] = []
    for place in places:
        if parts and place < parts[-1][1] - _AROUND // 2:
            continue
        start, end = max(0, place - _AROUND), min(len(folded), place + _AROUND)
        if parts and start <= parts[-1][1]:
            parts[-1] = (parts[-1][0], end)
            continue
        blank = _BLANK.search(folded, start, place) if start else None
        parts.append((blank.end() if blank else start, end))
    return parts


def read_as(word: str) -> str:
    """Return one spelling for all that may be read as the same word; digits are letters only beside letters."""
    if word[0] >= "\u2e80":
        return word.translate(_PAIRED)
    return word.translate(_SPELLING) if any(char.isalpha() for char in word) else word
