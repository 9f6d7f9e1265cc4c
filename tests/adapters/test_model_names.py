"""Promises about the names of models, as a command line writes them."""

from __future__ import annotations

from typing import Any

import pytest

from vouched.adapters.anthropic_model import AnthropicModel, AsyncAnthropicModel
from vouched.adapters.extractive import Extractive
from vouched.adapters.model_names import model_named
from vouched.adapters.openai_model import AsyncOpenAIModel, OpenAIModel
from vouched.errors import UsageError

NAMED = [
    ("openai:gpt-5", False, OpenAIModel, "gpt-5"),
    ("openai:org/llama3:8b", True, AsyncOpenAIModel, "org/llama3:8b"),
    ("anthropic:claude", False, AnthropicModel, "claude"),
    ("anthropic:claude", True, AsyncAnthropicModel, "claude"),
]
WRONG: list[Any] = ["", "openai", "openai:", "openai: ", "gpt-5", "OpenAI:gpt", "extractive:x", "mistral:x", None, 3]


@pytest.mark.parametrize(("name", "asynchronous", "kind", "model"), NAMED)
def test_a_name_is_a_provider_and_a_model(name: str, asynchronous: bool, kind: Any, model: str) -> None:
    """What stands after the first colon is the model's name, colons and slashes in it too."""
    made = model_named(name, api_key="k", asynchronous=asynchronous)

    assert type(made) is kind
    assert made.model == model


def test_the_embedded_model_takes_no_settings() -> None:
    """`extractive` calls nobody, so a URL or key for it is a mistake."""
    assert isinstance(model_named("extractive"), Extractive)
    with pytest.raises(UsageError):
        model_named("extractive", base_url="http://127.0.0.1/")


@pytest.mark.parametrize("name", WRONG)
def test_any_other_name_is_refused(name: Any) -> None:
    """The message lists the names that there are."""
    with pytest.raises(UsageError, match="openai:NAME, anthropic:NAME, extractive"):
        model_named(name)
