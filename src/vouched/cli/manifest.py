"""The verb `manifest`: locks documents by their sha256, for `vouched verify --manifest` to compare with."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from vouched.cli.parsing import Verbs, add_documents, some_text

__all__ = ["add", "run"]


def add(verbs: Verbs) -> None:
    """Add the verb and its options to the program's parser."""
    parser = verbs.add_parser(
        "manifest",
        help="lock documents by their sha256",
        description="Writes the manifest of documents: the id, sha256 and length of each text.",
    )
    add_documents(parser, told="what to lock")
    parser.add_argument("--output", type=some_text, metavar="FILE", help="where to write it (default: standard output)")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Return 0 when the manifest was written."""
    from vouched.adapters.files import load_documents
    from vouched.checks.manifest import make_manifest
    from vouched.errors import UsageError

    documents = load_documents(*arguments.documents)
    text = make_manifest(documents)
    if not arguments.output:
        print(text, end="")
        return 0
    try:
        Path(arguments.output).write_text(text, encoding="utf-8", newline="\n")
    except OSError as error:
        message = f"--output {arguments.output}: expected a file that can be written, saw: {error.strerror}"
        raise UsageError(message) from None
    print(f"locked {len(documents)} documents in {arguments.output}", file=sys.stderr)
    return 0
