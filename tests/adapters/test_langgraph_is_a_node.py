"""A guard is a node like any other in a graph of one's own: it reads and writes the keys that it is told."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import Annotated, Any, TypedDict

import pytest
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.graph import END, START, StateGraph
from langgraph.types import Send
from pydantic import BaseModel

from adapters.graphs import Died, OwnState, dying, own_graph, thread
from run.scripts import DOCUMENTS, GHOST, GOOD
from vouched import Document, Evidence, Guard
from vouched.adapters.graph_state import documents_of
from vouched.adapters.langgraph import outcome_of, to_graph, to_node
from vouched.errors import UsageError
from vouched.testing import AsyncScriptedModel, ScriptedModel


class Chat(TypedDict, total=False):
    """A state with names of its own."""

    asked: str
    found: list[dict[str, str]]
    verdict: dict[str, Any]
    shown: str


@dataclass
class Attributes:
    """A state whose values are attributes."""

    question: str
    documents: Any = None
    outcome: Any = None


class Model(BaseModel):
    """A state that is a pydantic model."""

    question: str
    documents: Any = None
    outcome: Any = None


def test_keys_are_those_of_the_graph_around() -> None:
    """With keys of its own, and functions of the state, the node finds its question and documents."""
    builder = StateGraph(Chat)
    node = to_node(
        Guard(ScriptedModel([GOOD])), question="asked", documents=lambda state: state["found"][:1], outcome="verdict"
    )
    builder.add_node("answer", node)
    builder.add_node("show", lambda state: {"shown": state["verdict"]["value"]["claims"][0]["text"]})
    builder.add_edge(START, "answer")
    builder.add_conditional_edges("answer", lambda state: state["verdict"]["status"], {"released": "show"})
    builder.add_edge("show", END)
    found = [{"id": "lease", "text": DOCUMENTS["lease"]}, {"id": "other", "text": "-"}]

    state = builder.compile().invoke({"asked": "Pets?", "found": found})

    assert state["shown"] == "No pets."
    assert outcome_of(state, key="verdict").claims[0].quotes[0].document == "lease"
    assert set(state) == {"asked", "found", "verdict", "shown"}


@pytest.mark.parametrize("kind", [Attributes, Model])
def test_a_state_may_have_attributes(kind: Any) -> None:
    """States that are dataclasses or pydantic models are read, waiting and awaiting."""

    def graph(guard: Guard) -> Any:
        builder = StateGraph(kind)
        builder.add_node("answer", to_node(guard))
        builder.add_edge(START, "answer")
        return builder.compile()

    given = kind(question="Pets?", documents=DOCUMENTS)
    waited = graph(Guard(ScriptedModel([GOOD]))).invoke(given)
    awaited = asyncio.run(graph(Guard(AsyncScriptedModel([GOOD]))).ainvoke(given))
    for state in (waited, awaited):
        assert state["outcome"]["status"] == "released"


def test_a_node_may_be_visited_again_and_side_by_side() -> None:
    """In a loop, and sent to several times at once, each visit of the node is a run of its own."""

    class Many(TypedDict, total=False):
        question: str
        documents: Any
        outcome: Annotated[list[Any], lambda left, right: left + (right if isinstance(right, list) else [right])]

    model = ScriptedModel([GOOD])
    builder = StateGraph(Many)
    builder.add_node("answer", to_node(Guard(model)))
    builder.add_conditional_edges(
        START, lambda _: [Send("answer", {"question": f"{n}?", "documents": DOCUMENTS}) for n in range(3)]
    )
    builder.add_conditional_edges("answer", lambda state: "answer" if len(state["outcome"]) < 5 else END)
    given: Any = {"question": "Pets?", "documents": DOCUMENTS, "outcome": []}

    state = builder.compile(checkpointer=InMemorySaver()).invoke(given, thread())

    assert [one["status"] for one in state["outcome"]] == ["released"] * 5
    assert len(model.requests) == 5


def test_the_nodes_around_are_not_run_again() -> None:
    """A crash in the node leaves what ran before it; going on runs the rest."""
    model, calls = dying([GHOST, GOOD], at=2)
    ran: list[str] = []

    def before(state: OwnState) -> OwnState:
        ran.append(state["question"])
        return {"documents": DOCUMENTS}

    builder = StateGraph(OwnState)
    builder.add_node("before", before)
    builder.add_node("answer", to_node(Guard(model)))
    builder.add_edge(START, "before")
    builder.add_edge("before", "answer")
    graph, config = builder.compile(checkpointer=InMemorySaver()), thread()
    with pytest.raises(Died):
        graph.invoke({"question": "Pets?"}, config)

    assert graph.invoke(None, config)["outcome"]["status"] == "released"
    assert ran == ["Pets?"]
    assert len(calls) == 3


def test_the_compiled_graph_is_a_node_too() -> None:
    """A compiled graph whose keys the graph around shares is a subgraph of it, and brings only what it gives."""
    builder = StateGraph(OwnState)
    builder.add_node("answer", to_graph(Guard(ScriptedModel([GHOST, GOOD]))))
    builder.add_edge(START, "answer")
    state = builder.compile(checkpointer=InMemorySaver()).invoke(
        {"question": "Pets?", "documents": DOCUMENTS}, thread()
    )
    assert state["outcome"]["status"] == "released"
    assert set(state) == {"question", "documents", "outcome"}


def test_a_graph_says_what_it_takes_and_gives() -> None:
    """The schemas of a compiled graph name its public keys alone, and it can be drawn."""
    graph = to_graph(Guard(ScriptedModel([GOOD])))
    assert set(graph.get_input_jsonschema()["properties"]) == {"question", "documents"}
    assert set(graph.get_output_jsonschema()["properties"]) == {"question", "status", "value", "outcome"}
    drawn = {(edge.source, edge.target) for edge in graph.get_graph().edges}
    assert drawn >= {("__start__", "plan"), ("plan", "ask"), ("ask", "plan")}


def test_documents_come_in_every_plain_form() -> None:
    """A mapping, texts, objects with id and text, and records are documents; anything else is refused by its place."""
    lease = Document(id="lease", text="x")
    for form in ({"lease": "x"}, [{"id": "lease", "text": "x"}], [lease], lease, Evidence(documents=(lease,))):
        assert documents_of(form).documents == (lease,)
    assert documents_of(["x"]).documents == (Document(id="1", text="x"),)
    assert documents_of(None).documents == ()
    with pytest.raises(UsageError, match=r"documents\[1\]: expected \{\"id\", \"text\"\}"):
        documents_of([{"id": "a", "text": "x"}, {"id": "b"}])
    with pytest.raises(UsageError, match="documents"):
        documents_of(5)


def test_a_state_without_a_question_is_refused() -> None:
    """A node whose question is missing asks nobody."""
    model = ScriptedModel([GOOD])
    with pytest.raises(UsageError, match="question: expected a text"):
        own_graph(Guard(model)).invoke({"documents": DOCUMENTS})
    assert model.requests == []
