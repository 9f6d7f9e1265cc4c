"""Compiles JSON Schemas and says what of a value does not fit; the one file that imports jsonschema_rs."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, TypeAlias

from vouched.errors import UsageError
from vouched.record import Record
from vouched.text.clip import clip, clip_value
from vouched.text.json_places import bounded_pointer, pointer

__all__ = ["Matcher", "Misfit", "compiled", "matcher", "misfits"]

Matcher: TypeAlias = Callable[[str], "bool | None"]
_STEPS = 1_000_000


class Misfit(Record, frozen=True, kw_only=True):
    """One place of a value that does not fit: its pointer, the keyword of the schema and its value, both bounded."""

    where: str
    keyword: str
    expected: str
    seen: str


def compiled(schema: Any, *, formats: bool = True) -> Any:
    """Return a validator of a JSON Schema, of the draft that its `$schema` names, 2020-12 without one.

    Nothing is fetched: a `$ref` has to lead into the schema itself. Raises UsageError for a schema that is none, with
    the place in it, and where jsonschema-rs is not installed.
    """
    jsonschema_rs = _library()
    if not isinstance(schema, (Mapping, bool)):
        raise UsageError(f"schema: expected a JSON Schema (an object), saw {clip_value(schema, 60)}")
    try:
        return jsonschema_rs.validator_for(
            schema, validate_formats=formats, ignore_unknown_formats=False, retriever=_refused
        )
    except (jsonschema_rs.ValidationError, jsonschema_rs.ReferencingError, ValueError, TypeError) as error:
        at = pointer(*getattr(error, "instance_path", ())) or "/"
        raise UsageError(f"schema: expected a JSON Schema, saw at {at}: {clip(_first_line(error), 200)}") from None


def _library() -> Any:
    try:
        import jsonschema_rs
    except ImportError:
        raise UsageError("schema: expected jsonschema-rs, saw none; pip install 'vouched[schema]'") from None
    return jsonschema_rs


def _refused(uri: str) -> Any:
    raise ValueError(f"nothing is fetched: {uri}")


def _first_line(error: Exception) -> str:
    return str(getattr(error, "message", "") or error).splitlines()[0]


def misfits(validator: Any, value: Any, *, where: str = "", most: int = 100) -> list[Misfit]:
    """Return where a value does not fit, in the order of the places, each bounded; at most `most`.

    `where` is the pointer of the value. What the library says is not handed on, since it repeats the value.
    """
    found = []
    for error in _errors(validator, value):
        parts = list(error.instance_path)
        keyword = error.kind.name
        seen = _held(value, parts)
        found.append(
            Misfit(
                where=where + bounded_pointer(parts),
                keyword=keyword,
                expected=_expected(keyword, error.kind),
                seen=f'"{clip(seen, 80)}"' if isinstance(seen, str) else clip_value(seen, 80),
            )
        )
        if len(found) > 20 * most:
            break
    found.sort(key=lambda misfit: (_sortable(misfit.where), misfit.keyword, misfit.expected))
    return found[:most]


def _errors(validator: Any, value: Any) -> Iterator[Any]:
    return iter(validator.iter_errors(value))


def _sortable(where: str) -> list[tuple[int, str]]:
    return [(int(part), "") if part.isdigit() and len(part) < 10 else (-1, part) for part in where.split("/")]


def _held(value: Any, parts: list[Any]) -> Any:
    for part in parts:
        try:
            value = value[part]
        except (KeyError, IndexError, TypeError):
            return None
    return value


def _expected(keyword: str, kind: Any) -> str:
    wanted = getattr(kind, "value", None)
    if keyword == "required":
        return f"the member {clip_value(getattr(kind, 'property', wanted), 60)}"
    if keyword in ("additionalProperties", "unevaluatedProperties"):
        unexpected = ", ".join(clip_value(name, 40) for name in list(getattr(kind, "unexpected", []))[:5])
        return f"no member {unexpected}"
    if keyword == "enum":
        options = list(getattr(kind, "options", []))
        listed = ", ".join(clip_value(option, 40) for option in options[:8])
        return f"one of {listed}{' …' if len(options) > 8 else ''}"
    words = {
        "type": "the type",
        "format": "the format",
        "pattern": "a text that matches",
        "const": "exactly",
        "minimum": "at least",
        "maximum": "at most",
        "exclusiveMinimum": "more than",
        "exclusiveMaximum": "less than",
        "minLength": "at least this many characters:",
        "maxLength": "at most this many characters:",
        "minItems": "at least this many items:",
        "maxItems": "at most this many items:",
        "multipleOf": "a multiple of",
    }
    if keyword in words and isinstance(wanted, (str, int, float, bool, type(None), list)):
        shown = " or ".join(map(str, wanted)) if isinstance(wanted, list) else clip_value(wanted, 100)
        return f"{words[keyword]} {shown}"
    return f"what {keyword} asks"


def matcher(pattern: str, name: str) -> Matcher:
    """Return what tells whether a regular expression of JSON Schema matches somewhere in a text; None is undecided.

    Matching takes linear time where the pattern does not look around or back; where it does, steps are bounded, and
    what exceeds the bound is undecided. Raises UsageError, naming `name`, for a pattern that is none.
    """
    jsonschema_rs = _library()
    made: Any = None
    for options in (jsonschema_rs.RegexOptions(), jsonschema_rs.FancyRegexOptions(backtrack_limit=_STEPS)):
        try:
            made = jsonschema_rs.validator_for({"pattern": pattern}, pattern_options=options, retriever=_refused)
            break
        except (jsonschema_rs.ValidationError, ValueError):
            continue
    if made is None:
        raise UsageError(f"{name}: expected a regular expression, saw {clip(pattern, 100)}")

    def matches(text: str) -> bool | None:
        kinds = [type(error.kind).__name__ for error in made.iter_errors(text)]
        if any(kind.endswith("BacktrackLimitExceeded") for kind in kinds):
            return None
        return not kinds

    return matches
