"""Answers what a flow asks: calls models, fetchers and foreign code, waiting or awaiting, and remembers the replies."""

from __future__ import annotations

import time
from collections.abc import Callable, Coroutine, Mapping
from functools import partial
from typing import Any, cast

from vouched.outcomes import Outcome
from vouched.ports import Fault, Fetch, Generate, Page, Reply, Request, Tick, Together, Work
from vouched.run.journal import Journal, Slot
from vouched.run.replies import to_reply
from vouched.run.side_by_side import beside_the_loop, side_by_side
from vouched.run.transport import Pause, Retries, calling, fault_of
from vouched.run.waiting import awaited_on_thread, is_cancelled, on_thread, settled
from vouched.text.clip import clip_value

__all__ = ["Answers"]

_LEAST_FOR_WORK = 1.0
_RETRIES = Retries()


class Answers:
    """What answers the requests of one run: models by name, a fetcher, and the clock. Both sync and async.

    `models` maps names to what `generate(request)` or a call answers; `fetch` answers Fetch. With a `journal` every
    reply is remembered before the flow gets it, and what is remembered is not asked for again. `seconds` bounds what a
    request does not bound itself: calls of judges and pages, and foreign code, which gets a second at least, so that a
    fallback can be made when the time is up. `clock` and `sleep` are seams for tests. Whatever models and fetchers
    raise becomes a Fault; a store that fails raises StoreError.
    """

    def __init__(
        self,
        models: Mapping[str, Any],
        *,
        fetch: Callable[[Fetch], Any] | None = None,
        retries: Retries | None = None,
        journal: Journal | None = None,
        seconds: float | None = None,
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], Any] = time.sleep,
    ) -> None:
        self.models, self.fetch, self.journal = models, fetch, journal
        self.retries, self.seconds = retries or _RETRIES, seconds
        self.clock, self.sleep = clock, sleep
        self.started = clock()
        self._pages: dict[str, Page] = {}

    def open(self) -> None:
        """Begin the run in the journal, or read what it remembers; the clock goes on from there."""
        if self.journal is not None:
            self.started = self.clock() - self.journal.open()

    def conclude(self, outcome: Outcome) -> Outcome:
        """Return the outcome that counts, remembered by the journal."""
        return outcome if self.journal is None else self.journal.conclude(outcome)

    def answer(self, request: Request) -> Any:
        """Return the reply to one request, waiting for it."""
        return self._asked(request) if self.journal is None else self._remembered(request, self.journal.slot(request))

    def _remembered(self, request: Request, slot: Slot) -> Any:
        if type(request) is Together:
            slots = slot if isinstance(slot, tuple) else (None,) * len(request.requests)
            return side_by_side(
                [partial(self._remembered, one, place) for one, place in zip(request.requests, slots, strict=True)]
            )
        if self.journal is None or not isinstance(slot, str):
            return self._asked(request)
        known = self.journal.known(slot)
        return self.journal.keep(slot, self._asked(request)) if known is None else self._seen(request, known)

    def _asked(self, request: Request) -> Any:
        kind = type(request)
        if kind is Tick:
            return self.clock() - self.started
        if kind is Together:
            return side_by_side([partial(self._asked, one) for one in cast("Together", request).requests])
        request = self._bounded(request) if self.seconds is not None else request
        if isinstance(request, Generate):
            return self._generated(request)
        if isinstance(request, Work):
            return self._guarded(request.call, self._left(_LEAST_FOR_WORK))
        if isinstance(request, Fetch):
            known = self._pages.get(request.url)
            return known or self._seen(request, _page(self._guarded(self._fetching(request), request.seconds)))
        return None

    def _generated(self, request: Generate) -> Any:
        begun = self.clock()
        reply: Any = to_reply(self._guarded(self._calling(request), request.seconds))
        if isinstance(reply, Reply):
            return reply
        # Only what failed may have to be asked again.
        steps = calling(request, self.retries, self.clock, begun=begun)
        next(steps)
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

    def _seen(self, request: Request, reply: Any) -> Any:
        """Return a reply; a page is opened once in a run, whichever checks and attempts ask for it."""
        if isinstance(request, Fetch) and isinstance(reply, Page):
            self._pages[request.url] = reply
        return reply

    def _left(self, least: float = 0.0) -> float | None:
        """Return how many seconds of the run are left, at least so many; None without a bound."""
        return None if self.seconds is None else max(least, self.seconds - (self.clock() - self.started))

    def _bounded(self, request: Request) -> Request:
        """Return a request of a check with the time that is left for it."""
        if not isinstance(request, (Generate, Fetch)) or request.seconds is not None:
            return request
        return request.but(seconds=self._left())

    def _calling(self, request: Generate) -> Callable[[], Any]:
        model = self.models.get(request.model)
        if model is None:
            known = ", ".join(self.models)
            told = f"expected one of the models {known}, saw {clip_value(request.model, 60)}"
            return lambda: Fault(code="bad_request", message=told)
        return partial(getattr(model, "generate", model), request)

    def _fetching(self, request: Fetch) -> Callable[[], Any]:
        if self.fetch is None:
            return lambda: Fault(code="error", message="no fetcher was configured")
        fetch = self.fetch
        return lambda: fetch(request)

    def _guarded(self, call: Callable[[], Any], seconds: float | None) -> Any:
        try:
            return settled(call()) if seconds is None else on_thread(lambda: settled(call()), seconds)
        except BaseException as error:
            # A model may cancel itself, and what it cancels with is no Exception; asyncio may not be loaded.
            if not isinstance(error, Exception) and type(error).__name__ != "CancelledError":
                raise
            return fault_of(error)

    async def aopen(self) -> None:
        """Do what `open` does, awaiting it."""
        if self.journal is not None:
            self.started = self.clock() - await _on_thread(self.journal.open)

    async def aconclude(self, outcome: Outcome) -> Outcome:
        """Do what `conclude` does, awaiting it."""
        return outcome if self.journal is None else await _on_thread(self.journal.conclude, outcome)

    def now(self, request: Request) -> Any:
        """Return the reply to a request that nobody has to be asked for, None where it takes `aanswer`."""
        return self.clock() - self.started if self.journal is None and type(request) is Tick else None

    async def aanswer(self, request: Request) -> Any:
        """Return the reply to one request, awaiting it; what blocks runs on a thread."""
        if self.journal is None:
            return await self._aasked(request)
        return await self._aremembered(request, self.journal.slot(request))

    async def _aremembered(self, request: Request, slot: Slot) -> Any:
        if type(request) is Together:
            slots = slot if isinstance(slot, tuple) else (None,) * len(request.requests)
            return await _at_once(
                [self._aremembered(one, place) for one, place in zip(request.requests, slots, strict=True)]
            )
        if self.journal is None or not isinstance(slot, str):
            return await self._aasked(request)
        known = self.journal.known(slot)
        if known is not None:
            return self._seen(request, known)
        return await _on_thread(self.journal.keep, slot, await self._aasked(request))

    async def _aasked(self, request: Request) -> Any:
        kind = type(request)
        if kind is Tick:
            return self.clock() - self.started
        if kind is Together:
            return await _at_once([self._aasked(one) for one in cast("Together", request).requests])
        request = self._bounded(request) if self.seconds is not None else request
        if isinstance(request, Generate):
            return await self._agenerated(request)
        if isinstance(request, Work):
            return await self._aguarded(request.call, self._left(_LEAST_FOR_WORK))
        if isinstance(request, Fetch):
            known = self._pages.get(request.url)
            return known or self._seen(request, _page(await self._aguarded(self._fetching(request), request.seconds)))
        return None

    async def _agenerated(self, request: Generate) -> Any:
        begun, model = self.clock(), self.models.get(request.model)
        reply: Any = to_reply(await self._aguarded(self._calling(request), request.seconds, model))
        if isinstance(reply, Reply):
            return reply
        import asyncio

        steps = calling(request, self.retries, self.clock, begun=begun)
        next(steps)
        while True:
            try:
                step = steps.send(reply)
            except StopIteration as done:
                return done.value
            if isinstance(step, Pause):
                await asyncio.sleep(step.seconds)
                reply = None
            else:
                reply = to_reply(await self._aguarded(self._calling(step), step.seconds, model))

    async def _aguarded(self, call: Callable[[], Any], seconds: float | None, model: Any = None) -> Any:
        import asyncio

        async def work() -> Any:
            value = call() if _is_async(model) else await awaited_on_thread(call)
            return await value if hasattr(value, "__await__") else value

        try:
            if seconds is not None:
                return await asyncio.wait_for(work(), seconds)
            value = call() if _is_async(model) else await beside_the_loop(call)
            return await value if hasattr(value, "__await__") else value
        except asyncio.CancelledError as error:
            if is_cancelled():
                raise
            return fault_of(error)
        except Exception as error:  # noqa: BLE001  as in `_guarded`
            return fault_of(error)


async def _at_once(calls: list[Coroutine[Any, Any, Any]]) -> tuple[Any, ...]:
    """Return what several calls return, in order, awaited at the same time; one that fails ends the others."""
    import asyncio

    asked = [asyncio.ensure_future(call) for call in calls]
    try:
        return tuple(await asyncio.gather(*asked))
    finally:
        for one in asked:
            one.cancel()


async def _on_thread(call: Callable[..., Any], *arguments: Any) -> Any:
    return await beside_the_loop(partial(call, *arguments))


def _page(value: Any) -> Page | Fault:
    """Return what a fetcher returned, as a fault where it is neither a page nor a fault."""
    if isinstance(value, (Page, Fault)):
        return value
    return Fault(code="bad_reply", message=f"expected a page, saw {clip_value(value)}")


def _is_async(model: Any) -> bool:
    """Whether calling the model only makes a coroutine, which needs no thread."""
    code = getattr(getattr(model, "generate", model), "__code__", None)
    return code is not None and bool(code.co_flags & 0x80)
