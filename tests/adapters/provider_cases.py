"""The four models of the providers, asked in one way, and their replies written in one way."""

from __future__ import annotations

import asyncio
import json
from typing import Any

from adapters.protocol_server import Answer, ProtocolServer, chat, message
from vouched.adapters.anthropic_model import AnthropicModel, AsyncAnthropicModel
from vouched.adapters.openai_model import AsyncOpenAIModel, OpenAIModel
from vouched.ports import Fault, Generate, Message, Reply

MODELS: tuple[Any, ...] = (OpenAIModel, AsyncOpenAIModel, AnthropicModel, AsyncAnthropicModel)
KEY = "sk-verysecret-0123456789"
SCHEMA = {
    "type": "object",
    "additionalProperties": False,
    "required": ["claims"],
    "properties": {"claims": {"type": "array", "items": {"type": "string"}}},
}
OBJECT = {"claims": ["Es gilt 「第3条」."]}


def is_openai(kind: Any) -> bool:
    """Return whether a model speaks Chat Completions."""
    return "OpenAI" in kind.__name__


def opened(kind: Any, server: ProtocolServer, **settings: Any) -> Any:
    """Return a model of a kind that asks the server."""
    base = f"{server.url}/v1" if is_openai(kind) else server.url
    return kind("asked-for", base_url=base, api_key=KEY, **settings)


def asked(model: Any, request: Generate) -> Reply | Fault:
    """Return what a model answers, waiting or awaiting."""
    found = model.generate(request)
    reply: Reply | Fault = asyncio.run(found) if hasattr(found, "__await__") else found
    return reply


def request(**changes: Any) -> Generate:
    """Return a request for a free text."""
    messages = (Message("system", "Be brief."), Message("user", "Which article?"))
    return Generate(model="guard's name", messages=messages).but(**changes)


def text(kind: Any, said: Any, **more: Any) -> Answer:
    """Return an answer of a free text, in the protocol of a kind."""
    return chat(said, **more) if is_openai(kind) else message(said, **more)


def shaped(kind: Any, value: Any = OBJECT) -> Answer:
    """Return an answer in the shape of a schema, in the way that a kind is first asked for it."""
    return chat(json.dumps(value, ensure_ascii=False)) if is_openai(kind) else message(given=value, stop="tool_use")


def called(kind: Any, name: str, arguments: Any) -> Answer:
    """Return a reply that calls a tool."""
    if is_openai(kind):
        return chat(arguments=json.dumps(arguments, ensure_ascii=False), name=name, finish="tool_calls")
    return message(given=arguments, name=name, stop="tool_use")
