"""How arguments are read: every fault says what was expected and what was seen."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, NoReturn

from vouched.errors import UsageError

__all__ = [
    "USED_WRONGLY",
    "Parser",
    "Verbs",
    "above_zero",
    "add_documents",
    "add_html",
    "add_policy",
    "number_from",
    "refuse_unwritable",
    "some_text",
]

USED_WRONGLY = 2
_REQUIRED = "the following arguments are required: "
_UNKNOWN = "unrecognized arguments: "
_GIVEN = "what the model was given"

Verbs = Any  # argparse keeps the type of `add_subparsers` to itself


class Parser(argparse.ArgumentParser):
    """An argument parser that takes no abbreviated options and words its faults as the rest of vouched does."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(**{"allow_abbrev": False, **settings})

    def error(self, message: str) -> NoReturn:
        """Print how the verb is used and what is wrong, and leave with 2."""
        if message.startswith(_REQUIRED):
            message = f"expected {message.removeprefix(_REQUIRED)}, saw none"
            what = "answers stand" if "ANSWER" in message else "the question stands" if "QUESTION" in message else ""
            if what:
                message += f" ({what} before --documents, which takes all paths that follow it)"
        elif message.startswith(_UNKNOWN):
            message = f"expected one of the options above, saw {message.removeprefix(_UNKNOWN)}"
        self.print_usage(sys.stderr)
        self.exit(USED_WRONGLY, f"{self.prog}: {message}\n")


def number_from(least: int) -> Callable[[str], int]:
    """Return what reads an argument as a whole number of at least `least`."""

    def read(text: str) -> int:
        # A length bound: reading a number of many digits takes longer than its digits.
        if not (text.isascii() and text.isdigit() and len(text) < 10 and int(text) >= least):
            raise argparse.ArgumentTypeError(f"expected a whole number from {least}, saw {text!r:.40}")
        return int(text)

    return read


def some_text(text: str) -> str:
    """Return an argument that must not be empty: an empty path would stand for the current folder."""
    if not text:
        raise argparse.ArgumentTypeError("expected a path or a name, saw an empty text")
    return text


def above_zero(text: str) -> float:
    """Return an argument that is a number above 0."""
    try:
        number = float(text[:40])
    except ValueError:
        number = 0.0
    if not 0 < number < float("inf"):
        raise argparse.ArgumentTypeError(f"expected a number above 0, saw {text!r:.40}")
    return number


def add_documents(parser: argparse.ArgumentParser, *, required: bool = True, told: str = _GIVEN) -> None:
    """Add --documents, which takes paths and may be given several times."""
    parser.add_argument(
        "--documents",
        nargs="+",
        action="extend",
        type=some_text,
        required=required,
        default=[],
        metavar="PATH",
        help=f"{told}: .txt, .md, .json, .jsonl files, and folders of them",
    )


def add_policy(parser: argparse.ArgumentParser) -> None:
    """Add --policy."""
    parser.add_argument("--policy", type=some_text, metavar="FILE", help="decide by this TOML file")


def add_html(parser: argparse.ArgumentParser) -> None:
    """Add --html."""
    parser.add_argument("--html", type=some_text, metavar="FILE", help="also write a report to open in a browser")


def refuse_unwritable(path: str | None) -> None:
    """Raise UsageError where a report could not be written, before anything is asked or judged; None is no report."""
    folder = None if path is None else Path(path).parent
    if path is not None and (Path(path).is_dir() or (folder is not None and not folder.is_dir())):
        raise UsageError(f"--html {path}: expected a file in a folder that is there, saw none")
