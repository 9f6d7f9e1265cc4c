"""The check that texts match a pattern, or hold nothing that matches one."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar

from vouched.checks.claim_places import ClaimPlaces
from vouched.checks.item_supports import item_supports
from vouched.checks.json_schemas import Matcher, matcher
from vouched.documents import Evidence
from vouched.drafts import Draft
from vouched.errors import UsageError
from vouched.record import Record
from vouched.text.clip import clip
from vouched.text.json_paths import places_at, refuse_no_path
from vouched.verdicts import Finding, Support

__all__ = ["Pattern"]

_LONGEST = 1_000_000


class Pattern(Record, frozen=True, dict=True, kw_only=True):
    r"""Finds texts that do not match `required` (`pattern_missing`) or match `forbidden` (`pattern_present`).

    Regular expressions of JSON Schema (ECMA-262; `\d` is 0 to 9), matched in linear time, or, where they look around or
    back, with a bound on their steps: one that exceeds it is a finding (`pattern_undecided`). `at` is a JSON pointer,
    `*` for any member, of the texts and numbers to look at; without it the whole answer is. `required` has to match the
    whole text, with `search` a part of it; `forbidden` is searched for. `description` says in words what is wanted.
    """

    required: str | None = None
    forbidden: str | None = None
    at: str | None = None
    search: bool = False
    description: str = ""
    suffices: bool = False

    name: ClassVar[str] = "pattern"
    decidable: ClassVar[bool] = True

    def __post_init__(self) -> None:
        if self.required is None and self.forbidden is None:
            raise UsageError("Pattern: expected required or forbidden, saw neither")
        if self.at is not None:
            refuse_no_path(self.at, "Pattern.at")
        wanted = self.required if self.search or self.required is None else f"^(?:{self.required})$"
        self.__dict__["_required"] = _made(wanted, self.required, "required")
        self.__dict__["_forbidden"] = _made(self.forbidden, self.forbidden, "forbidden")

    def __call__(self, draft: Draft, evidence: Evidence) -> Iterator[Finding | Support]:
        """Yield a finding for each text that is not as it should be, a support for each that is."""
        stands: dict[str, bool] = {}
        places = ClaimPlaces(draft)
        for where, text in self._texts(draft):
            fault = self._fault(text)
            stands[where] = fault is None
            if fault is None:
                continue
            seen = clip(text, 80)
            yield Finding(
                check=self.name,
                code=fault.code,
                where=where,
                expected=fault.expected,
                seen=seen,
                message=f"{where or 'the answer'}: expected {fault.expected}, saw “{seen}”",
                claim=places.at(where) if self.at is not None else None,
            )
        yield from item_supports(self.name, draft, stands, vouches=self.suffices)

    def _texts(self, draft: Draft) -> Iterator[tuple[str, str]]:
        if self.at is None:
            body = draft.value if isinstance(draft.value, str) else draft.raw
            yield "", body
        elif draft.kind != "text" and draft.value is not None:
            for where, held in places_at(draft.value, self.at):
                if isinstance(held, (int, float)) and not isinstance(held, bool):
                    yield where, repr(held)
                elif isinstance(held, str):
                    yield where, held

    def _fault(self, text: str) -> _Fault | None:
        if len(text) > _LONGEST:
            return _Fault("pattern_undecided", f"at most {_LONGEST} characters to match")
        required, forbidden = self.__dict__["_required"], self.__dict__["_forbidden"]
        matches, holds = True if required is None else required(text), False if forbidden is None else forbidden(text)
        if matches is False:
            return _Fault("pattern_missing", self.description or f"a match of {clip(str(self.required), 100)}")
        if holds is True:
            return _Fault("pattern_present", self.description or f"no match of {clip(str(self.forbidden), 100)}")
        if matches is None or holds is None:
            return _Fault("pattern_undecided", "a pattern that can be matched within its bound")
        return None


class _Fault(Record, frozen=True):
    """What is wrong with a text."""

    code: str
    expected: str


def _made(pattern: str | None, given: Any, name: str) -> Matcher | None:
    if pattern is None:
        return None
    if not isinstance(given, str) or not given:
        raise UsageError(f"Pattern.{name}: expected a regular expression, saw {given!r:.60}")
    return matcher(pattern, f"Pattern.{name}")
