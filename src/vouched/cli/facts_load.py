"""The verb `facts load`: keeps the facts of tables in a store, and names each cell that is none."""

from __future__ import annotations

import argparse
import sys
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

from vouched.cli.facts_options import a_day, add_store
from vouched.cli.parsing import Verbs, some_text

if TYPE_CHECKING:
    from vouched.facts.loading import Loaded

__all__ = ["add", "run"]

_SHOWN = 50


def add(verbs: Verbs) -> None:
    """Add the verb and its options to the program's parser."""
    parser = verbs.add_parser(
        "load",
        help="keep the facts of CSV, JSONL or Excel files in a store",
        description="Reads tables whose heads name metrics, entities, periods and units, and keeps their numbers as "
        "facts. A cell that is not understood is named and not kept. Exits with 1 when any is.",
    )
    parser.add_argument("files", metavar="FILE", nargs="+", type=some_text, help="CSV, TSV, JSONL or Excel (.xlsx)")
    add_store(parser, told="file (SQLite) or postgresql:// URL of the store, made where there is none")
    parser.add_argument("--as-of", type=a_day, metavar="DATE", help="the day that the facts speak for")
    parser.add_argument("--document", type=some_text, metavar="NAME", help="their source (default: the file's name)")
    parser.add_argument(
        "--status",
        choices=("auto_approved", "pending"),
        default="auto_approved",
        help="pending facts are kept and not answered with (default: auto_approved)",
    )
    parser.add_argument("--strict", action="store_true", help="keep nothing where any cell is refused")
    parser.add_argument("--check", action="store_true", help="keep nothing, and only tell what would be kept")
    parser.add_argument("--json", action="store_true", help="print JSON, one object a file")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Return 0 when every cell was a fact or blank, else 1."""
    from vouched.adapters.fact_files import load_sheets
    from vouched.facts.lexicon import Lexicon
    from vouched.facts.loading import Loading
    from vouched.facts.profile import facts_profile
    from vouched.facts.rows import Written
    from vouched.stores.facts import open_facts

    profile = facts_profile(arguments.profile)
    lexicon = Lexicon.of(profile)
    as_of = None if arguments.as_of is None else arguments.as_of.isoformat()
    loaded = []
    for file in arguments.files:
        document = arguments.document or Path(file).name
        loading = Loading(profile, lexicon, document, as_of=as_of, status=arguments.status)
        loaded.append((file, loading.loaded(load_sheets(file))))
    is_refused = any(each.rejects for _, each in loaded)
    keeps = not arguments.check and not (arguments.strict and is_refused)
    written = {}
    if keeps:
        with closing(open_facts(arguments.db)) as store:
            written = {file: store.write(each.facts) for file, each in loaded}
    for file, each in loaded:
        _print(arguments, file, each, written.get(file, Written()) if keeps else None)
    return 1 if is_refused else 0


def _print(arguments: argparse.Namespace, file: str, loaded: Loaded, written: object) -> None:
    from vouched.adapters.json_shapes import json_text
    from vouched.cli.terminal import visible
    from vouched.record import to_builtins

    counts = {"facts": len(loaded.facts), "blank": loaded.blanks, "refused": len(loaded.rejects)}
    if written is not None:
        counts = {**to_builtins(written), **counts}
    if arguments.json:
        rejects = to_builtins(loaded.rejects)
        print(json_text({"file": file, **counts, "hidden": list(loaded.hidden), "rejects": rejects}))
        return
    told = ", ".join(f"{name} {count}" for name, count in counts.items())
    print(f"{visible(file)}: {told}{'' if written is not None else ' (nothing was kept)'}")
    if loaded.hidden:
        print(visible(f"  hidden sheets were not read: {', '.join(loaded.hidden)}"), file=sys.stderr)
    for reject in loaded.rejects[:_SHOWN]:
        print(visible(f"  {reject.place}: expected {reject.expected}, saw {reject.seen}"), file=sys.stderr)
    if len(loaded.rejects) > _SHOWN:
        print(f"  … and {len(loaded.rejects) - _SHOWN} more (--json tells all)", file=sys.stderr)
