"""Reads a profile: a domain's checks with their settings, its policy and its wording, as TOML data."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from importlib.resources import files
from pathlib import Path
from typing import Any

from vouched import checks as shipped
from vouched.errors import PolicyError, ProfileError, UsageError
from vouched.files import bytes_of
from vouched.policy import SETTINGS, Policy, placed
from vouched.ports import AnyCheck
from vouched.record import Record, from_builtins, made_by
from vouched.registry import check_named
from vouched.text.clip import clip
from vouched.text.toml_places import toml_table
from vouched.wording import LANGUAGES, hint_template, reask_template

__all__ = ["PROFILES", "Profile", "Texts", "load_profile", "profile_named", "profile_of"]

PROFILES = ("finance", "general", "legal-ja", "medical")
MAX_BYTES = 1_000_000
_CHECKS: Mapping[str, Any] = {getattr(shipped, each).name: getattr(shipped, each) for each in shipped.__all__}
_TEXTS = ("system", "critic", "reask", "fallback")
# What the types that a record's reader names are called in a TOML file.
_TYPES = {
    "str": "a text",
    "int": "a whole number",
    "float": "a number",
    "bool": "true or false",
    "array": "a list",
    "object": "a table",
}


class Texts(Record, frozen=True, kw_only=True):
    """The texts of one language: the system text, the system text of the check `critic`, a reask template, and the
    value of a fallback. `hints` maps "check/code" to the sentence that tells of such a finding.
    """

    system: str
    critic: str
    reask: str
    fallback: str
    hints: Mapping[str, str] = {}


class Profile(Record, frozen=True, kw_only=True):
    """A domain as data: what a `Guard` is built from where its caller says nothing else.

    `checks` maps the names of shipped checks to their settings, in the order in which they run. `wording` has the texts
    of some of the `languages`; in the others the shipped wording speaks. A changed copy is `profile.but(…)`.
    """

    name: str
    description: str = ""
    languages: tuple[str, ...] = LANGUAGES
    language: str = "en"
    max_retries: int = 3
    tokens: int | None = None
    seconds: float | None = None
    checks: Mapping[str, Mapping[str, Any]] = made_by(lambda: {"citations": {}, "quotes": {}, "allowlist": {}})
    policy: Policy = Policy()
    wording: Mapping[str, Texts] = {}

    def checks_in(self, language: str) -> tuple[AnyCheck, ...]:
        """Return the checks, made from their settings; `critic` has the text of the language unless one is set.

        Raises UsageError for a check or a setting that does not exist or does not fit.
        """
        texts = self.wording.get(language)
        made = []
        for name, settings in self.checks.items():
            spoken = {"system": texts.critic} if texts is not None and name == "critic" else {}
            made.append(check_named(name, {**spoken, **settings}))
        return tuple(made)


def profile_of(what: Profile | str | Path) -> Profile:
    """Return the profile that was given, the shipped one of that name, or that of a file: a Path or "….toml".

    Raises UsageError for a name that is not shipped, ProfileError for a file that is no profile.
    """
    if isinstance(what, Profile):
        return what
    if isinstance(what, Path) or (isinstance(what, str) and what.endswith(".toml")):
        return load_profile(what)
    return profile_named(what)


def profile_named(name: str) -> Profile:
    """Return a shipped profile: general, medical, legal-ja or finance. Raises UsageError for any other name."""
    if name not in PROFILES:
        listed = ", ".join(PROFILES)
        raise UsageError(f"profile: expected one of {listed}, or a file that ends in .toml, saw {name!r:.60}")
    source = files("vouched") / "profiles" / f"{name}.toml"
    return _read(source.read_bytes(), f"{name}.toml")


def load_profile(path: str | Path) -> Profile:
    """Return the profile of a TOML file. Raises ProfileError with file, line, key, what was expected and seen."""
    return _read(bytes_of(path, most=MAX_BYTES, error=ProfileError), str(path))


def _read(data: bytes, source: str) -> Profile:
    table, lines = toml_table(data, source)
    return _Reading(table, source, lines).profile()


class _Reading:
    """A file's table under way to a profile; every fault names the line of its key."""

    def __init__(self, table: dict[str, Any], source: str, lines: Mapping[tuple[str | int, ...], int]) -> None:
        self._table = table
        self._source = source
        self._lines = lines

    def profile(self) -> Profile:
        """Return the profile, or raise ProfileError for the first fault."""
        table = self._table
        self._expect_keys((), table, Profile.__struct_fields__)
        if "name" not in table:
            raise self._fault((), "the key name", "none")
        for key, kind in (("checks", dict), ("policy", dict), ("wording", dict)):
            if not isinstance(table.get(key, {}), kind):
                raise self._fault((key,), "a table", repr(table[key]))
        wording = {language: self._texts(language) for language in table.get("wording", {})}
        made: dict[str, Any] = {"policy": self._policy(), "wording": wording}
        plain = {key: table[key] for key in table if key not in ("checks", "policy", "wording")}
        if "checks" in table:
            self._check_chain()
            made["checks"] = table["checks"]
        profile = self._plain(plain).but(**made)
        if "languages" not in table and wording:
            profile = profile.but(languages=tuple(wording))
        if "language" not in table and profile.languages:
            profile = profile.but(language=profile.languages[0])
        self._languages(profile)
        for name in profile.policy.require:
            if name not in profile.checks:
                raise self._fault(("policy", "require"), f"one of {', '.join(profile.checks)}", repr(name))
        return profile

    def _plain(self, settings: dict[str, Any]) -> Profile:
        """Return a profile of the settings that are no tables, each of its type and within its range."""
        for key, value in settings.items():
            self._convert((key,), {"name": "", key: value}, Profile)
        if settings.get("max_retries", 0) < 0:
            raise self._fault(("max_retries",), "a whole number from 0", repr(settings["max_retries"]))
        for key in ("tokens", "seconds"):
            if not 0 < settings.get(key, 1) < 1e9:
                raise self._fault((key,), "a number above 0 and below 1e9", repr(settings[key]))
        if not settings["name"].strip():
            raise self._fault(("name",), "a text that is not blank", repr(settings["name"]))
        return from_builtins(settings, kind=Profile)

    def _languages(self, profile: Profile) -> None:
        for index, language in enumerate(profile.languages):
            if language not in LANGUAGES:
                raise self._fault(("languages", index), f"one of {', '.join(LANGUAGES)}", repr(language))
            if profile.wording and language not in profile.wording:
                raise self._fault(("languages", index), f"the texts [wording.{language}]", "none")
        for language in profile.wording:
            if language not in profile.languages:
                listed = ", ".join(profile.languages)
                raise self._fault(("wording", language), f"one of the languages {listed}", repr(language))
        if not profile.languages:
            raise self._fault(("languages",), "at least one language", "none")
        if profile.language not in profile.languages:
            raise self._fault(("language",), f"one of {', '.join(profile.languages)}", repr(profile.language))

    def _check_chain(self) -> None:
        """Raise for the first check or setting that does not exist, is of the wrong type, or is refused."""
        if not self._table["checks"]:
            raise self._fault(("checks",), f"at least one of {', '.join(_CHECKS)}", "none")
        # A name with a slash is another package's; what it is, that package says.
        shipped_alone = {name: held for name, held in self._table["checks"].items() if "/" not in name}
        self._expect_keys(("checks",), shipped_alone, tuple(_CHECKS))
        for name, settings in self._table["checks"].items():
            path = ("checks", name)
            if not isinstance(settings, dict):
                raise self._fault(path, "a table of settings", repr(settings))
            if "/" in name:
                self._check_foreign(path, settings)
                continue
            kind = _CHECKS[name]
            fields = kind.__struct_fields__
            self._expect_keys(path, settings, fields)
            needed = fields[: len(fields) - len(kind.__struct_defaults__)]
            for field in needed:
                if field not in settings:
                    raise self._fault(path, f"the setting {field}", "none")
            for key in settings:
                trial = {field: settings[field] for field in (*needed, key)}
                self._convert((*path, key), trial, kind)
            self._convert(path, settings, kind)

    def _check_foreign(self, path: tuple[str, str], settings: dict[str, Any]) -> None:
        try:
            check_named(path[1], settings)
        except UsageError as error:
            raise self._told(path, str(error)) from None

    def _policy(self) -> Policy:
        table = self._table.get("policy", {})
        self._expect_keys(("policy",), table, SETTINGS)
        authority = table.get("authority")
        rules = authority if isinstance(authority, dict) else {}
        trials: list[tuple[tuple[str, ...], dict[str, Any]]] = [
            (("policy", "authority", pattern), {"authority": {pattern: rule}}) for pattern, rule in rules.items()
        ]
        trials += [(("policy", key), {key: value}) for key, value in table.items()]
        for path, trial in trials:
            try:
                Policy(**trial)
            except (PolicyError, TypeError) as error:
                raise self._told(path, str(error)) from None
        # A shipped profile has no folder, and names no file beside it.
        folder = Path(self._source).parent if Path(self._source).is_file() else None
        return Policy(**placed(table, folder))  # type: ignore[arg-type]

    def _texts(self, language: str) -> Texts:
        path, table = ("wording", language), self._table["wording"][language]
        if language not in LANGUAGES:
            raise self._fault(path, f"one of {', '.join(LANGUAGES)}", repr(language))
        if not isinstance(table, dict):
            raise self._fault(path, "a table of texts", repr(table))
        self._expect_keys(path, table, Texts.__struct_fields__)
        for key in _TEXTS:
            if key not in table:
                raise self._fault(path, f"the texts {', '.join(_TEXTS)}", f"none for {key}")
            if not isinstance(table[key], str) or not table[key].strip():
                raise self._fault((*path, key), "a text that is not blank", repr(table[key]))
        hints = table.get("hints", {})
        if not isinstance(hints, dict):
            raise self._fault((*path, "hints"), "a table of sentences", repr(hints))
        try:
            reask_template(table["reask"], where="reask")
        except UsageError as error:
            raise self._told((*path, "reask"), str(error)) from None
        for code, sentence in hints.items():
            if code != "*" and not re.fullmatch(r"[^/\s]+/[^/\s]+", code):
                raise self._fault((*path, "hints", code), '"check/code" or "*"', repr(code))
            try:
                hint_template(sentence)
            except UsageError as error:
                raise self._told((*path, "hints", code), str(error)) from None
        return Texts(**table)

    def _expect_keys(self, path: tuple[str, ...], table: Mapping[str, Any], known: Sequence[str]) -> None:
        for key in table:
            if key not in known:
                raise self._fault((*path, key), f"one of {', '.join(known)}", repr(key))

    def _convert(self, path: tuple[str, ...], settings: Mapping[str, Any], kind: type[Record]) -> None:
        """Raise for settings that do not make a record; the fault is that of `path`, or of the item that it names."""
        try:
            from_builtins(settings, kind=kind)
        except (ValueError, TypeError) as error:
            index = re.search(rf"\b{re.escape(path[-1])}\[(\d+)\]", str(error))
            raise self._told((*path, int(index[1])) if index else path, str(error)) from None

    def _told(self, path: tuple[str | int, ...], message: str) -> ProfileError:
        """Return the error with what somebody else's message says was expected and seen."""
        typed = re.match(r"Expected `([^`]*)`", message)
        if typed is not None:
            names = [_TYPES.get(name, name) for name in typed[1].split(" | ") if name != "null"]
            return self._fault(path, " or ".join(names), repr(self._value(path)))
        said = re.sub(r"^[^:]*?:\s(?=.*expected )", "", message, count=1, flags=re.DOTALL)
        seen = "" if "saw" in said else f", saw {clip(repr(self._value(path)), 80)}"
        return ProfileError(f"{self._place(path)}: {clip(said, 400)}{seen}")

    def _fault(self, path: tuple[str | int, ...], expected: str, seen: str) -> ProfileError:
        return ProfileError(f"{self._place(path)}: expected {expected}, saw {clip(seen, 80)}")

    def _value(self, path: tuple[str | int, ...]) -> object:
        value: Any = self._table
        for part in path:
            value = value[part]
        return value

    def _place(self, path: tuple[str | int, ...]) -> str:
        """Return the file, the line of the innermost part of a path that stands in it, and the path as TOML has it."""
        known = next((path[:end] for end in range(len(path), 0, -1) if path[:end] in self._lines), None)
        line = 1 if known is None else self._lines[known]
        name = "".join(f"[{part}]" if isinstance(part, int) else f".{_quoted(part)}" for part in path)
        return f"{clip(self._source, 300)}:{line}: {name.removeprefix('.')}".removesuffix(": ")


def _quoted(key: str) -> str:
    return key if re.fullmatch(r"[A-Za-z0-9_-]+", key) else f'"{clip(key, 60)}"'
