"""The verb `facts ask`: answers a question from a fact store, asks back, or says why there is no answer."""

from __future__ import annotations

import argparse
import sys
from contextlib import closing
from typing import TYPE_CHECKING, Any

from vouched.cli.facts_options import a_day, add_store
from vouched.cli.parsing import Verbs, some_text
from vouched.errors import UsageError

if TYPE_CHECKING:
    from vouched.facts.narrative import Narrator
    from vouched.facts.profile import FactProfile
    from vouched.facts.results import FactAnswer

__all__ = ["add", "run"]

_STYLES = {"answered": "good", "partly": "wary", "asked": "place", "unrecognized": "place"}


def add(verbs: Verbs) -> None:
    """Add the verb and its options to the program's parser."""
    parser = verbs.add_parser(
        "ask",
        help="answer a question from the facts of a store",
        description="Answers a question with facts of a store and what is reckoned from them, or asks back what it did "
        "not understand. Exits with 0 when the question was answered, 1 when not, 2 when used wrongly.",
    )
    parser.add_argument("question", metavar="QUESTION", help="what to ask, or - for standard input")
    add_store(parser, told="file (SQLite) or postgresql:// URL of the store")
    parser.add_argument(
        "--date", type=a_day, metavar="DATE", help='the day that "last year" counts from (default: today, in UTC)'
    )
    parser.add_argument("--as-of", type=a_day, metavar="DATE", help="answer with what the sources said on this day")
    parser.add_argument("--lang", choices=("en", "ja", "zh"), help="of the answer (default: that of the question)")
    parser.add_argument(
        "--after",
        type=some_text,
        action="append",
        default=[],
        metavar="QUESTION",
        help="a question before this one, which a follow-up goes on from; may be given several times, in order",
    )
    parser.add_argument(
        "--documents",
        nargs="+",
        action="extend",
        default=[],
        metavar="PATH",
        help="what questions for reasons are answered from",
    )
    parser.add_argument(
        "--model",
        type=some_text,
        metavar="NAME",
        help="openai:NAME, anthropic:NAME or extractive; writes about reasons, is consulted of what is not understood",
    )
    parser.add_argument(
        "--base-url", type=some_text, metavar="URL", help="the server, where it is not the provider's own"
    )
    parser.add_argument(
        "--api-key-env",
        type=some_text,
        metavar="VARIABLE",
        help="the environment variable that holds the key (default: the provider's own)",
    )
    parser.add_argument("--json", action="store_true", help="print JSON in place of the answer")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Return 0 when the question was answered, else 1."""
    from vouched.facts.agent import FactAgent
    from vouched.facts.profile import facts_profile
    from vouched.stores.facts import open_facts

    question = sys.stdin.read() if arguments.question == "-" else arguments.question
    if not question.strip():
        raise UsageError("QUESTION: expected a question, saw none")
    profile = facts_profile(arguments.profile)
    with closing(open_facts(arguments.db, create=False)) as store:
        agent = FactAgent(profile, store, narrator=_narrator(arguments, profile), model=_consulted(arguments))
        last = None
        for before in arguments.after:
            last = agent.ask(before, today=arguments.date, last=last).request
        answer = agent.ask(question, today=arguments.date, language=arguments.lang, last=last, as_of=arguments.as_of)
    _print(answer, as_json=arguments.json)
    return 0 if answer.status == "answered" else 1


def _narrator(arguments: argparse.Namespace, profile: FactProfile) -> Narrator | None:
    from vouched.adapters.files import load_documents
    from vouched.cli.asking import model_of
    from vouched.facts.narrative import DocumentRetriever, Narrator

    if not arguments.documents:
        return None
    documents = load_documents(*arguments.documents)
    model = model_of(arguments, name=arguments.model or "extractive")
    return Narrator(model, DocumentRetriever(documents), profile=profile)


def _consulted(arguments: argparse.Namespace) -> Any:
    """Return the model that is consulted of questions that were not understood; none that calls nobody."""
    from vouched.cli.asking import model_of

    named = arguments.model not in (None, "extractive")
    return model_of(arguments) if named else None


def _print(answer: FactAnswer, *, as_json: bool) -> None:
    from vouched.adapters.json_shapes import json_text
    from vouched.cli.terminal import Terminal, visible

    if as_json:
        print(json_text(_shape(answer), indent=2))
        return
    terminal = Terminal.of(sys.stdout)
    told = answer.status + (f" ({answer.reason})" if answer.reason else "")
    print(terminal.paint(visible(told), _STYLES.get(answer.status, "bad")))
    for line in answer.answer.splitlines():
        print(visible(line))


def _shape(answer: FactAnswer) -> dict[str, Any]:
    from vouched.facts.answer_shapes import answer_shape

    return answer_shape(answer)
