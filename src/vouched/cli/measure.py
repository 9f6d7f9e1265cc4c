"""The verb `measure`: looks at labelled cases, and at rewrites of them, with checks, and writes their scorecards."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from vouched.cli.parsing import Verbs, number_from, some_text
from vouched.errors import UsageError

if TYPE_CHECKING:
    from vouched.measure.drift import Drift
    from vouched.measure.running import Plan, Read
    from vouched.scorecard import Scorecard

__all__ = ["add", "add_cases", "looked_at", "run", "write_scorecards"]

ESTIMATES = ("figures", "names", "negation", "support")


def add(verbs: Verbs) -> None:
    """Add the verb and its options to the program's parser."""
    parser = verbs.add_parser(
        "measure",
        help="measure how often checks are wrong, on labelled cases",
        description="Looks at labelled cases and at rewrites of them with checks, writes a scorecard of each check, "
        "and a report. Goes on where it was cut short. Exits with 0 when it measured, 1 when --against shows a rate "
        "that became worse, 2 when used wrongly.",
    )
    add_cases(parser)
    option = parser.add_argument
    option("--seed", type=number_from(0), default=0, metavar="N", help="of the rewrites (default: 0)")
    option("--no-rewrites", action="store_true", help="look at the cases alone")
    option("--against", type=some_text, metavar="DIR", help="compare with the scorecards of an earlier run")
    option("--json", action="store_true", help="print JSON in place of the table")
    parser.set_defaults(run=run)


def add_cases(parser: argparse.ArgumentParser) -> None:
    """Add what says which cases are looked at, with which checks, and where results are kept."""
    option = parser.add_argument
    option("cases", nargs="+", type=some_text, metavar="CASES", help="a .jsonl or .jsonl.xz file, or a set in --data")
    option(
        "--checks",
        nargs="+",
        action="extend",
        type=some_text,
        default=[],
        metavar="CHECK",
        help=f"names, with settings in JSON behind them, or FILE.py:NAME (default: {' '.join(ESTIMATES)})",
    )
    option("--out", type=some_text, required=True, metavar="DIR", help="where results, scorecards and report are kept")
    option("--data", type=some_text, metavar="DIR", help="the folder of public sets (default: VOUCHED_DATA)")
    option(
        "--half",
        choices=("reported", "development", "both"),
        default="reported",
        help="of sets: the sources with an odd SHA-256 (default), with an even one, or all",
    )
    option("--most", type=number_from(1), metavar="N", help="of each file or set, the N cases whose hashes are lowest")
    option("--jobs", type=number_from(1), metavar="N", help="how many processes (default: one for each core)")


def run(arguments: argparse.Namespace) -> int:
    """Return 0 when all was measured, 1 when something became worse than it was."""
    from vouched.measure.drift import drifts, scorecards_in
    from vouched.measure.page import measurement_page
    from vouched.measure.running import Plan

    plan = Plan(checks=tuple(arguments.checks), seed=arguments.seed, rewrites=not arguments.no_rewrites)
    earlier = scorecards_in(arguments.against) if arguments.against else None
    cards, read = looked_at(arguments, plan, data=arguments.data or os.environ.get("VOUCHED_DATA"))
    drifted = None if earlier is None else tuple(drifts(earlier, cards))
    out = Path(arguments.out)
    write_scorecards(out, cards)
    (out / "report.html").write_text(measurement_page(cards, read, drifted), encoding="utf-8")
    _print(arguments, cards, read, drifted)
    return 1 if any(each.worse for each in drifted or ()) else 0


def looked_at(arguments: argparse.Namespace, plan: Plan, *, data: str | None) -> tuple[tuple[Scorecard, ...], Read]:
    """Return the scorecards of a plan on the cases that the arguments name, and what was read.

    Raises UsageError for cases or checks that are not there, and for a folder that cannot be written.
    """
    from vouched.cli.progress import Progress
    from vouched.measure.running import cores, results, run_cases
    from vouched.measure.scorecards import scorecards
    from vouched.measure.sources import cases_named, refuse_unknown

    refuse_unknown(arguments.cases, data=data)
    plan = plan if plan.checks else plan.but(checks=ESTIMATES)
    checks = plan.made()
    given = cases_named(arguments.cases, data=data, half=arguments.half, most=arguments.most)
    progress = Progress()
    try:
        read = run_cases(given, plan, Path(arguments.out), jobs=arguments.jobs or cores(), done=progress.show)
    except OSError as error:
        raise UsageError(f"--out {arguments.out}: expected a folder that can be written, saw: {error}") from None
    finally:
        progress.clear()
    return scorecards(results(Path(arguments.out)), checks, plan, read), read


def write_scorecards(out: Path, cards: Sequence[Scorecard]) -> list[str]:
    """Write a file for each scorecard, and return their names as seen from the folder."""
    from vouched.record import to_json

    names = []
    (out / "scorecards").mkdir(exist_ok=True)
    for card in cards:
        names.append(f"scorecards/{card.check.replace('/', '-')}.json")
        (out / names[-1]).write_text(to_json(card, indent=2) + "\n", encoding="utf-8")
    return names


def _print(
    arguments: argparse.Namespace, cards: Sequence[Scorecard], read: Read, drifted: Sequence[Drift] | None
) -> None:
    from vouched.adapters.json_shapes import json_text
    from vouched.cli.measure_report import drift_lines, scorecard_lines
    from vouched.cli.terminal import Terminal
    from vouched.record import to_builtins

    if arguments.json:
        told = {"read": to_builtins(read), "scorecards": to_builtins(cards)}
        if drifted is not None:
            told["drift"] = to_builtins(drifted)
        print(json_text(told, indent=2))
        return
    terminal = Terminal.of(sys.stdout)
    for line in scorecard_lines(cards, read, terminal=terminal):
        print(line)
    for line in drift_lines(drifted, terminal=terminal) if drifted is not None else ():
        print(line)
    print(f"report: {Path(arguments.out) / 'report.html'}", file=sys.stderr)
