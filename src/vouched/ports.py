"""Every seam: what a flow may ask of the outside, what answers it, and what a check is."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from typing import Any, Literal, Protocol, TypeAlias, runtime_checkable

from vouched.documents import Evidence
from vouched.drafts import Draft
from vouched.outcomes import Outcome, OutcomeStatus, Review, Usage
from vouched.record import Record

__all__ = [
    "AnyCheck",
    "AuditSink",
    "Check",
    "CheckFunction",
    "EntailmentJudge",
    "Fault",
    "FaultCode",
    "Fetch",
    "Generate",
    "Message",
    "Model",
    "Note",
    "Page",
    "Reply",
    "Request",
    "RunStore",
    "StoredRun",
    "Tick",
    "Together",
    "Tool",
    "ToolCall",
    "Usage",
    "Work",
]

FaultCode = Literal[
    "rate_limited", "server", "timeout", "connection", "bad_request", "bad_reply", "refused_address", "error"
]


class Message(Record, frozen=True):
    """One message to a model. What a user, a document or a model wrote never stands in a system message."""

    role: Literal["system", "user", "assistant"]
    content: str


class ToolCall(Record, frozen=True):
    """A tool that a model asked for; `arguments` is its JSON text as it came."""

    name: str
    arguments: str
    id: str = ""


class Tool(Record, frozen=True):
    """A tool that a model may call; `schema` is the JSON Schema of its arguments."""

    name: str
    description: str
    schema: Mapping[str, Any]


class Generate(Record, frozen=True, kw_only=True):
    """Asks a model. `model` is its name in the answerer's table; `schema` the JSON Schema that the answer must fit.

    `tools` may be called instead of answering; what they came to is told as data in the next request.

    `purpose` tells what the call is for: the answer itself, or a judge's opinion of it. `seconds` is what is left of
    the budget of time, None without one; `attempt` says which try of the run it is, counted from 1.
    """

    model: str
    messages: tuple[Message, ...]
    schema: Mapping[str, Any] | None = None
    schema_name: str = "answer"
    temperature: float | None = 0.0
    max_tokens: int | None = None
    purpose: Literal["answer", "judge"] = "answer"
    seconds: float | None = None
    attempt: int = 1
    tools: tuple[Tool, ...] = ()


class Reply(Record, frozen=True, kw_only=True):
    """What a model answered. `stop` says why it ended; only `end` and `tool` are whole answers."""

    text: str = ""
    tool_calls: tuple[ToolCall, ...] = ()
    usage: Usage = Usage(calls=1)
    stop: Literal["end", "tool", "length", "refusal", "other"] = "end"
    model: str | None = None


class Fetch(Record, frozen=True):
    """Asks for the text behind a URL. `seconds` is what is left of the budget of time."""

    url: str
    seconds: float | None = None


class Page(Record, frozen=True, kw_only=True):
    """What stands behind a URL: the address that answered last, its status, and its visible text."""

    url: str
    status: int
    text: str
    media_type: str = "text/plain"
    truncated: bool = False


class Fault(Record, frozen=True, kw_only=True):
    """A request that failed, as a value. `retryable` faults are of the transport; `retry_after` is in seconds."""

    code: FaultCode
    message: str
    retryable: bool = False
    retry_after: float | None = None
    usage: Usage = Usage()


class Together(Record, frozen=True):
    """Asks several things at once; the reply is a tuple of theirs, in order, faults among them."""

    requests: tuple[Generate | Fetch | Together, ...]


class Note(Record, frozen=True, kw_only=True):
    """Tells what happened, and no text of a draft; nothing is replied.

    The last one has the outcome, and its event says what came of the run: `released` where there is a value, whole, in
    part or a fallback, else `held` or `refused`. `detail` holds counts, statuses and names.
    """

    event: Literal["asked", "drafted", "checked", "decided", "released", "held", "refused"]
    attempt: int = 0
    detail: Mapping[str, Any] = {}
    outcome: Outcome | None = None


class Tick(Record, frozen=True):
    """Asks how many seconds the run has taken so far."""


class Work(Record, frozen=True):
    """Asks to call foreign code, which may block, await or fail; the reply is what it returned, or a Fault."""

    call: Callable[[], Any]


Request: TypeAlias = Generate | Fetch | Together | Note | Tick | Work


@runtime_checkable
class Model(Protocol):
    """Answers one call; `generate` may be a coroutine function. It raises whatever its transport raises, or returns
    a Fault; what it raises becomes one.
    """

    def generate(self, request: Generate, /) -> Reply | Fault | Awaitable[Reply | Fault]: ...


@runtime_checkable
class EntailmentJudge(Protocol):
    """Says how likely texts follow from passages: a local model, a service or a function of yours.

    `entails` is given pairs of passage and sentence, and returns as many probabilities from 0 to 1, in order; it may
    be a coroutine function. A judge reads the whole passage, in parts if it must, and truncates nothing silently.
    """

    def entails(self, pairs: Sequence[tuple[str, str]], /) -> Sequence[float] | Awaitable[Sequence[float]]: ...


class StoredRun(Record, frozen=True, kw_only=True):
    """A run as a store knows it: what was asked, of which documents, and, once it ended, with what outcome.

    `status` is "running" until an outcome is kept, also when the process that ran it has died. `review` is a person's
    decision on an outcome that is held. Times are UTC in ISO 8601.
    """

    run_id: str
    begun_at: str
    evidence: Evidence
    status: OutcomeStatus | Literal["running"] = "running"
    outcome: Outcome | None = None
    review: Review | None = None


class RunStore(Protocol):
    """Keeps runs beyond the process that runs them. Methods wait; threads may share a store. They raise StoreError.

    What is kept first counts: `keep`, `conclude` and `review` change nothing that is there, and return what is.
    """

    def begin(self, run_id: str, evidence: Evidence, /) -> bool:
        """Keep what is asked under a name; False, changing nothing, where the name is taken."""

    def keep(self, run_id: str, key: str, reply: str, /) -> str:
        """Keep the reply to the request that `key` names, and return the one that is kept."""

    def replies(self, run_id: str, /) -> Mapping[str, str]:
        """Return the replies of a run by the keys of their requests."""

    def conclude(self, run_id: str, outcome: Outcome, /) -> Outcome:
        """Keep how a run ended, and return the outcome that is kept."""

    def run(self, run_id: str, /) -> StoredRun | None:
        """Return a run, None where there is none of that name."""


class AuditSink(Protocol):
    """Takes the events of runs: objects of texts, numbers, lists and objects, that JSON holds. What it raises is
    counted and ends nothing. Threads may share it.
    """

    def write(self, event: Mapping[str, Any], /) -> None:
        """Record one event."""


@runtime_checkable
class Check(Protocol):
    """Looks at a draft and its evidence, changes nothing, yields findings and supports.

    `name` is how policy addresses it. `decidable` is True when a finding is a fact (existence, verbatim, hash)
    and False when it is an estimate, whose authority has to be earned by measurement. Yielding nothing means
    that there was nothing to look at: the verdict is `silent`. A check that needs the world is a generator that also
    yields requests and is sent the replies.
    """

    @property
    def name(self) -> str: ...

    @property
    def decidable(self) -> bool: ...

    def __call__(self, draft: Draft, evidence: Evidence, /) -> Iterable[Any]: ...


CheckFunction: TypeAlias = Callable[[Draft, Evidence], Iterable[Any]]
AnyCheck: TypeAlias = Check | CheckFunction
