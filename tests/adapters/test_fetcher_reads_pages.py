"""A page arrives as the text that its reader sees, whatever its address, packing, encoding and kind."""

from __future__ import annotations

import gzip
import zlib

import pytest

from adapters.fetching import DRIVERS, fetched, local, page_of
from adapters.raw_server import Answer, page, redirect, served
from vouched.ports import Fault, Page

PREAMBLE = "日本国民は、正当に選挙された国会における代表者を通じて行動し、"
RAW_DEFLATE = zlib.compressobj(wbits=-15)
CHUNKED = (
    b"HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n2\r\nde\r\n0\r\n\r\n"
)
BODIES: dict[str, tuple[Answer, str]] = {
    "html": (page("<html><head><title>T</title><body><p>H<sub>2</sub>O is <b>wa</b>ter"), "H2O is water"),
    "gzip": (page(gzip.compress(b"packed"), "text/plain", "Content-Encoding: gzip"), "packed"),
    "gzip twice": (
        page(gzip.compress(b"one ") + gzip.compress(b"two"), "text/plain", "Content-Encoding: x-gzip"),
        "one two",
    ),
    "zlib": (page(zlib.compress(b"packed"), "text/plain", "Content-Encoding: deflate"), "packed"),
    "bare deflate": (
        page(RAW_DEFLATE.compress(b"packed") + RAW_DEFLATE.flush(), "text/plain", "Content-Encoding: deflate"),
        "packed",
    ),
    "chunked": (
        CHUNKED,
        "abcde",
    ),
    "until the connection ends": (b"HTTP/1.0 200 OK\r\nContent-Type: text/plain\r\n\r\nall of it", "all of it"),
    "shift_jis by header": (page(PREAMBLE.encode("cp932"), "text/html; charset=Shift_JIS"), PREAMBLE),
    "shift_jis by meta": (page(f"<meta charset=sjis><p>{PREAMBLE}".encode("cp932"), "text/html"), PREAMBLE),
    "euc-jp by http-equiv": (
        page(
            f'<meta http-equiv="Content-Type" content="text/html; charset=euc-jp"><p>{PREAMBLE}'.encode("euc_jp"),
            "text/html",
        ),
        PREAMBLE,
    ),
    "shift_jis by its looks": (page(f"<p>{PREAMBLE}".encode("cp932"), "text/html"), PREAMBLE),
    "shift_jis that says utf-8": (page(f"<p>{PREAMBLE}".encode("cp932")), PREAMBLE),
    "utf-8 that says latin-1": (page(f"<p>{PREAMBLE}", "text/html; charset=iso-8859-1"), PREAMBLE),
    "latin-1 that is windows-1252": (page("“fünf”".encode("cp1252"), "text/plain; charset=iso-8859-1"), "“fünf”"),
    "utf-16 by its mark": (page(PREAMBLE.encode("utf-16"), "text/plain"), PREAMBLE),
    "utf-16 by header": (page(PREAMBLE.encode("utf-16-le"), "text/plain; charset=utf-16"), PREAMBLE),
    "a codec that is no charset": (page(b"plain", "text/plain; charset=hex"), "plain"),
    "one wrong byte": (page(b"a" * 300 + b"\xff" + "é".encode(), "text/plain; charset=utf-8"), "a" * 300 + "\ufffdé"),
    "json": (page('{"a": "\\u6771\\u4eac", "b": "\\ud800"}', "application/json"), '{"a": "東京", "b": "?"}'),
    "xhtml": (page('<html><head><title/><script src="x"/></head><p>in</p></html>', "application/xhtml+xml"), "in"),
    "xml": (page("<r><t>one</t><![CDATA[ <two> ]]></r>", "application/xml"), "one <two>"),
    "html without a type": (page("<!doctype html><p>found</p>", ""), "found"),
    "text without a type": (page("a < b", ""), "a < b"),
    "type in capitals": (page("<p>x</p>", "TEXT/HTML;CHARSET=UTF-8"), "x"),
}
UNREADABLE: dict[str, Answer] = {
    "pdf": page(b"%PDF-1.4 ...", "application/pdf"),
    "pdf that says html": page(b"%PDF-1.4 ..."),
    "image": page(b"\x89PNG\r\n", "image/png"),
    "binary text": page(b"a\0b\0\xff\xfe" * 9, "text/plain"),
    "packing that was not asked for": page(b"x", "text/plain", "Content-Encoding: br"),
    "damaged gzip": page(b"not gzip", "text/plain", "Content-Encoding: gzip"),
    "half a gzip": page(gzip.compress(b"packed" * 50)[:20], "text/plain", "Content-Encoding: gzip"),
    "a chunk without a length": b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nZZZ\r\nabc",
    "no status line": b"\x00\x01\x02\r\n\r\n",
    "huge headers": b"HTTP/1.1 200 OK\r\nX: " + b"a" * 300_000 + b"\r\n\r\n",
    "a redirect to nowhere": b"HTTP/1.1 302 Found\r\nContent-Length: 0\r\n\r\n",
}


@pytest.mark.parametrize("driver", DRIVERS)
@pytest.mark.parametrize("name", BODIES)
def test_a_page_is_its_visible_text(driver: str, name: str) -> None:
    """Packing, encoding, wrong declarations and markup do not change what is read."""
    answer, text = BODIES[name]
    with served({"/": answer}) as server:
        reply = page_of(fetched(driver, server.url + "/", **local))
    assert reply.text == text
    assert not reply.truncated
    assert reply.status == 200


@pytest.mark.parametrize("driver", DRIVERS)
@pytest.mark.parametrize("name", UNREADABLE)
def test_what_is_no_page_is_a_fault(driver: str, name: str) -> None:
    """Other kinds and damaged answers are no text, and asking again does not help."""
    with served({"/": UNREADABLE[name]}) as server:
        fault = fetched(driver, server.url + "/", **local)
    assert isinstance(fault, Fault)
    assert (fault.code, fault.retryable) == ("bad_reply", False)
    assert fault.message
    assert len(fault.message) < 500


@pytest.mark.parametrize("driver", DRIVERS)
@pytest.mark.parametrize(
    ("url", "asked"),
    [
        ("/wiki/東京", "/wiki/%E6%9D%B1%E4%BA%AC"),
        ("/wiki/%E6%9D%B1", "/wiki/%E6%9D%B1"),
        ("/a?q=東&r=1%202#part", "/a?q=%E6%9D%B1&r=1%202"),
        ("/caf\u0065\u0301/", "/cafe%CC%81/"),
        ("/a;b=1/(c)?d=[e]&f={g}", "/a;b=1/(c)?d=[e]&f={g}"),
        ("", "/"),
        ("?q", "/?q"),
    ],
)
def test_an_address_in_any_script_is_asked_for(driver: str, url: str, asked: str) -> None:
    """Non-ASCII paths and queries are percent-encoded once, and a fragment is never sent."""
    with served({asked: page("found", "text/plain")}) as server:
        reply = page_of(fetched(driver, server.url + url, **local))
    assert (reply.status, server.asked) == (200, [asked])


@pytest.mark.parametrize("driver", DRIVERS)
@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
def test_redirects_are_followed(driver: str, status: int) -> None:
    """The page is that of the last address, also where a redirect is relative or not ASCII."""
    answers: dict[str, Answer] = {
        "/a/b": redirect("../c", status),
        "/c": redirect("/東京", status),
        "/%E6%9D%B1%E4%BA%AC": page("there", "text/plain"),
    }
    with served(answers) as server:
        reply = page_of(fetched(driver, server.url + "/a/b", **local))
    assert (reply.text, reply.url) == ("there", server.url + "/%E6%9D%B1%E4%BA%AC")


@pytest.mark.parametrize("driver", DRIVERS)
def test_only_get_is_sent(driver: str) -> None:
    """A server that answers HEAD with an error is asked with GET, once."""
    with served({"/": page("x")}) as server:
        fetched(driver, server.url + "/", **local)
    assert [head.split()[0] for head in server.heads] == ["GET"]


@pytest.mark.parametrize("driver", DRIVERS)
@pytest.mark.parametrize("status", [204, 304, 400, 401, 403, 404, 410])
def test_a_status_is_told_and_its_body_is_no_evidence(driver: str, status: int) -> None:
    """Anything but success is a page without text."""
    with served({"/": page("" if status in (204, 304) else "Sorry, aspirin cures", status=status)}) as server:
        reply = fetched(driver, server.url + "/", **local)
    assert isinstance(reply, Page)
    assert (reply.status, reply.text) == (status, "")


@pytest.mark.parametrize("driver", DRIVERS)
@pytest.mark.parametrize(
    ("status", "header", "code", "after"),
    [
        (429, "Retry-After: 7", "rate_limited", 7.0),
        (429, "Retry-After: soon", "rate_limited", None),
        (503, "Retry-After: Wed, 21 Oct 2015 07:28:00 GMT", "server", 0.0),
        (503, "Retry-After: 99999999999999999999", "server", 86_400.0),
        (500, "X: y", "server", None),
    ],
)
def test_a_busy_server_may_be_asked_again(driver: str, status: int, header: str, code: str, after: float) -> None:
    """Overload and errors of the server may pass, and say when."""
    with served({"/": page("", "text/plain", header, status=status)}) as server:
        fault = fetched(driver, server.url + "/", **local)
    assert isinstance(fault, Fault)
    assert (fault.code, fault.retryable, fault.retry_after) == (code, True, after)
