"""Knows what of a text belongs to a company's name: its legal form, the place beside it (中国竞华, Jinghua HK)."""

from __future__ import annotations

import re
from collections.abc import Sequence

from vouched.documents import Span

__all__ = ["joined"]

_FORM = re.compile(
    r"(?:['’]?s\b)?(?:[\s_-]?(?:保险集团|保险|保險|保険|集团|集團|控股|股份|有限公司|公司|人寿|人壽|财险|寿险|生命|损保|損保|银行|銀行"
    r"|证券|證券|証券|株式会社|グループ|ホールディングス"
    r"|(?:(?:insurance|group|holdings?|bank|life|assurance|inc|ltd|corp|corporation|company|co|plc|ag|sa)\b\.?)))*",
    re.IGNORECASE,
)
# What may stand between a name and the place that it is named with.
_BEHIND = re.compile(r"['’]s | of | in | at |的|之|の|在|位于|\s?[(（\[【]\s?|[ \u3000_·・-]", re.IGNORECASE)
_BEFORE = re.compile(r"(?:[ \u3000_·・-]|['’]s |的|之|の|\s?[)）\]】]\s?)\Z", re.IGNORECASE)
_BRACKETS = {"(": ")", "（": "）", "[": "]", "【": "】"}
_FAR = 6


def joined(text: str, hits: Sequence[Span], owned: Sequence[Span]) -> list[Span]:
    """Return the spans of names with what stands beside them and belongs to them, in the order of the hits."""
    ends = {span.start: span.end for span in owned}
    starts = {span.end: span.start for span in owned}
    return [Span(_begin(text, hit.start, starts), _end(text, hit.end, ends)) for hit in hits]


def _end(text: str, end: int, ends: dict[int, int]) -> int:
    end = _after_form(text, end)
    link = _BEHIND.match(text, end)
    for place in (end, link.end() if link else end):
        if place in ends:
            end = _after_form(text, ends[place])
            is_closed = (
                link is not None and link[0].strip() in _BRACKETS and text[end : end + 1] == _BRACKETS[link[0].strip()]
            )
            return end + is_closed
    return end


def _after_form(text: str, end: int) -> int:
    match = _FORM.match(text, end)
    return match.end() if match else end


def _begin(text: str, start: int, starts: dict[int, int]) -> int:
    near = text[max(0, start - _FAR) : start]
    link = _BEFORE.search(near)
    for place in (start, start - len(link[0]) if link else start):
        if place in starts:
            return starts[place]
    return start
