"""Words what a measurement came to."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from vouched.cli.terminal import Terminal, visible
from vouched.measure.drift import Drift
from vouched.measure.page import percent
from vouched.measure.running import Read
from vouched.scorecard import ALL, Measured, Scorecard

__all__ = ["drift_lines", "scorecard_lines"]

_LABEL = 18
_MOST_REWRITES = 6


def scorecard_lines(cards: Sequence[Scorecard], read: Read, *, terminal: Terminal) -> Iterator[str]:
    """Yield what was read, and of each check its rates by language, and the rewrites that it fails at most."""
    reused = f", {read.reused} of them kept from before" if read.reused else ""
    yield from terminal.wrap(
        [(f"{read.cases} cases of {visible(', '.join(read.origins)) or 'nothing'}{reused}", "strong")]
    )
    for why, count in read.apart.items():
        yield terminal.paint(f"  told apart, {why}: {count}", "wary")
    for each in read.shown[:3]:
        yield from terminal.wrap([(visible(f"{each.where}: {each.told}"), "dim")], first="    ", rest="      ")
    for empty in cards[0].empty if cards else ():
        yield terminal.paint(f"  no cases of the class {empty}: its rate is unknown", "wary")
    for card in cards:
        cost = "" if card.milliseconds is None else f"  {card.milliseconds:.2f} ms a case"
        yield f"{terminal.paint(visible(card.check), 'strong')}{terminal.paint(cost, 'dim')}"
        for measured in card.measured:
            if measured.finding == ALL and measured.kind == ALL:
                yield from _measured(measured, terminal)
        yield from _rewrites(card, terminal)


def _measured(each: Measured, terminal: Terminal) -> Iterator[str]:
    language = "all languages" if each.language == ALL else each.language
    told = f"false alarms {percent(each.false_alarms)}, misses {percent(each.misses)}, silent {each.silent}"
    broken = [(f", broken {each.broken}", "bad")] if each.broken else []
    yield from terminal.wrap([(told, ""), *broken], first=f"  {language.ljust(_LABEL)} ", rest=" " * (_LABEL + 3))


def _rewrites(card: Scorecard, terminal: Terminal) -> Iterator[str]:
    for keeps, label in ((True, "changed verdicts"), (False, "noticed")):
        chosen = [each for each in card.rewritings if each.keeps is keeps]
        count, of = sum(each.seen.count for each in chosen), sum(each.seen.of for each in chosen)
        if not of:
            continue
        worst = sorted(chosen, key=lambda each: each.seen.share or 0, reverse=True)
        named = [f"{each.name} {each.language} {each.seen.count}/{each.seen.of}" for each in worst if each.seen.count]
        told = f": {', '.join(named[:_MOST_REWRITES])}" if named else ""
        style = "bad" if keeps and count else ""
        yield from terminal.wrap(
            [(f"{count}/{of} = {100 * count / of:.1f} %", style), (told, "dim")],
            first=f"  {label.ljust(_LABEL)} ",
            rest=" " * (_LABEL + 3),
        )


def drift_lines(drifted: Sequence[Drift], *, terminal: Terminal) -> Iterator[str]:
    """Yield each rate that left its interval."""
    if not drifted:
        yield "no rate left its interval"
    for each in drifted:
        rates = f"{each.figure} {percent(each.before)}, now {percent(each.after)}"
        told = f"{each.check} {each.place} {each.language}: {rates}"
        word = ("worse", "bad") if each.worse else ("better", "good")
        yield from terminal.wrap([word, (f"  {visible(told)}", "")], rest="  ")
