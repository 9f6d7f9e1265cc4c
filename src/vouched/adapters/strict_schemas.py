"""Says which JSON Schemas OpenAI's strict mode takes: closed objects, every property required, no rarer keyword."""

from __future__ import annotations

from typing import Any

__all__ = ["has_object_root", "is_strict"]

_KNOWN = frozenset(
    "type properties required additionalProperties items anyOf enum const $ref $defs definitions description title "
    "minimum maximum exclusiveMinimum exclusiveMaximum multipleOf minItems maxItems pattern format".split()
)
_NESTED = ("properties", "$defs", "definitions")
_DEEPEST = 10
_MOST_PROPERTIES = 5000


def has_object_root(schema: Any) -> bool:
    """Return whether the answer of a schema is an object, as the arguments of a tool have to be."""
    return isinstance(schema, dict) and schema.get("type") == "object"


def is_strict(schema: Any) -> bool:
    """Return whether strict mode takes a schema (OpenAI, Structured Outputs, supported schemas); linear in its size."""
    if not has_object_root(schema) or "anyOf" in schema:
        return False
    waiting, properties = [(schema, 1)], 0
    while waiting:
        node, depth = waiting.pop()
        if not isinstance(node, dict) or not node.keys() <= _KNOWN or depth > _DEEPEST:
            return False
        if not any(name in node for name in ("type", "anyOf", "enum", "const", "$ref")):
            return False
        held = node.get("properties", {})
        if node.get("type") == "object" or held:
            closed = node.get("additionalProperties") is False and isinstance(held, dict)
            if not closed or set(node.get("required", ())) != set(held):
                return False
            properties += len(held)
        if properties > _MOST_PROPERTIES:
            return False
        for name in _NESTED:
            nested = node.get(name, {})
            if not isinstance(nested, dict):
                return False
            waiting += [(each, depth + (name == "properties")) for each in nested.values()]
        listed = node.get("anyOf", [])
        waiting += [(each, depth) for each in (listed if isinstance(listed, list) else [None])]
        if "items" in node:
            waiting.append((node["items"], depth + 1))
    return True
