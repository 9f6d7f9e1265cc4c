"""The check that an answer's items keep the rules that their user gives."""

from __future__ import annotations

import copy
from collections.abc import Generator
from functools import partial
from typing import Any, ClassVar

from vouched.checks.claim_places import ClaimPlaces
from vouched.checks.item_supports import item_supports
from vouched.checks.rule_makers import Rule
from vouched.documents import Evidence
from vouched.drafts import Draft
from vouched.errors import UsageError
from vouched.ports import Fault, Work
from vouched.record import Record
from vouched.text.clip import clip, clip_value
from vouched.text.json_items import items_of
from vouched.verdicts import Finding

__all__ = ["Consistency", "ConsistencyBroken"]


class ConsistencyBroken(Exception):
    """A rule raised an error, or returned what means nothing; the check is broken then."""


class Consistency(Record, frozen=True):
    """Finds items that break a rule (`inconsistent`).

    A rule is called with a copy of each item. None or True: it holds; a text: it does not, and why; False: it does not.
    What it raises, or anything else that it returns, breaks the check, after every other rule had its say. Rules may be
    coroutine functions, and may block: they are called where they block nobody. `in_order`, `in_range`, `sums_to` and
    `refers_to` (vouched.checks.rule_makers) make the usual ones. With `of` "whole" they are about the whole answer.
    """

    rules: tuple[Rule, ...]
    of: str = "each"
    suffices: bool = False

    name: ClassVar[str] = "consistency"
    decidable: ClassVar[bool] = True

    def __post_init__(self) -> None:
        if not isinstance(self.rules, (tuple, list)) or not self.rules or not all(map(callable, self.rules)):
            raise UsageError("Consistency.rules: expected at least one callable, in a list")
        if self.of not in ("each", "whole"):
            raise UsageError(f"Consistency.of: expected each or whole, saw {self.of!r:.40}")

    def __call__(self, draft: Draft, evidence: Evidence) -> Generator[Any, Any, None]:
        """Yield a finding for each rule that an item breaks, a support for each item that breaks none."""
        if draft.kind == "text" or draft.value is None:
            return
        faults: list[str] = []
        places = ClaimPlaces(draft)
        stands: dict[str, bool] = {}
        for where, item in items_of(draft.value) if self.of == "each" else [("", draft.value)]:
            broken = False
            for number, rule in enumerate(self.rules, start=1):
                said = yield Work(partial(rule, copy.deepcopy(item)))
                name = clip(getattr(rule, "__name__", type(rule).__name__), 60)
                if said is None or said is True:
                    continue
                broken = True
                if isinstance(said, Fault) or not isinstance(said, (str, bool)):
                    why = said.message if isinstance(said, Fault) else f"returned {clip_value(said, 40)}"
                    faults.append(f"rule {number} ({name}) at {where or '/'}: {why}")
                    continue
                message = clip(said, 300) if isinstance(said, str) and said else f"{name} does not hold"
                yield self._finding(places.at(where), where, name, message)
            stands[where] = not broken
        yield from item_supports(self.name, draft, stands, vouches=self.suffices)
        if faults:
            raise ConsistencyBroken(clip("; ".join(faults), 300))

    def _finding(self, claim: int | None, where: str, name: str, message: str) -> Finding:
        return Finding(
            check=self.name,
            code="inconsistent",
            where=where,
            expected=name,
            seen=message,
            message=message,
            claim=claim,
        )
