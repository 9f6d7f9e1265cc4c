"""The verb `bench-loop`: runs the loop over a data set of questions and says how often it succeeds and at what cost."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from vouched.cli.asking import add_budget, add_model, add_profile, guarding, language_for, model_of
from vouched.cli.parsing import Verbs, add_documents, number_from, some_text
from vouched.errors import UsageError

if TYPE_CHECKING:
    from vouched.adapters.loop_cases import LoopCase, LoopCases
    from vouched.adapters.loop_rates import LoopRun
    from vouched.cli.loop_runs import Asked
    from vouched.documents import Evidence

__all__ = ["add", "run"]

SIMULATED = "simulated"
CONCURRENCY = 4
# What a simulated case without documents of its own is asked about, so that a data set of questions alone can be run.
_STAND_IN = "The rent is 500 EUR. It is due on the first day of the month. The tenant shall not keep animals."


def add(verbs: Verbs) -> None:
    """Add the verb and its options to the program's parser."""
    parser = verbs.add_parser(
        "bench-loop",
        help="measure the loop over a data set of questions",
        description="Asks every question of a data set and reports how many answers were released, how often was asked "
        "again, why the others were not released, and what it cost. Exits with 0 when all were asked, whatever came of "
        "them, 2 when used wrongly.",
    )
    option = parser.add_argument
    option("dataset", type=some_text, metavar="DATASET", help="a JSON file with cases, or a .jsonl with one a line")
    add_documents(parser, required=False, told="what cases without documents of their own are asked about")
    add_model(parser, default=SIMULATED, told=f"{SIMULATED}, which fails as each case's tag says")
    add_budget(parser)
    add_profile(parser)
    option("--strict-profile", action="store_true", help="refuse a data set that suggests another profile")
    option("--async", action="store_true", dest="awaits", help="ask several questions at once")
    option(
        "--concurrency",
        type=number_from(1),
        default=CONCURRENCY,
        metavar="N",
        help=f"with --async, how many at once (default: {CONCURRENCY})",
    )
    option("--verbose", action="store_true", help="print a line on each case")
    option("--json", action="store_true", help="print JSON in place of the table")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Return 0: how many succeed is what is measured, and no fault of the run."""
    from vouched.adapters.loop_cases import load_cases

    cases = load_cases(arguments.dataset)
    _compare_profiles(arguments, cases.suggested)
    asked = list(_asked(arguments, cases.cases))
    runs = _runs(arguments, asked)
    _print(arguments, cases, runs)
    return 0


def _compare_profiles(arguments: argparse.Namespace, suggested: str | None) -> None:
    """Tell where a data set suggests another profile than is used; with --strict-profile refuse it."""
    used = arguments.profile or "general"
    if suggested is None or suggested == used:
        return
    told = f"{arguments.dataset}: expected to be run with --profile {suggested:.60}, saw {used:.60}"
    if arguments.strict_profile:
        raise UsageError(told)
    print(f"warning: {told}", file=sys.stderr)


def _asked(arguments: argparse.Namespace, cases: Sequence[LoopCase]) -> Iterator[Asked]:
    """Yield each case with its tag, its question, its guard and its documents; faults of the data set raise."""
    from vouched.adapters.files import load_documents
    from vouched.documents import Evidence

    shared = load_documents(*arguments.documents)
    simulates = arguments.model == SIMULATED
    if simulates and (arguments.base_url or arguments.api_key_env):
        raise UsageError(f"--model {SIMULATED}: expected no --base-url and no --api-key-env, it calls nobody")
    model = None if simulates else model_of(arguments, asynchronous=arguments.awaits)
    for case in cases:
        documents = case.documents or shared
        if not documents and not simulates:
            raise UsageError(f"{case.where}: expected documents in the case or by --documents, saw none")
        evidence = Evidence.of(documents or {"stand-in": _STAND_IN})
        yield _simulated(arguments, case, evidence) if simulates else _real(arguments, case, evidence, model)


def _simulated(arguments: argparse.Namespace, case: LoopCase, evidence: Evidence) -> Asked:
    from vouched.adapters.simulated_model import Simulated, tag_of
    from vouched.checks import Confidence, Critic
    from vouched.guard import Guard
    from vouched.policy import Policy
    from vouched.run.checking import check_name

    tag, question = tag_of(case.tag, case.question, where=case.where)
    model = Simulated(tag)
    # No scorecard is needed to see what the loop does with a judge's no: it is held.
    settings = _settings(arguments, question, evidence)
    running = [check_name(check) for check in settings["checks"]]
    more = tuple(check for check in (Confidence(), Critic()) if check.name not in running)
    settings = {**settings, "checks": (*settings["checks"], *more), "judge": model}
    guard = Guard(model, policy=Policy(unearned="hold"), **settings)
    return case, tag, question, guard, evidence


def _real(arguments: argparse.Namespace, case: LoopCase, evidence: Evidence, model: Any) -> Asked:
    from vouched.guard import Guard

    guard = Guard(model, **_settings(arguments, case.question, evidence))
    return case, case.tag, case.question, guard, evidence


def _settings(arguments: argparse.Namespace, question: str, evidence: Evidence) -> dict[str, Any]:
    return guarding(arguments, language=arguments.language or language_for(question, evidence.documents[0].text))


def _runs(arguments: argparse.Namespace, asked: list[Asked]) -> list[LoopRun]:
    from vouched.cli.loop_runs import arun_cases, run_cases
    from vouched.cli.progress import Progress

    progress = Progress(len(asked))

    def done(run: LoopRun) -> None:
        progress.show(run.case.question)

    try:
        if not arguments.awaits:
            return run_cases(asked, done=done)
        import asyncio

        return asyncio.run(arun_cases(asked, concurrency=arguments.concurrency, done=done))
    finally:
        progress.clear()


def _print(arguments: argparse.Namespace, cases: LoopCases, runs: list[LoopRun]) -> None:
    from vouched.adapters.loop_rates import rates_of
    from vouched.cli.loop_report import case_line, rates_lines
    from vouched.cli.terminal import Terminal

    rates = rates_of(runs)
    if arguments.json:
        from vouched.adapters.json_shapes import bench_loop_json, json_text

        print(json_text(bench_loop_json(rates, runs, model=arguments.model, suggested=cases.suggested), indent=2))
        return
    terminal = Terminal.of(sys.stdout)
    for each in runs if arguments.verbose else ():
        print(case_line(each, terminal=terminal))
    title = f"{arguments.dataset}, asked of {arguments.model}"
    for line in rates_lines(rates, title=title, terminal=terminal):
        print(line)
