"""Reads what a fact store is about: company, entities, metrics, channels, competitors and calendar, as TOML data."""

from __future__ import annotations

import difflib
import fnmatch
import re
from collections.abc import Iterator, Mapping
from decimal import Decimal
from pathlib import Path
from typing import Any, Literal

from vouched.errors import ProfileError, UsageError
from vouched.facts.periods import GRAINS, Calendar, Grain
from vouched.facts.units import unit_of
from vouched.files import bytes_of
from vouched.record import Record, from_builtins
from vouched.text.clip import clip
from vouched.text.toml_places import toml_table

__all__ = [
    "Channel",
    "Company",
    "Entity",
    "FactProfile",
    "Metric",
    "Named",
    "Sensitivity",
    "facts_profile",
    "read_profile",
]

Labels = str | dict[str, str]
LANGUAGES = ("en", "ja", "zh")
MAX_BYTES = 4_000_000


class Company(Record, frozen=True, kw_only=True):
    """Whose facts they are. `home` is the entity that is meant where a question names none; `names` are words of the
    company's own name, which may stand before an entity ("ACME Hong Kong").
    """

    name: str
    home: str
    names: tuple[str, ...] = ()
    language: Literal["en", "ja", "zh"] = "en"


class Named(Record, frozen=True, kw_only=True):
    """What has a code, by which the profile keeps it, and names: a label, one for all languages or one each, and
    synonyms.
    """

    label: Labels = ""
    synonyms: tuple[str, ...] = ()

    @property
    def names(self) -> tuple[str, ...]:
        """The synonyms and the labels of all languages, in their order."""
        labels = (self.label,) if isinstance(self.label, str) else tuple(self.label.values())
        return tuple(name for name in (*self.synonyms, *labels) if name)


class Entity(Named, frozen=True, kw_only=True):
    """A part of the company; `part_of` is the entity whose numbers include its own."""

    part_of: str | None = None


class Metric(Named, frozen=True, kw_only=True):
    """What is measured, and how it may be reckoned with: flows add up over periods and entities, stocks over entities,
    ratios not at all. `unit` is a code such as USD_M; `grains` are the periods it is kept for.
    """

    definition: Labels = ""
    unit: str
    grains: tuple[Grain, ...] = ("year",)
    measure: Literal["flow", "stock", "ratio"] = "flow"


class Channel(Named, frozen=True, kw_only=True):
    """A way of selling; exactly one is the `total` of all, which is meant where a question names none."""

    total: bool = False


class Sensitivity(Record, frozen=True, kw_only=True):
    """What is kept back: documents by name ("board_*"), of whose facts and passages nothing is answered."""

    documents: tuple[str, ...] = ()

    def keeps_back(self, document: str) -> bool:
        """Whether nothing of a document is answered."""
        return any(fnmatch.fnmatchcase(document.casefold(), pattern.casefold()) for pattern in self.documents)


class FactProfile(Record, frozen=True, kw_only=True):
    """What questions may be about. `competitors` maps a shown name to the aliases that give it away, `ambiguous` a
    word to the codes that it may mean: it is asked back.
    """

    company: Company
    entities: Mapping[str, Entity]
    metrics: Mapping[str, Metric]
    channels: Mapping[str, Channel] = {}
    competitors: Mapping[str, tuple[str, ...]] = {}
    calendar: Calendar = Calendar()
    sensitivity: Sensitivity = Sensitivity()
    ambiguous: Mapping[str, tuple[str, ...]] = {}
    ignored: tuple[str, ...] = ()

    @property
    def total(self) -> str:
        """The code of the channel that is meant where a question names none."""
        return next((code for code, channel in self.channels.items() if channel.total), "TOTAL")

    def label(self, kind: Literal["entities", "metrics", "channels"], code: str, language: str) -> str:
        """Return how a code is called in a language: its label there, else in English, else its first synonym."""
        item: Any = getattr(self, kind).get(code)
        if item is None:
            return code
        if isinstance(item.label, str):
            return item.label or code
        return item.label.get(language) or item.label.get("en") or next(iter(item.label.values()), code)

    def parts_of(self, entity: str) -> tuple[str, ...]:
        """Return the entities whose numbers an entity includes, in the order of the file."""
        return tuple(code for code, each in self.entities.items() if each.part_of == entity)

    def with_wholes(self, entity: str) -> tuple[str, ...]:
        """Return an entity and all whose numbers include its own, the nearest first; alone where the profile has no
        such entity.
        """
        found = [entity]
        while (item := self.entities.get(found[-1])) is not None and item.part_of not in (None, *found):
            found.append(str(item.part_of))
        return tuple(found)


def facts_profile(path: str | Path) -> FactProfile:
    """Return the profile of a TOML file. Raises ProfileError with file, line, key, what was expected and seen."""
    source = str(path)
    return read_profile(bytes_of(path, most=MAX_BYTES, error=ProfileError, shown=clip(source)), source)


def read_profile(data: bytes, source: str) -> FactProfile:
    """Return the profile of the bytes of a TOML file that is called `source`. Raises ProfileError."""
    table, lines = toml_table(data, clip(source), parse_float=Decimal)
    for path, expected, seen in _faults(table):
        known = next((path[:end] for end in range(len(path), 0, -1) if path[:end] in lines), None)
        line = 1 if known is None else lines[known]
        shown = ".".join(str(part) for part in path)
        raise ProfileError(f"{clip(source)}:{line}: {clip(shown)}: expected {expected}, saw {clip(seen, 80)}")
    return from_builtins(table, kind=FactProfile)


Fault = tuple[tuple[str | int, ...], str, str]
_TABLES: dict[str, type[Record]] = {"company": Company, "calendar": Calendar, "sensitivity": Sensitivity}
_LISTS: dict[str, type[Record]] = {"entities": Entity, "metrics": Metric, "channels": Channel}


def _faults(table: dict[str, Any]) -> Iterator[Fault]:
    """Yield what is wrong with a table, in the order in which it is looked at."""
    yield from _unknown((), table, FactProfile)
    for key in ("company", "entities", "metrics"):
        if not table.get(key):
            yield (), f"the table [{key}]", "none"
    for key, kind in _TABLES.items():
        if key in table:
            yield from _misfit((key,), table[key], kind)
    for key, kind in _LISTS.items():
        held = table.get(key, {})
        if not isinstance(held, dict):
            yield (key,), "a table of tables", repr(held)
            continue
        for code, item in held.items():
            if not re.fullmatch(r"[A-Za-z0-9][A-Za-z0-9_.:-]*", code):
                yield (key, code), "a code of letters, digits and _ . : -", repr(code)
            yield from _misfit((key, code), item, kind)
    yield from _misfit((), table, FactProfile)
    yield from _meaning(table)


def _misfit(path: tuple[str | int, ...], value: Any, kind: type[Record]) -> Iterator[Fault]:
    if not isinstance(value, dict):
        yield path, "a table", repr(value)
        return
    if path:
        yield from _unknown(path, value, kind)
    try:
        from_builtins(value, kind=kind)
    except (ValueError, TypeError) as error:
        said = re.match(r"Expected `([^`]*)`, got `([^`]*)`(?: - at `\$\.?([^`]*)`)?", str(error))
        value = re.match(r"Invalid enum value ('[^']*')(?: - at `\$\.?([^`]*)`)?", str(error))
        if value is not None:
            where = [part for part in re.split(r"[.\[\]]+", value[2] or "") if part not in ("", "...")]
            yield (*path, *where[:1]), "one of the values that it may have", value[1]
            return
        if said is None:
            yield path, "settings that fit", str(error)
        else:
            where = [part for part in re.split(r"[.\[\]]+", said[3] or "") if part not in ("", "...")]
            yield (*path, *where), said[1], said[2]


def _unknown(path: tuple[str | int, ...], table: Mapping[str, Any], kind: type[Record]) -> Iterator[Fault]:
    for key in table:
        if key not in kind.__struct_fields__:
            near = difflib.get_close_matches(key, kind.__struct_fields__, n=1)
            hint = f"{near[0]} (or another of {', '.join(kind.__struct_fields__)})" if near else None
            yield (*path, key), hint or f"one of {', '.join(kind.__struct_fields__)}", repr(key)


def _meaning(table: dict[str, Any]) -> Iterator[Fault]:
    """Yield what fits its type and means nothing: codes that do not exist, names that mean two things."""
    entities = table["entities"]
    home = table["company"]["home"]
    if home not in entities:
        yield ("company", "home"), f"one of {', '.join(entities)}", repr(home)
    for code, entity in entities.items():
        if entity.get("part_of") is not None and entity["part_of"] not in entities:
            yield ("entities", code, "part_of"), f"one of {', '.join(entities)}", repr(entity["part_of"])
        yield from _circle(code, entities)
    for code, metric in table["metrics"].items():
        try:
            unit_of(metric["unit"])
        except UsageError as error:
            yield ("metrics", code, "unit"), str(error).partition("expected ")[2].rpartition(", saw")[0], metric["unit"]
        if "span" in metric.get("grains", ()):
            yield ("metrics", code, "grains"), f"some of {', '.join(GRAINS[:-1])}", "'span'"
    totals = [code for code, channel in table.get("channels", {}).items() if channel.get("total")]
    if len(totals) > 1:
        yield ("channels", totals[1], "total"), "one channel that is the total", ", ".join(totals)
    for kind in ("entities", "metrics", "channels"):
        for code, item in table.get(kind, {}).items():
            if isinstance(item.get("label"), dict) and set(item["label"]) - set(LANGUAGES):
                yield (kind, code, "label"), f"languages among {', '.join(LANGUAGES)}", ", ".join(item["label"])
    yield from _doubles(table)


def _circle(code: str, entities: dict[str, Any]) -> Iterator[Fault]:
    seen = [code]
    while (above := entities.get(seen[-1], {}).get("part_of")) is not None:
        if above in seen:
            yield ("entities", code, "part_of"), "an entity that is no part of this one", " > ".join([*seen, above])
            return
        seen.append(above)


def _doubles(table: dict[str, Any]) -> Iterator[Fault]:
    """Yield names that stand for two codes of one kind, and competitors that are called like something of one's own."""
    from vouched.facts.views import folded

    owners: dict[tuple[str, str], str] = {}
    for kind in ("entities", "metrics", "channels"):
        for code, item in table.get(kind, {}).items():
            label = item.get("label", "")
            labels = (label,) if isinstance(label, str) else tuple(label.values())
            for index, synonym in enumerate((code, *item.get("synonyms", ()))):
                name = folded(synonym).strip()
                if not name:
                    yield (kind, code, "synonyms", index - 1), "a name that is not blank", repr(synonym)
                owner = owners.setdefault((kind, name), code)
                if owner != code:
                    yield (kind, code, "synonyms"), f"a name of its own, not one of {owner}", repr(synonym)
            for name in labels:
                owner = owners.setdefault((kind, folded(name).strip()), code) if name.strip() else code
                if owner != code:
                    yield (kind, code, "label"), f"a name of its own, not one of {owner}", repr(name)
    yield from _ambiguous(table, owners)
    for shown, aliases in table.get("competitors", {}).items():
        if not aliases:
            yield ("competitors", shown), "at least one alias", "none"
        for alias in aliases:
            for kind in ("entities", "metrics", "channels"):
                owner = owners.get((kind, folded(alias).strip()), "")
                if owner:
                    yield ("competitors", shown), f"an alias that is not a name of {owner}", repr(alias)


def _ambiguous(table: dict[str, Any], owners: Mapping[tuple[str, str], str]) -> Iterator[Fault]:
    """Yield words of several meanings that have one, or codes of several kinds."""
    from vouched.facts.views import folded

    for word, codes in table.get("ambiguous", {}).items():
        path = ("ambiguous", word)
        owner = next(
            (owners[kind, folded(word).strip()] for kind in _LISTS if (kind, folded(word).strip()) in owners), ""
        )
        if owner or not folded(word).strip():
            yield path, f"a word that is no name of {owner or 'anything'} yet", repr(word)
        if len(set(codes)) < 2:
            yield path, "at least two codes", ", ".join(codes) or "none"
        if not any(set(codes) <= table.get(kind, {}).keys() for kind in _LISTS):
            known = [code for kind in _LISTS for code in table.get(kind, {})]
            unknown = [code for code in codes if code not in known]
            yield path, "codes of the profile, all metrics, all entities or all channels", ", ".join(unknown or codes)
