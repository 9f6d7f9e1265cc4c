"""What a model writes as a URL cannot reach what only this machine reaches, by no detour."""

from __future__ import annotations

import ssl
from pathlib import Path
from typing import Any

import pytest

from adapters.fetching import DRIVERS, fetched, local, page_of
from adapters.raw_server import page, redirect, served
from vouched.adapters.fetcher import AsyncFetcher, Fetcher
from vouched.errors import UsageError
from vouched.ports import Fault

CERTIFICATE = Path(__file__).parent / "pages.example.test.pem"


def to_loopback(*_: object) -> list[str]:
    """Say that every host is this machine."""
    return ["127.0.0.1"]


@pytest.mark.parametrize("driver", DRIVERS)
@pytest.mark.parametrize("address", ["127.0.0.1", "[::1]", "localhost", "0x7f.1", "[::ffff:127.0.0.1]"])
def test_loopback_is_refused_before_any_connection(driver: str, address: str) -> None:
    """No form of the loopback address is connected to unless private addresses are allowed."""
    with served({}) as server:
        fault = fetched(driver, f"http://{address}:{server.port}/", schemes=("http",))
        assert isinstance(fault, Fault)
        assert fault.code == "refused_address"
        assert server.connections == 0


@pytest.mark.parametrize("driver", DRIVERS)
@pytest.mark.parametrize(
    "addresses",
    [
        ["127.0.0.1"],
        ["10.0.0.1"],
        ["172.16.3.4"],
        ["192.168.1.1"],
        ["169.254.169.254"],
        ["100.64.0.1"],
        ["0.0.0.0"],  # noqa: S104  looked at, not bound to
        ["224.0.0.1"],
        ["255.255.255.255"],
        ["::1"],
        ["::"],
        ["fe80::1%eth0"],
        ["fd00::1"],
        ["ff02::1"],
        ["::ffff:127.0.0.1"],
        ["64:ff9b::7f00:1"],
        ["2002:7f00:1::"],
        ["8.8.8.8", "127.0.0.1"],
        ["not an address"],
        ["127.1"],
        [],
    ],
)
def test_every_address_of_a_name_is_judged(driver: str, addresses: list[str]) -> None:
    """A public name with one private address among its addresses, or with none at all, is not connected to."""
    fault = fetched(driver, "https://pages.example.test/", resolver=lambda *_: addresses)
    assert isinstance(fault, Fault)
    assert fault.code == "refused_address"
    assert not fault.retryable


@pytest.mark.parametrize("driver", DRIVERS)
def test_a_second_look_up_cannot_lead_elsewhere(driver: str) -> None:
    """A name is looked up once for each hop, and the connection goes to the address that was judged."""
    asked: list[tuple[str, int]] = []

    def rebinding(host: str, port: int) -> list[str]:
        asked.append((host, port))
        return ["127.0.0.1"] if len(asked) == 1 else ["192.0.2.1"]

    with served({"/": page("<p>here")}) as server:
        reply = fetched(driver, f"http://pages.example.test:{server.port}/", resolver=rebinding, **local)
        assert page_of(reply).text == "here"
        assert asked == [("pages.example.test", server.port)]
        assert f"Host: pages.example.test:{server.port}\r\n" in server.heads[0]


@pytest.mark.parametrize("driver", DRIVERS)
def test_a_redirect_to_a_name_that_turned_private_is_refused(driver: str) -> None:
    """The second hop of one name is looked up and judged again."""
    answers = iter([["127.0.0.1"], ["127.0.0.1", "not an address"]])
    with served({"/": redirect("/next"), "/next": page("inside")}) as server:
        url = f"http://pages.example.test:{server.port}/"
        fault = fetched(driver, url, resolver=lambda *_: next(answers), **local)
        assert isinstance(fault, Fault)
        assert fault.code == "refused_address"
        assert server.asked == ["/"]


@pytest.mark.parametrize("driver", DRIVERS)
@pytest.mark.parametrize(
    "target",
    [
        "http://elsewhere.example.test/",
        "//elsewhere.example.test/",
        "http://127.0.0.1/",
        "ftp://pages.example.test/",
        "file:///etc/passwd",
        "javascript:alert(1)",
        "http://user@pages.example.test/",
        "/\\elsewhere.example.test/",
        "http://[::1",
    ],
)
def test_a_redirect_off_the_list_is_refused(driver: str, target: str) -> None:
    """A redirect is judged by the rules of the URL itself: hosts, schemes and form."""
    with served({"/": redirect(target)}) as server:
        host = f"pages.example.test:{server.port}"
        fault = fetched(driver, f"http://{host}/", resolver=to_loopback, hosts=(host,), **local)
        assert isinstance(fault, Fault)
        assert fault.code in ("refused_address", "bad_reply")
        assert server.connections == 1


@pytest.mark.parametrize("driver", DRIVERS)
def test_a_redirect_from_https_to_http_is_refused(driver: str) -> None:
    """With the default schemes no hop is in the clear."""
    with served({"/": redirect("http://pages.example.test/")}, tls=server_side()) as server:
        fault = fetched(driver, f"https://pages.example.test:{server.port}/", **trusting(), **secure())
        assert isinstance(fault, Fault)
        assert "scheme_not_allowed" in fault.message


@pytest.mark.parametrize("driver", DRIVERS)
def test_the_certificate_is_that_of_the_name(driver: str) -> None:
    """TLS is spoken with the name of the URL, although the connection goes to an address."""
    with served({"/": page("<p>safe")}, tls=server_side()) as server:
        good = fetched(driver, f"https://pages.example.test:{server.port}/", **trusting(), **secure())
        bad = fetched(driver, f"https://other.example.test:{server.port}/", **trusting(), **secure())
    assert page_of(good).text == "safe"
    assert isinstance(bad, Fault)
    assert (bad.code, bad.retryable) == ("connection", False)


@pytest.mark.parametrize("driver", DRIVERS)
def test_an_unknown_certificate_is_a_fault(driver: str) -> None:
    """A certificate that this machine does not trust is not trusted."""
    with served({"/": page("<p>safe")}, tls=server_side()) as server:
        fault = fetched(driver, f"https://pages.example.test:{server.port}/", **secure())
        assert isinstance(fault, Fault)
        assert (fault.code, fault.retryable) == ("connection", False)
        assert server.asked == []


@pytest.mark.parametrize("fetcher", [Fetcher, AsyncFetcher])
@pytest.mark.parametrize(
    "settings",
    [
        {"timeout": 0},
        {"timeout": float("nan")},
        {"timeout": "10"},
        {"connect": -1},
        {"max_bytes": 0},
        {"max_bytes": 1.5},
        {"max_redirects": -1},
        {"max_characters": True},
        {"allow_private": 1},
        {"schemes": ("ftp",)},
        {"schemes": "https"},
        {"hosts": ()},
        {"hosts": ("http://who.int",)},
        {"user_agent": "a\r\nX: y"},
    ],
)
def test_settings_that_mean_nothing_fail_at_construction(fetcher: Any, settings: dict[str, Any]) -> None:
    """A wrong setting fails where it is written."""
    with pytest.raises(UsageError, match=next(iter(settings))):
        fetcher(**settings)


def server_side() -> ssl.SSLContext:
    """Return a server's TLS with a certificate for pages.example.test."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(CERTIFICATE)
    return context


def secure() -> dict[str, Any]:
    """Return settings that find every host on this machine, over https alone."""
    return {"allow_private": True, "resolver": to_loopback, "timeout": 5}


def trusting() -> dict[str, Any]:
    """Return settings that trust the test's certificate."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.load_verify_locations(CERTIFICATE)
    return {"tls": context}
