"""Makes halden.xlsx, the figures of a company that does not exist as finance teams keep them, and halden.csv."""

from __future__ import annotations

import csv
from pathlib import Path

import openpyxl

HERE = Path(__file__).parent
YEARS = ["FY2023", "FY2024", "FY2025"]
QUARTERS = ["Q1 2025", "Q2 2025", "Q3 2025", "Q4 2025"]
METRICS = ("PREMIUMS", "CLAIMS", "PROFIT", "ASSETS", "STAFF", "COMBINED")
ENTITIES = {"Nordics": "NORTH", "Japan": "JAPAN", "Singapore": "SINGAPORE"}
CHANNELS = ("AGENTS", "DIRECT")
SHEETS: dict[str, list[tuple[str, list[float | str]]]] = {
    "Nordics": [
        ("Premiums (USD million)", [812.4, 846.9, 901.25]),
        ("Claims paid (USD million)", [530.1, 561.7, 570.8]),
        ("Operating profit (USD million)", [61.2, 55.4, 88.05]),
        ("Total assets (USD bn)", [4.1, 4.3, 4.62]),
        ("Staff (persons)", [1210, 1248, 1302]),
        ("Combined ratio (%)", [95.2, 96.1, 92.4]),
    ],
    "Japan": [
        ("保険料収入（百万米ドル）", [1503.0, 1580.5, 1622.75]),
        ("支払保険金（百万米ドル）", [988.3, 1044.2, 1019.6]),
        ("営業利益（百万米ドル）", ["(12.5)", 31.8, 96.4]),
        ("総資産（十億米ドル）", [9.8, 10.05, 10.4]),
        ("従業員数", [2875, 2811, 2790]),
        ("コンバインドレシオ（%）", [101.3, 98.7, 94.9]),
    ],
    "Singapore": [
        ("保费收入（百万美元）", [402.2, 455.0, 517.3]),
        ("赔款支出（百万美元）", [250.9, 281.1, 322.45]),
        ("营业利润（百万美元）", [28.4, 33.3, 37.9]),
        ("总资产（十亿美元）", [1.6, 1.75, 2.01]),
        ("员工人数", [540, 566, 601]),
        ("综合成本率（%）", [93.8, 93.1, 94.2]),
    ],
}
QUARTERLY = {
    "Nordics": [221.5, 219.0, 225.3, 235.45],
    "Japan": [398.1, 402.2, 409.9, 412.55],
    "Singapore": [121.0, 127.4, 131.2, 137.7],
}
BY_CHANNEL = {"Nordics": (480.25, 421.0), "Japan": (1402.75, 220.0), "Singapore": (317.3, 200.0)}


def main() -> None:
    """Write the workbook beside this file."""
    book = openpyxl.Workbook()
    book.remove(book.active)
    for name, rows in SHEETS.items():
        sheet = book.create_sheet(name)
        sheet.append([f"Halden {name}: annual figures"])
        sheet.append([])
        sheet.append(["", *YEARS])
        for head, values in rows:
            sheet.append([head, *values])
    group = book.create_sheet("Group")
    group.append(["Halden Group: annual figures"])
    group.append(["", *YEARS])
    for at, head in enumerate(
        ("Premiums (USD million)", "Claims paid (USD million)", "Operating profit (USD million)")
    ):
        columns = zip(*(rows[at][1] for rows in SHEETS.values()), strict=True)
        group.append([head, *(round(sum(map(_number, each)), 4) for each in columns)])
    quarters = book.create_sheet("Quarters")
    quarters.append(["Premiums (USD million)"])
    quarters.append(["", *QUARTERS])
    for name, values in QUARTERLY.items():
        quarters.append([name, *values])
    channels = book.create_sheet("Channels")
    channels.append(["Premiums FY2025 (USD million)"])
    channels.append(["", "Agents", "Direct sales"])
    for name, by in BY_CHANNEL.items():
        channels.append([name, *by])
    book.save(HERE / "halden.xlsx")
    with (HERE / "halden.csv").open("w", encoding="utf-8", newline="") as file:
        csv.writer(file, lineterminator="\n").writerows(_rows())


def _rows() -> list[list[float | str]]:
    """Return the same figures with one in each row, in units of the profile."""
    rows: list[list[float | str]] = [["metric", "entity", "channel", "period", "value", "unit"]]
    units = dict(zip(METRICS, ("USD_M", "USD_M", "USD_M", "USD_B", "PERSONS", "PCT"), strict=True))
    for name, table in SHEETS.items():
        for metric, (_, values) in zip(METRICS, table, strict=True):
            for year, value in zip(YEARS, values, strict=True):
                rows.append([metric, ENTITIES[name], "ALL", year, value, units[metric]])
    for at, metric in enumerate(METRICS[:3]):
        for year, each in zip(YEARS, zip(*(table[at][1] for table in SHEETS.values()), strict=True), strict=True):
            rows.append([metric, "GROUP", "ALL", year, round(sum(map(_number, each)), 4), units[metric]])
    for name, quarters in QUARTERLY.items():
        rows += [
            ["PREMIUMS", ENTITIES[name], "ALL", at, value, "USD_M"]
            for at, value in zip(QUARTERS, quarters, strict=True)
        ]
    for name, by in BY_CHANNEL.items():
        rows += [
            ["PREMIUMS", ENTITIES[name], at, "FY2025", value, "USD_M"] for at, value in zip(CHANNELS, by, strict=True)
        ]
    return rows


def _number(value: float | str) -> float:
    return float(value) if not isinstance(value, str) else -float(value.strip("()"))


if __name__ == "__main__":
    main()
