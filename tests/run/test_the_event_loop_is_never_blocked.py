"""While anything of a caller's own waits, the event loop of an awaited run goes on."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from typing import Any

import pytest

from vouched import Guard, Outcome
from vouched.checks import Critic, Quotes, SourceContent, SourceFetch
from vouched.ports import Generate, Page
from vouched.testing import AsyncScriptedModel, ScriptedFetcher, ScriptedModel

WHO = "https://www.who.int/a"
SALT = "Adults should eat less than 5 g of salt each day."
DOCUMENTS = {"lease": "The tenant shall not keep animals. The rent is 500 EUR, due on the first day of each month."}
GOOD = {"claims": [{"text": "No pets.", "citations": [{"document": "lease", "anchor": "shall not keep animals"}]}]}
CITED = {"claims": [{"text": "Salt.", "sources": [WHO], "citations": [{"document": WHO, "quote": SALT}]}]}
FOLLOWS = {"claims": [{"number": 1, "verdict": "follows", "reason": ""}]}

Wait = Callable[[], bool]


def blocking_model(wait: Wait) -> Guard:
    """Return a guard whose model waits."""
    return Guard(lambda _: wait() and GOOD)


def blocking_branch(wait: Wait) -> Guard:
    """Return a guard of an asynchronous model and two that wait."""
    return Guard([AsyncScriptedModel([GOOD]), lambda _: wait() and GOOD, lambda _: wait() and GOOD])


def blocking_judge(wait: Wait) -> Guard:
    """Return a guard whose judge waits, beside an asynchronous model."""
    return Guard(AsyncScriptedModel([GOOD]), checks=[Quotes(), Critic()], judge=lambda _: wait() and FOLLOWS)


def blocking_fetcher(wait: Wait) -> Guard:
    """Return a guard whose fetcher waits."""

    def fetch(_request: Any) -> Page:
        wait()
        return Page(url=WHO, status=200, text=SALT)

    return Guard(AsyncScriptedModel([CITED]), checks=[SourceFetch(), SourceContent()], fetch=fetch)


def blocking_check(wait: Wait) -> Guard:
    """Return a guard with a check that waits."""

    def check(_draft: Any, _evidence: Any) -> Any:
        wait()
        return ()

    return Guard(AsyncScriptedModel([GOOD]), checks=[Quotes(), check])


def blocking_generator(wait: Wait) -> Guard:
    """Return a guard with a check that asks, and waits after the reply."""

    def check(_draft: Any, _evidence: Any) -> Any:
        yield Generate(model="judge", messages=())
        wait()

    return Guard(AsyncScriptedModel([GOOD]), checks=[Quotes(), check], judge=ScriptedModel(["yes"]))


def blocking_merge(wait: Wait) -> Guard:
    """Return a guard with a merge that waits."""
    models = [AsyncScriptedModel([GOOD]), AsyncScriptedModel([GOOD])]
    return Guard(models, merge=lambda values: wait() and values[0])


@pytest.mark.parametrize(
    "made",
    [
        blocking_model,
        blocking_branch,
        blocking_judge,
        blocking_fetcher,
        blocking_check,
        blocking_generator,
        blocking_merge,
    ],
)
def test_what_waits_runs_beside_the_loop(made: Callable[[Wait], Guard]) -> None:
    """What waits for the loop gets its sign: were it called on the loop, the sign could never come."""
    begun, released = threading.Event(), threading.Event()
    seen: list[bool] = []

    def wait() -> bool:
        begun.set()
        seen.append(released.wait(30))
        return True

    async def both() -> Outcome:
        running = asyncio.create_task(made(wait).arun("Pets?", DOCUMENTS))
        assert await asyncio.to_thread(begun.wait, 30)
        released.set()
        return await running

    assert asyncio.run(both()).status == "released"
    assert set(seen) == {True}


def test_many_runs_wait_together() -> None:
    """A hundred awaited runs of one guard are under way at once, and none waits for another."""
    waiting = 0
    all_there = asyncio.Event()

    async def model(_request: Any) -> Any:
        nonlocal waiting
        waiting += 1
        if waiting == 100:
            all_there.set()
        await all_there.wait()
        return GOOD

    async def hundred() -> list[Outcome]:
        guard = Guard(model)
        runs = asyncio.gather(*(guard.arun(f"Pets {number}?", DOCUMENTS) for number in range(100)))
        return await asyncio.wait_for(runs, 60)

    assert {outcome.status for outcome in asyncio.run(hundred())} == {"released"}


def test_what_is_asked_together_is_asked_at_once() -> None:
    """Models and pages of one round do not wait for each other, in runs that wait as well."""
    barrier = threading.Barrier(3, timeout=30)

    def model(_request: Any) -> Any:
        barrier.wait()
        return GOOD

    assert Guard([model, model, model], max_retries=0).run("Pets?", DOCUMENTS).value == GOOD
    fetched = threading.Barrier(2, timeout=30)

    class Pages(ScriptedFetcher):
        def fetch(self, request: Any) -> Any:
            fetched.wait()
            return super().fetch(request)

    sources = [WHO, "https://www.who.int/b"]
    answer = {"claims": [{**CITED["claims"][0], "sources": sources}]}
    guard = Guard(
        ScriptedModel([answer]),
        checks=[SourceFetch(), SourceContent()],
        fetch=Pages(dict.fromkeys(sources, SALT)),
        max_retries=0,
    )
    assert guard.run("Salt?").value == answer
