"""Runs both fetchers on the same request, so that every promise is tested of both."""

from __future__ import annotations

import asyncio
from typing import Any

from vouched.adapters.fetcher import AsyncFetcher, Fetcher
from vouched.ports import Fault, Fetch, Page

__all__ = ["DRIVERS", "fetched", "local", "page_of"]

DRIVERS = ("blocking", "awaited")
# What a test on this machine needs: loopback is private and has no certificate.
local: dict[str, Any] = {"allow_private": True, "schemes": ("http", "https"), "timeout": 5}


def fetched(driver: str, url: str, *, seconds: float | None = None, **settings: Any) -> Page | Fault:
    """Return what a fetcher with these settings answers."""
    request = Fetch(url, seconds)
    if driver == "blocking":
        return Fetcher(**settings).fetch(request)
    return asyncio.run(AsyncFetcher(**settings).fetch(request))


def page_of(reply: Page | Fault) -> Page:
    """Return a reply that is to be a page."""
    assert isinstance(reply, Page), reply
    return reply
