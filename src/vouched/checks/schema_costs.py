"""Counts what judging a value by a JSON Schema takes, so that schemas whose alternatives multiply are told in time.

Alternatives that lead to the same definitions double with each level: an engine that follows each of them takes
exponential time. The number of its steps follows from schema and value, and is reckoned here in linear time.
"""

from __future__ import annotations

from typing import Any

from vouched.checks.closed_schemas import subschemas, target_of
from vouched.errors import UsageError
from vouched.text.json_places import pointer

__all__ = ["MOST_STEPS", "Costs", "is_costly"]

MOST_STEPS = 2_000_000
_MOST_ALTERNATIVES = 20_000


class Costs:
    """The steps that values take by one schema, each pair of a subschema and a place of the value reckoned once."""

    def __init__(self, schema: Any) -> None:
        self._root = schema
        self._known: dict[tuple[int, int], int] = {}

    def steps(self, value: Any) -> int:
        """Return the steps that a value takes, or more than MOST_STEPS where they are too many to tell."""
        self._known.clear()
        try:
            return self._steps(self._root, value)
        except RecursionError:
            return MOST_STEPS + 1
        finally:
            self._known.clear()

    def _steps(self, schema: Any, value: Any) -> int:
        if not isinstance(schema, dict):
            return 1
        key = (id(schema), id(value))
        known = self._known.get(key)
        if known is not None:
            return known
        self._known[key] = 1  # what leads back to itself at the same place of the value says nothing more
        steps = 1
        target = target_of(schema, self._root)
        if target is not None:
            steps += self._steps(target, value)
        for kind, keyword, held in subschemas(schema):
            if keyword in ("properties", "patternProperties", "$defs", "definitions", "propertyNames"):
                continue
            if keyword == "contains" or kind == "place":
                steps += sum(self._steps(held, part) for part in _parts(value))
            else:
                steps += self._steps(held, value)
            if steps > MOST_STEPS:
                break
        steps += self._members(schema, value)
        self._known[key] = steps
        return steps

    def _members(self, schema: dict[str, Any], value: Any) -> int:
        if not isinstance(value, dict):
            return 0
        steps = 0
        properties = schema.get("properties")
        if isinstance(properties, dict):
            steps += sum(self._steps(held, value[name]) for name, held in properties.items() if name in value)
        patterns = schema.get("patternProperties")
        if isinstance(patterns, dict):
            steps += sum(self._steps(held, part) for held in patterns.values() for part in value.values())
        return steps


def _parts(value: Any) -> list[Any]:
    if isinstance(value, dict):
        return list(value.values())
    return value if isinstance(value, list) else []


def is_costly(schema: Any) -> bool:
    """Return whether a value can make the steps multiply, so that they have to be reckoned for each.

    Raises UsageError where the alternatives of one place alone are too many to be followed, with the place.
    """
    reading = _Reading(schema)
    try:
        for where, node in _places(schema):
            if reading.alternatives(node) > _MOST_ALTERNATIVES:
                expected = f"at most {_MOST_ALTERNATIVES} alternatives of one place, every $ref followed"
                raise UsageError(f"schema: expected {expected}, saw more at {where or '/'}")
        size, _ = reading.reach(schema)
    except RecursionError:
        raise UsageError("schema: expected a JSON Schema, saw one that is nested too deep") from None
    return size > _MOST_ALTERNATIVES or reading.multiplies


def _places(schema: Any) -> list[tuple[str, Any]]:
    """Return every subschema that something can refer to by name, and the whole, with their pointers."""
    found = [("", schema)]
    if isinstance(schema, dict):
        for keyword in ("$defs", "definitions"):
            held = schema.get(keyword)
            if isinstance(held, dict):
                found += [(pointer(keyword, name), each) for name, each in held.items()]
    return found


class _Reading:
    """What the subschemas of a schema lead to, each looked at once."""

    def __init__(self, root: Any) -> None:
        self._root = root
        self._alternatives: dict[int, int] = {}
        self._reach: dict[int, tuple[int, bool]] = {}
        self._open: set[int] = set()
        self.multiplies = False

    def alternatives(self, schema: Any) -> int:
        """Return how many subschemas look at the place of a schema, itself among them, every `$ref` followed."""
        if not isinstance(schema, dict):
            return 1
        known = self._alternatives.get(id(schema))
        if known is not None:
            return known
        self._alternatives[id(schema)] = 1
        same = [held for kind, word, held in subschemas(schema) if kind == "same" or word in ("if", "not")]
        count = 1 + sum(self.alternatives(held) for held in [*same, target_of(schema, self._root)])
        self._alternatives[id(schema)] = count
        return count

    def reach(self, schema: Any) -> tuple[int, bool]:
        """Return how many subschemas a schema leads to, with repetition, and whether it leads back to itself.

        Where two of them that look at one place lead back, each level of a value doubles the steps: `multiplies`.
        """
        if not isinstance(schema, dict):
            return 1, False
        key = id(schema)
        if key in self._open:
            return 1, True
        if key in self._reach:
            return self._reach[key]
        self._open.add(key)
        size, leads_back, ways = 1, False, 0
        below = [(kind, held) for kind, _, held in subschemas(schema) if kind != "defined"]
        for kind, held in [*below, ("same", target_of(schema, self._root))]:
            count, again = self.reach(held)
            size += count
            leads_back = leads_back or again
            ways += again and kind != "place"
        self.multiplies = self.multiplies or ways > 1 or (ways == 1 and self._places_lead_back(below))
        self._open.discard(key)
        self._reach[key] = size, leads_back
        return size, leads_back

    def _places_lead_back(self, below: list[tuple[str, Any]]) -> bool:
        return any(kind == "place" and self.reach(held)[1] for kind, held in below)
