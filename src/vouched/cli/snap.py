"""The verb `snap`: shows the sentence of a document that an anchor names."""

from __future__ import annotations

import argparse
import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from vouched.cli.parsing import Verbs, number_from, some_text

if TYPE_CHECKING:
    from vouched.documents import Document

__all__ = ["add", "run"]

MAX_LENGTH = 2000


def add(verbs: Verbs) -> None:
    """Add the verb and its options to the program's parser."""
    parser = verbs.add_parser(
        "snap",
        help="find the sentence of a document that an anchor names",
        description="Finds the one place where ANCHOR stands in FILE and prints the whole sentence around it. "
        "Exits with 0 when it was found, 1 when not, 2 when used wrongly.",
    )
    option = parser.add_argument
    option("anchor", metavar="ANCHOR", help="the words to look for")
    option("file", type=some_text, metavar="FILE", help="a text file, or - for standard input")
    option("--occurrence", type=number_from(1), metavar="N", help="take the N-th place where the anchor stands")
    option("--prefix", default="", metavar="TEXT", help="what stands directly before the right place")
    option("--suffix", default="", metavar="TEXT", help="what stands directly after the right place")
    option(
        "--max-length",
        type=number_from(1),
        default=MAX_LENGTH,
        metavar="N",
        help=f"the most characters that a quote may have (default: {MAX_LENGTH})",
    )
    option("--json", action="store_true", help="print JSON")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Return 0 when the anchor was found, else 1."""
    from vouched.adapters.json_shapes import json_text, snap_json
    from vouched.cli.snap_report import snap_report
    from vouched.cli.terminal import Terminal
    from vouched.text.snap import snap

    document = _document(arguments.file)
    found = snap(
        arguments.anchor,
        document,
        occurrence=arguments.occurrence,
        prefix=arguments.prefix,
        suffix=arguments.suffix,
        max_length=arguments.max_length,
    )
    if arguments.json:
        print(json_text(snap_json(found), indent=2))
    else:
        places = _places(arguments, document) if arguments.occurrence and found.reason == "absent" else 0
        for line in snap_report(found, document, places=places, terminal=Terminal.of(sys.stdout)):
            print(line)
    return 0 if found.found else 1


def _places(arguments: argparse.Namespace, document: Document) -> int:
    """Return in how many places the anchor stands, in the surroundings that were asked for."""
    from vouched.text.snap import snap

    def stands(occurrence: int) -> bool:
        found = snap(
            arguments.anchor,
            document,
            occurrence=occurrence,
            prefix=arguments.prefix,
            suffix=arguments.suffix,
            max_length=arguments.max_length,
        )
        return found.reason != "absent"

    # The places are counted from 1 without a gap, so halving finds the last one.
    low, high = 0, arguments.occurrence
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if stands(middle) else (low, middle)
    return low


def _document(file: str) -> Document:
    """Return a file's text as it stands, whatever its name; its id is the name without extension."""
    from vouched.adapters.files import is_standard_input, load_answer
    from vouched.documents import Document
    from vouched.errors import DocumentError

    text = load_answer(file)
    if re.search("[\ud800-\udfff]", text):
        raise DocumentError(f"{file}: expected text, saw bytes that are text in no encoding that was tried")
    if is_standard_input(file):
        return Document(id="stdin", text=text)
    return Document(id=Path(file).stem or file, text=text, path=file)
