"""Reads the periods that a question names: years with their parts, lists that share a year, whole ranges."""

from __future__ import annotations

import re
from datetime import date
from typing import Literal, NamedTuple

from vouched.facts.period_atoms import atoms_of
from vouched.facts.period_forms import Atom, dated, simplified
from vouched.facts.periods import GRAINS, Calendar, Grain, Period, periods_between
from vouched.facts.views import View

__all__ = ["PeriodMention", "earlier", "period_mentions"]

MOST_MEMBERS = 60
# Kana, and characters that only Japanese writes so.
JAPANESE = re.compile("[\u3040-\u30ff売円収県価気駅図対続総]")
MentionKind = Literal["period", "range", "last", "to_date", "latest", "same", "shift"]


class PeriodMention(NamedTuple):
    """Periods that a question names from `start` to `end` of its folded text. `relative` ones count from today.

    `reason` says why there are none: "no_such_day", "too_many" … ; "latest" is left to what the store has of `grain`,
    and "shift" ("the year before", その前年) to the periods of the question before: one of `grain` earlier.
    """

    start: int
    end: int
    periods: tuple[Period, ...]
    kind: MentionKind = "period"
    relative: bool = False
    grain: Grain = "year"
    reason: str | None = None


# What may stand between a part and its year, between the members of a list, and between the ends of a range.
_JOINS = re.compile(r"\s*(?:,|of|in|for|the|の|的|'|-)?\s*(?:the|fy|fiscal|year)?\s*'?\Z")
_LISTS = re.compile(
    simplified(
        r"\s*(?:,|and|&|or|和|与|及|以及|と|や|および|、|/|vs\.?|versus|から)\s*(?:,\s*)?(?:and\s+)?(?:the\s+)?\Z"
    )
)
_RANGES = re.compile(simplified(r"\s*(?:-|~|to|through|thru|until|till|up\ to|到|至|から|より)\s*(?:the\s+)?\Z"))
_FROM = re.compile(simplified(r"(?:(?<![a-z])(?:from|between)\s+(?:the\s+)?|从|自|由)\Z"))
_NO_PART = ("no_such_half", "no_such_quarter", "no_such_month")
_BETWEEN = re.compile(r"(?<![a-z])between\s+(?:the\s+)?\Z")
_SINCE = re.compile(simplified(r"(?:(?<![a-z])since\s+(?:the\s+)?|自从?)\Z"))
_ONWARD = re.compile(simplified(r"\s?(?:年?度?(?:以来|以降|至今|からこれまで))"))
_UNTIL = re.compile(simplified(r"\s*(?:まで|为止|の间|之间|间)"))


def period_mentions(view: View, *, today: date, calendar: Calendar, language: str = "") -> tuple[PeriodMention, ...]:
    """Return the periods that a question names, in order and without overlap.

    `today` is what relative ones count from; `language` "ja" reads 前年 as the year before, any other as Chinese does.
    """
    text = view.folded
    language = language or ("ja" if JAPANESE.search(view.text) else "other")
    atoms = _with_years(atoms_of(text, today=today, calendar=calendar, language=language), text)
    found: list[PeriodMention] = []
    index = 0
    while index < len(atoms):
        atom = atoms[index]
        following = atoms[index + 1] if index + 1 < len(atoms) else None
        joined = None if following is None else _range(atom, following, text, today, calendar)
        if joined is not None:
            found.append(joined)
            index += 2
            continue
        found.append(_since(atom, text, today, calendar) or _alone(atom, today, calendar))
        index += 1
    return tuple(_same(found))


def _with_years(atoms: list[Atom], text: str) -> list[Atom]:
    """Return the atoms, each part of a year joined with the year beside it, lists of parts with the year they share."""
    joined: list[Atom] = []
    for atom in atoms:
        last = joined[-1] if joined else None
        gap = None if last is None else text[last.end : atom.start]
        if last is None or gap is None or not _JOINS.match(gap):
            joined.append(atom)
        elif last.kind == "year" and atom.kind == "part" and not (gap.strip() == "," and last.relative):
            joined[-1] = _of_year(atom, last)
        elif last.kind == "year" and atom.kind == "last" and text[atom.start] == "前" and not gap.strip("的 "):
            joined[-1] = _of_year(atom, last)  # 前三个季度 behind a year are its first
        elif last.kind == "year" and atom.kind == "wrong" and not gap.strip():
            joined[-1] = atom._replace(start=last.start)
        elif last.kind == "wrong" and last.reason in _NO_PART and atom.kind == "year":
            joined[-1] = last._replace(end=atom.end)
        elif last.kind == "part" and atom.kind == "year":
            joined[-1] = _of_year(last, atom)
        else:
            joined.append(atom)
    # "Q1 and Q2 2025", "2025 Q1 and Q2", "Q1 to Q3 of 2025": the year is said once.
    for index in range(len(joined) - 2, -1, -1):
        _share(joined, index, index + 1, text)
    for index in range(1, len(joined)):
        _share(joined, index, index - 1, text)
    return joined


def _share(atoms: list[Atom], index: int, other: int, text: str) -> None:
    one, two = atoms[index], atoms[other]
    if one.kind != "part" or two.kind != "period" or two.year is None or two.grain not in ("half", "quarter", "month"):
        return
    gap = text[atoms[min(index, other)].end : atoms[max(index, other)].start]
    if _LISTS.match(gap) or _RANGES.match(gap):
        atoms[index] = dated(one, two.year, relative=two.relative)


def _of_year(part: Atom, year: Atom) -> Atom:
    assert year.year is not None  # noqa: S101  years have one
    whole = dated(part, year.year, relative=year.relative)
    return whole._replace(start=min(part.start, year.start), end=max(part.end, year.end))


def _resolved(atom: Atom, today: date, calendar: Calendar) -> Atom:
    """Return a part of a year that no year is said of as that of this year, or of the last where it has not begun."""
    if atom.kind != "part":
        return atom
    current = calendar.current(atom.grain, today)
    year = current.year if (atom.upto or atom.part) <= current.part else current.year - 1
    return dated(atom, year, relative=True)


def _range(first: Atom, last: Atom, text: str, today: date, calendar: Calendar) -> PeriodMention | None:
    gap = text[first.end : last.start]
    start = first.start
    before = _BETWEEN.search(text, max(0, start - 16), start)
    is_range = _RANGES.match(gap) or (before and _LISTS.match(gap))
    if not is_range or "wrong" in (first.kind, last.kind):
        return None
    one, two = _resolved(first, today, calendar), _resolved(last, today, calendar)
    if len(one.periods) != 1 or len(two.periods) != 1:
        return None
    if opening := _FROM.search(text, max(0, start - 16), start):
        start = opening.start()
    relative = one.relative or two.relative
    closing = _UNTIL.match(text, last.end)
    end = closing.end() if closing else last.end
    members = periods_between(one.periods[0], two.periods[0])
    if one.periods[0].grain == two.periods[0].grain == "day" and one.periods[0].key <= two.periods[0].key:
        span = Period("span", f"{one.periods[0].key}/{two.periods[0].key}")
        return PeriodMention(start, end, (span,), "period", relative, "span")
    if members is None or len(members) > MOST_MEMBERS:
        reason = (
            "too_many"
            if one.periods[0].grain == two.periods[0].grain and one.periods[0].key < two.periods[0].key
            else "no_such_range"
        )
        return PeriodMention(start, end, (), "range", relative, reason=reason)
    return PeriodMention(start, end, members, "range", relative, one.periods[0].grain)


def _since(atom: Atom, text: str, today: date, calendar: Calendar) -> PeriodMention | None:
    """Return the periods from one on to the last that is complete, where a text says since when."""
    opening = _SINCE.search(text, max(0, atom.start - 10), atom.start)
    closing = _ONWARD.match(text, atom.end)
    first = _resolved(atom, today, calendar)
    if not (opening or closing) or len(first.periods) != 1 or atom.kind == "wrong":
        return None
    last = calendar.current(first.periods[0].grain, today).shifted(-1)
    members = periods_between(first.periods[0], last)
    start, end = opening.start() if opening else atom.start, closing.end() if closing else atom.end
    if members is None or len(members) > MOST_MEMBERS:
        return PeriodMention(start, end, (), "range", first.relative, reason="too_many")
    return PeriodMention(start, end, members, "range", True, members[0].grain)


def _alone(atom: Atom, today: date, calendar: Calendar) -> PeriodMention:
    atom = _resolved(atom, today, calendar)
    kind: MentionKind = atom.kind if atom.kind in ("last", "to_date", "latest", "same", "shift") else "period"
    kind = "range" if atom.kind == "period" and atom.upto else kind
    return PeriodMention(atom.start, atom.end, atom.periods, kind, atom.relative, atom.grain, atom.reason)


def _same(found: list[PeriodMention]) -> list[PeriodMention]:
    """Return the mentions, "the same period last year" and "the year before" told by the period beside them."""
    others = [each for each in found if each.kind not in ("same", "shift") and each.periods]
    return [_beside(each, others) if each.kind in ("same", "shift") else each for each in found]


def _beside(mention: PeriodMention, others: list[PeriodMention]) -> PeriodMention:
    if not others:
        return mention if mention.kind == "shift" else mention._replace(reason="of_what")
    nearest = min(others, key=lambda other: abs(other.start - mention.start))
    grain: Grain = "year" if mention.kind == "same" else mention.grain
    periods = tuple(earlier(period, grain) for period in nearest.periods)
    return mention._replace(periods=periods, reason=None)


def earlier(period: Period, grain: Grain) -> Period:
    """Return the period so much earlier: by a year, or by one of its own kind."""
    is_year = grain == "year" or GRAINS.index(grain) < GRAINS.index(period.grain)
    return period.a_year_before() if is_year else period.shifted(-1)
