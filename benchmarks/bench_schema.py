"""Measures reading an answer and judging it by a JSON Schema, against langcore-guardrails' validators of the same."""

from __future__ import annotations

import cProfile
import json
import pstats
from collections.abc import Callable
from importlib.metadata import PackageNotFoundError, version
from typing import Any

from timing import Table, interleaved, shown

from vouched.checks import Completeness, Confidence, Consistency, Pattern, Schema
from vouched.documents import Evidence
from vouched.ports import AnyCheck
from vouched.run.checking import run_check
from vouched.run.reading import read

__all__ = ["chain", "measures", "profile", "schema"]

_PEER = "langcore-guardrails"
# How many times as fast as the peer's validator, at about so many bytes.
_WANTED = {"1 KB": (1_000, 200), "100 KB": (100_000, None), "1 MB": (1_000_000, 50)}
_NOTHING = Evidence()
_KINDS = ("rent", "deposit", "notice", "repairs")
SCHEMA: dict[str, Any] = {
    "type": "object",
    "properties": {
        "extractions": {
            "type": "array",
            "items": {
                "type": "object",
                "properties": {
                    "extraction_class": {"enum": list(_KINDS)},
                    "extraction_text": {"type": "string", "minLength": 1},
                    "confidence_score": {"type": "number", "minimum": 0, "maximum": 1},
                    "attributes": {
                        "type": "object",
                        "properties": {
                            "amount": {"type": "number"},
                            "party": {"type": "string"},
                            "tags": {"type": "array", "items": {"type": "string"}},
                        },
                        "required": ["amount", "party"],
                    },
                },
                "required": ["extraction_class", "extraction_text"],
            },
        }
    },
    "required": ["extractions"],
}


def answer(size: int) -> str:
    """Return an answer of about `size` characters that fits SCHEMA."""
    items: list[dict[str, Any]] = []
    length = 0
    while length < size:
        number = len(items)
        item = {
            "extraction_class": _KINDS[number % len(_KINDS)],
            "extraction_text": f"The tenant pays {900 + number} euros a month, due on day {number % 28 + 1}.",
            "confidence_score": 0.75 + number % 25 / 100,
            "attributes": {"amount": 900.5 + number, "party": f"Tenant {number}", "tags": ["monthly", "fixed"]},
        }
        items.append(item)
        length += len(json.dumps(item)) + 2
    return json.dumps({"extractions": items})


def _judged(text: str, check: AnyCheck) -> str:
    """Read an answer and judge it, as `vouched verify --schema` does before it decides."""
    return run_check(check, read(text), _NOTHING).status


def _peers() -> Any:
    """Return the peer's module, or why it cannot be timed."""
    try:
        version(_PEER)
    except PackageNotFoundError:
        return f"{_PEER}: not installed here (make bench-peers)"
    import langcore_guardrails

    return langcore_guardrails


def schema(table: Table, *, rounds: int) -> None:
    """Print what reading and the check `schema` take, and the peer's JsonSchemaValidator with the same schema."""
    peer = _peers()
    told = peer if isinstance(peer, str) else f"{_PEER} {version(_PEER)}"
    wanted = ", ".join(f"{times}x at {name}" for name, (_, times) in _WANTED.items() if times)
    table.head(f"parse and JSON Schema; {told}; wanted {wanted}", "vouched", "of it read", "peer", "times faster")
    for strict in (True, False):
        for name, (size, times) in _WANTED.items():
            text, check = answer(size), Schema(SCHEMA, strict=strict, suffices=True)
            assert _judged(text, check) == "supported"
            turns = max(1, 20_000 // len(text))
            calls = [
                _times(turns, lambda text=text, check=check: _judged(text, check)),
                _times(turns, lambda t=text: read(t)),
            ]
            if not isinstance(peer, str):
                validator = peer.JsonSchemaValidator(SCHEMA, strict=strict)
                assert validator.validate(text).valid
                calls.append(_times(turns, lambda text=text, validator=validator: validator.validate(text)))
            mine, reading, *theirs = (seconds / turns for seconds in interleaved(*calls, rounds=3 * rounds))
            ratio = theirs[0] / mine if theirs else 0.0
            cells = [shown(theirs[0]), f"{ratio:.0f}"] if theirs else ["", ""]
            met = ratio >= times if theirs and times else None
            table.row(f"{name}, {'strict' if strict else 'not strict'}", shown(mine), shown(reading), *cells, met=met)


def chain(table: Table, *, rounds: int) -> None:
    """Print what five checks take with one reading beside one check, and the peer's chain of five validators."""
    peer = _peers()
    table.head("five checks over one reading", "one check", "five checks", "peer's five", "times faster")
    # At 1 MB two of the five come to their bounds: a pattern looks at a million characters, a check asks 1,000 times.
    for name in ("1 KB", "100 KB"):
        text, checks = answer(_WANTED[name][0]), _five()
        assert all(_judged(text, check) == "supported" for check in checks)
        turns = max(1, 20_000 // len(text))

        def five(text: str = text, checks: list[AnyCheck] = checks) -> None:
            draft = read(text)
            for check in checks:
                run_check(check, draft, _NOTHING)

        calls = [_times(turns, lambda text=text, check=checks[0]: _judged(text, check)), _times(turns, five)]
        if not isinstance(peer, str):
            validators = _their_five(peer)
            calls.append(_times(turns, lambda v=validators, text=text: [each.validate(text) for each in v]))
        one, mine, *theirs = (seconds / turns for seconds in interleaved(*calls, rounds=rounds))
        cells = [shown(theirs[0]), f"{theirs[0] / mine:.0f}"] if theirs else ["", ""]
        table.row(name, shown(one), shown(mine), *cells)


def _ordered(item: Any) -> str | None:
    return None if item.get("extraction_text") else "no text"


def _five() -> list[AnyCheck]:
    return [
        Schema(SCHEMA, strict=True, suffices=True),
        Pattern(required='"extractions"', search=True),
        Completeness(required=("/extraction_class", "/extraction_text")),
        Consistency((_ordered,)),
        Confidence(at_least=0.7),
    ]


def _their_five(peer: Any) -> list[Any]:
    from pydantic import BaseModel

    class Item(BaseModel):
        extraction_class: str
        extraction_text: str

    return [
        peer.JsonSchemaValidator(SCHEMA, strict=True),
        peer.RegexValidator('"extractions"'),
        peer.FieldCompletenessValidator(Item),
        peer.ConsistencyValidator([_ordered]),
        peer.ConfidenceThresholdValidator(0.7),
    ]


def _times(turns: int, call: Callable[[], object]) -> Callable[[], None]:
    def repeated() -> None:
        for _ in range(turns):
            call()

    return repeated


def profile() -> None:
    """Print where reading and judging 1 MB spends its time."""
    text, check = answer(1_000_000), Schema(SCHEMA, strict=True, suffices=True)
    profiler = cProfile.Profile()
    profiler.runcall(_judged, text, check)
    pstats.Stats(profiler).sort_stats("tottime").print_stats(25)


def measures(*, rounds: int) -> dict[str, Callable[[Table], None]]:
    """Return the measurements of this file by name."""

    def both(table: Table) -> None:
        schema(table, rounds=rounds)
        chain(table, rounds=rounds)

    return {"schema": both}


if __name__ == "__main__":
    profile()
