"""What a vocabulary says that a document lacks is nowhere in it, however it is written."""

import unicodedata
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vouched import Document
from vouched.text.bare import bare_of
from vouched.text.locating import locate
from vouched.text.vocabulary import Vocabulary

PIECES = (
    *(
        "rent",
        "Rent",
        "ＲＥＮＴ",
        "infor-\nmation",
        "in\u00adter",
        "ze\u200bro",
        "café",
        "cafe\u0301",
        "œuvre",
        "oeuvre",
    ),
    *(
        "Straße",
        "STRASSE",
        "ﬁle",
        "10⁵",
        "½",
        "1/2",
        "①",
        "㎏",
        "5mg",
        "1,000",
        "１２",
        "don’t",
        "don't",
        "賃料",
        "賃[1]料",
    ),
    *("サーバー", "ｻｰﾊﾞｰ", "ガ", "カ\u3099", "서울에서", "서울", "सड़क", "ประเทศ", "[12]", "**b**", "a_b", "<b>x</b>"),
    *(".", "、", "…", "“q”", "&", "\n", "İ", "ǆ"),
)
WRITINGS: dict[str, Callable[[str], str]] = {
    "as it is": lambda text: text,
    "upper": str.upper,
    "NFD": lambda text: unicodedata.normalize("NFD", text),
    "NFKC": lambda text: unicodedata.normalize("NFKC", text),
    "straight": lambda text: text.replace("’", "'").replace("“", '"').replace("”", '"'),
    "unmarked": lambda text: text.replace("[1]", "").replace("[12]", "").replace("*", ""),
    "unbroken": lambda text: text.replace("-\n", "").replace("\u00ad", ""),
}
Pieces = st.lists(st.sampled_from(PIECES), min_size=1, max_size=8)


@given(Pieces, Pieces, st.sampled_from(["", " "]), st.sampled_from(sorted(WRITINGS)), st.data())
def test_what_is_found_is_not_lacked(
    words: list[str], more: list[str], gap: str, writing: str, data: st.DataObject
) -> None:
    """A text that locating finds, in the document or in its bare form, is never one that the vocabulary lacks."""
    document = Document(id="d", text=gap.join(more) + " " + gap.join(words) + " " + gap.join(reversed(more)))
    whole = WRITINGS[writing](gap.join(words))
    start = data.draw(st.integers(0, len(whole)))
    text = whole[start : start + data.draw(st.integers(1, 20))]
    bare = bare_of(document)
    if text.strip() and (locate(document, text) or (bare is not None and locate(bare.document, text))):
        assert not Vocabulary(document).lacks(text)


@pytest.mark.parametrize(
    ("source", "text"),
    [
        ("The rent is due.", "the fee is due"),
        ("Le café ouvre.", "le musée ouvre"),
        ("賃料は月額とする。", "敷金は月額とする"),
    ],
)
def test_another_word_is_lacked(source: str, text: str) -> None:
    """A word, or in Chinese and Japanese a pair of characters, that the document has nowhere is told."""
    assert Vocabulary(Document(id="d", text=source)).lacks(text)
    assert not Vocabulary(Document(id="d", text=source)).lacks(source)
