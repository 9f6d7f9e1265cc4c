"""Tables become facts: every number with its metric, entity, period and unit, or the cell is named and not kept."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from facts import acme
from vouched.facts.cells import Cell, Sheet, number_of
from vouched.facts.lexicon import Lexicon
from vouched.facts.loading import Loaded, Loading

LEXICON = Lexicon.of(acme.profile())


def sheet(*rows: list[Any], name: str = "") -> Sheet:
    """Return a sheet of texts and numbers."""
    return Sheet(
        name=name,
        rows=tuple(
            tuple(
                each
                if isinstance(each, Cell)
                else Cell(
                    text=str(each),
                    place=f"{chr(65 + at)}{line}",
                    number=Decimal(str(each)) if isinstance(each, int | float | Decimal) else None,
                )
                for at, each in enumerate(row)
            )
            for line, row in enumerate(rows, 1)
        ),
    )


def loaded(*rows: list[Any], name: str = "") -> Loaded:
    """Return what a table is loaded as."""
    return Loading(acme.profile(), LEXICON, "t.xlsx").loaded([sheet(*rows, name=name)])


def told(found: Loaded) -> list[str]:
    """Return the facts of a table as short texts."""
    return [f"{acme.shown(fact.key)} = {fact.value} {fact.unit}" for fact in found.facts]


NUMBERS = [
    ("(245)", "-245", ()), ("−245", "-245", ()), ("▲245", "-245", ()),
    ("(14.8)%", "-14.8", ("PCT",)), ("US$(3.1)bn", "-3.1", ("USD", "10^9")),
    ("+5", "5", ()),
    ("12.5亿", "12.5", ("10^8",)), ("3,104万", "3104", ("10^4",)), ("US$3.1bn", "3.1", ("USD", "10^9")),
    ("3104百万円", "3104", ("10^6", "JPY")), ("HK$ 3,104.50 million", "3104.50", ("HKD", "10^6")),
    ("(HK$ 5m)", "-5", ("HKD", "10^6")), ("1.7 USD bn", "1.7", ("USD", "10^9")), ("１２３", "123", ()),
    ("1,234,567.89", "1234567.89", ()), ("1.234.567,89", "1234567.89", ()), ("1 234 567", "1234567", ()),
    ("1'234'567", "1234567", ()), ("12,34,567", "1234567", ()), ("1,234", "1234", ()), ("1.5", "1.5", ()),
    ("14.8%", "14.8", ("PCT",)), ("120 bps", "120", ("BPS",)), ("5pp", "5", ("PP",)), ("0", "0", ()),
]  # fmt: skip


@pytest.mark.parametrize(("text", "value", "units"), NUMBERS, ids=str)
def test_a_number_is_read_in_any_writing(text: str, value: str, units: tuple[str, ...]) -> None:
    """Signs, brackets, grouping, scales and currencies are read, and the value is exact."""
    number = number_of(Cell(text=text, place="B2"), LEXICON)

    assert number is not None
    assert (str(number.value), number.units, number.fault) == (value, units, None)


@pytest.mark.parametrize(
    "text",
    [
        "1,5",
        "1.2.3",
        "12 apples",
        "約12",
        "2025-03-31",
        "1,23,4",
        "--5",
        "-(5)",
        "(5",
        "5)",
        "0,123",
        "245²",
        "245①",
        "5½",
        "1-2",
        "abc",
        "9" * 300,
    ],
)
def test_what_could_be_two_numbers_is_none(text: str) -> None:
    """A text that is no number, or may be read in two ways, has a fault and no value."""
    number = number_of(Cell(text=text, place="B2"), LEXICON)

    assert number is not None
    assert number.value is None
    assert number.fault


@pytest.mark.parametrize("text", ["", " ", "-", "n/a", "N/A", "—", "なし", "无"])
def test_a_blank_is_no_fact_and_no_fault(text: str) -> None:
    """What says that there is no number is neither a fact nor refused."""
    assert number_of(Cell(text=text, place="B2"), LEXICON) is None


@given(st.decimals(allow_nan=False, allow_infinity=False, places=3, min_value=-(10**12), max_value=10**12))
def test_a_number_with_commas_is_the_number(value: Decimal) -> None:
    """Grouped digits with a point are read back exactly."""
    number = number_of(Cell(text=f"{value:,}", place="B2"), LEXICON)

    assert number is not None
    assert number.value == value


def test_a_wide_table_is_crossed() -> None:
    """Heads of rows and columns, the title and the sheet's name say together what a number is."""
    found = loaded(
        ["ACME Hong Kong key figures"], [], ["", "FY2024", "Q3 2025", "1H25"], ["Revenue (USD m)", 1600, "380", "(77)"]
    )

    assert told(found) == [
        "REVENUE ACME_HK 2024 = 1600 USD_M", "REVENUE ACME_HK 2025Q3 = 380 USD_M", "REVENUE ACME_HK 2025H1 = -77 USD_M",
    ]  # fmt: skip
    assert [fact.locator for fact in found.facts] == ["B4", "C4", "D4"]
    assert not found.rejects


def test_a_table_may_lie_on_its_side() -> None:
    """Periods may stand beside the rows, entities above the columns, and the metric be the sheet's name."""
    found = loaded(["", "香港", "中国"], ["2025年度", 395, 340], ["2024年", 380, "n/a"], name="利润（百万美元）")

    assert told(found) == [
        "PROFIT ACME_HK 2025 = 395 USD_M", "PROFIT ACME_CN 2025 = 340 USD_M", "PROFIT ACME_HK 2024 = 380 USD_M",
    ]  # fmt: skip
    assert found.blanks == 1


@pytest.mark.parametrize(
    ("head", "cell", "told_as"),
    [
        ("REVENUE (HK$bn)", 15.38, "15.38 HKD_B"),
        ("REVENUE (RMB 亿元)", 12.5, "12.5 CNY_YI"),
        ("REVENUE（百万港元）", 99, "99 HKD_M"),
        ("REVENUE (USD bn)", 1.7, "1700 USD_M"),
        ("REVENUE (US$ thousand)", 1234567, "1234.567 USD_M"),
        ("REVENUE", "12.5亿", "1250 USD_M"),
        ("REVENUE", "US$3.1bn", "3100 USD_M"),
        ("REVENUE", 1700, "1700 USD_M"),
        ("ROE (%)", 0.9, "0.9 PCT"),
        ("ROE", 14.8, "14.8 PCT"),
        ("ROE", "120 bps", "1.20 PCT"),
    ],
)
def test_units_of_heads_and_cells_are_read(head: str, cell: Any, told_as: str) -> None:
    """A scale of the metric's currency is converted exactly; another currency is kept as it is."""
    found = loaded(["HK", "FY2025"], [head, cell])

    assert [f"{fact.value} {fact.unit}" for fact in found.facts] == [told_as]


@pytest.mark.parametrize(
    ("rows", "expected", "seen"),
    [
        ([["HK", "FY2025"], ["ROE (target)", 15]], "heads that are understood", "target"),
        ([["HK", "FY2025"], ["Revenue (cost of)", 15]], "heads that are understood", "cost"),
        ([["HK", "FY2025 budget", "FY2024"], ["Revenue", 15, 16]], "heads that are understood", "budget"),
        ([["HK", "last year", "FY2024"], ["Revenue", 15, 16]], "heads that are understood", "last year"),
        ([["HK", "FY2025"], ["ROE", 0.148]], "a percentage that says so", "0.148"),
        ([["HK", "FY2025"], ["ROE (USD m)", 15]], "a unit of ROE", "USD"),
        ([["HK", "FY2025"], ["REVENUE (HK$bn)", "US$3bn"]], "the unit of its heads, HKD", "USD"),
        ([["", "FY2025"], ["Revenue", 15]], "a head that names the entity", "none"),
        ([["HK", "FY2025"], ["Revenue", "1,5"]], "one number", "1,5"),
        ([["HK", "FY2025"], ["Revenue", Cell(text="", place="B2", is_unknown=True)]], "formula", "''"),
        (
            [["HK", "FY2025"], ["Revenue", Cell(text="2025-01-01", place="B2", is_date=True)]],
            "not a date",
            "2025-01-01",
        ),
        ([["HK", "FY2025"], ["Revenue (¥m)", 5]], "heads that are understood", "¥"),
        ([["HK", "FY2025"], ["Revenue" + " " * 300 + "(target)", 5]], "heads that are understood", "Revenue"),
        ([["HK", "FY2025"], ["Revenue¹", 5]], "heads that are understood", "revenue1"),
        ([["HK", "FY2025"], ["Revenue", Decimal("1e999999")]], "at most 40 digits", "1E+999999"),
        ([["HK", "FY2025"], ["Revenu", 5]], "(near: revenue", "revenu"),
        ([["HK", "FY2025"], ["HK revenue of China", 5]], "heads that are understood", "HK"),
    ],
    ids=lambda each: str(each)[:60],
)
def test_a_cell_that_is_not_understood_is_named(rows: list[Any], expected: str, seen: str) -> None:
    """The refused cell is told with its place, what was expected and what was seen, and is not kept."""
    found = loaded(*rows)

    assert next(reject.place for reject in found.rejects) == "B2"
    assert expected in found.rejects[0].expected
    assert seen in found.rejects[0].seen
    assert not [fact for fact in found.facts if fact.locator == "B2"]


def test_two_cells_that_disagree_are_both_refused() -> None:
    """Of two values for one fact none is chosen; two that agree are one."""
    found = loaded(["HK", "FY2025", "FY2024"], ["Revenue", 5, 7], ["营收", 6, 7])

    assert told(found) == ["REVENUE ACME_HK 2024 = 7 USD_M"]
    assert [reject.place for reject in found.rejects] == ["B2", "B3"]


def test_a_long_table_has_a_row_for_each_fact() -> None:
    """Columns for each slot are read in any order and in any of the three languages."""
    english = loaded(
        ["Value", "metric", "entity", "period", "unit", "channel", "as of", "document"],
        ["1,700", "revenue", "HK", "FY2025", "USD_M", "agency", "2026-01-31", "a.pdf"],
    )
    chinese = loaded(["指标", "主体", "期间", "数值", "单位"], ["营收", "香港", "2025年度", "17", "亿美元"])

    assert told(english) == ["REVENUE ACME_HK 2025 AGENCY = 1700 USD_M"]
    assert (english.facts[0].as_of, english.facts[0].document) == ("2026-01-31", "a.pdf")
    assert told(chinese) == ["REVENUE ACME_HK 2025 = 1700 USD_M"]


@pytest.mark.parametrize(
    ("row", "expected"),
    [
        (["revenu", "HK", "2025", 5], "a metric of the profile (REVENUE"),
        (["revenue", "Macau", "2025", 5], "a entity of the profile"),
        (["revenue", "HK", "2025X", 5], "a year, half, quarter, month or day"),
        (["revenue", "HK", "", 5], "a year, half, quarter, month or day"),
    ],
)
def test_unknown_values_of_a_long_table_are_refused(row: list[Any], expected: str) -> None:
    """A name that the profile does not know is told with those that it is near to."""
    found = loaded(["metric", "entity", "period", "value"], row)

    assert not found.facts
    assert expected in found.rejects[0].expected


def test_a_table_without_heads_says_so() -> None:
    """A sheet that names nothing is refused as a whole, with what was looked for."""
    found = loaded(["lorem", "ipsum"], [1, 2])

    assert [reject.seen for reject in found.rejects] == ["none"]


def test_an_empty_sheet_is_nothing() -> None:
    """A sheet without cells is neither a fact nor a fault."""
    assert loaded() == Loaded()


def test_a_row_of_plain_years_is_a_row_of_heads() -> None:
    """Years that a file holds as numbers are periods where nothing but years stands in the row."""
    found = loaded(["ACME Hong Kong"], ["", 2024, 2025], ["Revenue", 2023, 2024], name="Sheet1")

    assert told(found) == ["REVENUE ACME_HK 2024 = 2023 USD_M", "REVENUE ACME_HK 2025 = 2024 USD_M"]


def test_heads_may_stand_in_several_rows() -> None:
    """Upper heads go on over blank cells, as merged cells do, and every value has its own lower head."""
    found = loaded(["", "FY2024", "", "FY2025", ""], ["", "HK", "CN", "HK", "CN"], ["Revenue", 1, 2, 3, 4])

    assert told(found) == [
        "REVENUE ACME_HK 2024 = 1 USD_M", "REVENUE ACME_CN 2024 = 2 USD_M",
        "REVENUE ACME_HK 2025 = 3 USD_M", "REVENUE ACME_CN 2025 = 4 USD_M",
    ]  # fmt: skip


def test_a_head_that_is_a_formula_without_value_takes_over_nothing() -> None:
    """A head that the file does not hold is not taken from the row above."""
    formula = Cell(text="", place="A3", is_unknown=True)
    found = loaded(["Entity", "Metric", "FY2025"], ["HK", "Revenue", 5], [formula, "Profit", 6])

    assert told(found) == ["REVENUE ACME_HK 2025 = 5 USD_M"]
    assert [reject.place for reject in found.rejects] == ["C3"]


LONG = ["metric", "entity", "period", "value"]


@pytest.mark.parametrize(
    ("head", "cell", "place", "seen"),
    [
        ("scenario", "budget", "E1", "'scenario'"),
        ("value", "6", "E1", "'value'"),
        ("status", "perhaps", "D2", "'perhaps'"),
        ("as of", "31/01/2026", "D2", "'31/01/2026'"),
        ("confidence", "nan", "D2", "'nan'"),
        ("confidence", "1.5", "D2", "'1.5'"),
        ("unit", "furlongs", "D2", "'furlongs'"),
        ("currency", "HKD bananas", "D2", "'HKD bananas'"),
        ("period type", "QUARTER", "D2", "'2025'"),
    ],
)
def test_a_column_that_is_not_understood_is_named(head: str, cell: str, place: str, seen: str) -> None:
    """A column that may change what rows are of, stands twice or holds what it cannot keeps rows from being facts."""
    found = loaded([*LONG, head], ["revenue", "HK", "2025", 5, cell])

    assert not found.facts
    assert [(reject.place, reject.seen) for reject in found.rejects] == [(place, seen)]


def test_notes_and_currencies_of_rows_are_read() -> None:
    """A column of notes changes nothing; a currency and a scale in two columns are one unit."""
    found = loaded([*LONG, "note", "currency", "unit"], ["revenue", "HK", "2025", 5, "as told", "HKD", "million"])

    assert told(found) == ["REVENUE ACME_HK 2025 = 5 HKD_M"]


@given(st.lists(st.lists(st.text(max_size=12), max_size=5), max_size=6))
def test_any_table_is_read(rows: list[list[str]]) -> None:
    """Whatever stands in a table, each of its cells is a fact, blank or refused, and nothing is raised."""
    found = loaded(*rows)

    assert all(reject.place for reject in found.rejects)


@pytest.mark.parametrize("name", ["Budget 2026", "予算", "目标", "Forecast"])
def test_a_long_table_of_plans_is_no_table_of_facts(name: str) -> None:
    """A sheet or a title that speaks of plans is refused as a whole, also where its rows say no more of it."""
    rows: list[list[Any]] = [["metric", "entity", "period", "value"], ["revenue", "HK", "2025", 5]]

    assert [len(found.facts) for found in (loaded(*rows, name=name), loaded([name], *rows), loaded(*rows))] == [0, 0, 1]


@pytest.mark.parametrize(
    ("confidence", "status"), [("0.01", "pending"), ("0.9", "auto_approved"), ("", "auto_approved")]
)
def test_what_a_program_doubts_waits_for_a_person(confidence: str, status: str) -> None:
    """A row whose own confidence is below one half is kept as pending."""
    found = loaded(["metric", "entity", "period", "value", "confidence"], ["revenue", "HK", "2025", 5, confidence])

    assert [fact.status for fact in found.facts] == [status]


HEADS = ["Revenue", "FY2024", "FY2025"]


@pytest.mark.parametrize(
    "below",
    [
        [["Profit", "FY2022", "FY2023"], ["China", 5, 6]],
        [["Profit", "FY2024", "FY2025"], ["China", 5, 6]],
        [["利润", "2022", "2023"], ["中国", 5, 6]],
        [["", "2022", "2023"], ["China", 5, 6]],
        [["Profit"], ["", "FY2024", "FY2025"], ["China", 5, 6]],
        [["Profit", "", ""], ["China", 5, 6]],
        [["Budget", "", ""], ["China", 5, 6]],
        [["目標", "", ""], ["中国", 5, 6]],
    ],
)
def test_rows_below_other_heads_are_not_of_the_first_ones(below: list[list[Any]]) -> None:
    """Rows below heads of a second table, another metric or a plan are refused, not kept as the first table's."""
    found = loaded(HEADS, ["HK", 1, 2], *below)

    assert told(found) == ["REVENUE ACME_HK 2024 = 1 USD_M", "REVENUE ACME_HK 2025 = 2 USD_M"]
    assert {f"B{len(below) + 2}", f"C{len(below) + 2}"} <= {reject.place for reject in found.rejects}


def test_a_line_without_numbers_heads_the_rows_below_it() -> None:
    """An entity or a unit on a line of its own holds until the next one; heads that are repeated change nothing."""
    rows: list[list[Any]] = [
        ["USD million", *HEADS[1:]],
        ["HK", "", ""],
        ["Revenue", 1, 2],
        ["China"],
        ["Revenue", 3, 4],
    ]
    again = loaded(HEADS, ["HK", 1, 2], HEADS, ["USD thousand", "", ""], ["China", 3000, 4000])

    assert told(loaded(*rows)) == told(again)
    assert (len(again.facts), again.rejects) == (4, ())


def test_numbers_that_look_like_years_are_numbers() -> None:
    """Beside a name that fits the table they are no heads."""
    assert len(loaded(HEADS, ["HK", "1990", "2010"], ["China", "2005", "2025"]).facts) == 4
