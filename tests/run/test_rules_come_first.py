"""Promises about rules before a model: they see documents alone, find all there is, and what goes wrong is a miss."""

from __future__ import annotations

import asyncio
import json
import threading
from typing import Any

import pytest

from vouched import Guard
from vouched.errors import UsageError
from vouched.ports import Generate, Message
from vouched.run.rules import Found, FunctionRule, PatternRule, Rules
from vouched.run.tally import Tally
from vouched.testing import AsyncScriptedModel, ScriptedModel

TEXT = "Signed 2024-03-01 by Acme Corp. It ends on 2026-12-31 and costs 500 EUR."
DATE = PatternRule(kind="date", pattern=r"\b\d{4}-\d{2}-\d{2}\b")
MONEY = PatternRule(kind="amount", pattern=r"(?P<amount>\d+) (?P<currency>EUR|USD)(?P<note> gross)?")
MODEL_SAYS = {"extractions": [{"date": "2024-03-01"}]}


def found(rules: Rules, *texts: str) -> list[dict[str, Any]] | None:
    """Return what rules answer of texts."""
    reply = rules.answer(texts)
    return None if reply is None else json.loads(reply.text)["extractions"]


def test_every_match_of_every_rule_is_found_in_order() -> None:
    """All matches of all rules are found, in the document's order, with their classes and named groups."""
    answered = found(Rules([MONEY, DATE]), TEXT)

    assert answered is not None
    assert [(each["extraction_class"], each["extraction_text"]) for each in answered] == [
        ("date", "2024-03-01"),
        ("date", "2026-12-31"),
        ("amount", "500"),
    ]
    assert answered[2]["attributes"] == {"currency": "EUR"}


def test_a_guard_takes_rules_for_a_model() -> None:
    """What rules find is judged like any answer; it costs no call and no token."""
    model = ScriptedModel([MODEL_SAYS])
    outcome = Guard(Rules([DATE], model=model)).run("When?", {"contract": TEXT})

    assert outcome.status == "released"
    assert [claim.text for claim in outcome.claims] == ["2024-03-01", "2026-12-31"]
    assert (outcome.usage.calls, len(model.requests)) == (0, 0)


def test_rules_see_documents_and_no_prompt() -> None:
    """What stands in the question or around the documents is not found, and the model is asked."""
    model = ScriptedModel([{"extractions": [{"party": "Acme Corp"}]}])
    rules = Rules([DATE], model=model)
    outcome = Guard(rules).run("Was it 2020-01-01?", {"contract": "Signed by Acme Corp."})

    assert outcome.value == {"extractions": [{"party": "Acme Corp"}]}
    assert rules.counts == {"answered": 0, "missed": 1, "unsure": 0, "failed": 0, "asked_model": 1}


def test_a_class_that_is_not_found_asks_the_model() -> None:
    """With `need="every"` each class of the rules has to be found; with "any" one is enough."""
    no_money = "Signed 2024-03-01."

    assert found(Rules([DATE, MONEY]), no_money) is None
    assert found(Rules([DATE, MONEY], need="any"), no_money) is not None


def test_a_rule_that_is_not_sure_enough_asks_the_model() -> None:
    """One thing found below `least` sends the documents to the model."""
    rules = Rules([DATE.but(confidence=0.5)], least=0.8)

    assert found(rules, TEXT) is None
    assert rules.counts["unsure"] == 1
    assert found(Rules([DATE.but(confidence=0.5)], least=0.5), TEXT) is not None


def test_a_refused_answer_of_rules_goes_to_the_model() -> None:
    """When the checks refuse what rules answered, the next attempt is the model's."""
    liar = FunctionRule(kind="date", function=lambda _: "2099-01-01")
    model = ScriptedModel([MODEL_SAYS])
    outcome = Guard(Rules([liar], model=model)).run("When?", {"contract": TEXT})

    assert outcome.value == MODEL_SAYS
    assert [attempt.usage.calls for attempt in outcome.attempts] == [0, 1]


def boom(_: Any) -> Any:
    """Fail."""
    raise KeyError("boom")


@pytest.mark.parametrize(
    "function",
    [
        boom,
        lambda _: 5,
        lambda _: b"2024-03-01",
        lambda _: [None],
        lambda _: {"a": 1},
        lambda _: " ",
        lambda _: [Found(kind="date", text=5)],  # type: ignore[arg-type]
        lambda _: [Found(kind="date", text="2024-03-01", confidence=float("nan"))],
    ],
)
def test_a_rule_that_fails_is_a_counted_miss(function: Any) -> None:
    """A rule that raises, or finds what is no text, has missed, and the other rules and documents go on."""
    rules = Rules([FunctionRule(kind="date", function=function), DATE])

    assert found(rules, TEXT) is not None
    assert rules.counts["failed"] == 1
    assert found(Rules([FunctionRule(kind="date", function=function)]), TEXT) is None


@pytest.mark.parametrize("function", [lambda _: None, lambda _: [], lambda _: ()])
def test_a_rule_that_finds_nothing_has_missed(function: Any) -> None:
    """None and empty lists are misses, and no failure."""
    rules = Rules([FunctionRule(kind="date", function=function)])

    assert found(rules, TEXT) is None
    assert (rules.counts["missed"], rules.counts["failed"]) == (1, 0)


@pytest.mark.parametrize("shape", [boom, lambda _: None, lambda _: 5, lambda _: object()])
def test_an_answer_that_cannot_be_shaped_is_a_miss(shape: Any) -> None:
    """A function that shapes the answer and fails sends the documents to the model."""
    model = ScriptedModel([MODEL_SAYS])
    rules = Rules([DATE], model=model, answer=shape)

    assert Guard(rules).run("When?", {"contract": TEXT}).value == MODEL_SAYS
    assert rules.counts["failed"] == 1


def test_an_answer_may_have_another_shape() -> None:
    """`answer` shapes what a guard reads: claims with citations, or what fits a model of the caller's."""

    def claims(hits: Any) -> Any:
        cited = [
            {"text": f"A date: {hit.text}.", "citations": [{"document": "contract", "quote": hit.text}]} for hit in hits
        ]
        return {"claims": cited}

    outcome = Guard(Rules([DATE], answer=claims)).run("When?", {"contract": TEXT})

    assert outcome.status == "released"
    assert outcome.value["claims"][0]["text"] == "A date: 2024-03-01."


def test_a_model_that_awaits_is_awaited() -> None:
    """Rules before an async model are as async as it is."""
    rules = Rules([DATE], model=AsyncScriptedModel([{"extractions": [{"party": "Acme Corp"}]}]))

    assert asyncio.run(Guard(rules).arun("Who?", {"contract": "Acme Corp signs."})).status == "released"


def test_without_a_model_a_miss_is_a_fault() -> None:
    """Rules alone are a model that fails where they miss, and the run is refused."""
    outcome = Guard(Rules([DATE]), max_retries=0).run("When?", {"contract": "Acme Corp signs."})

    assert (outcome.status, outcome.findings[0].code) == ("refused", "bad_reply")


def test_matches_are_bounded() -> None:
    """A pattern that matches everywhere finds a bounded number of texts."""
    answered = found(Rules([PatternRule(kind="x", pattern="x|")]), "x" * 20_000)

    assert answered is not None
    assert len(answered) <= 10_000


@pytest.mark.parametrize(
    "make",
    [
        lambda: PatternRule(kind="date", pattern="("),
        lambda: PatternRule(kind="", pattern="x"),
        lambda: PatternRule(kind="date", pattern=5),  # type: ignore[arg-type]
        lambda: PatternRule(kind="date", pattern="x", confidence=95),
        lambda: FunctionRule(kind="date", function="x"),  # type: ignore[arg-type]
        lambda: Rules([]),
        lambda: Rules(["x"]),  # type: ignore[list-item]
        lambda: Rules([DATE], least=2),
        lambda: Rules([DATE], need="some"),  # type: ignore[arg-type]
        lambda: Rules([DATE], model=5),
    ],
)
def test_what_cannot_work_raises_when_it_is_made(make: Any) -> None:
    """A rule or a setting that cannot mean anything is a UsageError at once."""
    with pytest.raises(UsageError):
        make()


def test_a_tally_counts_what_threads_add() -> None:
    """Threads that count up without a lock lose no count, and reading changes none."""
    tally = Tally()

    def work() -> None:
        for _ in range(2000):
            tally.add()

    threads = [threading.Thread(target=work) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert (tally.value, tally.value, tally.value) == (16_000, 16_000, 16_000)


def test_only_the_first_attempt_is_answered_by_rules() -> None:
    """A request of a later attempt goes to the model."""
    model = ScriptedModel([MODEL_SAYS])
    message = Message("user", f'<document id="a">\n{TEXT}\n</document>')
    rules = Rules([DATE], model=model)

    assert "2026-12-31" in rules.generate(Generate(model="m", messages=(message,))).text
    assert "2026-12-31" not in rules.generate(Generate(model="m", messages=(message,), attempt=2)).text
