"""The runs of one graph: what each step of it does, whatever library drives the steps."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Generator, Mapping
from functools import partial
from threading import Lock
from typing import Any, NamedTuple
from uuid import uuid4

from vouched.adapters.graph_state import documents_of, packed_request, plain, plain_outcome, unpacked_request
from vouched.documents import Evidence
from vouched.errors import UsageError
from vouched.guard import Guard, evidence_for
from vouched.outcomes import Outcome
from vouched.ports import Note, Request
from vouched.run.answers import Answers
from vouched.run.journal import json_carries, packed, packed_reply, unpacked
from vouched.run.replay import Asked, Replay

__all__ = ["Planned", "Runs", "Step"]

# A flow that waits holds its documents and drafts; one that is dropped is played again from the state.
_MOST_WAITING = 64


class Planned(NamedTuple):
    """What a step came to: what it changes in the state, and what has to be asked before the next one.

    `update` is called once; where `waits` says so it keeps the outcome in a store, and blocks.
    """

    update: Callable[[], dict[str, Any]]
    asks: list[dict[str, Any]]
    waits: bool = False


class Step(NamedTuple):
    """A step to be made: it yields notes to tell and requests for `answers`, and returns a Planned."""

    work: Generator[Request, Any, Planned]
    answers: Answers


class _Run(NamedTuple):
    """A run as the state has it; `log` as `merged` keeps it."""

    name: str
    evidence: Evidence
    log: Mapping[str, Any]
    is_new: bool = False


class _Waiting(NamedTuple):
    """A run that waits for replies in this process, in the event loop that it was begun in."""

    replay: Replay
    answers: Answers
    loop: Any


class Runs:
    """What the steps of a graph do for a guard: plan what to ask next, and ask one thing.

    Raises UsageError for a guard whose fallback is a value that no state carries.
    """

    def __init__(self, guard: Guard) -> None:
        if not isinstance(guard, Guard):
            raise UsageError(f"guard: expected a Guard, saw {type(guard).__name__}")
        fallback = guard.plan.fallback
        if not callable(fallback) and not json_carries(fallback):
            raise UsageError(f"fallback: expected a value that JSON carries, for the state, saw {fallback!r:.60}")
        self.guard = guard
        self._waiting: OrderedDict[str, _Waiting] = OrderedDict()
        self._lock = Lock()

    def step(self, state: Mapping[str, Any], *, loop: Any = None) -> Step:
        """Return the next step of the run that a state has; a question in it, which only an input brings, begins one.

        Raises UsageError where an input brings no question, or documents that are none.
        """
        run = _begun(state) if "question" in state or "documents" in state else _known(state)
        waiting = self._resumable(run, loop) or self._played(run, loop)
        return Step(self._work(run, waiting), waiting.answers)

    def asking(self, ask: Mapping[str, Any]) -> tuple[Request, Answers]:
        """Return the request of an entry of `Planned.asks`, and what answers it."""
        answers = self.guard.answers()
        answers.started -= ask["seconds"]
        return unpacked_request(ask["request"]), answers

    def replied(self, ask: Mapping[str, Any], reply: Any, answers: Answers) -> dict[str, Any]:
        """Return what a reply changes in the state."""
        seconds = answers.clock() - answers.started
        return {"vouched_run": {"run": ask["run"], "texts": {ask["slot"]: packed_reply(reply)}, "seconds": seconds}}

    def _resumable(self, run: _Run, loop: Any) -> _Waiting | None:
        """Return the flow that waits here for just these replies; whoever takes it has it alone."""
        with self._lock:
            waiting = self._waiting.pop(run.name, None)
        if waiting is None or waiting.loop is not loop or not waiting.replay.goes_on_from(run.log["texts"]):
            return None
        return waiting

    def _played(self, run: _Run, loop: Any) -> _Waiting:
        answers = self.guard.answers()
        answers.started -= run.log["seconds"]
        return _Waiting(Replay(self.guard.flow(run.evidence, run_id=run.name), run.log["texts"]), answers, loop)

    def _work(self, run: _Run, waiting: _Waiting) -> Generator[Request, Any, Planned]:
        result = yield from _telling_once(waiting.replay, run.log)
        if not isinstance(result, Outcome):
            return self._paused(run, waiting, result)
        yield Note(event="released", attempt=len(result.attempts), detail={"status": result.status})
        return Planned(partial(self._ended, run, result), [], waits=self.guard.has_store)

    def _paused(self, run: _Run, waiting: _Waiting, asked: Asked) -> Planned:
        seconds = waiting.answers.clock() - waiting.answers.started
        log = {"run": run.name, "told": waiting.replay.told, "seconds": seconds, "texts": dict(waiting.replay.replies)}
        update: dict[str, Any] = {"vouched_run": log}
        if run.is_new:
            update = {"vouched_run": {**log, "begins": True}, "vouched_asked": packed([run.name, run.evidence])}
        with self._lock:
            self._waiting[run.name] = waiting
            while len(self._waiting) > _MOST_WAITING:
                self._waiting.popitem(last=False)
        asks = [
            {"run": run.name, "slot": slot, "request": packed_request(request), "seconds": seconds}
            for slot, request in asked.items()
        ]
        return Planned(lambda: update, asks)

    def _ended(self, run: _Run, outcome: Outcome) -> dict[str, Any]:
        """Return what the state has of a run that has ended: its outcome, and none of what led to it."""
        # As of a guard alone, only an outcome that a store keeps has a name.
        outcome = self.guard.kept(run.name, run.evidence, outcome if self.guard.has_store else outcome.but(run_id=None))
        shown = plain_outcome(outcome)
        return {
            "question": plain(run.evidence.question),
            "status": outcome.status,
            "value": shown["value"],
            "outcome": shown,
            "vouched_outcome": packed(outcome),
            "vouched_run": {"begins": True},
            "vouched_asked": "",
        }


def _telling_once(replay: Replay, log: Mapping[str, Any]) -> Generator[Request, Any, Outcome | Asked]:
    """Do what `go_on` does, without the notes that were told before the state was kept."""
    going = replay.go_on(log["texts"])
    reply: Any = None
    while True:
        try:
            request = going.send(reply)
        except StopIteration as done:
            result: Outcome | Asked = done.value
            return result
        is_told = isinstance(request, Note) and replay.told <= log["told"]
        reply = None if is_told else (yield request)


def _begun(state: Mapping[str, Any]) -> _Run:
    evidence = evidence_for(state.get("question", ""), documents_of(state.get("documents")))
    return _Run(uuid4().hex, evidence, {"texts": {}, "told": 0, "seconds": 0.0}, is_new=True)


def _known(state: Mapping[str, Any]) -> _Run:
    if not state.get("vouched_asked"):
        raise UsageError("question: expected one in the input, saw none, and no run that is under way")
    name, evidence = unpacked(state["vouched_asked"], kind=tuple[str, Evidence])
    return _Run(name, evidence, state["vouched_run"])
