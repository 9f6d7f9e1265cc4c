"""The verb `ask`: asks a model a question about documents and hands on only what stands in them."""

from __future__ import annotations

import argparse
import sys
from contextlib import AbstractContextManager, closing, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING

from vouched.cli.asking import add_budget, add_model, add_profile, guarding, language_for, model_of
from vouched.cli.parsing import Verbs, add_documents, add_html, add_policy, refuse_unwritable, some_text
from vouched.errors import UsageError

if TYPE_CHECKING:
    from vouched.adapters.html_report import Entry
    from vouched.documents import Evidence
    from vouched.guard import Guard
    from vouched.outcomes import Outcome
    from vouched.ports import Note
    from vouched.stores.sqlite import SQLiteStore

__all__ = ["add", "run"]

MAX_QUESTION = 100_000
_NAMED = 200


def add(verbs: Verbs) -> None:
    """Add the verb and its options to the program's parser."""
    parser = verbs.add_parser(
        "ask",
        help="ask a model about documents, and get only what stands in them",
        description="Asks a model a question about documents, judges what it answers, asks again while that is worth "
        "it, and prints what stands, each claim with its quote. Exits with 0 when the answer was released, 1 when not, "
        "2 when used wrongly.",
    )
    parser.add_argument("question", metavar="QUESTION", help="what to ask, or - for standard input")
    add_documents(parser, told="what the answer has to stand in")
    add_model(parser, default="extractive", told="extractive")
    add_budget(parser)
    add_profile(parser)
    add_policy(parser)
    parser.add_argument(
        "--store",
        type=some_text,
        metavar="FILE",
        help="keep the run in this file, made where there is none; what is held waits there for `vouched review`",
    )
    parser.add_argument(
        "--run-id",
        type=some_text,
        metavar="NAME",
        help="with --store: the run's name; one that was kept is gone on with, or shown as it ended or was decided",
    )
    parser.add_argument(
        "--stream", action="store_true", help="tell each step on standard error as it happens, never a draft's text"
    )
    parser.add_argument("--json", action="store_true", help="print JSON in place of the report")
    add_html(parser)
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Return 0 when the answer was released, else 1."""
    from vouched.adapters.files import load_documents
    from vouched.documents import Evidence

    question = _question(arguments.question)
    if arguments.run_id and not arguments.store:
        raise UsageError("--run-id: expected --store FILE with it, saw none")
    refuse_unwritable(arguments.html)
    evidence = Evidence.of(load_documents(*arguments.documents))
    if not evidence.documents:
        raise UsageError(
            f"--documents: expected at least one document, saw none in {' '.join(arguments.documents):.300}"
        )
    language = arguments.language or language_for(question, evidence.documents[0].text)
    with _store(arguments.store) as store:
        guard = _guard(arguments, language=language, store=store)
        outcome = _kept(store, guard, question, evidence, run_id=arguments.run_id)
        if outcome is None:
            outcome = _asked(guard, question, evidence, tells=arguments.stream, run_id=arguments.run_id)
    _report(arguments, question, outcome, evidence)
    return 0 if outcome.status == "released" else 1


def _store(path: str | None) -> AbstractContextManager[SQLiteStore | None]:
    """Return the store at `path`, to be closed in the end, or None where nothing is kept."""
    from vouched.adapters.files import refuse_irregular

    if path is None:
        return nullcontext()
    from vouched.stores.sqlite import SQLiteStore

    if Path(path).exists():
        refuse_irregular(path)
    return closing(SQLiteStore(path))


def _guard(arguments: argparse.Namespace, *, language: str, store: SQLiteStore | None) -> Guard:
    from vouched.cli.policy_names import policy_of
    from vouched.guard import Guard
    from vouched.run.checking import check_name

    settings = guarding(arguments, language=language)
    policy = None
    if arguments.policy:
        policy = policy_of(arguments.policy, [check_name(check) for check in settings["checks"]])
    return Guard(model_of(arguments), policy=policy, store=store, **settings)


def _question(given: str) -> str:
    """Return the question, read from standard input where - stands for it."""
    from vouched.adapters.files import load_answer

    question = load_answer("-") if given == "-" else given
    if not question.strip():
        raise UsageError("QUESTION: expected a question, saw a blank text")
    if len(question) > MAX_QUESTION:
        raise UsageError(f"QUESTION: expected at most {MAX_QUESTION:,} characters, saw {len(question):,}")
    if any("\ud800" <= char <= "\udfff" for char in question):
        raise UsageError("QUESTION: expected text, saw bytes that are text in no encoding")
    return question.strip()


def _kept(
    store: SQLiteStore | None, guard: Guard, question: str, evidence: Evidence, *, run_id: str | None
) -> Outcome | None:
    """Return the outcome of a run that the store knows, gone on with where it was cut short; None for a new one."""
    stored = None if store is None or run_id is None else store.run(run_id)
    if stored is None or run_id is None:
        return None
    if (stored.evidence.question, stored.evidence.documents) != (question, evidence.documents):
        raise UsageError(f"--run-id {run_id}: expected the question and documents of that run, saw others")
    return guard.resume(run_id)


def _asked(guard: Guard, question: str, evidence: Evidence, *, tells: bool, run_id: str | None) -> Outcome:
    """Return the outcome, having told each step on standard error where that is wanted."""
    outcome: Outcome | None = None
    for note in guard.stream(question, evidence, run_id=run_id):
        if tells and note.outcome is None:
            print(_step(note), file=sys.stderr, flush=True)
        outcome = note.outcome
    assert outcome is not None  # noqa: S101  the last note has it
    return outcome


def _step(note: Note) -> str:
    told = ", ".join(f"{name} {what}" for name, what in note.detail.items())
    return f"attempt {note.attempt}: {note.event}{f': {told}' if told else ''}"


def _report(arguments: argparse.Namespace, question: str, outcome: Outcome, evidence: Evidence) -> None:
    from vouched.cli.printing import print_reports, write_html

    if arguments.json:
        from vouched.adapters.json_shapes import ask_json, json_text

        print(json_text(ask_json(outcome, question=question, model=arguments.model), indent=2))
        if not arguments.html:
            return
    entry = _entry(question, outcome, evidence)
    if not arguments.json:
        from vouched.cli.ask_report import run_lines
        from vouched.cli.terminal import Terminal

        terminal = Terminal.of(sys.stdout)
        lines = [*run_lines(outcome, model=arguments.model, store=arguments.store, terminal=terminal)]
        print_reports([entry], evidence.documents, last=lines)
    if arguments.html:
        write_html(arguments.html, [entry], evidence.documents)


def _entry(question: str, outcome: Outcome, evidence: Evidence) -> Entry:
    """Return the run as reports show an answer: named by its question, with the last draft."""
    from vouched.adapters.json_shapes import json_text
    from vouched.cli.printing import entry_of
    from vouched.run.reading import read
    from vouched.text.clip import clip

    last = outcome.attempts[-1].rejected
    value = outcome.value
    raw = last if isinstance(last, str) else value if isinstance(value, str) else json_text(value)
    return entry_of(clip(question, _NAMED), read(raw, documents=evidence), outcome, evidence)
