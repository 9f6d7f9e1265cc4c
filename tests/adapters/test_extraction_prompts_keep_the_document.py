"""Promises about prompts of langextract: its document is found, and a retry's prompt holds all of it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adapters.extraction_models import EXAMPLE, prompt_of
from vouched import Draft, Evidence, Finding
from vouched.adapters.extraction_prompts import document_in, worded
from vouched.run.prompts import wording_of
from vouched.run.reasking import Bounds, retold

WORDING = wording_of("en")
FOUND = [Finding(check="read", code="empty", where="/extractions")]
HINTS = retold(Draft(raw="", kind="extractions"), FOUND, Evidence(), WORDING)
plain = st.text(st.sampled_from("ab \n`{[:QA"), max_size=40)


def found(prompt: str) -> str | None:
    """Return the document that is found in a prompt."""
    span = document_in(prompt)
    return None if span is None else span.of(prompt)


def retried(prompt: str, bounds: Bounds, *, previous: str | None = None) -> str:
    """Return the prompt of a retry."""
    draft = Draft(raw=previous or "", kind="extractions")
    told = retold(draft, FOUND, Evidence(), WORDING, style="draft", bounds=bounds, taken=len(prompt))
    return worded(document_in, bounds.prompt)(prompt, Evidence(), WORDING, reask=told)[-1].content


@pytest.mark.parametrize(
    "document",
    [
        "Acme Corp",
        "",
        "Two\nlines",
        "Q: An interview?\nA: Yes.\nQ: Really?\nA: Indeed.",
        "The FAQ: what A: means",
        "契約は2025年に終了する。",
    ],
)
def test_the_document_is_found(document: str) -> None:
    """The document is what stands behind the last example, also where it has questions and answers of its own."""
    assert found(prompt_of(document)) == document


def test_the_instructions_are_not_the_document() -> None:
    """Questions in the instructions, and raw JSON in examples, are not taken for the document."""
    prompt = (
        'Answer.\nQ: is what is asked.\n\nExamples\nQ: a\nA: {"extractions": []}\n\nQ: b\nA: []\n\nQ: the text\nA: '
    )

    assert found(prompt) == "the text"


def test_without_examples_the_last_question_counts() -> None:
    """A prompt without examples has its document behind the last `Q: `."""
    assert found("Q: may stand here.\n\nQ: the text\nA: ") == "the text"


@pytest.mark.parametrize("prompt", ["", "Extract it.", "Q: text", "A: ", "Q: text\nAnswer: ", "Q: text\nA: yes"])
def test_a_prompt_of_another_form_has_none(prompt: str) -> None:
    """Where the form is another, nothing is taken for the document."""
    assert found(prompt) is None


@given(document=plain)
def test_what_is_found_is_never_more_than_the_document(document: str) -> None:
    """Whatever a document holds, what is found is an end of it: a document cannot make other text its evidence."""
    assert (prompt_of(document)[: -len("\nA: ")] if document else "").endswith(found(prompt_of(document)) or "")
    assert document.rstrip().endswith((found(prompt_of(document)) or "").rstrip())


@given(document=plain, longest=st.integers(1, 900), previous=st.none() | st.text(max_size=300))
def test_a_retry_keeps_the_document_within_any_bound(document: str, longest: int, previous: str | None) -> None:
    """However tight the bound, a retry ends with the document, has its hints, and is in bounds where that can be."""
    prompt = prompt_of(document)
    begin = (document_in(prompt) or document_in("Q: \nA: ")).start - 3  # type: ignore[union-attr]
    made = retried(prompt, Bounds(prompt=longest), previous=previous)
    least = len(f"{HINTS}\n\n{prompt[begin:]}")
    assert made.endswith(prompt[begin:])
    assert HINTS in made
    assert len(made) <= max(longest, least)


def test_the_earlier_answer_is_bounded() -> None:
    """What a retry shows of the earlier answer has at most the characters that are allowed."""
    made = retried(prompt_of("text"), Bounds(output=10), previous="x" * 1000)

    assert "x" * 10 in made
    assert "x" * 11 not in made


def test_a_first_attempt_is_the_prompt_as_it_came() -> None:
    """Nothing is added to a prompt before something was wrong, however long it is."""
    (message,) = worded(document_in, 5)(prompt_of("text"), Evidence(), WORDING)

    assert message.content == prompt_of("text")
    assert EXAMPLE in message.content
