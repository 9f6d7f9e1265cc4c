"""What was said of one question is never seen in another, whoever asks at the same time."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from vouched import Guard, Outcome
from vouched.testing import AsyncScriptedModel, ScriptedModel

COUNT = 40
QUESTIONS = [f"Is number {number} let?" for number in range(COUNT)]


def answer(request: Any) -> Any:
    """Answer wrongly when a question comes first and well when it comes again; each answer names its question."""
    said = request.messages[1].content
    (number,) = set(re.findall(r"number (\d+)", said.split("Documents:")[0]))
    if "not accepted" not in said:
        return {"claims": [{"text": f"Q{number}", "citations": [{"document": f"no{number}", "anchor": "a b c d"}]}]}
    return {"claims": [{"text": f"Q{number}", "citations": [{"document": "list", "anchor": f"flat {number} is let"}]}]}


DOCUMENTS = {"list": " ".join(f"The flat {number} is let." for number in range(COUNT))}


def by_threads(kind: Any) -> list[Outcome]:
    """Return the outcomes of all questions, asked on sixteen threads."""
    guard = Guard(kind([answer]), reask="draft")
    with ThreadPoolExecutor(16) as pool:
        return list(pool.map(lambda question: guard.run(question, DOCUMENTS), QUESTIONS))


def by_tasks(kind: Any) -> list[Outcome]:
    """Return the outcomes of all questions, awaited together."""

    async def gathered() -> list[Outcome]:
        guard = Guard(kind([answer]), reask="draft")
        return await asyncio.gather(*(guard.arun(question, DOCUMENTS) for question in QUESTIONS))

    return asyncio.run(gathered())


def by_rounds(kind: Any) -> list[Outcome]:
    """Return the outcomes of all questions, asked round by round."""
    return Guard(kind([answer]), reask="draft").run_many(QUESTIONS, DOCUMENTS)


@pytest.mark.parametrize("asked", [by_threads, by_tasks, by_rounds])
@pytest.mark.parametrize("kind", [ScriptedModel, AsyncScriptedModel])
def test_each_outcome_is_that_of_its_question(asked: Callable[[Any], list[Outcome]], kind: Any) -> None:
    """Forty questions at once: each is refused once, told only its own answer, and released with its own claim."""
    for number, outcome in enumerate(asked(kind)):
        assert (outcome.status, len(outcome.attempts)) == ("released", 2)
        assert [claim.text for claim in outcome.claims] == [f"Q{number}"]
        assert f"no{number}" in outcome.attempts[0].rejected


def test_a_question_is_asked_as_if_it_were_the_first() -> None:
    """After a question that failed, the next one's first messages have nothing of it."""
    bad = {"claims": [{"text": "secret claim", "citations": [{"document": "ghost", "anchor": "one two three"}]}]}
    model = ScriptedModel([bad])
    guard = Guard(model, reask="draft", max_retries=1)
    guard.run("First?", DOCUMENTS)
    guard.run("Second?", DOCUMENTS)
    fresh = ScriptedModel([bad])
    Guard(fresh, reask="draft", max_retries=1).run("Second?", DOCUMENTS)
    assert [request.messages for request in model.requests[2:]] == [request.messages for request in fresh.requests]


def test_a_failed_question_leaves_no_value_of_the_one_before() -> None:
    """An outcome has the verdicts, claims and value of its own question alone."""
    good = {"claims": [{"text": "Let.", "citations": [{"document": "list", "anchor": "flat 1 is let"}]}]}
    guard = Guard(ScriptedModel([good, RuntimeError("down")]), max_retries=0)
    first, second = guard.run("First?", DOCUMENTS), guard.run("Second?", DOCUMENTS)
    assert (first.status, first.value) == ("released", good)
    assert (second.status, second.value, second.claims) == ("refused", None, ())
    assert [verdict.check for verdict in second.verdicts] == ["model"]
