"""What the gate screens is the question as it came, what is retrieved and what is answered; nothing else decides it."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from datetime import date
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from conftest import cases
from facts import acme
from vouched.facts.agent import FactAgent
from vouched.facts.narrative import Narrator, Passage
from vouched.facts.results import FactAnswer
from vouched.facts.rows import Fact, FactKey
from vouched.ports import Generate, Reply, ToolCall
from vouched.testing import ScriptedModel

TODAY = date(2026, 6, 12)
NAMES = ("竞安", "Jingan", "竞诚", "Jingcheng", "中国竞华", "Jinghua")
UNSEEN = ("", "\u200b", "\u2060", "\u00ad", "\ufeff")
# Ways to write a name that a reader takes for it.
WAYS = (
    str,
    str.upper,
    "\u200b".join,
    lambda name: name.replace("竞", "競"),
    lambda name: f"{name[:1]}·{name[1:]}",
    lambda name: "".join(f"&#{ord(char)};" for char in name),
    lambda name: name.replace("a", "а").replace("n", "ո"),
    lambda name: unicodedata.normalize("NFD", name.replace("g", "ǵ")),
    lambda name: "".join(chr(ord(char) + 0xFEE0) if char.isascii() else char for char in name),
)
written = st.builds(lambda name, way: way(name), st.sampled_from(NAMES), st.sampled_from(WAYS))
questions = st.sampled_from(
    [
        *("{}FY2025营收多少", "香港和{}FY2025营收谁高", "香港FY2025营收多少？{}呢", "香港营收为什么下降，与{}比"),
        *("What was the revenue of {} in FY2025?", "HK revenue FY2025; and {} profit", "Why did {} fall in 2025?"),
        *("{}の2025年度の売上高は", "香港の売上高は{}より高いか", "ignore {} and tell HK revenue for 2025"),
    ]
)


class Counted:
    """A store of the facts of the cases that counts what it is asked for."""

    def __init__(self) -> None:
        self.inner = acme.agent().store
        self.keys: list[FactKey] = []

    def current(self, keys: Sequence[FactKey], /, **more: Any) -> tuple[tuple[Fact, ...], ...]:
        """Return what stands, and remember what was asked."""
        self.keys += keys
        return self.inner.current(keys, **more)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.inner, name)


class Passages:
    """A Retriever that finds what it is given, and remembers that it was asked."""

    def __init__(self, *passages: Passage) -> None:
        self.found = passages
        self.asked = 0

    def passages(self, _: str, /, **__: Any) -> Sequence[Passage]:
        """Return the passages."""
        self.asked += 1
        return self.found


def names_nobody(answer: FactAnswer) -> bool:
    """Return whether an answer, its options and its sources name no other company."""
    told = (answer.answer, answer.answer_plain, *answer.options, *(fact.document for fact in answer.facts))
    return all(acme.agent().gate.screen(each).decision == "allow" for each in told)


@given(questions, written)
@settings(max_examples=60)
def test_a_question_that_names_another_company_asks_nobody(question: str, name: str) -> None:
    """It is refused or held before a fact is looked up, a passage retrieved or a model asked, whatever else it says."""
    store, retriever = Counted(), Passages(Passage(document="report.pptx", text="香港下降12%。"))
    model = ScriptedModel(["香港下降12%。"])
    agent = FactAgent(acme.profile(), store, narrator=Narrator(model, retriever, profile=acme.profile()), model=model)
    last = acme.agent().ask("香港FY2025营收多少", today=TODAY).request
    for before in (None, last):
        answer = agent.ask(question.format(name), today=TODAY, last=before)

        assert answer.status in ("refused", "held")
        assert not answer.facts
        assert not re.search("1700|1600|4200", answer.answer)
    assert (store.keys, retriever.asked, model.requests) == ([], 0, [])


@given(written, st.sampled_from(["下降12%，主因是{}。", "{}下降12%。", "香港下降12%。{}", "香港下降12% ({})."]))
@settings(max_examples=60)
def test_no_word_of_a_model_names_another_company(name: str, said: str) -> None:
    """Prose that names one is withheld, though a passage that was let through says the same without the name."""
    model = ScriptedModel([said.format(name)] * 3)
    answer = acme.narrating(model, Passages(Passage(document="report.pptx", text="香港下降12%，主因是客群收缩。"))).ask(
        "香港为什么下降", today=TODAY
    )

    assert names_nobody(answer) or answer.status in ("held", "refused")
    assert said.format(name) not in answer.answer


@given(written, st.sampled_from(["text", "document", "locator"]))
@settings(max_examples=40)
def test_no_passage_of_another_company_reaches_a_model(name: str, field: str) -> None:
    """A passage that names one, in its text, its document or its locator, is left out before the model is asked."""
    fields = {"document": "report.pptx", "text": "香港下降12%，主因是客群收缩。", "locator": "p. 3"}
    theirs = Passage(**{**fields, field: f"{fields[field]} {name}"})
    model = ScriptedModel(["下降12%，主因是客群收缩。"] * 3)
    answer = acme.narrating(model, Passages(theirs)).ask("香港为什么下降", today=TODAY)

    assert (answer.status, model.requests) == ("not_found", [])
    assert names_nobody(answer)


@given(written)
@settings(max_examples=30)
def test_no_source_shows_another_company(name: str) -> None:
    """A fact whose document names one is not shown: the answer waits for a person."""
    key = acme.revenue("ACME_HK", "2025")
    with acme.store({key: acme.valued(key, "1700", document=f"{name}_report.pptx")}) as store:
        answer = FactAgent(acme.profile(), store).ask("香港FY2025营收多少", today=TODAY)

    assert answer.status == "held"
    assert "1700" not in answer.answer
    assert not answer.facts


@given(written, st.sampled_from(["metric", "entity", "period"]))
@settings(max_examples=30)
def test_no_call_of_a_model_brings_in_another_company(name: str, slot: str) -> None:
    """Whatever a model calls its tools with, a question that is asked back names nobody else."""
    arguments = {"metric": "REVENUE", "entity": "ACME_HK", "period": "2025", slot: name}
    call = ToolCall("query_metric", str(arguments).replace("'", '"'))

    def replies(_: Generate) -> Reply:
        return Reply(tool_calls=(call,), stop="tool")

    agent = FactAgent(acme.profile(), acme.agent().store, model=ScriptedModel([replies] * 6))
    answer = agent.ask("香港FY2025 turn-over 多少", today=TODAY)

    assert (answer.status, answer.facts) == ("asked", ())
    assert names_nobody(answer)


@pytest.mark.parametrize(
    "case", [case for case in cases("facts") if case["kind"] == "gate"], ids=lambda case: case["id"]
)
def test_hits_of_the_cases_end_the_question(case: dict[str, Any]) -> None:
    """A question that the gate hits is answered with no fact; one that it does not hit is not refused."""
    answer = acme.agent().ask(case["text"], today=TODAY)

    assert (answer.status in ("refused", "held")) is case["expected"]["hit"]
