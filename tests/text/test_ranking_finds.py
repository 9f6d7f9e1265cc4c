"""Promises about ranking: passages that share the telling words of a question come first, and nothing explodes."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vouched.text.ranking import Ranking, terms

SAME = [
    ("The deposits were returned.", "returning a deposit"),
    ("Studies of allergies", "study allergy"),
    ("ＡＢＣ－１０", "abc 10"),
    ("床の張替え", "床を張り替える"),
    ("犬を飼う", "犬の飼育"),
    ("出差报销", "怎么报销"),
]
NOTHING = ["", "the of and what is", "それはどうですか", "我的是什么", "... !?", "\ud800"]


@pytest.mark.parametrize(("one", "other"), SAME)
def test_forms_of_a_word_meet(one: str, other: str) -> None:
    """Inflections, widths and compounds of a word share a term."""
    assert terms(one).keys() & terms(other).keys()


@pytest.mark.parametrize("text", NOTHING)
def test_function_words_tell_nothing(text: str) -> None:
    """A text of function words alone has no terms, and ranks nothing."""
    assert not terms(text)
    assert Ranking([("The rent is due.", "")]).best(text, most=3) == []


def test_the_rarer_word_decides() -> None:
    """Of two words of a question, the one that fewer passages have counts more."""
    passages = ["The tenant pays rent.", "The tenant has a key.", "The tenant paints.", "A parrot is allowed."]

    best = Ranking((each, "") for each in passages).best("May a tenant keep a parrot?", most=1)

    assert [each.number for each in best] == [3]


def test_a_heading_tells_what_its_passages_are_about() -> None:
    """A passage is found by the words of the heading above it."""
    passages = [("It is 500 EUR.", "Rent"), ("It is 900 EUR.", "Deposit")]

    assert [each.number for each in Ranking(passages).best("How high is the deposit?", most=2)] == [1]


def test_each_next_passage_covers_something_else() -> None:
    """Of two passages that say the same, the second gives way to one on the question's other half."""
    passages = ["Dogs need a lead.", "Dogs need a lead, all dogs do.", "Rent is due monthly.", "Keys are returned."]

    best = Ranking((each, "") for each in passages).best("Do dogs need a lead, and when is the rent due?", most=2)

    assert {each.number for each in best} in ({0, 2}, {1, 2})


@given(st.lists(st.text(max_size=60), max_size=8), st.text(max_size=60))
def test_ranking_is_a_function(passages: list[str], question: str) -> None:
    """The same passages and question give the same ranking, with shares from 0 to 1 and no passage twice."""
    first, second = (Ranking((each, "") for each in passages).best(question, most=3) for _ in range(2))

    assert first == second
    assert all(0 <= each.share <= 1 and each.score > 0 for each in first)
    assert len({each.number for each in first}) == len(first)


def test_a_long_question_over_many_passages_is_bounded() -> None:
    """Ten thousand words asked of twenty thousand passages end, with the best three."""
    passages = [(f"word{number} and word{number + 1} stand here.", "") for number in range(20_000)]
    question = " ".join(f"word{number}" for number in range(10_000))

    assert len(Ranking(passages).best(question, most=3)) == 3
