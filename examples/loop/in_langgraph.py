"""Runs a guard as a LangGraph graph that is cut short and goes on, and as a node of a graph of one's own."""

from typing import TypedDict

from langgraph.checkpoint.memory import InMemorySaver
from langgraph.graph import END, START, StateGraph

from vouched import Guard
from vouched.adapters.langgraph import outcome_of, to_graph, to_node

LEASE = {"lease": "The tenant shall not keep animals. The rent is 500 EUR, due on the first day of each month."}
calls = 0


def claim(anchor: str) -> dict[str, object]:
    """Return an answer of one claim that cites the lease."""
    return {"claims": [{"text": "No pets.", "citations": [{"document": "lease", "anchor": anchor}]}]}


def model(_request: object) -> dict[str, object]:
    """Answer wrongly at first; in the second call the power fails; then answer well."""
    global calls  # noqa: PLW0603  what a model of a provider would cost
    calls += 1
    if calls == 2:
        raise KeyboardInterrupt
    return claim("shall not keep animals" if calls > 1 else "animals are welcome")


# The loop as a compiled graph. Each reply is kept by the checkpointer as it comes.
graph = to_graph(Guard(model), checkpointer=InMemorySaver())
config = {"configurable": {"thread_id": "dog"}}
try:
    graph.invoke({"question": "May I keep a dog?", "documents": LEASE}, config)
except KeyboardInterrupt:
    print(f"cut short in call {calls}; the thread shows {graph.get_state(config).values}")

answered = graph.invoke(None, config)  # goes on: the first call is not paid again
outcome = outcome_of(answered)
print(f"{answered['status']} after {calls} calls, {len(outcome.attempts)} attempts")
print(f"evidence: {outcome.claims[0].quotes[0].text!r}")


class State(TypedDict, total=False):
    """The state of a graph of one's own."""

    question: str
    documents: dict[str, str]
    answer: dict[str, object]
    shown: str


def show(state: State) -> State:
    """Show the value, which is there only when something vouches for it."""
    return {"shown": f"released: {state['answer']['value']}"}


def pass_on(state: State) -> State:
    """Pass a question on to a person."""
    return {"shown": f"a person is asked: {state['question']}"}


builder = StateGraph(State)
builder.add_node("answer", to_node(Guard(model), outcome="answer"))
builder.add_node("show", show)
builder.add_node("pass_on", pass_on)
builder.add_edge(START, "answer")
builder.add_conditional_edges("answer", lambda state: "show" if state["answer"]["status"] == "released" else "pass_on")
builder.add_edge("show", END)
builder.add_edge("pass_on", END)
own = builder.compile()
print(own.invoke({"question": "May I keep a cat?", "documents": LEASE})["shown"])
print(own.invoke({"question": "May I keep a cat?", "documents": {"other": "Nothing about pets."}})["shown"])
