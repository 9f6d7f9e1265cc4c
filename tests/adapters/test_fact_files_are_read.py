"""Files of facts give the cells that they hold, with their places, or say what is wrong with them."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Callable
from datetime import date
from decimal import Decimal
from pathlib import Path
from typing import Any

import openpyxl
import pytest
from openpyxl.worksheet.formula import ArrayFormula

from facts import acme
from vouched.adapters.fact_files import MAX_COLUMNS, load_sheets
from vouched.errors import DocumentError
from vouched.facts.lexicon import Lexicon
from vouched.facts.loading import Loaded, Loading
from vouched.facts.profile import facts_profile

LEXICON = Lexicon.of(acme.profile())
HEADS = "指标,主体,期间,数值\n营收,香港,2025年度,17\n"


def loaded(path: Path) -> Loaded:
    """Return what a file is loaded as."""
    return Loading(acme.profile(), LEXICON, path.name).loaded(load_sheets(path))


def told(found: Loaded) -> list[str]:
    """Return the facts of a file as short texts."""
    return [f"{acme.shown(fact.key)} = {fact.value} {fact.unit}" for fact in found.facts]


@pytest.fixture
def workbook(tmp_path: Path) -> Callable[[Callable[[Any], None]], Path]:
    """Return a maker of workbooks: it is given what fills the first sheet."""

    def made(fill: Callable[[Any], None]) -> Path:
        book = openpyxl.Workbook()
        sheet: Any = book.active
        sheet.title = "HK"
        fill(sheet)
        path = tmp_path / "book.xlsx"
        book.save(path)
        return path

    return made


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "gb18030", "big5"])
def test_text_is_read_in_its_encoding(tmp_path: Path, encoding: str) -> None:
    """A table is the same in UTF-8 with or without a mark, in UTF-16 and in the encodings of Chinese."""
    text = HEADS if encoding != "big5" else "指標,entity,period,value\n利潤,HK,2025,17\n"
    path = tmp_path / "t.csv"
    path.write_bytes(text.encode(encoding))

    assert [each.rpartition(" = ")[2] for each in told(loaded(path))] == ["17 USD_M"]


def test_japanese_tables_are_read(tmp_path: Path) -> None:
    """A table of Shift-JIS with Japanese heads is read."""
    path = tmp_path / "t.tsv"
    path.write_bytes("指標\t会社\t期間\t数値\t単位\n売上高\t香港\t2025年度\t１７\t百万米ドル\n".encode("cp932"))

    assert told(loaded(path)) == ["REVENUE ACME_HK 2025 = 17 USD_M"]


def test_numbers_of_jsonl_are_what_their_digits_say(tmp_path: Path) -> None:
    """A JSON number keeps every digit; places are lines."""
    path = tmp_path / "t.jsonl"
    slots = '"metric": "REVENUE", "entity": "ACME_HK", "period": "2025", "unit": "USD_M"'
    line = f'{{{slots}, "value": 1234567890.1234567890123}}'
    path.write_text(f"{line}\n", encoding="utf-8")

    assert told(loaded(path)) == ["REVENUE ACME_HK 2025 = 1234567890.1234567890123 USD_M"]


@pytest.mark.parametrize(
    ("name", "data", "expected"),
    [
        ("t.jsonl", b'{"metric": "REVENUE"\n', "line 1: expected a JSON object"),
        ("t.jsonl", b'\n{"value": 1, "value": 2}', "line 2: expected each key once"),
        ("t.jsonl", b"[1]", "expected a JSON object, saw list"),
        ("t.jsonl", b"[" * 100_000, "expected a JSON object"),
        ("t.csv", b'"' + b"x" * 2_000_000 + b'"', "expected CSV"),
        ("t.csv", b"," * MAX_COLUMNS, "columns, saw more"),
        ("t.csv", b"\x00\x01\x02\xff" * 50, "expected text"),
        ("t.xls", b"\xd0\xcf\x11\xe0", "saw '.xls'"),
        ("t.ods", b"PK", "saw '.ods'"),
        ("t", b"a,b", "saw 'a name without ending'"),
        ("t.xlsx", b"metric,entity\n", "expected an Excel workbook"),
        ("t.xlsx", b"PK\x03\x04broken", "expected an Excel workbook"),
        ("t.xlsx", b"", "expected an Excel workbook"),
    ],
    ids=lambda each: repr(each)[:40],
)
def test_what_is_no_table_is_named(tmp_path: Path, name: str, data: bytes, expected: str) -> None:
    """A broken file, one of another kind and one that is too large are errors with the file's name."""
    path = tmp_path / name
    path.write_bytes(data)

    with pytest.raises(DocumentError, match=name.replace(".", r"\.")) as raised:
        load_sheets(path)
    assert expected in str(raised.value)


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    """A missing file and a folder are errors."""
    (tmp_path / "d.csv").mkdir()
    for name in ("none.csv", "d.csv"):
        with pytest.raises(DocumentError, match=name):
            load_sheets(tmp_path / name)


FORMATS = [
    (0.148, "0.0%", "ROE", "14.8 PCT"),
    (3.1, '"HK$"#,##0.0', "Revenue", "3.1 HKD"),
    (3.1, "[$HK$-C04] #,##0.0", "Revenue", "3.1 HKD"),
    (3.1, '#,##0.0"百万"', "Revenue", "3.1 USD_M"),
    (-245, "#,##0_);(#,##0)", "Revenue", "-245 USD_M"),
    (14.8, '0.0"%"', "ROE", "14.8 PCT"),
    (1700, "#,##0;[Red]-#,##0", "Revenue", "1700 USD_M"),
    (1700, "General", "Revenue", "1700 USD_M"),
]  # fmt: skip


@pytest.mark.parametrize(("value", "written", "metric", "expected"), FORMATS)
def test_formats_say_what_a_number_is(workbook: Any, value: float, written: str, metric: str, expected: str) -> None:
    """Percentages, currencies and scales of a cell's format are those of its number."""

    def fill(sheet: Any) -> None:
        sheet.append(["", "FY2025"])
        sheet.append([metric, value])
        sheet["B2"].number_format = written

    found = loaded(workbook(fill))

    assert [f"{fact.value} {fact.unit}" for fact in found.facts] == [expected], found.rejects
    assert found.facts[0].locator == "HK!B2"


@pytest.mark.parametrize(
    ("value", "written", "expected"),
    [
        (1_700_000_000, "#,##0,,", "a number whose format shows all of it"),
        (3.1, '0.0"x"', "at most a known unit in its format"),
        (date(2025, 3, 31), "yyyy-mm-dd", "a number, not a date"),
        (True, "General", "a number"),
        ("=A1+1", "General", "only a formula"),
        ("#REF!", "General", "a number"),
        ("=cmd|' /C calc'!A0", "General", "only a formula"),
        (1e300, "General", "at most 40 digits"),
    ],
)
def test_cells_that_are_no_numbers_are_named(workbook: Any, value: Any, written: str, expected: str) -> None:
    """A number shown as another, a date, a formula without its value and an error are refused with their place."""

    def fill(sheet: Any) -> None:
        sheet.append(["", "FY2025"])
        sheet.append(["Revenue", value])
        sheet["B2"].number_format = written

    found = loaded(workbook(fill))

    assert not found.facts
    assert [reject.place for reject in found.rejects] == ["HK!B2"]
    assert expected in found.rejects[0].expected


def test_merged_heads_and_array_formulas(workbook: Any) -> None:
    """Merged heads speak for all their columns; an array formula without a value is no blank."""

    def fill(sheet: Any) -> None:
        sheet.append(["", "Revenue", "", "Profit"])
        sheet.append(["", "FY2024", "FY2025", "FY2025"])
        sheet.append(["HK", 1, 2, 3])
        sheet.merge_cells("B1:C1")
        sheet["D3"] = ArrayFormula("D3", "=SUM(B3:C3)")

    found = loaded(workbook(fill))

    assert told(found) == ["REVENUE ACME_HK 2024 = 1 USD_M", "REVENUE ACME_HK 2025 = 2 USD_M"]
    assert [reject.place for reject in found.rejects] == ["HK!D3"]


def test_hidden_sheets_are_told_and_not_read(workbook: Any) -> None:
    """A sheet that nobody sees gives no facts, and is named."""

    def fill(sheet: Any) -> None:
        sheet.append(["", "FY2025"])
        sheet.append(["Revenue", 5])
        other = sheet.parent.create_sheet("CN")
        other.append(["", "FY2025"])
        other.append(["Revenue", 6])
        other.sheet_state = "veryHidden"

    found = loaded(workbook(fill))

    assert told(found) == ["REVENUE ACME_HK 2025 = 5 USD_M"]
    assert found.hidden == ("CN",)


def changed(path: Path, part: str, old: bytes, new: bytes) -> None:
    """Change the bytes of a part of a workbook."""
    with zipfile.ZipFile(path) as packed:
        parts = {name: packed.read(name) for name in packed.namelist()}
    assert old in parts[part]
    parts[part] = parts[part].replace(old, new)
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as packed:
        for name, data in parts.items():
            packed.writestr(name, data)


SHEET = "xl/worksheets/sheet1.xml"


def filled(sheet: Any) -> None:
    """Fill a sheet with one fact."""
    sheet.append(["", "FY2025"])
    sheet.append(["Revenue", 5])


def test_a_size_that_a_workbook_claims_is_not_believed(workbook: Any) -> None:
    """A sheet that says that it is as large as can be is read as it is."""
    path = workbook(filled)
    changed(path, SHEET, b'<dimension ref="A1:B2"', b'<dimension ref="A1:XFD1048576"')

    assert told(loaded(path)) == ["REVENUE ACME_HK 2025 = 5 USD_M"]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (b'<row r="2">', b'<row r="999999999">'),
        (b'r="B2"', b'r="ZZZ2"'),
        (b'r="B2"', b'r="ZZZZZZZ2"'),
        (b"</sheetData>", b"</sheetDat>"),
    ],
)
def test_workbooks_that_lead_astray_end_as_errors(workbook: Any, old: bytes, new: bytes) -> None:
    """Rows and columns out of all bounds and broken markup are errors in bounded time and memory."""
    path = workbook(filled)
    changed(path, SHEET, old, new)

    with pytest.raises(DocumentError, match=r"book\.xlsx"):
        load_sheets(path)


def test_a_workbook_that_unpacks_to_very_much_is_refused(tmp_path: Path) -> None:
    """What is packed to fill the memory is not unpacked."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as packed:
        packed.writestr("xl/workbook.xml", b"\0" * 30_000_000)
    path = tmp_path / "bomb.xlsx"
    path.write_bytes(made.getvalue())

    with pytest.raises(DocumentError, match="unpacks to 30000000 bytes"):
        load_sheets(path)


def test_tables_of_semicolons_leave_no_doubt(tmp_path: Path) -> None:
    """Where commas may be decimal points, 1.234 is refused and 1.234,5 is read."""
    path = tmp_path / "t.csv"
    path.write_text("HK;FY2024;FY2025\nRevenue;1.234;1.234,5\n", encoding="utf-8")
    found = loaded(path)

    assert told(found) == ["REVENUE ACME_HK 2025 = 1234.5 USD_M"]
    assert [reject.place for reject in found.rejects] == ["B2"]


def test_the_facts_of_the_cases_load_whole() -> None:
    """Every line of the shared facts is a fact with the digits of its line."""
    path = acme.CASES / "facts_store.jsonl"
    lines = [json.loads(line, parse_float=Decimal) for line in path.read_text(encoding="utf-8").splitlines()]
    found = loaded(path)

    assert not found.rejects
    assert sorted(fact.value for fact in found.facts) == sorted(Decimal(line["value"]) for line in lines)


def test_the_example_is_the_same_as_a_workbook_and_as_rows() -> None:
    """The workbook and the CSV of the example company give the same facts, all of them."""
    folder = acme.CASES.parent / "examples" / "facts"
    profile = facts_profile(folder / "halden.toml")
    loading = Loading(profile, Lexicon.of(profile), "halden")
    book, rows = (loading.loaded(load_sheets(folder / f"halden.{ending}")) for ending in ("xlsx", "csv"))

    assert not book.rejects + rows.rejects
    assert {(fact.key, fact.value, fact.unit) for fact in book.facts} == {
        (fact.key, fact.value, fact.unit) for fact in rows.facts
    }
    assert len(rows.facts) == len(book.facts) > 70


STAFF = [
    ("Staff (persons)", "1302", "1302 PERSONS"),
    ("Staff (thousand persons)", "1.302", "1302 PERSONS"),
    ("Staff", "1302 persons", None),
    ("Staff", "1302", None),
    ("Combined ratio (%)", "94.9", "94.9 PCT"),
    ("Combined ratio", "94.9", None),
    ("Premiums", "5", "5 USD_M"),
    ("Premiums (HK$)", "5", None),
    ("Premiums (HK$bn)", "5", "5 HKD_B"),
]


@pytest.mark.parametrize(("head", "cell", "expected"), STAFF)
def test_a_scale_of_the_title_is_not_taken_for_other_units(
    tmp_path: Path, head: str, cell: str, expected: str | None
) -> None:
    """Below "USD million" persons and shares are what their heads say, and what says nothing of itself is refused."""
    path = tmp_path / "t.csv"
    path.write_text(f"Japan (USD million)\n,FY2025\n{head},{cell}\n", encoding="utf-8")
    profile = facts_profile(acme.CASES.parent / "examples" / "facts" / "halden.toml")
    found = Loading(profile, Lexicon.of(profile), "t.csv").loaded(load_sheets(path))

    assert [f"{fact.value} {fact.unit}" for fact in found.facts] == ([] if expected is None else [expected])
    assert len(found.rejects) == (expected is None)
