"""The verb `policy`: explains what each check may set in motion under a policy, and what it has not earned."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING

from vouched.cli.parsing import Parser, Verbs, add_policy, some_text
from vouched.record import Record

if TYPE_CHECKING:
    from vouched.policy import Policy
    from vouched.ports import AnyCheck

__all__ = ["Explained", "add", "explained", "run"]


class Explained(Record, frozen=True, kw_only=True):
    """What a finding may set in motion in a language, and by which rule: "*" is any finding, any language."""

    check: str
    finding: str
    language: str
    authority: str
    rule: str
    decidable: bool


def add(verbs: Verbs) -> None:
    """Add the verb, its action and its options to the program's parser."""
    parser = verbs.add_parser(
        "policy",
        help="explain what a policy lets each check do",
        description="Says what each check's findings may set in motion under a policy, and why: facts by its rules, "
        "estimates by what their scorecards have earned.",
    )
    actions = parser.add_subparsers(title="actions", dest="action", required=True, parser_class=Parser)
    explain = actions.add_parser(
        "explain",
        help="explain each check's authority",
        description="Prints the authority of each check, and for estimates what earned it, or why nothing did.",
    )
    explain.add_argument(
        "--profile", type=some_text, metavar="NAME", help="the checks and policy of a profile (default: every check)"
    )
    add_policy(explain)
    explain.add_argument("--json", action="store_true", help="print JSON, one object a line")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Return 0: that something is not earned is no fault."""
    from vouched.adapters.json_shapes import json_text
    from vouched.cli.policy_names import policy_of
    from vouched.cli.terminal import Terminal, visible
    from vouched.profile import profile_of
    from vouched.record import to_builtins
    from vouched.run.checking import check_name
    from vouched.run.settings import measured

    checks = _checks(arguments.profile)
    if arguments.policy or not arguments.profile:
        policy = policy_of(arguments.policy, [check_name(check) for check in checks])
    else:
        policy = profile_of(arguments.profile).policy
    terminal = Terminal.of(sys.stdout)
    last = ""
    for each in explained(measured(policy, checks), checks):
        if arguments.json:
            print(json_text(to_builtins(each)))
            continue
        if each.check != last:
            kind = "a fact" if each.decidable else "an estimate"
            print(f"{terminal.paint(visible(each.check), 'strong')}  {terminal.paint(f'({kind})', 'dim')}")
            last = each.check
        place = " ".join(part for part in (each.finding, each.language) if part != "*") or "any finding"
        style = "wary" if "not earned" in each.rule else "good"
        for line in terminal.wrap(
            [(f"{visible(place)}: ", ""), (each.authority, style), (f"  {visible(each.rule)}", "dim")],
            first="    ",
            rest="        ",
        ):
            print(line)
    return 0


def _checks(profile: str | None) -> tuple[AnyCheck, ...]:
    """Return the checks of a profile, or every shipped one that needs no settings."""
    from vouched import checks as shipped
    from vouched.errors import UsageError
    from vouched.profile import profile_of

    if profile:
        chosen = profile_of(profile)
        return chosen.checks_in(chosen.language)
    made: list[AnyCheck] = []
    for name in shipped.__all__:
        try:
            made.append(getattr(shipped, name)())
        except (TypeError, UsageError):
            continue
    return tuple(made)


def explained(policy: Policy, checks: tuple[AnyCheck, ...]) -> Iterator[Explained]:
    """Yield what each check's findings may set in motion: any of them, and those that have rules or rates of their own.

    An estimate's are told in each language that its scorecard has.
    """
    from vouched.run.checking import check_name, is_decidable
    from vouched.scorecard import ALL

    for check in checks:
        name, decidable = check_name(check), is_decidable(check)
        standing = policy.standing.get(name)
        card = standing.card if standing is not None else None
        findings = {pattern.partition("/")[2] for pattern in policy.authority if pattern.startswith(f"{name}/")}
        findings |= {each.finding for each in card.measured} if card is not None else set()
        languages = sorted({each.language for each in card.measured} - {ALL, "mixed"}) if card is not None else []
        for finding in [ALL, *sorted(findings - {ALL})]:
            for language in [ALL, *languages]:
                authority, rule = policy.of(name, finding, decidable=decidable, language=language)
                yield Explained(
                    check=name, finding=finding, language=language, authority=authority, rule=rule, decidable=decidable
                )
