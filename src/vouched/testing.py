"""Doubles for tests of what is built on vouched: models that answer from a script, and pages that need no network."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any

from vouched.errors import UsageError
from vouched.ports import Fault, Fetch, Generate, Page, Reply

__all__ = ["AsyncScriptedModel", "ScriptedFetcher", "ScriptedModel"]


class ScriptedModel:
    """Answers from a list: texts, objects (as JSON), Replies, Faults, exceptions to raise, or functions of the request.

    When the script ends, its last entry repeats. `requests` are the calls it got, in order. Raises UsageError for an
    empty script.
    """

    def __init__(self, replies: Iterable[Any]) -> None:
        self._replies = list(replies)
        if not self._replies:
            raise UsageError("ScriptedModel: expected at least one reply, saw none")
        self.requests: list[Generate] = []

    def generate(self, request: Generate) -> Any:
        """Return the next reply of the script, or raise it."""
        self.requests.append(request)
        reply = self._replies[min(len(self.requests), len(self._replies)) - 1]
        if callable(reply) and not isinstance(reply, type):
            reply = reply(request)
        if isinstance(reply, BaseException):
            raise reply
        return Reply(text=json.dumps(reply, ensure_ascii=False)) if isinstance(reply, (dict, list)) else reply


class AsyncScriptedModel(ScriptedModel):
    """A ScriptedModel whose `generate` is a coroutine function."""

    async def generate(self, request: Generate) -> Any:
        """Return the next reply of the script, or raise it."""
        return super().generate(request)


class ScriptedFetcher:
    """Answers Fetch from a table of URLs: pages, texts (as pages), or faults. `requests` are the URLs asked for."""

    def __init__(self, pages: Mapping[str, Page | Fault | str]) -> None:
        self._pages = dict(pages)
        self.requests: list[str] = []

    def fetch(self, request: Fetch) -> Page | Fault:
        """Return what stands behind a URL; a 404 as a fault where nothing does."""
        self.requests.append(request.url)
        page = self._pages.get(request.url)
        if isinstance(page, str):
            return Page(url=request.url, status=200, text=page)
        return page if page is not None else Fault(code="bad_reply", message="404 not found")
