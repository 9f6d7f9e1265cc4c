"""A text is a URL alone where a search finds one in it that is all of it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vouched.text.addresses import find_urls, is_url

PIECES = (
    "https://",
    "http://",
    "HTTPS://",
    "www.",
    "a.example",
    "/x",
    "?q=1",
    "#top",
    "&",
    "@",
    ":8080",
    ".",
    ",",
    ")",
)


@given(
    st.lists(st.sampled_from((*PIECES, "(", "%2F", "~", "_", "'", " ", "\n", "“", "例え", "[::1]", "//")), max_size=8)
)
def test_a_quick_look_says_what_a_search_says(pieces: list[str]) -> None:
    """Whatever a text is made of, it is a URL alone where the search finds it whole."""
    text = "".join(pieces)
    assert is_url(text) is (find_urls(text, 0, len(text)) == [(0, len(text))])


@pytest.mark.parametrize("text", ["", "see https://a.example/", "https://a.example/.", "https://a.example/ b"])
def test_what_holds_more_than_a_url_is_none(text: str) -> None:
    """Words, marks or spaces beside a URL make it a text."""
    assert not is_url(text)
