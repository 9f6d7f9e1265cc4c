"""Reads which numbers of a text are bounds and of what kind: at least, at most, more than, less than."""

from __future__ import annotations

import re
from typing import Literal

from vouched.documents import Span
from vouched.record import Record
from vouched.text.comparing import Token

__all__ = ["Bound", "number_bounds"]

Sense = Literal[">=", "<=", ">", "<"]
_BEFORE: tuple[tuple[Sense, str], ...] = (
    (">=", (r"at\s+(?:the\s+)?least|(?:no|not)\s+(?:less|fewer|lower)\s+than|(?:a\s+)?minimum\s+of|≥|≧|>=|少なくとも"
        r"|最低(?:でも)?|最少"
     r"|至少|最少|不少于|不少於|不低于|不低於")),
    ("<=", (r"at\s+(?:the\s+)?most|(?:no|not)\s+(?:more|greater|later|higher)\s+than|not?\s+(?:to\s+)?exceed(?:ing)?"
        r"|up\s+to|(?:a\s+)?maximum\s+of"
     r"|limited\s+to|≤|≦|<=|多くとも|最大(?:で)?|最高|最長|上限(?:は)?|至多|最多|不超过|不超過|不高于|不多于|不多於")),
    (">", (r"(?:more|greater|higher|longer)\s+than|over|above|exceed(?:s|ed|ing)?|>|(?<!不)超过|(?<!不)超過"
        r"|(?<!不)高于|(?<!不)多于|大于|大於")),
    ("<", r"(?:less|fewer|lower|shorter)\s+than|under|below|<|(?<!不)低于|(?<!不)少于|小于|小於|不足|不满|不滿"),
)  # fmt: skip
_BEFORE_NUMBER = re.compile(
    "(?:"
    + "|".join(f"(?P<s{at}>{pattern})" for at, (_, pattern) in enumerate(_BEFORE))
    + r")\s*(?:[$€£¥]|约|約)?\s*\Z",
    re.IGNORECASE,
)
_AFTER: tuple[tuple[Sense, str], ...] = (
    (
        "<=",
        r"(?:or|and)\s+(?:less|fewer|below|under|younger)|以下|以内|以內|を超え(?:ない|ず)|を上回らない|を(?:限度|上限)|が(?:限度|上限)",
    ),
    (">=", r"(?:or|and)\s+(?:more|above|over|older)|以上|を下回ら(?:ない|ず)"),
    (">", "超(?!过|過)|を?超え(?!な|ず)|を上回"),
    ("<", "未[満满滿]|を下回(?!ら)|に満たない"),
)
_AFTER_NUMBER = re.compile(
    r"[^\d\s,.;:、。，；()（）]{0,5}?\s*(?:%|percent|[a-z]{1,8}\s+)?(?:"
    + "|".join(f"(?P<s{at}>{pattern})" for at, (_, pattern) in enumerate(_AFTER))
    + ")",
    re.IGNORECASE,
)
_REACH = 28


class Bound(Record, frozen=True):
    """A number, by what it is compared by, the sense in which it bounds, and the words of both."""

    number: str
    sense: Sense
    span: Span


def number_bounds(text: str, tokens: list[Token]) -> list[Bound]:
    """Return the numbers of a text that are bounds, in order; `tokens` are the text's own."""
    found: list[Bound] = []
    for token in tokens:
        if token.value is None:
            continue
        low = max(0, token.start - _REACH)
        before = _BEFORE_NUMBER.search(text[low : token.start])
        after = _AFTER_NUMBER.match(text, token.end, token.end + _REACH)
        if after is not None and after.lastgroup is not None:
            sense = _AFTER[int(after.lastgroup[1:])][0]
            found.append(Bound(token.key, sense, Span(token.start, after.end())))
        elif before is not None and before.lastgroup is not None:
            sense = _BEFORE[int(before.lastgroup[1:])][0]
            found.append(Bound(token.key, sense, Span(low + before.start(), token.end)))
    return found
