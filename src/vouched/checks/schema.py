"""The check that an answer's value fits a JSON Schema."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar, Literal

from vouched.checks.claim_places import ClaimPlaces
from vouched.checks.closed_schemas import strictly
from vouched.checks.item_supports import item_supports
from vouched.checks.json_schemas import compiled, misfits
from vouched.checks.schema_costs import MOST_STEPS, Costs, is_costly
from vouched.documents import Evidence
from vouched.drafts import Draft
from vouched.errors import UsageError
from vouched.record import Record
from vouched.text.clip import clip
from vouched.text.json_items import is_listed, items_of
from vouched.verdicts import Finding, Support

__all__ = ["Schema"]

_MOST = 100


class Schema(Record, frozen=True, dict=True):
    """Finds what of an answer does not fit a JSON Schema (`does_not_fit_schema`); all of it, up to 100 places.

    `schema` is of draft 4 to 2020-12; formats are asserted. `strict` admits no members that the schema does not
    describe. `of` is what has to fit: the "whole" value, "each" item (members of a list, or those under `extractions`),
    or "auto": each item where the value lists some and the schema describes neither a list nor that member. For no
    items it is silent. Where alternatives multiply beyond two million steps it is `schema_undecided`. That an answer
    fits says nothing of whether it is true: with `suffices` fitting vouches for it all the same. Raises
    UsageError for a schema that is none.
    """

    schema: Any
    strict: bool = False
    of: Literal["auto", "whole", "each"] = "auto"
    suffices: bool = False

    name: ClassVar[str] = "schema"
    decidable: ClassVar[bool] = True

    def __post_init__(self) -> None:
        if self.of not in ("auto", "whole", "each"):
            raise UsageError(f"Schema.of: expected auto, whole or each, saw {self.of!r:.40}")
        compiled(self.schema)
        schema = strictly(self.schema) if self.strict else self.schema
        self.__dict__["_validator"] = compiled(schema)
        self.__dict__["_costs"] = Costs(schema) if is_costly(schema) else None

    def __call__(self, draft: Draft, evidence: Evidence) -> Iterator[Finding | Support]:
        """Yield a finding for each place that does not fit; a support for each item, or for the whole, that fits."""
        if draft.kind == "text" or draft.value is None:
            return
        validator, costs = self.__dict__["_validator"], self.__dict__["_costs"]
        each = self.of == "each" or (self.of == "auto" and is_listed(draft.value) and not _lists(self.schema))
        stands: dict[str, bool] = {}
        places = ClaimPlaces(draft)
        for where, item in items_of(draft.value) if each else [("", draft.value)]:
            if costs is not None and costs.steps(item) > MOST_STEPS:
                yield self._undecided(where, places)
                stands[where] = False
                continue
            found = misfits(validator, item, where=where, most=_MOST)
            for misfit in found:
                yield Finding(
                    check=self.name,
                    code="does_not_fit_schema",
                    where=misfit.where,
                    expected=misfit.expected,
                    seen=misfit.seen,
                    message=clip(f"{misfit.where or 'the answer'}: expected {misfit.expected}, saw {misfit.seen}", 400),
                    claim=places.at(misfit.where),
                )
            stands[where] = not found
        yield from item_supports(self.name, draft, stands, vouches=self.suffices)

    def _undecided(self, where: str, places: ClaimPlaces) -> Finding:
        expected = f"a value that is judged in at most {MOST_STEPS} steps"
        seen = "alternatives of the schema that multiply"
        message = f"{where or 'the answer'}: expected {expected}, saw {seen}"
        code = "schema_undecided"
        return Finding(
            check=self.name,
            code=code,
            where=where,
            expected=expected,
            seen=seen,
            message=message,
            claim=places.at(where),
        )


def _lists(schema: Any) -> bool:
    """Whether a schema describes a list, or an object with a list of its own, so that the whole value is meant."""
    if not isinstance(schema, dict):
        return True
    kinds = schema.get("type")
    if "array" in (kinds if isinstance(kinds, list) else [kinds]) or "items" in schema or "prefixItems" in schema:
        return True
    properties = schema.get("properties")
    return isinstance(properties, dict) and any(name in properties for name in ("extractions", "claims", "items"))
