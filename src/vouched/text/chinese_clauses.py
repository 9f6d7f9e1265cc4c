"""Compares who acts on whom in two Chinese sentences by 被 and 把 and the words that both have.

Chinese marks no word bounds, so that the words beside a mark are found as what the other sentence has too.
"""

from __future__ import annotations

import re

__all__ = ["chinese_roles"]

_CLAUSE = re.compile(r"[^，。；：！？,;!?\n]+")
_PASSIVE = re.compile(r"(?<!植)被(?![告子褥动動])")
_OBJECT = re.compile(r"把(?![握手控关關])")
_SPACE = re.compile(r"\s+")
_REACH = 24
_MOST_MARKS = 8
_LONGEST_ACT = 4
# So many characters that both have after a mark are more than who acts.
_WITH_ACT = 4


def chinese_roles(evidence: str, claim: str) -> tuple[float | None, float]:
    """Return 1 where what acts and what is acted on are the same in both, 0 where exchanged, None where it is not told.

    And the share of the claim's characters that they make up.

    Told are the clauses with a passive or an object marked in either text, of which the other has both sides.
    """
    evidence, claim = _SPACE.sub("", evidence), _SPACE.sub("", claim)
    found = [*_told(claim, evidence), *_told(evidence, claim)]
    if not found:
        return None, 0.0
    said = max(size for _, size in found)
    return min(value for value, _ in found), min(1.0, said / max(1, len(claim)))


def _told(marked: str, other: str) -> list[tuple[float, int]]:
    """Return what each mark tells, and how many characters its two sides and the act have together."""
    found: list[tuple[float, int]] = []
    for clause in _CLAUSE.finditer(marked):
        for kind, pattern in (("passive", _PASSIVE), ("object", _OBJECT)):
            for mark in pattern.finditer(clause.group()):
                if len(found) >= _MOST_MARKS:
                    return found
                before, after = clause.group()[: mark.start()], clause.group()[mark.end() :]
                first, second = _held_end(before[-_REACH:], other), _held_start(after[:_REACH], other)
                if not first or not second or first in second or second in first:
                    continue
                act = after[len(second) :].lstrip("所给給")[:2]
                if len(second) < _WITH_ACT and not (act and act in other):
                    continue  # what is done is not the same
                value = _agrees(first, second, other, is_passive=kind == "passive")
                if value is not None:
                    verb = len(after) - len(second)
                    found.append((value, len(first) + len(second) + 1 + min(verb, _LONGEST_ACT)))
    return found


def _agrees(first: str, second: str, other: str, *, is_passive: bool) -> float | None:
    """Whether `other` has the roles of "first 被 second" or "first 把 second"; None where it is not told."""
    one, two = other.find(first), other.find(second)
    low, high = min(one, two), max(one, two)
    between = other[low:high]
    if re.search("[。；！？;!?\n]", between):
        return None
    first_leads = one < two
    # In the active voice what acts comes first; a passive turns the order round.
    acts_first = first_leads != is_passive
    turned = bool(_PASSIVE.search(between))
    return float(acts_first != turned)


def _held_end(text: str, other: str) -> str:
    """Return the longest piece of at least two characters at the end of `text`, or before its adverbs, in `other`."""
    for end in range(len(text), max(1, len(text) - 8), -1):
        size = 2
        if text[end - size : end] not in other:
            continue
        while size < end and text[end - size - 1 : end] in other:
            size += 1
        return text[end - size : end]
    return ""


def _held_start(text: str, other: str) -> str:
    """Return the longest piece of at least two characters at the start of `text` that `other` has too."""
    size = 0
    while size < len(text) and text[: size + 1] in other:
        size += 1
    return text[:size] if size >= 2 else ""
