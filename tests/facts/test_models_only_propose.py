"""A model with tools may return anything: what it looks up is offered where it fits, and is never the answer."""

from __future__ import annotations

import json
from datetime import date
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from conftest import cases
from facts import acme
from vouched.errors import StoreError
from vouched.facts.agent import FactAgent
from vouched.facts.profile import Sensitivity, facts_profile
from vouched.facts.tools import FactTools, tool_schemas
from vouched.ports import Fault, Generate, Reply, ToolCall
from vouched.testing import ScriptedModel

TODAY = date(2026, 6, 12)
GOLDEN = acme.CASES / "facts_tools.json"
OPEN = "香港FY2025 turn-over 多少"
TOOLS = FactTools(acme.profile(), acme.agent().store)
RIGHT = {"metric": "REVENUE", "entity": "ACME_HK", "period": "2025"}


def calls(*arguments: Any, name: str = "query_metric") -> Reply:
    """Return a reply that calls a tool, once for each of the arguments."""
    texts = [each if isinstance(each, str) else json.dumps(each) for each in arguments]
    return Reply(tool_calls=tuple(ToolCall(name, text) for text in texts), stop="tool")


def consulted(*replies: Any, question: str = OPEN) -> tuple[Any, ScriptedModel]:
    """Return the answer to a question that is not understood, and the model that was consulted."""
    model = ScriptedModel([*replies, "done"])
    return FactAgent(acme.profile(), acme.agent().store, model=model).ask(question, today=TODAY), model


def test_what_fits_the_question_is_offered() -> None:
    """A call that agrees with every slot that was said becomes the first option of the question that is asked back."""
    answer, model = consulted(calls(RIGHT))

    assert (answer.status, answer.facts) == ("asked", ())
    assert answer.options[0] == "ACME 香港 2025年度 营收"
    assert [tool.name for tool in model.requests[0].tools] == ["query_metric", "list_metrics", "describe_metric"]
    assert "1700" not in answer.answer


@pytest.mark.parametrize(
    "wrong", [{"entity": "ACME_CN"}, {"period": "2023"}, {"period": "2024Q3"}, {"entity": "集团"}], ids=str
)
def test_a_call_against_a_word_of_the_question_is_not_offered(wrong: dict[str, str]) -> None:
    """Another entity or period than the question names is counted as mismatched (T02 to T05, T17)."""
    answer, _ = consulted(calls({**RIGHT, **wrong}))

    assert answer.trace["mismatched"] == 1
    assert "ACME 香港 2025年度 营收" not in answer.options


def test_rounds_and_calls_are_bounded() -> None:
    """A model that never stops is asked five times at most, and 100 calls at once are 20 lookups (T08, T16)."""
    endless = [calls({**RIGHT, "period": str(1990 + year)}) for year in range(30)]
    answer, model = consulted(*endless)
    assert len(model.requests) == 5
    answer, model = consulted(calls(*[{**RIGHT, "period": str(1900 + year)} for year in range(100)]))

    assert answer.trace["calls"] == 20
    assert len(model.requests) == 1


def test_the_same_call_is_made_once() -> None:
    """Duplicate calls are one, and a round without a new call is the last (T07)."""
    answer, model = consulted(calls(RIGHT, RIGHT), calls(RIGHT))

    assert (answer.trace["calls"], len(model.requests)) == (1, 2)


@pytest.mark.parametrize(
    ("arguments", "param"),
    [
        ("{not json", "arguments"),
        ("[1,2]", "arguments"),
        ('{"metric": "REVENUE", "metric": "PROFIT"}', "arguments"),
        ("1" * 30_000, "arguments"),
        ("[" * 10_000, "arguments"),
        ("{}", "metric"),
        ('{"metric": NaN}', "metric"),
        ('{"metric": "\\ud800"}', "metric"),
        ({**RIGHT, "metric": "REVENUE" + " " * 250 + "(cost of)"}, "metric"),
        ({**RIGHT, "entity": "--"}, "entity"),
        ({**RIGHT, "entity": None}, "entity"),
        ({**RIGHT, "metric": 5}, "metric"),
        ({**RIGHT, "metric": "REVENUE (cost of)"}, "metric"),
        ({**RIGHT, "metric": "营收（竞安）"}, "metric"),
        ({**RIGHT, "entity": "集团-香港"}, "entity"),
        ({**RIGHT, "entity": "ACME: Hong Kong Ltd"}, "entity"),
        ({**RIGHT, "period": "someday"}, "period"),
        ({**RIGHT, "period": "2024 and 2025"}, "period"),
        ({**RIGHT, "period": "Q3 2025 restated"}, "period"),
        ({**RIGHT, "channel": "online"}, "channel"),
        ({**RIGHT, "limit": 5}, "limit"),
    ],
    ids=lambda each: str(each)[:40],
)
def test_arguments_that_mean_nothing_are_results(arguments: Any, param: str) -> None:
    """Malformed, missing and unknown arguments are told with the nearest values that are allowed (T09 to T15)."""
    text = arguments if isinstance(arguments, str) else json.dumps(arguments)
    result = TOOLS.answer(ToolCall("query_metric", text), today=TODAY)

    assert (result.status, result.param) == ("unrecognized_param", param)
    assert result.allowed
    assert result.raw is None or len(result.raw) <= 80
    assert "None" not in (result.raw or "")


@pytest.mark.parametrize(
    ("changed", "value"),
    [
        ({}, "1700"),
        ({"entity": "ACME-HK"}, "1700"),
        ({"entity": "香港"}, "1700"),
        ({"metric": "営業収益"}, "1700"),
        ({"period": "Q3 2025"}, "380"),
        ({"period": "last year"}, "1700"),
        ({"period": "2025年"}, "1700"),
        ({"channel": "代理"}, "1200"),
        ({"channel": " agency "}, "1200"),
    ],
    ids=str,
)
def test_names_are_taken_in_any_writing(changed: dict[str, str], value: str) -> None:
    """Codes, synonyms and natural periods find the fact that they name (T13, T14)."""
    result = TOOLS.query_metric({**RIGHT, **changed}, today=TODAY)

    assert result.status == "found"
    assert [fact["value"].removesuffix(".0") for fact in result.told()["facts"]] == [value]


def test_what_is_not_stored_is_not_found() -> None:
    """A fact that there is none of is not_found, which is not zero and not another one."""
    result = TOOLS.query_metric({**RIGHT, "period": "2030"}, today=TODAY)

    assert (result.status, result.facts) == ("not_found", ())


def test_what_is_not_stored_is_not_offered() -> None:
    """A model that looks up a period that fits and that there is no fact of has proposed nothing."""
    answer, _ = consulted(calls({**RIGHT, "period": "2030"}), question="香港FY2030 turn-over 多少")
    alone = acme.agent().ask("香港FY2030 turn-over 多少", today=TODAY)

    assert (answer.trace["calls"], answer.trace["mismatched"]) == (1, 0)
    assert answer.options == alone.options


def test_what_is_kept_back_is_told_to_no_model() -> None:
    """A fact of a document that the profile keeps back is not found, by a tool call as by a question."""
    key = acme.revenue("ACME_HK", "2025")
    profile = acme.profile().but(sensitivity=Sensitivity(documents=("board_*",)))
    with acme.store({key: acme.valued(key, "1700", document="Board_pack.xlsx")}) as store:
        result = FactTools(profile, store).query_metric(RIGHT, today=TODAY)
        model = ScriptedModel([calls(RIGHT), "done"])
        answer = FactAgent(profile, store, model=model).ask(OPEN, today=TODAY)

    assert (result.status, result.facts) == ("not_found", ())
    assert "1700" not in str(model.requests)
    assert "ACME 香港 2025年度 营收" not in answer.options


def test_a_name_of_two_things_is_none() -> None:
    """A writing that two codes share is unrecognized, with both; each code as it stands still names itself."""
    profile = acme.profile()
    hk = profile.entities["ACME_HK"]
    twins = profile.but(entities={**profile.entities, "ACMEHK": hk.but(label="", synonyms=())})
    tools = FactTools(twins, acme.agent().store)

    shared = tools.query_metric({**RIGHT, "entity": "ACME-HK"}, today=TODAY)
    assert (shared.status, set(shared.allowed)) == ("unrecognized_param", {"ACME_HK", "ACMEHK"})
    assert tools.query_metric(RIGHT, today=TODAY).status == "found"


def test_a_store_that_fails_is_a_result() -> None:
    """What a store raises ends no consultation: the model is told that nothing was looked up."""

    class Down:
        def current(self, *_: Any, **__: Any) -> Any:
            raise StoreError("no connection")

    result = FactTools(acme.profile(), Down()).answer(  # type: ignore[arg-type]
        ToolCall("query_metric", json.dumps(RIGHT)), today=TODAY
    )

    assert (result.status, result.param, result.facts) == ("unrecognized_param", "store", ())


def test_a_long_exchange_is_told_whole_or_not_at_all() -> None:
    """What a model is told stays JSON and bounded, however long the question and the results are."""
    question = OPEN + " x" * 5_000
    _, model = consulted(
        *[calls({**RIGHT, "metric": "x" * 5_000, "period": str(n)}) for n in range(4)], question=question
    )

    for request in model.requests:
        content = request.messages[1].content
        assert len(content) < 12_000
        assert json.loads(content)["question"] == question[:2_000]


def test_an_unknown_tool_is_a_result() -> None:
    """A tool that does not exist is told with those that do (T11)."""
    result = TOOLS.answer(ToolCall("delete_all", "{}"), today=TODAY)

    assert (result.status, result.param, result.raw) == ("unrecognized_param", "tool", "delete_all")
    assert "query_metric" in result.allowed


def test_metrics_are_listed_and_described() -> None:
    """What there is can be asked for, with definitions, units and grains."""
    listed = TOOLS.answer(ToolCall("list_metrics", ""), today=TODAY).told()["content"]
    described = TOOLS.answer(ToolCall("describe_metric", '{"metric": "ROE"}'), today=TODAY).told()["content"]

    assert list(listed["metrics"]) == ["REVENUE", "PROFIT", "ROE", "NEWSALES"]
    assert (described["unit"], described["measure"]) == ("PCT", "ratio")
    assert "ACME_HK" in described["entities"]


@pytest.mark.parametrize("style", ["openai", "anthropic"])
def test_schemas_hold_the_codes_of_the_profile(style: Any) -> None:
    """The definitions that a provider is sent have the profile's codes as enums, and allow nothing else."""
    query = tool_schemas(acme.profile(), style=style)[0]
    schema = query["function"]["parameters"] if style == "openai" else query["input_schema"]

    assert schema["properties"]["metric"]["enum"] == ["REVENUE", "PROFIT", "ROE", "NEWSALES"]
    assert schema["properties"]["entity"]["enum"] == ["ACME_GROUP", "ACME_HK", "ACME_CN"]
    assert (schema["required"], schema["additionalProperties"]) == (["metric", "entity", "period"], False)


@pytest.mark.parametrize("style", ["openai", "anthropic"])
def test_schemas_of_the_example_are_as_kept(style: Any) -> None:
    """What a provider is sent for the example company is, key for key, what the kept file holds."""
    profile = facts_profile(GOLDEN.parents[1] / "examples" / "facts" / "halden.toml")
    kept = json.loads(GOLDEN.read_text("utf-8"))

    assert json.loads(json.dumps(tool_schemas(profile, style=style))) == kept[style]


JSON = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), st.floats(), st.text(max_size=12)), st.lists, max_leaves=4
)
NAMES = st.sampled_from(["query_metric", "list_metrics", "describe_metric", "other"])
ANYTHING = st.one_of(
    st.text(max_size=60),
    st.builds(
        lambda name, text: Reply(tool_calls=(ToolCall(name, text),), stop="tool"),
        st.text(max_size=20),
        st.text(max_size=60),
    ),
    st.builds(
        calls,
        st.dictionaries(st.sampled_from(["metric", "entity", "period", "x"]), st.text(max_size=10)),
    ),
    st.just(Fault(code="server", message="500")),
    st.just(RuntimeError("broken")),
    st.just(None),
    st.just(Reply(text="营收为 98,765 百万美元。")),
)


@given(st.one_of(st.text(max_size=80), st.dictionaries(st.text(max_size=8), JSON, max_size=4).map(json.dumps)), NAMES)
def test_whatever_a_tool_is_called_with_is_a_result(arguments: str, name: str) -> None:
    """Any arguments of any tool come to a result that JSON holds."""
    result = TOOLS.answer(ToolCall(name, arguments), today=TODAY)

    assert result.status in ("found", "not_found", "unrecognized_param")
    assert json.dumps(result.told())


@given(st.lists(ANYTHING, min_size=1, max_size=6), st.sampled_from([OPEN, "香港FY2025营收多少", "香港FY2030营收多少"]))
def test_whatever_a_model_returns_no_number_of_it_is_shown(replies: list[Any], question: str) -> None:
    """The answer is the same as without a model, but for what is offered to ask."""
    answer, _ = consulted(*replies, question=question)
    alone = acme.agent().ask(question, today=TODAY)

    assert (answer.status, answer.answer, answer.facts) == (alone.status, alone.answer, alone.facts)


@pytest.mark.parametrize(
    "case", [case for case in cases("facts") if case["kind"] == "tool_loop"], ids=lambda case: case["id"]
)
def test_a_question_that_is_understood_is_answered_from_the_store(case: dict[str, Any]) -> None:
    """Whatever a model would have called, an understood question is looked up as it was asked, without a call."""
    evil = ScriptedModel(["香港 FY2025 营收为 98,765 百万美元。"])
    answer = FactAgent(acme.profile(), acme.agent().store, model=evil).ask(case["question"], today=TODAY)

    assert evil.requests == []
    assert answer.status == ("not_found" if "2030" in case["question"] else "answered")
    assert "98,765" not in answer.answer


def test_tools_change_no_key_of_a_request_without_them() -> None:
    """A request without tools is remembered under the name that it had before there were tools."""
    from vouched.run.journal import key_of

    assert (
        key_of(Generate(model="m", messages=())) == "26fe142d2743dc694cb256be29029ef4a82eedcd15d3bc5db5787125f04cb7f0"
    )
