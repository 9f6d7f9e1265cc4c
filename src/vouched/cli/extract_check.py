"""The verb `extract-check`: looks up again whether what a file of extractions says stands in the documents."""

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING

from vouched.cli.parsing import Verbs, add_documents, add_html, add_policy, refuse_unwritable, some_text
from vouched.errors import UsageError

if TYPE_CHECKING:
    from vouched.adapters.extraction_files import Annotated
    from vouched.adapters.html_report import Entry
    from vouched.documents import Document, Evidence
    from vouched.policy import Policy

__all__ = ["add", "run"]


def add(verbs: Verbs) -> None:
    """Add the verb and its options to the program's parser."""
    parser = verbs.add_parser(
        "extract-check",
        help="look up again whether extractions stand in their documents",
        description="Looks up every extracted text and attribute of a file that langextract wrote, whatever it says of "
        "their alignment. Exits with 0 when all stand, 1 when one does not, 2 when used wrongly.",
    )
    parser.add_argument(
        "result",
        type=some_text,
        metavar="RESULT",
        help="the .jsonl file, one annotated document a line, or the .html page of visualize; - is standard input",
    )
    add_documents(parser, required=False, told="the documents, by their ids; without them, the texts in RESULT")
    parser.add_argument(
        "--labels",
        nargs="+",
        action="extend",
        default=[],
        metavar="KEY",
        help="attributes whose values are labels, and no words of a document",
    )
    add_policy(parser)
    parser.add_argument("--json", action="store_true", help="print JSON, one object a document")
    add_html(parser)
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Return 0 when every extraction stands, else 1."""
    from vouched.adapters.extraction_files import annotated_documents
    from vouched.adapters.files import load_answer, load_documents
    from vouched.cli.policy_names import policy_of
    from vouched.cli.printing import print_reports, write_html
    from vouched.documents import Evidence

    refuse_unwritable(arguments.html)
    given = Evidence.of(load_documents(*arguments.documents))
    policy = policy_of(arguments.policy, ["grounding"])
    entries: list[Entry] = []
    shown: dict[str, Document] = {document.id: document for document in given.documents}
    wrong = empty = 0
    for each in annotated_documents(load_answer(arguments.result), arguments.result):
        if each.fault is not None:
            print(f"vouched: {arguments.result}:{each.line}: {each.fault}", file=sys.stderr)
            wrong += 1
            continue
        if not each.extractions:
            # A document of which nothing was extracted has nothing that could be wrong.
            empty += 1
            continue
        evidence = _evidence(each, given, arguments.result)
        shown |= {document.id: document for document in evidence.documents}
        entries.append(_judged(each, evidence, policy, labels=tuple(arguments.labels)))
        if arguments.json:
            _print_json(entries[-1])
    if not arguments.json:
        note = [f"{empty} documents without extractions", ""] if empty else []
        print_reports(entries, tuple(shown.values()), last=note)
    if arguments.html:
        write_html(arguments.html, entries, tuple(shown.values()))
    stands = all(entry.outcome.status == "released" for entry in entries)
    return 0 if stands and not wrong else 1


def _evidence(each: Annotated, given: Evidence, name: str) -> Evidence:
    """Return the documents that a line is about: the given one of its id, else all given ones, else its own text."""
    from vouched.documents import Document, Evidence

    document = None if each.document is None else given.resolve(each.document)
    if document is not None and each.text is not None and each.text != document.text:
        print(f"vouched: {name}:{each.line}: its text is not that of the document {document.id!r:.80}", file=sys.stderr)
    if document is not None:
        return Evidence.of([document])
    if given.documents:
        return given
    if each.text is None:
        raise UsageError(f"{name}:{each.line}: expected --documents, or a text in the line, saw neither")
    return Evidence.of([Document(id=each.document or f"line-{each.line}", text=each.text)])


def _judged(each: Annotated, evidence: Evidence, policy: Policy, *, labels: tuple[str, ...]) -> Entry:
    from vouched.checks import Grounding
    from vouched.cli.printing import entry_of
    from vouched.guard import verify
    from vouched.run.reading import read

    draft = read({"extractions": list(each.extractions)}, kind="extractions", documents=evidence)
    outcome = verify(draft, evidence, checks=[Grounding(labels=labels)], policy=policy)
    return entry_of(each.document or f"line {each.line}", draft, outcome, evidence)


def _print_json(entry: Entry) -> None:
    from vouched.adapters.json_shapes import json_text, verify_json

    print(json_text({"answer": entry.name, **verify_json(entry.outcome)}), flush=True)
