"""The verb `earn`: proposes, from labelled cases and what errors cost, what each finding should set in motion."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from vouched.cli.measure import add_cases, looked_at, write_scorecards
from vouched.cli.parsing import Verbs, above_zero

if TYPE_CHECKING:
    from vouched.measure.earning import Proposal, Threshold

__all__ = ["add", "run"]


def add(verbs: Verbs) -> None:
    """Add the verb and its options to the program's parser."""
    parser = verbs.add_parser(
        "earn",
        help="propose a policy from labelled cases and what errors cost",
        description="Looks at labelled cases with checks and writes a policy file, with a reason for each line: what a "
        "finding should set in motion where a false alarm, a miss and a person who looks cost what is said. Reckons "
        "with the worst that the measured intervals allow.",
    )
    option = parser.add_argument
    add_cases(parser)
    for name, cost, what in (
        ("--cost-false-alarm", 1.0, "a good draft that is acted on"),
        ("--cost-miss", 50.0, "a bad draft that is let pass"),
        ("--cost-hold", 5.0, "a person who looks at a draft"),
    ):
        option(name, type=above_zero, default=cost, metavar="COST", help=f"of {what} (default: {cost:g})")
    option("--bad-share", type=above_zero, default=0.1, metavar="SHARE", help="of drafts that are bad (default: 0.1)")
    option(
        "--act",
        choices=("reask", "filter", "fallback", "stop"),
        default="reask",
        help="what is set in motion where acting pays (default: reask)",
    )
    option("--json", action="store_true", help="print JSON in place of the table")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Return 0: what pays is what is asked."""
    from vouched.measure.earning import Costs, policy_text, proposals, threshold
    from vouched.measure.running import Plan, results

    costs = Costs(
        false_alarm=arguments.cost_false_alarm,
        miss=arguments.cost_miss,
        hold=arguments.cost_hold,
        bad_share=arguments.bad_share,
    )
    out = Path(arguments.out)
    plan = Plan(checks=tuple(arguments.checks), rewrites=False)
    cards, _ = looked_at(arguments, plan, data=arguments.data or os.environ.get("VOUCHED_DATA"))
    found = tuple(proposals(cards, costs, act=arguments.act))
    thresholds = [threshold(results(out), place, card.check, costs) for place, card in enumerate(cards)]
    told = [each for each in thresholds if each is not None]
    files = write_scorecards(out, cards)
    (out / "policy.toml").write_text(policy_text(found, files, costs), encoding="utf-8")
    _print(arguments, found, told)
    print(f"policy: {out / 'policy.toml'}", file=sys.stderr)
    return 0


def _print(arguments: argparse.Namespace, found: Sequence[Proposal], thresholds: Sequence[Threshold]) -> None:
    from vouched.adapters.json_shapes import json_text
    from vouched.cli.terminal import Terminal, visible
    from vouched.record import to_builtins

    if arguments.json:
        print(json_text({"proposals": to_builtins(found), "thresholds": to_builtins(thresholds)}, indent=2))
        return
    terminal = Terminal.of(sys.stdout)
    for each in found:
        style = "dim" if each.authority == "audit" else "good"
        named = [(f"{visible(each.check)}/{visible(each.finding)}: ", ""), (each.authority, style)]
        for line in terminal.wrap([*named, (f"  {each.reason}", "dim")], rest="    "):
            print(line)
    for chosen in thresholds:
        told = (
            f"{chosen.check} from a doubt of {chosen.doubt:.3f} on: a draft costs {chosen.cost:.3f}, as it is "
            f"{chosen.shipped:.3f}, on {chosen.cases} cases that it was not chosen by"
        )
        for line in terminal.wrap([(visible(told), "")], rest="    "):
            print(line)
