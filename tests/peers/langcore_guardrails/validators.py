"""The seven validators, each over the check of vouched that does its work."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from types import SimpleNamespace
from typing import Any, ClassVar, Literal, cast

from vouched.adapters.aligned_documents import verify_document
from vouched.checks import Completeness, Confidence, Consistency, Grounding, Pattern, Schema
from vouched.drafts import Draft
from vouched.run.reading import read
from vouched.text.json_items import is_listed, items_of

from .judging import Checked, GuardrailValidator, OnFailAction, ValidationResult, refuse_no_model

__all__ = [
    "ConfidenceThresholdValidator",
    "ConsistencyValidator",
    "FieldCompletenessValidator",
    "GroundingValidator",
    "GuardrailValidator",
    "JsonSchemaValidator",
    "OnFailAction",
    "RegexValidator",
    "SchemaValidator",
    "ValidationResult",
]

# vouched aligns anew; what it calls near says something else than the text, and is never enough.
_LEAST = {"MATCH_EXACT": "verbatim", "MATCH_GREATER": "folded", "MATCH_LESSER": "artifact", "MATCH_FUZZY": "artifact"}
_STATED = "confidence_score"


class JsonSchemaValidator(Checked):
    """The check `schema`."""

    failed = "Schema validation failed"

    def __init__(self, schema: dict[str, Any] | None = None, *, strict: bool = True) -> None:
        super().__init__(Schema(True if schema is None else schema, strict=strict, suffices=True))
        self.schema = schema


class RegexValidator(Checked):
    """The check `pattern`, which searches the raw output."""

    kind: ClassVar[Literal["json", "extractions", "auto"]] = "auto"

    def __init__(self, pattern: str, description: str = "output format") -> None:
        super().__init__(Pattern(required=pattern, search=True, description=description, suffices=True))
        self.failed = f"Output does not match expected {description} pattern"  # type: ignore[misc]


class SchemaValidator(Checked):
    """An output model: each item is read into it as JSON, strictly."""

    failed = "Pydantic validation failed"

    def __init__(self, schema: type[Any], *, on_fail: OnFailAction = OnFailAction.REASK, strict: bool = False) -> None:
        refuse_no_model(schema, "SchemaValidator")
        super().__init__(Schema(schema.model_json_schema(), suffices=True), on_fail)
        self.schema_class, self.strict = schema, strict

    def drafted(self, output: str) -> Draft:
        """Return the draft of the output as a list of the model where it lists items, as the model otherwise."""
        from pydantic import TypeAdapter

        draft = read(output, kind="json")
        if draft.findings or not is_listed(draft.value):
            return draft if draft.findings else read(output, model=self.schema_class)
        listed = [item for _, item in items_of(draft.value)]
        return read(listed, model=TypeAdapter(list[self.schema_class]))  # type: ignore[name-defined]


class ConfidenceThresholdValidator(Checked):
    """The check `confidence`; what states none is silence, which is not valid."""

    failed = "Confidence validation failed"

    def __init__(
        self,
        min_confidence: float = 0.5,
        *,
        score_key: str = _STATED,
        on_fail: OnFailAction = OnFailAction.FILTER,
    ) -> None:
        try:
            super().__init__(Confidence(at_least=min_confidence), on_fail)
        except ValueError as error:
            raise ValueError(f"min_confidence: {error}") from None
        self.min_confidence, self.score_key = min_confidence, score_key

    def drafted(self, output: str) -> Draft:
        """Return the draft of the output; vouched reads a statement under its own names only, so a key is renamed."""
        draft = read(output, kind=self.kind)
        if draft.value is None or draft.findings:
            return draft
        listed = [_renamed(item, self.score_key) for _, item in items_of(draft.value)]
        return read({"claims": [{"text": "item", **item} for item in listed if isinstance(item, dict)]})


class FieldCompletenessValidator(Checked):
    """The check `completeness`, of the fields that the model requires, by the names that they have in JSON."""

    failed = "Field completeness check failed"

    def __init__(self, schema: type[Any], *, on_fail: OnFailAction = OnFailAction.REASK) -> None:
        refuse_no_model(schema, "FieldCompletenessValidator")
        fields = schema.model_fields.items()
        required = tuple(f"/{field.alias or name}" for name, field in fields if field.is_required())
        super().__init__(Completeness(required=required, suffices=True), on_fail)
        self.schema_class = schema


class ConsistencyValidator(Checked):
    """The check `consistency`."""

    failed = "Consistency check failed"

    def __init__(
        self, rules: Sequence[Callable[[dict[str, Any]], str | None]], *, on_fail: OnFailAction = OnFailAction.REASK
    ) -> None:
        try:
            super().__init__(Consistency(tuple(rules), suffices=True), on_fail)
        except ValueError as error:
            raise ValueError(f"expected at least one rule: {error}") from None


class GroundingValidator(Checked):
    """The check `grounding`, which looks for every text in the source itself; status and interval are not believed."""

    failed = "Grounding failed"
    kind: ClassVar[Literal["json", "extractions", "auto"]] = "extractions"

    def __init__(
        self,
        *,
        min_alignment_quality: str = "MATCH_FUZZY",
        min_coverage: float = 0.5,
        on_fail: OnFailAction = OnFailAction.FILTER,
    ) -> None:
        quality = min_alignment_quality.upper()
        if quality not in _LEAST:
            raise ValueError(f"min_alignment_quality: expected one of {', '.join(_LEAST)}, saw {quality!r:.40}")
        # The whole text has to stand, so that there is no share of it to ask for; the number is only looked at.
        if not 0 <= min_coverage <= 1:
            raise ValueError(f"min_coverage: expected a number from 0 to 1, saw {min_coverage!r:.40}")
        super().__init__(Grounding(at_least=cast("Any", _LEAST[quality])), on_fail)
        self.min_alignment_quality, self.min_coverage = quality, min_coverage

    def validate_extractions(
        self, extractions: Sequence[Any], source_text: str | None = None
    ) -> tuple[list[Any], list[Any]]:
        """Return the extractions that stand in the source, and the others; without a source none stands."""
        listed = list(extractions)
        document = SimpleNamespace(text=source_text or "", extractions=listed)
        standing = verify_document(document, checks=[self.check]).extractions
        kept = {id(each) for each in standing}
        return list(standing), [each for each in listed if id(each) not in kept]

    def validate_document(self, document: Any) -> tuple[list[Any], list[Any]]:
        """Return what `validate_extractions` returns of a document's own extractions and text."""
        return self.validate_extractions(document.extractions or [], document.text)


def _renamed(item: Any, key: str) -> Any:
    if not isinstance(item, dict) or key not in item:
        return item
    return {**{name: held for name, held in item.items() if name != key}, _STATED: item[key]}
