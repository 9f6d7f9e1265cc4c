"""Models that the openai SDK reaches: OpenAI's own, and every server that speaks its Chat Completions."""

from __future__ import annotations

from typing import Any

from vouched.adapters.openai_chat import ChatCompletions
from vouched.adapters.provider_clients import AwaitingModel, Provider, WaitingModel

__all__ = ["AsyncOpenAIModel", "OpenAIModel"]


def _sdk() -> Any:
    import openai

    return openai


_OPENAI = Provider(
    library="openai",
    client="OpenAI",
    dialect=ChatCompletions,
    load=_sdk,
    create=lambda client: client.chat.completions.with_streaming_response.create,
    keys=("OPENAI_API_KEY",),
)


class OpenAIModel(WaitingModel):
    """A model behind Chat Completions: OpenAI's, or with `base_url` that of vLLM, Ollama, llama.cpp or a gateway.

    `api_key` is read from OPENAI_API_KEY where it is not given; a server of one's own may need none. `client` is an
    `openai.OpenAI` of one's own instead of both. `way` is how an answer is first held to a schema: "schema" (the
    server's own, the default), "tool" or "prompt". Raises UsageError without the SDK, a model's name or a key.
    """

    provider = _OPENAI


class AsyncOpenAIModel(AwaitingModel):
    """An OpenAIModel whose `generate` is a coroutine function; `client` is an `openai.AsyncOpenAI`."""

    provider = _OPENAI
