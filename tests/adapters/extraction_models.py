"""A model in the form of langextract's and langcore's, which answers from a script and needs neither of them."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

TEXT = "This Agreement is entered into by Acme Corp (Seller) and Beta LLC (Buyer), effective January 15, 2025."
EXAMPLE = 'Q: Alpha Inc leases.\nA: ```json\n{"extractions": [{"party": "Alpha Inc"}]}\n```\n'


class Output(NamedTuple):
    """One candidate, as their models return it."""

    score: float | None = None
    output: str | None = None
    usage: dict[str, int] | None = None


class ScriptedProvider:
    """Answers each prompt by a function of it: an answer, a list of candidates, or an exception to raise."""

    model_id = "scripted"

    def __init__(
        self, answer: Callable[[str], Any], *, fenced: bool = True, usage: dict[str, int] | None = None
    ) -> None:
        self._answer, self._usage = answer, usage
        self.schema: Any = None
        self.requires_fence_output = fenced
        self.calls: list[list[str]] = []
        self.options: list[dict[str, Any]] = []

    def infer(self, batch_prompts: Sequence[str], **options: Any) -> Iterator[Sequence[Any]]:
        """Yield what the script says of each prompt."""
        self.calls.append(list(batch_prompts))
        self.options.append(options)
        for prompt in batch_prompts:
            said = self._answer(prompt)
            if isinstance(said, BaseException):
                raise said
            yield said if isinstance(said, list) else [Output(1.0, said, self._usage)]

    def set_fence_output(self, fence_output: bool | None) -> None:
        """Take a wish for fences."""
        self.requires_fence_output = fence_output is not False

    def apply_schema(self, schema_instance: Any) -> None:
        """Take a schema."""
        self.schema = schema_instance


class AsyncScriptedProvider(ScriptedProvider):
    """The same with `async_infer`; its `infer` must not be asked."""

    async def async_infer(self, batch_prompts: Sequence[str], **options: Any) -> list[Sequence[Any]]:
        """Return what the script says of each prompt."""
        return list(super().infer(batch_prompts, **options))

    def infer(self, batch_prompts: Sequence[str], **options: Any) -> Iterator[Sequence[Any]]:
        """Refuse: who awaits is not to block."""
        raise AssertionError(f"infer was asked for {len(batch_prompts)} prompts, {options}")


def prompt_of(document: str) -> str:
    """Return the prompt that langextract makes of a document."""
    return f"Extract parties.\n\nExamples\n{EXAMPLE}\nQ: {document}\nA: "


def answer_of(*extractions: dict[str, Any]) -> str:
    """Return a model's answer with these extractions, in a fence."""
    return f"```json\n{json.dumps({'extractions': list(extractions)}, ensure_ascii=False)}\n```"


def held(output: Any) -> Any:
    """Return the extractions of an answer in a fence."""
    return json.loads(output.output.removeprefix("```json\n").removesuffix("\n```"))["extractions"]
