"""The sentences that answers to questions of facts are made of, and the names of units, in each language."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from functools import cache
from importlib.resources import files
from typing import Any

from vouched.errors import UsageError
from vouched.facts.stored_text import stored_text
from vouched.facts.units import CURRENCIES, SCALES, FactUnit, UnitWish
from vouched.record import Record
from vouched.wording import LANGUAGES, Template, sentence_template

__all__ = ["SENTENCES", "Words", "read_words", "words_of"]

# Each sentence with its slots.
SENTENCES: Mapping[str, tuple[str, ...]] = {
    name: tuple(slots.split())
    for line in """
separator: | clauses: | quoted: text | more: | topic: metric entity | topic_channel: metric channel entity
name: metric entity period | name_channel: metric channel entity period
line: name value | line_converted: name value stored | source: source | source_dated: source date
sources_all: source | sources_all_dated: source date | conflict: name | conflict_value: value | not_found: name
exact: value formula | rounded: value formula | difference: this that value
difference_time: topic earlier later value | growth: topic earlier later value
growth_year: topic earlier later value | growth_period: topic earlier later value | share: this that value
sum: topic value | average: topic value | average_simple: topic value | highest: name value
highest_tied: names value | lowest: name value | lowest_tied: names value | of_found: names
not_reckoned: what names reason | lacking: what names | not_converted: unit names reason
what_difference: | what_compare: | what_growth: | what_share: | what_sum: | what_average: | what_highest: | what_lowest:
reason_negative_base: | reason_zero_base: | reason_mixed_grains: | reason_mixed_units: | reason_mixed_currencies:
reason_not_additive: | reason_overlapping: | reason_too_few: | reason_conflict:
reason_out_of_range: | reason_inexact_unit: | reason_unit_mismatch:
assumed: items | assumed_entity: entity | assumed_period: period | assumed_basis: | assumed_whole: name
assumed_before: items | not_understood: texts | unscaled: | narrow: options
ask_metric_missing: | ask_metric_unclear: texts | ask_name_unclear: texts | ask_not_understood: texts
ask_exclusion: texts | ask_operations: texts | ask_no_such_period: texts | ask_rival: texts | ask_too_many:
ask_pairing: | ask_whole_missing: | choices: options
refused: names home | held: names | withheld: name | not_found_all: | unrecognized: kind text
kind_metric: | kind_entity: | kind_period: | kind_channel: | failed_store: | failed_model: | failed_rounds:
definition: metric text | definition_none: metric | definition_kept: unit grains
grain_year: | grain_half: | grain_quarter: | grain_month: | grain_day: | grain_span:
background: | background_none: | background_elsewhere: | background_unsupported:
""".strip().splitlines()
    for name, _, slots in (entry.strip().partition(":") for entry in line.split("|"))
}
UNITS: Mapping[str, tuple[str, ...]] = {
    "amount": ("value", "unit"),
    "currency": ("name", "scale"),
    "count": ("name", "scale"),
    **dict.fromkeys(("pct", "pp", "bps", "ratio"), ("value",)),
}
_MOST_NAMED = 8
_MARKS = {power: mark for mark, power in SCALES.items() if mark not in ("", "H")}


class Words(Record, frozen=True, kw_only=True):
    """The sentences of one language, the patterns of its units, and what scales and units are called in it."""

    language: str
    sentences: Mapping[str, Template]
    units: Mapping[str, Template]
    scales: Mapping[str, str]
    names: Mapping[str, str]

    def say(self, sentence: str, **slots: str) -> str:
        """Return a sentence with its slots filled."""
        return self.sentences[sentence].fill(slots)

    def listed(self, items: Iterable[str], most: int = _MOST_NAMED) -> str:
        """Return the first of the items, once each, on one line."""
        once = list(dict.fromkeys(items))
        shown = once if len(once) <= most else [*once[:most], self.say("more")]
        return self.say("separator").join(shown)

    def quoted(self, texts: Iterable[str]) -> str:
        """Return texts of a question in quotes, each on one line and bounded."""
        return self.listed(self.say("quoted", text=stored_text(text, 40)) for text in texts)

    def value(self, number: str, unit: FactUnit) -> str:
        """Return a number that is written in digits with its unit behind it."""
        if unit.kind != "amount":
            return self.units[unit.name.lower()].fill({"value": number})
        return self.units["amount"].fill({"value": number, "unit": self.unit(unit)})

    def unit(self, unit: FactUnit) -> str:
        """Return what a unit is called; what has no name here is called by its code."""
        name = self.names.get(unit.name, unit.name)
        if not unit.scale or unit.kind != "amount":
            return name
        scale = self.scales[_MARKS[unit.scale]]
        # What is no unit that counts things is most likely a currency.
        is_count = unit.name in self.names and unit.name not in CURRENCIES
        return self.units["count" if is_count else "currency"].fill({"name": name, "scale": scale})

    def wish(self, wish: UnitWish) -> str:
        """Return what a unit that was asked for is called."""
        mark = _MARKS.get(wish.scale or 0)
        if wish.name is not None:
            return self.unit(FactUnit("", wish.name, SCALES[mark] if mark else 0))
        return self.scales[mark] if mark else self.say("unscaled")


@cache
def words_of(language: str) -> Words:
    """Return the words of a language: en, ja or zh."""
    name = language if language in LANGUAGES else "en"
    text = (files("vouched.facts") / "words" / f"{name}.toml").read_text(encoding="utf-8")
    return read_words(tomllib.loads(text), name)


def read_words(table: Mapping[str, Any], language: str) -> Words:
    """Return the words of a table. Raises UsageError for what is missing in it, and for what nothing asks for."""
    return Words(
        language=language,
        sentences=_templates(table.get("sentences", {}), SENTENCES, f"{language}: sentences"),
        units=_templates(table.get("units", {}), UNITS, f"{language}: units"),
        scales=_named(table.get("scales", {}), tuple(_MARKS.values()), f"{language}: scales"),
        names=_named(table.get("names", {}), ("PCT", "PP", "BPS", "RATIO"), f"{language}: names"),
    )


def _templates(table: Mapping[str, Any], known: Mapping[str, tuple[str, ...]], where: str) -> dict[str, Template]:
    _check(table, tuple(known), where)
    for name in table:
        if name not in known:
            raise UsageError(f"{where}: expected one of {', '.join(known)}, saw {name!r:.60}")
    return {name: sentence_template(table[name], slots, where=f"{where}.{name}") for name, slots in known.items()}


def _named(table: Mapping[str, Any], needed: tuple[str, ...], where: str) -> dict[str, str]:
    _check(table, needed, where)
    for name, text in table.items():
        if not isinstance(text, str) or not text.strip():
            raise UsageError(f"{where}.{name}: expected a name that is not blank, saw {text!r:.60}")
    return dict(table)


def _check(table: Mapping[str, Any], needed: tuple[str, ...], where: str) -> None:
    missing = [name for name in needed if name not in table]
    if missing:
        raise UsageError(f"{where}: expected {missing[0]}, saw none")
