"""Strict JSON: what is JSON is parsed exactly, what can be mended without loss is mended, the rest is told."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vouched.documents import Span
from vouched.text.json_places import places, pointer
from vouched.text.strict_json import parse
from vouched.text.wrappings import unwrap

TEXT = st.text(st.characters(exclude_categories=["Cs"]))
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | TEXT,
    lambda inner: st.lists(inner) | st.dictionaries(TEXT, inner),
    max_leaves=20,
)

FAULTS = {
    "duplicate_key": ('{"a": 1, "a": 1}', '{"a": {"b": 1, "b": 2}}', '{"\\u0061": 1, "a": 2}'),
    "not_a_number": ('{"a": NaN}', "[Infinity]", "[-Infinity]", "[nan]", "[+Infinity]"),
    "number_overflow": ("[1e400]", "[-1E+999]", f"[{'9' * 5000}]", f"[-{'9' * 5000}]"),
    "number_underflow": ("[1e-400]", "[-0.5E-999]"),
    "lone_surrogate": (
        '["\\ud800"]',
        '["\\udc00\\ud800"]',
        '{"\\ud83d": 1}',
        '["\ud800"]',
        '["\\ud800\\udc00\\udc00"]',
    ),
    "control_character": ('["a\nb"]', '["\x00"]', '{"a\tb": 1}'),
    "truncated": (
        '{"a": 1250',
        '{"a": "ACME Lt',
        '{"a": [1, 2',
        "[1.",
        "[1e",
        "[-",
        '["\\u12',
        '["\\',
        '{"a"',
        '{"a":',
        "{",
        "[tru",
        '```json\n{"a": 1}',
        '{"a": 1,',
    ),
    "several_values": (
        '{"a": 1} {"a": 2}',
        "[1] [2]",
        '{"a": 1}\nCorrection: {"a": 2}',
        '```\n{"a": 1}\n```\n```\n{"a": 2}\n```',
    ),
    "text_around_json": ('Sure! {"a": 1}', '{"a": 1} Hope this helps.', '{"a": 1}}', '```json\n{"a": 1}\n```\nDone.'),
    "too_deep": ("[" * 400, "[" * 100_000, '{"a":' * 100_000, "[" * 101 + "]" * 101),
    "empty": ("", " \n", "\ufeff"),
    "unclosed_think_block": ('<think>{"a": 1}', "<Reasoning>x</think>[1]"),
    "not_json": (
        "no",
        '{"a": $100}',
        '{"a": 5%}',
        '{"a": ５}',
        '{"a": }',
        '{"a": true false}',
        "[1, 2, ...]",
        '{"a"}',
        "{'a': 1}",
        "{a: 1}",
        "[1,,2]",
        "[,]",
        "{,}",
        "[1 2]",
        "[007]",
        "[+1]",
        "[.5]",
        "[1.]",
        "[1, /* x */ 2]",
        '["\\x41"]',
        "[True]",
        "[None]",
        "[0x1F]",
        "[1_000]",
        '{"a": 1, 2}',
        "[1}",
        '{"a": 1]',
        '["a" "b"]',
        "[“a”]",
    ),
}

MENDED = {
    '\ufeff{"a": 1}': ("byte_order_mark",),
    '```json\n{"a": 1}\n```': ("code_fence",),
    '```{"a": 1}```': ("code_fence",),
    '  ~~~ anything at all\r\n{"a": 1}\r\n~~~  \n': ("code_fence",),
    '````\n{"a": 1}\n````': ("code_fence",),
    '<think>[1, 2] or {"a": 2}</think>\n{"a": 1}': ("think_block",),
    '<THINKING>x</thinking><reasoning></reasoning>{"a": 1}': ("think_block", "think_block"),
    '{"a": 1,}': ("trailing_comma",),
    '{"a": 1 ,\n}': ("trailing_comma",),
    '\ufeff<think>x</think>```\n{"a": 1,}\n```': ("byte_order_mark", "think_block", "code_fence", "trailing_comma"),
}


@pytest.mark.parametrize(("code", "text"), [(code, text) for code, texts in FAULTS.items() for text in texts])
def test_what_is_not_strict_json_is_told_and_has_no_value(code: str, text: str) -> None:
    """A text that strict JSON does not allow yields its kind of fault, inside the text, and no value."""
    parsed = parse(text)

    assert [fault.code for fault in parsed.faults][:1] == [code]
    assert parsed.value is None
    assert all(0 <= fault.start <= fault.end <= len(text) for fault in parsed.faults)


@pytest.mark.parametrize(("text", "codes"), MENDED.items())
def test_lossless_repairs_are_made_and_recorded(text: str, codes: tuple[str, ...]) -> None:
    """A wrapping or a trailing comma is taken off, and the repair stands in the record."""
    parsed = parse(text)

    assert parsed.faults == ()
    assert parsed.value == {"a": 1}
    assert tuple(repair.code for repair in parsed.repairs) == codes


@pytest.mark.parametrize("inner", [",]", ",}", "```x```", "<think>", "</think>", "//", "\\", '"', "NaN", "[[[["])
def test_strings_are_never_mended(inner: str) -> None:
    """What looks like a fault inside a string is the string's own."""
    parsed = parse(json.dumps({"a": inner}) + "\n")

    assert (parsed.value, parsed.repairs, parsed.faults) == ({"a": inner}, (), ())


@given(JSON)
def test_every_json_value_comes_back_as_it_was(value: Any) -> None:
    """What a JSON writer wrote is read back equal, whichever escapes it chose."""
    for escaped in (True, False):
        parsed = parse(json.dumps(value, ensure_ascii=escaped))

        assert parsed.faults == ()
        assert parsed.value == value


@given(st.text(alphabet='{}[]",:\\u d8\n1e-.aNtrue`<think>/\ufeff') | st.text())
def test_no_text_raises_and_nothing_else_than_json_has_a_value(text: str) -> None:
    """Any text yields a value or a fault inside it; what an unrepaired text yields is what the JSON library reads."""
    parsed = parse(text)

    assert all(0 <= fault.start <= fault.end <= len(text) for fault in parsed.faults)
    if not parsed.faults and not parsed.repairs:
        assert json.loads(text.strip()) == parsed.value


def test_faults_of_meaning_are_all_told() -> None:
    """Each place that is syntax but not meaning gets its own pointer."""
    parsed = parse('{"a": NaN, "b": [1e999, {"c/d~": 1, "c/d~": 2}]}')

    assert [(fault.code, fault.where) for fault in parsed.faults] == [
        ("not_a_number", "/a"),
        ("number_overflow", "/b/0"),
        ("duplicate_key", "/b/1/c~1d~0"),
    ]


def test_limits_are_kept() -> None:
    """More characters or brackets than were asked for are a fault, exactly as many are not."""
    assert [fault.code for fault in parse("[1, 2]", max_characters=5).faults] == ["too_large"]
    assert parse("[1, 2]", max_characters=6).value == [1, 2]
    assert parse("[" * 100 + "]" * 100).faults == ()
    assert [fault.code for fault in parse("[[]]", max_depth=1).faults] == ["too_deep"]


def test_pointers_survive_every_repair() -> None:
    """The place of a value is its place in the text as it came, whatever was taken off before it."""
    text = '\ufeff<think>x</think>\n```json\n{"a": ["b", {"c": 12},],}\n```'
    parsed = parse(text)
    found = places(parsed.body, ["", "/a/0", "/a/1/c", "/a/2", "/x"], offset=parsed.offset)

    assert {name: span.of(text) for name, span in found.items()} == {
        "": '{"a": ["b", {"c": 12},],}',
        "/a/0": '"b"',
        "/a/1/c": "12",
    }


@given(JSON)
def test_a_pointer_leads_to_its_value(value: Any) -> None:
    """The characters at the place of a pointer are the JSON text of what the pointer names."""
    text = json.dumps(value)
    wanted = dict(_walk(value, ""))
    found = places(text, wanted)

    assert found.keys() == wanted.keys()
    assert all(json.loads(span.of(text)) == wanted[name] for name, span in found.items())


def _walk(value: Any, where: str) -> list[tuple[str, Any]]:
    below: list[tuple[str | int, Any]] = []
    if isinstance(value, dict):
        below = list(value.items())
    elif isinstance(value, list):
        below = list(enumerate(value))
    return [(where, value), *(pair for key, item in below for pair in _walk(item, where + pointer(key)))]


def test_code_in_a_fence_is_not_prose() -> None:
    """Of an answer in prose only a fence that holds prose is taken off."""
    for text, inner in (
        ("```markdown\nHello.\n```", "Hello."),
        ("```python\nx\n```", None),
        ("```\na\n```\nb\n```\nc\n```", None),
    ):
        part = unwrap(text, prose=True)

        assert Span(part.start, part.end).of(text) == (inner or text)
