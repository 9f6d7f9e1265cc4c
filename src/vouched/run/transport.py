"""Calls a model and retries faults of the transport; the one owner of retries, backoff and deadlines of calls.

`calling` is a generator that asks for a call or a pause and is sent what came of it, so that it is written once for
drivers that wait and drivers that await.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from typing import TypeAlias

from vouched.ports import Fault, FaultCode, Generate, Reply, Usage
from vouched.record import Record
from vouched.text.clip import clip

__all__ = ["Calling", "Pause", "Retries", "calling", "fault_of", "is_lasting", "said"]


class Pause(Record, frozen=True):
    """Asks for a pause of some seconds."""

    seconds: float


class Retries(Record, frozen=True, kw_only=True):
    """How faults of the transport are retried: how often, and how long the pauses are at first and at most (seconds).

    A server's Retry-After is kept, up to `longest`; a longer one is not waited for.
    """

    most: int = 3
    first: float = 0.5
    longest: float = 30.0


Calling: TypeAlias = Generator[Generate | Pause, "Reply | Fault | None", "Reply | Fault"]


def calling(request: Generate, retries: Retries, clock: Callable[[], float], *, begun: float | None = None) -> Calling:
    """Return the last reply or fault of a call, having retried retryable faults with growing pauses.

    Stops early when the pause would outlast what is left of the request's `seconds` by `clock`, calls and pauses
    counted since `begun`, by default now. Every call counts in the usage, those that failed too. A fault that asks for
    a longer pause than is ever made is handed on as one that may not be retried.
    """
    usage, left = Usage(), request.seconds
    begun = clock() if begun is None else begun
    for number in range(retries.most + 1):
        reply = yield request if number == 0 else request.but(seconds=left)
        left = None if request.seconds is None else request.seconds - (clock() - begun)
        if isinstance(reply, Fault) and reply.usage.calls == 0:
            reply = reply.but(usage=reply.usage + Usage(calls=1))
        if not isinstance(reply, Fault):
            reply = reply if reply is not None else Fault(code="bad_reply", message="nothing was answered")
            return reply if isinstance(reply, Fault) else reply.but(usage=reply.usage + usage)
        usage += reply.usage
        pause = min(retries.longest, retries.first * 2**number)
        if reply.retry_after is not None:
            pause = reply.retry_after
        if pause > retries.longest:
            return reply.but(usage=usage, retryable=False)
        if not reply.retryable or number == retries.most or (left is not None and pause >= left):
            return reply.but(usage=usage)
        yield Pause(pause)
        left = None if left is None else left - pause
    raise AssertionError("the last round returns")


def is_lasting(fault: Fault) -> bool:
    """Whether the same call would fail again for the same reason: no key, no such model, a quota that is spent."""
    return not fault.retryable and fault.code in ("bad_request", "rate_limited", "refused_address")


def said(error: BaseException) -> str:
    """Return what an error says; some fail to say anything."""
    try:
        return str(error)
    except Exception as worse:  # noqa: BLE001  foreign code runs when a foreign error is printed
        return f"an error that {type(worse).__name__} keeps from being printed"


def fault_of(error: BaseException) -> Fault:
    """Return an exception of a model, fetcher or judge as a fault; timeouts and lost connections may be retried."""
    code: FaultCode = "error"
    if isinstance(error, TimeoutError):
        code = "timeout"
    elif isinstance(error, (ConnectionError, OSError)):
        code = "connection"
    message = clip(f"{type(error).__name__}: {said(error)}", 300)
    return Fault(code=code, message=message, retryable=code != "error")
