"""Terms that a text writes out are reckoned, with brackets and the order of operations, and nothing else is a term."""

from decimal import Decimal

import pytest

from vouched.text.equations import is_factor, terms
from vouched.text.quantities import quantities
from work import calls_of


def reckoned(text: str) -> list[Decimal]:
    """Return what the terms of a text come to, to four places."""
    return [round(value, 4) for value in terms(text, quantities(text))]


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("The margin is ($17,405 / $32,376) * 100 ≈ 53.8%", "53.7590"),
        ("4.27% - 4.09% = 0.18%", "0.18"),
        ("365 × ($30 million) / ($100 million)", "109.5"),
        ("a loss of -$546 million / $35,663 million", "-0.0153"),
        ("売上比は 30億円 ÷ 120億円 = 25%", "0.25"),
        ("占比为 30亿元 / 120亿元 = 25%", "0.25"),
        ("2 + 3 * 4", "14"),
        ("(1.1 ^ 2)", "1.21"),
    ],
)
def test_a_term_comes_to_a_number(text: str, value: str) -> None:
    """Sums, differences, products, quotients and powers are reckoned with the scales of their numbers."""
    assert Decimal(value) in reckoned(text)


def test_what_stands_in_brackets_is_a_term_too() -> None:
    """A sum that is divided is told as well."""
    assert reckoned("(2.2% + 1.7% + 1.8%) / 3") == [Decimal("1.9"), Decimal("5.7")]


@pytest.mark.parametrize(
    "text", ["", "12 of 34", "10-12 people", "5 / 0", "(2 + ", "2 ^ 900", "revenue / 34 * assets", "12, 13 and 14"]
)
def test_what_is_no_term_comes_to_nothing(text: str) -> None:
    """Ranges, lists, divisions by nothing and unclosed brackets are not reckoned."""
    assert reckoned(text) == []


@pytest.mark.parametrize(
    ("text", "is_one"),
    [
        ("COGS / revenue * 100", True),
        ("multiplied by 100", True),
        ("divide it by 1,000", True),
        ("× 1,000", True),
        ("100 people", False),
        ("grew by 100", False),
        ("* 365", False),
    ],
)
def test_a_factor_only_changes_the_scale(text: str, is_one: bool) -> None:
    """A power of ten that is multiplied or divided by says nothing that the documents have to have."""
    assert any(is_factor(text, each) for each in quantities(text)) is is_one


@pytest.mark.parametrize("unit", ["1 + ", "(", "2*(", "3 / 4 ", "5 ^ ", "-6", "7)"])
def test_work_grows_with_the_text_and_no_faster(unit: str) -> None:
    """Twice the text takes at most about twice the work."""
    small, large = (calls_of(reckoned, unit * size)[1] for size in (300, 600))

    assert large < 3 * small + 3000
