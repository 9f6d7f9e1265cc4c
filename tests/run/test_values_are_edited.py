"""Editing a value touches what its pointers name and nothing else."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vouched import Span
from vouched.run.parsed_input import is_same_json
from vouched.run.values import composed, copied, replaced, without

VALUE = {"claims": [{"t": "a"}, {"t": "b"}, {"t": "c"}], "x/y": {"~": ["p", "q"]}, "10": 1}


def test_members_are_removed_by_their_pointers() -> None:
    """Several list items go at once; keys with slashes and tildes are found; the original stays whole."""
    assert without(VALUE, ["/claims/0", "/claims/2"]) == {**VALUE, "claims": [{"t": "b"}]}
    assert without(VALUE, ["/x~1y/~0/1"])["x/y"] == {"~": ["p"]}
    assert without(VALUE, [""]) is None
    assert len(VALUE["claims"]) == 3  # type: ignore[arg-type]


def test_pointers_that_lead_nowhere_change_nothing() -> None:
    """A missing key, an index past the end, a path through a text: the copy equals the original."""
    wrong = ["/no", "/claims/9", "/claims/-1", "/claims/0/t/0", "/claims/x", "/10/0", "/claims/0x", "/claims/１"]
    assert without(VALUE, wrong) == VALUE
    assert replaced(VALUE, [(pointer, "a", "z") for pointer in wrong]) == VALUE


def test_texts_are_replaced_and_only_texts() -> None:
    """A pointer to a text replaces it; a pointer to something else does not."""
    assert replaced(VALUE, [("/claims/1/t", "b", "z")])["claims"][1] == {"t": "z"}
    assert replaced(VALUE, [("/claims", "a", "z")]) == VALUE
    assert replaced({"t": "say “a  b” now"}, [("/t", "a  b", "a b")]) == {"t": "say “a b” now"}


def test_text_is_composed_from_what_stays() -> None:
    """Cuts close up, replacements stand where they stood, and what is outside the body is not shown."""
    raw = "<think>x</think>One “a b” two. Three four. Five."
    body = Span(raw.index("One"), len(raw))
    cut = Span(raw.index("Three"), raw.index(" Five"))
    change = (Span(raw.index("a b"), raw.index("a b") + 3), "a  B")
    assert composed(raw, body, changes=[change], cuts=[cut]) == "One “a  B” two. Five."


def test_a_line_that_was_cut_leaves_no_mark_behind() -> None:
    """A heading or list item goes with its mark; a line that holds more keeps it."""
    raw = "# Pets\n\n- Cats are fine.\n- Dogs are out. Birds too.\n2) Fish.\nEnd."
    parts = ["Pets", "Cats are fine.", "Dogs are out.", "Fish."]
    cuts = [Span(raw.index(part), raw.index(part) + len(part)) for part in parts]
    assert composed(raw, Span(0, len(raw)), cuts=cuts) == "- Birds too.\nEnd."


@given(st.text(max_size=50), st.lists(st.tuples(st.integers(0, 50), st.integers(0, 10)), max_size=5))
def test_cutting_never_adds(raw: str, places: list[tuple[int, int]]) -> None:
    """Whatever is cut, what is left is no longer than the whole and consists of its characters."""
    cuts = [Span(start, start + length) for start, length in places]
    left = composed(raw, Span(0, len(raw)), cuts=cuts)
    rest = iter(raw)
    assert all(char in rest for char in left)


JSON = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), st.floats(allow_nan=False), st.text(max_size=5)),
    lambda held: st.one_of(st.lists(held, max_size=3), st.dictionaries(st.text(max_size=3), held, max_size=3)),
)


@given(JSON)
def test_a_copy_is_equal_and_shares_nothing_that_can_change(value: object) -> None:
    """The copy equals the value, and no list or object in it is one of the value's."""
    made = copied([value])
    assert made == [value]
    assert not {id(one) for one in containers(made)} & {id(one) for one in containers([value])}


def test_a_deep_value_is_copied_too() -> None:
    """Four hundred nested lists, the deepest that is read, are copied."""
    value: list[object] = []
    for _ in range(400):
        value = [value]
    assert copied(value) == value


def containers(value: object) -> list[object]:
    """Return the lists and objects of a value."""
    held = value.values() if isinstance(value, dict) else value if isinstance(value, list) else None
    return [] if held is None else [value, *(one for item in held for one in containers(item))]


@pytest.mark.parametrize(
    ("first", "second", "same"),
    [
        ({"a": [1, "x", None]}, {"a": [1, "x", None]}, True),
        ({"a": 1}, {"a": 1.0}, False),
        ({"a": 1}, {"a": True}, False),
        ({"a": 1, "b": 2}, {"b": 2, "a": 1}, False),
        ({"a": (1,)}, {"a": [1]}, False),
        ({"a": object()}, {"a": 1}, False),
    ],
)
def test_values_are_the_same_type_for_type(first: object, second: object, same: bool) -> None:
    """A model's dump counts as the answer itself only where no number, order or type differs."""
    assert is_same_json(first, second) is same
