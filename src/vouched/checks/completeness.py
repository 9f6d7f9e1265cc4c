"""The check that nothing that was asked for is missing, blank, or filled with a placeholder."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from typing import Any, ClassVar

from vouched.checks.claim_places import ClaimPlaces
from vouched.checks.item_supports import item_supports
from vouched.documents import Evidence
from vouched.drafts import Draft
from vouched.errors import UsageError
from vouched.record import Record
from vouched.text.clip import clip_value
from vouched.text.json_items import items_of, scalars_of
from vouched.text.json_paths import Missing, places_at, refuse_no_path
from vouched.verdicts import Finding, Support

__all__ = ["PLACEHOLDERS", "Completeness"]

# What people and models write where they know nothing, compared without case, white space and surrounding marks.
PLACEHOLDERS = (
    *("n/a", "na", "n.a", "none", "null", "nil", "nan", "unknown", "undefined", "unspecified", "not specified"),
    *("not available", "not applicable", "not stated", "not provided", "not found", "not mentioned", "tbd", "tba"),
    *("to be determined", "to be announced", "to be confirmed", "tbc", "todo", "to do", "fixme", "xxx", "not known"),
    *("no data", "no information", "placeholder", "lorem ipsum", "?", "??", "???", "-", "--", "---", "...", "#n/a"),
    *("不明", "未定", "未記載", "記載なし", "記載無し", "該当なし", "該当無し", "該当せず", "なし", "無し", "特になし"),
    *("未確認", "未設定", "未入力", "未公表", "非公表", "情報なし", "データなし", "調査中", "確認中", "ー", "〇〇"),
    *("不详", "不詳", "不清楚", "未知", "无", "無", "没有", "沒有", "未提供", "未说明", "未說明", "未提及", "未填写"),
    *("未填寫", "暂无", "暫無", "暂缺", "暫缺", "不适用", "不適用", "无数据", "無數據", "待定", "待补充", "待補充"),
    *("待确认", "待確認"),
)
_EDGES = " \t\r\n.。<>[](){}「」『』【】（）\"'“”‘’*_"


class _Fault(Record, frozen=True):
    """What is wrong at one place."""

    code: str
    expected: str
    seen: str
    where: str = ""


class Completeness(Record, frozen=True, dict=True):
    """Finds fields that are missing (`missing_field`), blank (`blank_field`) or a placeholder (`placeholder_field`).

    `required` are JSON pointers into each item, `*` for any member: they must be there. Blank are null, an empty list
    or object, and a text that shows nothing (zero-width characters too); where a field is not required, only texts are
    looked at. `optional` are pointers of fields that may be anything. `placeholders` are the texts that stand for
    nothing, in place of the shipped ones. An item that is no object is a finding (`not_an_item`).
    """

    required: tuple[str, ...] = ()
    optional: tuple[str, ...] = ()
    placeholders: tuple[str, ...] = PLACEHOLDERS
    suffices: bool = False

    name: ClassVar[str] = "completeness"
    decidable: ClassVar[bool] = True

    def __post_init__(self) -> None:
        for name, paths in (("required", self.required), ("optional", self.optional)):
            if isinstance(paths, str):
                raise UsageError(f"Completeness.{name}: expected a list of JSON pointers, saw {paths!r:.60}")
            for path in paths:
                refuse_no_path(path, f"Completeness.{name}")
        if isinstance(self.placeholders, str) or not all(isinstance(text, str) for text in self.placeholders):
            raise UsageError(f"Completeness.placeholders: expected a list of texts, saw {self.placeholders!r:.60}")
        self.__dict__["_placeholders"] = frozenset(map(_bare, self.placeholders)) - {""}

    def __call__(self, draft: Draft, evidence: Evidence) -> Iterator[Finding | Support]:
        """Yield a finding for each field that says nothing, a support for each item without one."""
        if draft.kind == "text" or draft.value is None:
            return
        stands: dict[str, bool] = {}
        places = ClaimPlaces(draft)
        for where, item in items_of(draft.value):
            faults = self._faults(where, item)
            for fault in faults:
                claim = places.at(fault.where)
                yield Finding(
                    check=self.name,
                    code=fault.code,
                    where=fault.where,
                    expected=fault.expected,
                    seen=fault.seen,
                    message=f"{fault.where or 'the answer'}: expected {fault.expected}, saw {fault.seen}",
                    claim=places.at(where) if claim is None else claim,
                )
            stands[where] = not faults
        yield from item_supports(self.name, draft, stands, vouches=self.suffices)

    def _faults(self, where: str, item: Any) -> list[_Fault]:
        if not isinstance(item, dict):
            return [_Fault("not_an_item", "an object", clip_value(item, 60), where)]
        free = {place for path in self.optional for place, _ in places_at(item, path, where=where)}
        found: dict[str, _Fault] = {}
        for path in self.required:
            for place, held in places_at(item, path, where=where, missing=True):
                if isinstance(held, Missing):
                    found[place] = _Fault("missing_field", "a value", "nothing", place)
                elif fault := self._says_nothing(held, required=True):
                    found[place] = fault.but(where=place)
        for place, held in scalars_of(item, where):
            if place not in free and place not in found and (fault := self._says_nothing(held, required=False)):
                found[place] = fault.but(where=place)
        return list(found.values())

    def _says_nothing(self, held: Any, *, required: bool) -> _Fault | None:
        if isinstance(held, str):
            if not _shows(held):
                return _Fault("blank_field", "a text that says something", "a blank text")
            if _bare(held) in self.__dict__["_placeholders"]:
                return _Fault("placeholder_field", "a value", f'"{clip_value(held, 60)}"')
            return None
        if required and (held is None or (isinstance(held, (list, dict)) and not held)):
            return _Fault("blank_field", "a value", "null" if held is None else f"an empty {type(held).__name__}")
        return None


def _shows(text: str) -> bool:
    return any(not (char.isspace() or unicodedata.category(char) in ("Cf", "Cc", "Mn", "Cn")) for char in text)


def _bare(text: str) -> str:
    folded = text[:80].lower()
    if not folded.isascii():
        visible = "".join(char for char in text[:80] if unicodedata.category(char) != "Cf")
        folded = unicodedata.normalize("NFKC", visible).casefold()
    return " ".join(folded.strip(_EDGES).split()) or " ".join(folded.split())
