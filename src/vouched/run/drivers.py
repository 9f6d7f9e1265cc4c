"""Drives a flow: waiting (`run`), awaiting (`arun`), telling each step (`stream`, `astream`), or many at once."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator, Sequence
from functools import partial
from typing import Any

from vouched.outcomes import Outcome
from vouched.ports import Fetch, Generate, Note, Together
from vouched.run.answers import Answers
from vouched.run.flow import Flow
from vouched.run.side_by_side import side_by_side

__all__ = ["arun", "astream", "run", "run_many", "stream"]


def stream(flow: Flow, answers: Answers) -> Iterator[Note]:
    """Yield a Note for each step of a flow, the last one with the outcome; none holds unvouched text."""
    reply: Any = None
    try:
        answers.open()
        while True:
            try:
                request = flow.send(reply)
            except StopIteration as done:
                yield _last(answers.conclude(done.value))
                return
            if isinstance(request, Note):
                yield request
                reply = None
            else:
                reply = answers.answer(request)
    finally:
        flow.close()


def _last(outcome: Outcome) -> Note:
    event: Any = outcome.status if outcome.status in ("held", "refused") else "released"
    return Note(event=event, outcome=outcome)


async def astream(flow: Flow, answers: Answers) -> AsyncIterator[Note]:
    """Yield what `stream` yields, awaiting the replies; cancelling it ends the flow."""
    reply: Any = None
    try:
        await answers.aopen()
        while True:
            try:
                request = flow.send(reply)
            except StopIteration as done:
                yield _last(await answers.aconclude(done.value))
                return
            if isinstance(request, Note):
                yield request
                reply = None
            else:
                reply = await answers.aanswer(request)
    finally:
        flow.close()


def run(flow: Flow, answers: Answers) -> Outcome:
    """Return the outcome of a flow, waiting for each reply."""
    reply: Any = None
    try:
        answers.open()
        while True:
            reply = answers.answer(flow.send(reply))
    except StopIteration as done:
        return answers.conclude(done.value)
    finally:
        flow.close()


async def arun(flow: Flow, answers: Answers) -> Outcome:
    """Return the outcome of a flow, awaiting each reply."""
    reply: Any = None
    try:
        await answers.aopen()
        while True:
            request = flow.send(reply)
            reply = answers.now(request)
            if reply is None:
                reply = await answers.aanswer(request)
    except StopIteration as done:
        return await answers.aconclude(done.value)
    finally:
        flow.close()


def run_many(flows: Sequence[tuple[Flow, Answers]], *, most: int | None = None) -> list[Outcome]:
    """Return the outcomes of several flows in order, each with what answers it; each round is asked at once.

    `most` is how many of a round are asked at the same time, None for all.
    """
    for _, answers in flows:
        answers.open()
    waiting: dict[int, Any] = dict.fromkeys(range(len(flows)))
    outcomes: dict[int, Outcome] = {}
    while waiting:
        asked: dict[int, Any] = {}
        for number, reply in waiting.items():
            flow, answers = flows[number]
            try:
                asked[number] = _next_question(flow, reply, answers)
            except StopIteration as done:
                outcomes[number] = answers.conclude(done.value)
        calls = [partial(flows[number][1].answer, request) for number, request in asked.items()]
        replies = side_by_side(calls, most=most)
        waiting = dict(zip(asked, replies, strict=True))
    return [outcomes[number] for number in range(len(flows))]


def _next_question(flow: Flow, reply: Any, answers: Answers) -> Any:
    """Return the next request of a flow that is worth asking together with others, having answered those before it."""
    while True:
        request = flow.send(reply)
        if isinstance(request, (Generate, Fetch, Together)):
            return request
        reply = answers.answer(request)
