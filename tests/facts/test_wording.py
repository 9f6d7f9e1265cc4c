"""Sentences are data: the same in every language, with the slots that they need, and without a digit of their own."""

from __future__ import annotations

import tomllib
from importlib.resources import files
from typing import Any, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from facts.facts_written import profile, standing
from vouched.documents import Span
from vouched.errors import UsageError
from vouched.facts.replies import (
    asking,
    defining,
    failing,
    holding,
    refusing,
    unrecognized,
    withholding,
)
from vouched.facts.requests import Doubt, DoubtKind, Mention, Operation, Request
from vouched.facts.results import Obstacle
from vouched.facts.stored_text import stored_text
from vouched.facts.units import CURRENCIES, SCALES, FactUnit, UnitWish, unit_of
from vouched.facts.wording import SENTENCES, read_words, words_of

LANGUAGES = ("en", "ja", "zh")


def table(language: str) -> dict[str, Any]:
    """Return the words of a language as they are written."""
    return tomllib.loads((files("vouched.facts") / "words" / f"{language}.toml").read_text(encoding="utf-8"))


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_language_has_every_sentence_and_no_other(language: str) -> None:
    """The three languages say the same things, and no sentence brings a number of its own."""
    written = table(language)

    assert set(written["sentences"]) == set(SENTENCES) == set(words_of(language).sentences)
    assert [name for name, text in written["sentences"].items() if any(char.isdigit() for char in text)] == []
    assert [name for name, text in written["names"].items() if any(char.isdigit() for char in text)] == []


def test_units_have_names_in_each_language() -> None:
    """Units that one language names the others name too; only currencies may be called by their code."""
    named = {language: set(table(language)["names"]) for language in LANGUAGES}

    assert named["ja"] == named["zh"]
    assert named["ja"] - CURRENCIES == named["en"] - CURRENCIES
    assert words_of("en").unit(unit_of("USD_M")) == "USD million"


@pytest.mark.parametrize(
    ("unit", "english", "japanese", "chinese"),
    [
        ("USD_M", "USD million", "百万米ドル", "百万美元"),
        ("JPY_YI", "JPY hundred million", "億円", "亿日元"),
        ("CNY_WAN", "CNY ten thousand", "万人民元", "万元人民币"),
        ("HKD_B", "HKD billion", "十億香港ドル", "十亿港元"),
        ("EUR_T", "EUR trillion", "兆ユーロ", "万亿欧元"),
        ("XAU_K", "XAU thousand", "千XAU", "千XAU"),
        ("PERSONS", "persons", "人", "人"),
        ("PERSONS_K", "thousand persons", "千人", "千人"),
    ],
)
def test_a_unit_is_called_as_people_call_it(unit: str, english: str, japanese: str, chinese: str) -> None:
    """Scale and currency stand in the order of the language; what has no name is called by its code."""
    assert [words_of(language).unit(unit_of(unit)) for language in LANGUAGES] == [english, japanese, chinese]


def test_shares_and_points_are_told_apart() -> None:
    """A percentage, percentage points and basis points are never written alike."""
    for language in LANGUAGES:
        written = {words_of(language).value("1", unit_of(unit)) for unit in ("PCT", "PP", "BPS", "RATIO")}

        assert len(written) == 4


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_scale_and_wish_has_a_name(language: str) -> None:
    """Whatever unit a question can ask for can be told that it was not given."""
    words = words_of(language)

    for scale in (None, *SCALES.values()):
        for name in (None, "HKD", "PCT", "XAU"):
            assert words.wish(UnitWish(name, scale))
    for mark in SCALES:
        if mark != "H":
            assert words.unit(FactUnit("", "USD", SCALES[mark]))


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_doubt_obstacle_and_operation_has_its_sentence(language: str) -> None:
    """Nothing can be asked back or refused that there is no sentence for."""
    sentences = words_of(language).sentences

    assert [kind for kind in get_args(DoubtKind) if f"ask_{kind}" not in sentences] == []
    assert [each for each in get_args(Obstacle) if f"reason_{each}" not in sentences and each != "missing_fact"] == []
    told = set(get_args(Operation)) - {"value", "list", "definition"}
    assert [each for each in told if f"what_{each}" not in sentences] == []


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"line": "{name}"}, "expected the slot {value}"),
        ({"line": "{name} {value} {year}"}, "expected one of {name}, {value}"),
        ({"line": ""}, "expected a text"),
        ({"background": "{name}"}, "expected no slot"),
        ({"unheard_of": "x"}, "expected one of separator"),
        ({"line": None}, "expected line, saw none"),
    ],
)
def test_a_table_that_does_not_fit_is_refused(change: dict[str, str | None], told: str) -> None:
    """A sentence that is missing, unknown, blank, or has other slots than it needs is an error that names it."""
    written = table("en")
    sentences = {name: text for name, text in {**written["sentences"], **change}.items() if text is not None}

    with pytest.raises(UsageError) as error:
        read_words({**written, "sentences": sentences}, "en")

    assert told in str(error.value)
    assert str(error.value).startswith("en: sentences")


def test_units_that_do_not_fit_are_refused() -> None:
    """Scales and names that are missing or blank are errors that name them."""
    written = table("en")

    for part, change in (("scales", {"M": ""}), ("names", {"PCT": " "}), ("units", {"pct": "percent"})):
        with pytest.raises(UsageError):
            read_words({**written, part: {**written[part], **change}}, "en")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("kind", get_args(DoubtKind))
def test_a_doubt_is_asked_back_with_its_words_and_choices(kind: DoubtKind, language: str) -> None:
    """The question names the words that it is about, on one line, and offers what is known."""
    doubt = Doubt(kind=kind, texts=("foo\n(bar",), options=("REVENUE", "HK"))
    reply = asking(Request(question="", language=_language(language), doubts=(doubt,)), profile())

    assert len(reply.text.splitlines()) == 2
    assert ("foo [bar" in reply.text) == ("texts" in SENTENCES[f"ask_{kind}"])
    assert len(reply.options) == 2
    assert all(option in reply.text for option in reply.options)


def test_many_doubts_are_bounded() -> None:
    """However much is not understood, the question that is asked back stays short."""
    doubts = tuple(Doubt(kind=kind, texts=tuple(f"w{n}" * 40 for n in range(40))) for kind in get_args(DoubtKind))

    assert len(asking(Request(question="", doubts=doubts), profile()).text) < 2_000


@pytest.mark.parametrize("language", LANGUAGES)
def test_refusals_and_faults_name_no_number(language: str) -> None:
    """What is refused, held or has failed is told without a digit, and says what can be asked."""
    key, _ = standing("REVENUE HK 2025 = ?")
    replies = [
        refusing(["竞安 Jingan"], profile(), language),
        holding(["竞安 Jingan"], profile(), language),
        *(failing(what, language, profile()) for what in ("store", "model", "rounds")),
    ]

    assert [reply.text for reply in replies if any(char.isdigit() for char in reply.text)] == []
    assert "ACME" in replies[0].text
    assert len(replies[0].options) == 4
    assert withholding([key], profile(), language).text
    unknown = unrecognized("entity", "ACME-HK", profile(), language=language, options=("HK",))
    assert "ACME-HK" in unknown.text
    assert unknown.options == (profile().label("entities", "HK", language),)


def test_a_definition_is_that_of_the_profile() -> None:
    """What a metric means is told from the profile, and that nothing is told of it where that is so."""
    mention = Mention("metric", "ROE", Span(0, 3), "ROE")

    assert defining(Request(question="", mentions=(mention,)), profile()).text.splitlines() == [
        "ROE: no definition is stored.",
        "Stored in percent, by year.",
    ]


@given(st.text(max_size=400))
def test_stored_text_is_one_bounded_printable_line(text: str) -> None:
    """Whatever is stored shows as one line without brackets but square ones, and never longer than its bound."""
    shown = stored_text(text, 60)

    assert len(shown) <= 60
    assert shown.isprintable()
    assert not set(shown) & set("()（）【】「」『』;；“”")


def _language(language: str) -> Any:
    return language
