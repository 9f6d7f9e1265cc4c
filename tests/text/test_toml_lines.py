"""Promises about TOML lines: every key and item is found on the line on which it stands."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vouched.text.toml_places import Path, toml_lines

CASES: list[tuple[str, dict[Path, int]]] = [
    ("a = 1\n\n# b = 2\nb = 'x' # c = 3\n", {("a",): 1, ("b",): 4}),
    ("[a.b]\nc = 1\n[a]\nd = 2", {("a",): 1, ("a", "b"): 1, ("a", "b", "c"): 2, ("a", "d"): 4}),
    ("a.b.c = 1\na.b.d = 2", {("a",): 1, ("a", "b"): 1, ("a", "b", "c"): 1, ("a", "b", "d"): 2}),
    ('"a b"."c\\u0064" = 1\n[\'x.y\' . "z"]', {("a b",): 1, ("a b", "cd"): 1, ("x.y",): 2, ("x.y", "z"): 2}),
    ('a = { b = 1, c.d = "}" }\ne = 1', {("a",): 1, ("a", "b"): 1, ("a", "c"): 1, ("a", "c", "d"): 1, ("e",): 2}),
    ('a = [\n "x", # ]\n\n "y",\n]\nb = []', {("a",): 1, ("a", 0): 2, ("a", 1): 4, ("b",): 6}),
    ("a = [[1,\n2], [3]]", {("a",): 1, ("a", 0): 1, ("a", 0, 0): 1, ("a", 0, 1): 2, ("a", 1): 2, ("a", 1, 0): 2}),
    ("a = [{ b = [\n1] },\n{ b = 2 }]", {("a", 0, "b"): 1, ("a", 0, "b", 0): 2, ("a", 1): 3, ("a", 1, "b"): 3}),
    ('a = """\nb = 1\n\\"""\n["c"] ""\n"""\nd = 1', {("a",): 1, ("d",): 6}),
    ("a = '''\nb = 1\n'''''\nd = '''x'''\ne = \"\"\"\"q\"\"\"\"\"\nf = 1", {("d",): 4, ("e",): 5, ("f",): 6}),
    (
        "[[a]]\nb = 1\n[[a]]\nb = 2\n[a.c]\nd = 3",
        {("a", 0): 1, ("a", 0, "b"): 2, ("a", 1, "b"): 4, ("a", 1, "c", "d"): 6},
    ),
    ("a = 1979-05-27 07:32:00\r\nb = 1.5e-3\r\nc = true\r\n", {("a",): 1, ("b",): 2, ("c",): 3}),
    ("", {}),
]


@pytest.mark.parametrize(("text", "wanted"), CASES)
def test_a_key_stands_on_its_line(text: str, wanted: dict[Path, int]) -> None:
    """Tables, dotted and quoted keys, inline tables, arrays and long strings are told apart."""
    found = toml_lines(text)

    assert {path: found.get(path) for path in wanted} == wanted
    assert len(found) >= len(wanted)


@pytest.mark.parametrize("case", [0, 1, 2, 3, 4, 5, 6, 8, 11, 12])
def test_nothing_else_is_found(case: int) -> None:
    """What stands in a comment or in a string is no key."""
    text, wanted = CASES[case]

    assert toml_lines(text) == wanted


names = st.text(min_size=1, max_size=6).filter(str.isprintable)
values = st.recursive(
    st.integers(0, 9).map(str) | st.text(max_size=8).map(json.dumps).filter(lambda text: "\\ud" not in text),
    lambda held: st.lists(held, max_size=3).map(lambda items: f"[{', '.join(items)}]"),
    max_leaves=6,
)


@given(st.dictionaries(names.filter(str.isascii), values, min_size=1, max_size=6), st.data())
def test_any_keys_are_found_in_their_order(held: dict[str, str], data: Any) -> None:
    """Whatever the keys and values are, each key is found on the line that it was written on."""
    text, wanted, line = "", {}, 1
    for name, value in held.items():
        blank = data.draw(st.integers(0, 2))
        text += "\n" * blank + f"{json.dumps(name)} = {value}\n"
        wanted[(name,)] = line + blank
        line += blank + 1

    assert {path: line for path, line in toml_lines(text).items() if len(path) == 1} == wanted
