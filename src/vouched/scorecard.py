"""How often a check was wrong: a Scorecard with false alarms and misses, where they come from, and when it counts."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from functools import cache
from importlib import import_module
from importlib.resources import files
from pathlib import Path
from types import FunctionType
from typing import Any

from vouched.errors import ScorecardError
from vouched.files import bytes_of
from vouched.record import Record, from_json, to_builtins, to_json

__all__ = [
    "ALL",
    "Measured",
    "Rate",
    "Rewriting",
    "Scorecard",
    "Standing",
    "load_scorecard",
    "settings_of",
    "shipped_scorecards",
    "standing_of",
    "version_now",
]

ALL = "*"
MAX_BYTES = 20_000_000
_FOLDER = "scorecards"


class Rate(Record, frozen=True):
    """So many of so many, with the exact 95 % interval of the rate (Clopper and Pearson 1934)."""

    count: int
    of: int
    lower: float
    upper: float

    @property
    def share(self) -> float | None:
        """The rate that was seen; None of nothing."""
        return self.count / self.of if self.of else None


class Measured(Record, frozen=True, kw_only=True):
    """How often a check, or one of its finding codes, was wrong on the cases of one language and kind.

    `false_alarms` are good cases with the finding, of those of which the check said something; `misses` bad cases
    without it, of all. `finding`, `language` and `kind` are "*" where all are counted. `silent` counts the cases of
    which the check said nothing, `broken` those where it failed, which are in neither rate.
    """

    finding: str = ALL
    language: str = ALL
    kind: str = ALL
    false_alarms: Rate
    misses: Rate
    silent: int = 0
    broken: int = 0


class Rewriting(Record, frozen=True, kw_only=True):
    """What a check made of a rewrite in one language.

    Of one that keeps the meaning, `seen` are the cases that had a finding and lost all, or had none and got one; of one
    that breaks it, the good cases without a finding that got one.
    """

    name: str
    language: str
    keeps: bool
    seen: Rate


class Scorecard(Record, frozen=True, kw_only=True):
    """A check's measured errors: of which version with which settings, on which data, and how long a case took.

    `settings` are those that are not the check's own defaults. `data` names the cases and `data_hash` is the SHA-256 of
    all that was read. `apart` counts, by kind, the cases that were left out, `empty` names the languages and kinds
    without a good or bad case. `curve` holds, where the check tells how strongly it doubts, the doubts from 0 to 1,
    each with the good and the bad cases that it was told of.
    """

    check: str
    version: str
    settings: Mapping[str, Any] = {}
    data: tuple[str, ...] = ()
    data_hash: str = ""
    cases: int = 0
    measured: tuple[Measured, ...] = ()
    rewritings: tuple[Rewriting, ...] = ()
    apart: Mapping[str, int] = {}
    empty: tuple[str, ...] = ()
    milliseconds: float | None = None
    curve: tuple[tuple[float, int, int], ...] = ()

    def of(self, finding: str = ALL, *, language: str = ALL) -> Measured | None:
        """Return what was measured of a finding code in a language, of all kinds together; None where nothing was."""
        for each in self.measured:
            if (each.finding, each.language, each.kind) == (finding, language, ALL):
                return each
        return None

    def counts_for(self, check: object, *, version: str) -> str | None:
        """Return why this scorecard says nothing of a check that is made as it is; None where it counts."""
        if self.version != version:
            return f"its scorecard is of version {self.version}, this is {version}"
        theirs, ours = to_json(_sorted(self.settings)), to_json(_sorted(settings_of(check)))
        if theirs != ours:
            return f"its scorecard is of the settings {theirs:.120}, these are {ours:.120}"
        return None


class Standing(Record, frozen=True, kw_only=True):
    """What a check has earned by: the scorecard that counts for it, or why none does."""

    card: Scorecard | None = None
    why: str = "no scorecard of it"

    def earns(self, finding: str, *, language: str, most: float, most_missed: float | None = None) -> tuple[bool, str]:
        """Return whether a finding has earned an authority of these limits, and why.

        The upper bound of the 95 % interval counts, of the draft's language where it is known. A finding code that was
        never seen is bounded by all findings of the check. `most_missed` is for findings that are meant to protect.
        """
        if self.card is None:
            return False, self.why
        measured = self.card.of(finding, language=language) or self.card.of(language=language)
        spoken = "" if language == ALL else f" in {language}"
        if measured is None or not measured.false_alarms.of:
            return False, f"its scorecard has no good cases{spoken}"
        alarms = measured.false_alarms
        told = f"at most {100 * alarms.upper:.1f} % false alarms{spoken} ({alarms.count} of {alarms.of})"
        if alarms.upper > most:
            return False, f"{told}, expected at most {100 * most:g} %"
        if most_missed is not None and measured.misses.upper > most_missed:
            misses = measured.misses
            seen = f"at most {100 * misses.upper:.1f} % misses{spoken} ({misses.count} of {misses.of})"
            return False, f"{seen}, expected at most {100 * most_missed:g} %"
        return True, told


def standing_of(check: object, name: str, cards: Iterable[Scorecard]) -> Standing:
    """Return how a check stands: by the first scorecard of its name that counts for its settings and this version."""
    why = None
    for card in cards:
        if card.check == name:
            fault = card.counts_for(check, version=version_now())
            if fault is None:
                return Standing(card=card)
            why = why or fault
    return Standing(why=why) if why else Standing()


def settings_of(check: object) -> Mapping[str, Any]:
    """Return the settings of a check that are not its defaults; what JSON does not carry stands as its hash.

    Of a check that is no record of this package, all that it holds; of a function none.
    """
    names = getattr(check, "__struct_fields__", None)
    if names is None:
        return {} if isinstance(check, (FunctionType, type)) else _held(getattr(check, "__dict__", {}))
    defaults = getattr(check, "__struct_defaults__", ())
    own = dict(zip(names[len(names) - len(defaults) :], defaults, strict=True))
    values = {name: getattr(check, name) for name in names}
    return _held({name: value for name, value in values.items() if name not in own or own[name] != value})


def _held(values: Mapping[str, Any]) -> Mapping[str, Any]:
    found = {}
    for name, value in values.items():
        try:
            to_json(value)
            found[name] = to_builtins(value)
        except (TypeError, ValueError):
            found[name] = hashlib.sha256(f"{type(value).__module__}.{type(value).__qualname__}".encode()).hexdigest()
    return {name: value for name, value in found.items() if not name.startswith("_")}


def version_now() -> str:
    """Return the version of vouched, of which a scorecard must be to count."""
    # Looked up by name: the package's own file names every room for type checkers, and this one may know none of them.
    return str(import_module("vouched").__version__)


def load_scorecard(path: str | Path) -> Scorecard:
    """Return the scorecard of a JSON file. Raises ScorecardError that names the file and what is wrong with it."""
    return _read(bytes_of(path, most=MAX_BYTES, error=ScorecardError), str(path))


@cache
def shipped_scorecards() -> tuple[Scorecard, ...]:
    """Return the scorecards that the package ships, by the names of their files."""
    folder = files("vouched") / _FOLDER
    if not folder.is_dir():
        return ()
    found = sorted((each for each in folder.iterdir() if each.name.endswith(".json")), key=lambda each: each.name)
    return tuple(_read(each.read_bytes(), each.name) for each in found)


def _read(data: bytes, where: str) -> Scorecard:
    try:
        card = from_json(data, kind=Scorecard)
    except (ValueError, RecursionError) as error:
        raise ScorecardError(f"{where}: expected a scorecard, saw: {str(error)[:200]}") from None
    for each in (rate for one in card.measured for rate in (one.false_alarms, one.misses)):
        if not (0 <= each.count <= each.of and 0 <= each.lower <= (each.share or 0) <= each.upper <= 1):
            raise ScorecardError(f"{where}: expected a rate between the bounds of its interval, saw {each}")
    return card


def _sorted(value: Any) -> Any:
    """Return a value whose tables are in the order of their keys."""
    if isinstance(value, Mapping):
        return {str(key): _sorted(value[key]) for key in sorted(value, key=str)}
    return [_sorted(each) for each in value] if isinstance(value, (list, tuple)) else value
