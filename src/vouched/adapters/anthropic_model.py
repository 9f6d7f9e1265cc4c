"""Models that the anthropic SDK reaches: Anthropic's own, and every server that speaks its Messages."""

from __future__ import annotations

from typing import Any

from vouched.adapters.anthropic_messages import AnthropicMessages
from vouched.adapters.provider_clients import AwaitingModel, Provider, WaitingModel

__all__ = ["AnthropicModel", "AsyncAnthropicModel"]


def _sdk() -> Any:
    import anthropic

    return anthropic


_ANTHROPIC = Provider(
    library="anthropic",
    client="Anthropic",
    dialect=AnthropicMessages,
    load=_sdk,
    create=lambda client: client.messages.with_streaming_response.create,
    keys=("ANTHROPIC_API_KEY", "ANTHROPIC_AUTH_TOKEN"),
)


class AnthropicModel(WaitingModel):
    """A model behind Messages: Anthropic's, or with `base_url` that of a compatible server.

    `api_key` is read from ANTHROPIC_API_KEY where it is not given; a server of one's own may need none. `client` is an
    `anthropic.Anthropic` of one's own instead of both. `way` is how an answer is first held to a schema: "tool" (the
    default) or "prompt". Raises UsageError without the SDK, a model's name or a key.
    """

    provider = _ANTHROPIC


class AsyncAnthropicModel(AwaitingModel):
    """An AnthropicModel whose `generate` is a coroutine function; `client` is an `anthropic.AsyncAnthropic`."""

    provider = _ANTHROPIC
