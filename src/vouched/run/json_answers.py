"""Finds the claims of a JSON answer, with their citations, confidence and sources.

The shape asked for is `{"claims": [{"text", "citations": [{"document", "anchor"}], "confidence"?, "sources"?}]}`.
What models write instead and is read alike stands in the tables below and nowhere else.
"""

from __future__ import annotations

from typing import Any

from vouched.drafts import Citation, Claim
from vouched.run.inline import with_inline
from vouched.run.notes import Notes, compact, shown
from vouched.run.prose import MOST_CLAIMS
from vouched.text.addresses import urls_in
from vouched.text.json_items import items_of, texts_of
from vouched.text.json_places import below, pointer

__all__ = ["claims_of", "confidence_of", "first_key", "text_key", "whole_claims"]

# Of several keys of one row the first that is there counts.
CLAIM_TEXT = ("text", "claim", "statement", "sentence", "content", "answer")
CITATIONS = ("citations", "citation")
DOCUMENT = ("document", "doc", "doc_id", "document_id", "chunk_id", "source_id", "id")
QUOTE = ("quote", "quotation", "cited_text", "excerpt", "snippet", "passage", "text")
CONFIDENCE = ("confidence", "confidence_score")
SOURCES = ("sources", "source_urls", "urls")
SOURCE_URL = ("url", "uri", "href")

_OBJECT_OR_ID = "an object with a document, or a document's id"


def claims_of(value: Any, notes: Notes) -> list[Claim]:
    """Return the claims of a parsed answer, in its order; what is malformed goes to `notes`.

    `{"claims": …}`: its items, so that claim N is `/claims/N`; one object is read as a list of one. Else every object
    anywhere that has citations; else each item of the value, or the value that lists none, as one claim that cites
    nothing and says all that is in it.
    """
    if isinstance(value, dict) and "claims" in value:
        return _listed(value, notes)
    found = _cited_objects(value)
    if not found:
        items = items_of(value)[: MOST_CLAIMS + 1]
        return [_whole(item, where, number, notes) for number, (where, item) in enumerate(items)]
    return [_claim(item, where, number, notes) for number, (where, item) in enumerate(found[: MOST_CLAIMS + 1])]


def confidence_of(item: dict[str, Any], where: str, claim: int | None, notes: Notes) -> float | None:
    """Return the confidence that a claim states, the lowest if it states several; None when it states none."""
    stated: list[float] = []
    for key in CONFIDENCE:
        if (value := item.get(key)) is None:
            continue
        if isinstance(value, bool) or not isinstance(value, (int, float)) or not 0 <= value <= 1:
            notes.add(
                "invalid_confidence",
                where + pointer(key),
                expected="a number from 0 to 1",
                seen=shown(value),
                claim=claim,
            )
        else:
            stated.append(float(value))
    return min(stated) if stated else None


def _listed(value: dict[str, Any], notes: Notes) -> list[Claim]:
    items = value["claims"]
    overall = confidence_of(value, "", None, notes)
    if isinstance(items, dict):
        claims = [_claim(items, "/claims", 0, notes)]
    elif isinstance(items, list):
        claims = [
            _claim(item, f"/claims/{number}", number, notes) for number, item in enumerate(items[: MOST_CLAIMS + 1])
        ]
    else:
        notes.add("malformed_claim", "/claims", expected="a list of claims", seen=shown(items))
        return []
    if overall is None:
        return claims
    return [claim if claim.confidence is not None else claim.but(confidence=overall) for claim in claims]


def _claim(item: Any, where: str, number: int, notes: Notes) -> Claim:
    if not isinstance(item, dict):
        notes.add("malformed_claim", where, expected="an object with a text", seen=shown(item), claim=number)
        return Claim(text=item if isinstance(item, str) else compact(item), where=where)
    claim = Claim(
        text=_text_of(item, where, number, notes),
        where=where,
        confidence=confidence_of(item, where, number, notes),
        citations=_citations_of(item, where, number, notes),
        sources=_sources_of(item, where, number, notes),
    )
    key = text_key(item)
    return claim if key is None else with_inline(claim, where + pointer(key), notes.known)


def first_key(item: dict[str, Any], keys: tuple[str, ...]) -> str | None:
    """Return the first of `keys` that is in an object, else None."""
    for key in keys:
        if key in item:
            return key
    return None


def text_key(item: dict[str, Any]) -> str | None:
    """Return the key of a claim's text: the first alias that is there, or the only member that is a text."""
    alias = first_key(item, CLAIM_TEXT)
    if alias is not None:
        text = item[alias]
        return alias if isinstance(text, str) and text.strip() else None
    texts = [key for key, text in item.items() if isinstance(text, str) and text.strip()]
    return texts[0] if len(texts) == 1 else None


def _text_of(item: dict[str, Any], where: str, number: int, notes: Notes) -> str:
    key = first_key(item, CLAIM_TEXT)
    if key is not None:
        text = item[key]
        if isinstance(text, str) and text.strip():
            return text
        seen = "a blank text" if isinstance(text, str) else shown(text)
        notes.add("malformed_claim", where + pointer(key), expected="a text", seen=seen, claim=number)
        return compact(item)
    texts = [text for text in item.values() if isinstance(text, str)]
    if len(texts) == 1 and texts[0].strip():
        return texts[0]
    if where.startswith("/claims"):
        notes.add("malformed_claim", where, expected="an object with a text", seen=shown(item), claim=number)
    return compact(item)


def _citations_of(item: dict[str, Any], where: str, number: int, notes: Notes) -> tuple[Citation, ...]:
    found: list[Citation] = []
    for key in CITATIONS:
        value = item.get(key)
        if value is None:
            continue
        at = f"{where}/{key}"
        if isinstance(value, list):
            read = [_citation(one, f"{at}/{place}", number, notes) for place, one in enumerate(value)]
        elif isinstance(value, (dict, str)):
            read = [_citation(value, at, number, notes)]
        else:
            notes.add("malformed_citation", at, expected="a list of citations", seen=shown(value), claim=number)
            continue
        found.extend(citation for citation in read if citation is not None)
    return tuple(found)


def _citation(value: Any, where: str, number: int, notes: Notes) -> Citation | None:
    """Return the citation, or None where it names no document; a bad anchor or quote is noted and left out."""
    if not isinstance(value, dict):
        name = _document_id(value)
        if name is None:
            notes.add("malformed_citation", where, expected=_OBJECT_OR_ID, seen=shown(value), claim=number)
            return None
        return Citation(document=name, where=where)
    key = first_key(value, DOCUMENT)
    name = _document_id(value[key]) if key is not None else None
    anchor, _ = _text_field(value, ("anchor",), where, number, notes=notes)
    typed, typed_where = _text_field(value, QUOTE, where, number, notes=notes)
    if name is None:
        place = where + pointer(key) if key is not None else where
        seen = shown(value[key]) if key is not None else shown(value)
        expected = "a document's id" if key is not None else _OBJECT_OR_ID
        notes.add("malformed_citation", place, expected=expected, seen=seen, claim=number)
        return None
    return Citation(document=name, anchor=anchor, typed=typed, where=where, typed_where=typed_where)


def _text_field(
    item: dict[str, Any], keys: tuple[str, ...], where: str, number: int, *, notes: Notes
) -> tuple[str | None, str | None]:
    """Return the text under the first of `keys` that holds something, and its pointer; (None, None) without one."""
    for key in keys:
        if item.get(key) is not None:
            break
    else:
        return None, None
    place = f"{where}/{key}"
    if not isinstance(item[key], str):
        notes.add("malformed_citation", place, expected="a text", seen=shown(item[key]), claim=number)
        return None, None
    return item[key], place


def _document_id(value: Any) -> str | None:
    if isinstance(value, bool):
        return None
    if isinstance(value, int):
        return str(value)
    return value if isinstance(value, str) and value.strip() else None


def _sources_of(item: dict[str, Any], where: str, number: int, notes: Notes) -> tuple[str, ...]:
    found: list[str] = []
    for key in SOURCES if not item.keys().isdisjoint(SOURCES) else ():
        value = item.get(key)
        if value is None:
            continue
        at = where + pointer(key)
        many = isinstance(value, list)
        for place, one in enumerate(value if many else [value]):
            url = next((one[name] for name in SOURCE_URL if name in one), None) if isinstance(one, dict) else one
            if isinstance(url, str):
                found.append(url)
            else:
                spot = f"{at}/{place}" if many else at
                notes.add("malformed_source", spot, expected="a URL as a text", seen=shown(one), claim=number)
    for key in CITATIONS:
        cited = item.get(key)
        for one in cited if isinstance(cited, list) else [cited]:
            if isinstance(one, dict) and not one.keys().isdisjoint(SOURCE_URL):
                found += [one[name] for name in SOURCE_URL if isinstance(one.get(name), str)]
    return tuple(dict.fromkeys(found)) if found else ()


def _cited_objects(value: Any) -> list[tuple[str, dict[str, Any]]]:
    """Return the objects that have citations, wherever they stand, with their pointers, in the order of the text."""
    found: list[tuple[str, dict[str, Any]]] = []
    waiting: list[tuple[str, Any]] = [("", value)]
    while waiting:
        where, here = waiting.pop()
        if isinstance(here, dict):
            if any(here.get(key) is not None for key in CITATIONS):
                found.append((where, here))
            held = [pair for pair in here.items() if isinstance(pair[1], (dict, list)) and pair[0] not in CITATIONS]
        else:
            held = [pair for pair in enumerate(here) if isinstance(pair[1], (dict, list))]
        waiting.extend((below(where, key), item) for key, item in reversed(held))
    return found


def whole_claims(value: Any) -> frozenset[str]:
    """Return the pointers of the claims of `claims_of` that say all that stands there, since they cite nothing."""
    is_told_apart = isinstance(value, dict) and "claims" in value
    return frozenset() if is_told_apart or _cited_objects(value) else frozenset(where for where, _ in items_of(value))


def _whole(value: Any, where: str, number: int, notes: Notes) -> Claim:
    """All of an item as one claim: it cites nothing, so nothing vouches for it but a check of its shape."""
    item = value if isinstance(value, dict) else {}
    urls = dict.fromkeys(url for text in texts_of(value) for url in urls_in(text))
    key = text_key(item)
    claim = Claim(
        text=value if where and isinstance(value, str) else compact(value),
        where=where,
        confidence=confidence_of(item, where, number, notes),
        sources=tuple(urls),
    )
    if key is None:
        return claim
    inline = with_inline(claim.but(text=item[key]), where + pointer(key), notes.known)
    return claim.but(citations=inline.citations, sources=tuple(dict.fromkeys((*inline.sources, *urls))))
