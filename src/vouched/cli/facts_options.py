"""Options that all verbs about facts share: the profile, the store, days."""

from __future__ import annotations

import argparse
from datetime import date

from vouched.cli.parsing import Parser, some_text

__all__ = ["a_day", "add_store"]


def add_store(parser: Parser, *, told: str) -> None:
    """Add --profile and --db."""
    parser.add_argument(
        "--profile", type=some_text, metavar="FILE", required=True, help="TOML file of what the facts are about"
    )
    parser.add_argument("--db", type=some_text, metavar="STORE", required=True, help=told)


def a_day(text: str) -> date:
    """Read an argument as a day."""
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"expected a day such as 2026-06-12, saw {text!r:.40}") from None
