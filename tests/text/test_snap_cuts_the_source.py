"""Snapping cuts the source's own characters, or says why it cannot."""

import unicodedata
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from conftest import cases
from vouched import Document, snap
from vouched.errors import UsageError
from vouched.text.folding import fold

LEASE = (
    "The tenant shall not keep animals. Payment of the rent is due on the first day of each month, and\n"
    "payment of the deposit is due at once.\n\nThe landlord shall repair the roof. "
    "The landlord shall repair the roof at the tenant's cost where the tenant broke it.\n"
)


@pytest.mark.parametrize("case", cases("snap"), ids=lambda case: case["id"])
def test_each_case_gives_its_quote(case: dict[str, Any]) -> None:
    """Every case file line gives the wanted quote, a refusal, or the report of ambiguity or weakness."""
    found = snap(case["anchor"], case["body"])
    if case["want"] is None:
        assert not found.found
    elif case["want"] == "AMBIG":
        assert found.reason in ("ambiguous", "weak")
    else:
        assert found.quote is not None
        assert found.quote.text == case["want"]


def test_an_ambiguous_anchor_names_its_places() -> None:
    """An anchor in two different sentences is not guessed at; the sentences are its candidates."""
    found = snap("landlord shall repair the roof", LEASE)
    assert found.reason == "ambiguous"
    assert [candidate.text[:40] for candidate in found.candidates] == [
        "The landlord shall repair the roof.",
        "The landlord shall repair the roof at th",
    ]


def test_occurrence_and_context_choose_among_places() -> None:
    """The n-th place, or what stands before or after it, tells the right one."""
    assert (
        snap("landlord shall repair the roof", LEASE, occurrence=2).quote
        == snap("landlord shall repair the roof", LEASE, suffix=" at the tenant’s cost").quote
    )
    assert snap("landlord shall repair the roof", LEASE, occurrence=3).reason == "absent"
    first = snap("landlord shall repair the roof", LEASE, suffix=".").quote
    assert first is not None
    assert first.text == "The landlord shall repair the roof."


def test_an_absent_anchor_shows_the_nearest_passage_but_finds_nothing() -> None:
    """A near passage is shown as a candidate and never as the quote."""
    found = snap("The tenant shall keep animals", LEASE)
    assert found.reason == "absent"
    assert found.quote is None
    assert [candidate.how for candidate in found.candidates] == ["near"]


def test_the_length_limit_is_kept() -> None:
    """A sentence longer than the limit is refused as too long, not cut where its negation may follow."""
    assert snap("tenant shall not", LEASE, max_length=10).reason == "too_long"
    assert snap("x" * 500, "x" * 500).quote is not None
    assert snap("word " * 60, "word " * 500 + "not.", max_length=200).quote is None


@pytest.mark.parametrize("anchor", [None, 5, True, [], {}, b"abc", "", " \u3000\n", "\u200b", "\ud800"])
def test_any_anchor_at_all_has_an_answer(anchor: object) -> None:
    """What is not a usable anchor finds nothing and raises nothing."""
    assert not snap(anchor, LEASE).found


def test_a_programmers_mistake_is_said() -> None:
    """A text that is no text, or a limit below 1, is an error at once."""
    with pytest.raises(UsageError):
        snap("abc", 5)  # type: ignore[arg-type]
    with pytest.raises(UsageError):
        snap("abc", "abc", max_length=0)


SENTENCES = [
    "The tenant’s “quiet enjoyment” of the flat shall not be disturbed by the landlord.",
    "Rent is 1,250.50 EUR—due on day 1—unless the parties agree otherwise (see Annex 2).",
    "急迫不正の侵害に対して、自己又は他人の権利を防衛するため、やむを得ずにした行為は、罰しない。",
    "ガイドラインの第３６条による㈱日本の届出は、30日以内にしなければならない。",
    "公司应当自收到申请之日起30日内，书面通知申请人是否受理。",
]
WIDTHS = {ord(c): ord(c) + 0xFEE0 for c in "0123456789,.()"}


@given(st.sampled_from(SENTENCES), st.randoms(), st.sampled_from(["NFC", "NFD", "none"]), st.booleans(), st.booleans())
def test_white_space_width_and_normal_form_never_lose_a_quote(
    sentence: str,
    random: Any,
    form: Any,
    widen: bool,
    of_document: bool,
) -> None:
    """Re-flowing white space, width or normal form of document or anchor never turns found into absent."""
    changed = "".join(random.choice([" ", "\n", "  ", "\t", " \n "]) if char == " " else char for char in sentence)
    if not sentence.isascii() and " " not in sentence:
        changed = "".join(char + ("\n" if random.random() < 0.05 and not char.isdigit() else "") for char in sentence)
    if form != "none":
        changed = unicodedata.normalize(form, changed)
    if widen and " " not in sentence:
        changed = changed.translate(WIDTHS)
    document, anchor = (changed, sentence) if of_document else (sentence, changed)
    text = f"Some words before it.\n\n{document}\n\nSome words after it."
    found = snap(anchor, text)
    assert found.quote is not None
    assert found.quote.text == text[found.quote.start : found.quote.end]
    assert fold(found.quote.text) == fold(sentence)


@given(st.text(max_size=30), st.text(max_size=120), st.integers(1, 400))
def test_a_located_quote_is_a_slice_of_the_original(anchor: str, text: str, limit: int) -> None:
    """Whatever was looked for in whatever text, a quote is its document's own characters, within the limit."""
    document = Document(id="d", text=text + anchor + text)
    found = snap(anchor, document, max_length=limit)
    for quote in (*found.candidates, *([found.quote] if found.quote else [])):
        assert document.text[quote.start : quote.end] == quote.text
    if found.quote is not None:
        assert len(found.quote.text) <= limit
