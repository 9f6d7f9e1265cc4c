"""Knows other forms of a character: simplified for traditional, and the letter of ASCII that it looks like."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from vouched.text.variants import CHARACTERS

__all__ = ["japanese_forms", "lookalikes", "simplified_forms"]


def _rows(name: str) -> list[str]:
    text = (files("vouched.text") / "tables" / name).read_text(encoding="utf-8")
    return [row for row in text.splitlines() if row and not row.startswith("#")]


@cache
def simplified_forms() -> dict[str, str]:
    """Return the simplified form of traditional Chinese (OpenCC, TSCharacters) and common Japanese characters."""
    rows = _rows("simplified.txt")
    paired = zip("".join(rows[::2]), "".join(rows[1::2]), strict=True)
    return {chr(code): form for code, form in CHARACTERS.items()} | dict(paired)


@cache
def japanese_forms() -> dict[str, str]:
    """Return the simplified Chinese form of Japanese characters that `simplified_forms` leaves (OpenCC, JPVariants)."""
    rows = _rows("shinjitai.txt")
    return dict(zip("".join(rows[::2]), "".join(rows[1::2]), strict=True))


@cache
def lookalikes() -> dict[str, str]:
    """Return the letter or digit of ASCII that a case-folded character looks like (UTS 39, confusables)."""
    return {char: row[0] for row in _rows("lookalikes.txt") for char in row[2:]}
