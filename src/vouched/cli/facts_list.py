"""The verb `facts list`: shows the facts of a store with their sources, or all that was ever said of them."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from contextlib import closing
from itertools import islice
from typing import TYPE_CHECKING

from vouched.cli.facts_options import a_day, add_store
from vouched.cli.parsing import Verbs, number_from, some_text

if TYPE_CHECKING:
    from vouched.facts.rows import Fact

__all__ = ["add", "run"]


def add(verbs: Verbs) -> None:
    """Add the verb and its options to the program's parser."""
    parser = verbs.add_parser(
        "list",
        help="show the facts of a store, with their sources",
        description="Prints the facts that stand, by metric, entity, channel and period. Values that disagree are all "
        "shown. Exits with 1 when there is none.",
    )
    add_store(parser, told="file (SQLite) or postgresql:// URL of the store")
    for kind in ("metric", "entity", "channel"):
        parser.add_argument(
            f"--{kind}", type=some_text, metavar="CODE", help=f"only facts of this {kind} of the profile"
        )
    parser.add_argument(
        "--period", type=some_text, metavar="KEY", help="only facts of this period, such as 2025 or 2025Q3"
    )
    parser.add_argument("--as-of", type=a_day, metavar="DATE", help="what the sources said on this day")
    parser.add_argument(
        "--history", action="store_true", help="show every row that was ever kept, refused ones included"
    )
    parser.add_argument(
        "--most", type=number_from(1), default=1000, metavar="N", help="how many facts at most (default: 1000)"
    )
    parser.add_argument("--json", action="store_true", help="print JSON, one object a line")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Return 0 when there is any fact to show, else 1."""
    from vouched.errors import UsageError
    from vouched.facts.periods import period_of
    from vouched.facts.profile import facts_profile
    from vouched.stores.facts import open_facts

    profile = facts_profile(arguments.profile)
    groups = {"metric": profile.metrics, "entity": profile.entities, "channel": profile.channels}
    wanted = {kind: getattr(arguments, kind) for kind in groups}
    for kind, code in wanted.items():
        if code is not None and code not in groups[kind]:
            raise UsageError(f"--{kind}: expected one of {', '.join(groups[kind])}, saw {code!r:.60}")
    period = None if arguments.period is None else period_of(arguments.period)
    as_of = None if arguments.as_of is None else arguments.as_of.isoformat()
    with closing(open_facts(arguments.db, create=False)) as store:
        if arguments.history:
            rows = (row for key in store.keys(**wanted, period=period) for row in store.history(key))
            until = (row for row in rows if as_of is None or row.as_of is None or row.as_of <= as_of)
            facts: Sequence[Fact] = list(islice(until, arguments.most))
        else:
            facts = store.facts(**wanted, period=period, as_of=as_of, most=arguments.most)
    _print(facts, as_json=arguments.json)
    return 0 if facts else 1


def _print(facts: Sequence[Fact], *, as_json: bool) -> None:
    from vouched.adapters.json_shapes import json_text
    from vouched.cli.terminal import Terminal, visible
    from vouched.record import to_builtins

    if as_json:
        for fact in facts:
            print(json_text({**to_builtins(fact), "value": f"{fact.value:f}"}))
        return
    terminal = Terminal.of(sys.stdout)
    for fact in facts:
        key = fact.key
        head = f"{key.metric}  {key.entity}  {key.channel}  {key.period.key}"
        source = f"{fact.document} · {fact.locator}" + (f" · as of {fact.as_of}" if fact.as_of else "")
        decided = f"{fact.status}" + (f" by {fact.by}" if fact.by else "")
        value = terminal.paint(f"{fact.value:f} {fact.unit}", "strong")
        print(f"{visible(head)}  {value}  {terminal.paint(visible(f'({source}; {decided})'), 'dim')}")
