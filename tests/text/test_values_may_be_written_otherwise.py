"""A text stands where its numbers, amounts and dates are written otherwise, and only there."""

import pytest

from vouched.documents import Document
from vouched.text.alike import alike_but_for_values
from work import calls_of


@pytest.mark.parametrize(
    ("held", "text", "found"),
    [
        ("The total is 1,000 EUR plus tax.", "1000 EUR plus tax", "1,000 EUR plus tax"),
        ("It was signed on 2025-03-05 in Paris.", "signed on 5 March 2025 in Paris", "signed on 2025-03-05 in Paris"),
        ("The fee is $5 million per year.", "The fee is $5,000,000 per year", "The fee is $5 million per year"),
        ("契約は2025年3月5日に締結された。", "契約は2025-03-05に締結された", "契約は2025年3月5日に締結された"),
        ("人口は1億2000万人である。", "人口は一億二千万人である", "人口は1億2000万人である"),
        ("合同金额为1,000万元。", "合同金额为一千万元", "合同金额为1,000万元"),
        ("合同于2025 年 3 月 5 日签订。", "合同于2025年3月5日签订", "合同于2025 年 3 月 5 日签订"),
    ],
)
def test_the_same_in_other_writing_stands(held: str, text: str, found: str) -> None:
    """Grouping, scale words, ideographs and the form of a date say the same, and the document's words come back."""
    (span,) = alike_but_for_values(Document("a", held), text)
    assert span.of(held) == found


@pytest.mark.parametrize(
    ("held", "text"),
    [
        ("The fee is $5 million per year.", "The fee is $5,000 per year"),
        ("The fee is at most $5 million per year.", "$5,000,000 per year"),
        ("It was signed on 2025-03-05 in Paris.", "signed on 6 March 2025 in Paris"),
        ("So 1,000 EUR were not paid on 2025-03-05.", "1000 EUR were paid on 5 March 2025"),
        ("So 1,000 EUR were paid on 2025-03-05.", "1000 USD were paid on 5 March 2025"),
        ("It is not true that 1,000 EUR were paid today.", "1000 EUR were paid"),
        ("a loss of -1,000 EUR net", "1000 EUR net"),
        ("合同金额为1,000万元。", "合同金额为一千元"),
        ("契約は2025年3月5日に締結された。", "契約は2025-03-06に締結された"),
        ("There are 1,000.", "1000"),
    ],
)
def test_another_value_or_word_does_not(held: str, text: str) -> None:
    """Another number, unit, bound, sign or word, and a denial left out, are something else."""
    assert alike_but_for_values(Document("a", held), text) == ()


def test_many_places_are_looked_at_in_linear_time() -> None:
    """Twice the places of a value take about twice the work."""
    text = f"{'so it goes on and on ' * 50}1000 EUR plus tax"

    def calls(places: int) -> int:
        held = Document("a", "on and on 1,000 EUR plus " * places)
        return calls_of(lambda: alike_but_for_values(held, text))[1]

    assert calls(200) < 2.5 * calls(100)
