"""A guard that cannot work is refused when it is made, and says what was expected and seen."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import Any

import pytest

from vouched import Guard
from vouched.checks import Confidence, Critic, SourceContent, SourceFetch
from vouched.errors import UsageError
from vouched.testing import AsyncScriptedModel, ScriptedModel

DOCUMENTS = {"lease": "The tenant shall not keep animals."}
GOOD = {"claims": [{"text": "No pets.", "citations": [{"document": "lease", "anchor": "shall not keep animals"}]}]}


@pytest.mark.parametrize(
    "model",
    [
        None,
        5,
        "gpt",
        [],
        (),
        [None],
        ["gpt"],
        SimpleNamespace(),
        SimpleNamespace(generate=5),
        [ScriptedModel([GOOD]), 5],
    ],
)
def test_what_cannot_be_asked_is_no_model(model: Any) -> None:
    """An object without the method, a name, and a list that holds one of these are refused at once."""
    with pytest.raises(UsageError, match="model"):
        Guard(model)


def test_one_model_a_list_and_a_tuple_are_models() -> None:
    """A tuple of models is several models, and a list of one is one; sync and async may be mixed."""
    sync, awaited = ScriptedModel([GOOD]), AsyncScriptedModel([GOOD])
    for model in (sync, [sync], (sync, awaited), [awaited, sync], sync.generate):
        guard = Guard(model)
        assert guard.run("Pets?", DOCUMENTS).value == GOOD
        assert asyncio.run(guard.arun("Pets?", DOCUMENTS)).value == GOOD
    assert len(Guard((sync, awaited)).plan.models) == 2


@pytest.mark.parametrize(
    ("settings", "named"),
    [
        ({"language": "fr"}, "fr"),
        ({"language": "EN"}, "EN"),
        ({"max_retries": 2.5}, "2.5"),
        ({"max_retries": "3"}, "'3'"),
        ({"max_retries": True}, "True"),
        ({"max_retries": -1}, "-1"),
        ({"quorum": 0}, "0"),
        ({"quorum": 3}, "3"),
        ({"tokens": -5}, "-5"),
        ({"seconds": 0}, "0"),
        ({"reask": None}, "None"),
        ({"checks": "quotes"}, "str"),
        ({"checks": [Confidence(), Confidence()]}, "confidence"),
        ({"checks": [object()]}, "object"),
        ({"policy": {"*": "stop"}}, "dict"),
    ],
)
def test_a_wrong_setting_is_named_with_what_was_seen(settings: dict[str, Any], named: str) -> None:
    """Language, counts, budgets, checks and policy are judged before any model is asked."""
    model = ScriptedModel([GOOD])
    with pytest.raises(UsageError, match=named):
        Guard([model, model], **settings)
    assert model.requests == []


@pytest.mark.parametrize(
    "made",
    [
        lambda: Confidence("0.7"),  # type: ignore[arg-type]
        lambda: Confidence(float("nan")),
        lambda: Critic(system=" "),
        lambda: SourceFetch(hosts=("https://who.int/x y",)),
        lambda: SourceContent(judge=5),  # type: ignore[arg-type]
    ],
)
def test_a_wrong_setting_of_a_check_is_refused_where_it_is_written(made: Any) -> None:
    """No check waits for a run to say that it cannot work."""
    with pytest.raises(UsageError):
        made()


@pytest.mark.parametrize("question", ["", "  \n", None, 5, b"Pets?"])
def test_a_question_is_a_text(question: Any) -> None:
    """A blank one and anything else are a caller's mistake, in each way to ask."""
    guard = Guard(ScriptedModel([GOOD]))
    ways: list[Any] = [guard.run, guard.stream, lambda asked, given: guard.run_many([asked], given)]
    for way in ways:
        with pytest.raises(UsageError, match="question"):
            way(question, DOCUMENTS)
    with pytest.raises(UsageError, match="question"):
        asyncio.run(guard.arun(question, DOCUMENTS))
