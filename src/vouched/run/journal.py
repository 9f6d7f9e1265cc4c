"""Remembers the replies of one run in a store, so that a run that crashed goes on without asking for them again."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from threading import Lock
from typing import Any, TypeAlias, TypeVar

from vouched.documents import Evidence
from vouched.errors import UsageError
from vouched.outcomes import Outcome
from vouched.ports import Fault, Fetch, Generate, Note, Page, Reply, Request, RunStore, Tick, Together
from vouched.record import from_builtins, to_builtins

__all__ = ["Journal", "Slot", "Slots", "json_carries", "key_of", "packed", "packed_reply", "unpacked", "unpacked_reply"]

T = TypeVar("T")
# The name of one asking: a request's key and how often it was asked before; of requests asked together, theirs.
Slot: TypeAlias = "str | tuple[Slot, ...] | None"
_KINDS: dict[str, Any] = {"reply": Reply, "fault": Fault, "page": Page, "tick": float}
_LONGEST_NAME = 200


class Slots:
    """Names each asking of one run: by its content, and by how often the run asked the same before.

    Slots are given out in the order in which the flow asks, so that they are the same in every run of it, whichever
    reply comes first.
    """

    def __init__(self) -> None:
        self._asked: Counter[str] = Counter()
        self._lock = Lock()

    def slot(self, request: Request) -> Slot:
        """Return the name of this asking, None for what is never remembered."""
        if isinstance(request, Together):
            return tuple(self.slot(one) for one in request.requests)
        if not isinstance(request, (Generate, Fetch, Tick)):
            return None
        key = key_of(request)
        with self._lock:
            self._asked[key] += 1
            return f"{key}#{self._asked[key]}"


class Journal:
    """The replies of one run, by the slots of their requests.

    `resumed` says that the run is in the store already; else `open` begins it.
    """

    def __init__(self, store: RunStore, run_id: str, evidence: Evidence, *, resumed: bool = False) -> None:
        if not isinstance(run_id, str) or not run_id.strip() or len(run_id) > _LONGEST_NAME:
            raise UsageError(f"run_id: expected a name of 1 to {_LONGEST_NAME} characters, saw {run_id!r:.60}")
        self.store, self.run_id, self.evidence, self.resumed = store, run_id, evidence, resumed
        self._slots = Slots()
        self._known: dict[str, Any] = {}

    def open(self) -> float:
        """Return how many seconds the run has taken so far, having begun it, or read what it knows.

        Raises UsageError where a run of that name is there already and is not to be resumed.
        """
        if not self.resumed and not self.store.begin(self.run_id, self.evidence):
            raise UsageError(
                f"run_id: expected a name that no run has, saw {self.run_id!r}; resume(run_id) goes on with it"
            )
        if self.resumed:
            self._known = {key: unpacked_reply(text) for key, text in self.store.replies(self.run_id).items()}
        return max((reply for reply in self._known.values() if isinstance(reply, float)), default=0.0)

    def slot(self, request: Request) -> Slot:
        """Return the name of this asking, None for what is never remembered."""
        return self._slots.slot(request)

    def known(self, slot: str) -> Any:
        """Return the reply that is remembered, or None."""
        return self._known.get(slot)

    def keep(self, slot: str, reply: Any) -> Any:
        """Return the reply that counts, having remembered it: this one, or the one that is there already."""
        text = packed_reply(reply)
        kept = self.store.keep(self.run_id, slot, text)
        return reply if kept == text else unpacked_reply(kept)

    def conclude(self, outcome: Outcome) -> Outcome:
        """Return the outcome that counts, having remembered it under the run's name."""
        return self.store.conclude(self.run_id, outcome.but(run_id=self.run_id))


def key_of(request: Generate | Fetch | Tick | Note) -> str:
    """Return the SHA-256 of what a request asks, whatever time is left for it."""
    content = to_builtins(request if isinstance(request, Tick) else request.but(seconds=None))
    if isinstance(request, Generate) and not request.tools:
        # Requests without tools keep the name that they had before there were any.
        del content["tools"]
    written = _written([type(request).__name__, content], sort_keys=True)
    return hashlib.sha256(written.encode()).hexdigest()


def packed_reply(reply: Any) -> str:
    """Return a reply as JSON text that names its kind."""
    kind = next((name for name, made in _KINDS.items() if isinstance(reply, made)), None)
    if kind is None:
        raise TypeError(f"expected a reply, a fault, a page or seconds, saw {type(reply).__name__}")
    return _written({kind: to_builtins(reply)})


def unpacked_reply(text: str) -> Any:
    """Return the reply that a text encodes. Raises ValueError where it encodes none."""
    [(kind, content)] = json.loads(text).items()
    return from_builtins(content, kind=_KINDS[kind])


def packed(value: Any) -> str:
    """Return an outcome or another record as JSON text; integers of any size and lone surrogates come through."""
    return _written(to_builtins(value))


def unpacked(text: str, *, kind: type[T]) -> T:
    """Return the record that a text encodes. Raises ValueError where it does not fit."""
    return from_builtins(json.loads(text), kind=kind)


def json_carries(value: Any) -> bool:
    """Whether JSON gives a value back as it is, so that a stored outcome holds what was released."""
    try:
        return bool(json.loads(_written(value)) == value)
    except (TypeError, ValueError, RecursionError):
        return False


def _written(value: Any, *, sort_keys: bool = False) -> str:
    written = json.dumps(value, ensure_ascii=False, sort_keys=sort_keys, separators=(",", ":"))
    # `\udc80` is the escape of a lone surrogate both to Python and to JSON, and one can only stand inside a string.
    return written.encode("utf-8", "backslashreplace").decode("utf-8")
