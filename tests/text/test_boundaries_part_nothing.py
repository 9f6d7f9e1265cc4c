"""A slice never begins or ends inside a word, a number, a negation or a grapheme."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vouched.text.boundaries import cuts

# "|" marks the cut.
REFUSED = {
    "word": [
        "un|safe",
        "not|able",
        "A|1",
        "non|-payment",
        "non-|payment",
        "don|'t",
        "don’|t",
        "tenant|'s",
        "infor-\n|mation",
        "Pra\u0308|sident",
        "cafe\u0301|teria",
        "मधु|मेह",
    ],
    "number": [
        "1|5%",
        "10|.5",
        "10.|5",
        "1,|000",
        "-|5",
        "3|–5",
        "3–|5",
        "15|%",
        "$|5",
        "10|:30",
        "25|万円",
        "第３|６条",
    ],
    "number ": [
        ".|5%",
        "1·|5%",
        "１・|５％",
        "1 500 |000",
        "1 |500 000",
        "10^|5",
        "1 |1/2",
        "-|$5",
        "\u2212 |5",
        "△|5,000",
        "<|0.05",
        "≤ |5",
        "3〜|10",
        "costs > |5",
    ],
    "word ": [
        "un\u00ad|safe",
        "un*|safe*",
        "in`|effective`",
        "non_|refundable",
        "un" + "\u200b" * 30 + "|safe",
        "non\n-|refundable",
    ],
    "grapheme": ["e|\u0301", "か|\u3099", "ｶ|ﾞ", "👩|\u200d💻", "👩\u200d|💻", "👍|🏽", "🇯|🇵", "a\r|\nb"],
    "numeral": ["九十|一条", "第三百|十九條", "第36条|の2", "第九條|之一"],
    "negator": ["不|正", "無|効", "不|得", "没|有义务"],
    "negation": [
        "罰し|ない",
        "あり|ません",
        "飼育して|はならない",
        "することができ|ない",
        "行|わない",
        "この限り|でない",
    ],
}
ALLOWED = [
    "the |unsafe", "end.| Next", "甲は|乙に", "第|36条", "36条|の規定", "year 2020|, and", "A|甲", "甲|A", "(|5)",
    "受け|なければならない", "出さ|なくてはいけない", "No. |5", "it—|and", "word |–",
    "l’|avocat", "東京|のなか", "list: |- item", "100人が、|100人", "2018，|1000人",
    "in 2020 |500 people",
]  # fmt: skip


@pytest.mark.parametrize(("kind", "marked"), [(kind, text) for kind, texts in REFUSED.items() for text in texts])
def test_a_cut_that_changes_meaning_is_named(kind: str, marked: str) -> None:
    """Each place where a cut would part something is refused, by what it parts."""
    offset = marked.index("|")
    found = cuts(marked.replace("|", "", 1), offset)
    assert found is not None
    assert found == kind.strip() or {found, kind.strip()} == {"word", "number"}


@pytest.mark.parametrize("marked", ALLOWED)
def test_between_words_a_text_may_be_cut(marked: str) -> None:
    """Places between words, sentences and scripts are free."""
    offset = marked.index("|")
    assert cuts(marked.replace("|", "", 1), offset) is None


@given(st.text(max_size=40), st.integers(-2, 42))
def test_any_place_of_any_text_has_an_answer(text: str, offset: int) -> None:
    """No text and no offset raises, and the ends of a text can always be cut at."""
    cuts(text, offset)
    assert cuts(text, 0) is None
    assert cuts(text, len(text)) is None
