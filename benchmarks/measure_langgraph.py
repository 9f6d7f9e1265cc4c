"""Prints what a run costs in a graph and in a node, beside the same run of the guard alone; models answer at once."""

from __future__ import annotations

import argparse
import itertools
import platform
from collections.abc import Callable
from importlib.metadata import version
from typing import Annotated, Any, TypedDict

from langgraph.checkpoint.memory import InMemorySaver
from langgraph.graph import START, StateGraph
from langgraph.types import Command, Send
from timing import Table, interleaved, shown

from vouched import Guard
from vouched.adapters.langgraph import to_graph, to_node

DOCUMENTS = {"lease": "The tenant shall not keep animals. The rent is 500 EUR, due on the first day of each month."}
RIGHT = {"claims": [{"text": "No pets.", "citations": [{"document": "lease", "anchor": "shall not keep animals"}]}]}
WRONG = {"claims": [{"text": "Pets.", "citations": [{"document": "lease", "anchor": "shall keep animals"}]}]}
GIVEN: Any = {"question": "Pets?", "documents": DOCUMENTS}


class State(TypedDict, total=False):
    """The state of a graph around the node."""

    question: str
    documents: Any
    outcome: Annotated[Any, lambda _, right: right]
    done: int


def in_node(guard: Guard) -> Any:
    """Return a graph of one node, the guard's."""
    builder = StateGraph(State)
    builder.add_node("answer", to_node(guard))
    builder.add_edge(START, "answer")
    return builder.compile()


def bare(asks: list[int]) -> Any:
    """Return a graph that takes the steps of a run, so many asks after each plan, and does nothing in them."""

    def plan(state: State) -> Any:
        done = state.get("done", 0)
        sends = [Send("ask", {}) for _ in range(asks[done])] if done < len(asks) else []
        return Command(update={"done": done + 1}, goto=sends)

    builder = StateGraph(State)
    builder.add_node("plan", plan, destinations=("ask",))
    builder.add_node("ask", lambda _: {"outcome": None})
    builder.add_edge(START, "plan")
    builder.add_edge("ask", "plan")
    return builder.compile()


def ways(answers: list[Any], models: int) -> dict[str, Callable[[], Any]]:
    """Return the ways to make one run with models that give these answers, by name."""

    def model() -> Callable[[Any], Any]:
        said = itertools.cycle(answers)
        return lambda _: next(said)

    def guard() -> Guard:
        return Guard([model() for _ in range(models)])

    alone, graph, node = guard(), to_graph(guard()), in_node(guard())
    empty = bare([models] * len(answers))
    kept, threads = to_graph(guard(), checkpointer=InMemorySaver()), itertools.count()
    return {
        "Guard.run": lambda: alone.run("Pets?", DOCUMENTS),
        "to_graph": lambda: graph.invoke(GIVEN),
        "to_graph, InMemorySaver": lambda: kept.invoke(GIVEN, {"configurable": {"thread_id": str(next(threads))}}),
        "to_node in a graph": lambda: node.invoke(GIVEN),
        "a graph of the same steps, all empty": lambda: empty.invoke(GIVEN),
    }


def main() -> None:
    """Print the least time of each way, and how much longer it takes than the guard alone."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=200, help="rounds of which the least time counts")
    rounds = parser.parse_args().rounds
    print(f"Python {platform.python_version()}, langgraph {version('langgraph')}; least of {rounds} rounds, in turn")
    table = Table()
    for title, answers, models in (
        ("one attempt", [RIGHT], 1),
        ("two attempts", [WRONG, RIGHT], 1),
        ("one attempt of three models", [RIGHT], 3),
    ):
        table.head(title, "time", "more")
        made = ways(answers, models)
        times = interleaved(*made.values(), rounds=rounds)
        for name, seconds in zip(made, times, strict=True):
            table.row(name, shown(seconds), shown(seconds - times[0]))


if __name__ == "__main__":
    main()
