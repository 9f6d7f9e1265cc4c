"""The verb `checks`: lists the checks that can be named, what each finds, and whether that is a fact."""

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING, Any

from vouched.cli.parsing import Verbs

if TYPE_CHECKING:
    from vouched.scorecard import Scorecard

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
    from vouched.scorecard import shipped_scorecards, version_now

    found = listed()
    terminal = Terminal.of(sys.stdout)
    cards = {card.check: card for card in shipped_scorecards() if not card.settings and card.version == version_now()}
    for each in found:
        card = cards.get(each.name)
        if arguments.json:
            print(json_text({**to_builtins(each), "scorecard": _rates(card)}))
            continue
        kind = "a fact" if each.decidable else _estimate(card)
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


def _rates(card: Scorecard | None) -> dict[str, Any] | None:
    """Return how often a check was wrong, by language; None where that was not measured."""
    from vouched.record import to_builtins
    from vouched.scorecard import ALL

    if card is None:
        return None
    measured = [each for each in card.measured if each.finding == ALL and each.kind == ALL]
    return {
        "cases": card.cases,
        "languages": {
            each.language: {"false_alarms": to_builtins(each.false_alarms), "misses": to_builtins(each.misses)}
            for each in measured
        },
    }


def _estimate(card: Scorecard | None) -> str:
    whole = None if card is None else card.of()
    if card is None or whole is None:
        return "an estimate, not measured: it may only audit or hold"
    told = []
    for name, rate in (("false alarms", whole.false_alarms), ("misses", whole.misses)):
        bounds = f"[{100 * rate.lower:.1f}, {100 * rate.upper:.1f}]"
        told.append(f"{name} {100 * (rate.share or 0):.1f} % {bounds}")
    return f"an estimate; on {card.cases} cases {', '.join(told)}"
