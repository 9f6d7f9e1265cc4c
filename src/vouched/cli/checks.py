"""The verb `checks`: lists the checks that can be named, what each finds, and whether that is a fact."""

from __future__ import annotations

import argparse
import sys

from vouched.cli.parsing import Verbs

__all__ = ["add", "run"]


def add(verbs: Verbs) -> None:
    """Add the verb and its options to the program's parser."""
    parser = verbs.add_parser(
        "checks",
        help="list the checks, and what each finds",
        description="Lists the checks that a profile or a Guard can name: the shipped ones, and those of installed "
        "packages. Exits with 1 when one of them cannot be loaded.",
    )
    parser.add_argument("--json", action="store_true", help="print JSON, one object a line")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Return 0 when every check that is listed can be used, else 1."""
    from vouched.adapters.json_shapes import json_text
    from vouched.cli.terminal import Terminal, visible
    from vouched.record import to_builtins
    from vouched.registry import listed

    found = listed()
    terminal = Terminal.of(sys.stdout)
    for each in found:
        if arguments.json:
            print(json_text({**to_builtins(each), "scorecard": None}))
            continue
        kind = "a fact" if each.decidable else "an estimate, not measured: it may only audit or hold"
        print(f"{terminal.paint(visible(each.name), 'strong')}  {terminal.paint(visible(f'({each.source})'), 'dim')}")
        if each.fault:
            lines = [(visible(each.fault), "bad")]
        else:
            lines = [(f"{visible(each.finds)} ", ""), (f"[{kind}]", "dim")]
        for line in terminal.wrap(lines, first="    ", rest="    "):
            print(line)
        if each.settings:
            for line in terminal.wrap([(f"settings: {', '.join(each.settings)}", "dim")], first="    ", rest="    "):
                print(line)
    return 1 if any(each.fault for each in found) else 0
