"""Tells whether a sentence denies what another states, or states what it denies, whatever else the two share."""

from __future__ import annotations

import re
from collections.abc import Sequence

from vouched.text.folding import fold
from vouched.text.opposites import read

__all__ = ["denies", "is_turned"]

# Words that forbid or deny by themselves, beside those that stances know.
_DENYING = re.compile(
    r"\b(?:prohibit(?:s|ed|ing)?|forbid(?:s|den)?|bans?|banned|fail(?:s|ed)? to|unable|refus(?:e|es|ed))\b"
    r"|禁止|厳禁|ご遠慮|お断り|严禁|谢绝|禁",
    re.IGNORECASE,
)


def denies(text: str) -> bool:
    """Return whether a text denies or forbids anything."""
    return _DENYING.search(text) is not None or any(each.kind in ("denies", "forbids") for each in read(text).stances)


def is_turned(claim: str, texts: Sequence[str]) -> bool:
    """Return whether a claim denies what all of the texts state, or states what all of them deny.

    Never of a claim that stands in one of them as it is.
    """
    if not texts or any(fold(claim) in fold(text) for text in texts):
        return False
    return all(denies(text) is not denies(claim) for text in texts)
