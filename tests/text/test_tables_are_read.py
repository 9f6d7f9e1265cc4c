"""Tables are read as cells with the heads of their rows and columns, wherever their writing lets them be told."""

import pytest

from vouched.text.cells import Cell, tables
from work import calls_of

MARKDOWN = (
    "Sales by region\n\n| Region | 2023 | 2024 |\n|---|---:|---:|\n| North | 1,200 | 1,340 |\n| South | (15) | 20 |\n"
)
CSV = 'Name,Revenue (USD),Staff\nAlpha,"1,200",30\nBeta,900,22\n'
TSV = "站\t人数\t面积\n东\t12\t340\n西\t15\t120\n"
HTML = (
    "<table><tr><th rowspan=2>項目</th><th colspan=2>単位：百万円</th></tr><tr><th>2023年</th><th>2024年</th></tr>"
    "<tr><td><b>売上高</b></td><td>1,200</td><td> 1,340 </td></tr></table>"
)
SPACED = (
    "               2023    2024\nRevenue       1,200   1,340\n"
    "Cost            900     950\nProfit          300     390\n"
)


def cell(text: str, written: str) -> Cell:
    """Return the one cell of a text's tables that is written so."""
    found = [each for table in tables(text) for row in table.rows for each in row if each.text == written]
    assert len(found) == 1
    return found[0]


@pytest.mark.parametrize(
    ("text", "written", "row", "column"),
    [
        (MARKDOWN, "1,340", "North", "2024"),
        (MARKDOWN, "(15)", "South", "2023"),
        (CSV, "1,200", "Alpha", "Revenue (USD)"),
        (TSV, "120", "西", "面积"),
        (HTML, "1,340", "売上高", "単位：百万円 2024年"),
        (SPACED, "390", "Profit", "2024"),
    ],
)
def test_a_cell_knows_its_heads(text: str, written: str, row: str, column: str) -> None:
    """A cell has the head of its row, of its column, those of several rows joined, and its own place."""
    found = cell(text, written)

    assert (found.row, found.column) == (row, column)
    assert found.span.of(text) == written


def test_heads_of_two_rows_are_joined() -> None:
    """What stands above several columns heads each of them."""
    text = " |  | Years ended June 30, | \n | 2019 | 2018 | 2017\nFixed price | 1,452.4 | 11.5 | 10.2\n"

    assert cell(text, "11.5").column == "Years ended June 30, 2018"


def test_what_stands_above_is_the_caption() -> None:
    """The lines above a table, which may say its unit, are kept with it; far ones are not."""
    assert tables(MARKDOWN)[0].caption == "Sales by region"
    assert tables("In millions\n" + MARKDOWN)[0].caption.startswith("In millions")
    assert tables("Far away.\n\n\n\n" + CSV)[0].caption == ""


@pytest.mark.parametrize(
    "text",
    [
        "",
        "Prose, with commas, and 12 things.\nMore of it, with 13, and 14.\n",
        "1,234\n5,678\n9,012\n",
        "a | b\n",
        "A line  with two spaces\nand another  one\nand  a third\n",
        "<table><tr><td>one</td></tr></table>",
        "<table><tr><td>never closed",
    ],
)
def test_what_is_no_table_is_none(text: str) -> None:
    """Prose, a column of numbers, one line and a table of one cell are not read as tables."""
    assert tables(text) == ()


def test_an_escaped_bar_and_quoted_commas_part_nothing() -> None:
    """A bar behind a backslash and a comma in quotes are of the cell."""
    assert cell("| a | b |\n|---|---|\n| x \\| y | 3 |\n", "3").row == "x \\| y"
    assert cell('Name,Sum\n"Hill, Ltd",5\n', "5").row == "Hill, Ltd"


@pytest.mark.parametrize(
    "unit",
    [
        "|",
        "| 1 ",
        "a,b\n",
        "\t",
        "\t1\n",
        "  1",
        "<td>",
        "<table>",
        "<tr><td>1",
        "<td colspan=999>",
        '"',
        '",',
        "|-",
        "\n ",
    ],
)
def test_work_grows_with_the_text_and_no_faster(unit: str) -> None:
    """Twice the text takes at most about twice the work, however odd it is."""
    small, large = (calls_of(tables, unit * size)[1] for size in (400, 800))

    assert large < 3 * small + 4000
