"""Says which claims of several drafts are the same claim, and which drafts make it.

Votes are counted on what stands: a claim whose quote does not stand is no vote for one whose quote does.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple, TypeAlias

from vouched.checks.quotes import find_quote
from vouched.documents import Evidence
from vouched.drafts import Citation, Claim
from vouched.text.comparing import tokens_of
from vouched.text.folding import fold
from vouched.text.likeness import likeness
from vouched.verdicts import Finding

__all__ = ["Agreed", "agreements"]

_Places: TypeAlias = frozenset[tuple[str | None, ...]]


class Agreed(NamedTuple):
    """One claim: the item of the value that says it first, and the numbers of the drafts that make it."""

    item: Any
    makers: frozenset[int]


class _Group:
    """The first of several claims that are the same, where it points, and who makes it."""

    __slots__ = ("item", "makers", "places", "text")

    def __init__(self, text: str, places: _Places | None, item: Any) -> None:
        self.text, self.places, self.item = text, places, item
        self.makers: set[int] = set()


def agreements(
    drafts: Iterable[tuple[Sequence[Claim], Sequence[Any]]], documents: Evidence | None
) -> tuple[Agreed, ...]:
    """Return the different claims of the drafts, in order. Each draft is its claims and the items they were read from.

    Two are the same where their texts differ in typography alone and their citations all stand, or are the same
    citations. A claim that cites nothing, or a document that is not given, stands nowhere.
    """
    groups: list[_Group] = []
    by_skeleton: dict[str, list[_Group]] = {}
    for number, (claims, items) in enumerate(drafts):
        for claim, item in zip(claims, items, strict=False):
            places = None if _stands(claim, documents) else _places(claim)
            alike = by_skeleton.setdefault(fold(claim.text), [])
            for same in alike:
                if same.places == places and _says_same(same.text, claim.text):
                    break
            else:
                same = _Group(claim.text, places, item)
                alike.append(same)
                groups.append(same)
            same.makers.add(number)
    return tuple(Agreed(each.item, frozenset(each.makers)) for each in groups)


def _stands(claim: Claim, documents: Evidence | None) -> bool:
    if documents is None or not (claim.citations or claim.sources):
        return False
    return all(_is_fine(citation, documents) for citation in claim.citations)


def _is_fine(citation: Citation, documents: Evidence) -> bool:
    found = find_quote(citation, documents)
    if found is not None:
        return not isinstance(found, Finding)
    references = (citation.document, *citation.alternatives)
    return citation.document is None or any(
        reference is not None and documents.resolve(reference) is not None for reference in references
    )


def _places(claim: Claim) -> _Places:
    cited = {(each.document, *each.alternatives, each.anchor, each.typed) for each in claim.citations}
    return frozenset(cited | {(source,) for source in claim.sources})


def _says_same(one: str, other: str) -> bool:
    """Whether two texts of one skeleton differ in typography alone: likeness, and what it does not look at.

    It passes over a sign that opens a text, and takes x2 for a quote of x², which may be another claim.
    """
    if one == other:
        return True
    if likeness(one, other) is None or likeness(other, one) is None or _raised(one) != _raised(other):
        return False
    return _numbers(one) == _numbers(other)


def _raised(text: str) -> str:
    return "" if text.isascii() else "".join(char for char in text if char.isdigit() and not char.isdecimal())


def _numbers(text: str) -> list[str]:
    return [token.key for token in tokens_of(text) if token.value is not None]
