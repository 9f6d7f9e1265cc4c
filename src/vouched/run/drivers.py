"""Answers a flow: waiting (`run`), awaiting (`arun`), telling each step (`stream`, `astream`), or many at once."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator, Callable, Iterator, Mapping, Sequence
from typing import Any, cast

from vouched.outcomes import Outcome
from vouched.ports import Fault, Fetch, Generate, Note, Request, Tick, Together, Work
from vouched.run.flow import Flow
from vouched.run.replies import to_reply
from vouched.run.transport import Pause, Retries, calling, fault_of
from vouched.run.waiting import on_thread, settled

__all__ = ["Answers", "arun", "astream", "run", "run_many", "stream"]


class Answers:
    """What answers the requests of one run: models by name, a fetcher, and the clock. Both sync and async.

    `models` maps names to what `generate(request)` or a call answers; `fetch` answers Fetch. `clock` and `sleep` are
    seams for tests. Whatever these raise becomes a Fault.
    """

    def __init__(
        self,
        models: Mapping[str, Any],
        *,
        fetch: Callable[[Fetch], Any] | None = None,
        retries: Retries | None = None,
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], Any] = time.sleep,
    ) -> None:
        self.models, self.fetch = models, fetch
        self.retries = retries or Retries()
        self.clock, self.sleep = clock, sleep
        self.started = clock()

    def answer(self, request: Request) -> Any:
        """Return the reply to one request, waiting for it."""
        if isinstance(request, Tick):
            return self.clock() - self.started
        if isinstance(request, Work):
            return self._guarded(request.call, None)
        if isinstance(request, Together):
            return self._together(request)
        if isinstance(request, Fetch):
            return self._guarded(self._fetching(request), request.seconds)
        return self._generated(request) if isinstance(request, Generate) else None

    def _together(self, request: Together) -> tuple[Any, ...]:
        from concurrent.futures import ThreadPoolExecutor

        with ThreadPoolExecutor(max_workers=max(1, min(16, len(request.requests)))) as pool:
            return tuple(pool.map(self.answer, request.requests))

    def _generated(self, request: Generate) -> Any:
        steps = calling(request, self.retries)
        reply: Any = None
        while True:
            try:
                step = steps.send(reply)
            except StopIteration as done:
                return done.value
            if isinstance(step, Pause):
                self.sleep(step.seconds)
                reply = None
            else:
                reply = to_reply(self._guarded(self._calling(step), step.seconds))

    def _calling(self, request: Generate) -> Callable[[], Any]:
        model = self.models[request.model]
        ask = getattr(model, "generate", model)
        return lambda: ask(request)

    def _fetching(self, request: Fetch) -> Callable[[], Any]:
        if self.fetch is None:
            return lambda: Fault(code="error", message="no fetcher was configured")
        fetch = self.fetch
        return lambda: fetch(request)

    def _guarded(self, call: Callable[[], Any], seconds: float | None) -> Any:
        try:
            return settled(call()) if seconds is None else on_thread(lambda: settled(call()), seconds)
        except Exception as error:  # noqa: BLE001  a foreign fault is a value
            return fault_of(error)

    async def aanswer(self, request: Request) -> Any:
        """Return the reply to one request, awaiting it; what blocks runs on a thread."""
        import asyncio

        if isinstance(request, Tick):
            return self.clock() - self.started
        if isinstance(request, Work):
            return await self._aguarded(request.call, None)
        if isinstance(request, Together):
            return tuple(await asyncio.gather(*(self.aanswer(one) for one in request.requests)))
        if isinstance(request, Fetch):
            return await self._aguarded(self._fetching(request), request.seconds)
        if not isinstance(request, Generate):
            return None
        steps = calling(request, self.retries)
        reply: Any = None
        while True:
            try:
                step = steps.send(reply)
            except StopIteration as done:
                return done.value
            if isinstance(step, Pause):
                await asyncio.sleep(step.seconds)
                reply = None
            else:
                model = self.models[step.model]
                reply = to_reply(await self._aguarded(self._calling(step), step.seconds, model))

    async def _aguarded(self, call: Callable[[], Any], seconds: float | None, model: Any = None) -> Any:
        import asyncio

        async def work() -> Any:
            value = call() if _is_async(model) else await asyncio.to_thread(call)
            return await value if hasattr(value, "__await__") else value

        try:
            return await (work() if seconds is None else asyncio.wait_for(work(), seconds))
        except Exception as error:  # noqa: BLE001  as in `_guarded`
            return fault_of(error)


def _is_async(model: Any) -> bool:
    """Whether calling the model only makes a coroutine, which needs no thread."""
    code = getattr(getattr(model, "generate", model), "__code__", None)
    return code is not None and bool(code.co_flags & 0x80)


def stream(flow: Flow, answers: Answers) -> Iterator[Note]:
    """Yield a Note for each step of a flow, the last one `released` with the outcome; none holds unvouched text."""
    reply: Any = None
    try:
        while True:
            request = flow.send(reply)
            if isinstance(request, Note):
                yield request
                reply = None
            else:
                reply = answers.answer(request)
    except StopIteration as done:
        yield Note(event="released", outcome=done.value)
    finally:
        flow.close()


async def astream(flow: Flow, answers: Answers) -> AsyncIterator[Note]:
    """Yield what `stream` yields, awaiting the replies; cancelling it ends the flow."""
    reply: Any = None
    try:
        while True:
            try:
                request = flow.send(reply)
            except StopIteration as done:
                yield Note(event="released", outcome=done.value)
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
    *_, last = stream(flow, answers)
    return cast("Outcome", last.outcome)


async def arun(flow: Flow, answers: Answers) -> Outcome:
    """Return the outcome of a flow, awaiting each reply."""
    outcome: Any = None
    async for note in astream(flow, answers):
        outcome = note.outcome
    return cast("Outcome", outcome)


def run_many(flows: Sequence[Flow], answers: Answers) -> list[Outcome]:
    """Return the outcomes of several flows in order, their requests of each round asked at once."""
    waiting: dict[int, Any] = dict.fromkeys(range(len(flows)))
    outcomes: dict[int, Outcome] = {}
    while waiting:
        asked: dict[int, Any] = {}
        for number, reply in waiting.items():
            try:
                asked[number] = _next_question(flows[number], reply, answers)
            except StopIteration as done:
                outcomes[number] = done.value
        replies = answers.answer(Together(tuple(asked.values()))) if asked else ()
        waiting = dict(zip(asked, replies, strict=True))
    return [outcomes[number] for number in range(len(flows))]


def _next_question(flow: Flow, reply: Any, answers: Answers) -> Any:
    """Return the next request of a flow that is worth asking together with others, having answered those before it."""
    while True:
        request = flow.send(reply)
        if isinstance(request, (Generate, Fetch, Together)):
            return request
        reply = answers.answer(request)
