"""Writes answers: facts with their sources, what was not found, and what was reckoned, digit for digit."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from vouched.facts.arithmetic import digits, stored_unit
from vouched.facts.naming import Names
from vouched.facts.pairing import is_over_time
from vouched.facts.profile import FactProfile
from vouched.facts.reckoning import by_key
from vouched.facts.requests import Request
from vouched.facts.results import Calculation, FactStatus, Reckoned, Uncomputable
from vouched.facts.rows import Fact, FactKey, Looked
from vouched.facts.stored_text import stored_text
from vouched.facts.units import FactUnit, unit_of
from vouched.record import Record

__all__ = ["Rendered", "rendered"]


class Rendered(Record, frozen=True, kw_only=True):
    """An answer as it is shown, and the same without its sources; `facts` are those whose numbers it tells.

    `status` is "answered", "partly" where something that was asked for is missing, torn or cannot be reckoned, and
    "not_found" where nothing was found.
    """

    status: FactStatus
    answer: str
    plain: str
    facts: tuple[Fact, ...] = ()
    sources: tuple[str, ...] = ()
    assumptions: tuple[str, ...] = ()


class _Line(NamedTuple):
    text: str
    source: tuple[str, str] | None = None


def rendered(
    request: Request,
    found: Looked,
    calculation: Calculation,
    profile: FactProfile,
    *,
    assumptions: Sequence[str] = (),
    options: Sequence[str] = (),
    withheld: Sequence[FactKey] = (),
) -> Rendered:
    """Return the answer to a request in its language.

    `assumptions` are sentences that go before those of the request, `options` what to ask to be more precise, and
    `withheld` the keys whose facts are kept back. Each key of the request has its line, found or not.
    """
    page = _Page(request, by_key(found), calculation, profile, frozenset(withheld))
    supposed = (*assumptions, *page.names.assumptions(request))
    lines = (
        [_Line(page.words.say("assumed", items=page.words.say("clauses").join(dict.fromkeys(supposed))))]
        if supposed
        else []
    )
    lines += page.lines()
    texts = [mention.text for mention in request.not_understood]
    if texts:
        lines.append(_Line(page.words.say("not_understood", texts=page.words.quoted(texts))))
    if options:
        lines.append(_Line(page.words.say("narrow", options=page.words.listed(options))))
    return Rendered(
        status=page.status,
        answer="\n".join(page.cited(lines)),
        plain="\n".join(line.text for line in lines),
        facts=tuple(fact for key in page.keys for fact in page.facts.get(key, ())),
        sources=tuple(dict.fromkeys(line.source[0] for line in lines if line.source and line.source[0])),
        assumptions=supposed,
    )


class _Page:
    """What an answer is written from."""

    def __init__(
        self,
        request: Request,
        facts: Mapping[FactKey, tuple[Fact, ...]],
        calculation: Calculation,
        profile: FactProfile,
        withheld: frozenset[FactKey],
    ) -> None:
        self.request = request
        self.keys = tuple(dict.fromkeys((*request.keys, *request.bases)))
        self.facts = {key: each for key, each in facts.items() if key not in withheld}
        self.calculation = calculation
        self.withheld = withheld
        self.names = Names(profile, request.language)
        self.words = self.names.words
        self.converted = {
            part.keys[0]: part for part in calculation.parts if isinstance(part, Reckoned) and part.of == "converted"
        }
        self.status = self._status()

    def _status(self) -> FactStatus:
        """Return what became of the request."""
        if not any(self.facts.get(key) for key in self.keys):
            return "not_found"
        main = {"compare": "difference"}.get(self.request.operation, self.request.operation)
        whole = all(len(self.facts.get(key, ())) == 1 for key in self.keys)
        failed = any(isinstance(part, Uncomputable) and part.of == main for part in self.calculation.parts)
        return "answered" if whole and not failed else "partly"

    def lines(self) -> Iterator[_Line]:
        """Yield a line for each key, and then what was reckoned."""
        for key in self.keys:
            yield from self._fact(key)
        if self.status == "not_found":
            yield _Line(self.words.say("not_found_all"))
            return
        told: dict[str, None] = {}
        for part in self.calculation.parts:
            if isinstance(part, Uncomputable):
                told[self._refused(part)] = None
            elif part.of != "converted":
                told[self._reckoned(part)] = None
        told.update(dict.fromkeys(self._chosen()))
        yield from map(_Line, told)

    def _fact(self, key: FactKey) -> Iterator[_Line]:
        facts, name = self.facts.get(key, ()), self.names.name(key)
        if key in self.withheld:
            yield _Line(self.words.say("withheld", name=name))
        elif not facts:
            yield _Line(self.words.say("not_found", name=name))
        elif len(facts) > 1:
            yield _Line(self.words.say("conflict", name=name))
            for fact in facts:
                yield _Line(self.words.say("conflict_value", value=self._stored(fact)), _source(fact, self.names))
        else:
            stored, part = self._stored(facts[0]), self.converted.get(key)
            if part is None:
                text = self.words.say("line", name=name, value=stored)
            else:
                value = self.words.value(digits(part.value), unit_of(part.unit))
                text = self.words.say("line_converted", name=name, value=value, stored=stored)
            yield _Line(text, _source(facts[0], self.names))

    def _stored(self, fact: Fact) -> str:
        return self.words.value(digits(fact.value), stored_unit(fact))

    def _reckoned(self, part: Reckoned) -> str:
        """Return the line of a number that was reckoned."""
        say, names = self.words.say, self.names
        number = digits(part.value)
        if part.of in ("difference", "growth") and part.value > 0:
            number = f"+{number}"
        value = self.words.value(number, unit_of(part.unit))
        value = say("exact" if part.exact else "rounded", value=value, formula=part.formula)
        if part.of in ("sum", "average"):
            simple = part.of == "average" and self._is_ratio(part.keys[0], unit_of(part.unit))
            is_one = len({(key.entity, key.channel) for key in part.keys}) == 1
            topic = names.topic(part.keys[0]) if is_one else names.metric(part.keys[0].metric)
            return say("average_simple" if simple else part.of, topic=topic, value=value)
        this, that = part.keys
        if part.of != "share" and is_over_time((this, that)):
            sentence = self._growth(this, that) if part.of == "growth" else "difference_time"
            later, earlier = names.period(this.period), names.period(that.period)
            return say(sentence, topic=names.topic(this), earlier=earlier, later=later, value=value)
        return say(part.of, this=names.name(this), that=names.name(that), value=value)

    def _growth(self, this: FactKey, that: FactKey) -> str:
        if self.request.basis == "year" and that.period == this.period.a_year_before():
            return "growth_year"
        if self.request.basis == "period" and that.period == this.period.shifted(-1):
            return "growth_period"
        return "growth"

    def _is_ratio(self, key: FactKey, unit: FactUnit) -> bool:
        metric = self.names.profile.metrics.get(key.metric)
        return unit.kind != "amount" or metric is None or metric.measure == "ratio"

    def _refused(self, part: Uncomputable) -> str:
        """Return the line of what was not reckoned, and why."""
        say = self.words.say
        named = self.words.listed(map(self.names.name, part.keys))
        if part.of == "converted" and self.request.unit is not None:
            return say(
                "not_converted",
                unit=self.words.wish(self.request.unit),
                names=named,
                reason=say(f"reason_{part.obstacle}"),
            )
        what = say(f"what_{part.of}")
        if part.obstacle == "missing_fact":
            is_extreme = part.of in ("highest", "lowest") and self.calculation.chosen
            return say("of_found", names=named) if is_extreme else say("lacking", what=what, names=named)
        return say("not_reckoned", what=what, names=named, reason=say(f"reason_{part.obstacle}"))

    def _chosen(self) -> Iterator[str]:
        """Yield which facts are the highest or the lowest, those of each metric on a line."""
        groups: dict[str, list[FactKey]] = {}
        for key in self.calculation.chosen:
            groups.setdefault(key.metric, []).append(key)
        for keys in groups.values():
            part = self.converted.get(keys[0])
            value = self._stored(self.facts[keys[0]][0])
            if part is not None:
                value = self.words.value(digits(part.value), unit_of(part.unit))
            names = [self.names.name(key) for key in keys]
            if len(names) == 1:
                yield self.words.say(self.calculation.operation, name=names[0], value=value)
            else:
                yield self.words.say(f"{self.calculation.operation}_tied", names=self.words.listed(names), value=value)

    def cited(self, lines: Sequence[_Line]) -> Iterator[str]:
        """Yield the lines with their sources; where all have the same one, it stands once, behind them."""
        sources = [line.source for line in lines if line.source is not None]
        if len(sources) < 2 or len(set(sources)) > 1:
            yield from (line.text + self.cite("source", line.source) for line in lines)
            return
        last = max(place for place, line in enumerate(lines) if line.source is not None)
        for place, line in enumerate(lines):
            yield line.text
            if place == last:
                yield self.cite("sources_all", line.source)

    def cite(self, sentence: str, source: tuple[str, str] | None) -> str:
        """Return a source as it stands behind a line; nothing for none."""
        if source is None or not source[0]:
            return ""
        if not source[1]:
            return self.words.say(sentence, source=source[0])
        return self.words.say(f"{sentence}_dated", source=source[0], date=source[1])


def _source(fact: Fact, names: Names) -> tuple[str, str]:
    """Return the source of a fact, and the day from which it says so."""
    parts: Iterable[str] = (stored_text(each) for each in (fact.document, fact.locator))
    return names.words.say("separator").join(part for part in parts if part), stored_text(fact.as_of or "", 32)
