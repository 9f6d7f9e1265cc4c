"""Sentence bounds in English, Japanese and Chinese."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vouched.text.sentences import sentence_around, sentences

# Sentences are parted by " | " (and the line breaks that stand beside it).
TEXTS = [
    "Payment is due in 30 days. | Late fees apply! | Contact us?",
    "Dr. Smith of Acme Inc. paid 3.5 U.S. dollars. | The end. | See No. 5 and Art. 3.",
    "The clerk, J. R. Doe, signed (see Sec. 4. It applies.) at 5 p.m. | She left.",
    "He said “I agree. Fully.” | Then he left.",
    "It is not true that\nthe company is liable. | Next one.",
    "1. The tenant pays. | \n2. The landlord repairs. | \n- item one | \n- item two",
    "Wait... what? | Yes.",
    "Visit www.example.com for v1.2.3 today. | Thanks.",
    "彼は「罰しない。」と述べたが、撤回した。 | 次の文。",
    "「はい。」 | 「いいえ。」と言った。 | そう！？ | では。",
    "（注１。これは。）本文である。 | 終わり。",
    "…行為は、\n罰しない。 | 以上。",
    "第一条\u3000目的 | \nこの規約は、次の事項を定める。 | \n第二条\u3000定義 | \nこの規約において用いる。",
    "公司成立于2020年。 | 员工共有3.5万人！ | 你好吗？ | 好。",
    "他说：“不行。”然后走了。 | 结束。",
    "first line | \r | second",
    "first line | \u2028 | second",
    "first line | \r\n | second",
    "A paragraph | \n\n | Another one",
]


@pytest.mark.parametrize("marked", TEXTS)
def test_each_text_parts_into_its_sentences(marked: str) -> None:
    """Abbreviations, decimals, brackets, wrapped lines and list items are read as a person reads them."""
    wanted = [part.strip() for part in marked.split("|") if part.strip()]
    text = marked.replace(" | \n", "\n").replace(" | \r\n | ", "\r\n").replace(" | \r | ", "\r")
    text = text.replace(" | \u2028 | ", "\u2028").replace("\n\n | ", "\n\n")
    text = text.replace(" | ", " " if text[0].isascii() else "")
    assert [span.of(text) for span in sentences(text)] == wanted


@given(st.text(st.one_of(st.characters(), st.sampled_from(".。!?！\n\r 「」()（）“”A1a第条")), max_size=200))
def test_sentences_are_ordered_disjoint_and_lose_only_white_space(text: str) -> None:
    """Every character that is not white space is in exactly one sentence, and nothing raises."""
    spans = sentences(text)
    assert all(first.end <= second.start for first, second in pairwise(spans))
    assert "".join("".join(span.of(text).split()) for span in spans) == "".join(text.split())


@given(st.text(st.sampled_from("ab. 。\n「」A"), min_size=1, max_size=200), st.data())
def test_the_sentences_around_a_place_cover_it(text: str, data: st.DataObject) -> None:
    """Growing a place to its sentences never loses a character of it."""
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, len(text)))
    span = sentence_around(text, start, end)
    assert span.start <= start
    assert span.end >= end


def test_a_negation_is_never_left_behind() -> None:
    """The sentence around a place reaches back over a wrapped line to what denies it."""
    text = "It is not true that\nthe company is liable. Otherwise it pays."
    start = text.index("the company")
    assert sentence_around(text, start, start + 11).of(text) == "It is not true that\nthe company is liable."


PIECES = [
    "the cat",
    "The",
    "no. ",
    "etc. ",
    "3.5",
    "(",
    ")",
    "「",
    "」",
    "。",
    "、",
    ". ",
    "!",
    "…",
    "...",
    "\n",
    "\n\n",
]
PIECES += ["\r\n", "\r", " ", "- ", '"', "”", "猫が", "第三条 ", "x:", ",", "\u2028", "word " * 9, "語" * 30]


@given(st.lists(st.sampled_from(PIECES), min_size=1, max_size=40).map("".join), st.data())
def test_the_sentences_around_a_place_are_those_that_parting_the_text_gives(text: str, data: st.DataObject) -> None:
    """Looking from a place outwards finds the bounds that reading the whole text from its start finds."""
    parts = sentences(text)
    if not parts:
        return
    within = data.draw(st.sampled_from(parts))
    start = data.draw(st.integers(within.start, within.end - 1))
    end = data.draw(st.integers(start + 1, within.end))
    assert sentence_around(text, start, end) == within


def test_a_full_width_point_in_a_number_ends_nothing() -> None:
    """２６．９億円 is one number; a full-width point behind a sentence ends it."""
    text = "規模は２６．９億円に達する．次の文．"

    assert [span.of(text) for span in sentences(text)] == ["規模は２６．９億円に達する．", "次の文．"]
