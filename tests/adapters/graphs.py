"""What the tests of the LangGraph adapter share: a process that dies, graphs of one's own, and runs step by step."""

from __future__ import annotations

from typing import Any, TypedDict
from uuid import uuid4

from langgraph.checkpoint.memory import InMemorySaver
from langgraph.graph import END, START, StateGraph

from vouched import Guard
from vouched.adapters.langgraph import to_graph, to_node


class Died(BaseException):
    """The process died: nothing catches it."""


class OwnState(TypedDict, total=False):
    """The state of a user's own graph."""

    question: str
    documents: Any
    outcome: Any


def thread(name: str | None = None) -> Any:
    """Return the config of a thread, one of its own where no name is given."""
    return {"configurable": {"thread_id": name or uuid4().hex}}


def dying(replies: list[Any], *, at: int) -> tuple[Any, list[Any]]:
    """Return a model that gives the replies in order and dies once, at its call number `at`; and its calls."""
    calls: list[Any] = []
    given = iter(replies)

    def model(request: Any) -> Any:
        calls.append(request)
        if len(calls) == at:
            raise Died
        return next(given)

    return model, calls


def own_graph(guard: Guard, checkpointer: Any = None, **keys: Any) -> Any:
    """Return a graph of one's own in which the guard is a node."""
    builder = StateGraph(OwnState)
    builder.add_node("answer", to_node(guard, **keys))
    builder.add_edge(START, "answer")
    builder.add_edge("answer", END)
    return builder.compile(checkpointer=checkpointer)


def step_by_step(guard: Guard, given: Any, checkpointer: Any = None) -> dict[str, Any]:
    """Return what a run comes to when another graph, as of another process, makes each of its steps."""
    saver, config = checkpointer or InMemorySaver(), thread()
    to_graph(guard, checkpointer=saver).invoke(given, config, interrupt_before=["plan"])
    for _ in range(100):
        graph = to_graph(guard, checkpointer=saver)
        if not graph.get_state(config).next:
            return dict(graph.get_state(config).values)
        graph.invoke(None, config, interrupt_before=["plan"])
    raise AssertionError("the run did not end")
