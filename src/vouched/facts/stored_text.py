"""Makes stored text safe to show: on one line, bounded, and unable to close the brackets that it stands in."""

from __future__ import annotations

import unicodedata
from functools import lru_cache

from vouched.text.clip import clip

__all__ = ["stored_text"]


class _Shown(dict[int, str]):
    """What stands for each character that was ever met."""

    def __missing__(self, point: int) -> str:
        char = chr(point)
        self[point] = shown = {"Ps": "[", "Pe": "]"}.get(unicodedata.category(char), char)
        return shown


_SHOWN = _Shown({**dict.fromkeys(map(ord, ";；;︔﹔"), ","), **dict.fromkeys(map(ord, "“”„‟«»"), '"')})


@lru_cache(maxsize=4096)
def stored_text(text: str, most: int = 120) -> str:
    """Return a stored text as it may stand inside a sentence: a locator, a document's name, a label, a quoted word.

    Line breaks become spaces; control characters and those that turn the direction of writing are written out; brackets
    of every kind become square ones, quotes plain ones, and what separates the parts of a citation a comma.
    """
    return clip(text, most).translate(_SHOWN)
