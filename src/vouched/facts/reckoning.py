"""Reckons with the facts of a request: differences, growth, shares, sums, averages and extremes, or why it cannot."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from decimal import Decimal
from fractions import Fraction
from typing import Literal

from vouched.facts.arithmetic import PLACES, Term, fits, mismatch, points_of, rounded, stored_unit, term_of
from vouched.facts.overlaps import days_of, overlapping, within
from vouched.facts.pairing import Pair, is_over_time, ordered, pairs_of
from vouched.facts.profile import FactProfile
from vouched.facts.requests import Operation, Request
from vouched.facts.results import Calculation, Obstacle, Reckoned, Uncomputable
from vouched.facts.rows import Fact, FactKey, Looked
from vouched.facts.units import FactUnit, UnitWish, converted, plain, unit_of

__all__ = ["by_key", "reckon"]

Part = Reckoned | Uncomputable
_PERCENT = unit_of("PCT")
# Beyond the decimals of any finite result.
_ALL = 400
_SHARES = ("PCT", "PP", "BPS", "RATIO")


def by_key(found: Looked) -> dict[FactKey, tuple[Fact, ...]]:
    """Return the facts that stand for each key; a fact of another key stands for none."""
    return {key: tuple(fact for fact in facts if fact.key == key) for key, facts in found}


def reckon(request: Request, found: Looked, profile: FactProfile) -> Calculation:
    """Return what the operation of a request makes of the facts that were found for its `keys` and `bases`.

    Nothing is rounded but quotients that are no finite decimals; what cannot be reckoned is a part with its obstacle.
    """
    work = _Work(request, by_key(found), profile)
    parts = tuple(_OPERATIONS[request.operation](work))
    return Calculation(operation=request.operation, parts=parts, chosen=tuple(work.chosen))


class _Work:
    """A request with the facts that stand for it; `chosen` is filled by the operation."""

    def __init__(self, request: Request, facts: Mapping[FactKey, tuple[Fact, ...]], profile: FactProfile) -> None:
        self.operation = request.operation
        self.keys = tuple(dict.fromkeys(request.keys))
        self.pairs = tuple(dict.fromkeys(zip(request.keys, request.bases, strict=bool(request.bases))))
        self.wish = request.unit
        self.facts = facts
        self.profile = profile
        self.chosen: list[FactKey] = []

    def ready(self, of: str, keys: Sequence[FactKey]) -> tuple[Fact, ...] | Uncomputable:
        """Return the one fact that stands for each key, in units that can be set against each other."""
        missing = tuple(key for key in keys if not self.facts.get(key))
        if missing:
            return Uncomputable(of=of, obstacle="missing_fact", keys=missing)
        torn = tuple(key for key in keys if len(self.facts[key]) > 1)
        if torn:
            return Uncomputable(of=of, obstacle="conflict", keys=torn)
        facts = tuple(self.facts[key][0] for key in keys)
        wide = tuple(fact.key for fact in facts if not fits(fact.value))
        if wide:
            return Uncomputable(of=of, obstacle="out_of_range", keys=wide)
        obstacle = mismatch([stored_unit(fact) for fact in facts])
        return facts if obstacle is None else Uncomputable(of=of, obstacle=obstacle, keys=tuple(keys))

    def measure(self, fact: Fact) -> Literal["flow", "stock", "ratio"]:
        """Return how a metric adds up; what is unknown or told in shares does not."""
        metric = self.profile.metrics.get(fact.key.metric)
        return "ratio" if metric is None or stored_unit(fact).kind != "amount" else metric.measure

    def by_metric(self) -> Iterator[tuple[FactKey, ...]]:
        """Yield the keys of each metric."""
        groups: dict[str, list[FactKey]] = {}
        for key in self.keys:
            groups.setdefault(key.metric, []).append(key)
        yield from map(tuple, groups.values())


def _aimed(unit: FactUnit, wish: UnitWish | None) -> tuple[FactUnit, Obstacle | None]:
    """Return the unit that is reckoned in, and why it is not the one that was asked for."""
    if wish is None or (unit.name == "PP" and wish == UnitWish("PCT")):
        return unit, None
    to = wish.of(unit)
    if to is not None and converted(Decimal(1), unit, to) is not None:
        return to, None
    return unit, "inexact_unit" if unit.kind == "amount" and wish.name not in _SHARES else "unit_mismatch"


def _conversions(work: _Work) -> Iterator[Part]:
    """Yield each fact in the unit that was asked for."""
    refused: dict[Obstacle, list[FactKey]] = {}
    for key in work.keys:
        facts = work.facts.get(key, ())
        if len(facts) != 1 or work.wish is None:
            continue
        stored = stored_unit(facts[0])
        to, obstacle = _aimed(stored, work.wish)
        if obstacle is None and not fits(facts[0].value):
            obstacle = "out_of_range"
        if obstacle is not None:
            refused.setdefault(obstacle, []).append(key)
        elif to != stored:
            term = term_of(facts[0], to)
            yield _reckoned("converted", (key,), term.value, unit=to, formula=term.text)
    for obstacle, keys in refused.items():
        yield Uncomputable(of="converted", obstacle=obstacle, keys=tuple(keys))


def _compared(work: _Work) -> Iterator[Part]:
    if len(work.keys) < 2:
        yield Uncomputable(of="difference", obstacle="too_few", keys=work.keys)
        return
    yield from _conversions(work)
    for pair in pairs_of(work.keys):
        yield _difference(work, pair)
        if is_over_time(pair) and (growth := _growth(work, pair)) is not None:
            yield growth


def _differences(work: _Work) -> Iterator[Part]:
    pairs = [ordered(*pair) for pair in work.pairs] or pairs_of(work.keys)
    if not pairs:
        yield Uncomputable(of="difference", obstacle="too_few", keys=work.keys)
    for pair in pairs:
        yield from _noted(work, _difference(work, pair))


def _growths(work: _Work) -> Iterator[Part]:
    pairs = [ordered(*pair) for pair in work.pairs] or pairs_of(work.keys)
    if not pairs:
        yield Uncomputable(of="growth", obstacle="too_few", keys=work.keys)
    for pair in pairs:
        difference = _difference(work, pair)
        growth = _growth(work, pair) if is_over_time(pair) else None
        if growth is not None:
            yield growth
        if isinstance(difference, Uncomputable):
            yield difference.but(of="growth")
        else:
            yield difference


def _difference(work: _Work, pair: Pair) -> Part:
    """Return one fact less another."""
    obstacle = _apart(work, pair)
    facts = work.ready("difference", pair)
    if isinstance(facts, Uncomputable):
        return facts
    if obstacle is not None:
        return Uncomputable(of="difference", obstacle=obstacle, keys=pair)
    unit, _ = _aimed(points_of(stored_unit(facts[0])), work.wish)
    this, that = (term_of(fact, unit) for fact in facts)
    return _reckoned("difference", pair, this.value - that.value, unit=unit, formula=_minus(this, that))


def _growth(work: _Work, pair: Pair) -> Part | None:
    """Return by how many percent one fact is more than another; None of shares, whose growth is their difference."""
    facts = work.ready("growth", pair)
    if isinstance(facts, Uncomputable) or _apart(work, pair) is not None or stored_unit(facts[0]).kind != "amount":
        return None
    this, that = (term_of(fact, stored_unit(facts[0])) for fact in facts)
    if that.value <= 0:
        obstacle: Obstacle = "negative_base" if that.value else "zero_base"
        return Uncomputable(of="growth", obstacle=obstacle, keys=pair)
    value, exact = rounded((this.value - that.value) * 100 / that.value)
    formula = f"({_minus(this, that)}) / {that.divisor}"
    return _in_asked_share(
        work, Reckoned(value=value, unit="PCT", formula=formula, keys=pair, exact=exact, of="growth")
    )


def _shares(work: _Work) -> Iterator[Part]:
    if not work.pairs:
        yield Uncomputable(of="share", obstacle="too_few", keys=work.keys)
    for pair in work.pairs:
        yield _share(work, pair)


def _share(work: _Work, pair: Pair) -> Part:
    """Return how many percent one fact is of another."""
    facts = work.ready("share", pair)
    if isinstance(facts, Uncomputable):
        return facts
    part, whole = pair
    inside = part.period.grain == whole.period.grain or within(part.period, whole.period, work.profile.calendar)
    obstacle: Obstacle | None = None if inside else "mixed_grains"
    measures = [work.measure(fact) for fact in facts]
    if "ratio" in measures or (part.period.grain != whole.period.grain and "stock" in measures):
        obstacle = "not_additive"
    this, that = (term_of(fact, stored_unit(facts[0])) for fact in facts)
    if obstacle is None and that.value <= 0:
        obstacle = "negative_base" if that.value else "zero_base"
    if obstacle is not None:
        return Uncomputable(of="share", obstacle=obstacle, keys=pair)
    value, exact = rounded(this.value * 100 / that.value)
    formula = f"{this.text} / {that.divisor}"
    return _in_asked_share(work, Reckoned(value=value, unit="PCT", formula=formula, keys=pair, exact=exact, of="share"))


def _sums(work: _Work) -> Iterator[Part]:
    for keys in work.by_metric():
        yield from _noted(work, _total(work, keys, "sum"))


def _averages(work: _Work) -> Iterator[Part]:
    for keys in work.by_metric():
        yield from _noted(work, _total(work, keys, "average"))


def _total(work: _Work, keys: tuple[FactKey, ...], of: Literal["sum", "average"]) -> Part:
    """Return the sum of facts, or their arithmetic mean."""
    if len(keys) < 2:
        return Uncomputable(of=of, obstacle="too_few", keys=keys)
    facts = work.ready(of, keys)
    if isinstance(facts, Uncomputable):
        return facts
    measures = {work.measure(fact) for fact in facts}
    obstacle = _not_together(keys, measures, of)
    if obstacle is not None:
        return Uncomputable(of=of, obstacle=obstacle, keys=keys)
    twice = overlapping(keys, work.profile)
    if twice is not None:
        return Uncomputable(of=of, obstacle="overlapping", keys=twice)
    unit, _ = _aimed(stored_unit(facts[0]), work.wish)
    terms = [term_of(fact, unit) for fact in facts]
    total, formula = sum((term.value for term in terms), Fraction(0)), _plus(terms)
    if of == "sum":
        return _reckoned("sum", keys, total, unit=unit, formula=formula)
    places = max(0, *(-int(fact.value.as_tuple().exponent) for fact in facts))
    formula = f"({formula}) / {len(terms)}"
    return _reckoned("average", keys, total / len(terms), unit=unit, formula=formula, places=places + PLACES)


def _not_together(keys: Sequence[FactKey], measures: AbstractSet[str], of: str) -> Obstacle | None:
    """Return why facts make no sum or mean: shares of several entities, stocks of several days, years and quarters."""
    periods: dict[tuple[str, str], set[str]] = {}
    for key in keys:
        periods.setdefault((key.entity, key.channel), set()).add(key.period.key)
    over_time = any(len(each) > 1 for each in periods.values())
    if "ratio" in measures and (of == "sum" or len(periods) > 1):
        return "not_additive"
    if "stock" in measures and of == "sum" and over_time:
        return "not_additive"
    mixed = len({key.period.grain for key in keys}) > 1
    alike = all(each == periods[keys[0].entity, keys[0].channel] for each in periods.values())
    return "mixed_grains" if mixed and (of == "average" or not alike) else None


def _extremes(work: _Work) -> Iterator[Part]:
    """Choose the highest or the lowest of the facts that stand, all where several are; tell which are missing."""
    yield from _conversions(work)
    for keys in work.by_metric():
        known = tuple(key for key in keys if work.facts.get(key))
        if len(known) < len(keys):
            missing = tuple(key for key in keys if key not in known)
            yield Uncomputable(of=work.operation, obstacle="missing_fact", keys=missing)
        if len(known) < 2:
            if len(keys) < 2:
                yield Uncomputable(of=work.operation, obstacle="too_few", keys=keys)
            continue
        facts = work.ready(work.operation, known)
        if isinstance(facts, Uncomputable):
            yield facts
        elif len({_length(key, work.profile) for key in known}) > 1:
            yield Uncomputable(of=work.operation, obstacle="mixed_grains", keys=known)
        else:
            values = [term_of(fact, stored_unit(facts[0])).value for fact in facts]
            best = max(values) if work.operation == "highest" else min(values)
            work.chosen += [key for key, value in zip(known, values, strict=True) if value == best]


def _apart(work: _Work, pair: Pair) -> Obstacle | None:
    """Return why two facts are not of like periods."""
    return None if len({_length(key, work.profile) for key in pair}) == 1 else "mixed_grains"


def _length(key: FactKey, profile: FactProfile) -> tuple[str, int]:
    """Return the grain of a key, and how many days a span has, of which a leap day is none."""
    if key.period.grain != "span":
        return key.period.grain, 0
    first, last = days_of(key.period, profile.calendar)
    return "span", (last.year - first.year) * 372 + (last.month - first.month) * 31 + last.day - first.day


def _noted(work: _Work, part: Part) -> Iterator[Part]:
    """Yield a part, and that it is not in the unit that was asked for where it cannot be."""
    yield part
    if isinstance(part, Reckoned):
        _, obstacle = _aimed(unit_of(part.unit), work.wish)
        if obstacle is not None:
            yield Uncomputable(of="converted", obstacle=obstacle, keys=part.keys)


def _in_asked_share(work: _Work, part: Reckoned) -> Reckoned:
    """Return a percentage in basis points where these were asked for."""
    if work.wish != UnitWish("BPS"):
        return part
    value = converted(part.value, _PERCENT, unit_of("BPS"))
    return part if value is None else part.but(value=value, unit="BPS")


def _reckoned(
    of: Literal["difference", "sum", "average", "converted"],
    keys: tuple[FactKey, ...],
    value: Fraction,
    *,
    unit: FactUnit,
    formula: str,
    places: int | None = None,
) -> Reckoned:
    """Return a number as a part; without `places` it is a finite decimal, and exact."""
    shown, exact = rounded(value, _ALL if places is None else places)
    return Reckoned(value=plain(shown), unit=unit.id, formula=formula, keys=keys, exact=exact, of=of)


def _minus(this: Term, that: Term) -> str:
    return f"{this.text} - {that.bracketed}"


def _plus(terms: Sequence[Term]) -> str:
    return " + ".join(term.bracketed if place else term.text for place, term in enumerate(terms))


_OPERATIONS: Mapping[Operation, Callable[[_Work], Iterator[Part]]] = {
    "value": _conversions,
    "list": _conversions,
    "definition": lambda _: iter(()),
    "compare": _compared,
    "difference": _differences,
    "growth": _growths,
    "share": _shares,
    "sum": _sums,
    "average": _averages,
    "highest": _extremes,
    "lowest": _extremes,
}
