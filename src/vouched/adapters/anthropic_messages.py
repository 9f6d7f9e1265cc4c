"""Writes and reads Anthropic's Messages: an answer in the shape of a schema is the input of a forced tool."""

from __future__ import annotations

import json
from typing import Any

from vouched.adapters.openai_chat import name_of
from vouched.adapters.provider_calls import Stop, Way, bad, count, messages_of
from vouched.adapters.provider_faults import error_in
from vouched.adapters.strict_schemas import has_object_root
from vouched.ports import Fault, Generate, Reply, ToolCall, Usage
from vouched.record import Record
from vouched.text.clip import clip, clip_value

__all__ = ["AnthropicMessages"]

_STOPS: dict[str, Stop] = {
    "end_turn": "end",
    "stop_sequence": "end",
    "tool_use": "tool",
    "max_tokens": "length",
    "model_context_window_exceeded": "length",
    "refusal": "refusal",
}
_INPUTS = ("input_tokens", "cache_creation_input_tokens", "cache_read_input_tokens")
# The protocol demands a limit; this is what a request without one gets.
_MAX_TOKENS = 4096


class AnthropicMessages(Record, frozen=True):
    """The dialect of `POST /v1/messages` for one model."""

    model: str

    def ways(self, schema: Any) -> tuple[Way, ...]:
        """Return a forced tool first where the answer is an object, then a prompt."""
        if schema is None:
            return ("text",)
        return ("tool", "prompt") if has_object_root(schema) else ("prompt",)

    def params(self, request: Generate, way: Way, quirks: frozenset[Any]) -> dict[str, Any]:
        """Return the parameters of `messages.create`."""
        system, others = messages_of(request, way)
        sent: dict[str, Any] = {"model": self.model, "messages": others}
        sent["max_tokens"] = _MAX_TOKENS if request.max_tokens is None else request.max_tokens
        if system:
            sent["system"] = system
        if request.temperature is not None and "temperature" not in quirks:
            # Newer SDKs have no parameter for it any more, and older models still take it.
            sent["extra_body"] = {"temperature": request.temperature}
        if way == "tool":
            name = name_of(request)
            sent["tools"] = [{"name": name, "description": "Takes the answer.", "input_schema": request.schema}]
            sent["tool_choice"] = {"type": "tool", "name": name}
        elif request.tools:
            sent["tools"] = [
                {"name": t.name, "description": t.description, "input_schema": t.schema} for t in request.tools
            ]
        return sent

    def reply(self, body: dict[str, Any], way: Way, request: Generate) -> Reply | Fault:
        """Return the blocks of a message as a Reply; a body of another shape as a Fault."""
        blocks = body.get("content")
        if not blocks and (refused := error_in(body)) is not None:
            return refused.fault.but(usage=Usage(calls=1))
        if not isinstance(blocks, list) or not all(isinstance(block, dict) for block in blocks):
            return bad("content: expected a list of blocks", clip_value(blocks))
        texts = [block.get("text") for block in blocks if block.get("type") == "text"]
        calls = tuple(_call(block) for block in blocks if block.get("type") == "tool_use")
        if not all(isinstance(text, str) for text in texts) or None in calls:
            return bad("content: expected blocks of text and tools with their inputs", clip_value(blocks))
        kept = tuple(call for call in calls if call is not None)
        finish = body.get("stop_reason")
        stop: Stop = _STOPS.get(finish, "other") if isinstance(finish, str) else "other"
        asked = [call.arguments for call in kept if call.name == name_of(request)]
        text = asked[0] if way == "tool" and asked and stop != "refusal" else "".join(map(str, texts))
        if not text.strip() and not kept and stop in ("end", "tool"):
            return bad("content: expected a text", clip_value(blocks))
        named = body.get("model")
        return Reply(
            text=text,
            tool_calls=kept,
            usage=_usage(body.get("usage")),
            stop=stop,
            model=clip(named, 100) if isinstance(named, str) else None,
        )


def _call(block: dict[str, Any]) -> ToolCall | None:
    name, given, told = block.get("name"), block.get("input"), block.get("id")
    if not isinstance(name, str) or not isinstance(given, dict):
        return None
    return ToolCall(name, json.dumps(given, ensure_ascii=False), told if isinstance(told, str) else "")


def _usage(told: Any) -> Usage:
    told = told if isinstance(told, dict) else {}
    return Usage(sum(count(told.get(name)) for name in _INPUTS), count(told.get("output_tokens")), 1)
