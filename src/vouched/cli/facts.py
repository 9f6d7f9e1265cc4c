"""The verb `facts`: loads a fact store, lists what it holds, and answers questions from it alone."""

from __future__ import annotations

from vouched.cli import facts_ask, facts_list, facts_load
from vouched.cli.parsing import Parser, Verbs

__all__ = ["add"]


def add(verbs: Verbs) -> None:
    """Add the verb, with its verbs, to the program's parser."""
    parser = verbs.add_parser(
        "facts",
        help="answer questions about numbers from a fact store, and from nothing else",
        description="Keeps facts with their sources in a store, and answers questions from them: every number of an "
        "answer is a stored fact or reckoned from facts that are shown.",
    )
    below = parser.add_subparsers(title="verbs", dest="facts_verb", required=True, parser_class=Parser)
    for verb in (facts_load, facts_ask, facts_list):
        verb.add(below)
