"""A run that is cut short after any reply goes on behind it: no finished call is made again, and the outcome is one."""

import asyncio
import json
from collections.abc import Mapping
from functools import partial
from threading import Lock
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from vouched import Evidence, Guard, Outcome, Policy, SQLiteStore
from vouched.checks import Citations, Critic, Quotes, SourceFetch
from vouched.errors import StoreError, UsageError
from vouched.ports import Fault, Fetch, Generate, Page, Reply, Usage
from vouched.run.journal import key_of, packed_reply, unpacked_reply
from vouched.testing import ScriptedModel, fixed_page

DOCUMENTS = {"lease": "The tenant shall not keep animals. The rent is 500 EUR, due on the first day of each month."}
PETS = {"text": "No pets.", "citations": [{"document": "lease", "anchor": "shall not keep animals"}]}
RENT = {"text": "Rent.", "citations": [{"document": "lease", "anchor": "The rent is 500 EUR"}]}
ALTERED = {"text": "Rent.", "citations": [{"document": "lease", "quote": "The rent is 600 EUR, due on"}]}
SOURCED = {**PETS, "sources": ["https://example.com/a"]}
REPLIES: list[Any] = [
    {"claims": [PETS]},
    {"claims": [RENT, PETS]},
    {"claims": [ALTERED]},
    {"claims": [SOURCED, ALTERED]},
    "nothing to say \ud800",
    Reply(text=json.dumps({"claims": [RENT]}), stop="length", usage=Usage(10, 5, 1)),
    Fault(code="bad_request", message="no", usage=Usage(3, 0, 1)),
]


class Died(BaseException):
    """What ends a process, in a test that has to outlive it."""


class DyingStore(SQLiteStore):
    """A store whose process dies once it has kept so many replies; what comes later is never kept."""

    def __init__(self, path: Any, lives: int) -> None:
        super().__init__(path)
        self.lives = lives
        self.dying = Lock()

    def keep(self, run_id: str, key: str, reply: str) -> str:
        """Keep a reply and die, if it was the last."""
        with self.dying:
            if self.lives <= 0:
                raise Died
            kept = super().keep(run_id, key, reply)
            self.lives -= 1
            if self.lives == 0:
                raise Died
        return kept


class Outside:
    """Models, a judge and pages whose answer depends on nothing but the request; `calls` are what was asked of them."""

    def __init__(self, script: list[int]) -> None:
        self.script = script
        self.calls: list[str] = []

    def generate(self, request: Generate) -> Any:
        """Answer, or judge every claim."""
        self.calls.append(key_of(request))
        if request.purpose == "judge":
            claims = json.loads(request.messages[1].content)["claims"]
            judged = [{"number": one["number"], "verdict": "follows", "reason": ""} for one in claims]
            return {"claims": judged}
        place = len(request.messages[1].content) + int(request.model.rpartition("-")[2])
        return REPLIES[self.script[place % len(self.script)]]

    async def agenerate(self, request: Generate) -> Any:
        """Answer later."""
        await asyncio.sleep(0)
        return self.generate(request)

    def fetch(self, request: Fetch) -> Page:
        """Return a page that says what the claims say."""
        self.calls.append(key_of(request))
        return fixed_page(DOCUMENTS["lease"], url=request.url)

    def guard(self, store: Any, *, later: bool = False) -> Guard:
        """Return a guard of three models, a critic and a check of pages."""
        model = self.agenerate if later else self.generate
        return Guard(
            [model, model, model],
            checks=[Citations(), Quotes(), SourceFetch(), Critic()],
            policy=Policy(unearned="audit"),
            judge=model,
            fetch=self.fetch,
            max_retries=2,
            store=store,
        )


def told(outcome: Outcome | None) -> tuple[Any, ...]:
    """Return what an outcome says, without how long it took."""
    assert outcome is not None
    attempts = [(one.number, one.verdicts, one.decision, one.usage, one.rejected) for one in outcome.attempts]
    return outcome.status, outcome.value, outcome.claims, outcome.findings, outcome.usage, attempts


def cut_short(guard: Guard, *, later: bool) -> None:
    """Run until the process dies."""
    asked = partial(asyncio.run, guard.arun("Pets?", DOCUMENTS, run_id="one")) if later else None
    with pytest.raises(Died):
        guard.run("Pets?", DOCUMENTS, run_id="one") if asked is None else asked()


@settings(max_examples=20)
@given(script=st.lists(st.sampled_from(range(len(REPLIES))), min_size=1, max_size=4), later=st.booleans())
def test_a_run_goes_on_behind_any_reply(script: list[int], later: bool, tmp_path_factory: Any) -> None:
    """Whatever reply the process dies after, inside a fan-out too, a new one ends alike and asks only for the rest."""
    whole = Outside(script)
    wanted = whole.guard(SQLiteStore(":memory:")).run("Pets?", DOCUMENTS, run_id="one")
    steps = len(whole.calls) + len(wanted.attempts)
    for lives in range(1, steps + 1):
        path = tmp_path_factory.mktemp("runs") / "runs.db"
        cut_short(Outside(script).guard(DyingStore(path, lives), later=later), later=later)
        kept = SQLiteStore(path).replies("one")
        again = Outside(script)
        outcome = again.guard(SQLiteStore(path)).resume("one")
        assert told(outcome) == told(wanted)
        assert len(kept) >= lives
        # A page is opened once in a run; every later time that it is asked for costs nothing.
        pages = {key.partition("#")[0] for key, reply in kept.items() if reply.startswith('{"page"')}
        replies = [key for key, reply in kept.items() if reply.startswith(('{"reply"', '{"fault"'))]
        assert len(again.calls) == len(whole.calls) - len(replies) - len(pages)


def test_a_run_that_ended_is_not_run_again() -> None:
    """Its outcome is as it was kept, attempts and rejected text included, and nobody is asked."""
    store = SQLiteStore(":memory:")
    outside = Outside([2])
    outcome = outside.guard(store).run("Pets?", DOCUMENTS, run_id="one")
    asked = len(outside.calls)
    assert outside.guard(store).resume("one") == outcome
    assert asyncio.run(outside.guard(store).aresume("one")) == outcome
    assert outcome.run_id == "one"
    assert outcome.rejected is not None
    assert len(outside.calls) == asked


def test_an_unknown_run_is_none_and_a_known_name_is_refused() -> None:
    """Resume of a name that nobody gave is None; a second run of one name is a mistake, and says what to do."""
    guard = Guard(ScriptedModel([{"claims": [PETS]}]), store=SQLiteStore(":memory:"))
    assert guard.resume("never") is None
    assert asyncio.run(guard.aresume("never")) is None
    guard.run("Pets?", DOCUMENTS, run_id="one")
    with pytest.raises(UsageError, match="resume"):
        guard.run("Rent?", DOCUMENTS, run_id="one")
    for wrong in ("", " ", "x" * 201, 5):
        with pytest.raises(UsageError, match="run_id"):
            guard.run("Pets?", DOCUMENTS, run_id=wrong)  # type: ignore[arg-type]
    with pytest.raises(UsageError, match="store"):
        Guard(ScriptedModel([{"claims": [PETS]}])).run("Pets?", DOCUMENTS, run_id="one")
    with pytest.raises(UsageError, match="store"):
        Guard(ScriptedModel([{"claims": [PETS]}])).resume("one")


def test_questions_never_see_each_others_state() -> None:
    """While a second question is under way, and after it died, nothing of the first can be seen in it."""
    store = SQLiteStore(":memory:")

    def dying(_request: Any) -> Any:
        raise Died

    model = ScriptedModel([{"claims": [ALTERED]}, {"claims": [PETS]}, dying, {"claims": [RENT]}])
    guard = Guard(model, store=store, reask="claims")
    guard.run("Pets?", DOCUMENTS, run_id="one")
    with pytest.raises(Died):
        guard.run("Rent?", DOCUMENTS, run_id="two")
    stored = store.run("two")
    assert stored is not None
    assert (stored.status, stored.outcome, stored.evidence.question) == ("running", None, "Rent?")
    outcome = guard.resume("two")
    assert outcome is not None
    assert outcome.value == {"claims": [RENT]}
    assert len(outcome.attempts) == 1
    assert "Pets?" not in model.requests[-1].messages[1].content
    assert "600" not in model.requests[-1].messages[1].content


def test_batches_are_kept_run_by_run() -> None:
    """Each question of run_many has a name of its own, and each can be resumed."""
    store = SQLiteStore(":memory:")
    guard = Guard(ScriptedModel([{"claims": [PETS]}]), store=store)
    outcomes = guard.run_many(["Pets?", "Dogs?"], DOCUMENTS, run_ids=["a", "b"])
    assert [outcome.run_id for outcome in outcomes] == ["a", "b"]
    assert [guard.resume(name) for name in ("a", "b")] == outcomes
    with pytest.raises(UsageError, match="run_ids"):
        guard.run_many(["Pets?", "Dogs?"], DOCUMENTS, run_ids=["c"])


def test_a_store_that_fails_fails_the_run() -> None:
    """Nothing is released that could not be kept."""
    store = SQLiteStore(":memory:")
    guard = Guard(ScriptedModel([{"claims": [PETS]}]), store=store)
    store.close()
    with pytest.raises(StoreError):
        guard.run("Pets?", DOCUMENTS)
    with pytest.raises(StoreError):
        asyncio.run(guard.arun("Pets?", DOCUMENTS))


@pytest.mark.parametrize("reply", [*REPLIES[4:], 1.5, fixed_page("x\udc80"), Reply(text="\ud83d")])
def test_a_reply_survives_being_kept(reply: Any) -> None:
    """What is read back is what was written, whatever characters it has."""
    made = Reply(text=reply) if isinstance(reply, str) else reply
    assert unpacked_reply(packed_reply(made)) == made


def test_a_request_is_known_by_what_it_asks() -> None:
    """The time that is left makes no other request of it; another word does."""
    one = Generate(model="m", messages=(), seconds=1.0)
    assert key_of(one) == key_of(one.but(seconds=None))
    assert key_of(one) != key_of(one.but(model="n"))
    assert key_of(Fetch("https://a.example/")) != key_of(Fetch("https://b.example/"))


def test_the_clock_of_a_resumed_run_goes_on() -> None:
    """Seconds that were spent before the crash count against the budget."""
    store = SQLiteStore(":memory:")
    store.begin("one", Evidence.of(DOCUMENTS).but(question="Pets?"))
    guard = Guard(ScriptedModel([{"claims": [ALTERED]}, {"claims": [PETS]}]), store=store, seconds=5)

    kept: Mapping[str, str] = store.replies("one")
    assert kept == {}
    first = Guard(ScriptedModel([{"claims": [ALTERED]}]), store=store, max_retries=0).run("Pets?", DOCUMENTS)
    ticks = [(key, reply) for key, reply in store.replies(str(first.run_id)).items() if reply.startswith('{"tick"')]
    assert len(ticks) == 1
    store.keep("one", ticks[0][0], packed_reply(9.0))
    outcome = guard.resume("one")
    assert outcome is not None
    assert outcome.status == "refused"
    assert outcome.seconds >= 9
    assert "seconds were spent" in outcome.decision.reasons[-1].message
