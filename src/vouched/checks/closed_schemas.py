"""Closes a JSON Schema: objects and tuples admit nothing but what is described, wherever the description stands."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from typing import Any
from urllib.parse import unquote

__all__ = ["strictly", "subschemas", "target_of"]

_NEWEST = "https://json-schema.org/draft/2020-12/schema"
_OLDER = ("draft-03", "draft-04", "draft-06", "draft-07")
# Keywords by what their subschemas look at: another place of the value, the same place, or a mere condition, whose
# outcome would change if more were asked of it. `$defs` looks at nothing until something refers to it.
_PLACE_ONE = ("items", "additionalProperties", "additionalItems", "unevaluatedItems", "unevaluatedProperties")
_PLACE_MANY = ("prefixItems",)
_PLACE_NAMED = ("properties", "patternProperties")
_SAME_ONE = ("then", "else")
_SAME_MANY = ("allOf", "anyOf", "oneOf")
_SAME_NAMED = ("dependentSchemas",)
_CONDITION = ("if", "not", "contains", "propertyNames")
_DEFINED = ("$defs", "definitions")
_KINDS = {
    **dict.fromkeys((*_PLACE_ONE, *_PLACE_MANY, *_PLACE_NAMED), "place"),
    **dict.fromkeys((*_SAME_ONE, *_SAME_MANY, *_SAME_NAMED), "same"),
    **dict.fromkeys(_CONDITION, "condition"),
    **dict.fromkeys(_DEFINED, "defined"),
}
_OBJECT = ("properties", "patternProperties", "required", "$ref", "allOf", "anyOf", "oneOf", "dependentSchemas")
_OPEN_COPY = "vouched:as-written"


def subschemas(schema: dict[str, Any]) -> Iterator[tuple[str, str, Any]]:
    """Yield the direct subschemas of a schema: what each looks at ("place", "same", "condition", "defined"), the
    keyword, and the subschema.
    """
    for keyword, held in schema.items():
        kind = _KINDS.get(keyword)
        if kind is None:
            continue
        if keyword in (*_PLACE_NAMED, *_SAME_NAMED, *_DEFINED):
            members = list(held.values()) if isinstance(held, dict) else []
        elif keyword in (*_PLACE_MANY, *_SAME_MANY) or (keyword == "items" and isinstance(held, list)):
            members = held if isinstance(held, list) else []
        else:
            members = [held]
        for member in members:
            yield kind, keyword, member


def target_of(schema: dict[str, Any], root: Any) -> Any:
    """Return the subschema of `root` that the `$ref` of a schema points to, None without one that is a pointer."""
    reference = schema.get("$ref")
    if not isinstance(reference, str) or not (reference == "#" or reference.startswith("#/")):
        return None
    found = root
    for part in unquote(reference[1:]).split("/")[1:]:
        name = part.replace("~1", "/").replace("~0", "~")
        try:
            found = found[int(name)] if isinstance(found, list) else found[name]
        except (KeyError, IndexError, TypeError, ValueError):
            return None
    return found


def strictly(schema: Any) -> Any:
    """Return a schema whose objects and tuples admit no members but those that are described.

    A place of the value is closed as a whole: what `$ref`, `allOf`, `anyOf`, `oneOf` and `if` describe of one object or
    tuple is taken together (`unevaluatedProperties`, `unevaluatedItems`, 2020-12). A place that says itself what other
    members may be keeps that. What only tells whether something applies (`if`, `not`, `contains`, `propertyNames`)
    stays as it was written, also behind a `$ref`. Schemas of older drafts are read as their draft has it and
    written as 2020-12.
    """
    closed = copy.deepcopy(schema)
    if isinstance(closed, dict):
        _modernise(closed)
        _keep_conditions(closed)
        _close(closed)
    return closed


def _modernise(root: dict[str, Any]) -> None:
    named = root.get("$schema")
    is_older = isinstance(named, str) and any(draft in named for draft in _OLDER)
    if isinstance(named, str):
        root["$schema"] = _NEWEST
    waiting: list[Any] = [root]
    while waiting:
        node = waiting.pop()
        if not isinstance(node, dict):
            continue
        if is_older and isinstance(node.get("$ref"), str):
            # Beside a `$ref` the older drafts read nothing.
            for key in [key for key in node if key not in ("$ref", "$schema", *_DEFINED)]:
                del node[key]
        _modern_words(node)
        waiting += [held for _, _, held in subschemas(node)]


def _modern_words(node: dict[str, Any]) -> None:
    """Write the keywords of older drafts as 2020-12 has them, in place."""
    if isinstance(node.get("items"), list):
        node["prefixItems"] = node.pop("items")
        if "additionalItems" in node:
            node["items"] = node.pop("additionalItems")
    for bound, exclusive in (("minimum", "exclusiveMinimum"), ("maximum", "exclusiveMaximum")):
        if isinstance(node.get(exclusive), bool) and node.pop(exclusive) and bound in node:
            node[exclusive] = node.pop(bound)
    if isinstance(node.get("id"), str):
        node.setdefault("$id", node.pop("id"))
    dependencies = node.pop("dependencies", None)
    if isinstance(dependencies, dict):
        for name, needed in dependencies.items():
            key = "dependentRequired" if isinstance(needed, list) else "dependentSchemas"
            node.setdefault(key, {})[name] = needed


def _keep_conditions(root: dict[str, Any]) -> None:
    """Let every `$ref` that stands inside a condition lead into a copy that nothing closes."""
    references = [node for node in _inside_conditions(root) if target_of(node, root) is not None]
    if not references:
        return
    kept = copy.deepcopy(root)
    kept.pop("$schema", None)
    kept.pop("$id", None)
    waiting: list[Any] = [kept]
    while waiting:
        node = waiting.pop()
        if isinstance(node, dict):
            if target_of(node, root) is not None:
                references.append(node)
            waiting += [held for _, _, held in subschemas(node)]
    for node in references:
        node["$ref"] = f"#/$defs/{_OPEN_COPY}{node['$ref'][1:]}"
    root.setdefault("$defs", {})[_OPEN_COPY] = kept


def _inside_conditions(root: dict[str, Any]) -> list[dict[str, Any]]:
    found = []
    waiting: list[tuple[Any, bool]] = [(root, False)]
    while waiting:
        node, inside = waiting.pop()
        if isinstance(node, dict):
            if inside:
                found.append(node)
            waiting += [(held, inside or kind == "condition") for kind, _, held in subschemas(node)]
    return found


def _close(root: dict[str, Any]) -> None:
    kept = root.get("$defs", {}).get(_OPEN_COPY)
    waiting: list[tuple[Any, bool]] = [(root, True)]
    while waiting:
        node, is_place = waiting.pop()
        if not isinstance(node, dict):
            continue
        waiting += [
            (held, kind == "place") for kind, _, held in subschemas(node) if kind != "condition" and held is not kept
        ]
        if is_place:
            _close_place(node, root)


def _close_place(node: dict[str, Any], root: dict[str, Any]) -> None:
    describes = any(key in node for key in _OBJECT) or node.get("type") == "object"
    if describes and "additionalProperties" not in node and "unevaluatedProperties" not in node:
        node["unevaluatedProperties"] = False
    if "items" not in node and "unevaluatedItems" not in node and _describes_tuple(node, root):
        node["unevaluatedItems"] = False


def _describes_tuple(node: dict[str, Any], root: dict[str, Any]) -> bool:
    """Whether a schema, or what it says of the same place elsewhere, describes the first members of a list."""
    seen: set[int] = set()
    waiting: list[Any] = [node]
    while waiting:
        each = waiting.pop()
        if not isinstance(each, dict) or id(each) in seen:
            continue
        seen.add(id(each))
        if "prefixItems" in each:
            return True
        waiting += [held for kind, _, held in subschemas(each) if kind == "same"]
        waiting.append(target_of(each, root))
    return False
