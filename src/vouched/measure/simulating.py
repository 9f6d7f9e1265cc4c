"""Decides recorded runs again under other policies: the drafts come from the record, and no model is asked."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Literal

from vouched.documents import Document, Evidence
from vouched.errors import UsageError, VouchedError
from vouched.guard import Guard
from vouched.measure.cases import LANGUAGES, Apart, lines_of
from vouched.policy import Policy
from vouched.ports import AnyCheck, Fault, Generate, Reply
from vouched.record import Record
from vouched.run.checking import check_name, is_decidable
from vouched.scorecard import ALL, Measured, Rate, Scorecard, settings_of, version_now
from vouched.text.clip import clip, clip_value

__all__ = ["Came", "RecordedRun", "Simulated", "as_earned", "read_runs", "simulated", "simulation"]

_KNOWN = frozenset("id question documents drafts labels".split())
_QUESTION = "(not recorded)"
End = Literal["released", "filtered", "fallback", "held", "refused", "not_recorded"]


class RecordedRun(Record, frozen=True, kw_only=True):
    """What a model answered, draft by draft, to one question of some documents.

    `labels` say of each draft whether it is `good` or `bad`; None where nobody knows.
    """

    id: str
    documents: tuple[Document, ...]
    drafts: tuple[Any, ...]
    question: str = _QUESTION
    labels: tuple[Literal["good", "bad"] | None, ...] = ()

    def label(self, number: int) -> str | None:
        """Return the label of a draft, counted from 1."""
        return self.labels[number - 1] if number <= len(self.labels) else None


class Came(Record, frozen=True, kw_only=True):
    """What came of one run under one policy.

    `calls` are the drafts that were asked for. `end` is how it ended: `not_recorded` where the policy would have asked
    for a draft that the record does not have. `value` is what was handed on, `label` that of the draft it is from.
    """

    run: str
    calls: int
    end: End
    value: Any = None
    changed: bool = False
    label: str | None = None
    good_seen: bool = False
    actions: tuple[str, ...] = ()


class Simulated(Record, frozen=True, kw_only=True):
    """What came of all runs under one policy, counted.

    `changed` are those that were handed on in another form than the first draft has, a fallback among them.
    `wrong_delivered` are bad drafts that were handed on, `good_blocked` runs with a good draft of which nothing was.
    """

    policy: str
    runs: int
    calls: int
    delivered: int
    changed: int
    fallback: int
    held: int
    refused: int
    not_recorded: int
    wrong_delivered: int
    good_blocked: int
    came: tuple[Came, ...] = ()


def read_runs(path: str | Path) -> Iterator[RecordedRun | Apart]:
    """Yield the runs of a .jsonl or .jsonl.xz file, and what is none.

    A line is an object with `id`, `documents`, `drafts` (texts, or what JSON parses to) and perhaps `question` and
    `labels` (good, bad or null, one for each draft).
    """
    seen: set[str] = set()
    for where, row in lines_of(path):
        run = row if isinstance(row, Apart) else _run_of(row, where)
        if isinstance(run, RecordedRun) and run.id in seen:
            run = Apart(where, "duplicate_id", f"expected an id that no other run has, saw {clip(run.id, 80)!r}")
        if isinstance(run, RecordedRun):
            seen.add(run.id)
        yield run


def _run_of(row: Mapping[str, Any], where: str) -> RecordedRun | Apart:
    drafts, labels = row.get("drafts"), row.get("labels", [])
    for key, fits, what in (
        ("id", isinstance(row.get("id"), str) and row["id"], "a text that is not empty"),
        ("question", isinstance(row.get("question", ""), str), "a text"),
        ("drafts", isinstance(drafts, list) and drafts, "a list of drafts that is not empty"),
    ):
        if not fits:
            return Apart(where, "no_case", f"{key}: expected {what}, saw {clip_value(row.get(key), 60)}")
    if strange := next((key for key in row if key not in _KNOWN), None):
        return Apart(where, "no_case", f"expected one of {', '.join(sorted(_KNOWN))}, saw {clip(strange, 60)!r}")
    if (
        not isinstance(labels, list)
        or len(labels) > len(row["drafts"])
        or {*map(str, labels)} - {"good", "bad", "None"}
    ):
        return Apart(
            where, "wrong_label", f"labels: expected good, bad or null of a draft, saw {clip_value(labels, 60)}"
        )
    try:
        given = [Document(**each) if isinstance(each, dict) else each for each in row.get("documents", [])]
        documents = Evidence.of(given).documents
    except (VouchedError, TypeError) as error:
        return Apart(where, "no_case", f"documents: {clip(str(error), 160)}")
    return RecordedRun(
        id=row["id"],
        documents=documents,
        drafts=tuple(row["drafts"]),
        question=row.get("question") or _QUESTION,
        labels=tuple(labels),
    )


def simulation(
    runs: Iterable[RecordedRun],
    policies: Sequence[tuple[str, Policy]],
    checks: Sequence[AnyCheck],
    *,
    max_retries: int = 3,
    fallback: str | None = None,
) -> Iterator[Simulated]:
    """Yield what comes of runs under each policy, in their order.

    The loop is the guard's own; where its budget asks for more drafts than were recorded, that run is `not_recorded`.
    """
    recorded = list(runs)
    for name, policy in policies:
        came = [simulated(run, policy, checks, max_retries=max_retries, fallback=fallback) for run in recorded]
        ends = Counter(each.end for each in came)
        delivered = [each for each in came if each.end in ("released", "filtered", "fallback")]
        yield Simulated(
            policy=name,
            runs=len(came),
            calls=sum(each.calls for each in came),
            delivered=len(delivered),
            changed=sum(each.changed for each in delivered),
            fallback=ends["fallback"],
            held=ends["held"],
            refused=ends["refused"],
            not_recorded=ends["not_recorded"],
            wrong_delivered=sum(each.label == "bad" for each in delivered),
            good_blocked=sum(each.good_seen and each.end in ("fallback", "held", "refused") for each in came),
            came=tuple(came),
        )


def simulated(
    run: RecordedRun,
    policy: Policy,
    checks: Sequence[AnyCheck],
    *,
    max_retries: int = 3,
    fallback: str | None = None,
) -> Came:
    """Return what comes of one run under a policy."""
    model = _Recording(run.drafts)
    guard = Guard(model, checks=checks, policy=policy, max_retries=max_retries, fallback=fallback)
    outcome = guard.run(run.question, run.documents)
    actions = tuple(attempt.decision.action for attempt in outcome.attempts)
    if model.wanted > len(run.drafts):
        return Came(run=run.id, calls=model.wanted, end="not_recorded", actions=actions[: len(run.drafts)])
    is_draft = outcome.status in ("released", "filtered")
    first = _plain(run.drafts[0])
    return Came(
        run=run.id,
        calls=model.wanted,
        end=outcome.status,
        value=outcome.value,
        changed=outcome.value is not None and _plain(outcome.value) != first,
        label=run.label(model.wanted) if is_draft else None,
        good_seen=any(run.label(number) == "good" for number in range(1, model.wanted + 1)),
        actions=actions,
    )


class _Recording:
    """A model that answers with what was recorded, and then with a fault."""

    def __init__(self, drafts: Sequence[Any]) -> None:
        self._drafts = drafts
        self.wanted = 0

    def generate(self, _request: Generate, /) -> Reply | Fault:
        """Return the next draft."""
        self.wanted += 1
        if self.wanted > len(self._drafts):
            return Fault(code="error", message="the record has no more drafts")
        draft = self._drafts[self.wanted - 1]
        return Reply(text=draft if isinstance(draft, str) else json.dumps(draft, ensure_ascii=False))


def _plain(value: Any) -> Any:
    """Return a draft as it parses, so that JSON is compared by what it says."""
    if not isinstance(value, str):
        return value
    try:
        return json.loads(value)
    except (ValueError, RecursionError):
        return value


def as_earned(policy: Policy, checks: Sequence[AnyCheck]) -> Policy:
    """Return a policy under which every check that estimates has earned what it names: for simulation only.

    Raises UsageError where none of the checks estimates.
    """
    estimates = [check for check in checks if not is_decidable(check)]
    if not estimates:
        raise UsageError("--as-earned: expected a check that estimates, saw none")
    nothing = Rate(0, 1, 0.0, 1.0)
    cards = tuple(
        Scorecard(
            check=check_name(check),
            version=version_now(),
            settings=settings_of(check),
            measured=tuple(
                Measured(language=language, false_alarms=nothing, misses=nothing)
                for language in (ALL, *LANGUAGES, "ko")
            ),
        )
        for check in estimates
    )
    every = dict.fromkeys(("filter", "reask", "fallback", "hold", "stop"), 1.0)
    return policy.but(scorecards=cards, limits=every, misses={})
