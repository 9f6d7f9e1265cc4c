"""A refusal, a greeting, a question and a heading claim nothing; everything else is taken for a claim."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from conftest import cases
from vouched.text.utterances import says_nothing, utterance
from work import calls_of

CASES = cases("utterances")


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_a_sentence_does_what_a_reader_takes_it_for(case: dict[str, Any]) -> None:
    """Each case is of its kind, in English, Japanese and Chinese alike."""
    assert utterance(case["text"]) == case["kind"]


def test_the_languages_have_the_same_kinds() -> None:
    """Each language is held to as many cases of each kind."""
    kinds = [[case["kind"] for case in CASES if case["lang"] == language] for language in ("en", "ja", "zh")]
    assert kinds[0] == kinds[1] == kinds[2]


@given(st.lists(st.sampled_from([case["text"] for case in CASES if case["kind"] != "claim"]), min_size=1, max_size=4))
def test_one_claim_among_idle_talk_is_a_claim(texts: list[str]) -> None:
    """A text says nothing only where no sentence of it claims anything."""
    idle = "\n\n".join(texts)
    assert says_nothing(idle) is not None
    assert says_nothing(idle + "\n\nThe rent is 500 EUR a month.") is None


@pytest.mark.parametrize("unit", ["sorry ", "the text ", "は", "没有", "# ", "? ", "A "])
def test_long_texts_take_bounded_work(unit: str) -> None:
    """However long a sentence is, only its first characters are looked at."""
    assert calls_of(utterance.__wrapped__, unit * 100_000)[1] < 5000
