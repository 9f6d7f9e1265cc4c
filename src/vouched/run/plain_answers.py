"""Reads an answer that is made as it was asked for: claims with nothing odd about them, each with its place.

Most answers are. It makes of them what json_answers, unclaimed and json_places make, without what these do for others.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from vouched.documents import Span
from vouched.drafts import Citation, Claim
from vouched.run.inline import may_cite, with_inline
from vouched.run.json_answers import CONFIDENCE
from vouched.run.markers import KnownIds
from vouched.run.unclaimed import unclaimed
from vouched.text.addresses import is_url

__all__ = ["plain_claims"]

_MEMBERS = frozenset({"text", "confidence", "citations", "sources"})
_POINTS = frozenset({"document", "anchor"})
_MOST, _MOST_BRACES = 200, 2000
_BRACE = re.compile("[{}]")


def plain_claims(value: Any, body: str, *, offset: int, known: KnownIds) -> list[Claim] | None:
    """Return the claims of `value`, what the JSON text `body` parses to; None where it takes more to read them.

    None as well where a text outside the claims says something, or cites. `offset` is added to every place.
    """
    items = value.get("claims") if type(value) is dict else None
    if type(items) is not list or not 0 < len(items) <= _MOST or not value.keys().isdisjoint(CONFIDENCE):
        return None
    if body.count("{") > _MOST_BRACES or body.count("}") > _MOST_BRACES:
        return None
    claims = _claims(items, iter([offset + brace.start() for brace in _BRACE.finditer(body)]), known)
    if claims is None or (len(value) > 1 and unclaimed(value, (), known=known, aside="/claims")):
        return None
    return claims


def _claims(items: list[Any], braces: Iterator[int], known: KnownIds) -> list[Claim] | None:
    """Return the claims, whose places the braces tell; None where a brace stands in a string."""
    claims: list[Claim] = []
    next(braces)
    for number, item in enumerate(items):
        if type(item) is not dict or not item.keys() <= _MEMBERS:
            return None
        text, stated, where = item.get("text"), item.get("confidence"), f"/claims/{number}"
        if type(text) is not str or not text.strip():
            return None
        if stated is not None:
            if (type(stated) is not float and type(stated) is not int) or not 0 <= stated <= 1:
                return None
            stated = float(stated)
        begin = next(braces)
        citations, sources = _citations(item.get("citations"), where, braces), _sources(item.get("sources"))
        if citations is None or sources is None:
            return None
        claim = Claim(
            text=text,
            where=where,
            span=Span(begin, next(braces) + 1),
            confidence=stated,
            citations=citations,
            sources=sources,
        )
        if may_cite(text) and with_inline(claim, f"{where}/text", known) != claim:
            return None
        claims.append(claim)
    next(braces)
    return claims if next(braces, None) is None else None


def _citations(cited: Any, where: str, braces: Iterator[int]) -> tuple[Citation, ...] | None:
    if cited is None:
        return ()
    if type(cited) is not list:
        return None
    found: list[Citation] = []
    for place, one in enumerate(cited):
        if type(one) is not dict or not one.keys() <= _POINTS:
            return None
        document, anchor = one.get("document"), one.get("anchor")
        if type(document) is not str or not document.strip() or (anchor is not None and type(anchor) is not str):
            return None
        span = Span(next(braces), next(braces) + 1)
        found.append(Citation(document=document, anchor=anchor, where=f"{where}/citations/{place}", span=span))
    return tuple(found)


def _sources(listed: Any) -> tuple[str, ...] | None:
    if listed is None:
        return ()
    if type(listed) is not list:
        return None
    for url in listed:
        # What is no URL is a text that may claim something.
        if type(url) is not str or not is_url(url):
            return None
    return tuple(listed) if len(listed) < 2 else tuple(dict.fromkeys(listed))
