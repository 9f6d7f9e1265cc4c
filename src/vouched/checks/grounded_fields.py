"""Lists the fields of a draft that should stand in the documents: extracted texts, attributes, JSON values."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Literal

from vouched.drafts import Draft
from vouched.record import Record
from vouched.text.json_places import below

__all__ = ["MOST_FIELDS", "Field", "at", "fields_of", "fits", "parts_of"]

MOST_FIELDS = 20_000
# What stands under these keys describes an extraction and is none of its words.
_DESCRIBING = frozenset(
    "extraction_class class char_interval token_interval alignment_status extraction_index group_index confidence "
    "confidence_score".split()
)
_TEXT = ("extraction_text", "text")
_ATTRIBUTES = "attributes"


class Field(Record, frozen=True):
    """One scalar to look for: its place, its value, the claim it belongs to, and what else stands beside it.

    `role` is `text` (what was extracted), `attribute`, `value` (of an answer that is no list of extractions), or
    `unnamed`: a scalar that no setting names, which nobody judges and which keeps its claim from being vouched for.
    """

    where: str
    value: Any
    claim: int | None
    role: Literal["text", "attribute", "value", "unnamed"]
    beside: str = ""


def parts_of(pointer: str) -> list[str]:
    """Return the keys and indexes of a JSON pointer."""
    return [part.replace("~1", "/").replace("~0", "~") for part in pointer.split("/")[1:]]


def at(value: Any, pointer: str) -> Any:
    """Return what a JSON pointer names, or None where it leads nowhere."""
    for part in parts_of(pointer):
        if isinstance(value, dict) and part in value:
            value = value[part]
        elif (
            isinstance(value, list) and part.isascii() and part.isdigit() and len(part) < 10 and int(part) < len(value)
        ):
            value = value[int(part)]
        else:
            return None
    return value


def fits(parts: Sequence[str], pattern: Sequence[str]) -> bool:
    """Return whether a path fits a pattern, in which `*` is any one step and `**` any number of them."""
    reached = {0}
    for part in parts:
        reached = {
            nxt
            for place in _through(reached, pattern)
            if place < len(pattern)
            for nxt in ((place,) if pattern[place] == "**" else (place + 1,) if pattern[place] in ("*", part) else ())
        }
        if not reached:
            return False
    return len(pattern) in _through(reached, pattern)


def _through(reached: set[int], pattern: Sequence[str]) -> set[int]:
    """Return the places of a pattern that are reached when each `**` may stand for nothing."""
    found = set(reached)
    for place in sorted(reached):
        while place < len(pattern) and pattern[place] == "**":
            place += 1  # noqa: PLW2901
            found.add(place)
    return found


def fields_of(draft: Draft, *, patterns: Sequence[str], kinds: Sequence[str], labels: Sequence[str]) -> Iterator[Field]:
    """Yield the fields of a draft in order, at most 20,001: of extractions all, else those that fit a pattern."""
    found = _of_extractions(draft, labels) if draft.kind == "extractions" else _of_values(draft, patterns, labels)
    number = 0
    for field in found:
        is_text = isinstance(field.value, str)
        if field.role == "attribute" and ("texts" if is_text else "numbers") not in kinds:
            continue
        yield field
        number += 1
        if number > MOST_FIELDS:
            return


def _of_extractions(draft: Draft, labels: Sequence[str]) -> Iterator[Field]:
    for index, claim in enumerate(draft.claims):
        where = next((citation.typed_where for citation in claim.citations if citation.typed_where), None)
        if where is None:
            continue  # reading found no text in it, and said so
        item_where, _, key = where.rpartition("/")
        item = at(draft.value, item_where)
        text = at(draft.value, where)
        if not isinstance(item, dict) or text is None:
            continue
        own = parts_of(f"/{key}")[0]
        held = [
            (below(item_where, name), each)
            for name, each in item.items()
            if (
                name in (_ATTRIBUTES, f"{own}_attributes")
                if own not in _TEXT
                else name != own and name not in _DESCRIBING
            )
            and name not in labels
        ]
        leaves = [leaf for place, each in held for leaf in _leaves(each, place, labels)]
        beside = " ".join(leaf for _, leaf in leaves if isinstance(leaf, str))[:2000]
        yield Field(where, text, index, "text", beside)
        for place, leaf in leaves:
            yield Field(place, leaf, index, "attribute", beside)


def _of_values(draft: Draft, patterns: Sequence[str], labels: Sequence[str]) -> Iterator[Field]:
    if not patterns or draft.kind != "json" or draft.value is None:
        return
    claims = {claim.where: index for index, claim in enumerate(draft.claims)}
    wanted = [parts_of(pattern) for pattern in patterns]
    for where, leaf in _leaves(draft.value, "", labels):
        parts = parts_of(where)
        named = any(fits(parts, pattern) for pattern in wanted)
        yield Field(where, leaf, _claim_at(where, claims), "value" if named else "unnamed")


def _claim_at(where: str, claims: dict[str, int]) -> int | None:
    """Return the innermost claim that a place is in."""
    while where not in claims:
        if not where:
            return None
        where = where.rpartition("/")[0]
    return claims[where]


def _leaves(value: Any, where: str, labels: Sequence[str]) -> Iterator[tuple[str, Any]]:
    """Yield the texts and numbers below a value with their pointers, in order, without those under a label's key."""
    waiting: list[tuple[str, Any]] = [(where, value)]
    while waiting:
        place, held = waiting.pop()
        if isinstance(held, dict):
            waiting.extend((below(place, key), held[key]) for key in reversed(held) if key not in labels)
        elif isinstance(held, list):
            waiting.extend((below(place, number), held[number]) for number in range(len(held) - 1, -1, -1))
        elif isinstance(held, (str, int, float)) and not isinstance(held, bool):
            yield place, held
