"""The model behind validators: vouched's model for langcore with the validators as checks."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from importlib import import_module
from typing import Any

from vouched.adapters.extraction_answers import Scored
from vouched.adapters.langextract import LangCoreModel
from vouched.outcomes import Outcome
from vouched.policy import on_fail_policy

from .judging import GuardrailValidator, OnFailAction

__all__ = ["GuardrailLanguageModel"]

# Its slots by vouched's names; the prompt is no slot: what is told is put into it.
_SLOTS = {"{error_message}": "{hints}", "{invalid_output}": "{draft}", "{original_prompt}": ""}


class GuardrailLanguageModel(LangCoreModel):
    """LangCoreModel for any JSON: what is released comes out as the value that was judged, not as extractions."""

    def __init__(
        self,
        model_id: str,
        *,
        inner: Any,
        validators: Sequence[GuardrailValidator],
        max_retries: int = 3,
        correction_template: str | None = None,
        max_correction_prompt_length: int | None = None,
        max_correction_output_length: int | None = None,
        include_output_in_correction: bool = True,
        **settings: Any,
    ) -> None:
        for number, validator in enumerate(validators):
            validator.name = f"{type(validator).__name__}-{number}"
        actions = {each.name: OnFailAction(getattr(each, "on_fail", "reask")).value for each in validators}
        for slot, own in _SLOTS.items():
            correction_template = correction_template and correction_template.replace(slot, own)
        super().__init__(
            model_id,
            inner=inner,
            checks=list(validators),
            policy=on_fail_policy(actions),
            max_retries=max_retries,
            reask="draft" if include_output_in_correction else "codes",
            reask_template=correction_template,
            max_prompt_length=max_correction_prompt_length,
            max_output_length=max_correction_output_length,
            **settings,
        )
        self._guard.plan = self._guard.plan._replace(kind="json")

    @classmethod
    def get_model_patterns(cls) -> tuple[str, ...]:
        """Return the pattern of model ids that the router sends here."""
        return (r"^guardrails",)

    def infer(self, batch_prompts: Sequence[str], **options: Any) -> Iterator[list[Scored]]:
        """Yield one answer for each prompt, in order."""
        answers = list(super().infer(batch_prompts, **options))
        yield from [[_told(*each)] for each in zip(answers, self.last_outcomes, strict=True)]

    async def async_infer(self, batch_prompts: Sequence[str], **options: Any) -> list[list[Scored]]:
        """Return what `infer` yields."""
        answers = await super().async_infer(batch_prompts, **options)
        return [[_told(*each)] for each in zip(answers, self.last_outcomes, strict=True)]


def _told(answer: list[Scored], outcome: Outcome) -> Scored:
    released = json.dumps(outcome.value, ensure_ascii=False) if answer[0].score else ""
    return answer[0].but(output=released)


def _register_with_router() -> None:
    """Put the class where langcore's router finds it, as the package does when it is imported."""
    import_module("langcore.providers").registry.register(r"^guardrails", priority=5)(GuardrailLanguageModel)


_register_with_router()
