"""Doubles for tests of what is built on vouched: models that answer from a script, and pages that need no network."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from threading import Lock
from typing import Any

from vouched.errors import UsageError
from vouched.ports import Fault, Fetch, Generate, Page, Reply, Usage

__all__ = ["AsyncScriptedModel", "ScriptedFetcher", "ScriptedModel", "fixed_page"]


class ScriptedModel:
    """Answers from a list: texts, objects (as JSON), Replies, Faults, exceptions to raise, or functions of the request.

    When the script ends, its last entry repeats, so that one entry is a model that always answers the same. `usage` is
    what each text and object costs. `requests` are the calls it got, in order; threads may share it. Raises UsageError
    for an empty script.
    """

    def __init__(self, replies: Iterable[Any], *, usage: Usage | None = None) -> None:
        self._replies = [replies] if isinstance(replies, (str, Mapping)) else list(replies)
        if not self._replies:
            raise UsageError("ScriptedModel: expected at least one reply, saw none")
        self._usage = Usage(calls=1) if usage is None else usage
        self._lock = Lock()
        self.requests: list[Generate] = []

    def generate(self, request: Generate) -> Any:
        """Return the next reply of the script, or raise it. What is no reply at all is returned as it is."""
        return self._shaped(self._next(request))

    def _next(self, request: Generate) -> Any:
        with self._lock:
            self.requests.append(request)
            reply = self._replies[min(len(self.requests), len(self._replies)) - 1]
        return reply(request) if callable(reply) and not isinstance(reply, type) else reply

    def _shaped(self, reply: Any) -> Any:
        if isinstance(reply, BaseException) or (isinstance(reply, type) and issubclass(reply, BaseException)):
            raise reply
        if isinstance(reply, str):
            return Reply(text=reply, usage=self._usage)
        if isinstance(reply, (dict, list)):
            return Reply(text=json.dumps(reply, ensure_ascii=False), usage=self._usage)
        return reply


class AsyncScriptedModel(ScriptedModel):
    """A ScriptedModel whose `generate` is a coroutine function; functions of its script may be, too."""

    async def generate(self, request: Generate) -> Any:
        """Return the next reply of the script, or raise it."""
        reply = self._next(request)
        return self._shaped(await reply if hasattr(reply, "__await__") else reply)


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
            return fixed_page(page, url=request.url)
        return page if page is not None else Fault(code="bad_reply", message="404 not found")


def fixed_page(text: str, *, url: str = "https://example.com/", status: int = 200) -> Page:
    """Return a page with a text, as a fetcher would have found it."""
    return Page(url=url, status=status, text=text)
