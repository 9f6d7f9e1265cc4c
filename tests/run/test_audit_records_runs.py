"""Promises about the audit of runs: every attempt and end is recorded, no content is, and no run depends on it."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vouched import Guard, Policy, SQLiteStore
from vouched.errors import UsageError
from vouched.guard import evidence_for
from vouched.ports import Fault, Generate, Note, Page, Reply, Usage
from vouched.run.audit import Audit
from vouched.run.drivers import run
from vouched.testing import AsyncScriptedModel, ScriptedFetcher, ScriptedModel

DOCUMENTS = {"lease": "The tenant shall not keep animals. The rent is 500 EUR."}
GOOD = {"claims": [{"text": "No pets.", "citations": [{"document": "lease", "anchor": "shall not keep animals"}]}]}
GHOST = {"claims": [{"text": "Park.", "citations": [{"document": "parking", "anchor": "two places"}]}]}
BAD_REPLIES = ["{", "", GHOST, None, 5, ValueError("secret"), Fault(code="bad_request", message="secret"), "\ud800"]


class Kept:
    """A sink that keeps what it gets."""

    def __init__(self) -> None:
        self.events: list[Mapping[str, Any]] = []

    def write(self, event: Mapping[str, Any]) -> None:
        """Keep one event, which JSON has to hold."""
        assert json.loads(json.dumps(event)) == event
        self.events.append(event)

    def names(self) -> list[str]:
        """Return what happened, in order."""
        return [event["event"] for event in self.events]

    def last(self) -> Mapping[str, Any]:
        """Return the last event."""
        return self.events[-1]


class Full:
    """A sink that cannot write."""

    def write(self, event: Mapping[str, Any]) -> None:
        """Fail."""
        raise OSError(f"no space left for {event['event']}")


def test_every_attempt_and_decision_is_recorded() -> None:
    """A run of two attempts leaves its beginning, both calls, checks and decisions, and its end with both attempts."""
    kept = Kept()
    outcome = Guard(ScriptedModel([GHOST, GOOD], usage=Usage(100, 10, 1)), audit=kept).run("Pets?", DOCUMENTS)

    step = ["called", "drafted", "checked", "decided"]
    assert kept.names() == ["begun", *step, *step, "ended"]
    assert len({event["run"] for event in kept.events}) == 1
    assert [event["number"] for event in kept.events] == list(range(1, 11))
    ended = kept.last()
    assert (ended["status"], ended["usage"]) == ("released", {"input_tokens": 200, "output_tokens": 20, "calls": 2})
    assert [attempt["decision"]["action"] for attempt in ended["attempts"]] == ["reask", "release"]
    assert ended["attempts"][0]["verdicts"][1]["findings"] == [{"code": "unknown_document", "claim": 0}]
    assert outcome.status == "released"


def test_a_refusal_is_recorded_as_one() -> None:
    """A run that released nothing says so, with what it held back as a hash."""
    kept = Kept()
    Guard(ScriptedModel([GHOST]), max_retries=0, audit=kept).run("Pets?", DOCUMENTS)

    assert (kept.last()["status"], "value_sha256" in kept.last()) == ("refused", False)
    assert len(kept.last()["rejected_sha256"]) == 64


@given(place=st.integers(0, len(BAD_REPLIES) - 1), good=st.booleans())
def test_no_content_is_recorded_unless_it_is_asked_for(place: int, good: bool) -> None:
    """Whatever is asked and answered, no event holds a word of question, documents, answers or faults."""
    kept = Kept()
    audit = Audit(kept)
    replies = [BAD_REPLIES[place], *([GOOD] if good else [])]
    Guard(ScriptedModel(replies), audit=audit).run("May I keep secret pets?", {"lease": DOCUMENTS["lease"] + "\udfff"})
    told = json.dumps(kept.events)

    assert audit.failed == 0
    assert [word for word in ("secret", "animals", "Park", "parking", "500 EUR") if word in told] == []


def test_samples_are_bounded() -> None:
    """With `sample`, texts are recorded up to so many characters, lone surrogates too."""
    kept = Kept()
    Guard(ScriptedModel(["\ud800" * 50]), max_retries=0, audit=Audit(kept, sample=7)).run("Pets? \udcff", DOCUMENTS)
    samples = [held for event in kept.events for name, held in event.items() if name.endswith("_sample")]

    assert "\ud800" * 7 in samples
    assert {len(each) for each in samples} == {7}


def test_a_key_makes_hashes_that_cannot_be_guessed() -> None:
    """With a key, the same text has another hash than without, and than with another key."""
    hashes = {Audit(Kept(), key=key).hashed("yes") for key in (None, b"one", b"two")}

    assert len(hashes) == 3


def test_a_sink_that_fails_is_counted_and_changes_nothing() -> None:
    """A sink that raises costs neither the run nor the other sinks; every event that it missed is counted."""
    kept = Kept()
    audit = Audit(Full(), kept)

    assert Guard(ScriptedModel([GOOD]), audit=audit).run("Pets?", DOCUMENTS).status == "released"
    assert audit.failed == len(kept.events) > 0


def test_a_value_that_cannot_be_written_is_counted() -> None:
    """A fallback's value that no JSON holds and that cannot even be shown is a counted miss, and is handed on."""

    class Odd:
        def __repr__(self) -> str:
            raise RuntimeError("odd")

    audit = Audit(Kept())
    value = Odd()
    policy = Policy(authority={"*": "fallback"})
    outcome = Guard(ScriptedModel([GHOST]), fallback=value, policy=policy, audit=audit).run("Pets?", DOCUMENTS)

    assert outcome.value is value
    assert audit.failed == 1


def drivers() -> Iterator[Any]:
    """Yield each way to run a guard."""
    yield lambda guard: guard.run("Pets?", DOCUMENTS)
    yield lambda guard: asyncio.run(guard.arun("Pets?", DOCUMENTS))
    yield lambda guard: list(guard.stream("Pets?", DOCUMENTS))
    yield lambda guard: alisten(guard.astream("Pets?", DOCUMENTS))
    yield lambda guard: guard.run_many(["Pets?"], DOCUMENTS)
    yield lambda guard: run(guard.flow(evidence_for("Pets?", DOCUMENTS)), guard.answers())


def alisten(notes: AsyncIterator[Note]) -> None:
    """Await each note of a run."""

    async def listen() -> None:
        async for _ in notes:
            pass

    asyncio.run(listen())


@pytest.mark.parametrize("drive", list(drivers()))
def test_every_driver_records_alike(drive: Any) -> None:
    """However a run is driven, the same things happen in the same order."""
    one, other = Kept(), Kept()
    Guard(ScriptedModel([GHOST, GOOD]), audit=one).run("Pets?", DOCUMENTS)
    drive(Guard(ScriptedModel([GHOST, GOOD]), audit=other))

    assert other.names() == one.names()


def test_a_stream_that_is_left_is_recorded_as_cancelled() -> None:
    """A caller that stops listening leaves a record that the run did not end."""
    kept = Kept()
    stream = Guard(ScriptedModel([GHOST, GOOD]), audit=kept).stream("Pets?", DOCUMENTS)
    next(stream)
    stream.close()  # type: ignore[attr-defined]

    assert kept.names() == ["begun", "cancelled"]


def test_a_cancelled_task_is_recorded_with_the_call_it_waited_for() -> None:
    """Cancelling a run records which call was under way, since that may have been paid."""
    kept = Kept()
    begun = asyncio.Event()

    async def slow(_: Generate) -> str:
        begun.set()
        await asyncio.sleep(600)
        return ""

    async def cancelled() -> None:
        task = asyncio.ensure_future(Guard(slow, audit=kept).arun("Pets?", DOCUMENTS))
        await begun.wait()
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task

    asyncio.run(cancelled())

    assert kept.names() == ["begun", "cancelled"]
    assert [(one["kind"], one["attempt"]) for one in kept.last()["waiting_for"]] == [("generate", 1)]


def test_several_models_and_judges_are_recorded_call_by_call() -> None:
    """Of calls made together each is recorded, faults among them; a page by its hash and status."""
    from vouched.ports import Fetch, Together

    def asks(_draft: Any, _evidence: Any) -> Any:
        yield Together((Generate(model="judge", messages=(), purpose="judge"), Fetch("https://example.com/secret")))

    kept = Kept()
    models = [ScriptedModel([GOOD]), ScriptedModel([Fault(code="server", message="secret")])]
    guard = Guard(
        models,
        checks=[*Guard(str).plan.checks, asks],
        judge=AsyncScriptedModel([Reply(text="fine")]),
        fetch=ScriptedFetcher({"https://example.com/secret": Page(url="u", status=200, text="secret")}),
        audit=kept,
    )
    guard.run("Pets?", DOCUMENTS)
    calls = [event for event in kept.events if event["event"] in ("called", "fetched")]

    assert [(event.get("model"), event.get("fault"), event.get("status")) for event in calls] == [
        ("model-1", None, None),
        ("model-2", "server", None),
        ("judge", None, None),
        (None, None, 200),
    ]
    assert "secret" not in json.dumps(kept.events)


def test_a_kept_run_has_the_name_it_has_in_the_store() -> None:
    """With a store, events bear the run's name there; a verification is recorded too."""
    kept = Kept()
    guard = Guard(ScriptedModel([GOOD]), audit=[kept], store=SQLiteStore(":memory:"))
    guard.run("Pets?", DOCUMENTS, run_id="case-17")
    guard.verify(GHOST, DOCUMENTS, run_id="case-18")

    assert {event["run"] for event in kept.events} == {"case-17", "case-18"}
    assert [event["event"] for event in kept.events if event["run"] == "case-18"] == ["begun", "ended"]


@pytest.mark.parametrize("settings", [{"sample": -1}, {"sample": 10**6}, {"sample": True}, {"key": b""}, {"key": "k"}])
def test_what_cannot_work_raises_when_it_is_made(settings: Any) -> None:
    """A setting that cannot mean anything, and what is no sink, is a UsageError at once."""
    with pytest.raises(UsageError):
        Audit(Kept(), **settings)
    with pytest.raises(UsageError):
        Guard(str, audit="audit.jsonl")
    with pytest.raises(UsageError):
        Audit()


def test_a_policy_is_recorded_without_its_scorecards() -> None:
    """What an audit holds of scorecards is which they are: their version and the hash of their data."""
    kept = Kept()
    Guard(ScriptedModel([GOOD]), checks=["citations", "quotes", "negation"], audit=Audit(kept)).run("Pets?", DOCUMENTS)
    policy = kept.events[0]["policy"]

    assert policy["scorecards"] == ["shipped"]
    assert set(policy["standing"]) == {"negation"}
    assert len(json.dumps(policy)) < 2000
