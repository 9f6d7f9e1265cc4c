"""Promises about what a report marks: all that differs, and nothing else."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vouched.adapters.report_marks import Run, compared, differences, runs, shown_quote, told_apart
from vouched.documents import Quote, Span
from vouched.verdicts import Finding

WORDS = st.lists(
    st.sampled_from(["ten", "five", "days", "not", "10", "以下", "以上", "の", "、", "can't"]), max_size=12
)


@pytest.mark.parametrize(
    ("expected", "seen", "there", "here"),
    [
        ("within ten days", "within five days", ["ten"], ["five"]),
        ("ＬＬ－４５以下の材料", "LL-45以上の材料", ["以下"], ["以上"]),
        ("不得申请", "可以申请", ["不得"], ["可以"]),
        ("shall not sublet", "shall sublet", ["not"], [""]),
        ("£1,350.00 a month", "£1,530.00 a month", ["1,350.00"], ["1,530.00"]),
        ("a change of -5%", "a change of 5%", ["-5"], ["5"]),
        ("10–20 days", "10-20 days", [], []),
        ("the Landlord’s\nconsent", "the Landlord's consent", [], []),
    ],
)
def test_the_words_that_differ_are_marked(expected: str, seen: str, there: list[str], here: list[str]) -> None:
    """Both sides show the differing words; typography is no difference."""
    found = differences(expected, seen)

    assert [span.of(expected) for span in found.expected] == there
    assert [span.of(seen) for span in found.seen] == here


@pytest.mark.parametrize(
    ("expected", "seen", "told"),
    [
        ("within ten (10) days", "within five 10 days", "the document has “ten” where the answer has “five”"),
        ("a change of -15 points", "a change of 15 points", "the document has “-15” where the answer has “15”"),
        ("shall not sublet", "shall sublet", "the answer leaves out “not”"),
        ("within (30) days", "within 30 days", "only punctuation differs: the document has “within (30) days”"),
        ("of goods) and", "of goods and", "only punctuation differs: the document has “goods) and”"),
        ("5% of it", "5 of it", "the answer leaves out “%”"),
        ("the same", "the same", ""),
    ],
)
def test_what_differs_is_told_in_a_sentence(expected: str, seen: str, told: str) -> None:
    """Words that differ are told as they stand; punctuation only where nothing else differs, with its neighbours."""
    said = told_apart(expected, seen, differences(expected, seen))

    assert said.startswith(told)
    assert bool(said) == bool(told)
    assert "“)”" not in said


@pytest.mark.parametrize(
    ("expected", "seen", "there"),
    [
        ("ten (10) days.", "five 10 days", ["ten"]),
        ("10 days.", "10 days of", [""]),
        ("within (30) days", "within 30 days", ["(", ")"]),
    ],
)
def test_punctuation_is_marked_where_nothing_else_differs(expected: str, seen: str, there: list[str]) -> None:
    """Beside an altered word a bracket is not marked; alone, it is."""
    quote = Quote("d", 0, len(expected), expected, "near")
    found = compared(Finding(check="quotes", code="altered_quote", seen=seen, evidence=(quote,)))

    assert found is not None
    assert [span.of(expected) for span in found[2].expected] == there


@given(WORDS, WORDS)
def test_what_is_not_marked_is_the_same(first: list[str], second: list[str]) -> None:
    """Without what is marked, the two texts hold the same words."""
    expected, seen = " ".join(first), " ".join(second)
    found = differences(expected, seen)

    def plain(text: str, spans: tuple[Span, ...]) -> list[str]:
        return "".join(run.text for run in runs(text, spans) if not run.mark).split()

    assert plain(expected, found.expected) == plain(seen, found.seen)


@given(st.text(max_size=30), st.lists(st.tuples(st.integers(0, 30), st.integers(0, 30)), max_size=4))
def test_runs_hold_the_whole_text(text: str, places: list[tuple[int, int]]) -> None:
    """Cutting a text into runs loses and adds no character."""
    spans = tuple(Span(min(place), max(place)) for place in sorted(places))

    assert "".join(run.text for run in runs(text, spans)) == text


def test_texts_that_repeat_are_compared() -> None:
    """Two long texts made of few words are compared to their end."""
    differences("a b " * 499 + "c", "b a " * 499 + "d")


def test_a_long_quote_is_shown_around_its_anchor() -> None:
    """Of a long quote the report shows what surrounds the anchor, and that something is left out."""
    text = "x " * 1000 + "the anchor" + " y" * 1000
    quote = Quote("d", 50, 50 + len(text), text, "exact", 1, (Span(2050, 2060),))
    shown = shown_quote(quote)

    assert Run("the anchor", "anchor") in shown
    assert shown[0].mark == shown[-1].mark == "elided"
    assert sum(len(run.text) for run in shown) < 500
