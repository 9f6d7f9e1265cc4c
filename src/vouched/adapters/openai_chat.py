"""Writes and reads OpenAI's Chat Completions, which vLLM, Ollama, llama.cpp and many gateways speak as well."""

from __future__ import annotations

import json
import re
from typing import Any

from vouched.adapters.provider_calls import Stop, Way, bad, count, messages_of
from vouched.adapters.provider_faults import error_in
from vouched.adapters.strict_schemas import has_object_root, is_strict
from vouched.ports import Fault, Generate, Reply, ToolCall, Usage
from vouched.record import Record
from vouched.text.clip import clip, clip_value

__all__ = ["ChatCompletions", "name_of"]

_STOPS: dict[str, Stop] = {
    **dict.fromkeys(("stop", "eos", "eos_token", "stop_sequence", "end_turn"), "end"),
    **dict.fromkeys(("tool_calls", "function_call", "tool_use"), "tool"),
    **dict.fromkeys(("length", "max_tokens"), "length"),
    **dict.fromkeys(("content_filter", "refusal", "safety"), "refusal"),
}


def name_of(request: Generate) -> str:
    """Return the name of a request's schema as providers take it: 1 to 64 letters, digits, `_` and `-`."""
    return re.sub(r"[^A-Za-z0-9_-]", "_", request.schema_name)[:64] or "answer"


class ChatCompletions(Record, frozen=True):
    """The dialect of `POST /chat/completions` for one model."""

    model: str

    def ways(self, schema: Any) -> tuple[Way, ...]:
        """Return `response_format` first, then a forced tool where the answer is an object, then a prompt."""
        if schema is None:
            return ("text",)
        return ("schema", "tool", "prompt") if has_object_root(schema) else ("schema", "prompt")

    def params(self, request: Generate, way: Way, quirks: frozenset[Any]) -> dict[str, Any]:
        """Return the parameters of `chat.completions.create`."""
        system, others = messages_of(request, way)
        messages = [{"role": "system", "content": system}, *others] if system else others
        sent: dict[str, Any] = {"model": self.model, "messages": messages}
        if request.temperature is not None and "temperature" not in quirks:
            sent["temperature"] = request.temperature
        if request.max_tokens is not None:
            sent["max_completion_tokens" if "max_tokens" in quirks else "max_tokens"] = request.max_tokens
        name, strict = name_of(request), is_strict(request.schema)
        if way == "schema":
            shape = {"name": name, "schema": request.schema, "strict": strict}
            sent["response_format"] = {"type": "json_schema", "json_schema": shape}
        elif way == "tool":
            function: dict[str, Any] = {"name": name, "parameters": request.schema}
            if strict:
                function["strict"] = True
            sent["tools"] = [{"type": "function", "function": function}]
            sent["tool_choice"] = {"type": "function", "function": {"name": name}}
        elif request.tools:
            sent["tools"] = [
                {"type": "function", "function": {"name": t.name, "description": t.description, "parameters": t.schema}}
                for t in request.tools
            ]
        return sent

    def reply(self, body: dict[str, Any], way: Way, request: Generate) -> Reply | Fault:
        """Return the first choice as a Reply; a body of another shape as a Fault."""
        choices = body.get("choices")
        if not choices and (refused := error_in(body)) is not None:
            return refused.fault.but(usage=Usage(calls=1))
        if not isinstance(choices, list) or not choices:
            return bad("choices: expected a list with a choice", clip_value(choices))
        message = choices[0].get("message") if isinstance(choices[0], dict) else None
        if not isinstance(message, dict):
            return bad("choices/0/message: expected an object", clip_value(message))
        calls = _calls(message.get("tool_calls"))
        content = _text(message.get("content"))
        if calls is None or content is None:
            return bad("choices/0/message: expected content and tool calls as texts", clip_value(message))
        finish = choices[0].get("finish_reason")
        stop: Stop = _STOPS.get(finish, "other") if isinstance(finish, str) else "other"
        refusal = message.get("refusal")
        if isinstance(refusal, str) and refusal:
            stop, content = "refusal", content or refusal
        asked = [call.arguments for call in calls if call.name == name_of(request)]
        text = asked[0] if way == "tool" and asked and stop != "refusal" else content
        if not text.strip() and not calls and stop in ("end", "tool"):
            return bad("choices/0/message/content: expected a text", clip_value(message.get("content")))
        named = body.get("model")
        return Reply(
            text=text,
            tool_calls=calls,
            usage=_usage(body.get("usage")),
            stop=stop,
            model=clip(named, 100) if isinstance(named, str) else None,
        )


def _calls(listed: Any) -> tuple[ToolCall, ...] | None:
    """Return the tool calls of a message; None where something is not one. Some servers send arguments as an object."""
    if listed is None:
        return ()
    if not isinstance(listed, list):
        return None
    calls = []
    for call in listed:
        function = call.get("function") if isinstance(call, dict) else None
        name = function.get("name") if isinstance(function, dict) else None
        arguments = function.get("arguments") if isinstance(function, dict) else None
        if isinstance(arguments, dict):
            arguments = json.dumps(arguments, ensure_ascii=False)
        if not isinstance(name, str) or not isinstance(arguments, str):
            return None
        told = call.get("id")
        calls.append(ToolCall(name, arguments, told if isinstance(told, str) else ""))
    return tuple(calls)


def _text(content: Any) -> str | None:
    """Return the text of a message: a text, a list of text parts, "" for none; None where it is something else."""
    if content is None or isinstance(content, str):
        return content or ""
    if not isinstance(content, list) or not all(isinstance(part, dict) for part in content):
        return None
    texts = [part.get("text") for part in content if part.get("type") == "text"]
    return "".join(texts) if all(isinstance(text, str) for text in texts) else None


def _usage(told: Any) -> Usage:
    told = told if isinstance(told, dict) else {}
    return Usage(count(told.get("prompt_tokens")), count(told.get("completion_tokens")), 1)
