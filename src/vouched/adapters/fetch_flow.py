"""Decides how a URL is fetched, hop by hop, and does no I/O: a generator that asks for each step of it.

What must not be reached is refused here, before anything is connected: the URL by the rules of `check_url`, its host
by the host rule, and every address that the host has. The step that connects names the addresses that were judged, so
that a second look-up cannot lead elsewhere. Each redirect goes through all of it again.
"""

from __future__ import annotations

import time
from collections.abc import Generator, Mapping
from typing import Any, Literal, TypeAlias
from urllib.parse import quote, urljoin, urlsplit

from vouched.adapters.http_bodies import Body, media_type_of
from vouched.adapters.page_text import is_text, page_text
from vouched.ports import Fault, Fetch, Page
from vouched.record import Record
from vouched.text.clip import clip
from vouched.text.hosts import Fault as HostFault
from vouched.text.hosts import read_host
from vouched.text.urls import DEFAULT_PORTS, HostRule, UrlVerdict, judge_url, shown

__all__ = ["Exchange", "Head", "Resolve", "Rules", "Step", "fetching", "normal_url"]

_REDIRECTS = frozenset((301, 302, 303, 307, 308))
_MAX_ADDRESSES = 8
_MAX_WAIT = 86_400.0
_PATH = "/%:@!$&'()*+,;=-._~[]|"
_QUERY = "/%:@!$&()*+,;=-._~[]|?'{}^"


class Rules(Record, frozen=True, kw_only=True):
    """What may be fetched, and how much of it; seconds, bytes and characters."""

    hosts: tuple[HostRule, ...] | None
    schemes: tuple[str, ...]
    allow_private: bool
    timeout: float
    connect: float
    max_bytes: int
    max_redirects: int
    max_characters: int
    user_agent: str


class Resolve(Record, frozen=True):
    """Asks for the addresses of a host; the reply is a list of texts, or a Fault."""

    host: str
    port: int
    deadline: float


class Exchange(Record, frozen=True, kw_only=True):
    """Asks to send a GET request to the first of `addresses` that answers; the reply is a Head or a Fault.

    `host` is the name for TLS and for the request, `deadline` a moment of the monotonic clock.
    """

    scheme: str
    host: str
    port: int
    target: str
    addresses: tuple[str, ...]
    headers: tuple[tuple[str, str], ...]
    connect: float
    deadline: float


class Head(Record, frozen=True):
    """What an exchange answers first: status, and headers by their name in lower case, the last one of a name."""

    status: int
    headers: Mapping[str, str]


Step: TypeAlias = Resolve | Exchange | Literal["read"]
Fetching: TypeAlias = Generator[Step, Any, Page | Fault]


def fetching(request: Fetch, rules: Rules) -> Fetching:
    """Return the page behind a URL or the fault that keeps it away, asking for each step of the way.

    The reply to "read" is the next bytes of the body, None at its end, or a Fault.
    """
    seconds = rules.timeout if request.seconds is None else request.seconds
    if not seconds > 0:
        return Fault(code="timeout", message="no time is left", retryable=True)
    deadline = time.monotonic() + min(seconds, rules.timeout)
    url, visited = request.url, set[str]()
    for _ in range(rules.max_redirects + 1):
        verdict = judge_url(url, rules=rules.hosts, schemes=rules.schemes, allow_private=rules.allow_private)
        if not verdict.ok or verdict.scheme not in ("http", "https"):
            return _refused(verdict.message or f"expected http or https, saw {verdict.scheme}", url, request.url)
        url = normal_url(url, verdict)
        if url in visited:
            return Fault(code="bad_reply", message=f"redirects in a circle, back to {clip(url)}")
        visited.add(url)
        addresses = yield from _addresses(verdict, rules, deadline)
        if isinstance(addresses, Fault):
            return addresses
        head = yield _exchange(url, verdict, addresses, rules, deadline)
        if isinstance(head, Fault):
            return head
        if head.status not in _REDIRECTS:
            return (yield from _answered(url, head, rules))
        target = _redirected(url, head)
        if isinstance(target, Fault):
            return target
        url = target
    return Fault(code="bad_reply", message=f"redirects more than {rules.max_redirects} times")


def normal_url(url: str, verdict: UrlVerdict) -> str:
    """Return a sound URL as it is requested: ASCII, host and port in normal form, percent-encoded, no fragment."""
    parts = urlsplit(url)
    host = f"[{verdict.host}]" if ":" in (verdict.host or "") else verdict.host
    port = "" if verdict.port == DEFAULT_PORTS.get(verdict.scheme or "") else f":{verdict.port}"
    path = quote(parts.path, safe=_PATH) or "/"
    query = "?" + quote(parts.query, safe=_QUERY) if parts.query else ""
    return f"{verdict.scheme}://{host}{port}{path}{query}"


def _refused(message: str, url: str, first: str) -> Fault:
    led = "" if url == first else f"redirected to {shown(url)}: "
    return Fault(code="refused_address", message=clip(led + message, 400))


def _addresses(verdict: UrlVerdict, rules: Rules, deadline: float) -> Generator[Step, Any, tuple[str, ...] | Fault]:
    host, port = verdict.host or "", verdict.port or 0
    if "ip_address" in verdict.notes:
        return (host,)
    found = yield Resolve(host, port, deadline)
    if isinstance(found, Fault):
        return found
    sound: list[str] = []
    refused: HostFault | None = None
    for address in dict.fromkeys(found):
        written = f"[{address}]" if ":" in address else address
        read = read_host(written, allow_private=rules.allow_private)
        if isinstance(read, HostFault):
            refused = read
            # IPv4 inside IPv6 is what some networks add to the addresses of every name: passed over, not trusted.
            if read.code != "ipv4_in_ipv6":
                break
        elif "ip_address" in read.notes:
            sound.append(read.name)
    else:
        if sound:
            return tuple(sound[:_MAX_ADDRESSES])
    seen = f"{refused.code} {clip(refused.seen, 60)}" if refused else "none"
    return Fault(code="refused_address", message=f"{clip(host, 100)}: expected public addresses alone, saw {seen}")


def _exchange(url: str, verdict: UrlVerdict, addresses: tuple[str, ...], rules: Rules, deadline: float) -> Exchange:
    authority, slash, rest = url.partition("://")[2].partition("/")
    headers = (
        ("Host", authority),
        ("User-Agent", rules.user_agent),
        ("Accept", "text/html, application/xhtml+xml, text/*;q=0.9, application/json;q=0.8, application/xml;q=0.8"),
        ("Accept-Encoding", "gzip, deflate"),
        ("Connection", "close"),
    )
    return Exchange(
        scheme=verdict.scheme or "",
        host=verdict.host or "",
        port=verdict.port or 0,
        target=slash + rest,
        addresses=addresses,
        headers=headers,
        connect=rules.connect,
        deadline=deadline,
    )


def _redirected(url: str, head: Head) -> str | Fault:
    location = head.headers.get("location", "")
    if not location:
        return Fault(code="bad_reply", message=f"status {head.status} leads nowhere: no Location header")
    try:
        return urljoin(url, location)
    except ValueError:
        return Fault(code="bad_reply", message=f"redirects to what is no URL: {clip(location)}")


def _answered(url: str, head: Head, rules: Rules) -> Fetching:
    """Return the page of an answer that is no redirect; the body of a status other than 2xx is not read."""
    status = head.status
    if status == 429 or status >= 500 or status in (408, 425):
        return Fault(
            code="rate_limited" if status == 429 else "server",
            message=f"status {status}",
            retryable=True,
            retry_after=_retry_after(head.headers.get("retry-after", "")),
        )
    media_type = media_type_of(head.headers.get("content-type", ""))
    if not 200 <= status < 300:
        return Page(url=url, status=status, text="", media_type=media_type)
    if media_type and not is_text(media_type):
        return Fault(code="bad_reply", message=f"expected a text, HTML, JSON or XML page, saw {clip(media_type, 100)}")
    body = Body(head.headers.get("content-encoding", ""), limit=rules.max_bytes)
    while not body.full and body.fault is None:
        chunk = yield "read"
        if isinstance(chunk, Fault):
            return chunk
        if chunk is None:
            body.end()
            break
        body.feed(chunk)
    if body.fault is not None:
        return Fault(code="bad_reply", message=body.fault)
    read = page_text(
        body.content(), head.headers.get("content-type", ""), cut=body.full, max_characters=rules.max_characters
    )
    if isinstance(read, str):
        return Fault(code="bad_reply", message=clip(read, 300))
    return Page(
        url=url, status=status, text=read.text, media_type=read.media_type, truncated=body.full or read.truncated
    )


def _retry_after(value: str) -> float | None:
    """Return the seconds that a Retry-After header asks for, at most a day; None where it is none."""
    value = value.strip()
    if value.isascii() and value.isdigit():
        return min(float(value[:9]), _MAX_WAIT)
    from email.utils import parsedate_to_datetime

    try:
        moment = parsedate_to_datetime(value).timestamp()
    except (ValueError, TypeError, IndexError, OverflowError):
        return None
    return min(max(moment - time.time(), 0.0), _MAX_WAIT)
