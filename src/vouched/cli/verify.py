"""The verb `verify`: judges answers against their documents and reports on each."""

from __future__ import annotations

import argparse
import json
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

from vouched.cli.parsing import Verbs, add_documents, add_html, add_policy, number_from, refuse_unwritable, some_text
from vouched.errors import UsageError
from vouched.text.clip import clip

if TYPE_CHECKING:
    from vouched.adapters.html_report import Entry
    from vouched.checks import AllowList
    from vouched.documents import Evidence
    from vouched.policy import Policy
    from vouched.ports import AnyCheck

__all__ = ["add", "run"]


def add(verbs: Verbs) -> None:
    """Add the verb and its options to the program's parser."""
    parser = verbs.add_parser(
        "verify",
        help="judge answers against the documents they cite",
        description="Judges what a model wrote against the documents it was given: which claims stand, which do not "
        "and why. Exits with 0 when every answer was released, 1 when one was not, 2 when used wrongly.",
    )
    option = parser.add_argument
    option(
        "answers",
        nargs="+",
        type=some_text,
        metavar="ANSWER",
        help="a file, a folder, a .jsonl of many, or - for standard input",
    )
    add_documents(parser, required=False)
    _add_rules(parser)
    option(
        "--kind",
        choices=("auto", "json", "text", "extractions"),
        default="auto",
        help="what the answers are (default: auto, told from how each begins)",
    )
    option("--json", action="store_true", help="print JSON: one object, or one a line when there are several answers")
    add_html(parser)
    parser.set_defaults(run=run)


def _add_rules(parser: argparse.ArgumentParser) -> None:
    """Add the options that say by which checks and which policy answers are judged."""
    option = parser.add_argument
    option(
        "--manifest", type=some_text, metavar="FILE", help="compare the documents with the sha256 locked in this file"
    )
    add_policy(parser)
    option("--schema", type=some_text, metavar="FILE", help="the value has to fit this JSON Schema, at every place")
    option("--strict", action="store_true", help="with --schema: no members that the schema does not describe")
    option("--at-least", type=number_from(0), default=0, metavar="N", help="documents that each claim has to cite")
    option(
        "--ids-suffice", action="store_true", help="a claim stands that only cites a given document, without quoting"
    )
    option(
        "--require",
        nargs="+",
        action="extend",
        default=[],
        metavar="CHECK",
        help="checks of which each must vouch for a claim, besides those that the policy requires",
    )
    urls = parser.add_mutually_exclusive_group()
    urls.add_argument("--hosts", nargs="+", action="extend", metavar="HOST", help="only these hosts may be cited")
    urls.add_argument("--open-https", action="store_true", help="every public host may be cited, by https")


def run(arguments: argparse.Namespace) -> int:
    """Return 0 when every answer was released, else 1."""
    from vouched.adapters.files import load_documents
    from vouched.cli.policy_names import policy_of
    from vouched.cli.printing import print_reports, write_html
    from vouched.cli.progress import Progress
    from vouched.documents import Evidence
    from vouched.run.checking import check_name

    _refuse_misuse(arguments)
    refuse_unwritable(arguments.html)
    evidence = Evidence.of(load_documents(*arguments.documents))
    checks, urls = _checks(arguments)
    running = [check_name(check) for check in checks]
    policy = policy_of(arguments.policy, running, required=arguments.require)
    answers = _answers(arguments.answers)
    several = len(answers) > 1
    progress = Progress(len(answers))
    entries = []
    for name, raw in answers:
        progress.show(name)
        entry = _judged(name, raw, arguments.kind, evidence=evidence, checks=checks, urls=urls, policy=policy)
        entries.append(entry)
        if arguments.json:
            progress.clear()
            _print_json(entry, named=several)
    progress.clear()
    if not arguments.json:
        print_reports(entries, evidence.documents)
    if arguments.html:
        write_html(arguments.html, entries, evidence.documents)
    return 0 if all(entry.outcome.status == "released" for entry in entries) else 1


def _refuse_misuse(arguments: argparse.Namespace) -> None:
    if not arguments.documents and not arguments.schema:
        raise UsageError("expected --documents, or --schema, saw none")
    if arguments.strict and not arguments.schema:
        raise UsageError("--strict: expected --schema FILE with it, saw none")


def _answers(paths: list[str]) -> list[tuple[str, str]]:
    """Return (name, text) of each answer; names that two answers would share are led by the path that was given."""
    from vouched.adapters.files import is_standard_input, load_answers

    times = sum(map(is_standard_input, paths))
    if times > 1:
        raise UsageError(f"ANSWER: expected - once, saw it {times} times: standard input is read once")
    loaded = [(path, name, text) for path in paths for name, text in load_answers(path)]
    if not loaded:
        raise UsageError(f"ANSWER: expected at least one answer, saw none in {', '.join(paths):.300}")
    count = Counter(name for _, name, _ in loaded)
    return [
        (name if count[name] == 1 else f"{path}/{name}" if Path(path).is_dir() else path, text)
        for path, name, text in loaded
    ]


def _checks(arguments: argparse.Namespace) -> tuple[list[AnyCheck], AllowList]:
    """Return the checks of every answer, and the check of URLs that joins them where it is asked for or needed."""
    from vouched.checks import AllowList, Citations, Figures, Names, Negation, Quotes, Supported

    checks: list[AnyCheck] = []
    if arguments.documents:
        checks += [Citations(at_least=arguments.at_least, suffices=arguments.ids_suffice), Quotes()]
        # Estimates: they do what their scorecards have earned.
        checks += [Figures(), Names(), Negation(), Supported(cited=False)]
    if arguments.schema:
        # Where there are no documents, the form is all that can be asked.
        checks.append(_schema(Path(arguments.schema), strict=arguments.strict, suffices=not arguments.documents))
    if arguments.manifest:
        checks.append(_manifest(Path(arguments.manifest)))
    urls = AllowList(hosts=tuple(arguments.hosts) if arguments.hosts else None)
    if arguments.hosts or arguments.open_https:
        checks.append(urls)
    return checks, urls


def _schema(path: Path, *, strict: bool, suffices: bool) -> AnyCheck:
    from vouched.adapters.files import refuse_irregular
    from vouched.checks import Schema

    refuse_irregular(path, inherited=True)
    try:
        return Schema(json.loads(path.read_text(encoding="utf-8")), strict=strict, suffices=suffices)
    except (OSError, ValueError, RecursionError) as error:
        reason = getattr(error, "strerror", None) or str(error) or type(error).__name__
        raise UsageError(f"--schema {path}: expected a JSON Schema in UTF-8, saw: {clip(reason)}") from None


def _manifest(path: Path) -> AnyCheck:
    from vouched.adapters.files import refuse_irregular
    from vouched.checks import Manifest
    from vouched.errors import ManifestError

    refuse_irregular(path, inherited=True)
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        reason = getattr(error, "strerror", None) or "it is not UTF-8"
        raise ManifestError(f"{path}: expected a manifest that `vouched manifest` wrote, saw: {reason}") from None
    try:
        return Manifest.from_text(text)
    except ManifestError as error:
        raise ManifestError(f"{path}: {error}") from None


def _judged(
    name: str,
    raw: str,
    kind: str,
    *,
    evidence: Evidence,
    checks: list[AnyCheck],
    urls: AllowList,
    policy: Policy,
) -> Entry:
    from vouched.checks.url_rules import sources_of
    from vouched.cli.printing import entry_of
    from vouched.guard import verify
    from vouched.run.reading import read

    draft = read(raw, kind=kind, documents=evidence)  # type: ignore[arg-type]
    if urls not in checks and any(sources_of(claim, evidence) for claim in draft.claims):
        checks = [*checks, urls]
    outcome = verify(draft, evidence, checks=checks, policy=policy)
    return entry_of(name, draft, outcome, evidence)


def _print_json(entry: Entry, *, named: bool) -> None:
    from vouched.adapters.json_shapes import json_text, verify_json

    shape = verify_json(entry.outcome)
    if named:
        print(json_text({"answer": entry.name, **shape}), flush=True)
    else:
        print(json_text(shape, indent=2))
