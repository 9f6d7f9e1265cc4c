"""Promises about the models of the providers: what is sent, and what of the answer is handed on."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from typing import Any

import pytest

from adapters.protocol_server import Answer, ProtocolServer, chat, message, serving
from adapters.provider_cases import KEY, MODELS, OBJECT, SCHEMA, asked, called, is_openai, opened, request, shaped, text
from vouched import Guard
from vouched.adapters.openai_model import AsyncOpenAIModel, OpenAIModel
from vouched.errors import UsageError
from vouched.ports import Message, Reply, Tool, Usage

every_model = pytest.mark.parametrize("kind", MODELS)


@pytest.fixture
def server() -> Iterator[ProtocolServer]:
    """Give a server for one test."""
    with serving() as running:
        yield running


def replied(found: object) -> Reply:
    """Return what was found, which has to be a reply."""
    assert isinstance(found, Reply), found
    return found


@every_model
def test_a_text_is_handed_on_as_it_came(kind: Any, server: ProtocolServer) -> None:
    """A free text comes back letter for letter, with what it cost and which model wrote it."""
    server.script = [text(kind, "Article 3.\n「第3条」 ")]

    reply = asked(opened(kind, server), request())

    assert reply == Reply(text="Article 3.\n「第3条」 ", usage=Usage(11, 7, 1), stop="end", model="served")


@every_model
def test_messages_are_sent_whole(kind: Any, server: ProtocolServer) -> None:
    """The system text, the messages, the temperature and the limit go out as they were given, to the model named."""
    server.script = [text(kind, "yes")]
    asked(opened(kind, server), request(max_tokens=99))

    sent = server.asked[0].body
    system = sent["messages"][0]["content"] if is_openai(kind) else sent["system"]
    assert (sent["model"], sent["temperature"], sent["max_tokens"], system) == ("asked-for", 0.0, 99, "Be brief.")
    assert sent["messages"][-1] == {"role": "user", "content": "Which article?"}
    assert not {"tools", "response_format", "stream"} & sent.keys()


@every_model
def test_no_temperature_is_sent_where_none_is_set(kind: Any, server: ProtocolServer) -> None:
    """A temperature of None is left out."""
    server.script = [text(kind, "yes")]
    asked(opened(kind, server), request(temperature=None))

    assert "temperature" not in server.asked[0].body


@every_model
def test_an_answer_in_shape_is_its_json(kind: Any, server: ProtocolServer) -> None:
    """With a schema the reply's text is the JSON of the answer, whether it came as content or as a tool's input."""
    server.script = [shaped(kind)]

    reply = replied(asked(opened(kind, server), request(schema=SCHEMA)))

    sent = server.asked[0].body
    assert json.loads(reply.text) == OBJECT
    assert reply.stop in ("end", "tool")
    if is_openai(kind):
        shape = {"name": "answer", "schema": SCHEMA, "strict": True}
        assert sent["response_format"] == {"type": "json_schema", "json_schema": shape}
    else:
        assert sent["tools"][0]["input_schema"] == SCHEMA
        assert sent["tool_choice"] == {"type": "tool", "name": "answer"}


@every_model
def test_tools_are_sent_and_calls_handed_on(kind: Any, server: ProtocolServer) -> None:
    """Tools go out as the provider takes them, none of them demanded; a call comes back with its arguments as JSON."""
    tool = Tool("find", "Finds one.", {"type": "object", "properties": {"a": {"type": "string"}}})
    server.script = [called(kind, "find", {"a": "香港"})]

    reply = replied(asked(opened(kind, server), request(tools=(tool,))))

    sent = server.asked[0].body
    schema = tool.schema
    if is_openai(kind):
        function = {"name": "find", "description": "Finds one.", "parameters": schema}
        assert sent["tools"] == [{"type": "function", "function": function}]
    else:
        assert sent["tools"] == [{"name": "find", "description": "Finds one.", "input_schema": schema}]
    assert "tool_choice" not in sent
    assert (reply.stop, [call.name for call in reply.tool_calls]) == ("tool", ["find"])
    assert json.loads(reply.tool_calls[0].arguments) == {"a": "香港"}


LOOSE: list[dict[str, Any]] = [
    {"type": "object", "properties": {"a": {"type": "string"}}},
    {**SCHEMA, "required": []},
    {**SCHEMA, "properties": {"claims": {"type": "array", "uniqueItems": True}}},
    {**SCHEMA, "properties": {"claims": {}}},
]


@pytest.mark.parametrize("schema", LOOSE)
def test_strict_only_where_the_schema_allows(schema: dict[str, Any], server: ProtocolServer) -> None:
    """A schema that strict mode would refuse is sent without it."""
    server.script = [chat('{"a": "b"}')]
    asked(opened(OpenAIModel, server), request(schema=schema))

    assert server.asked[0].body["response_format"]["json_schema"]["strict"] is False


def test_a_name_that_providers_refuse_is_mended(server: ProtocolServer) -> None:
    """A schema's name is sent in the letters that providers take."""
    server.script = [chat("{}")]
    asked(opened(OpenAIModel, server), request(schema=SCHEMA, schema_name="my answer: v1" * 9))

    name = server.asked[0].body["response_format"]["json_schema"]["name"]
    assert name.startswith("my_answer__v1my")
    assert len(name) == 64


@every_model
@pytest.mark.parametrize("stop", ["length", "refusal", "other"])
def test_how_an_answer_ended_is_told(kind: Any, stop: str, server: ProtocolServer) -> None:
    """An answer that was cut off, refused or ended otherwise says so, whatever its text."""
    words = {
        "length": ("length", "max_tokens"),
        "refusal": ("content_filter", "refusal"),
        "other": (None, "pause_turn"),
    }
    chosen = words[stop][0 if is_openai(kind) else 1]
    more = {"finish": chosen} if is_openai(kind) else {"stop": chosen}
    server.script = [text(kind, "It is", **more)]

    assert replied(asked(opened(kind, server), request())).stop == stop


@every_model
@pytest.mark.parametrize("schema", [None, SCHEMA])
def test_an_empty_answer_that_was_cut_off_is_told_as_such(kind: Any, schema: Any, server: ProtocolServer) -> None:
    """A model that spent its limit before the first word was cut off; its reply is not broken."""
    server.script = [chat(None, finish="length") if is_openai(kind) else message(None, stop="max_tokens")]

    assert replied(asked(opened(kind, server), request(schema=schema))).stop == "length"


def test_a_refusal_beside_the_content_is_one(server: ProtocolServer) -> None:
    """OpenAI's `refusal` is a refusal even where the answer ended normally."""
    server.script = [chat(None, refused="I cannot help with that.")]

    reply = replied(asked(opened(OpenAIModel, server), request(schema=SCHEMA)))

    assert (reply.stop, reply.text) == ("refusal", "I cannot help with that.")


def test_every_tool_call_is_handed_on(server: ProtocolServer) -> None:
    """Tool calls come back with name, id and arguments as they came, also as an object, as some servers send them."""
    server.script = [chat("", arguments='{"a": NaN', finish="tool_calls", name="look_up")]
    first = replied(asked(opened(OpenAIModel, server), request()))
    server.script = [chat("", arguments={"a": "é"}, finish="tool_calls", name="look_up")]
    second = replied(asked(opened(OpenAIModel, server), request()))

    assert [(call.name, call.id, call.arguments) for call in (*first.tool_calls, *second.tool_calls)] == [
        ("look_up", "call_1", '{"a": NaN'),
        ("look_up", "call_1", '{"a": "é"}'),
    ]


@every_model
def test_tokens_that_are_no_numbers_count_nothing(kind: Any, server: ProtocolServer) -> None:
    """A usage of the wrong shape costs no tokens and breaks nothing; the call is counted."""
    shapes: list[Any] = [None, [], "12", (True, -4), ("9", 1.5)]
    for told in shapes:
        server.script = [text(kind, "yes", usage=told)]
        assert replied(asked(opened(kind, server), request())).usage == Usage(0, 0, 1)


def test_cached_tokens_count_as_sent(server: ProtocolServer) -> None:
    """What Anthropic reports as read from and written to its cache was sent too."""
    told = {"input_tokens": 5, "cache_read_input_tokens": 70, "cache_creation_input_tokens": 600, "output_tokens": 2}
    server.script = [message("yes", usage=told)]

    assert replied(asked(opened(MODELS[2], server), request())).usage == Usage(675, 2, 1)


@every_model
def test_lone_surrogates_are_sent_as_replacements(kind: Any, server: ProtocolServer) -> None:
    """A document with a lone surrogate can be asked about: it goes out as U+FFFD."""
    server.script = [text(kind, "yes")]
    replied(asked(opened(kind, server), request(messages=(Message("user", "a\ud800b"),))))

    assert server.asked[0].body["messages"][-1]["content"] == "a\ufffdb"


@every_model
def test_one_model_serves_many_threads_and_loops(kind: Any, server: ProtocolServer) -> None:
    """A model serves several event loops one after the other, and many calls at once; nothing outlives its loop."""
    server.script = [text(kind, "yes")]
    model = opened(kind, server)

    async def many() -> list[Any]:
        if kind.__name__.startswith("Async"):
            return list(await asyncio.gather(*(model.generate(request()) for _ in range(20))))
        return list(await asyncio.gather(*(asyncio.to_thread(model.generate, request()) for _ in range(20))))

    for _ in range(3):
        assert {replied(reply).text for reply in asyncio.run(many())} == {"yes"}
    assert not getattr(model, "_kept", {})


@every_model
def test_a_client_of_ones_own_is_asked_without_its_retries(kind: Any, server: ProtocolServer) -> None:
    """A caller's client is used, its headers too, and does not retry behind the run's back."""
    import anthropic
    import openai

    library = openai if is_openai(kind) else anthropic
    made = getattr(library, kind.__name__.removesuffix("Model"))
    base = f"{server.url}/v1" if is_openai(kind) else server.url
    server.script = [Answer({}, status=500)]

    def ask(client: Any) -> object:
        return kind("m", client=client).generate(request())

    async def ask_async() -> object:
        async with made(base_url=base, api_key=KEY, default_headers={"x-team": "law"}) as client:
            found: Any = ask(client)
            return await found

    if kind.__name__.startswith("Async"):
        asyncio.run(ask_async())
    else:
        with made(base_url=base, api_key=KEY, default_headers={"x-team": "law"}) as client:
            ask(client)

    assert [each.headers["x-team"] for each in server.asked] == ["law"]


@every_model
def test_misuse_is_said_at_construction(kind: Any) -> None:
    """A model without a name, a client beside its settings, or an unknown way is a mistake of the programmer's."""
    wrong: list[dict[str, Any]] = [
        {"model": " "},
        {"model": None},
        {"model": "m", "client": object(), "api_key": "k"},
        {"model": "m", "api_key": "k", "way": "hope"},
    ]
    for settings in wrong:
        with pytest.raises(UsageError):
            kind(**settings)


@every_model
def test_no_model_shows_its_key(kind: Any, server: ProtocolServer) -> None:
    """The text form of a model names the model and no key."""
    assert repr(opened(kind, server)) == f"{kind.__name__}('asked-for')"


@pytest.mark.parametrize("kind", [OpenAIModel, AsyncOpenAIModel])
def test_a_guard_runs_on_a_real_sdk(kind: Any, server: ProtocolServer) -> None:
    """A guard asks a compatible server through the SDK, and releases what stands."""
    claim = {"text": "No pets.", "confidence": 0.9, "citations": [{"document": "lease", "anchor": "shall not keep"}]}
    server.script = [Answer({}, status=503, headers=(("retry-after", "0"),)), chat(json.dumps({"claims": [claim]}))]

    outcome = Guard(opened(kind, server)).run("Pets?", {"lease": "The tenant shall not keep animals."})

    assert outcome.status == "released"
    assert outcome.usage == Usage(11, 7, 2)
