"""Makes a model from the name by which a command line or a file calls it."""

from __future__ import annotations

from typing import Any

from vouched.errors import UsageError
from vouched.text.clip import clip_value

__all__ = ["MODEL_NAMES", "model_named"]

MODEL_NAMES = ("openai:NAME", "anthropic:NAME", "extractive")


def model_named(
    name: str, *, base_url: str | None = None, api_key: str | None = None, asynchronous: bool = False
) -> Any:
    """Return the model that `openai:NAME`, `anthropic:NAME` or `extractive` names.

    `asynchronous` asks for one whose `generate` is a coroutine function, where there are both. Raises UsageError for
    any other name, and for settings that a model does not have.
    """
    provider, colon, model = name.partition(":") if isinstance(name, str) else ("", "", "")
    if name == "extractive":
        if base_url is not None or api_key is not None:
            raise UsageError("model 'extractive': expected no base URL and no key, it calls nobody")
        from vouched.adapters.extractive import Extractive

        return Extractive()
    if not colon or not model.strip() or provider not in ("openai", "anthropic"):
        raise UsageError(f"model: expected {', '.join(MODEL_NAMES)}, saw {clip_value(name, 60)}")
    if provider == "openai":
        from vouched.adapters.openai_model import AsyncOpenAIModel, OpenAIModel

        kind: Any = AsyncOpenAIModel if asynchronous else OpenAIModel
    else:
        from vouched.adapters.anthropic_model import AnthropicModel, AsyncAnthropicModel

        kind = AsyncAnthropicModel if asynchronous else AnthropicModel
    return kind(model, base_url=base_url, api_key=api_key)
