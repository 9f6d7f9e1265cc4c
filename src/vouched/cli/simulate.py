"""The verb `simulate`: decides recorded runs again under other policies, without a model."""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from vouched.cli.parsing import Verbs, number_from, refuse_unwritable, some_text
from vouched.errors import UsageError

if TYPE_CHECKING:
    from vouched.cli.terminal import Terminal
    from vouched.measure.simulating import RecordedRun, Simulated
    from vouched.policy import Policy
    from vouched.ports import AnyCheck

__all__ = ["add", "run"]

_RETRIES = 3
_COLUMNS = (
    "runs", "calls", "delivered", "changed", "fallback", "held", "refused", "not_recorded", "wrong_delivered",
    "good_blocked",
)  # fmt: skip


def add(verbs: Verbs) -> None:
    """Add the verb and its options to the program's parser."""
    parser = verbs.add_parser(
        "simulate",
        help="decide recorded runs again under other policies",
        description="Plays recorded drafts through the loop under each policy, asks no model, and shows what each "
        "costs and delivers. Exits with 0 when all runs were decided, 2 when used wrongly.",
    )
    option = parser.add_argument
    option("record", type=some_text, metavar="RECORD", help="a .jsonl file with a run a line: its drafts, in turn")
    several: dict[str, Any] = {"nargs": "+", "action": "extend", "type": some_text, "required": True}
    option("--policy", metavar="FILE", help="TOML files of policies", **several)
    option("--checks", metavar="CHECK", help="names, with settings in JSON behind them, or FILE.py:NAME", **several)
    option(
        "--max-retries",
        type=number_from(0),
        default=_RETRIES,
        metavar="N",
        help=f"how often is asked again (default: {_RETRIES})",
    )
    option("--fallback", type=some_text, metavar="TEXT", help="what a fallback hands on")
    option("--as-earned", action="store_true", help="let estimates do what the policy names, earned or not")
    option("--verbose", action="store_true", help="print a line on each run")
    option("--json", action="store_true", help="print JSON in place of the table")
    option("--html", type=some_text, metavar="FILE", help="also write a page with the table and a plot")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Return 0: what comes of the runs is what is asked."""
    from vouched.adapters.json_shapes import json_text
    from vouched.cli.terminal import Terminal
    from vouched.measure.running import Plan
    from vouched.measure.simulating import simulation
    from vouched.record import to_builtins

    refuse_unwritable(arguments.html)
    checks = Plan(checks=tuple(arguments.checks)).made()
    policies = list(_policies(arguments, checks))
    runs, apart = _read(arguments.record)
    found = list(simulation(runs, policies, checks, max_retries=arguments.max_retries, fallback=arguments.fallback))
    if arguments.json:
        print(json_text({"apart": apart, "policies": to_builtins(found)}, indent=2))
    else:
        terminal = Terminal.of(sys.stdout)
        for why, count in apart.items():
            print(terminal.paint(f"told apart, {why}: {count}", "wary"))
        for line in _lines(found, terminal, verbose=arguments.verbose):
            print(line)
    if arguments.html:
        from vouched.measure.simulation_page import simulation_page

        Path(arguments.html).write_text(simulation_page(found), encoding="utf-8")
        print(f"report: {arguments.html}", file=sys.stderr)
    return 0


def _policies(arguments: argparse.Namespace, checks: Sequence[AnyCheck]) -> Iterator[tuple[str, Policy]]:
    from vouched.cli.policy_names import policy_of
    from vouched.measure.simulating import as_earned
    from vouched.run.checking import check_name

    names = Counter(Path(file).stem for file in arguments.policy)
    for file in arguments.policy:
        policy = policy_of(file, [check_name(check) for check in checks])
        if policy.exhausted == "fallback" and arguments.fallback is None:
            raise UsageError(f"{file}: expected --fallback TEXT with it, since it falls back, saw none")
        name = Path(file).stem if names[Path(file).stem] == 1 else file
        yield name, as_earned(policy, checks) if arguments.as_earned else policy


def _read(path: str) -> tuple[list[RecordedRun], dict[str, int]]:
    from vouched.measure.cases import Apart
    from vouched.measure.simulating import read_runs

    found = list(read_runs(path))
    apart = Counter(each.why for each in found if isinstance(each, Apart))
    return [each for each in found if not isinstance(each, Apart)], dict(sorted(apart.items()))


def _lines(found: Sequence[Simulated], terminal: Terminal, *, verbose: bool) -> Iterator[str]:
    widest = max((len(each.policy) for each in found), default=0)
    heads = [name.replace("_", " ") for name in _COLUMNS]
    yield " " * widest + "".join(f"  {head}" for head in heads)
    for each in found:
        cells = [f"  {getattr(each, name):>{len(head)}}" for name, head in zip(_COLUMNS, heads, strict=True)]
        yield terminal.paint(each.policy.ljust(widest), "strong") + "".join(cells)
    for each in found if verbose else ():
        for came in each.came:
            told = f"{each.policy} {came.run}: {came.calls} calls, {came.end}, {' > '.join(came.actions)}"
            yield from terminal.wrap([(told, "dim")], rest="    ")
