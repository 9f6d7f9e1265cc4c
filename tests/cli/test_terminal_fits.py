"""Promises about what a terminal is given: lines that fit, broken where they may be, with nothing lost."""

from __future__ import annotations

import re
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vouched.cli.terminal import Terminal, visible, width_of

TEXT = st.text(st.sampled_from("ab the 犬又は猫とし、その数。「」（）ｱ１２ é\u0301 ,.%—…"), max_size=120)


@pytest.mark.parametrize(
    ("text", "width"), [("abc", 3), ("犬猫", 4), ("ｱｲ", 2), ("e\u0301", 1), ("ＬＬ", 4), ("", 0), ("“”", 2)]
)
def test_wide_characters_take_two_columns(text: str, width: int) -> None:
    """East Asian wide characters count two columns, combining marks none."""
    assert width_of(text) == width


@given(TEXT, st.integers(40, 90))
def test_lines_fit_and_nothing_is_lost(text: str, width: int) -> None:
    """Every line fits the terminal, and the lines together hold every character but white space."""
    lines = Terminal(width=width).wrap([(visible(text), "")], first="  → ", rest="    ")

    assert all(width_of(line) <= width for line in lines)
    assert "".join("".join(lines).replace("→", "").split()) == "".join(visible(text).split())


@given(TEXT)
def test_no_line_begins_with_a_closing_mark(text: str) -> None:
    """A line of Japanese or Chinese never begins with a full stop, comma or closing bracket."""
    lines = Terminal(width=40).wrap([("犬は" + visible(text), "")])

    assert [line for line in lines[1:] if line[:1] in set("、。」）")] == []


def test_a_word_that_is_too_long_is_broken() -> None:
    """A word longer than a line is broken where the line ends."""
    lines = Terminal(width=40).wrap([("x" * 100, "")])

    assert [len(line) for line in lines] == [40, 40, 20]


def test_colours_survive_a_line_break() -> None:
    """A style that spans two lines is set and taken back on each of them."""
    lines = Terminal(width=40, colour=True).wrap([("word " * 12, "bad")])

    assert len(lines) > 1
    assert all(line.startswith("\x1b[31m") and line.endswith("\x1b[0m") for line in lines)


@given(st.text(st.characters(), max_size=60))
def test_nothing_that_acts_is_printed(text: str) -> None:
    """Control characters, overrides of direction and lone surrogates become numbers; the line stays one line."""
    kinds = {unicodedata.category(char) for char in visible(text)}

    assert not kinds & {"Cc", "Cf", "Cs", "Zl", "Zp"}


def test_wrapped_japanese_is_joined_without_a_space() -> None:
    """A line end between two Japanese characters leaves no space; between words it does."""
    assert visible("成犬時\nの見込み体重") == "成犬時の見込み体重"
    assert visible("the\nLandlord") == "the Landlord"
    assert not re.search(r"\s", visible("第１\r\n条"))
