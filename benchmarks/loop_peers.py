"""One pass of other packages over the same answer in their own terms, three checks each, with an instant model.

A peer that is not installed, or whose call fails, is left out and named. None of them opens a connection.
"""

# ruff: noqa: ARG001, ARG002  the peers say what their models and validators are called with
from __future__ import annotations

import asyncio
import json
import os
from collections.abc import Callable
from importlib.metadata import PackageNotFoundError, version
from typing import Any

from loop_case import DOCUMENTS, GATED, QUESTION, RAW, FiveFields, conditions

__all__ = ["Calls", "peers"]

# The ways of one peer by name: sync, async, fan-out, async fan-out.
Calls = dict[str, Callable[[], object]]
_BRANCHES = 3


def peers() -> dict[str, Calls | str]:
    """Return each peer's calls by its name and version, or why it cannot be timed."""
    makers = {
        "hallguard": hallguard,
        "langcore-guardrails": langcore,
        "instructor": instructor,
        "pydantic-ai-slim": pydantic_ai,
        "guardrails-ai": guardrails_ai,
    }
    found: dict[str, Calls | str] = {}
    for name, make in makers.items():
        try:
            label = f"{name} {version(name)}"
        except PackageNotFoundError:
            found[name] = "not installed here (make bench-peers)"
            continue
        try:
            found[label] = make()
        except Exception as error:  # noqa: BLE001  a peer that does not run is told and not timed
            found[label] = f"does not run: {type(error).__name__}: {error}"[:300]
    return found


def _require(holds: object) -> None:
    if not holds:
        raise ValueError("the peer did not accept the answer")


def hallguard() -> Calls:
    """Return hallguard's calls: confidence gate, source gate and a critic that says PASS; claims with URLs."""
    from hallucination_guard.domain.general import GeneralDomain
    from hallucination_guard.graph import Graph
    from hallucination_guard.schemas import CriticVerdict

    class Model:
        def generate(self, *, system: str, user: str, schema: Any) -> Any:
            return schema.model_validate_json(GATED)

    class Judge:
        def judge(self, *, system: str, content: str) -> Any:
            return CriticVerdict(verdict="PASS")

    class AsyncModel:
        async def agenerate(self, *, system: str, user: str, schema: Any) -> Any:
            return schema.model_validate_json(GATED)

    class AsyncJudge:
        async def ajudge(self, *, system: str, content: str) -> Any:
            return CriticVerdict(verdict="PASS")

    one, many = Graph(GeneralDomain(), Model(), Judge()), Graph(GeneralDomain(), [Model()] * _BRANCHES, Judge())
    later = Graph(GeneralDomain(), AsyncModel(), AsyncJudge())
    many_later = Graph(GeneralDomain(), [AsyncModel()] * _BRANCHES, AsyncJudge())
    loop = asyncio.new_event_loop()
    _require(one.run(QUESTION).is_success and loop.run_until_complete(later.arun(QUESTION)).is_success)
    return {
        "sync": lambda: one.run(QUESTION),
        "async": lambda: loop.run_until_complete(later.arun(QUESTION)),
        "fan-out": lambda: many.run(QUESTION),
        "async fan-out": lambda: loop.run_until_complete(many_later.arun(QUESTION)),
    }


def langcore() -> Calls:
    """Return langcore-guardrails' calls: its validators of schema, JSON schema and confidence."""
    from langcore.core.base_model import BaseLanguageModel
    from langcore.core.types import ScoredOutput
    from langcore_guardrails import (
        ConfidenceThresholdValidator,
        GuardrailLanguageModel,
        JsonSchemaValidator,
        SchemaValidator,
    )

    raw = json.dumps({**json.loads(RAW), "confidence": 0.95})

    asked: list[str] = []

    class Model(BaseLanguageModel):  # type: ignore[misc]
        def infer(self, batch_prompts: Any, **settings: Any) -> Any:
            for prompt in batch_prompts:
                if len(asked) < 2:
                    asked.append(prompt)
                yield [ScoredOutput(score=1.0, output=raw)]

        async def async_infer(self, batch_prompts: Any, **settings: Any) -> Any:
            return [[ScoredOutput(score=1.0, output=raw)] for _ in batch_prompts]

    validators = [
        JsonSchemaValidator(FiveFields.model_json_schema(), strict=False),
        SchemaValidator(FiveFields),
        ConfidenceThresholdValidator(min_confidence=0.7, score_key="confidence"),
    ]
    guarded = GuardrailLanguageModel("guardrails/instant", inner=Model(), validators=validators)
    prompt = "\n".join([QUESTION, *DOCUMENTS.values()])
    # It hands on an answer that fails, too; one call says that this one passed.
    _require(next(iter(guarded.infer([prompt])))[0].output == raw and asked == [prompt])
    return _both(lambda: list(guarded.infer([prompt])), lambda: guarded.async_infer([prompt]))


def instructor() -> Calls:
    """Return instructor's calls: the answer's model with the three conditions as validators."""
    import instructor as package
    from openai.types.chat import ChatCompletion

    checked = _checked_model()
    message = {"role": "assistant", "content": RAW}
    choice = {"index": 0, "finish_reason": "stop", "message": message}
    told = {"id": "1", "object": "chat.completion", "created": 1, "model": "instant", "choices": [choice]}
    completion = ChatCompletion.model_validate(told)

    def create(**settings: Any) -> Any:
        return completion

    async def acreate(**settings: Any) -> Any:
        return completion

    ask = package.patch(create=create, mode=package.Mode.JSON)
    ask_later = package.patch(create=acreate, mode=package.Mode.JSON)
    messages = [{"role": "user", "content": "\n".join([QUESTION, *DOCUMENTS.values()])}]
    settings: dict[str, Any] = {"model": "instant", "response_model": checked, "max_retries": 3}
    _require(ask(messages=list(messages), **settings).id == "a-17")
    return _both(
        lambda: ask(messages=list(messages), **settings), lambda: ask_later(messages=list(messages), **settings)
    )


def pydantic_ai() -> Calls:
    """Return pydantic-ai's calls: the answer's model with the three conditions as validators."""
    from pydantic_ai import Agent, PromptedOutput
    from pydantic_ai.messages import ModelResponse, TextPart
    from pydantic_ai.models.function import FunctionModel

    async def answer(messages: Any, info: Any) -> Any:
        return ModelResponse(parts=[TextPart(RAW)])

    agent = Agent(FunctionModel(answer), output_type=PromptedOutput(_checked_model()))
    prompt = "\n".join([QUESTION, *DOCUMENTS.values()])
    _require(agent.run_sync(prompt).output.id == "a-17")
    return _both(lambda: agent.run_sync(prompt), lambda: agent.run(prompt))


def guardrails_ai() -> Calls:
    """Return guardrails-ai's calls: the answer's model and three validators of the text, its telemetry off."""
    os.environ["OTEL_SDK_DISABLED"] = os.environ["LITELLM_LOCAL_MODEL_COST_MAP"] = "true"
    from guardrails import Guard as PeerGuard
    from guardrails import settings
    from guardrails.validators import PassResult, Validator, register_validator

    settings.disable_tracing = True
    listed = []
    for number in range(3):

        def validate(self: Any, value: Any, metadata: Any) -> Any:
            return PassResult()

        made = type(f"Says{number}", (Validator,), {"validate": validate})
        listed.append(register_validator(f"bench/says_{number}", data_type="all")(made)())
    guarded = PeerGuard.for_pydantic(FiveFields)
    guarded.configure(allow_metrics_collection=False)
    for place, validator in zip(("$.id", "$.type", "$.claims"), listed, strict=True):
        guarded.use(validator, on=place)

    def model(*, messages: Any, **told: Any) -> str:
        return RAW

    messages = [{"role": "user", "content": "\n".join([QUESTION, *DOCUMENTS.values()])}]
    _require(guarded(model, messages=messages).validation_passed)
    return {"sync": lambda: guarded(model, messages=messages)}


def _checked_model() -> Any:
    """Return the answer's model with the three conditions, each as a validator of the whole."""
    from pydantic import model_validator

    def held(condition: Any) -> Any:
        def hold(self: Any) -> Any:
            if not condition(self, DOCUMENTS):
                raise ValueError("a condition is not met")
            return self

        return hold

    validators = {
        f"holds_{number}": model_validator(mode="after")(held(condition)) for number, condition in enumerate(conditions)
    }
    return type("Checked", (FiveFields,), validators)


def _both(call: Callable[[], object], later: Callable[[], Any]) -> Calls:
    loop = asyncio.new_event_loop()

    def awaited() -> object:
        return loop.run_until_complete(later())

    return {"sync": call, "async": awaited}
