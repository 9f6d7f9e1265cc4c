"""Compares scorecards with earlier ones: which rates are no longer what they were."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Literal

from vouched.errors import UsageError
from vouched.record import Record
from vouched.scorecard import ALL, Rate, Scorecard, load_scorecard

__all__ = ["Drift", "drifts", "scorecards_in"]

Figure = Literal["false alarms", "misses", "changed verdicts", "noticed"]


class Drift(Record, frozen=True, kw_only=True):
    """A rate whose interval lies wholly beside the earlier one; `place` is a finding code or a rewrite."""

    check: str
    place: str
    language: str
    figure: Figure
    before: Rate
    after: Rate
    worse: bool


def scorecards_in(path: str | Path) -> tuple[Scorecard, ...]:
    """Return the scorecard of a file, or those of a folder that `vouched measure` wrote.

    Raises UsageError where there are none.
    """
    given = Path(path)
    if given.is_file():
        return (load_scorecard(given),)
    folder = given / "scorecards" if (given / "scorecards").is_dir() else given
    found = tuple(load_scorecard(each) for each in sorted(folder.glob("*.json")))
    if not found:
        raise UsageError(f"{path}: expected scorecards that vouched measure wrote, saw none")
    return found


def drifts(before: Sequence[Scorecard], after: Sequence[Scorecard]) -> Iterator[Drift]:
    """Yield each rate, of all kinds together, that changed beyond what chance explains.

    Scorecards of the same check are compared, also of other versions and settings: that they drift is the question.
    """
    earlier = {card.check: card for card in before}
    for card in after:
        was = earlier.get(card.check)
        if was is None:
            continue
        for each in card.measured:
            other = was.of(each.finding, language=each.language)
            if each.kind == ALL and other is not None:
                place = each.finding, each.language
                yield from _drift(card.check, place, "false alarms", other.false_alarms, each.false_alarms)
                yield from _drift(card.check, place, "misses", other.misses, each.misses)
        rewritten = {(each.name, each.language): each for each in was.rewritings}
        for again in card.rewritings:
            then = rewritten.get((again.name, again.language))
            if then is not None:
                figure: Figure = "changed verdicts" if again.keeps else "noticed"
                yield from _drift(card.check, (again.name, again.language), figure, then.seen, again.seen)


def _drift(check: str, place: tuple[str, str], figure: Figure, before: Rate, after: Rate) -> Iterator[Drift]:
    if before.upper < after.lower or after.upper < before.lower:
        rose = after.lower > before.upper
        worse = rose is not (figure == "noticed")
        name, language = place
        yield Drift(check=check, place=name, language=language, figure=figure, before=before, after=after, worse=worse)
