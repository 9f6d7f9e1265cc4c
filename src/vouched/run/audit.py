"""Records what a run does, for the sinks of an audit: hashes of texts, verdicts, decisions, the end; never content.

A recorded run is the same flow with a listener around it, so that every driver records alike, and so does one that is
cancelled.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import time
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from typing import Any
from uuid import uuid4

from vouched.documents import Evidence
from vouched.errors import UsageError
from vouched.outcomes import Attempt, Decision, Outcome, Usage
from vouched.policy import Policy
from vouched.ports import AuditSink, Fault, Fetch, Generate, Note, Page, Reply, Request, Together
from vouched.record import to_json
from vouched.run.checking import check_name
from vouched.run.flow import Flow, Plan
from vouched.run.tally import Tally
from vouched.verdicts import Finding, Verdict

__all__ = ["Audit", "Trail", "watched"]

MOST_SAMPLE = 10_000
_TOLD = ("checked", "decided", "drafted")


class Audit:
    """Where runs are recorded, and how: each event goes to every sink, and a sink that fails is counted in `failed`.

    Texts are recorded as SHA-256, with a `key` as HMAC-SHA-256, so that short ones cannot be guessed. `sample` is how
    many characters of prompts, replies and values are recorded besides; 0 for none. Raises UsageError for what is no
    sink.
    """

    def __init__(self, *sinks: AuditSink, sample: int = 0, key: bytes | None = None) -> None:
        if not sinks or not all(callable(getattr(sink, "write", None)) for sink in sinks):
            raise UsageError("audit: expected sinks with a write method, at least one")
        if not isinstance(sample, int) or isinstance(sample, bool) or not 0 <= sample <= MOST_SAMPLE:
            raise UsageError(f"sample: expected a number of characters up to {MOST_SAMPLE}, saw {sample!r:.40}")
        if key is not None and (not isinstance(key, bytes) or not key):
            raise UsageError("key: expected bytes, at least one, or None")
        self.sinks, self.sample, self._key = sinks, sample, key
        self._failed = Tally()

    @classmethod
    def of(cls, audit: Any) -> Audit | None:
        """Return the audit that an Audit, a sink, or a list of sinks stands for; None for None."""
        if audit is None or isinstance(audit, Audit):
            return audit
        return cls(*audit) if isinstance(audit, (list, tuple)) else cls(audit)

    @property
    def failed(self) -> int:
        """How many events a sink could not write."""
        return self._failed.value

    def write(self, event: Mapping[str, Any]) -> None:
        """Hand an event to every sink. Never raises: a run does not depend on its record."""
        for sink in self.sinks:
            try:
                sink.write(event)
            except Exception:  # noqa: BLE001  a foreign sink: its fault is counted
                self._failed.add()

    def missed(self) -> None:
        """Count an event that could not be written."""
        self._failed.add()

    def hashed(self, text: str) -> str:
        """Return the hash of a text, lone surrogates and all, in hexadecimal."""
        data = text.encode("utf-8", "surrogatepass")
        return hmac.new(self._key, data, "sha256").hexdigest() if self._key else hashlib.sha256(data).hexdigest()

    def shown(self, name: str, text: str | None) -> dict[str, Any]:
        """Return how a text is recorded: its hash, its length, and the sample that is wanted."""
        if text is None:
            return {}
        made: dict[str, Any] = {f"{name}_sha256": self.hashed(text), f"{name}_characters": len(text)}
        return {**made, f"{name}_sample": text[: self.sample]} if self.sample else made


def _policy(policy: Policy) -> dict[str, Any]:
    """Return a policy as it is recorded: of scorecards only which they are, and how each estimating check stands."""
    named = tuple(each if isinstance(each, str) else each.data_hash for each in policy.scorecards)
    written: dict[str, Any] = json.loads(to_json(policy.but(scorecards=named, standing={})))
    written["standing"] = {
        name: {"why": each.why} if each.card is None else {"version": each.card.version, "data": each.card.data_hash}
        for name, each in policy.standing.items()
    }
    return written


class Trail:
    """The events of one run, each with the run's name, its number, and when it was (UTC, ISO 8601)."""

    def __init__(self, audit: Audit, run_id: str | None = None) -> None:
        self.audit, self.run = audit, run_id or uuid4().hex
        self._number = 0

    def tell(self, event: str, **detail: Any) -> None:
        """Record one event."""
        self._number += 1
        at = datetime.now(UTC).isoformat(timespec="milliseconds")
        self.audit.write({"run": self.run, "number": self._number, "at": at, "event": event, **detail})

    def note(self, record: Callable[..., None], *what: Any) -> None:
        """Record by one of the methods below. Never raises: what cannot be told is counted."""
        try:
            record(*what)
        except Exception:  # noqa: BLE001  values of the user's own may do anything when they are written down
            self.audit.missed()

    def begun(self, evidence: Evidence, plan: Plan) -> None:
        """Record what is asked, of which documents, which checks look at it, and the policy that decides."""
        documents = [
            {"id": each.id, "characters": len(each.text), "sha256": self.audit.hashed(each.text)}
            for each in evidence.documents
        ]
        self.tell(
            "begun",
            **self.audit.shown("question", evidence.question),
            documents=documents,
            checks=[check_name(check) for check in plan.checks],
            policy=_policy(plan.policy),
        )

    def heard(self, request: Request, reply: Any, seconds: float) -> None:
        """Record what was asked and what came."""
        if isinstance(request, Note):
            if request.event in _TOLD:
                self.tell(request.event, attempt=request.attempt, detail=dict(request.detail))
        elif isinstance(request, Together):
            came = reply if isinstance(reply, tuple) else (None,) * len(request.requests)
            for one, its in zip(request.requests, came, strict=False):
                self.heard(one, its, seconds)
        elif isinstance(request, Generate):
            self.tell("called", **self._asked(request), **self._came(reply), seconds=round(seconds, 6))
        elif isinstance(request, Fetch):
            self.tell("fetched", **self._asked(request), **self._came(reply), seconds=round(seconds, 6))

    def _asked(self, request: Request) -> dict[str, Any]:
        if isinstance(request, Generate):
            prompt = "\n\n".join(message.content for message in request.messages)
            told = {"model": request.model, "purpose": request.purpose, "attempt": request.attempt}
            return {**told, **self.audit.shown("prompt", prompt)}
        return self.audit.shown("url", request.url) if isinstance(request, Fetch) else {}

    def _came(self, reply: Any) -> dict[str, Any]:
        if isinstance(reply, Reply):
            by = {} if reply.model is None else {"answered_by": reply.model}
            return {**by, **self.audit.shown("reply", reply.text), "stop": reply.stop, "usage": _usage(reply.usage)}
        if isinstance(reply, Page):
            return {**self.audit.shown("page", reply.text), "status": reply.status}
        return {"fault": reply.code, "usage": _usage(reply.usage)} if isinstance(reply, Fault) else {"fault": "none"}

    def ended(self, outcome: Outcome) -> None:
        """Record how it ended: the outcome, and every attempt with its verdicts and its decision."""
        self.tell(
            "ended",
            status=outcome.status,
            **self.audit.shown("value", _text(outcome.value)),
            **self.audit.shown("rejected", _text(outcome.rejected)),
            claims=[{"verdict": claim.verdict, "released": claim.released} for claim in outcome.claims],
            verdicts=[_verdict(verdict) for verdict in outcome.verdicts],
            decision=_decision(outcome.decision),
            attempts=[self._attempt(attempt) for attempt in outcome.attempts],
            usage=_usage(outcome.usage),
            seconds=round(outcome.seconds, 6),
        )

    def cancelled(self, reason: str, waiting_for: Request | None) -> None:
        """Record that it was ended before it came to an end, and what it was waiting for: that may have been paid."""
        asked = waiting_for.requests if isinstance(waiting_for, Together) else (waiting_for,)
        told = [{"kind": type(one).__name__.lower(), **self._asked(one)} for one in asked if one is not None]
        self.tell("cancelled", reason=reason, waiting_for=told)

    def _attempt(self, attempt: Attempt) -> dict[str, Any]:
        return {
            "number": attempt.number,
            **self.audit.shown("rejected", _text(attempt.rejected)),
            "verdicts": [_verdict(verdict) for verdict in attempt.verdicts],
            "faults": [_finding(finding) for finding in attempt.faults],
            "decision": _decision(attempt.decision),
            "usage": _usage(attempt.usage),
            "seconds": round(attempt.seconds, 6),
        }


def watched(
    flow: Flow,
    trail: Trail,
    evidence: Evidence,
    plan: Plan,
    *,
    clock: Callable[[], float] = time.monotonic,
) -> Flow:
    """Return what a flow returns, with each step of it recorded; also that it was ended before it came to an end."""
    trail.note(trail.begun, evidence, plan)
    reply: Any = None
    request: Request | None = None
    try:
        while True:
            try:
                request = flow.send(reply)
            except StopIteration as done:
                trail.note(trail.ended, done.value)
                outcome: Outcome = done.value
                return outcome
            started = clock()
            reply = yield request
            trail.note(trail.heard, request, reply, clock() - started)
    except BaseException as error:
        reason = "closed" if isinstance(error, GeneratorExit) else type(error).__name__
        trail.note(trail.cancelled, reason, None if isinstance(request, Note) else request)
        raise
    finally:
        flow.close()


def _text(value: Any) -> str | None:
    if value is None or isinstance(value, str):
        return value
    return json.dumps(value, ensure_ascii=False, sort_keys=True, default=repr)


def _usage(usage: Usage) -> dict[str, int]:
    return {"input_tokens": usage.input_tokens, "output_tokens": usage.output_tokens, "calls": usage.calls}


def _verdict(verdict: Verdict) -> dict[str, Any]:
    found = [_finding(finding) for finding in verdict.findings]
    return {"check": verdict.check, "status": verdict.status, "findings": found, "supports": len(verdict.supports)}


def _finding(finding: Finding) -> dict[str, Any]:
    return {"code": finding.code, "claim": finding.claim}


def _decision(decision: Decision) -> dict[str, Any]:
    """Return a decision with its rules; messages may hold what a fault said, and are left out."""
    reasons = [
        {"authority": reason.authority, "rule": reason.rule, "claim": reason.claim} for reason in decision.reasons
    ]
    return {"action": decision.action, "kept": len(decision.kept), "reasons": reasons}
