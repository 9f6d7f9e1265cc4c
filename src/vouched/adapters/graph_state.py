"""What stands in the state of a graph: plain values that every serializer carries, and the records made of them again.

Serializers of checkpoints know no record, alter half a surrogate pair and fail at wide integers. So what has to come
back exactly stands there as JSON text, and what users read as plain values.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any

from vouched.documents import Document, Evidence
from vouched.errors import UsageError
from vouched.outcomes import Outcome
from vouched.ports import Fetch, Generate
from vouched.record import from_builtins, to_builtins
from vouched.run.journal import packed, unpacked

__all__ = ["documents_of", "merged", "outcome_of", "packed_request", "plain", "plain_outcome", "unpacked_request"]

_KINDS: dict[str, Any] = {"generate": Generate, "fetch": Fetch}
_WIDEST = range(-(2**63), 2**63)


def documents_of(given: Any) -> Evidence:
    """Return what a state holds as documents: a mapping of id to text, or a list of texts and of `{"id", "text"}`.

    Raises UsageError where an entry is something else.
    """
    if given is None:
        return Evidence()
    if isinstance(given, (Evidence, Mapping, str, Document)) or not isinstance(given, Iterable):
        return Evidence.of(given)
    return Evidence.of([_document(item, number) for number, item in enumerate(given)])


def _document(item: Any, number: int) -> Any:
    if not isinstance(item, Mapping):
        return item
    try:
        return from_builtins(dict(item), kind=Document)
    except ValueError as error:
        raise UsageError(f'documents[{number}]: expected {{"id", "text"}}, {error}') from error


def merged(left: Mapping[str, Any], right: Mapping[str, Any]) -> dict[str, Any]:
    """Return what is known of a run with what came to it; only what begins a run replaces the one that is there.

    `run` is its name, `texts` are its replies by slot, `told` counts the notes that were told, `seconds` is how long it
    has taken. What comes late to a run that another has replaced is left out.
    """
    if "begins" in right:
        return {name: value for name, value in right.items() if name != "begins"}
    if left.get("run") != right.get("run"):
        return dict(left)
    return {
        "run": left.get("run"),
        "texts": {**left.get("texts", {}), **right.get("texts", {})},
        "told": max(left.get("told", 0), right.get("told", 0)),
        "seconds": max(left.get("seconds", 0.0), right.get("seconds", 0.0)),
    }


def packed_request(request: Generate | Fetch) -> str:
    """Return a request as JSON text that names its kind."""
    kind = "generate" if isinstance(request, Generate) else "fetch"
    return packed({kind: request})


def unpacked_request(text: str) -> Generate | Fetch:
    """Return the request that a text encodes; raises ValueError where it encodes none."""
    [(kind, content)] = json.loads(text).items()
    request: Generate | Fetch = from_builtins(content, kind=_KINDS[kind])
    return request


def plain(value: Any) -> Any:
    """Return a JSON value that every serializer carries alike.

    An integer wider than 64 bits becomes its digits, half a surrogate pair U+FFFD; tuples become lists.
    """
    if isinstance(value, str):
        return value if value.isascii() else value.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    if isinstance(value, Mapping):
        return {plain(name): plain(one) for name, one in value.items()}
    if isinstance(value, (list, tuple)):
        return [plain(one) for one in value]
    return str(value) if isinstance(value, int) and value not in _WIDEST else value


def plain_outcome(outcome: Outcome) -> dict[str, Any]:
    """Return an outcome without what was rejected, as plain values; `exact` is its JSON text where those differ."""
    shown = _shown(outcome)
    made = to_builtins(shown)
    values: dict[str, Any] = plain(made)
    text = packed(shown)
    return values if json.loads(text) == values else {**values, "exact": text}


def outcome_of(state: Mapping[str, Any], *, key: str = "outcome") -> Outcome:
    """Return the outcome that a state holds under `key`.

    `rejected` is None, in its attempts too, unless the state is one of `with_rejected(graph)`. Raises UsageError where
    the state holds no outcome.
    """
    whole = state.get("vouched_outcome")
    if isinstance(whole, str) and key == "outcome":
        return unpacked(whole, kind=Outcome)
    kept = state.get(key)
    try:
        if isinstance(kept, Mapping) and isinstance(kept.get("exact"), str):
            return unpacked(kept["exact"], kind=Outcome)
        return from_builtins(dict(kept or {}), kind=Outcome)
    except (ValueError, TypeError) as error:
        raise UsageError(f"{key}: expected an outcome in the state, saw {kept!r:.60}") from error


def _shown(outcome: Outcome) -> Outcome:
    attempts = tuple(attempt.but(rejected=None) for attempt in outcome.attempts)
    return outcome.but(rejected=None, attempts=attempts)
