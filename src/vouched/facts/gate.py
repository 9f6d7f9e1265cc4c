"""Keeps questions about other companies out: finds their names, however they are written, and masks them.

The gate is no seam: nothing plugs into it. It is built once from a profile and looks at texts as they came.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Literal, NamedTuple

from vouched.documents import Span
from vouched.facts.alias_index import AliasIndex, bare_of
from vouched.facts.views import View

__all__ = ["Gate", "Hit", "Screen"]

Decision = Literal["allow", "refuse", "hold"]
# What belongs to a company's name where it stands directly behind it.
_BEHIND = re.compile(
    r"\s?(?:保险集团|保险|集团|控股|股份|有限公司|公司|人寿|财险|寿险|生命|损保|银行|证券|グループ|ホールディングス"
    r"|(?:(?:insurance|group|holdings?|bank|life|assurance|inc|ltd|corp|corporation|company|co|plc)\b\.?))+"
)


class Hit(NamedTuple):
    """A name that was found: how it is shown, the alias, its place in the text, and whether it is written so
    (`exact`) or only looks so: other letters that look alike, digits for letters, letters spaced out.
    """

    shown: str
    alias: str
    span: Span
    exact: bool


class Screen(NamedTuple):
    """What the gate saw of a text. `masked` is as long as the text; names and what belongs to them are spaces."""

    decision: Decision
    hits: tuple[Hit, ...]
    masked: str

    def held(self) -> Screen:
        """Return the same where a text that is not the user's names others: it waits for a person."""
        return self._replace(decision="hold") if self.hits else self


class Gate:
    """Finds the names of other companies in texts; in time that grows with the text, not with the number of names."""

    __slots__ = ("_aliases", "_lookalikes", "_own")

    def __init__(self, competitors: Mapping[str, Iterable[str]], own: Iterable[str] = ()) -> None:
        pairs = [(alias, shown) for shown, aliases in competitors.items() for alias in aliases]
        owned = list(own)
        self._aliases = AliasIndex([*pairs, *((name, "") for name in owned)])
        self._lookalikes = AliasIndex(pairs, looks_only=True)
        self._own = AliasIndex([(name, "") for name in owned])

    def screen(self, text: str) -> Screen:
        """Return what of other companies a text names: nothing, names as they are written, or what looks like them."""
        view = View(text)
        bare = bare_of(view.folded)
        found = [
            Hit(match.shown, match.alias, view.span(match.start, match.end), match.exact)
            for match in self._aliases.matches(bare, view)
            if match.shown
        ]
        if bare.may_look_alike:
            found += [
                Hit(match.shown, match.alias, view.span(match.start, match.end), False)
                for match in self._lookalikes.matches(bare.looks(), view)
                if not any(_overlap(view.span(match.start, match.end), hit.span) for hit in found)
            ]
        if not found:
            return Screen("allow", (), text)
        found.sort(key=_place)
        decision: Decision = "refuse" if any(hit.exact for hit in found) else "hold"
        return Screen(decision, tuple(found), self._masked(view, found))

    def _masked(self, view: View, hits: list[Hit]) -> str:
        """Return the text with spaces for names, and for what stands directly beside them: 中国竞华, Jinghua China."""
        text = view.text
        kept = list(text)
        owned = [view.span(match.start, match.end) for match in self._own.matches(bare_of(view.folded), view)]
        for hit in hits:
            start, end = hit.span.start, hit.span.end
            if behind := _BEHIND.match(text.lower(), end):
                end = behind.end()
            for span in owned:
                if span.end <= start and not text[span.end : start].strip(" \u3000"):
                    start = span.start
                if span.start >= end and not text[end : span.start].strip(" \u3000"):
                    end = span.end
            kept[start:end] = " " * (end - start)
        return "".join(kept)


def _place(hit: Hit) -> int:
    return hit.span.start


def _overlap(one: Span, two: Span) -> bool:
    return one.start < two.end and two.start < one.end
