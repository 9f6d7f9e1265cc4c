"""Names, codes and articles are found by how they are written, and compared in one form."""

import pytest

from vouched import Evidence
from vouched.text.codes import codes
from vouched.text.name_index import name_index_of
from vouched.text.names import names
from vouched.text.variants import is_transcription, plain, plain_word


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("We met Anna Voss in Graz.", [("anna", "voss"), ("graz",)]),
        ("Therefore the gate was shut.", []),
        ("Revenue rose.", []),
        ("On Monday we met Dr Voss.", [("voss",)]),
        ("We Read Many Old Papers Today", []),
        ("I'm sure that we met Voss's aunt.", [("voss",)]),
        ("昨日アンナ・フォスに会った。", [("アンナ", "フオス")]),
        ("昨日コンピュータを買った。", []),
        ("昨日田村氏に会った。", [("田村",)]),
        ("该市场在扩大。", []),
        ("我们读了《潮汐钟》。", [("潮汐钟",)]),
    ],
)
def test_names_are_told_by_how_they_are_written(text: str, parts: list[tuple[str, ...]]) -> None:
    """Capitals, katakana with what marks a name, suffixes and title marks tell names; ordinary words are none."""
    assert [name.parts for name in names(text)] == parts


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Article 12(3)", "article 12 (3)"),
        ("§ 12", "Section 12"),
        ("第十二条第三款", "第12条第3項"),
        ("第三百九十八条の二", "第398条の2"),
        ("RFC-2119", "RFC 2119"),
        ("ＫＸ－4471", "KX-4471"),
    ],
)
def test_codes_have_one_form(one: str, other: str) -> None:
    """Numerals, brackets, dashes and width make no other code."""
    keys = [[code.key for code in codes(text)] for text in (one, other)]

    assert keys[0] == keys[1] != []


@pytest.mark.parametrize("text", ["in 2019", "Step 12", "5 mg", "March 2020", "page 12", "3.5%", "1,250"])
def test_numbers_are_no_codes(text: str) -> None:
    """Dates, amounts and numbered parts are not codes."""
    assert codes(text) == ()


def test_variants_fold_together() -> None:
    """Width, case, accents, kana and old characters do not make another name."""
    assert plain("臺灣") == plain("台湾")
    assert plain("渡邊") == plain("渡辺")
    assert plain("ヴァイオリン") == plain("バイオリン")
    assert plain_word("Dvořák’s") == "dvorak"
    assert is_transcription("シャフィーク", "シャフィケ")
    assert not is_transcription("タナカ", "ヤマモト")


def test_an_index_is_kept_with_its_evidence() -> None:
    """It is made once, and knows nothing of a script that the documents lack."""
    evidence = Evidence.of(["Anna Voss sold the mill."])
    (name,) = names("田村氏")

    assert name_index_of(evidence) is name_index_of(evidence)
    assert name_index_of(evidence).has(name) is None
