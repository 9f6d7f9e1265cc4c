"""Promises about how a model is held to a schema: what it refuses is asked once, and another way is found."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from adapters.protocol_server import Answer, Asked, ProtocolServer, chat, message, refusal, serving
from adapters.provider_cases import MODELS, OBJECT, SCHEMA, asked, is_openai, opened, request, text
from vouched.ports import Fault, Message, Reply, Usage

every_model = pytest.mark.parametrize("kind", MODELS)
openai_models = pytest.mark.parametrize("kind", MODELS[:2])
JSON = json.dumps(OBJECT)


@pytest.fixture
def server() -> Iterator[ProtocolServer]:
    """Give a server for one test."""
    with serving() as running:
        yield running


def refusing(*names: str, said: str = "not supported", status: int = 400) -> Callable[[Asked], Answer]:
    """Return a server's manner: it refuses a request with any of the parameters, and answers every other in shape."""

    def answer(asked: Asked) -> Answer:
        for name in names:
            if name in asked.body:
                return refusal(status, f"{name}: {said}", param=name)
        openai = "completions" in asked.path
        if "tools" not in asked.body:
            return chat(JSON) if openai else message(JSON)
        return chat(arguments=JSON, finish="tool_calls") if openai else message(given=OBJECT, stop="tool_use")

    return answer


def ways(server: ProtocolServer) -> list[str]:
    """Return how each request asked for the shape."""
    names = {"response_format": "schema", "tools": "tool"}
    return [next((way for name, way in names.items() if name in each.body), "prompt") for each in server.asked]


@openai_models
@pytest.mark.parametrize(
    ("refused", "first", "later"),
    [
        ((), ["schema"], "schema"),
        (("response_format",), ["schema", "tool"], "tool"),
        (("response_format", "tools"), ["schema", "tool", "prompt"], "prompt"),
    ],
)
def test_a_refused_way_is_asked_once(
    kind: Any, refused: tuple[str, ...], first: list[str], later: str, server: ProtocolServer
) -> None:
    """The provider's schema, then a forced tool, then a prompt; afterwards the one that worked, at once."""
    server.script = [refusing(*refused)]
    model = opened(kind, server)

    replies = [asked(model, request(schema=SCHEMA)) for _ in range(3)]

    assert [json.loads(reply.text) for reply in replies if isinstance(reply, Reply)] == [OBJECT] * 3
    assert ways(server) == [*first, later, later]
    assert [reply.usage.calls for reply in replies] == [len(first), 1, 1]


@pytest.mark.parametrize("kind", MODELS[2:])
def test_messages_fall_back_to_a_prompt(kind: Any, server: ProtocolServer) -> None:
    """A server of Messages that takes no tool is prompted for the shape, and from then on at once."""
    server.script = [refusing("tools")]
    model = opened(kind, server)

    replies = [asked(model, request(schema=SCHEMA)) for _ in range(2)]

    assert [json.loads(reply.text) for reply in replies if isinstance(reply, Reply)] == [OBJECT] * 2
    assert ways(server) == ["tool", "prompt", "prompt"]


@every_model
def test_the_prompt_describes_the_schema_in_the_system_message(kind: Any, server: ProtocolServer) -> None:
    """The schema joins the fixed system text; what the user wrote stays where it was."""
    server.script = [text(kind, JSON)]
    asked(opened(kind, server, way="prompt"), request(schema=SCHEMA))

    sent = server.asked[0].body
    system = sent["messages"][0]["content"] if is_openai(kind) else sent["system"]
    assert system.startswith("Be brief.\n\n")
    assert system.endswith(json.dumps(SCHEMA))
    assert sent["messages"][-1]["content"] == "Which article?"


@openai_models
def test_each_schema_finds_its_own_way(kind: Any, server: ProtocolServer) -> None:
    """A schema that a server refuses says nothing of another one."""
    hard = {**SCHEMA, "description": "hard"}

    def answer(asked: Asked) -> Answer:
        shape = asked.body.get("response_format", {}).get("json_schema", {}).get("schema", {})
        return refusal(400, "Invalid schema") if "description" in shape else refusing()(asked)

    server.script = [answer]
    model = opened(kind, server)
    for schema in (hard, SCHEMA, hard):
        asked(model, request(schema=schema))

    assert ways(server) == ["schema", "tool", "schema", "tool"]


@openai_models
@pytest.mark.parametrize("status", [422, 500, 501])
def test_servers_of_ones_own_refuse_in_their_own_ways(kind: Any, status: int, server: ProtocolServer) -> None:
    """A server that answers 422, or fails over the grammar of the schema, is asked in another way too."""
    server.script = [refusing("response_format", said="failed to parse grammar", status=status)]

    assert isinstance(asked(opened(kind, server), request(schema=SCHEMA)), Reply)


@openai_models
@pytest.mark.parametrize(
    "said", ["This model's maximum context length is 8192 tokens", "The model `x` does not exist", "model_not_found"]
)
def test_a_refusal_for_another_reason_is_not_tried_in_other_ways(kind: Any, said: str, server: ProtocolServer) -> None:
    """A request that is refused because it is too long, or for an unknown model, is refused once."""
    server.script = [refusal(400, said)]

    fault = asked(opened(kind, server), request(schema=SCHEMA))

    assert isinstance(fault, Fault)
    assert fault.code == "bad_request"
    assert len(server.asked) == 1


@openai_models
def test_when_no_way_works_the_first_refusal_is_told_and_nothing_learnt(kind: Any, server: ProtocolServer) -> None:
    """The fault is the first way's; the next call begins with it again."""
    server.script = [refusal(400, "first"), refusal(400, "second"), refusal(400, "third"), refusing()]
    model = opened(kind, server)

    fault = asked(model, request(schema=SCHEMA))
    reply = asked(model, request(schema=SCHEMA))

    assert isinstance(fault, Fault)
    assert (fault.message, fault.usage) == ("HTTP 400: first", Usage(calls=3))
    assert isinstance(reply, Reply)
    assert ways(server) == ["schema", "tool", "prompt", "schema"]


@openai_models
def test_a_fault_of_the_transport_is_not_a_refusal(kind: Any, server: ProtocolServer) -> None:
    """A 429 or 500 in the middle ends the call as what it is, and the ways are not given up for it."""
    for status in (429, 500):
        server.asked.clear()
        server.script = [refusal(status, "busy"), refusing()]
        model = opened(kind, server)

        fault = asked(model, request(schema=SCHEMA))

        assert isinstance(fault, Fault)
        assert fault.retryable
        assert isinstance(asked(model, request(schema=SCHEMA)), Reply)
        assert ways(server) == ["schema", "schema"]


@every_model
def test_a_refused_temperature_is_left_out_from_then_on(kind: Any, server: ProtocolServer) -> None:
    """A model that takes no temperature is asked again without, once, and the way to the schema is kept."""
    server.script = [refusing("temperature")]
    model = opened(kind, server)

    for _ in range(2):
        assert isinstance(asked(model, request(schema=SCHEMA)), Reply)

    assert ["temperature" in each.body for each in server.asked] == [True, False, False]
    assert len(set(ways(server))) == 1


@openai_models
def test_a_limit_is_sent_under_the_name_that_a_model_takes(kind: Any, server: ProtocolServer) -> None:
    """Where `max_tokens` is refused for `max_completion_tokens`, the limit goes out under that name from then on."""
    server.script = [refusing("max_tokens", said="not supported with this model. Use 'max_completion_tokens' instead.")]
    model = opened(kind, server)

    for _ in range(2):
        assert isinstance(asked(model, request(max_tokens=50)), Reply)

    limits = [(each.body.get("max_tokens"), each.body.get("max_completion_tokens")) for each in server.asked]
    assert limits == [(50, None), (None, 50), (None, 50)]


@openai_models
def test_an_answer_that_is_no_object_is_not_asked_as_a_tool(kind: Any, server: ProtocolServer) -> None:
    """A list cannot be a tool's arguments: the schema's own way, then a prompt."""
    server.script = [refusal(400, "no"), chat("[1]")]

    reply = asked(opened(kind, server), request(schema={"type": "array"}))

    assert isinstance(reply, Reply)
    assert reply.text == "[1]"
    assert ways(server) == ["schema", "prompt"]


@openai_models
def test_a_forced_tool_that_was_not_called_leaves_the_content(kind: Any, server: ProtocolServer) -> None:
    """A server that ignores the forced tool and answers in words is read as it answered."""
    server.script = [chat(JSON)]

    reply = asked(opened(kind, server, way="tool"), request(schema=SCHEMA))

    assert isinstance(reply, Reply)
    assert (reply.text, ways(server)) == (JSON, ["tool"])


@openai_models
def test_a_prompt_without_a_system_message_gets_one(kind: Any, server: ProtocolServer) -> None:
    """The description of the schema never joins the user's text."""
    server.script = [chat(JSON)]
    asked(opened(kind, server, way="prompt"), request(schema=SCHEMA, messages=(Message("user", "Q"),)))

    assert [each["role"] for each in server.asked[0].body["messages"]] == ["system", "user"]
