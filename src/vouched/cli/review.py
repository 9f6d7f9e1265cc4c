"""The verb `review`: shows the outcomes that are held for a person, and records what the person decides."""

from __future__ import annotations

import argparse
import json
import shlex
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from vouched.cli.parsing import Parser, Verbs, some_text
from vouched.errors import UsageError

if TYPE_CHECKING:
    from vouched.outcomes import Outcome, Review
    from vouched.ports import StoredRun
    from vouched.stores.sqlite import SQLiteStore

__all__ = ["add", "run"]

_DONE = {"release": "released", "edit": "released as edited", "reject": "rejected"}


def add(verbs: Verbs) -> None:
    """Add the verb, its five actions and their options to the program's parser."""
    parser = verbs.add_parser(
        "review",
        help="decide on outcomes that are held for a person",
        description="Shows the outcomes that wait in a store for a person, and records who decided what and why. "
        "A held outcome is released by a person or never.",
    )
    actions = parser.add_subparsers(title="actions", dest="action", required=True, parser_class=Parser)
    listed = actions.add_parser(
        "list", help="list what waits", description="Lists the outcomes that wait, first come first."
    )
    shown = actions.add_parser(
        "show", help="show one", description="Shows what was asked, what was found, and exactly what would be released."
    )
    released = actions.add_parser(
        "release", help="release it as shown", description="Releases exactly what `vouched review show` shows."
    )
    edited = actions.add_parser(
        "edit", help="release it as edited", description="Releases the text of a file in place of what is held."
    )
    rejected = actions.add_parser("reject", help="refuse it", description="Refuses what is held for good.")
    for each in (shown, released, edited, rejected):
        each.add_argument("id", metavar="ID", type=some_text, help="the run's name, as `vouched review list` shows it")
    edited.add_argument("--value", type=some_text, required=True, metavar="FILE", help="the text; - is standard input")
    for each in (listed, shown, released, edited, rejected):
        each.add_argument(
            "--store", type=some_text, required=True, metavar="FILE", help="the store that a Guard kept it in"
        )
    for each in (released, edited, rejected):
        each.add_argument("--reason", type=some_text, required=True, metavar="TEXT", help="why; it is recorded")
        each.add_argument("--by", type=some_text, metavar="NAME", help="who decides (default: who is logged in)")
    for each in (listed, shown):
        each.add_argument("--json", action="store_true", help="print JSON")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Return 0 when it was listed, shown or recorded."""
    store = _store(arguments.store)
    try:
        if arguments.action == "list":
            return _list(store, as_json=arguments.json)
        stored, outcome = _held(store, arguments.id)
        if arguments.action == "show":
            return _show(stored, outcome, arguments)
        return _decide(store, stored, outcome, arguments)
    finally:
        store.close()


def _store(path: str) -> SQLiteStore:
    from vouched.adapters.files import refuse_irregular
    from vouched.stores.sqlite import SQLiteStore

    refuse_irregular(path)
    if not Path(path).is_file():
        raise UsageError(f"--store {path}: expected the file of a store, saw none")
    return SQLiteStore(path)


def _held(store: SQLiteStore, run_id: str) -> tuple[StoredRun, Outcome]:
    stored = store.run(run_id)
    if stored is None or stored.outcome is None or stored.status != "held":
        seen = "no run of that name" if stored is None else f"one that is {stored.status}"
        raise UsageError(f"ID: expected a run that is held, saw {seen}: {run_id!r:.80}")
    return stored, stored.outcome


def _list(store: SQLiteStore, *, as_json: bool) -> int:
    from vouched.adapters.json_shapes import json_text, review_json
    from vouched.cli.terminal import Terminal, visible

    waiting = [store.run(run_id) for run_id in store.held()]
    runs = [stored for stored in waiting if stored is not None]
    if as_json:
        for stored in runs:
            print(json_text(review_json(stored)))
        return 0
    terminal = Terminal.of(sys.stdout)
    for stored in runs:
        print(f"{terminal.paint(visible(stored.run_id), 'strong')}  since {stored.begun_at[:16].replace('T', ' ')} UTC")
        for label, text in (
            ("asked", stored.evidence.question or "(verified, not asked)"),
            ("held", _why(stored.outcome)),
        ):
            for line in terminal.wrap([(visible(text[:300]), "")], first=f"    {label:<6} ", rest=" " * 11):
                print(line)
    print(f"{len(runs)} {'outcome waits' if len(runs) == 1 else 'outcomes wait'} for a person")
    return 0


def _why(outcome: Outcome | None) -> str:
    reasons = [] if outcome is None else [reason for reason in outcome.decision.reasons if reason.authority != "audit"]
    return "; ".join(dict.fromkeys(reason.message for reason in reasons[:3])) or "policy holds it"


def _show(stored: StoredRun, outcome: Outcome, arguments: argparse.Namespace) -> int:
    from vouched.adapters.html_report import Entry
    from vouched.adapters.json_shapes import json_text, review_json
    from vouched.cli.report import report
    from vouched.cli.terminal import Terminal, visible

    if arguments.json:
        print(json_text(review_json(stored), indent=2))
        return 0
    terminal = Terminal.of(sys.stdout)
    draft = outcome.rejected if isinstance(outcome.rejected, str) else ""
    if stored.review is not None:
        print(terminal.paint(f"{visible(stored.run_id)} was {visible(_said(stored.review))}. As it waited:", "strong"))
    for line in report(
        Entry(name=stored.run_id, draft=draft, outcome=outcome), stored.evidence.documents, terminal=terminal
    ):
        print(line)
    for label, text in _facts(stored, outcome):
        for line in terminal.wrap([(visible(text), "")], first=f"  {label:<9}", rest=" " * 11):
            print(line)
    print()
    review = stored.review
    handed = outcome.rejected if review is None or review.action != "edit" else review.value
    titles = {None: "What a release would hand on, exactly:", "reject": "What was refused:"}
    title = titles.get(None if review is None else review.action, "What was handed on, exactly:")
    print(terminal.paint(title, "strong"))
    for line in _written(handed).splitlines():
        print(f"  {' ' * (len(line) - len(line.lstrip(' ')))}{visible(line)}".rstrip())
    if stored.review is None:
        named = visible(f"{shlex.quote(stored.run_id)} --store {shlex.quote(arguments.store)}")
        print(f"\nvouched review release {named} --reason TEXT   (or edit, or reject)")
    return 0


def _facts(stored: StoredRun, outcome: Outcome) -> Iterator[tuple[str, str]]:
    yield "asked", stored.evidence.question or "(verified, not asked)"
    yield "attempts", str(len(outcome.attempts) or 1)
    if stored.review is not None:
        yield "decided", _said(stored.review)


def _said(review: Review) -> str:
    return f"{_DONE[review.action]} by {review.by} at {review.at[:16].replace('T', ' ')} UTC: {review.reason}"


def _decide(store: SQLiteStore, stored: StoredRun, outcome: Outcome, arguments: argparse.Namespace) -> int:
    from vouched.outcomes import Review

    if not arguments.reason.strip():
        raise UsageError("--reason: expected why, saw blanks")
    if arguments.action == "release" and outcome.rejected in (None, ""):
        raise UsageError(f"release {stored.run_id}: expected something to release, saw no answer (edit or reject it)")
    value = _edited(arguments.value, outcome) if arguments.action == "edit" else None
    mine = Review(action=arguments.action, by=arguments.by or _login(), reason=arguments.reason, value=value)
    kept = store.review(stored.run_id, mine)
    if kept != mine:
        raise UsageError(f"ID: expected a run that waits, saw one that was {_said(kept)}")
    print(f"{stored.run_id} {_said(kept)}")
    return 0


def _edited(file: str, outcome: Outcome) -> Any:
    """Return the text of a file; parsed where what is held is no text either."""
    from vouched.adapters.files import load_answer

    text = load_answer(file)
    if isinstance(outcome.rejected, str):
        return text
    from vouched.text.strict_json import parse

    parsed = parse(text)
    if parsed.faults:
        fault = parsed.faults[0]
        raise UsageError(f"--value {file}: expected JSON, as what is held, saw {fault.code} at character {fault.start}")
    return parsed.value


def _written(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, indent=2)


def _login() -> str:
    import getpass

    try:
        return getpass.getuser()
    except (KeyError, OSError):
        raise UsageError("--by: expected the name of who decides, saw none, and nobody is logged in") from None
