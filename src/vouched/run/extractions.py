"""Finds the claims of a list of extractions: each extracted text claims that it stands in a document.

Shapes read: `[{"text", "attributes"}]`, the same under `{"extractions": …}`, langextract's
`{"extraction_class", "extraction_text", "attributes", "char_interval"}`, and what langextract asks models for,
`{"medication": "aspirin", "medication_attributes": {…}}`, where each class in one object is an extraction of its own.
"""

from __future__ import annotations

from typing import Any

from vouched.drafts import Citation, Claim
from vouched.record import Record
from vouched.run.json_answers import CITATIONS, CONFIDENCE, confidence_of
from vouched.run.notes import Notes, compact, shown
from vouched.text.addresses import urls_in
from vouched.text.json_items import texts_of
from vouched.text.json_places import pointer

__all__ = ["TEXT", "extractions_of", "is_class", "is_extractions"]

TEXT = ("extraction_text", "text")
# Keys of an item that are never an extraction class. Attribute values are not looked at yet.
_ASIDE = frozenset(
    (*TEXT, *CONFIDENCE, "attributes", "extraction_class", "char_interval", "token_interval", "alignment_status")
)
_ASIDE_ENDS = ("_attributes", "_index")


class _Spot(Record, frozen=True):
    """Where an extraction stands: the pointers of its claim and of the object it is in, and the claim's number."""

    claim: str
    item: str
    number: int


def is_extractions(value: Any) -> bool:
    """Return whether a parsed value has the shape of a list of extractions, and not of an answer with claims."""
    if isinstance(value, dict):
        return "extractions" in value and "claims" not in value
    if not isinstance(value, list):
        return False
    return any(
        isinstance(item, dict)
        and not any(key in item for key in CITATIONS)
        and any(
            key in ("extraction_text", "extraction_class", "attributes") or key.endswith("_attributes") for key in item
        )
        for item in value
    )


def is_class(key: str) -> bool:
    """Return whether a key of an item without a text of its own is the class of an extraction."""
    return key not in _ASIDE and not key.endswith(_ASIDE_ENDS)


def extractions_of(value: Any, notes: Notes) -> list[Claim]:
    """Return one claim for each extracted text, in order; what is malformed goes to `notes`."""
    items, where = value, ""
    if isinstance(value, dict) and "extractions" in value:
        items, where = value["extractions"], "/extractions"
    claims: list[Claim] = []
    if isinstance(items, dict):
        _add_item(items, where, claims, notes)
    elif isinstance(items, list):
        for number, item in enumerate(items):
            _add_item(item, f"{where}/{number}", claims, notes)
    else:
        notes.add("malformed_extraction", where, expected="a list of extractions", seen=shown(items))
    return claims


def _add_item(item: Any, where: str, claims: list[Claim], notes: Notes) -> None:
    if not isinstance(item, dict):
        notes.add("malformed_extraction", where, expected="an object with a text", seen=shown(item), claim=len(claims))
        claims.append(Claim(text=item if isinstance(item, str) else compact(item), where=where))
        return
    key = next((key for key in TEXT if key in item), None)
    keys = [key] if key is not None else [key for key in item if is_class(key)]
    for kind, expected in (("attributes", dict), ("extraction_class", str)):
        held = item.get(kind)
        if held is not None and not isinstance(held, expected):
            named = "an object" if expected is dict else "a text"
            at = where + pointer(kind)
            notes.add("malformed_extraction", at, expected=named, seen=shown(held), claim=len(claims))
    if not keys:
        notes.add("malformed_extraction", where, expected="an object with a text", seen=shown(item), claim=len(claims))
        confidence = confidence_of(item, where, len(claims), notes)
        claims.append(Claim(text=compact(item), where=where, confidence=confidence))
    # A class of its own in a shared object is its own claim; the object is the claim where it holds only one.
    for key in keys:
        own = where if len(keys) == 1 else where + pointer(key)
        claims.append(_extraction(item, key, _Spot(own, where, len(claims)), notes))


def _extraction(item: dict[str, Any], key: str, spot: _Spot, notes: Notes) -> Claim:
    text, place = item[key], spot.item + pointer(key)
    confidence = confidence_of(item, spot.item, spot.number, notes)
    if isinstance(text, (int, float)) and not isinstance(text, bool):
        text = compact(text)
    if not isinstance(text, str) or not text.strip():
        seen = "a blank text" if isinstance(text, str) else shown(text)
        notes.add("malformed_extraction", place, expected="a text", seen=seen, claim=spot.number)
        return Claim(text=compact(item), where=spot.claim, confidence=confidence)
    citation = Citation(document=None, typed=text, where=place, typed_where=place)
    held = [item.get("attributes"), item.get(f"{key}_attributes")]
    urls = dict.fromkeys(url for told in texts_of(held) for url in urls_in(told))
    return Claim(text=text, where=spot.claim, confidence=confidence, citations=(citation,), sources=tuple(urls))
