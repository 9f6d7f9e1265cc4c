"""Puts vouched's loop around a model of langextract or langcore, as a model of theirs; needs neither library."""

from __future__ import annotations

import json
import logging
import re
import sys
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from importlib import import_module
from typing import Any, ClassVar

from vouched.adapters.extraction_answers import Scored, scored
from vouched.adapters.extraction_calls import aask_all, ask_all
from vouched.adapters.extraction_prompts import document_in, worded
from vouched.documents import Document, Evidence, Span
from vouched.errors import NotReleased, UsageError
from vouched.guard import Guard
from vouched.outcomes import Outcome
from vouched.policy import Policy
from vouched.ports import Generate
from vouched.run.batches import Flows, arun_batched, run_batched
from vouched.run.reasking import Bounds
from vouched.run.rules import Rules
from vouched.text.clip import clip

__all__ = ["EXTRACTION_POLICY", "LangCoreModel", "LangExtractModel"]

# An extraction that does not stand costs no call and is left out; a chunk that holds nothing is no failure.
EXTRACTION_POLICY = Policy(
    authority={"*": "reask", "quotes/*": "filter", "citations/*": "filter", "read/empty": "audit"}
)
_NAMED = re.compile(r"vouched[:/](?P<inner>.+)", re.DOTALL)
_KEPT = 10_000
_NAME = "model-1"
_OF_A_GUARD = frozenset(
    "checks output language max_retries tokens seconds reask reask_template fallback fetch judge audit".split()
)
# What their factories hand to every provider; with an inner model that is there already it has nothing to do.
_OF_THE_FACTORY = frozenset("api_key base_url format_type max_workers model_url temperature".split())
_log = logging.getLogger("vouched.langextract")


class LangExtractModel:
    """A model for `langextract.extract(model=…)` behind vouched's loop: `inner` is any model of theirs.

    Each prompt is a run of its own with the `checks`, `policy` and other `settings` of a Guard; its evidence is the
    document that `find` sees in the prompt. All prompts that need an answer are asked in one call of `inner` a round,
    at most `max_concurrency` of them. What is not released comes out as an answer without extractions; with
    `on_refused="raise"` it raises NotReleased. `rules` are asked before the model, on the document alone. Without
    `inner`, "vouched:NAME" stands for the model that their own router makes of NAME and the other settings.
    `last_outcomes` are those of the last call, `outcomes` the latest of all. Raises UsageError for what cannot work.
    """

    library: ClassVar[str] = "langextract"
    pattern_priority: ClassVar[int] = 30

    def __init__(
        self,
        model_id: str = "vouched",
        *,
        inner: Any = None,
        policy: Policy = EXTRACTION_POLICY,
        rules: Rules | None = None,
        find: Callable[[str], Span | None] = document_in,
        max_concurrency: int | None = None,
        max_prompt_length: int | None = None,
        max_output_length: int | None = None,
        on_refused: str = "empty",
        **settings: Any,
    ) -> None:
        own, theirs = _sorted_settings(settings)
        _refuse_misuse(max_concurrency, max_prompt_length, max_output_length, on_refused)
        if inner is None:
            inner = self._resolved(model_id, theirs)
        elif unknown := sorted(set(theirs) - _OF_THE_FACTORY):
            raise UsageError(f"{type(self).__name__}: expected settings that it has, saw {', '.join(unknown)}")
        if not callable(getattr(inner, "infer", None)):
            raise UsageError(f"inner: expected a model with infer, saw {type(inner).__name__}")
        if any("yaml" in str(each).lower() for each in (theirs.get("format_type"), getattr(inner, "format_type", ""))):
            raise UsageError("inner: expected a model that answers in JSON, saw format_type YAML")
        self.model_id, self.inner = model_id, inner
        self.last_outcomes: tuple[Outcome, ...] = ()
        self.outcomes: deque[Outcome] = deque(maxlen=_KEPT)
        self._find, self._most, self._raises = find, max_concurrency, on_refused == "raise"
        self._rules = rules
        self._guard = Guard(_unasked, policy=policy, **own)
        self._guard.plan = self._guard.plan._replace(
            kind="extractions",
            schema=None,
            ask=worded(self._place, max_prompt_length),
            bounds=Bounds(max_prompt_length, max_output_length),
        )
        # Their factories ask the class, which knows no inner model yet; the instance does.
        self.__dict__["get_schema_class"] = getattr(inner, "get_schema_class", lambda: None)
        _become_theirs(type(self), self.library)

    @classmethod
    def get_model_patterns(cls) -> tuple[str, ...]:
        """Return the patterns of model ids that their router sends here."""
        return (r"^vouched(?:[:/]|$)",)

    @classmethod
    def get_schema_class(cls) -> type[Any] | None:
        """Return None: which schema is supported depends on the inner model; an instance says."""
        return None

    def _resolved(self, model_id: str, settings: Mapping[str, Any]) -> Any:
        named = _NAMED.fullmatch(model_id)
        if named is None:
            raise UsageError(f"model_id: expected vouched:NAME of a model of theirs, or inner=, saw {clip(model_id)!r}")
        factory = import_module(f"{self.library}.factory")
        return factory.create_model(factory.ModelConfig(model_id=named["inner"], provider_kwargs=dict(settings)))

    @property
    def schema(self) -> Any:
        """The inner model's schema."""
        return getattr(self.inner, "schema", None)

    def apply_schema(self, schema_instance: Any) -> None:
        """Hand a schema on to the inner model; none changes nothing there."""
        if schema_instance is not None:
            self.inner.apply_schema(schema_instance)

    def apply_output_schema(self, output_schema: Any) -> None:
        """Hand a user's schema on to the inner model."""
        self.inner.apply_output_schema(output_schema)

    @property
    def requires_fence_output(self) -> bool:
        """Whether answers stand in a fence: what the inner model needs."""
        return bool(getattr(self.inner, "requires_fence_output", True))

    def set_fence_output(self, fence_output: bool | None) -> None:  # noqa: FBT001  the signature is theirs
        """Hand a wish for fences on to the inner model."""
        self.inner.set_fence_output(fence_output)

    def merge_kwargs(self, runtime_kwargs: Mapping[str, Any] | None = None) -> dict[str, Any]:
        """Return the inner model's settings with those of a call."""
        merge = getattr(self.inner, "merge_kwargs", None)
        return dict(merge(runtime_kwargs) if callable(merge) else runtime_kwargs or {})

    def parse_output(self, output: str) -> Any:
        """Return the JSON that an answer without a fence is. Raises ValueError for other texts."""
        return json.loads(output)

    def infer(self, batch_prompts: Sequence[str], **options: Any) -> Iterator[list[Scored]]:
        """Yield one answer for each prompt, in order; `options` go to the inner model."""
        tried: set[str] = set()

        def ask(requests: tuple[Generate, ...]) -> list[Any]:
            found, missed = self._by_rules(requests, tried)
            return _merged(found, ask_all(self.inner, missed, options, most=self._most))

        yield from self._told(run_batched(self._flows(batch_prompts), ask, model=_NAME))

    async def async_infer(self, batch_prompts: Sequence[str], **options: Any) -> list[list[Scored]]:
        """Return what `infer` yields, awaiting the inner model's `async_infer`, or its `infer` on a thread."""
        tried: set[str] = set()

        async def ask(requests: tuple[Generate, ...]) -> list[Any]:
            found, missed = self._by_rules(requests, tried)
            return _merged(found, await aask_all(self.inner, missed, options, most=self._most))

        return self._told(await arun_batched(self._flows(batch_prompts), ask, model=_NAME))

    def infer_batch(self, prompts: Sequence[str], batch_size: int = 32) -> list[list[Scored]]:  # noqa: ARG002
        """Return all that `infer` yields; `batch_size` changes nothing, as with theirs."""
        return list(self.infer(prompts))

    def _flows(self, prompts: Sequence[str]) -> Flows:
        return [(self._guard.flow(self._evidence(prompt)), self._guard.answers()) for prompt in prompts]

    def _evidence(self, prompt: str) -> Evidence:
        text = self._document(prompt)
        return Evidence(() if text is None else (Document(id="document", text=text),), question=prompt)

    def _document(self, prompt: str) -> str | None:
        """Return the document of a prompt; None, so that nothing is released, where none is found."""
        span = self._place(prompt)
        return None if span is None else span.of(prompt)

    def _place(self, prompt: str) -> Span | None:
        """Return where a prompt's document stands; None where it has none, and where `find` fails."""
        try:
            span = self._find(prompt)
            return None if span is None or not 0 <= span.start <= span.end <= len(prompt) else span
        except Exception as error:  # noqa: BLE001  foreign code: its fault is a document that is not found
            _log.warning("find failed: %s", clip(f"{type(error).__name__}: {error}"))
            return None

    def _by_rules(self, requests: Sequence[Generate], tried: set[str]) -> tuple[list[Any], list[str]]:
        """Return what rules answer, None where they do not, and the prompts that are left for the model.

        A prompt that rules have missed, or whose answer was refused, is not tried again.
        """
        prompts = [request.messages[-1].content for request in requests]
        found: list[Any] = [None] * len(prompts)
        if self._rules is not None:
            for number, prompt in enumerate(prompts):
                is_new = requests[number].attempt == 1 and prompt not in tried
                document = self._document(prompt) if is_new else None
                found[number] = None if document is None else self._rules.answer([document])
            tried.update(prompts)
        return found, [prompt for prompt, answer in zip(prompts, found, strict=True) if answer is None]

    def _told(self, outcomes: list[Outcome]) -> list[list[Scored]]:
        self.last_outcomes = tuple(outcomes)
        self.outcomes.extend(outcomes)
        refused = [outcome for outcome in outcomes if outcome.status in ("refused", "held")]
        if refused:
            # Messages of findings quote documents and answers, which a log is not for.
            codes = [f"{finding.check}/{finding.code}" for finding in refused[0].findings[:1]]
            first = codes[0] if codes else "nothing vouched for it"
            said = f"{len(refused)} of {len(outcomes)} prompts were answered with nothing that stands; first: {first}"
            if self._raises:
                raise NotReleased(said)
            _log.warning("%s", said)
        return [[scored(outcome, fenced=self.requires_fence_output)] for outcome in outcomes]


class LangCoreModel(LangExtractModel):
    """A model for `langcore.extract(model=…)`; the same as LangExtractModel, but that langcore's router is asked."""

    library: ClassVar[str] = "langcore"


def _unasked(request: Generate) -> Any:
    """Stand in for the guard's model: the batch is asked instead."""
    raise AssertionError(f"expected to be asked as a batch, saw {request.model}")


def _sorted_settings(settings: Mapping[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return the settings of a Guard, and those of the inner model."""
    own = {name: value for name, value in settings.items() if name in _OF_A_GUARD}
    return own, {name: value for name, value in settings.items() if name not in own}


def _refuse_misuse(most: Any, prompt: Any, output: Any, on_refused: Any) -> None:
    named = (("max_concurrency", most), ("max_prompt_length", prompt), ("max_output_length", output))
    for name, number in named:
        if number is not None and (not isinstance(number, int) or isinstance(number, bool) or number < 1):
            raise UsageError(f"{name}: expected a whole number from 1 or None, saw {number!r:.40}")
    if on_refused not in ("empty", "raise"):
        raise UsageError(f"on_refused: expected empty or raise, saw {on_refused!r:.40}")


def _become_theirs(kind: type, library: str) -> None:
    """Let `isinstance` take the class for one of their models, where their library is loaded; it inherits nothing."""
    base = sys.modules.get(f"{library}.core.base_model")
    if base is not None:
        base.BaseLanguageModel.register(kind)


def _merged(found: Sequence[Any], came: Sequence[Any]) -> list[Any]:
    """Return an answer for each request: what rules found, else the model's, in order."""
    left = iter(came)
    return [next(left) if answer is None else answer for answer in found]
