"""The gate finds names of other companies however they are written, nothing else, and leaves none of them in a text."""

from __future__ import annotations

import unicodedata
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from conftest import cases
from vouched.facts.gate import Gate, Screen
from work import calls_of

NAMES, *CASES = cases("gate")
GATE = Gate(NAMES["competitors"], NAMES["own"])
ALIASES = [alias for aliases in NAMES["competitors"].values() for alias in aliases]
UNSEEN = "\u200b\u200c\u200d\u2060\ufeff\u00ad\u200e\u200f\u202e\ufe0f\u034f\u180b\u3164"
# Words, names and pieces of names, in any order and with anything between them.
PIECES = [
    *ALIASES,
    *NAMES["own"],
    *(
        "竞",
        "安",
        "华",
        "Jing",
        "an",
        "jin",
        "gan",
        "G",
        "E",
        "s",
        "'s",
        " of ",
        " in ",
        "的",
        "（",
        "）",
        "保险",
        "Group",
    ),
    *(
        " ",
        "  ",
        "-",
        ".",
        "·",
        "/",
        "&",
        ";",
        "&#31454;",
        "%E5%AE%89",
        "<b>",
        "1",
        "2025",
        "J1ngcheng",
        "Jιngan",
        "e\u0301",
    ),
    *UNSEEN,
]
texts = st.lists(st.sampled_from(PIECES) | st.characters(), max_size=14).map("".join)
questions = ("What was the revenue of {} in FY2025?", "{}2025年第三季度营收多少", "{}の2025年度の売上高は")


def written(screen: Screen, text: str) -> list[str]:
    """Return the names as they are written in a text."""
    return [text[hit.span.start : hit.span.end] for hit in screen.hits]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_names_are_found_as_the_cases_say(case: dict[str, Any]) -> None:
    """Each case is allowed, refused or held for the names that are written in it, and masked as it says."""
    screen = GATE.screen(case["text"])

    assert (screen.decision, written(screen, case["text"])) == (case["decision"], case["hits"])
    assert screen.masked == case.get("masked", screen.masked)


@pytest.mark.parametrize("question", questions)
@pytest.mark.parametrize("alias", ALIASES)
def test_every_alias_is_refused_as_it_is_listed(alias: str, question: str) -> None:
    """A question with a listed name, letter for letter, is refused, in each language."""
    text = question.format(alias)
    screen = GATE.screen(text)

    assert screen.decision == "refuse"
    assert written(screen, text) == [alias]


@given(texts)
def test_masked_texts_are_as_long_and_name_nobody(text: str) -> None:
    """Masking keeps the length, changes nothing but to spaces, and leaves no name to be found."""
    screen = GATE.screen(text)

    assert len(screen.masked) == len(text)
    assert all(new in (old, " ") for new, old in zip(screen.masked, text, strict=True))
    assert GATE.screen(screen.masked).decision == "allow"
    assert all(not screen.masked[hit.span.start : hit.span.end].strip() for hit in screen.hits)
    assert (screen.decision == "allow") == (not screen.hits)


@given(texts)
def test_hits_stand_in_order_and_apart(text: str) -> None:
    """Hits are parts of the text, from left to right, and none over another."""
    spans = [hit.span for hit in GATE.screen(text).hits]

    assert all(0 <= span.start < span.end <= len(text) for span in spans)
    assert all(one.end <= two.start for one, two in pairwise(spans))


@given(st.sampled_from(ALIASES), st.sampled_from(questions), st.data())
def test_what_is_not_seen_hides_nothing(alias: str, question: str, data: st.DataObject) -> None:
    """Characters that are nothing to the eye, anywhere in a name and any number of them, change no refusal."""
    typed = "".join(
        char + "".join(data.draw(st.lists(st.sampled_from(UNSEEN), max_size=3))) for char in f" {alias} "
    ).strip()
    text = question.format(typed)

    assert GATE.screen(text).decision == "refuse"


@given(st.sampled_from(ALIASES), st.sampled_from(("NFC", "NFD", "NFKC", "NFKD")))
def test_normal_forms_hide_nothing(alias: str, form: Any) -> None:
    """A name is refused in any normal form of Unicode."""
    assert GATE.screen(questions[0].format(unicodedata.normalize(form, alias))).decision == "refuse"


@given(texts, st.lists(st.sampled_from(ALIASES), min_size=1, max_size=4))
def test_a_longer_list_finds_no_less(text: str, fewer: list[str]) -> None:
    """What a list of names finds, a longer one finds too, or it finds another name in its place."""
    found = [hit.span for hit in Gate({"others": fewer}).screen(text).hits]
    more = [hit.span for hit in Gate({"others": ALIASES}).screen(text).hits]

    assert all(any(span.start < other.end and other.start < span.end for other in more) for span in found)


@pytest.mark.parametrize(
    "markup",
    ["<i {}>", "<b>{}</b>", "<a href='{}'>HK</a>", "<!-- {} -->", "&{};", "\\u0041{}", "%20{}%20", "&lt;{}&gt;"],
)
def test_markup_hides_nothing(markup: str) -> None:
    """A name inside markup, shown or not, is found: a model reads it too."""
    for alias in ("Jingan", "竞安", "GE"):
        assert GATE.screen(questions[0].format(markup.format(alias))).decision == "refuse"


@pytest.mark.parametrize(
    "text",
    [
        *(
            "%E7%AB%9E%E5%AE%89%FF",
            "%00%E7%AB%9E%E5%AE%89",
            "&#0000031454;&#x00005b89",
            "&amp;amp;#31454;安",
            "%2525",
            "&#0;竞安",
        ),
        *("\\u7ade\\u5b89", "\\u{7ade}\\U00005b89", "&#99999999999;竞安", "\\ud800竞安", "<b>竞<wbr/>安"),
    ],
)
def test_broken_codes_hide_nothing(text: str) -> None:
    """Codes beside broken ones, of other lengths and in three layers are read; broken ones are no fault."""
    assert (GATE.screen(text).decision == "refuse") is (text != "%2525")


@given(texts, texts)
def test_names_stand_in_passages_as_alone(before: str, after: str) -> None:
    """A name in its own line is found whatever stands in the lines around it."""
    line = "。Jingcheng revenue 2025。"
    text = f"{before}\n{line}\n{after}"
    start = len(before) + 2

    assert any(hit.span.start <= start < hit.span.end for hit in GATE.screen(text).hits)


def test_an_own_name_that_is_an_alias_is_screened() -> None:
    """A name that is listed as a competitor's and as one's own is a competitor's."""
    assert Gate({"Jingan": ["Jingan"]}, ["Jingan"]).screen("Jingan").decision == "refuse"


def test_a_gate_without_names_allows_all() -> None:
    """Without competitors nothing is refused; a name without letters is none."""
    assert Gate({}).screen("Jingan 竞安").decision == "allow"
    assert Gate({"nobody": ["", "  ", "&", "…"]}).screen("a & b …").decision == "allow"


def test_work_grows_with_the_text_and_not_with_the_names() -> None:
    """A hundred times the names cost a question no more calls; ten times the text costs about ten times as many."""
    few = Gate({"others": [f"Nordwin {number}x" for number in range(100)]})
    many = Gate({"others": [f"Nordwin {number}x" for number in range(10_000)]})
    question = "What was the revenue of HK in Q3 2025, and 竞争 of 中国?"
    _, once = calls_of(few.screen, question)
    _, more = calls_of(many.screen, question)
    _, long = calls_of(many.screen, question * 10)

    assert more <= once + 5
    assert long <= 11 * once


@pytest.mark.parametrize(
    "text",
    [
        *(
            "Jing ",
            "竞 ",
            "竞安 ",
            "Jingan ",
            "&#31454;",
            "&amp;",
            "%E7",
            "<b>",
            "e\u0301",
            "\u200b",
            "G.E.",
            "1",
            "J1",
        ),
        *("竞\u0301\u200b", "Jinghua (China) ", "中国竞华保险", "A&", "(", "Jingan Road branch "),
    ],
    ids=ascii,
)
def test_hostile_texts_take_work_that_grows_with_them(text: str) -> None:
    """Twice as much of anything takes about twice the calls, not four times."""
    _, once = calls_of(GATE.screen, text * 300)
    _, twice = calls_of(GATE.screen, text * 600)

    assert twice <= 2.3 * once + 200
