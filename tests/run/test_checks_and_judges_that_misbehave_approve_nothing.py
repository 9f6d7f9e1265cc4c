"""A judge, a fetcher or a check that does not answer as it should approves nothing, whatever drives the run."""

from __future__ import annotations

import asyncio
import gc
import json
from collections.abc import AsyncIterator, Callable
from typing import Any

import pytest

from vouched import Finding, Guard, Outcome, Policy, Support, verify
from vouched.checks import Critic, Quotes, SourceContent, SourceFetch
from vouched.ports import Generate, Message, Page
from vouched.testing import AsyncScriptedModel, ScriptedFetcher, ScriptedModel

DOCUMENTS = {"lease": "The tenant shall not keep animals. The rent is 500 EUR, due on the first day of each month."}
GOOD = {"claims": [{"text": "No pets.", "citations": [{"document": "lease", "anchor": "shall not keep animals"}]}]}
WHO = "https://www.who.int/a"
SALT = "Adults should eat less than 5 g of salt each day."
CITED = {"claims": [{"text": "Salt.", "sources": [WHO], "citations": [{"document": WHO, "quote": SALT}]}]}


def waited(guard: Guard) -> Outcome:
    """Return the outcome of a run that waits."""
    return guard.run("Pets?", DOCUMENTS)


def awaited(guard: Guard) -> Outcome:
    """Return the outcome of a run that awaits; a run that hangs fails."""

    async def within() -> Outcome:
        return await asyncio.wait_for(guard.arun("Pets?", DOCUMENTS), 60)

    return asyncio.run(within())


def streamed(guard: Guard) -> Outcome:
    """Return the outcome of a stream's last note."""
    outcome = list(guard.stream("Pets?", DOCUMENTS))[-1].outcome
    assert outcome is not None
    return outcome


each_driver = pytest.mark.parametrize("drive", [waited, awaited, streamed])


async def says_false(_draft: Any, _evidence: Any) -> Any:
    """Return a coroutine, which is truthy, and False once awaited."""
    return False


async def says_no(_draft: Any, _evidence: Any) -> Any:
    """Return a text once awaited."""
    return "no"


async def says_nothing(_draft: Any, _evidence: Any) -> None:
    """Return None once awaited."""


async def fails_late(_draft: Any, _evidence: Any) -> AsyncIterator[Support]:
    """Support the claim, then fail."""
    yield Support(check="fails_late", claim=0)
    raise ValueError("boom")


def returns_a_coroutine(draft: Any, evidence: Any) -> Any:
    """Return what has to be awaited, from a function that says nothing of it."""
    return says_false(draft, evidence)


def yields_a_coroutine(draft: Any, evidence: Any) -> Any:
    """Support the claim, and yield what was to be awaited."""
    yield Support(check="yields_a_coroutine", claim=0)
    yield says_false(draft, evidence)


def returns_true(_draft: Any, _evidence: Any) -> Any:
    """Return a truth value."""
    return True


def returns_none(_draft: Any, _evidence: Any) -> Any:
    """Return nothing."""


def raises(_draft: Any, _evidence: Any) -> Any:
    """Fail at once."""
    raise StopIteration("boom")


BROKEN = (
    says_false,
    says_no,
    says_nothing,
    fails_late,
    returns_a_coroutine,
    yields_a_coroutine,
    returns_true,
    returns_none,
    raises,
)


@each_driver
@pytest.mark.parametrize("check", BROKEN)
def test_a_check_that_says_anything_but_findings_and_supports_is_broken(
    check: Any, drive: Callable[[Guard], Outcome]
) -> None:
    """A coroutine that says no, a text, None, True and an exception hold the answer, and leave no warning behind."""
    outcome = drive(Guard(ScriptedModel([GOOD]), checks=[Quotes(), check], max_retries=0))
    assert (outcome.status, outcome.value) == ("held", None)
    assert {verdict.check: verdict.status for verdict in outcome.verdicts}[check.__name__] == "broken"
    gc.collect()


@pytest.mark.parametrize("check", BROKEN)
def test_verify_awaits_and_breaks_them_too(check: Any) -> None:
    """What has no driver comes to the same."""
    outcome = verify(GOOD, DOCUMENTS, checks=[Quotes(), check])
    assert (outcome.status, outcome.value) == ("held", None)
    gc.collect()


@pytest.mark.parametrize("check", BROKEN)
def test_verify_inside_an_event_loop_does_so_too(check: Any) -> None:
    """Where a loop is running already, as in a notebook, what has to be awaited is awaited on a thread."""

    async def inside() -> Outcome:
        return verify(GOOD, DOCUMENTS, checks=[Quotes(), check])

    assert asyncio.run(inside()).status == "held"
    gc.collect()


async def asks_and_awaits(_draft: Any, _evidence: Any) -> Any:
    """Support the claim, ask the judge twice, and say what it said."""
    yield Support(check="asks_and_awaits", claim=0)
    await asyncio.sleep(0)
    first: Any = yield Generate(model="judge", messages=(Message("user", "one"),))
    second: Any = yield Generate(model="judge", messages=(Message("user", "two"),))
    yield Finding(check="asks_and_awaits", code="told", message=f"{first.text} {second.text}", claim=0)


@each_driver
@pytest.mark.parametrize("judge", [ScriptedModel, AsyncScriptedModel])
def test_an_asynchronous_check_that_asks_says_all_that_it_says(judge: Any, drive: Callable[[Guard], Outcome]) -> None:
    """What it finds after a reply counts, in runs that wait as well: nothing is lost between two event loops."""
    guard = Guard(
        ScriptedModel([GOOD]),
        checks=[asks_and_awaits],
        judge=judge(["no", "never"]),
        max_retries=0,
        policy=Policy(unearned="hold"),
    )
    outcome = drive(guard)
    assert outcome.status == "held"
    assert [finding.message for finding in outcome.findings] == ["no never"]


def unawaited(function: Any) -> Any:
    """Return a plain function that returns the coroutine of another."""
    return lambda request: function(request)  # noqa: PLW0108  not itself a coroutine function


async def no_later(_request: Any) -> str:
    """Return a judge's no, awaited."""
    return "no"


def judged(verdict: Any, number: int = 1) -> dict[str, Any]:
    """Return a judgement of one claim."""
    return {"claims": [{"number": number, "verdict": verdict, "reason": ""}]}


JUDGES: dict[str, Any] = {
    "a text": lambda _: "no",
    "an awaited text": no_later,
    "a coroutine": unawaited(no_later),
    "a function": lambda _: no_later,
    "True": lambda _: True,
    "nothing": lambda _: None,
    "an exception": ScriptedModel([ValueError("429")]),
    "an empty object": lambda _: {},
    "a pass with rejected claims": lambda _: {"verdict": "PASS", "rejected_claims": ["No pets."]},
    "a fail without claims": lambda _: {"verdict": "FAIL", "claims": []},
    "yes and no of one claim": lambda _: {
        "claims": [*judged("follows")["claims"], *judged("does_not_follow")["claims"]]
    },
    "a verdict of another claim": lambda _: judged("follows", 2),
    "a verdict that is true": lambda _: judged(True),
    "two answers": lambda _: json.dumps(judged("does_not_follow")) + json.dumps(judged("follows")),
    "two verdicts in one object": lambda _: (
        '{"claims": [{"number": 1, "verdict": "does_not_follow", "verdict": "follows", "reason": ""}]}'
    ),
}


@each_driver
@pytest.mark.parametrize("name", JUDGES)
def test_a_judge_without_one_clear_judgement_approves_nothing(name: str, drive: Callable[[Guard], Outcome]) -> None:
    """Texts, coroutines, silence and contradictions break the check, and what is broken is held."""
    outcome = drive(Guard(ScriptedModel([GOOD]), checks=[Quotes(), Critic()], judge=JUDGES[name], max_retries=0))
    assert (outcome.status, outcome.value) == ("held", None)
    (critic,) = [verdict for verdict in outcome.verdicts if verdict.check == "critic"]
    assert critic.status == "broken"
    assert critic.fault
    gc.collect()


async def page_later(_request: Any) -> Page:
    """Return a page, awaited."""
    return Page(url=WHO, status=200, text=SALT)


async def false_later(_request: Any) -> bool:
    """Return what a check of reachability would return."""
    return False


FETCHERS: dict[str, Any] = {
    "nothing": lambda _: None,
    "a text": lambda _: SALT,
    "True": lambda _: True,
    "False, awaited": false_later,
    "an object": lambda _: {"status": 200, "text": SALT},
    "an exception": lambda _: 1 / 0,
    "a page of no text": lambda _: Page(url=WHO, status=200, text=None),  # type: ignore[arg-type]
    "a page of no status": lambda _: Page(url=WHO, status="200", text=SALT),  # type: ignore[arg-type]
}


@each_driver
@pytest.mark.parametrize("name", FETCHERS)
def test_a_fetcher_without_a_page_approves_nothing(name: str, drive: Callable[[Guard], Outcome]) -> None:
    """What is neither page nor fault is a source that is not reached, or breaks the check that asked for it."""
    guard = Guard(ScriptedModel([CITED]), checks=[SourceFetch(), SourceContent()], fetch=FETCHERS[name], max_retries=0)
    outcome = drive(guard)
    assert outcome.status in ("held", "refused")
    assert outcome.value is None
    gc.collect()


@each_driver
@pytest.mark.parametrize("fetch", [page_later, unawaited(page_later), ScriptedFetcher({WHO: SALT})])
def test_a_fetcher_may_wait_or_be_awaited(fetch: Any, drive: Callable[[Guard], Outcome]) -> None:
    """The same page carries the same claim, however it was fetched."""
    guard = Guard(ScriptedModel([CITED]), checks=[SourceFetch(), SourceContent()], fetch=fetch, max_retries=0)
    assert drive(guard).value == CITED


@each_driver
def test_a_check_that_writes_changes_its_own_copy(drive: Callable[[Guard], Outcome]) -> None:
    """Neither what is released nor what the next check sees is changed by a check."""
    seen: list[str] = []

    def vandal(draft: Any, _evidence: Any) -> Any:
        draft.value["claims"][0]["text"] = "Pets are welcome."
        draft.value["claims"].append("more")
        return ()

    def witness(draft: Any, _evidence: Any) -> Any:
        seen.append(draft.value["claims"][0]["text"])
        return ()

    assert drive(Guard(ScriptedModel([GOOD]), checks=[vandal, Quotes(), witness])).value == GOOD
    assert seen == ["No pets."]
