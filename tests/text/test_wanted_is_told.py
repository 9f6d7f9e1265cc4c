"""Promises about what a question asks for: its words tell the kind, and a sentence has one or has none."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vouched.text.wanted import Kind, has_kind, kinds_wanted, parts_of

ASKED = [
    ("How much is a ticket?", {"money", "number"}),
    ("How many keys are there?", {"number"}),
    ("When is the rent due?", {"time"}),
    ("Who signs it?", {"person"}),
    ("May I keep a dog?", set()),
    ("使用料はいくらですか。", {"money"}),
    ("何台まで置けますか。", {"number"}),
    ("総会はいつですか。", {"time"}),
    ("誰が署名しますか。", {"person"}),
    ("犬を飼えますか。", set()),
    ("一张票多少钱？", {"money", "number"}),
    ("可以借几册？", {"number"}),
    ("什么时候提交？", {"time"}),
    ("谁负责？", {"person"}),
    ("可以养狗吗？", set()),
    ("", set()),
]
HELD: list[tuple[str, Kind, bool]] = [
    ("The rent is 500 EUR.", "money", True),
    ("2.3 The rent is not increased.", "number", False),
    ("It ends under clause 8.1 alone.", "number", False),
    ("Two months are enough.", "number", True),
    ("It is due on 1 May 2024.", "time", True),
    ("You may ask for it.", "time", False),
    ("Signed by Ms. Carvalho.", "person", True),
    ("The house was built by Ada Lovelace.", "person", True),
    ("The house is old.", "person", False),
    ("使用料は、月額３００円とする。", "money", True),
    ("第３条の規定による。", "number", False),
    ("毎月第２火曜日に収集する。", "time", True),
    ("每天收取一角。", "money", True),
    ("图书馆周一闭馆。", "time", True),
    ("第三条不适用。", "number", False),
]


@pytest.mark.parametrize(("question", "kinds"), ASKED)
def test_question_words_tell_the_kind(question: str, kinds: set[str]) -> None:
    """The question words of three languages tell what kind of thing is asked for, and no others do."""
    assert set(kinds_wanted(question)) == kinds


@pytest.mark.parametrize(("text", "kind", "held"), HELD)
def test_a_sentence_has_a_kind_or_has_none(text: str, kind: Kind, held: bool) -> None:
    """Amounts, times and names are seen; the numbers of clauses are none."""
    assert has_kind(text, kind) is held


def test_words_of_the_question_are_no_answer() -> None:
    """What the question itself says is not what it asks for."""
    assert not has_kind("The cup of 2018 was a success.", "number", question="How many won the cup of 2018?")
    assert has_kind("The cup of 2018 had 32 teams.", "number", question="How many teams had the cup of 2018?")


PARTS = [
    ("What is the rent?", 1),
    ("We move out in May. How much notice do we give, and when is the deposit returned? May a dog stay?", 3),
    ("犬を飼います。手続を教えてください。駐車場は使えますか。", 2),
    ("我要出差。住宿费能报多少？什么时候提交？", 2),
    ("rent and deposit", 1),
    ("", 1),
]


@pytest.mark.parametrize(("question", "number"), PARTS)
def test_a_question_of_several_is_parted(question: str, number: int) -> None:
    """Each thing that is asked is a part, led by the statements before it; a question of one is left whole."""
    parts = parts_of(question)

    assert len(parts) == number
    assert number > 1 or parts == [question]


@given(st.text(max_size=80), st.text(max_size=80))
def test_any_text_may_be_asked(question: str, text: str) -> None:
    """Whatever the texts, there are parts, and each kind is there or not."""
    assert parts_of(question)
    assert {has_kind(text, kind, question=question) for kind in kinds_wanted(question)} <= {True, False}


@pytest.mark.parametrize("piece", ["A", "Ab ", "1.", "how ", "12 may ", "第一", "1,", ", and when "])
def test_a_long_text_is_read_in_bounded_time(piece: str) -> None:
    """A hundred thousand characters that almost fit are read to their end."""
    text = piece * (100_000 // len(piece))
    kinds_wanted(text)
    for kind in ("money", "number", "time", "person"):
        has_kind(text, kind, question=text)
