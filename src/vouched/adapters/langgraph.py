"""The loop as a LangGraph graph, and as a node for graphs of one's own; the one file that imports LangGraph.

The state holds texts and plain values only, so that every checkpointer carries it without a list of allowed types. Two
nodes take turns: `plan` goes on with the flow up to what has to be asked, `ask` asks one thing. LangGraph keeps the
state between them, so that after a crash only what was not answered is asked again.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Annotated, Any, TypeAlias

from langchain_core.runnables import Runnable, RunnableConfig, RunnableLambda
from langgraph.channels import EphemeralValue
from langgraph.config import get_stream_writer
from langgraph.graph import START, StateGraph
from langgraph.graph.state import CompiledStateGraph
from langgraph.types import Command, Send
from typing_extensions import TypedDict

from vouched.adapters.graph_runs import Planned, Runs
from vouched.adapters.graph_state import documents_of, merged, outcome_of
from vouched.guard import Guard
from vouched.ports import Note
from vouched.record import to_builtins

__all__ = ["Answered", "Asked", "outcome_of", "to_graph", "to_node", "with_rejected"]

Graph: TypeAlias = "CompiledStateGraph[Any, Any, Any, Any]"
Key: TypeAlias = "str | Callable[[Any], Any]"

# The guard's budget and its checks bound a run. A limit of LangGraph, counted in steps, must never be what ends it.
_STEPS = 1_000_000_000


class Asked(TypedDict, total=False):
    """What is given to the graph: a question, and documents as `{id: text}` or as a list of `{"id", "text"}`.

    Both are there for one step only, so that nothing of a former question is left when the next one comes.
    """

    question: Annotated[str, EphemeralValue]
    documents: Annotated[Any, EphemeralValue]


class Answered(TypedDict, total=False):
    """What the graph gives: the question, and the outcome's status, value and whole as plain values.

    They are there when a run has ended, and gone when the next question begins.
    """

    question: Annotated[str, EphemeralValue]
    status: Annotated[str, EphemeralValue]
    value: Annotated[Any, EphemeralValue]
    outcome: Annotated[dict[str, Any], EphemeralValue]


class _State(Asked, Answered, total=False):
    """What stands in a checkpoint: also what a run needs to go on, and its outcome with what was rejected."""

    vouched_asked: str
    vouched_run: Annotated[dict[str, Any], merged]
    vouched_outcome: Annotated[str, EphemeralValue]


def to_graph(guard: Guard, *, checkpointer: Any = None, name: str = "vouched") -> Graph:
    """Return the guard's loop as a compiled graph: it is given Asked and returns Answered, waiting or awaiting.

    With a `checkpointer` each reply is kept as it comes: `graph.invoke(None, config)` goes on with a run that was cut
    short. Streamed with `stream_mode="custom"` it tells its notes. Neither its streams nor its states show what was
    rejected; `with_rejected` does. Raises UsageError for a guard whose fallback is no value that JSON carries.
    """
    runs = Runs(guard)
    builder = StateGraph(_State, input_schema=Asked, output_schema=Answered)
    builder.add_node("plan", _Step(_planning(runs), _aplanning(runs)), input_schema=_State, destinations=("ask",))
    builder.add_node("ask", _Step(_asking(runs), _aasking(runs)), input_schema=_State)
    builder.add_edge(START, "plan")
    builder.add_edge("ask", "plan")
    graph = builder.compile(checkpointer=checkpointer, name=name).with_config(recursion_limit=_STEPS)
    return graph.copy({"stream_channels": [*Answered.__annotations__]})


def with_rejected(graph: Graph) -> Graph:
    """Return a graph of `to_graph` whose states and streams show all that its checkpoints hold.

    `outcome_of(with_rejected(graph).get_state(config).values)` is the outcome with what was rejected.
    """
    return graph.copy({"stream_channels": None})


def to_node(
    guard: Guard,
    *,
    question: Key = "question",
    documents: Key = "documents",
    outcome: str = "outcome",
) -> RunnableLambda[Any, dict[str, Any]]:
    """Return the guard's loop as one node for `StateGraph.add_node`, waiting or awaiting.

    `question` and `documents` are the keys of the state that it reads, or functions of the state; documents may be
    missing. It writes the outcome as plain values under `outcome`; `outcome_of(state)` makes the record of them. It is
    a graph inside: a checkpointer of the graph around it keeps each reply.
    """
    graph = to_graph(guard)

    def asked(state: Any) -> dict[str, Any]:
        given = documents_of(_read(state, documents))
        listed = [to_builtins(document) for document in given.documents]
        return {"question": _read(state, question), "documents": listed}

    def node(state: Any, config: RunnableConfig) -> dict[str, Any]:
        answered = graph.invoke(asked(state), {**config, "recursion_limit": _STEPS})
        return {outcome: answered["outcome"]}

    async def anode(state: Any, config: RunnableConfig) -> dict[str, Any]:
        answered = await graph.ainvoke(asked(state), {**config, "recursion_limit": _STEPS})
        return {outcome: answered["outcome"]}

    return RunnableLambda(node, anode, name="vouched")


class _Step(Runnable[Any, Any]):
    """A node that waits or awaits. A RunnableLambda is one, too, at 0.1 ms more a step."""

    def __init__(self, wait: Callable[[Any], Any], awaiting: Callable[[Any], Any]) -> None:
        self._wait, self._awaiting = wait, awaiting

    def invoke(self, input: Any, config: RunnableConfig | None = None, **_kwargs: Any) -> Any:  # noqa: A002, ARG002
        return self._wait(input)

    async def ainvoke(self, input: Any, config: RunnableConfig | None = None, **_kwargs: Any) -> Any:  # noqa: A002, ARG002
        return await self._awaiting(input)


def _read(state: Any, key: Key) -> Any:
    if callable(key):
        return key(state)
    return state.get(key) if isinstance(state, Mapping) else getattr(state, key, None)


def _planning(runs: Runs) -> Callable[[Any], Any]:
    def plan(state: dict[str, Any]) -> Any:
        step, tell = runs.step(state), get_stream_writer()
        reply: Any = None
        while True:
            try:
                request = step.work.send(reply)
            except StopIteration as done:
                planned: Planned = done.value
                return _command(planned.update(), planned)
            if isinstance(request, Note):
                tell(_told(request))
                reply = None
            else:
                reply = step.answers.answer(request)

    return plan


def _aplanning(runs: Runs) -> Callable[[Any], Any]:
    async def plan(state: dict[str, Any]) -> Any:
        import asyncio

        step, tell = runs.step(state, loop=asyncio.get_running_loop()), get_stream_writer()
        reply: Any = None
        while True:
            try:
                request = step.work.send(reply)
            except StopIteration as done:
                planned: Planned = done.value
                update = await asyncio.to_thread(planned.update) if planned.waits else planned.update()
                return _command(update, planned)
            if isinstance(request, Note):
                tell(_told(request))
                reply = None
            else:
                reply = await step.answers.aanswer(request)

    return plan


def _asking(runs: Runs) -> Callable[[Any], Any]:
    def ask(payload: dict[str, Any]) -> dict[str, Any]:
        request, answers = runs.asking(payload)
        return runs.replied(payload, answers.answer(request), answers)

    return ask


def _aasking(runs: Runs) -> Callable[[Any], Any]:
    async def ask(payload: dict[str, Any]) -> dict[str, Any]:
        request, answers = runs.asking(payload)
        return runs.replied(payload, await answers.aanswer(request), answers)

    return ask


def _command(update: dict[str, Any], planned: Planned) -> Command[Any]:
    return Command(update=update, goto=[Send("ask", ask) for ask in planned.asks])


def _told(note: Note) -> dict[str, Any]:
    return {"event": note.event, "attempt": note.attempt, "detail": to_builtins(note.detail)}
