"""A user's own models: an answer fits them strictly or every misfit is a finding, and their dump is what is judged."""

from __future__ import annotations

import datetime as dt
import json
from enum import StrEnum
from typing import Annotated, Any

import pytest
from pydantic import BaseModel, Field, TypeAdapter, field_validator

from vouched import read
from vouched.record import to_json


class Unit(StrEnum):
    """How an amount is counted."""

    EUR = "EUR"


class Invoice(BaseModel):
    """A model with types that JSON has not, and a default."""

    due: dt.date
    unit: Unit
    lines: list[int] = Field(default_factory=list)


class Hostile(BaseModel):
    """A model whose validator raises whatever it is told to."""

    n: int

    @field_validator("n")
    @classmethod
    def explode(cls, n: int) -> int:
        """Raise the error with that number."""
        errors: list[Exception] = [
            KeyError("n"),
            RuntimeError("n"),
            TypeError("n"),
            ValueError("\ud800" * 9999),
            RecursionError(),
        ]
        raise errors[n]


class Cited(BaseModel):
    """A model of an answer with claims."""

    claims: list[dict[str, Any]]


def test_a_fitting_answer_is_its_dump() -> None:
    """Dates and enumerations fit as JSON writes them, and defaults are part of what is judged."""
    draft = read('{"due": "2024-01-31", "unit": "EUR"}', model=Invoice)

    assert draft.findings == ()
    assert draft.value == {"due": "2024-01-31", "unit": "EUR", "lines": []}


def test_every_misfit_is_told_at_its_place() -> None:
    """Each error of the model becomes a finding with the pointer and the type of the error, in the model's order."""
    raw = '{"due": "2024-02-31", "lines": [1, "2"]}'
    draft = read(raw, model=Invoice)

    assert draft.value is None
    assert [(one.code, one.where, one.seen) for one in draft.findings] == [
        ("does_not_fit_model", "/due", '"2024-02-31"'),
        ("does_not_fit_model", "/unit", "nothing"),
        ("does_not_fit_model", "/lines/1", '"2"'),
    ]
    assert draft.findings[2].expected == "what the model accepts (int_type)"
    assert draft.findings[2].span is not None
    assert draft.findings[2].span.of(raw) == '"2"'
    assert read(raw, model=Invoice) == draft


def test_values_are_not_made_to_fit() -> None:
    """A text is no number and true is none either, as the model's types say."""
    adapter = TypeAdapter(list[Annotated[float, Field(allow_inf_nan=False)]])

    assert [len(read(text, model=adapter).findings) for text in ('["5"]', "[true]", "[5]", "[5.5]")] == [1, 1, 0, 0]


@pytest.mark.parametrize("number", range(5))
def test_a_validator_that_raises_anything_is_a_finding(number: int) -> None:
    """An error of a user's validator, of whatever type and text, is a misfit and stays inside the draft."""
    draft = read(f'{{"n": {number}}}', model=Hostile)

    assert [finding.code for finding in draft.findings] == ["does_not_fit_model"]
    assert len(draft.findings[0].message) <= 400
    assert to_json(draft)


def test_the_rules_of_json_come_first() -> None:
    """A model sees no text that is not strict JSON, and repairs are recorded as without a model."""
    assert [one.code for one in read('{"claims": [], "claims": [{}]}', model=Cited).findings] == ["duplicate_key"]
    assert [one.code for one in read("prose", model=Cited).findings] == ["not_json"]

    draft = read('```json\n{"claims": [{"text": "a", "citations": ["d"]},]}\n```', model=Cited)
    assert [repair.code for repair in draft.repairs] == ["code_fence", "trailing_comma"]
    assert [one.document for one in draft.claims[0].citations] == ["d"]


def test_errors_without_end_are_bounded() -> None:
    """A hundred errors are told, and how many more there are."""
    draft = read(json.dumps(["x"] * 5000), model=TypeAdapter(list[int]))

    assert len(draft.findings) == 101
    assert draft.findings[-1].seen == "4900 more errors"


def test_a_dump_that_is_no_json_is_a_misfit() -> None:
    """What a model makes of an answer is held to the same rules as the answer."""

    class Loose(BaseModel):
        """A model whose default no JSON can carry."""

        ratio: float = float("nan")

    for model in (Loose, TypeAdapter(dict[str, int])):
        draft = read("{}", model=model, allow_empty=True)

        assert [one.code for one in draft.findings] == (["does_not_fit_model"] if model is Loose else [])


def test_what_a_validator_says_is_told() -> None:
    """What it raises, of whatever kind, is a finding with its words; one that cannot be printed is one, too."""

    class Retry(Exception):
        """What another package raises to ask for another try."""

    class Mute(Exception):
        def __str__(self) -> str:
            raise RuntimeError("mute")

    for error, told in (
        (Retry("give the amount in EUR"), "give the amount in EUR"),
        (ValueError("too much"), "too much"),
        (AssertionError("never"), "never"),
        (Mute(), "printed"),
    ):

        class Amount(BaseModel):
            amount: int

            @field_validator("amount")
            @classmethod
            def judge(cls, _value: int, raised: Exception = error) -> int:
                raise raised

        draft = read('{"amount": 5}', model=Amount)
        assert told in draft.findings[0].message
        assert draft.value is None
