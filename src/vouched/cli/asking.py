"""Reads from the arguments which model is asked, in what language, and what that may cost."""

from __future__ import annotations

import argparse
import os
from collections.abc import Mapping
from typing import Any

from vouched.cli.parsing import above_zero, number_from, some_text
from vouched.errors import UsageError

__all__ = ["LANGUAGES", "add_budget", "add_model", "language_for", "model_of"]

# Those of `vouched.run.prompts`, which takes too long to import only to print how a verb is used.
LANGUAGES = ("en", "ja", "zh")
_RETRIES = 3


def add_model(parser: argparse.ArgumentParser, *, default: str, told: str) -> None:
    """Add the options that say which model is asked and how it is reached."""
    option = parser.add_argument
    option(
        "--model",
        type=some_text,
        default=default,
        metavar="NAME",
        help=f"openai:NAME, anthropic:NAME or extractive, which calls nobody (default: {told})",
    )
    option("--base-url", type=some_text, metavar="URL", help="the server, where it is not the provider's own")
    option(
        "--api-key-env",
        type=some_text,
        metavar="VARIABLE",
        help="the environment variable that holds the key (default: the provider's own)",
    )


def add_budget(parser: argparse.ArgumentParser) -> None:
    """Add the options that bound a run, and its language."""
    option = parser.add_argument
    option(
        "--max-retries",
        type=number_from(0),
        default=_RETRIES,
        metavar="N",
        help=f"how often to ask again after a draft that does not stand (default: {_RETRIES})",
    )
    option("--tokens", type=number_from(1), metavar="N", help="the most tokens a run may take, in both directions")
    option("--seconds", type=above_zero, metavar="S", help="the most seconds a run may take")
    option(
        "--language",
        choices=LANGUAGES,
        help="of the instructions to the model (default: told from the question's script)",
    )


def model_of(
    arguments: argparse.Namespace, *, asynchronous: bool = False, environment: Mapping[str, str] = os.environ
) -> Any:
    """Return the model that the arguments name; raises UsageError for a bad name, no key, or an SDK that is missing."""
    from vouched.adapters.model_names import model_named

    key = None
    if arguments.api_key_env:
        key = environment.get(arguments.api_key_env, "").strip()
        if not key:
            raise UsageError(f"--api-key-env: expected a key in the variable {arguments.api_key_env:.60}, saw none")
    return model_named(arguments.model, base_url=arguments.base_url, api_key=key, asynchronous=asynchronous)


def language_for(question: str, surroundings: str = "") -> str:
    """Return "ja", "zh" or "en" by the script of a question.

    Kana are Japanese. Han alone are Chinese, but Japanese where `surroundings`, a text that it is asked of, has kana.
    """
    from vouched.adapters.html_text import language_of

    told = language_of(question, otherwise=language_of(surroundings))
    return told if told in LANGUAGES else "en"
