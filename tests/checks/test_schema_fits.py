"""A value fits its JSON Schema, or every place that does not is told, bounded and in order."""

from __future__ import annotations

import json
from typing import Any

import pytest

from vouched import Guard, Policy, Verdict, read, verify
from vouched.checks import Schema
from vouched.documents import Evidence
from vouched.errors import UsageError
from vouched.run.checking import run_check
from vouched.testing import ScriptedModel

INVOICE: dict[str, Any] = {
    "type": "object",
    "properties": {
        "amount": {"type": "number", "maximum": 10},
        "date": {"type": "string", "format": "date"},
        "lines": {"type": "array", "items": {"type": "object", "properties": {"sku": {"type": "string"}}}},
    },
    "required": ["amount", "date"],
}


def judged(value: Any, schema: Any, **settings: Any) -> Verdict:
    """Return the verdict on a value."""
    return run_check(Schema(schema, **settings), read(value, allow_empty=True), Evidence())


def told(verdict: Verdict) -> list[tuple[str, str, str]]:
    """Return where, expected and seen of each finding."""
    return [(finding.where, finding.expected, finding.seen) for finding in verdict.findings]


def test_every_place_is_told_in_order() -> None:
    """All misfits, not the first: each with its pointer, what was expected and what was seen, the same each time."""
    value = {"amount": "5", "date": "banana", "lines": [{"sku": 1}, {"sku": "a"}, {"sku": None}]}
    wanted = [
        ("/amount", "the type number", '"5"'),
        ("/date", "the format date", '"banana"'),
        ("/lines/0/sku", "the type string", "1"),
        ("/lines/2/sku", "the type string", "null"),
    ]
    assert told(judged(value, INVOICE)) == wanted
    assert told(judged(dict(reversed(value.items())), INVOICE)) == wanted
    assert told(judged({"amount": 5}, INVOICE)) == [("", "the member date", "an object with 1 keys")]


@pytest.mark.parametrize(
    ("schema", "value", "fits"),
    [
        ({"allOf": [{"properties": {"a": {}}}, {"properties": {"b": {}}}]}, {"a": 1, "b": 2}, True),
        ({"allOf": [{"properties": {"a": {}}}, {"properties": {"b": {}}}]}, {"a": 1, "c": 2}, False),
        (
            {"$defs": {"p": {"properties": {"n": {}}}}, "properties": {"x": {"$ref": "#/$defs/p"}}},
            {"x": {"n": 1}},
            True,
        ),
        (
            {"$defs": {"p": {"properties": {"n": {}}}}, "properties": {"x": {"$ref": "#/$defs/p"}}},
            {"x": {"m": 1}},
            False,
        ),
        ({"properties": {"x": {"prefixItems": [{"properties": {"a": {}}}]}}}, {"x": [{"a": 1}]}, True),
        ({"properties": {"x": {"prefixItems": [{"properties": {"a": {}}}]}}}, {"x": [{"b": 1}]}, False),
        ({"properties": {"a": {}}, "additionalProperties": {"type": "integer"}}, {"a": 1, "b": 2}, True),
        ({"properties": {"a": {}}, "additionalProperties": {"type": "integer"}}, {"a": 1, "b": "x"}, False),
        ({"properties": {"a": {}}, "patternProperties": {"^x_": {}}}, {"a": 1, "x_b": 2}, True),
        ({"properties": {"a": {}}, "patternProperties": {"^x_": {}}}, {"a": 1, "y_b": 2}, False),
        (
            {"anyOf": [{"properties": {"a": {"type": "integer"}}, "required": ["a"]}, {"properties": {"b": {}}}]},
            {"b": 1},
            True,
        ),
        (
            {"properties": {"a": {}}, "if": {"properties": {"a": {"const": 1}}}, "then": {"properties": {"b": {}}}},
            {"a": 1, "b": 2},
            True,
        ),
        ({"properties": {"a": {"const": {"z": 1}}}}, {"a": {"z": 1}}, True),
        ({"$schema": "http://json-schema.org/draft-07/schema#", "properties": {"a": {}}}, {"a": 1}, True),
        ({"$schema": "http://json-schema.org/draft-07/schema#", "properties": {"a": {}}}, {"b": 1}, False),
        (
            {
                "$schema": "http://json-schema.org/draft-07/schema#",
                "properties": {"x": {"items": [{"properties": {"a": {}}}], "additionalItems": False}},
            },
            {"x": [{"a": 1}]},
            True,
        ),
        ({}, {"anything": 1}, True),
        (
            {
                "properties": {"a": {"type": "object", "properties": {"k": {}, "v": {}}}},
                "if": {"properties": {"a": {"properties": {"k": {"const": 1}}, "type": "object"}}},
                "then": {"required": ["b"]},
            },
            {"a": {"k": 1, "v": 2}},
            False,
        ),
        (
            {
                "$defs": {"one": {"properties": {"k": {"const": 1}}, "required": ["k"]}},
                "properties": {"a": {"properties": {"k": {}, "v": {}}}, "b": {}},
                "if": {"properties": {"a": {"$ref": "#/$defs/one"}}},
                "then": {"required": ["b"]},
            },
            {"a": {"k": 1, "v": 2}},
            False,
        ),
        (
            {
                "type": "array",
                "items": {"properties": {"k": {}, "v": {}}},
                "contains": {"properties": {"k": {"const": 1}}, "required": ["k"]},
            },
            [{"k": 1, "v": 2}],
            True,
        ),
        (
            {
                "properties": {"a": {"properties": {"k": {}, "v": {}}}},
                "not": {"properties": {"a": {"required": ["v"]}}},
            },
            {"a": {"v": 2}},
            False,
        ),
        ({"type": "array", "prefixItems": [{"type": "integer"}]}, [1], True),
        ({"type": "array", "prefixItems": [{"type": "integer"}]}, [1, 2], False),
        ({"type": "array", "prefixItems": [{"type": "integer"}], "items": {"type": "string"}}, [1, "a"], True),
        ({"allOf": [{"prefixItems": [{}]}, {"prefixItems": [{}, {}]}]}, [1, 2], True),
        ({"allOf": [{"prefixItems": [{}]}, {"prefixItems": [{}, {}]}]}, [1, 2, 3], False),
        ({"$defs": {"t": {"prefixItems": [{}]}}, "properties": {"x": {"$ref": "#/$defs/t"}}}, {"x": [1, 2]}, False),
        ({"properties": {"x": {"type": "array"}}}, {"x": [1, 2]}, True),
        (
            {
                "$schema": "http://json-schema.org/draft-04/schema#",
                "properties": {"a": {"minimum": 1, "exclusiveMinimum": True}},
            },
            {"a": 1},
            False,
        ),
        (
            {
                "$schema": "http://json-schema.org/draft-07/schema#",
                "properties": {"a": {}, "b": {}},
                "dependencies": {"a": ["b"]},
            },
            {"a": 1},
            False,
        ),
        (
            {
                "$schema": "http://json-schema.org/draft-07/schema#",
                "properties": {"a": {}},
                "dependencies": {"a": {"properties": {"c": {}}}},
            },
            {"a": 1, "c": 2},
            True,
        ),
        (
            {
                "$schema": "http://json-schema.org/draft-07/schema#",
                "properties": {"x": {"items": [{"properties": {"a": {}}}]}},
            },
            {"x": [{"a": 1}, 2]},
            False,
        ),
        ({"properties": {"enum": {"properties": {"a": {}}}}}, {"enum": {"b": 1}}, False),
    ],
)
def test_strict_admits_what_is_described_and_nothing_else(schema: Any, value: Any, fits: bool) -> None:
    """Members are described by `$ref`, `allOf`, `anyOf`, `if`, patterns and tuples as well as by `properties`."""
    assert (not judged(value, schema, strict=True, of="whole").findings) is fits


def test_a_schema_of_pydantics_is_read_strictly() -> None:
    """Nested models stand behind `$ref`; what they do not have is told where it stands."""
    from pydantic import BaseModel

    class Line(BaseModel):
        sku: str

    class Order(BaseModel):
        lines: list[Line]

    schema = Order.model_json_schema()
    assert not judged({"lines": [{"sku": "a"}]}, schema, strict=True).findings
    found = judged({"lines": [{"sku": "a", "hidden": 1}], "more": 2}, schema, strict=True).findings
    assert [finding.where for finding in found] == ["", "/lines/0"]


def test_a_schema_is_not_changed_by_strictness() -> None:
    """The schema that was given stays what it was."""
    schema: Any = {"properties": {"a": {"properties": {}}}}
    before = json.dumps(schema)
    Schema(schema, strict=True)
    assert json.dumps(schema) == before


@pytest.mark.parametrize(
    "value",
    [[{"amount": 5, "date": "2026-01-01"}], {"extractions": [{"amount": 5, "date": "2026-01-01"}]}],
)
def test_items_are_what_has_to_fit(value: Any) -> None:
    """A list, or one under `extractions`, is judged item by item, and the place of a misfit is in the whole answer."""
    assert judged(value, INVOICE).status == "supported"
    where = "/extractions/0" if isinstance(value, dict) else "/0"
    broken = json.loads(json.dumps(value).replace("2026-01-01", "soon"))
    assert [finding.where for finding in judged(broken, INVOICE).findings] == [f"{where}/date"]


def test_no_items_say_nothing() -> None:
    """An empty list fits nothing and misses nothing: the check is silent, and nothing is released."""
    empties: list[Any] = [[], {"extractions": []}]
    for value in empties:
        assert judged(value, INVOICE).status == "silent"
        assert verify(value, checks=[Schema(INVOICE, suffices=True)]).value is None


def test_a_schema_of_a_list_is_of_the_whole() -> None:
    """Where the schema itself describes a list, or `extractions`, the whole answer has to fit it."""
    of_list = {"type": "array", "minItems": 2}
    assert judged([{"a": 1}], of_list).findings
    wrapped = {"type": "object", "properties": {"extractions": {"type": "array"}}, "required": ["extractions"]}
    assert not judged({"extractions": [{"a": 1}]}, wrapped).findings


def test_fitting_alone_releases_nothing() -> None:
    """That an answer has the right form is no reason to believe it, unless the user says so."""
    value = {"amount": 5, "date": "2026-01-01"}
    assert verify(value, checks=[Schema(INVOICE)]).value is None
    assert verify(value, checks=[Schema(INVOICE, suffices=True)]).value == value
    assert verify({"amount": 50, "date": "2026-01-01"}, checks=[Schema(INVOICE, suffices=True)]).value is None


def test_what_does_not_fit_is_asked_for_again() -> None:
    """The model is told the place and nothing of what it wrote; the answer that fits is released."""
    bad, good = {"amount": 5, "date": "SECRET"}, {"amount": 5, "date": "2026-01-01"}
    model = ScriptedModel([bad, good])
    outcome = Guard(model, checks=[Schema(INVOICE, suffices=True)]).run("When?", ())
    assert outcome.value == good
    assert "SECRET" not in model.requests[1].messages[1].content
    assert "/date" in model.requests[1].messages[1].content


def test_a_filter_takes_the_item_that_does_not_fit() -> None:
    """Of several items the one with the misfit goes, and the others flow on."""
    good, bad = {"text": "a", "amount": 5, "date": "2026-01-01"}, {"text": "b", "amount": 50, "date": "2026-01-01"}
    policy = Policy(authority={"*": "filter"})
    outcome = verify({"extractions": [good, bad]}, checks=[Schema(INVOICE, suffices=True)], policy=policy)
    assert (outcome.status, outcome.value) == ("filtered", {"extractions": [good]})


@pytest.mark.parametrize(
    "schema",
    [
        {"type": "nonsense"},
        {"$ref": "#/$defs/missing"},
        {"$ref": "https://example.com/schema.json"},
        {"properties": 5},
        {"pattern": "("},
        {"format": "no-such-format"},
        "a text",
        5,
        None,
    ],
)
@pytest.mark.parametrize("strict", [False, True])
def test_a_schema_that_is_none_is_refused_at_construction(schema: Any, strict: bool) -> None:
    """A wrong keyword, a reference that leads nowhere or elsewhere: an error at once, and nothing is fetched."""
    with pytest.raises(UsageError):
        Schema(schema, strict=strict)


def test_what_is_told_is_bounded() -> None:
    """Five thousand bad items of a thousand characters make a hundred short findings."""
    value = {"lines": [{"sku": 1, "note": "x" * 1000} for _ in range(5000)], "amount": 1, "date": "2026-01-01"}
    verdict = judged(value, INVOICE)
    assert len(verdict.findings) == 100
    assert all(len(finding.message) < 500 for finding in verdict.findings)


def test_a_pattern_of_a_schema_cannot_hang() -> None:
    """A regular expression that explodes elsewhere ends here."""
    schema = {"properties": {"a": {"pattern": "^(a|a|aa)+$"}}}
    assert judged({"a": "a" * 50_000 + "b"}, schema).findings


def test_prose_has_no_value_to_fit() -> None:
    """A free text is not judged; the check is silent."""
    assert run_check(Schema(INVOICE), read("The amount is 5."), Evidence()).status == "silent"


def doubling(levels: int, word: str) -> Any:
    """Return a schema of which each level has two alternatives that are the next level."""
    levelled: dict[str, Any] = {
        f"a{level}": {word: [{"$ref": f"#/$defs/a{level + 1}"}, {"$ref": f"#/$defs/a{level + 1}"}]}
        for level in range(levels)
    }
    return {"$defs": {**levelled, f"a{levels}": {"type": "string"}}, "$ref": "#/$defs/a0"}


@pytest.mark.parametrize("word", ["anyOf", "oneOf", "allOf"])
def test_alternatives_that_double_are_refused_at_construction(word: str) -> None:
    """A schema that an engine would follow for ever is told where it stands, and one that it can follow is not."""
    with pytest.raises(UsageError, match=r"at most 20000 alternatives of one place, .*, saw more at /"):
        Schema(doubling(60, word))
    assert not judged("text", doubling(8, "anyOf")).findings


def test_alternatives_that_double_with_each_level_of_a_value_are_left_undecided() -> None:
    """A list that is nested too deep for its schema's alternatives is a finding, and a shallow one is judged."""
    node: Any = {
        "type": "object",
        "oneOf": [
            {"properties": {"left": {"$ref": "#"}}, "required": ["left"]},
            {"properties": {"left": {"$ref": "#"}}, "required": ["right"]},
            {"properties": {"end": {"const": 1}}, "required": ["end"]},
        ],
    }
    value: Any = {"end": 1}
    for _ in range(3):
        value = {"left": value}
    assert not judged(value, node, of="whole").findings
    for _ in range(40):
        value = {"left": value}
    assert [finding.code for finding in judged(value, node, of="whole").findings] == ["schema_undecided"]


def test_a_schema_that_leads_back_to_itself_once_is_judged_at_any_depth() -> None:
    """A tree of ordinary nodes is not taken for one whose alternatives multiply."""
    node: Any = {"properties": {"left": {"$ref": "#"}, "right": {"$ref": "#"}, "n": {"type": "integer"}}}
    value: Any = {"n": "x"}
    for _ in range(24):
        value = {"left": value, "right": {"n": 1}}
    assert [finding.code for finding in judged(value, node, of="whole").findings] == ["does_not_fit_schema"]
