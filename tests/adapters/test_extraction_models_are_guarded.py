"""Promises about the model for langextract and langcore: only what stands comes out, prompt by prompt."""

from __future__ import annotations

import asyncio
import json
import logging
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adapters.extraction_models import (
    TEXT,
    AsyncScriptedProvider,
    Output,
    ScriptedProvider,
    answer_of,
    held,
    prompt_of,
)
from vouched import Policy, Span
from vouched.adapters.langextract import LangCoreModel, LangExtractModel
from vouched.errors import NotReleased, UsageError
from vouched.run.rules import PatternRule, Rules

PARTIES = [
    {"party": "Acme Corp", "party_attributes": {"role": "Seller"}},
    {"party": "Beta LLC", "party_attributes": {}},
]
PERFECT = answer_of(*PARTIES)
INVENTED = {"party": "Globex GmbH"}
KEYS = ["party", "date", "extraction_class", "extraction_text", "text", "confidence", "attributes", "party_attributes"]
SAID: list[Any] = [
    "Acme  Corp",
    "Globex GmbH",
    "BETA LLC",
    "January 15, 2026",
    "January 15, 2025",
    "not Acme Corp",
    2025,
    0.9,
    None,
    "",
    ["Acme Corp"],
    {"role": "Seller"},
]


def answers(model: LangExtractModel, *documents: str) -> list[Any]:
    """Return the extractions that come out for each document."""
    return [held(outputs[0]) for outputs in model.infer([prompt_of(document) for document in documents])]


def test_a_perfect_answer_takes_one_call() -> None:
    """An answer that stands comes out as it was, after one call."""
    inner = ScriptedProvider(lambda _: PERFECT)
    model = LangExtractModel(inner=inner)

    assert answers(model, TEXT) == [PARTIES]
    assert inner.calls == [[prompt_of(TEXT)]]
    assert [outcome.status for outcome in model.last_outcomes] == ["released"]


def test_an_invented_extraction_does_not_come_out() -> None:
    """An extraction that does not stand in the document is left out, at no further call, and the others come out."""
    inner = ScriptedProvider(lambda _: answer_of(*PARTIES, INVENTED))
    model = LangExtractModel(inner=inner)

    assert answers(model, TEXT) == [PARTIES]
    assert len(inner.calls) == 1
    assert [finding.seen for finding in model.last_outcomes[0].findings] == ["Globex GmbH"]


def test_what_stands_only_in_the_examples_does_not_come_out() -> None:
    """The evidence is the document, and neither the examples nor the instructions around it."""
    assert answers(LangExtractModel(inner=ScriptedProvider(lambda _: answer_of({"party": "Alpha Inc"}))), TEXT) == [[]]


@pytest.mark.parametrize(
    "said", ["I am sorry.", "", "{", '{"extractions": [{"party": "Globex GmbH"}', PERFECT + PERFECT]
)
@pytest.mark.parametrize("fenced", [True, False])
def test_what_is_refused_comes_out_empty_and_well_formed(said: str, fenced: bool) -> None:
    """An answer that never stands comes out as one without extractions, with the score 0, fenced as asked."""
    model = LangExtractModel(inner=ScriptedProvider(lambda _: said, fenced=fenced), max_retries=1)
    (only,) = next(iter(model.infer([prompt_of(TEXT)])))

    assert only.output == ('```json\n{"extractions": []}\n```' if fenced else '{"extractions": []}')
    assert (only.score, model.last_outcomes[0].status) == (0.0, "refused")


def test_a_chunk_without_extractions_is_no_failure() -> None:
    """An empty list is an answer, and takes one call."""
    inner = ScriptedProvider(lambda _: answer_of())
    model = LangExtractModel(inner=inner)

    assert answers(model, TEXT) == [[]]
    assert (len(inner.calls), model.last_outcomes[0].status) == (1, "released")


def test_a_retry_is_told_codes_and_ends_with_the_document() -> None:
    """What a retry adds stands before the document, holds nothing that the model wrote, and a better answer counts."""
    inner = ScriptedProvider(lambda prompt: PERFECT if "not accepted" in prompt else "Certainly! Globex")
    model = LangExtractModel(inner=inner)

    assert answers(model, TEXT) == [PARTIES]
    assert inner.calls[1][0].endswith(f"\n\nQ: {TEXT}\nA: ")
    assert "Globex" not in inner.calls[1][0]


def test_a_retry_is_worded_and_bounded_as_the_caller_says() -> None:
    """A template of the caller's words a retry; the earlier answer is left out where it finds no room."""
    inner = ScriptedProvider(lambda _: "Certainly! Globex")
    settings: dict[str, Any] = {"reask": "draft", "reask_template": "Once more ({attempt}):\n{hints}"}
    LangExtractModel(inner=inner, **settings).infer_batch([prompt_of(TEXT)])
    LangExtractModel(inner=inner, max_prompt_length=len(prompt_of(TEXT)) + 140, **settings).infer_batch(
        [prompt_of(TEXT)]
    )
    retries = [call[0] for call in inner.calls if call != [prompt_of(TEXT)]]

    assert ["Globex" in retry for retry in retries] == [True, False]
    assert all("Once more (2):\n- " in retry for retry in retries)
    assert all(retry.endswith(f"\n\nQ: {TEXT}\nA: ") for retry in retries)


def test_an_answer_that_comes_back_ends_the_run() -> None:
    """The same refused answer twice ends a prompt's run, whatever retries are left."""
    inner = ScriptedProvider(lambda _: "Sorry.")
    LangExtractModel(inner=inner, max_retries=9).infer_batch([prompt_of(TEXT)])

    assert len(inner.calls) == 2


def test_prompts_are_asked_together_and_retried_alone() -> None:
    """A round is one call for the prompts that still need an answer, and what comes out keeps their order."""
    bad = {"Chunk 3 names Beta LLC.", "Chunk 7 names Beta LLC."}
    documents = [f"Chunk {number} names Beta LLC." for number in range(10)]

    def answer(prompt: str) -> str:
        document = prompt.rpartition("Q: ")[2].removesuffix("\nA: ")
        return "No." if document in bad and "not accepted" not in prompt else answer_of({"chunk": document[:7]})

    inner = ScriptedProvider(answer, usage={"prompt_tokens": 100, "completion_tokens": 10})
    model = LangExtractModel(inner=inner)
    outputs = [next(iter(one)) for one in model.infer([prompt_of(document) for document in documents])]

    assert [held(one)[0]["chunk"] for one in outputs] == [document[:7] for document in documents]
    assert [len(call) for call in inner.calls] == [10, 2]
    assert [one.usage["total_tokens"] for one in outputs] == [220 if each in bad else 110 for each in documents]


def test_one_prompt_that_fails_takes_no_other_with_it() -> None:
    """A call that raises is made again prompt by prompt; only those that raise alone come out empty."""
    inner = ScriptedProvider(
        lambda prompt: ValueError("boom") if "Beta" in prompt else answer_of({"party": "Acme Corp"})
    )
    model = LangExtractModel(inner=inner, max_retries=0)

    assert [len(each) for each in answers(model, "Acme Corp signs.", "Beta LLC signs.", "Acme Corp leaves.")] == [
        1,
        0,
        1,
    ]
    assert model.last_outcomes[1].findings[0].message == "ValueError: boom"


def test_a_model_that_answers_too_few_prompts_loses_none() -> None:
    """Prompts that a call left without an answer are asked again, so that no chunk is dropped."""

    class Short(ScriptedProvider):
        def infer(self, batch_prompts: Any, **options: Any) -> Any:
            yield from super().infer(batch_prompts[:1], **options)

    model = LangExtractModel(inner=Short(lambda _: PERFECT))

    assert answers(model, TEXT, TEXT, TEXT) == [PARTIES] * 3


def test_a_model_that_always_fails_is_given_up() -> None:
    """When prompt after prompt fails alone, the rest of a batch is not asked one by one."""
    inner = ScriptedProvider(lambda _: ValueError("no key"))
    LangExtractModel(inner=inner, max_retries=0).infer_batch([prompt_of(TEXT)] * 50)

    assert [len(call) for call in inner.calls] == [50, 1, 1, 1]


def test_no_call_has_more_prompts_than_are_allowed() -> None:
    """`max_concurrency` bounds the prompts that are with the model at once, waiting and awaiting."""
    inner = AsyncScriptedProvider(lambda _: PERFECT)
    model = LangExtractModel(inner=inner, max_concurrency=4)
    asyncio.run(model.async_infer([prompt_of(TEXT)] * 10))

    assert [len(call) for call in inner.calls] == [4, 4, 2]


@pytest.mark.parametrize("kind", [ScriptedProvider, AsyncScriptedProvider])
def test_awaiting_gives_the_same(kind: type[ScriptedProvider]) -> None:
    """`async_infer` comes to what `infer` comes to, by the inner model's own `async_infer` or by its `infer`."""

    def answer(prompt: str) -> Any:
        return ValueError("boom") if "Gamma" in prompt else answer_of(*PARTIES, INVENTED)

    prompts = [prompt_of(document) for document in (TEXT, "Gamma", "Acme Corp")]
    waited = list(LangExtractModel(inner=ScriptedProvider(answer), max_retries=1).infer(prompts))
    awaited = asyncio.run(LangExtractModel(inner=kind(answer), max_retries=1).async_infer(prompts))

    assert [one.output for (one,) in awaited] == [one.output for (one,) in waited]


def test_the_best_candidate_is_judged_and_no_other_comes_out() -> None:
    """Of several candidates the one with the highest score is judged, and comes out alone."""
    candidates = [Output(0.2, answer_of(INVENTED)), Output(0.9, PERFECT), Output(None, "x")]
    model = LangExtractModel(inner=ScriptedProvider(lambda _: candidates))

    assert [[held(one) for one in outputs] for outputs in model.infer([prompt_of(TEXT)])] == [[PARTIES]]


def test_options_schema_and_fences_are_the_inner_models() -> None:
    """What langextract sets or asks of the model is set and asked of the inner one."""
    inner = ScriptedProvider(lambda _: PERFECT)
    model = LangExtractModel(inner=inner)
    model.apply_schema("schema")
    model.set_fence_output(False)
    list(model.infer([prompt_of(TEXT)], max_workers=3))

    assert (inner.schema, model.schema, model.requires_fence_output) == ("schema", "schema", False)
    assert inner.options == [{"max_workers": 3}]
    assert model.parse_output('{"a": 1}') == {"a": 1}


def test_a_refusal_can_raise() -> None:
    """With `on_refused="raise"` an answer that never stands raises once all prompts have their outcomes."""
    model = LangExtractModel(inner=ScriptedProvider(lambda _: "No."), on_refused="raise", max_retries=0)
    with pytest.raises(NotReleased, match="2 of 2"):
        model.infer_batch([prompt_of(TEXT)] * 2)

    assert len(model.last_outcomes) == 2


def test_a_refusal_is_logged(caplog: pytest.LogCaptureFixture) -> None:
    """An empty answer that stands for a refusal is a warning in the log, with a code and none of its words."""
    with caplog.at_level(logging.WARNING, logger="vouched.langextract"):
        answers(LangExtractModel(inner=ScriptedProvider(lambda _: answer_of(INVENTED))), TEXT)

    assert "1 of 1 prompts were answered with nothing that stands; first: quotes/quote_not_found" in caplog.text
    assert "Globex" not in caplog.text


def test_the_callers_policy_decides() -> None:
    """Checks, policy and the other settings of a guard are the caller's."""
    inner = ScriptedProvider(lambda _: answer_of(*PARTIES, INVENTED))
    model = LangExtractModel(inner=inner, policy=Policy(authority={"*": "stop"}))

    assert answers(model, TEXT) == [[]]
    assert model.last_outcomes[0].decision.action == "stop"


def test_rules_come_before_the_model() -> None:
    """What rules find in a document is judged like an answer and takes no call; documents they miss go to the model."""
    rules = Rules([PatternRule(kind="date", pattern=r"[A-Z][a-z]+ \d{1,2}, \d{4}")])
    inner = ScriptedProvider(lambda _: answer_of({"date": "tomorrow"}))
    model = LangExtractModel(inner=inner, rules=rules)

    assert answers(model, TEXT, "It ends tomorrow.") == [
        [{"date": "January 15, 2025", "date_attributes": {}}],
        [{"date": "tomorrow", "date_attributes": {}}],
    ]
    assert inner.calls == [[prompt_of("It ends tomorrow.")]]


def test_a_prompt_without_a_document_releases_nothing() -> None:
    """Where no document is found in a prompt there is no evidence, and nothing comes out."""
    outputs = LangExtractModel(inner=ScriptedProvider(lambda _: PERFECT)).infer_batch([f"Extract from: {TEXT}"])

    assert held(outputs[0][0]) == []


def test_a_document_may_be_found_otherwise() -> None:
    """`find` names the document in prompts of another form."""
    model = LangExtractModel(
        inner=ScriptedProvider(lambda _: PERFECT), find=lambda prompt: Span(prompt.index(": ") + 2, len(prompt))
    )

    assert held(model.infer_batch([f"Extract from: {TEXT}"])[0][0]) == PARTIES


@pytest.mark.parametrize("find", [lambda _: 1 // 0, lambda _: Span(5, 10**6), lambda _: "text"])
def test_a_document_that_cannot_be_found_releases_nothing(find: Any) -> None:
    """A `find` that fails, or points outside the prompt, empties its prompt and raises nothing."""
    assert answers(LangExtractModel(inner=ScriptedProvider(lambda _: PERFECT), find=find), TEXT, TEXT) == [[], []]


def test_a_text_comes_out_as_the_document_has_it() -> None:
    """A short text with other spacing stands, and comes out with the document's own characters."""
    model = LangExtractModel(inner=ScriptedProvider(lambda _: answer_of({"party": "Beta  LLC"})))

    assert answers(model, TEXT) == [[{"party": "Beta LLC", "party_attributes": {}}]]


def test_rules_are_asked_once_a_prompt() -> None:
    """A prompt that rules missed goes to the model however often that has to be called."""
    rules = Rules([PatternRule(kind="date", pattern=r"\d{4}-\d{2}-\d{2}")])
    said: list[Any] = [TimeoutError("slow"), PERFECT]
    model = LangExtractModel(inner=ScriptedProvider(lambda _: said.pop(0)), rules=rules)

    assert answers(model, TEXT) == [PARTIES]
    assert rules.counts["missed"] == 1


@given(items=st.lists(st.dictionaries(st.sampled_from(KEYS), st.sampled_from(SAID), max_size=4), max_size=4))
def test_every_text_that_comes_out_is_a_slice_of_its_document(items: list[Any]) -> None:
    """Whatever a model answers, in whatever shape, each text that comes out is the document's, letter for letter."""
    for value in ({"extractions": items}, items, {"extractions": items, "note": SAID[1]}):
        model = LangExtractModel(inner=ScriptedProvider({prompt_of(TEXT): json.dumps(value)}.get), max_retries=0)
        for item in answers(model, TEXT)[0]:
            assert str(next(iter(item.values()))) in TEXT


@pytest.mark.parametrize(
    "settings",
    [
        {},
        {"model_id": "vouched"},
        {"inner": object()},
        {"inner": ScriptedProvider(str), "max_retrys": 3},
        {"inner": ScriptedProvider(str), "system": "Be brief."},
        {"inner": ScriptedProvider(str), "max_retries": -1},
        {"inner": ScriptedProvider(str), "max_concurrency": 0},
        {"inner": ScriptedProvider(str), "max_prompt_length": True},
        {"inner": ScriptedProvider(str), "on_refused": "ignore"},
        {"inner": ScriptedProvider(str), "checks": [5]},
    ],
)
@pytest.mark.parametrize("kind", [LangExtractModel, LangCoreModel])
def test_what_cannot_work_raises_when_it_is_made(kind: type[LangExtractModel], settings: dict[str, Any]) -> None:
    """A setting that cannot mean anything is a UsageError at once."""
    with pytest.raises(UsageError):
        kind(**settings)


def test_answers_in_yaml_are_refused_when_it_is_made() -> None:
    """An inner model that answers in YAML is a UsageError at once, since nothing it wrote could be read."""

    class Yaml(ScriptedProvider):
        format_type = "yaml"

    with pytest.raises(UsageError, match="YAML"):
        LangExtractModel(inner=Yaml(str))
