"""Refuses settings of a guard that cannot mean anything, before any model is asked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from vouched.checks import Critic, SourceContent
from vouched.errors import UsageError
from vouched.policy import Policy
from vouched.ports import AnyCheck, RunStore
from vouched.run.checking import check_name, is_decidable
from vouched.run.journal import json_carries
from vouched.run.models import accepts
from vouched.run.reasking import STYLES

__all__ = ["keeping", "measured", "refuse_misuse", "refuse_parts", "refuse_settings", "with_judge"]


def keeping(store: RunStore | None, fallback: Any) -> RunStore | None:
    """Return the store; raises UsageError where it could not keep what would be released."""
    if store is not None and not callable(fallback) and not json_carries(fallback):
        raise UsageError(f"fallback: expected a value that JSON carries, for the store, saw {fallback!r:.60}")
    return store


def measured(policy: Policy, checks: Sequence[AnyCheck]) -> Policy:
    """Return the policy with what each of the checks that estimate has earned. Raises ScorecardError for a bad file."""
    return policy.measured({check_name(check): check for check in checks if not is_decidable(check)})


def with_judge(models: Mapping[str, Any], judge: Any, checks: Sequence[AnyCheck]) -> Mapping[str, Any]:
    """Return all models by name; raises UsageError where a check asks a judge that is not there."""
    models = models if judge is None else {**models, "judge": judge}
    for check in checks:
        wanted = check.judge if isinstance(check, (Critic, SourceContent)) else None
        if wanted is not None and wanted not in models:
            asking = f"the check {check_name(check)} asks {wanted!r:.60}"
            raise UsageError(f"judge: expected a model, because {asking}, saw none")
    return models


def refuse_parts(*, output: Any, system: Any, judge: Any, fetch: Any) -> None:
    """Raise UsageError for an output model, a system text, a judge or a fetcher that is none; None is not given."""
    if output is not None:
        accepts(output, "output")
    if system is not None and (not isinstance(system, str) or not system.strip()):
        raise UsageError(f"system: expected a text that says something, saw {system!r:.60}")
    for name, part, method in (("judge", judge, "generate"), ("fetch", fetch, "fetch")):
        if part is not None and not callable(getattr(part, method, part)):
            raise UsageError(f"{name}: expected a callable, or an object with `{method}`, saw {type(part).__name__}")


def refuse_settings(models: list[Any], bounds: Any, *, quorum: Any, reask: Any, merge: Any) -> None:
    """Raise UsageError for models that are none, and for bounds, quorum, merge and style out of their range.

    `bounds` is what has `max_retries`, `tokens` and `seconds`: a profile.
    """
    max_retries, tokens, seconds = bounds.max_retries, bounds.tokens, bounds.seconds
    if not models or not all(callable(getattr(model, "generate", model)) for model in models):
        raise UsageError("model: expected a model, a callable, or a list of them that is not empty")
    for name, number, least in (("max_retries", max_retries, 0), ("quorum", quorum, 1)):
        if not isinstance(number, int) or isinstance(number, bool) or number < least:
            raise UsageError(f"{name}: expected a whole number from {least}, saw {number!r:.40}")
    if quorum > len(models):
        raise UsageError(f"quorum: expected at most the {len(models)} models, saw {quorum}")
    for name, bound in (("tokens", tokens), ("seconds", seconds)):
        if bound is not None and (
            isinstance(bound, bool) or not isinstance(bound, (int, float)) or not 0 < bound < 1e9
        ):
            raise UsageError(f"{name}: expected a number above 0 and below 1e9, or None, saw {bound!r:.40}")
    if tokens is not None and not isinstance(tokens, int):
        raise UsageError(f"tokens: expected a whole number, saw {tokens!r:.40}")
    is_number = isinstance(merge, int) and not isinstance(merge, bool)
    if not (callable(merge) or merge in ("concatenate", "best") or (is_number and 1 <= merge <= len(models))):
        known = f"concatenate, best, a callable, or a number from 1 to the {len(models)} models"
        raise UsageError(f"merge: expected {known}, saw {merge!r:.40}")
    if reask not in STYLES:
        raise UsageError(f"reask: expected one of {', '.join(STYLES)}, saw {reask!r:.40}")


def refuse_misuse(checks: Sequence[AnyCheck], policy: Policy) -> None:
    """Raise UsageError for what is no policy or no check, two of one name, and a required one that is not run."""
    if not isinstance(policy, Policy):
        raise UsageError(f"policy: expected a Policy, saw {type(policy).__name__}")
    names = [check_name(check) for check in checks]
    for name in names:
        if names.count(name) > 1:
            raise UsageError(f"checks: expected distinct names, saw {name!r} twice")
    for name in policy.require:
        if name not in names:
            raise UsageError(f"policy.require: expected one of {', '.join(names)}, saw {name!r:.60}")
