"""Reads from the arguments which model is asked, in what language, and what that may cost."""

from __future__ import annotations

import argparse
import os
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from vouched.cli.parsing import above_zero, number_from, some_text
from vouched.errors import UsageError

if TYPE_CHECKING:
    from vouched.ports import AnyCheck

__all__ = ["LANGUAGES", "add_budget", "add_model", "add_profile", "checks_of", "guarding", "language_for", "model_of"]

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
        metavar="N",
        help=f"how often to ask again after a draft that does not stand (default: the profile's, else {_RETRIES})",
    )
    option("--tokens", type=number_from(1), metavar="N", help="the most tokens a run may take, in both directions")
    option("--seconds", type=above_zero, metavar="S", help="the most seconds a run may take")
    option(
        "--language",
        choices=LANGUAGES,
        help="of the instructions to the model (default: told from the question's script)",
    )


def add_profile(parser: argparse.ArgumentParser) -> None:
    """Add the options that say by whose checks and wording is judged, and what answers checks that ask."""
    option = parser.add_argument
    option(
        "--profile",
        type=some_text,
        metavar="NAME",
        help="the checks, policy and wording of general, medical, legal-ja, finance, or of a .toml file",
    )
    option("--judge", type=some_text, metavar="NAME", help="the model that judges claims, named as --model names one")
    option("--fetch", action="store_true", help="let checks open the web pages that an answer cites")


def checks_of(profile: str | None, language: str) -> tuple[AnyCheck, ...]:
    """Return the checks of a profile, the general one's without one; those of cited URLs are always among them."""
    from vouched.checks import AllowList
    from vouched.profile import profile_of
    from vouched.run.checking import check_name

    checks = profile_of(profile or "general").checks_in(language)
    return checks if "allowlist" in map(check_name, checks) else (*checks, AllowList())


def guarding(arguments: argparse.Namespace, *, language: str) -> dict[str, Any]:
    """Return what the arguments say of a Guard, but for its model, its policy and its store."""
    fetch = None
    if arguments.fetch:
        from vouched.adapters.fetcher import Fetcher

        fetch = Fetcher()
    return {
        "profile": arguments.profile or "general",
        "checks": checks_of(arguments.profile, language),
        "language": language,
        "max_retries": arguments.max_retries,
        "tokens": arguments.tokens,
        "seconds": arguments.seconds,
        "judge": None if arguments.judge is None else model_of(arguments, name=arguments.judge),
        "fetch": fetch,
    }


def model_of(
    arguments: argparse.Namespace,
    *,
    name: str | None = None,
    asynchronous: bool = False,
    environment: Mapping[str, str] = os.environ,
) -> Any:
    """Return the model of a name, without one that of --model.

    Raises UsageError for a bad name, no key, or an SDK that is missing.
    """
    from vouched.adapters.model_names import model_named

    key = None
    if arguments.api_key_env:
        key = environment.get(arguments.api_key_env, "").strip()
        if not key:
            raise UsageError(f"--api-key-env: expected a key in the variable {arguments.api_key_env:.60}, saw none")
    return model_named(name or arguments.model, base_url=arguments.base_url, api_key=key, asynchronous=asynchronous)


def language_for(question: str, surroundings: str = "") -> str:
    """Return "ja", "zh" or "en" by the script of a question.

    Kana are Japanese. Han alone are Chinese, but Japanese where `surroundings`, a text that it is asked of, has kana.
    """
    from vouched.adapters.html_text import language_of

    told = language_of(question, otherwise=language_of(surroundings))
    return told if told in LANGUAGES else "en"
