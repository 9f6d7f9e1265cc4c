"""Compares scorecards with earlier ones: which rates are no longer what they were."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Literal

from vouched.errors import UsageError
from vouched.measure.rates import rate_of
from vouched.record import Record
from vouched.scorecard import ALL, Measured, Rate, Scorecard, load_scorecard

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
        for finding, language in _places(was, card):
            then, now = _measured(was, finding, language), _measured(card, finding, language)
            if then is not None and now is not None:
                place = finding, language
                yield from _drift(card.check, place, "false alarms", then.false_alarms, now.false_alarms)
                yield from _drift(card.check, place, "misses", then.misses, now.misses)
        rewritten = {(each.name, each.language): each for each in was.rewritings}
        for again in card.rewritings:
            before_it = rewritten.get((again.name, again.language))
            if before_it is not None:
                figure: Figure = "changed verdicts" if again.keeps else "noticed"
                yield from _drift(card.check, (again.name, again.language), figure, before_it.seen, again.seen)


def _places(*cards: Scorecard) -> list[tuple[str, str]]:
    """Return the finding codes and languages of all kinds together, of either scorecard, each once."""
    found = [(each.finding, each.language) for card in cards for each in card.measured if each.kind == ALL]
    return list(dict.fromkeys(found))


def _measured(card: Scorecard, finding: str, language: str) -> Measured | None:
    """Return what was measured of a finding code; one that was never seen has missed every bad case."""
    seen = card.of(finding, language=language)
    whole = card.of(language=language)
    if seen is not None or whole is None:
        return seen
    good, bad = whole.false_alarms.of, whole.misses.of
    return whole.but(finding=finding, false_alarms=rate_of(0, good), misses=rate_of(bad, bad))


def _drift(check: str, place: tuple[str, str], figure: Figure, before: Rate, after: Rate) -> Iterator[Drift]:
    if before.upper < after.lower or after.upper < before.lower:
        rose = after.lower > before.upper
        worse = rose is not (figure == "noticed")
        name, language = place
        yield Drift(check=check, place=name, language=language, figure=figure, before=before, after=after, worse=worse)
