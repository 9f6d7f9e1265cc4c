"""Pointers lead to the characters of a JSON text that hold their values."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vouched.text.json_places import places, pointer

KEYS = st.sampled_from(["a", "b", "", "c~/", "é", 'q"', "x\\y", "}", "]", ":", ",", "0", "\t"])
SCALARS = st.one_of(st.none(), st.booleans(), st.integers(), st.floats(allow_nan=False, allow_infinity=False), KEYS)
VALUES = st.recursive(
    SCALARS, lambda held: st.one_of(st.lists(held, max_size=4), st.dictionaries(KEYS, held, max_size=4))
)


def paths(value: object) -> list[tuple[str | int, ...]]:
    """Return the paths of a value and of all that it holds."""
    if isinstance(value, dict):
        return [(), *((key, *path) for key, held in value.items() for path in paths(held))]
    if isinstance(value, list):
        return [(), *((place, *path) for place, held in enumerate(value) for path in paths(held))]
    return [()]


def at(value: object, path: tuple[str | int, ...]) -> object:
    """Return what stands at a path."""
    for part in path:
        value = value[part]  # type: ignore[index]
    return value


@given(VALUES, st.sampled_from([None, 1, "\t"]), st.booleans(), st.data())
def test_each_place_holds_its_value(value: object, indent: int | str | None, plain: bool, data: st.DataObject) -> None:
    """Whatever the layout, the span of a pointer is the JSON text of its value, and nothing around it."""
    text = json.dumps(value, indent=indent, ensure_ascii=plain)
    wanted = data.draw(st.lists(st.sampled_from(paths(value)), unique=True))
    found = places(f" {text}\n", [pointer(*path) for path in wanted], offset=7)
    assert found.keys() == {pointer(*path) for path in wanted}
    for path in wanted:
        span = found[pointer(*path)]
        inside = text[span.start - 8 : span.end - 8]
        assert json.loads(inside) == at(value, path)
        assert inside == inside.strip()


@pytest.mark.parametrize("missing", ["/b", "/a/9", "/a/x", "/a/0/0", "/~", "/a/~/0", "/a/-1"])
def test_what_a_text_does_not_hold_has_no_place(missing: str) -> None:
    """A missing key, an index past the end, a path through a text, a path that was cut: they are left out."""
    text = '{"a": ["x", {}], "": 1}'
    assert places(text, [missing]) == {}
    assert places(text, [missing, "/a/1", "/"]).keys() == {"/a/1", "/"}
