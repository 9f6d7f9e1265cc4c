"""Texts are folded, and read as they show, with the way back to what was typed."""

from __future__ import annotations

import html
import unicodedata
from urllib.parse import quote

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vouched.facts.views import View, folded
from vouched.facts.written_out import WrittenOut
from work import calls_of

UNSEEN = "\u200b\u2060\ufeff\u00ad\u200e\ufe0f\u034f"
MIXED = [*"aB１ｶﾞé竞競広ß½…한ﾟ ", "e\u0301", "ｶ\uff9e", "\u1112\u1161\u11ab", "か\u3099", *UNSEEN, "&amp;", "%41", "<b>"]
texts = st.lists(st.sampled_from(MIXED) | st.characters(), max_size=20).map("".join)
words = st.text("竞安の売上高가나ガパéüＡ１b ", min_size=1, max_size=12)


@given(texts)
def test_each_folded_character_stands_for_a_part_of_the_text(text: str) -> None:
    """Places are inside the text, in its order, and never empty; nothing folded is lost."""
    view = View(text)
    spans = [view.span(place, place + 1) for place in range(len(view.folded))]

    assert all(0 <= span.start < span.end <= len(text) for span in spans)
    assert [span.start for span in spans] == sorted(span.start for span in spans)


@given(words)
def test_normal_forms_fold_alike(text: str) -> None:
    """A text folds to the same in each normal form, Hangul and voiced Kana included."""
    assert {folded(unicodedata.normalize(form, text)) for form in ("NFC", "NFD", "NFKC", "NFKD")} == {folded(text)}


@given(words, st.data())
def test_what_is_not_seen_folds_to_nothing(text: str, data: st.DataObject) -> None:
    """What is nothing to the eye changes nothing of the folded text, and is no part of what a character stands for."""
    typed = "".join(char + data.draw(st.text(UNSEEN, max_size=2)) for char in text)
    view = View(typed)

    assert view.folded == folded(text)
    assert all(typed[view.span(place, place + 1).end - 1] not in UNSEEN for place in range(len(view.folded)))


@given(st.text(st.characters(codec="utf-8", categories=["L", "N", "P"]), max_size=20), st.sampled_from([1, 2]))
def test_what_is_written_out_is_read(text: str, layers: int) -> None:
    """References and percent codes, once or twice over, are read as what they show, at the places where they are."""
    typed = text
    for _ in range(layers):
        typed = html.escape(typed)
    assert WrittenOut(typed).text == WrittenOut(text).text
    coded = quote(text, safe="")

    assert WrittenOut(coded, is_source=True).text == WrittenOut(text, is_source=True).text


@given(texts)
def test_places_of_what_shows_are_places_of_the_text(text: str) -> None:
    """Each character that shows is a part of the text as it came, in its order; a text without signs is itself."""
    for is_source in (False, True):
        written = WrittenOut(text, is_source=is_source)
        spans = [written.span(place, place + 1) for place in range(len(written.text))]

        assert all(0 <= span.start < span.end <= len(text) for span in spans)
        assert [span.start for span in spans] == sorted(span.start for span in spans)
    if not set(text) & set("&%\\<+"):
        assert WrittenOut(text).text == text


@pytest.mark.parametrize(
    "unit", ["e\u0301", "\u200b", "\u0301", "é", "½", "ｶﾞ", "&#31454;", "%E7", "<a", "\\u7ade", "&amp;"]
)
def test_folding_takes_work_that_grows_with_the_text(unit: str) -> None:
    """Twice as much takes about twice the work, whatever it is."""

    def read(count: int) -> int:
        return calls_of(lambda: View(WrittenOut(unit * count).text))[1]

    assert read(800) <= 2.2 * read(400) + 100
