"""The loop, written once: ask, read, check, decide, and ask again or release. It yields what it needs and never acts.

Drivers (run/drivers.py) answer it. It keeps no clock, opens nothing and calls no model, so that one script of replies
gives one outcome whatever drives it.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping, Sequence
from functools import partial
from typing import Any, Literal, NamedTuple, TypeAlias

from vouched.documents import Evidence
from vouched.drafts import Draft
from vouched.outcomes import Attempt, Decision, Outcome, Reason, Usage
from vouched.policy import Policy, decide
from vouched.ports import AnyCheck, Fault, Fetch, Generate, Message, Note, Reply, Request, Tick, Together, Work
from vouched.record import Record
from vouched.run.checking import told
from vouched.run.leaving import changes, leaving
from vouched.run.merging import Merge, merged, sound_of
from vouched.run.prompts import asked, keys_of
from vouched.run.reading import read
from vouched.run.reasking import Bounds, Style, not_vouched, retold
from vouched.run.refused_claims import RefusedClaims
from vouched.run.release import concluded, released
from vouched.run.snapping import snapped
from vouched.run.transport import is_lasting
from vouched.text.folding import fold
from vouched.verdicts import Finding, Verdict
from vouched.wording import Template, Wording

__all__ = ["Budget", "Flow", "Plan", "answering", "judged"]

Flow: TypeAlias = Generator[Request, Any, Outcome]
_NO_USAGE, _TICK = Usage(), Tick()
_UNFAULTED = Verdict(check="read", status="silent", decidable=True)


class Budget(Record, frozen=True, kw_only=True):
    """What a run may cost: attempts (one and the retries), tokens in both directions, seconds. None is no bound."""

    attempts: int = 4
    tokens: int | None = None
    seconds: float | None = None


class Plan(NamedTuple):
    """What a guard was built from, the same for each of its runs."""

    models: tuple[str, ...]
    checks: tuple[AnyCheck, ...]
    policy: Policy
    budget: Budget
    wording: Wording
    system: str | None = None
    output: Any = None
    kind: Literal["auto", "json", "text", "extractions"] = "auto"
    schema: Mapping[str, Any] | None = None
    merge: Merge = "concatenate"
    quorum: int = 1
    style: Style = "codes"
    fallback: Any = None
    template: Template | None = None
    # Words one attempt; takes what `prompts.asked` takes. A prompt that others wrote is asked as it stands.
    ask: Callable[..., tuple[Message, ...]] = asked
    bounds: Bounds = Bounds()


class _Try(NamedTuple):
    """What one attempt came to, before it is decided."""

    draft: Draft
    verdicts: tuple[Verdict, ...]
    faults: tuple[Finding, ...] = ()
    is_hopeless: bool = False


class _Bill:
    """What the replies to all that one attempt asked cost, judges' among them."""

    __slots__ = ("tokens_left", "usage")

    def __init__(self, tokens_left: int | None = None) -> None:
        self.usage = _NO_USAGE
        self.tokens_left = tokens_left

    @property
    def is_spent(self) -> bool:
        """Whether the run's tokens are, so that no judge is asked any more."""
        return self.tokens_left is not None and self.usage.tokens >= self.tokens_left

    def add(self, reply: Any) -> None:
        if isinstance(reply, tuple):
            for one in reply:
                self.add(one)
        elif isinstance(reply, (Reply, Fault)):
            self.usage = reply.usage if self.usage is _NO_USAGE else self.usage + reply.usage


class _Turn(NamedTuple):
    """Which attempt it is, when it began (seconds of the run), who pays, and whether somebody hears of it."""

    number: int
    began: float
    bill: _Bill
    telling: bool


def answering(
    plan: Plan, question: str, evidence: Evidence, *, run_id: str | None = None, telling: bool = True
) -> Flow:
    """Return the outcome of a question: at most `budget.attempts` drafts, each checked by every check and decided.

    A model's fault, an unreadable draft or a finding that policy sends back costs an attempt. The run ends early when a
    rejected draft comes back unchanged, and when tokens or seconds are spent: then policy's `exhausted` decides.
    `telling`: whether somebody hears the notes of what happens.
    """
    attempts: list[Attempt] = []
    spent, elapsed = _NO_USAGE, 0.0
    rejected: list[str] = []
    refused = RefusedClaims()
    unvouched: tuple[int | None, ...] = ()
    last: _Try | None = None
    while True:
        number = len(attempts) + 1
        messages = _messages(plan, question, evidence, last=last, unvouched=unvouched, number=number)
        if telling:
            yield Note(event="asked", attempt=number)
        started, bill = elapsed, _Bill(None if plan.budget.tokens is None else plan.budget.tokens - spent.tokens)
        last = yield from _tried(plan, messages, evidence, _Turn(number, elapsed, bill, telling))
        spent = bill.usage if spent is _NO_USAGE else spent + bill.usage
        if rejected:
            last = last._replace(verdicts=refused.judged(last.draft, last.verdicts))
        elapsed = yield _TICK
        ends = _why_it_ends(last, rejected)
        left = 0 if ends else _retries_left(plan.budget, number, spent, elapsed)
        decision = decide(
            last.draft, last.verdicts, plan.policy, retries_left=left, has_fallback=plan.fallback is not None
        )
        if changes(last.draft, decision):
            decision = yield from _filtering(plan, last, evidence, decision, left)
        decision = _explained(decision, plan.budget, spent, elapsed, ends=ends)
        if telling:
            yield Note(event="decided", attempt=number, detail={"action": decision.action})
        attempts.append(_attempt(number, last, decision, usage=bill.usage, seconds=elapsed - started))
        if decision.action != "reask":
            break
        rejected.append(fold(last.draft.raw))
        refused.add(last.draft, last.verdicts, plan.policy)
        unvouched = tuple(reason.claim for reason in decision.reasons if reason.rule.startswith("silent"))
    run = {"attempts": tuple(attempts), "usage": spent, "seconds": elapsed, "run_id": run_id}
    if decision.action == "release":
        return released(last.draft, last.verdicts, decision, **run)
    kept = run_id is not None
    outcome = yield from concluded(last.draft, last.verdicts, decision, evidence, fallback=plan.fallback, kept=kept)
    return outcome.but(**run)


def _filtering(
    plan: Plan, last: _Try, evidence: Evidence, decision: Decision, left: int
) -> Generator[Request, Any, Decision]:
    has_fallback = plan.fallback is not None
    settings = {"model": plan.output, "retries_left": left, "has_fallback": has_fallback}
    return (yield from leaving(last.draft, decision, plan.checks, evidence, plan.policy, **settings))


def _attempt(number: int, last: _Try, decision: Decision, *, usage: Usage, seconds: float) -> Attempt:
    return Attempt(
        number=number,
        verdicts=last.verdicts,
        decision=decision,
        usage=usage,
        seconds=seconds,
        faults=last.faults,
        rejected=None if decision.action == "release" else last.draft.raw,
    )


def _messages(
    plan: Plan,
    question: str,
    evidence: Evidence,
    *,
    last: _Try | None,
    unvouched: tuple[int | None, ...],
    number: int,
) -> tuple[Message, ...]:
    """Return what attempt `number` sends: of the last one codes, and more only where the caller opted in."""
    ask = partial(plan.ask, question, evidence, plan.wording, system=plan.system)
    if last is None:
        return ask()
    told = retold(
        last.draft,
        [
            *(finding for verdict in last.verdicts for finding in verdict.findings if finding.check != "model"),
            *not_vouched(last.draft, unvouched),
        ],
        evidence,
        plan.wording,
        style=plan.style,
        template=plan.template,
        keys=keys_of(plan.schema),
        attempt=number,
        attempts=plan.budget.attempts,
        bounds=plan.bounds,
        taken=0 if plan.bounds.prompt is None else len(ask()[-1].content),
    )
    return ask(reask=told)


def _tried(plan: Plan, messages: tuple[Any, ...], evidence: Evidence, turn: _Turn) -> Generator[Request, Any, _Try]:
    seconds = None if plan.budget.seconds is None else max(0.0, plan.budget.seconds - turn.began)
    requests = tuple(
        [
            Generate(model=name, messages=messages, schema=plan.schema, seconds=seconds, attempt=turn.number)
            for name in plan.models
        ]
    )
    replies: tuple[Reply | Fault, ...] = (yield Together(requests)) if len(requests) > 1 else ((yield requests[0]),)
    turn.bill.add(replies)
    drafts = [_read(plan, reply, evidence) for reply in replies if isinstance(reply, Reply)]
    failed = [reply for reply in replies if isinstance(reply, Fault)]
    faults = tuple([Finding(check="model", code=fault.code, message=fault.message) for fault in failed])
    if len(requests) > 1:
        drafts, unsound = sound_of(drafts, plan.merge)
        faults += unsound
    if turn.telling:
        yield Note(event="drafted", attempt=turn.number, detail={"drafts": len(drafts), "faults": len(faults)})
    if len(drafts) < min(plan.quorum, len(requests)):
        lost = sum(is_lasting(fault) for fault in failed)
        is_hopeless = len(requests) - lost < min(plan.quorum, len(requests))
        return _Try(Draft(raw="", kind="json"), _of_models(faults), is_hopeless=is_hopeless)
    if len(requests) == 1:
        draft, verdicts = yield from judged(drafts[0], plan.checks, evidence, bill=turn.bill)
    else:
        draft, verdicts = yield from _judged_one(plan, drafts, evidence, turn.bill)
    if turn.telling:
        detail = {verdict.check: verdict.status for verdict in verdicts}
        yield Note(event="checked", attempt=turn.number, detail=detail)
    # A branch that failed while enough others answered is told and judges nothing.
    return _Try(draft, verdicts, faults if len(requests) > 1 else ())


def _read(plan: Plan, reply: Reply, evidence: Evidence) -> Draft:
    draft = read(reply.text, kind=plan.kind, documents=evidence, model=plan.output)
    if reply.stop in ("end", "tool"):
        return draft
    code = {"length": "cut_off", "refusal": "refused"}.get(reply.stop, "stopped")
    told = {"cut_off": "the model's answer was cut off", "refused": "the model refused"}
    message = told.get(code, "the model stopped")
    return draft.but(findings=(*draft.findings, Finding(check="model", code=code, message=message)))


def _judged_one(
    plan: Plan, drafts: list[Draft], evidence: Evidence, bill: _Bill
) -> Generator[Request, Any, tuple[Draft, tuple[Verdict, ...]]]:
    """Return the draft to decide on, and its verdicts: the merged one, or with "best" the one of which most stands."""
    if callable(plan.merge) and len(plan.models) > 1:
        made = yield Work(partial(plan.merge, [draft.value for draft in drafts]))
        bill.add(made)
        return (yield from judged(_merged_by_caller(plan, made, evidence), plan.checks, evidence, bill=bill))
    if plan.merge != "best" or len(drafts) == 1:
        merge_by = "best" if callable(plan.merge) else plan.merge
        whole, contradictions = merged(drafts, merge_by, model=plan.output, documents=evidence)
        draft, verdicts = yield from judged(whole, plan.checks, evidence, bill=bill)
        if contradictions:
            said = Verdict(check="merge", status="unsupported", decidable=True, findings=contradictions)
            verdicts = (*verdicts, said)
        return draft, verdicts
    ranked: list[tuple[tuple[int, int, int], Draft, tuple[Verdict, ...]]] = []
    for draft in drafts:
        looked_at, verdicts = yield from judged(draft, plan.checks, evidence, bill=bill)
        decision = decide(looked_at, verdicts, plan.policy)
        whole_or_part = {"release": 2, "filter": 1}.get(decision.action, 0)
        supports = sum(len(verdict.supports) - len(verdict.findings) for verdict in verdicts)
        ranked.append(((whole_or_part, len(decision.kept), supports), looked_at, verdicts))
    # Of equals the first counts: max keeps it.
    _, best, verdicts = max(ranked, key=lambda one: one[0])
    return best, verdicts


def _merged_by_caller(plan: Plan, made: Any, evidence: Evidence) -> Draft:
    if not isinstance(made, Fault):
        return read(made, documents=evidence, model=plan.output)
    failed = Finding(check="merge", code="merge_failed", expected="a value", seen=made.code, message=made.message)
    return Draft(raw="", kind="json", findings=(failed,))


def judged(
    draft: Draft, checks: Sequence[AnyCheck], evidence: Evidence, *, bill: _Bill | None = None
) -> Generator[Request, Any, tuple[Draft, tuple[Verdict, ...]]]:
    """Return a draft with its quotes snapped, and the verdicts of its reading and of every check, in order.

    What the replies to the checks cost is put on the `bill`.
    """
    made = snapped(draft, evidence)
    verdicts = _of_reading(made)
    for check in checks:
        found = told(check, made, evidence)
        if not isinstance(found, Verdict):
            found = yield from (found if bill is None else _billed(found, bill))
        verdicts.append(found)
    return made, tuple(verdicts)


def _billed(steps: Generator[Request, Any, Verdict], bill: _Bill) -> Generator[Request, Any, Verdict]:
    reply: Any = None
    while True:
        try:
            request = steps.send(reply)
        except StopIteration as done:
            verdict: Verdict = done.value
            return verdict
        if bill.is_spent and isinstance(request, (Generate, Together)):
            reply = _unpaid(request)
            continue
        reply = yield request
        bill.add(reply)


def _unpaid(request: Generate | Fetch | Together) -> Any:
    """Return the reply to what is not asked any more, since the run's tokens are spent."""
    if isinstance(request, Together):
        return tuple(_unpaid(one) for one in request.requests)
    return Fault(code="error", message="the tokens of the run are spent")


def _of_reading(made: Draft) -> list[Verdict]:
    if not made.findings:
        return [_UNFAULTED]
    by_check: dict[str, list[Finding]] = {"read": []}
    for finding in made.findings:
        by_check.setdefault(finding.check, []).append(finding)
    return [
        Verdict(check=name, status="unsupported" if found else "silent", decidable=True, findings=tuple(found))
        for name, found in by_check.items()
    ]


def _of_models(faults: tuple[Finding, ...]) -> tuple[Verdict, ...]:
    """Return the verdicts of an attempt that no draft came of: by what failed, `model` or the reading."""
    found = faults or (Finding(check="model", code="no_answer", message="no model answered"),)
    return tuple(
        Verdict(
            check=name,
            status="unsupported",
            decidable=True,
            findings=tuple(finding for finding in found if finding.check == name),
        )
        for name in dict.fromkeys(finding.check for finding in found)
    )


def _why_it_ends(last: _Try, rejected: Sequence[str]) -> str:
    """Return why no further attempt can come to anything else, "" where it can."""
    if last.is_hopeless:
        return "the model's fault would not pass by asking again"
    if rejected and last.draft.raw != "" and fold(last.draft.raw) in rejected:
        return "the same rejected answer came back"
    return ""


def _retries_left(budget: Budget, number: int, spent: Usage, elapsed: float) -> int:
    if budget.tokens is not None and spent.tokens >= budget.tokens:
        return 0
    if budget.seconds is not None and elapsed >= budget.seconds:
        return 0
    return budget.attempts - number


def _explained(decision: Decision, budget: Budget, spent: Usage, elapsed: float, *, ends: str) -> Decision:
    """Return the decision with the reason why there was no further attempt, where it was not their number."""
    if decision.action in ("release", "filter", "reask"):
        return decision
    if ends:
        why = ends
    elif budget.tokens is not None and spent.tokens >= budget.tokens:
        why = f"{spent.tokens} tokens were spent, {budget.tokens} allowed"
    elif budget.seconds is not None and elapsed >= budget.seconds:
        why = f"{elapsed:.1f} seconds were spent, {budget.seconds:g} allowed"
    else:
        return decision
    return decision.but(reasons=(*decision.reasons, Reason(decision.action, "budget", why)))
