"""Promises about how released extractions are written: always what langextract reads."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vouched.adapters.extraction_answers import answer_text

values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(
            st.sampled_from(
                ["extractions", "party", "party_attributes", "party_index", "text", "attributes", "confidence", "`"]
            ),
            inner,
            max_size=5,
        )
    ),
    max_leaves=12,
)


def written(value: Any) -> Any:
    """Return the extractions of a value as they are written."""
    return json.loads(answer_text(value, fenced=False))["extractions"]


@pytest.mark.parametrize(
    "value",
    [
        {"extractions": [{"party": "Acme", "party_attributes": {"role": "Seller"}}]},
        [{"party": "Acme", "party_attributes": {"role": "Seller"}}],
        {"extractions": [{"extraction_class": "party", "extraction_text": "Acme", "attributes": {"role": "Seller"}}]},
        {"extractions": {"party": "Acme", "party_attributes": {"role": "Seller"}, "party_index": 1}},
    ],
)
def test_every_shape_is_written_alike(value: Any) -> None:
    """Lists, wrapped lists and langextract's own records become the one shape that its resolver reads."""
    assert written(value) == [{"party": "Acme", "party_attributes": {"role": "Seller"}}]


def test_a_confidence_is_no_extraction() -> None:
    """What stands beside a text is an attribute or is left out; it never becomes an extraction of its own."""
    item = {"party": "Acme", "confidence": 0.9, "char_interval": {"start_pos": 0}, "alignment_status": "match_exact"}

    assert written([item]) == [{"party": "Acme", "party_attributes": {"confidence": 0.9}}]


def test_two_classes_in_one_object_become_two_items() -> None:
    """An object with several classes is written as an item for each."""
    assert written([{"party": "Acme", "date": "2025"}]) == [
        {"party": "Acme", "party_attributes": {}},
        {"date": "2025", "date_attributes": {}},
    ]


def test_a_text_with_a_fence_ends_none() -> None:
    """Backticks of a text are escaped, so that the one fence is the answer's, and come back as they were."""
    value = [{"cmd": "```json\n[]\n```", "cmd_attributes": {"note": "```"}}]
    text = answer_text(value, fenced=True)

    assert text.count("```") == 2
    assert json.loads(text[8:-4])["extractions"] == value


@given(value=values, fenced=st.booleans())
def test_whatever_was_released_is_written_well_formed(value: Any, fenced: bool) -> None:
    """Any value becomes one object whose items have texts and objects of attributes alone, in one fence or in none."""
    text = answer_text(value, fenced=fenced)
    assert text.count("```") == (2 if fenced else 0)
    held = json.loads(text[8:-4] if fenced else text)
    assert set(held) == {"extractions"}
    for item in held["extractions"]:
        ((name, said), (aside, attributes)) = item.items()
        assert aside == f"{name}_attributes"
        assert isinstance(said, (str, int, float))
        assert isinstance(attributes, dict)
