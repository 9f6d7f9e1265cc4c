"""The program `vouched`: hands the arguments to a verb and turns what goes wrong into one line and an exit code."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Sequence

from vouched import __version__
from vouched.cli import (
    ask,
    bench_loop,
    checks,
    earn,
    extract_check,
    facts,
    manifest,
    measure,
    policy,
    review,
    simulate,
    snap,
    verify,
)
from vouched.cli.parsing import USED_WRONGLY, Parser
from vouched.errors import VouchedError

__all__ = ["main"]

_CLOSED = 1
_INTERRUPTED = 130


def main(argv: Sequence[str] | None = None) -> int:
    """Return 0 when all was released (found, written), 1 when not, 2 when it was used wrongly."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")
    try:
        arguments = _parser().parse_args(argv)
        run: Callable[..., int] = arguments.run
        code = run(arguments)
        sys.stdout.flush()
    except SystemExit as leaving:  # argparse leaves so after --help and after a fault
        return leaving.code if isinstance(leaving.code, int) else USED_WRONGLY
    except BrokenPipeError:
        # Whoever read our output has gone. Python flushes once more at exit, which must not fail again.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return _CLOSED
    except KeyboardInterrupt:
        return _INTERRUPTED
    except (VouchedError, OSError) as error:
        print(f"vouched: {error}", file=sys.stderr)
        return USED_WRONGLY
    return code


def _parser() -> Parser:
    parser = Parser(
        prog="vouched",
        description="Says what of a language model's answer stands in the documents it was given.",
        epilog="Exit codes: 0 released, 1 not released, 2 used wrongly. `vouched VERB --help` explains a verb.",
    )
    parser.add_argument("--version", action="version", version=f"vouched {__version__}")
    verbs = parser.add_subparsers(title="verbs", dest="verb", required=True, parser_class=Parser)
    for verb in (
        ask,
        verify,
        snap,
        manifest,
        review,
        bench_loop,
        measure,
        earn,
        simulate,
        checks,
        policy,
        extract_check,
        facts,
    ):
        verb.add(verbs)
    return parser
