"""Folding forgets typography and always finds the way back to the original characters."""

import unicodedata

from hypothesis import given
from hypothesis import strategies as st

from vouched.documents import Span
from vouched.text.folding import Folding, fold, units

TRICKY = "aAée\u0301がか\u3099ｶﾞ㈱ﬁ½ \n\t\u3000-–*…⋯😀👩\u200d💻Ⅷ①²㌔ßİΐ한\u1112\u1161\u11ab\u00ad\u200b“”，。"
texts = st.text(st.one_of(st.characters(), st.sampled_from(TRICKY)), max_size=80)
spacing_accents = {chr(c) for c in range(0x2100) if unicodedata.decomposition(chr(c)).startswith("<compat> 0020 ")}


@given(texts)
def test_canonically_equivalent_texts_have_one_skeleton(text: str) -> None:
    """A text in NFC, in NFD and as it came folds to the same skeleton."""
    assert fold(text) == fold(unicodedata.normalize("NFC", text)) == fold(unicodedata.normalize("NFD", text))


@given(texts)
def test_folding_twice_changes_nothing(text: str) -> None:
    """The skeleton of a skeleton is itself, so that replacing character after character is safe."""
    assert fold(fold(text)) == fold(text)


@given(texts)
def test_fast_and_careful_folds_agree(text: str) -> None:
    """Folding block by block with string methods gives what folding unit by unit gives."""
    assert fold(text) == "".join(folded for _, folded in units(text))


@given(texts, st.sampled_from([0, 1, 2, 511, 512, 513, 1100]))
def test_every_unit_of_a_document_is_found_again(text: str, padding: int) -> None:
    """The skeleton of each unit maps back to exactly its characters, wherever blocks begin."""
    document = "x " * padding + text
    folding = Folding(document)
    place = 0
    for unit, folded in units(document):
        if folded and place >= padding - 1:
            span = folding.span(place, place + len(folded))
            assert span is not None
            assert span.of(document) == unit
        place += len(folded)
    assert place == len(folding.skeleton)


@given(st.text(st.sampled_from("abC .-*_\n"), max_size=60), st.sampled_from([0, 1, 1023, 1024, 4095, 4096, 70_000]))
def test_every_place_of_a_plain_document_is_found_again(text: str, padding: int) -> None:
    """In ASCII the way back is counted and not noted: near the start, past it, and past one piece of the folding."""
    document = "x " * padding + text
    folding = Folding(document)
    kept = [place for place, char in enumerate(document) if fold(char)]
    assert folding.skeleton == "".join(fold(char) for char in document)
    for place in range(padding, len(kept)):
        for likely in (-1, kept[place], kept[place] - 1, 0):
            assert folding.span(place, place + 1, likely=likely) == Span(kept[place], kept[place] + 1)
        assert folding.outer(place, len(kept)) == (kept[place], kept[-1] + 1)
        assert folding.span(0, place + 1) == Span(kept[0], kept[place] + 1)


@given(texts, texts)
def test_a_skeleton_is_found_where_the_text_stands(before: str, wanted: str) -> None:
    """The skeleton of a part that begins and ends at whole units stands in the skeleton of the whole."""
    assert fold(f"a{wanted}") in Folding(f"{before} a{wanted} z").skeleton or not fold(wanted)


def test_half_of_an_expanded_character_is_no_place() -> None:
    """What one character expands to cannot be parted: 株 does not stand alone in ㈱."""
    folding = Folding("㈱日本")
    assert folding.skeleton == "(株)日本"
    assert folding.span(1, 2) is None
    whole = folding.span(0, 3)
    assert whole is not None
    assert whole.of(folding.text) == "㈱"


def test_an_emoji_does_not_widen_the_skeleton() -> None:
    """Characters beyond the basic plane stand in the skeleton for narrower ones, which keeps searching fast."""
    assert max(fold("plain text 😀 and more")) < "\U00010000"


def test_variants_share_a_skeleton() -> None:
    """Width, quotes, ligatures, half-width kana and line-end hyphens fold away."""
    for first, second in [
        ("第３６条", "第36条"),
        ("ｶﾞｲｺｸ", "ガイコク"),
        ("tenant’s “duty”", 'tenant\'s "duty"'),
        ("ﬁnal oﬃce", "final office"),
        ("infor-\nmation", "information"),
        ("a\u200bb\u00adc", "abc"),
        ("，。；：？！", ",.;:?!"),
    ]:
        assert fold(first) == fold(second)
