"""Asks a langextract or langcore model for many prompts in one call, and keeps one prompt's fault from the others."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias

from vouched.ports import Fault, Reply, Usage
from vouched.run.transport import fault_of
from vouched.run.waiting import awaited_on_thread
from vouched.text.clip import clip_value

__all__ = ["aask_all", "ask_all"]

Replies: TypeAlias = list[Reply | Fault]
# So many prompts in a row may fail alone before the rest of a batch is taken to fail as they did.
_GIVE_UP = 3
_SENT = ("prompt_tokens", "input_tokens")
_RECEIVED = ("completion_tokens", "output_tokens")


def ask_all(model: Any, prompts: Sequence[str], options: Mapping[str, Any], *, most: int | None = None) -> Replies:
    """Return a reply or fault for each prompt, in order, from `model.infer`; at most `most` prompts a call.

    When a call fails, the prompts that got no answer are asked alone, so that only those that fail have a fault; not
    where the fault is one that the loop retries. What comes late, or beside one answer a prompt, is left.
    """
    replies: Replies = []
    for part in _parts(prompts, most):
        came, fault = _inferred(model, part, options)
        replies += came
        alone = _Alone(fault, len(part))
        for prompt in part[len(came) :]:
            replies.append(alone.heard(*_inferred(model, [prompt], options)) if alone.asks else alone.fault)
    return replies


async def aask_all(
    model: Any, prompts: Sequence[str], options: Mapping[str, Any], *, most: int | None = None
) -> Replies:
    """Return what `ask_all` returns, from `model.async_infer`, or without one from `model.infer` on a thread."""
    replies: Replies = []
    for part in _parts(prompts, most):
        came, fault = await _ainferred(model, part, options)
        replies += came
        alone = _Alone(fault, len(part))
        for prompt in part[len(came) :]:
            replies.append(alone.heard(*await _ainferred(model, [prompt], options)) if alone.asks else alone.fault)
    return replies


class _Alone:
    """Whether the prompts that a failed call left are still asked alone."""

    def __init__(self, fault: Fault, asked: int) -> None:
        self.fault, self._failed = fault, 0
        self.asks = asked > 1 and not fault.retryable

    def heard(self, came: Replies, fault: Fault) -> Reply | Fault:
        """Return what came of one prompt."""
        if came and isinstance(came[0], Reply):
            self._failed = 0
            return came[0]
        self._failed += 1
        self.fault = fault
        self.asks = self._failed < _GIVE_UP
        return came[0] if came else fault


def _parts(prompts: Sequence[str], most: int | None) -> list[list[str]]:
    size = most or max(1, len(prompts))
    return [list(prompts[start : start + size]) for start in range(0, len(prompts), size)]


def _inferred(model: Any, prompts: list[str], options: Mapping[str, Any]) -> tuple[Replies, Fault]:
    """Return the replies of one call, as many as came, and the fault that the prompts without one have."""
    replies: Replies = []
    try:
        for outputs in model.infer(batch_prompts=prompts, **options):
            replies.append(_reply(outputs))
            if len(replies) == len(prompts):
                break
    except Exception as error:  # noqa: BLE001  a foreign fault is a value
        return replies, _counted(fault_of(error))
    return replies, _missing(len(replies), len(prompts))


async def _ainferred(model: Any, prompts: list[str], options: Mapping[str, Any]) -> tuple[Replies, Fault]:
    ask: Callable[..., Any] | None = getattr(model, "async_infer", None)
    if ask is None:
        replies, fault = await awaited_on_thread(lambda: _inferred(model, prompts, options))
        return replies, fault
    try:
        came = await ask(batch_prompts=prompts, **options)
        answers = [_reply(outputs) for outputs in came][: len(prompts)]
    except Exception as error:  # noqa: BLE001  as in `_inferred`
        return [], _counted(fault_of(error))
    return answers, _missing(len(answers), len(prompts))


def _missing(seen: int, wanted: int) -> Fault:
    return _counted(Fault(code="bad_reply", message=f"the model answered {seen} of {wanted} prompts"))


def _counted(fault: Fault) -> Fault:
    return fault.but(usage=Usage(calls=1))


def _reply(outputs: Any) -> Reply | Fault:
    """Return the best of a prompt's answers: the first of the highest score, where a missing score is 0."""
    best, highest = None, float("-inf")
    for output in outputs if isinstance(outputs, (list, tuple)) else list(outputs or ()):
        score = getattr(output, "score", None)
        score = float(score) if isinstance(score, (int, float)) else 0.0
        if best is None or score > highest:
            best, highest = output, score
    text = getattr(best, "output", None)
    if not isinstance(text, str):
        return _counted(Fault(code="bad_reply", message=f"expected an answer with a text, saw {clip_value(text)}"))
    return Reply(text=text, usage=_usage(getattr(best, "usage", None)))


def _usage(told: Any) -> Usage:
    if not isinstance(told, Mapping):
        return Usage(calls=1)
    return Usage(_count(told, _SENT), _count(told, _RECEIVED), 1)


def _count(told: Mapping[Any, Any], names: Sequence[str]) -> int:
    value = next((told[name] for name in names if name in told), 0)
    return value if isinstance(value, int) and not isinstance(value, bool) and value > 0 else 0
