"""Asks a provider for an answer in the shape of a schema: its own way first, and another where it refuses that one.

The conversation with a provider is a generator, written once; `drive` waits for what it asks and `adrive` awaits it. A
Dialect says how a provider's requests are written and its replies read.
"""

from __future__ import annotations

import json
import re
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Generator, Iterable
from typing import Any, Literal, Protocol, TypeAlias, cast

from vouched.adapters.provider_faults import BadReply, Refusal, refusal_of
from vouched.errors import UsageError
from vouched.ports import Fault, Generate, Message, Reply, Usage
from vouched.text.clip import clip_value

__all__ = [
    "Conversation",
    "Dialect",
    "Memory",
    "Stop",
    "Way",
    "abytes",
    "adrive",
    "bad",
    "conversation",
    "count",
    "drive",
    "messages_of",
    "read_bytes",
]

# How the answer is held to a schema: the provider's own, a forced tool, a prompt, or not at all.
Way = Literal["schema", "tool", "prompt", "text"]
Stop = Literal["end", "tool", "length", "refusal", "other"]
Quirk = Literal["temperature", "max_tokens"]
Conversation: TypeAlias = Generator[dict[str, Any], bytes | Refusal, Reply | Fault]

LONGEST = 600.0
MOST_BYTES = 32 * 1024 * 1024
_MOST_REMEMBERED = 1000
_HOPELESS = re.compile(
    r"context.length|context.window|maximum context|too many tokens|prompt is too long|model.not.found|does not exist"
    r"|credit balance|content.policy|invalid.api.key|authentication"
)
_ABOUT_SHAPE = re.compile(r"response.?format|json.?schema|\bschema|structured|grammar|\btools?\b|tool.?choice|function")
_INSTRUCTION = (
    "Answer with one JSON value that fits this JSON Schema, and with nothing around it, no code fence either:\n"
)
_SURROGATE = re.compile("[\ud800-\udfff]")


class Dialect(Protocol):
    """How one provider's requests are written and its replies read; pure, with no SDK."""

    def ways(self, schema: Any) -> tuple[Way, ...]:
        """Return the ways of holding an answer to a schema, the best first."""

    def params(self, request: Generate, way: Way, quirks: frozenset[Quirk]) -> dict[str, Any]:
        """Return what is sent."""

    def reply(self, body: dict[str, Any], way: Way, request: Generate) -> Reply | Fault:
        """Return what came back, whatever its shape."""


class Memory:
    """What a model has refused so far, so that it is asked in a failing way once: ways by schema, and parameters.

    `way` is tried first where nothing is known. Threads may share it: at worst two learn the same.
    """

    def __init__(self, way: Way | None = None) -> None:
        if way not in (None, "schema", "tool", "prompt"):
            raise UsageError(f"way: expected schema, tool or prompt, saw {way!r:.60}")
        self._first: Way | None = way
        self._ways: dict[str, Way] = {}
        self.quirks: frozenset[Quirk] = frozenset()

    def ways(self, schema: Any, offered: tuple[Way, ...]) -> tuple[Way, ...]:
        """Return the ways worth trying: from the one that worked, or the one to begin with, on."""
        begin = self._ways.get(_key(schema)) or self._first
        return offered[offered.index(begin) :] if begin in offered else offered

    def learn(self, schema: Any, way: Way, quirks: frozenset[Quirk]) -> None:
        """Remember what worked."""
        if len(self._ways) >= _MOST_REMEMBERED:
            self._ways.clear()
        self._ways[_key(schema)] = way
        self.quirks |= quirks


def _key(schema: Any) -> str:
    return json.dumps(schema, sort_keys=True, default=repr)


def conversation(dialect: Dialect, request: Generate, memory: Memory) -> Conversation:
    """Return the reply to a request, or the fault of the last call; yields what to send and is sent what came.

    A refusal (400, 422) of one way leads to the next, one of `temperature` or `max_tokens` to a request without. What
    worked is remembered; when nothing works, nothing is, and the first refusal is the fault.
    """
    ways = memory.ways(request.schema, dialect.ways(request.schema))
    quirks, refused, first = memory.quirks, Usage(), None
    number = 0
    while True:
        came = yield dialect.params(request, ways[number], quirks)
        if isinstance(came, bytes):
            reply = _read(dialect, came, ways[number], request)
            if isinstance(reply, Reply):
                memory.learn(request.schema, ways[number], quirks)
            return reply.but(usage=reply.usage + refused)
        refused += Usage(calls=1)
        quirk = _quirk(came, request, quirks)
        if quirk is not None:
            quirks |= {quirk}
        elif number + 1 < len(ways) and _is_about_the_way(came):
            first = first or came.fault
            number += 1
        else:
            fault = came.fault if came.fault.retryable else first or came.fault
            return fault.but(usage=refused)


def _quirk(came: Refusal, request: Generate, known: frozenset[Quirk]) -> Quirk | None:
    """Return the parameter that a refusal names and that can be left out or renamed, once each."""
    if came.status not in (400, 422):
        return None
    if "temperature" in came.about and request.temperature is not None and "temperature" not in known:
        return "temperature"
    if "max_completion_tokens" in came.about and request.max_tokens is not None and "max_tokens" not in known:
        return "max_tokens"
    return None


def _is_about_the_way(came: Refusal) -> bool:
    """Whether another way may help: a refusal of the request that does not name another reason."""
    if came.status in (400, 415, 422):
        return _HOPELESS.search(came.about) is None
    return came.status in (404, 500, 501) and _ABOUT_SHAPE.search(came.about) is not None


def _read(dialect: Dialect, raw: bytes, way: Way, request: Generate) -> Reply | Fault:
    try:
        body = json.loads(raw)
    except (ValueError, RecursionError) as error:
        seen = raw[:80].decode("utf-8", "replace")
        return bad(
            f"expected JSON from the provider, saw {len(raw)} bytes that are none ({type(error).__name__})", seen
        )
    if not isinstance(body, dict):
        return bad("expected an object from the provider", clip_value(body))
    return dialect.reply(body, way, request)


def bad(message: str, seen: str | None = None) -> Fault:
    """Return the fault that a provider's reply has another shape than its protocol says; it cost one call."""
    said = message if seen is None else f"{message}: {clip_value(seen, 100)}"
    return Fault(code="bad_reply", message=said, usage=Usage(calls=1))


def count(value: Any) -> int:
    """Return a number of tokens as it was reported, 0 where it is none."""
    return value if isinstance(value, int) and not isinstance(value, bool) and 0 <= value < 10**12 else 0


def messages_of(request: Generate, way: Way) -> tuple[str, list[dict[str, str]]]:
    """Return the system text, in which the prompt way describes the schema, and the other messages.

    Lone surrogates, which no provider takes, become U+FFFD.
    """
    system = [message.content for message in request.messages if message.role == "system"]
    if way == "prompt":
        system.append(_INSTRUCTION + json.dumps(request.schema, ensure_ascii=False))
    others = [_plain(message) for message in request.messages if message.role != "system"]
    return _SURROGATE.sub("\ufffd", "\n\n".join(system)), others


def _plain(message: Message) -> dict[str, str]:
    return {"role": message.role, "content": _SURROGATE.sub("\ufffd", message.content)}


def drive(
    steps: Conversation, send: Callable[[dict[str, Any], float], bytes], seconds: float | None, key: str
) -> Reply | Fault:
    """Return what a conversation comes to, waiting for each `send(params, seconds left)`; what it raises is a fault."""
    deadline = time.monotonic() + min(LONGEST, LONGEST if seconds is None else max(0.0, seconds))
    came: bytes | Refusal | None = None
    while True:
        try:
            params = next(steps) if came is None else steps.send(came)
        except StopIteration as done:
            return cast("Reply | Fault", done.value)
        try:
            came = send(params, _left(deadline))
        except Exception as error:  # noqa: BLE001  an SDK may raise anything; all of it is a fault of the call
            came = refusal_of(error, key)


async def adrive(
    steps: Conversation, send: Callable[[dict[str, Any], float], Awaitable[bytes]], seconds: float | None, key: str
) -> Reply | Fault:
    """Return what `drive` returns, awaiting each `send`; cancelling it cancels the call."""
    import asyncio

    deadline = time.monotonic() + min(LONGEST, LONGEST if seconds is None else max(0.0, seconds))
    came: bytes | Refusal | None = None
    while True:
        try:
            params = next(steps) if came is None else steps.send(came)
        except StopIteration as done:
            return cast("Reply | Fault", done.value)
        try:
            left = _left(deadline)
            async with asyncio.timeout(left):
                came = await send(params, left)
        except Exception as error:  # noqa: BLE001  as in `drive`
            came = refusal_of(error, key)


def _left(deadline: float) -> float:
    left = deadline - time.monotonic()
    if left <= 0:
        raise TimeoutError("no time was left for the call")
    return left


def read_bytes(chunks: Iterable[bytes], seconds: float) -> bytes:
    """Return a body of at most 32 MiB. Raises TimeoutError when it takes longer than `seconds`, however it drips."""
    deadline = time.monotonic() + seconds
    held, size = [], 0
    for chunk in chunks:
        held.append(chunk)
        size += len(chunk)
        _bound(size)
        if time.monotonic() > deadline:
            raise TimeoutError(f"the answer was not whole within {seconds:.1f} seconds")
    return b"".join(held)


async def abytes(chunks: AsyncIterator[bytes]) -> bytes:
    """Return a body of at most 32 MiB."""
    held, size = [], 0
    async for chunk in chunks:
        held.append(chunk)
        size += len(chunk)
        _bound(size)
    return b"".join(held)


def _bound(size: int) -> None:
    if size > MOST_BYTES:
        raise BadReply(f"expected an answer of at most {MOST_BYTES} bytes, saw more")
