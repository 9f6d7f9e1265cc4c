"""Promises about the JSON that the command line prints: its shape is published, kept, and writable anywhere."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import vouched
from vouched.adapters.json_shapes import SHAPES, json_text, schema_of, snap_json, verify_json

ROOT = Path(__file__).resolve().parents[2]
EXAMPLES = ROOT / "examples"
ANSWERS = sorted(EXAMPLES.glob("*/answers/*"))


def faults(value: Any, schema: dict[str, Any], root: dict[str, Any], where: str = "") -> list[str]:
    """Return where a value does not fit the schema, for the part of JSON Schema that the published ones use."""
    if "$ref" in schema:
        return faults(value, root["$defs"][schema["$ref"].rpartition("/")[2]], root, where)
    if "anyOf" in schema:
        return [] if any(not faults(value, each, root, where) for each in schema["anyOf"]) else [where]
    if "const" in schema:
        return [] if value == schema["const"] else [where]
    if "enum" in schema:
        return [] if value in schema["enum"] else [f"{where}: {value!r}"]
    kinds: dict[str, Any] = {
        "string": str,
        "number": (int, float),
        "boolean": bool,
        "null": type(None),
        "integer": int,
        "object": dict,
        "array": list,
    }
    kind = schema.get("type")
    if kind and (not isinstance(value, kinds[kind]) or (kind == "integer" and isinstance(value, bool))):
        return [f"{where}: expected {kind}"]
    found: list[str] = []
    if kind == "object":
        found += [f"{where}/{name} is missing" for name in schema["required"] if name not in value]
        found += [f"{where}/{name} is unknown" for name in value if name not in schema["properties"]]
        for name, part in schema["properties"].items():
            found += faults(value.get(name), part, root, f"{where}/{name}")
    if kind == "array":
        for number, item in enumerate(value):
            found += faults(item, schema["items"], root, f"{where}/{number}")
    return found


@pytest.mark.parametrize("name", sorted(SHAPES))
def test_the_published_schema_is_that_of_the_shape(name: str) -> None:
    """`docs/schemas` holds for each shape the schema that its record makes."""
    published = json.loads((ROOT / "docs" / "schemas" / f"{name}.schema.json").read_text(encoding="utf-8"))

    assert published == schema_of(name)


@pytest.mark.parametrize("answer", ANSWERS, ids=[f"{each.parts[-3]}/{each.name}" for each in ANSWERS])
def test_the_outcome_of_every_example_fits_the_schema(answer: Path) -> None:
    """What `verify` says of the bundled answers has every field of the schema, and no other."""
    documents = vouched.load_documents(answer.parents[1] / "documents")
    shape = verify_json(vouched.verify(answer.read_text(encoding="utf-8"), documents))

    assert faults(json.loads(json_text(shape)), schema_of("verify"), schema_of("verify")) == []


@pytest.mark.parametrize(
    ("anchor", "found", "reason"),
    [
        ("any animal in the Flat", True, None),
        ("not less than two months' written notice", False, "ambiguous"),
        ("the moon is made of cheese and wine", False, "absent"),
        ("of", False, "weak"),
        (" ", False, "empty"),
    ],
)
def test_a_snap_fits_the_schema(anchor: str, found: bool, reason: str | None) -> None:
    """A snap has the documented shape whether the anchor was found or not."""
    text = (EXAMPLES / "tenancy-en" / "documents" / "lease.md").read_text(encoding="utf-8")
    shape = snap_json(vouched.snap(anchor, text))

    assert faults(shape, schema_of("snap"), schema_of("snap")) == []
    assert (shape["found"], shape["reason"]) == (found, reason)
    assert (shape["quote"] is not None) == found


def test_what_was_rejected_is_not_shown() -> None:
    """The value is null when nothing is released, and the rejected text has no field of its own."""
    outcome = vouched.verify("Rent is “due every single day of the week” [1].", ["Rent is due monthly."])
    shape = verify_json(outcome)

    assert outcome.status == "refused"
    assert shape["value"] is None
    assert "rejected" not in shape


@given(st.text(st.characters(), max_size=40))
def test_any_text_is_written_and_comes_back(text: str) -> None:
    """JSON is written in UTF-8 whatever a text holds, lone surrogates included, and reads back the same."""
    written = json_text({"text": text}).encode("utf-8")

    assert json.loads(written) == {"text": text}
