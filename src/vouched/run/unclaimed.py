"""Finds what a JSON answer says beside its claims, so that none of it is released unjudged."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

from vouched.drafts import Claim
from vouched.run.json_answers import (
    CITATIONS,
    CLAIM_TEXT,
    CONFIDENCE,
    DOCUMENT,
    QUOTE,
    SOURCE_URL,
    SOURCES,
    first_key,
    text_key,
)
from vouched.run.markers import LOCATOR, KnownIds
from vouched.run.notes import compact
from vouched.run.prose import MOST_CLAIMS
from vouched.text.addresses import is_url, urls_in
from vouched.text.folding import fold
from vouched.text.json_places import below
from vouched.text.naming import is_code, is_field_name, says_something

__all__ = ["unclaimed"]

# What stands under these keys describes the answer and asserts nothing, where it is a short code, a number or a date.
ABOUT = frozenset({"id", "lang", "language", "locale", "model", "version", "format", "type", "kind"})
LANGUAGE = frozenset({"lang", "language", "locale"})
ASKED = frozenset({"question", "query"})
# The same of a citation: these point to a place of a document.
POINTING = frozenset(
    "page pages section clause article paragraph line lines start end offset chunk index score".split()
)
TITLE = frozenset({"title", "name"})
_DESCRIBING = frozenset((*ABOUT, *ASKED, *CONFIDENCE, *TITLE, *DOCUMENT, *SOURCE_URL, *POINTING))
_DATE = re.compile(
    r"[0-9]{4}-[0-9]{2}-[0-9]{2}[T ][0-9:.]{4,15}Z?|[0-9]{1,2}\.? [^\W\d_]{3,10}\.? [0-9]{4}"
    r"|[^\W\d_]{3,10}\.? [0-9]{1,2},? [0-9]{4}|[0-9]{4}年[0-9]{1,2}月(?:[0-9]{1,2}日)?"
)
_ASKED_OF_CLAIMS = frozenset({"text", "confidence", "citations"})
_ASKED_OF_CITATIONS = frozenset({"document", "anchor"})
_LANGUAGE = re.compile(r"[A-Za-z]{2,3}(?:[-_][A-Za-z0-9]{2,8}){0,3}")
_LANGUAGES = frozenset(
    "arabic bengali bulgarian chinese croatian czech danish dutch english estonian finnish french german greek hebrew"
    " hindi hungarian indonesian italian japanese korean latvian lithuanian malay mandarin norwegian persian polish"
    " portuguese romanian russian serbian slovak slovenian spanish swedish tamil thai turkish ukrainian urdu vietnamese"
    " deutsch français español italiano português русский українська العربية 日本語 中文 简体中文 繁體中文 汉语 漢語"
    " 한국어 英語 英语 中国語 ไทย".split()
)
_NUMERAL = re.compile(r"[ivxlcIVXLC]{1,6}|[A-Za-z]|第?[一二三四五六七八九十百]{1,6}")


def unclaimed(
    value: Any,
    claims: Sequence[Claim],
    *,
    known: KnownIds,
    aside: str | None = None,
    wholes: frozenset[str] = frozenset(),
) -> list[Claim]:
    """Return a claim for each text and number that none of the `claims` speaks for; they cite nothing.

    Of what stands in a claim, its text, citations, confidence and sources are spoken for, and of a citation its
    document, anchor and quote; of one that cites nothing and stands at one of the pointers `wholes`, all is. Left out
    is what stands in the tables above, and what is below the pointer `aside`.
    """
    room = MOST_CLAIMS + 1 - len(claims)
    covered = {claim.where: bool(claim.citations) for claim in claims}
    found: list[Claim] = []
    waiting: list[tuple[str, Any, str]] = [("", value, "")]
    while waiting and len(found) < room:
        where, here, role = waiting.pop()
        if where == aside:
            continue
        if role == "" and where in covered:
            if not isinstance(here, dict) or (where in wholes and not covered[where]):
                continue
            role = "claim"
        if isinstance(here, dict):
            if role == "claim" and _is_all_spoken(here):
                continue
            found += _speaking_keys(here, where)
            waiting.extend(reversed(list(_members(here, where, role, known))))
        elif isinstance(here, list):
            waiting.extend((below(where, place), item, role) for place, item in reversed(list(enumerate(here))))
        elif isinstance(here, bool):
            found.append(Claim(text=f"{where.rpartition('/')[2]}: {compact(here)}", where=where))
        elif isinstance(here, (str, int, float)):
            text = here if isinstance(here, str) else compact(here)
            if says_something(text) and not (role == "source" and _is_source(text, known)):
                # A source is one of the claim that it stands in.
                found.append(Claim(text=text, where=where, sources=() if role == "source" else urls_in(text)))
    return found


def _speaking_keys(item: dict[str, Any], where: str) -> list[Claim]:
    """Return a claim for each key that is no name of a field but says something."""
    return [Claim(text=key, where=below(where, key), sources=urls_in(key)) for key in item if not is_field_name(key)]


def _is_all_spoken(claim: dict[str, Any]) -> bool:
    """Return whether a claim has the members that are asked for and no others, nor its citations: the common case."""
    if not claim.keys() <= _ASKED_OF_CLAIMS or "text" not in claim:
        return False
    cited = claim.get("citations", ())
    if not isinstance(cited, list):
        return False
    return all(isinstance(one, dict) and one.keys() <= _ASKED_OF_CITATIONS for one in cited)


def _members(item: dict[str, Any], where: str, role: str, known: KnownIds) -> Iterator[tuple[str, Any, str]]:
    """Yield the members of an object that may say something of their own, with their pointers and their roles."""
    spoken = _spoken(item, role)
    for key, held in item.items():
        if role == "claim" and key in CITATIONS:
            # A citation that is a text is a document's id.
            at = below(where, key)
            cited = held if isinstance(held, list) else [held]
            for place, one in enumerate(cited):
                if isinstance(one, dict):
                    yield below(at, place) if isinstance(held, list) else at, one, "citation"
        elif role == "claim" and key in SOURCES:
            yield below(where, key), held, "source"
        elif key not in spoken and (_is_another(item, key, role, known) or not _describes(key, held, role, known)):
            yield below(where, key), held, ""


def _is_another(item: dict[str, Any], key: str, role: str, known: KnownIds) -> bool:
    """Return whether a member of a citation names another document than the one that is read."""
    named = item[key]
    if role != "citation" or key not in DOCUMENT or not isinstance(named, str):
        return False
    # An id of its own, or its chunk's, a citation may have beside its document's.
    if key in ("id", "chunk_id") and not known.has(named):
        return False
    return named != item.get(first_key(item, DOCUMENT) or "")


def _spoken(item: dict[str, Any], role: str) -> set[str]:
    if role == "claim":
        # What stands under an alias and is no text has its finding already.
        return {first_key(item, CLAIM_TEXT) or text_key(item) or "", *CONFIDENCE}
    if role == "citation":
        document = first_key(item, DOCUMENT) or ""
        quote = next((key for key in QUOTE if item.get(key) is not None), "")
        return {document, quote, "anchor"}
    return {first_key(item, SOURCE_URL) or ""} if role == "source" else set()


def _describes(key: str, held: Any, role: str, known: KnownIds) -> bool:
    """Return whether a member describes the answer, or points to a place, and asserts nothing."""
    if isinstance(held, list):
        if not held or isinstance(held[0], (list, dict)):
            return False
        return all(not isinstance(one, list) and _describes(key, one, role, known) for one in held)
    if isinstance(held, dict) or key not in _DESCRIBING:
        return False
    if key in ASKED:
        return isinstance(held, str) and known.asked == fold(held)
    is_number = isinstance(held, (int, float)) and not isinstance(held, bool)
    if key in CONFIDENCE:
        return is_number and 0 <= held <= 1
    if role in ("citation", "source"):
        if key in TITLE or key in DOCUMENT:
            return isinstance(held, str) and (known.has(held) or is_code(held))
        if key in SOURCE_URL:
            return isinstance(held, str) and _is_source(held, known)
        if key == "score":
            return is_number
        if key in POINTING:
            return is_number or (isinstance(held, str) and (known.has(held) or _is_place(held)))
    if key not in ABOUT:
        return False
    if key in LANGUAGE:
        return isinstance(held, str) and (held.lower() in _LANGUAGES or _LANGUAGE.fullmatch(held) is not None)
    return is_number or (isinstance(held, str) and (is_code(held) or _DATE.fullmatch(held) is not None))


def _is_place(text: str) -> bool:
    """Return whether a text points to a place: a page, a numeral, a number or code with a digit, one word."""
    if LOCATOR.fullmatch(text) or _NUMERAL.fullmatch(text):
        return True
    return is_code(text, most=2 if any(map(str.isdigit, text)) else 1)


def _is_source(text: str, known: KnownIds) -> bool:
    """Return whether a text is a URL and nothing else, or a document's id."""
    return known.has(text) or is_url(text)
