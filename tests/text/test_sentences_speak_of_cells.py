"""A sentence that names the heads of another cell than that of its figure is told from one that does not."""

import pytest

from vouched.documents import Document, Span
from vouched.text.cell_subjects import cell_at, other_cell
from work import calls_of

TABLE = "Item,FY2023,FY2024\nRevenue,500,540\nNet revenue,450,480\nStaff,30,36\n"


def spoken_of(sentence: str, figure: str, table: str = TABLE) -> str | None:
    """Return the text of the cell that a sentence speaks of instead of its figure's."""
    document = Document(id="t", text=table)
    at = table.index(figure)
    held = cell_at(document, Span(at, at + len(figure)))
    assert held is not None
    other = other_cell(sentence, [held])
    return None if other is None else other.text


@pytest.mark.parametrize(
    ("sentence", "figure", "found"),
    [
        ("Staff was 540 in 2024.", "540", "36"),
        ("In 2024 revenue was 500.", "500", "540"),
        ("In 2023 revenue was 500, and more in 2024.", "500", None),
        ("Revenue was 480 in 2024.", "480", None),
        ("It was 540.", "540", None),
        ("Revenue and staff were 450 and 30.", "450", None),
    ],
)
def test_the_cell_that_is_named_is_told(sentence: str, figure: str, found: str | None) -> None:
    """Another row or column is told where exactly one is named; a head that is a part of another tells nothing."""
    assert spoken_of(sentence, figure) == found


def test_what_stands_in_no_table_is_in_no_cell() -> None:
    """A place outside of all tables has no cell."""
    assert cell_at(Document(id="t", text="No table."), Span(0, 2)) is None


def test_work_grows_with_the_table_and_no_faster() -> None:
    """Twice the rows take at most about twice the work."""
    small, large = (
        calls_of(spoken_of, "Nobody had 500.", "500", TABLE + "".join(f"row {n},1,2\n" for n in range(size)))[1]
        for size in (100, 200)
    )

    assert large < 3 * small + 2000
