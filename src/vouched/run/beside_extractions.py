"""Finds what a list of extractions says beside its extracted texts and their attributes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from vouched.drafts import Claim
from vouched.run.extractions import TEXT, is_class
from vouched.run.json_answers import CONFIDENCE, first_key
from vouched.run.markers import KnownIds
from vouched.run.notes import compact
from vouched.run.unclaimed import unclaimed
from vouched.text.addresses import urls_in
from vouched.text.json_items import scalars_of
from vouched.text.json_places import below
from vouched.text.naming import is_code, is_field_name

__all__ = ["beside_extractions"]

_INTERVALS = ("char_interval", "token_interval")


def beside_extractions(items: Any, where: str, *, known: KnownIds, room: int) -> list[Claim]:
    """Return at most `room` claims: one for each key that says something, and for each member that no extraction has.

    `where` is the pointer of `items`, a list of extractions or one alone. An
    attribute's value stays with its extraction.
    """
    found: list[Claim] = []
    listed = enumerate(items) if isinstance(items, list) else [("", items)]
    for place, item in listed:
        if len(found) >= room:
            break
        if isinstance(item, dict):
            found += _beside(item, f"{where}/{place}" if isinstance(items, list) else where, known)
    return found[:room]


def _beside(item: dict[str, Any], where: str, known: KnownIds) -> Iterator[Claim]:
    own = first_key(item, TEXT)
    for key, held in item.items():
        at = below(where, key)
        if not is_field_name(key):
            yield Claim(text=key, where=at, sources=urls_in(key))
        if key == own or key in CONFIDENCE or (own is None and is_class(key)):
            continue
        if key == "attributes" or key.endswith("_attributes"):
            yield from _speaking_keys(held, at)
        elif key == "extraction_class":
            if isinstance(held, str) and not is_field_name(held):
                yield Claim(text=held, where=at, sources=urls_in(held))
        elif key in _INTERVALS or key.endswith("_index"):
            for place, scalar in scalars_of(held, at):
                if isinstance(scalar, (str, bool)):
                    yield Claim(text=compact(scalar), where=place)
            yield from _speaking_keys(held, at)
        elif not (key == "alignment_status" and isinstance(held, str) and is_code(held)):
            for claim in unclaimed({key: held}, (), known=known):
                if claim.where != below("", key) or is_field_name(key):
                    yield claim.but(where=where + claim.where)


def _speaking_keys(held: Any, where: str) -> Iterator[Claim]:
    """Yield a claim for each key below a place that is no name of a field."""
    waiting = [(where, held)]
    while waiting:
        place, here = waiting.pop()
        if isinstance(here, dict):
            for key in here:
                if not is_field_name(key):
                    yield Claim(text=key, where=below(place, key), sources=urls_in(key))
            waiting += [(below(place, key), each) for key, each in here.items()]
        elif isinstance(here, list):
            waiting += [(f"{place}/{number}", each) for number, each in enumerate(here)]
