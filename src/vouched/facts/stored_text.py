"""Makes stored text safe to show: on one line, bounded, and unable to close the brackets that it stands in."""

from __future__ import annotations

import unicodedata

from vouched.text.clip import clip

__all__ = ["stored_text"]

_BRACKETS = {"Ps": "[", "Pe": "]"}
_PLAIN = {**dict.fromkeys(map(ord, ";；;︔﹔"), ","), **dict.fromkeys(map(ord, "“”„‟«»"), '"')}


def stored_text(text: str, most: int = 120) -> str:
    """Return a stored text as it may stand inside a sentence: a locator, a document's name, a label, a quoted word.

    Line breaks become spaces; control characters and those that turn the direction of writing are written out; brackets
    of every kind become square ones, quotes plain ones, and what separates the parts of a citation a comma.
    """
    line = clip(text, most).translate(_PLAIN)
    return line if line.isalnum() else "".join(_BRACKETS.get(unicodedata.category(char), char) for char in line)
