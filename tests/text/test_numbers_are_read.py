"""Numbers are read as they are written, whatever their script, and nothing that looks like one takes long."""

from decimal import Decimal

import pytest

from vouched.text.fact_words import is_negator, number_value


@pytest.mark.parametrize(
    ("token", "value"),
    [
        ("1,250.5", "1250.5"),
        ("1.250,5", "1250.5"),
        ("0.050", "0.05"),
        ("-5", "-5"),
        ("3万", "30000"),
        ("3万5千", "35000"),
        ("五百万", "5000000"),
        ("二〇二五", "2025"),
        ("十二", "12"),
        ("一億二千", "100002000"),
        ("seven", "7"),
        ("ninety", "90"),
        ("twice", "2"),
    ],
)
def test_a_number_has_its_value(token: str, value: str) -> None:
    """Marks, scales, ideographs and words give the number that a reader sees."""
    assert number_value(token) == Decimal(value)


@pytest.mark.parametrize(
    "token", ["", "x", "1.2.3", "1/2", "03/14/2022", "1" * 60, "1" * 27 + "/1", "9,9" * 20 + ":", "万" * 99]
)
def test_what_is_no_number_has_none_at_once(token: str) -> None:
    """Dates, fractions, versions and digits without end are no numbers, and are soon told."""
    assert number_value(token) is None


def test_denials_are_known_by_their_words_and_endings() -> None:
    """In English by words and n't, in Japanese by endings, in Chinese by characters."""
    assert all(map(is_negator, ("not", "don't", "never", "不", "ない", "しません", "できず")))
    assert not any(map(is_negator, ("note", "now", "する", "です", "以")))
