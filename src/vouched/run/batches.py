"""Drives many flows in step, and asks their model for all of them in one call a round.

`rounds` is written once and yields what it needs; `run_batched` waits for it and `arun_batched` awaits it.
"""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable, Generator, Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple, TypeAlias

from vouched.outcomes import Outcome
from vouched.ports import Fault, Generate, Reply, Request
from vouched.run.answers import Answers
from vouched.run.flow import Flow
from vouched.run.replies import to_reply
from vouched.run.side_by_side import side_by_side
from vouched.run.transport import Calling, Pause, Retries, calling, fault_of
from vouched.run.waiting import on_thread

__all__ = ["Aside", "Ask", "arun_batched", "rounds", "run_batched"]

Flows: TypeAlias = Sequence[tuple[Flow, Answers]]


class Ask(NamedTuple):
    """Asks the model for several runs in one call; the reply has one answer for each, in order, or is a Fault."""

    requests: tuple[Generate, ...]


class Aside(NamedTuple):
    """What runs ask besides their model, each with what answers it; the reply has one answer for each, in order."""

    asked: tuple[tuple[Answers, Request], ...]


Step: TypeAlias = Ask | Aside | Pause
Rounds: TypeAlias = Generator[Step, Any, list[Outcome]]


def rounds(flows: Flows, model: str, retries: Retries) -> Rounds:
    """Return the outcomes of several flows, in order; those that wait for `model` are asked together.

    Faults of the transport are retried with one pause for all that have to wait.
    """
    outcomes: dict[int, Outcome] = {}
    replies: dict[int, Any] = dict.fromkeys(range(len(flows)))
    waiting: dict[int, Generate] = {}
    while replies:
        besides: dict[int, tuple[Answers, Request]] = {}
        for number, reply in replies.items():
            flow, answers = flows[number]
            try:
                request = flow.send(reply)
            except StopIteration as done:
                outcomes[number] = done.value
                continue
            if isinstance(request, Generate) and request.model == model:
                waiting[number] = request
            else:
                besides[number] = (answers, request)
        # A run that needs something else first may still join the others' round.
        if besides:
            replies = dict(zip(besides, (yield Aside(tuple(besides.values()))), strict=True))
        else:
            replies = yield from _called(waiting, retries)
            waiting = {}
    return [outcomes[number] for number in range(len(flows))]


def _called(waiting: Mapping[int, Generate], retries: Retries) -> Generator[Step, Any, dict[int, Reply | Fault]]:
    """Return the last reply or fault of each request, in its order, having retried what is worth it."""
    callings: dict[int, Calling] = {
        number: calling(request, retries, time.monotonic) for number, request in waiting.items()
    }
    done: dict[int, Reply | Fault] = {}
    wanted = {number: next(steps) for number, steps in callings.items()}
    while wanted:
        pauses = [step.seconds for step in wanted.values() if isinstance(step, Pause)]
        if pauses:
            yield Pause(max(pauses))
            came: Sequence[Any] = [None] * len(wanted)
        else:
            asked = tuple(step for step in wanted.values() if isinstance(step, Generate))
            came = _one_each((yield Ask(asked)), len(asked))
        following = {}
        for number, reply in zip(wanted, came, strict=True):
            try:
                following[number] = callings[number].send(reply)
            except StopIteration as ended:
                done[number] = ended.value
        wanted = following
    return {number: done[number] for number in waiting}


def _one_each(came: Any, number: int) -> Sequence[Reply | Fault]:
    """Return a reply or fault for each of the runs; a run that got no answer of its own has a fault."""
    if isinstance(came, Fault):
        return [came] * number
    replies = [to_reply(value) for value in list(came)[:number]] if isinstance(came, (list, tuple)) else []
    none = Fault(code="bad_reply", message=f"expected {number} answers, saw {len(replies)}")
    return [*replies, *[none] * (number - len(replies))]


def run_batched(
    flows: Flows,
    ask: Callable[[tuple[Generate, ...]], Any],
    *,
    model: str,
    retries: Retries | None = None,
    sleep: Callable[[float], Any] = time.sleep,
) -> list[Outcome]:
    """Return the outcomes of several flows in order. `ask(requests)` returns a list with one answer for each request.

    What it raises is every run's fault; when it takes longer than the requests have seconds left, it is given up.
    """
    steps, reply = rounds(flows, model, retries or Retries()), None
    try:
        while True:
            try:
                step = steps.send(reply)
            except StopIteration as done:
                outcomes: list[Outcome] = done.value
                return outcomes
            if isinstance(step, Pause):
                sleep(step.seconds)
                reply = None
            elif isinstance(step, Aside):
                reply = side_by_side([partial(answers.answer, request) for answers, request in step.asked])
            else:
                reply = _asked(ask, step.requests)
    finally:
        _close(flows)


def _asked(ask: Callable[[tuple[Generate, ...]], Any], requests: tuple[Generate, ...]) -> Any:
    seconds = _left(requests)
    try:
        return ask(requests) if seconds is None else on_thread(lambda: ask(requests), seconds)
    except Exception as error:  # noqa: BLE001  a foreign fault is a value
        return fault_of(error)


async def arun_batched(
    flows: Flows,
    ask: Callable[[tuple[Generate, ...]], Awaitable[Any]],
    *,
    model: str,
    retries: Retries | None = None,
) -> list[Outcome]:
    """Return what `run_batched` returns, awaiting `ask`; cancelling it ends the flows."""
    import asyncio

    steps, reply = rounds(flows, model, retries or Retries()), None
    try:
        while True:
            try:
                step = steps.send(reply)
            except StopIteration as done:
                outcomes: list[Outcome] = done.value
                return outcomes
            if isinstance(step, Pause):
                await asyncio.sleep(step.seconds)
                reply = None
            elif isinstance(step, Aside):
                reply = await _aanswered(step)
            else:
                reply = await _aasked(ask, step.requests)
    finally:
        _close(flows)


async def _aanswered(step: Aside) -> list[Any]:
    import asyncio

    asked = [asyncio.ensure_future(answers.aanswer(request)) for answers, request in step.asked]
    try:
        return await asyncio.gather(*asked)
    finally:
        for one in asked:
            one.cancel()


async def _aasked(ask: Callable[[tuple[Generate, ...]], Awaitable[Any]], requests: tuple[Generate, ...]) -> Any:
    import asyncio

    try:
        return await asyncio.wait_for(ask(requests), _left(requests))
    except Exception as error:  # noqa: BLE001  as in `_asked`
        return fault_of(error)


def _left(requests: Sequence[Generate]) -> float | None:
    """Return how many seconds are left for a call that answers all of the requests."""
    return min((request.seconds for request in requests if request.seconds is not None), default=None)


def _close(flows: Flows) -> None:
    for flow, _ in flows:
        flow.close()
