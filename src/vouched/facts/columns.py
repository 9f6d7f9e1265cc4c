"""Finds the columns of tables that have one fact in each row: metric, entity, period, value and what stands beside."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from vouched.facts.cells import Cell
from vouched.facts.views import folded

__all__ = ["Columns", "columns_of"]

_NAMES: dict[str, tuple[str, ...]] = {
    "metric": ("metric", "metric code", "indicator", "kpi", "指标", "指標", "科目"),
    "entity": (
        "entity", "company", "region", "business unit", "实体", "主体", "公司", "地区", "会社", "拠点", "事業体",
        "地域",
    ),
    "channel": ("channel", "渠道", "チャネル"),
    "period": ("period", "期间", "期間", "年度", "时期"),
    "period_type": ("period type", "grain", "期间类型", "期間種別"),
    "value": ("value", "amount", "figure", "数值", "金额", "值", "数値", "金額", "値"),
    "unit": ("unit", "单位", "単位"),
    "currency": ("currency", "币种", "货币", "通貨"),
    "document": ("document", "source", "doc", "file", "文件", "来源", "出典", "文書", "資料"),
    "locator": ("locator", "page", "cell", "place", "位置", "页码", "場所", "箇所", "頁"),
    "as_of": ("as of", "valid as of", "截至", "截止日期", "時点", "基準日"),
    "status": ("status", "状态", "状態"),
    "confidence": ("confidence", "置信度", "信頼度", "確信度"),
    "extractor": ("extractor", "extractor version"),
    # Nothing in these changes what a number is of.
    "": (
        "", "id", "no", "no.", "#", "row", "note", "notes", "comment", "comments", "remark", "remarks", "序号", "编号",
        "备注", "注释", "番号", "備考", "注記", "recorded at", "by",
    ),
}  # fmt: skip
_KINDS = {folded(name).strip(): kind for kind, names in _NAMES.items() for name in names}
_NEEDED = {"metric", "period", "value"}


class Columns(NamedTuple):
    """Where the columns of a table stand, by kind, and the first head that nothing explains or that says one twice."""

    places: dict[str, int]
    fault: Cell | None = None


def columns_of(row: Sequence[Cell]) -> Columns | None:
    """Return the columns that a row of heads names, None where it does not name metric, period and value."""
    places: dict[str, int] = {}
    fault = None
    for at, cell in enumerate(row):
        name = re.sub(r"\s+", " ", folded(cell.text[:100].replace("_", " "))).strip()
        kind = _KINDS.get(name)
        if kind == "":
            continue
        if kind is None or kind in places:
            fault = fault or cell
        else:
            places[kind] = at
    return Columns(places, fault) if places.keys() >= _NEEDED else None
