"""What followed: the Decision on one draft, and the Outcome with what may flow on."""

from __future__ import annotations

from typing import Any, Literal

from vouched.documents import Quote, Span
from vouched.drafts import Repair
from vouched.errors import NotReleased
from vouched.record import Record
from vouched.verdicts import Finding, Status, Verdict

__all__ = ["Action", "Attempt", "Decision", "JudgedClaim", "Outcome", "OutcomeStatus", "Reason", "Review", "Usage"]

Action = Literal["release", "filter", "fallback", "reask", "hold", "stop"]
OutcomeStatus = Literal["released", "filtered", "fallback", "held", "refused"]


class Usage(Record, frozen=True):
    """What calls cost: tokens sent, tokens received, and the number of calls."""

    input_tokens: int = 0
    output_tokens: int = 0
    calls: int = 0

    def __add__(self, other: Usage) -> Usage:
        """Return the sum of both."""
        return Usage(
            self.input_tokens + other.input_tokens,
            self.output_tokens + other.output_tokens,
            self.calls + other.calls,
        )

    @property
    def tokens(self) -> int:
        """Tokens in both directions."""
        return self.input_tokens + self.output_tokens


class Reason(Record, frozen=True):
    """Why a decision went as it did: the rule that applied, and to what."""

    authority: str
    rule: str
    message: str
    claim: int | None = None


class Decision(Record, frozen=True, kw_only=True):
    """What follows from the verdicts on one draft: the action, and which claims it keeps (by index)."""

    action: Action
    kept: tuple[int, ...] = ()
    reasons: tuple[Reason, ...] = ()


class JudgedClaim(Record, frozen=True, kw_only=True):
    """A claim as it was judged: its verdict, the quotes that carry it, and whether it is released."""

    text: str
    verdict: Status
    released: bool
    quotes: tuple[Quote, ...] = ()
    where: str = ""
    span: Span | None = None


class Attempt(Record, frozen=True, kw_only=True):
    """One try of a run: what the checks said of its draft, what was decided, what it cost and how long it took.

    `usage` is of models and judges. `faults` are those of models that failed, or answered what cannot be read, while
    enough others answered. `rejected` is its draft's text, which neither `repr` nor the JSON form of an outcome shows.
    """

    number: int
    verdicts: tuple[Verdict, ...]
    decision: Decision
    usage: Usage = Usage()
    seconds: float = 0.0
    faults: tuple[Finding, ...] = ()
    rejected: Any = None

    def __repr__(self) -> str:
        return f"Attempt(number={self.number}, action={self.decision.action!r}, {self.usage.tokens} tokens)"


class Review(Record, frozen=True, kw_only=True):
    """A person's decision on a held outcome: what, who, when (UTC, ISO 8601) and why; `value` is what an edit made."""

    action: Literal["release", "edit", "reject"]
    by: str
    at: str
    reason: str
    value: Any = None


class Outcome(Record, frozen=True, kw_only=True):
    """What may flow on, and why.

    `value` is set only when the status is released, filtered or fallback. The text that was held back is
    reachable as `rejected`, which neither `repr` nor the JSON form shows. Of a run, `attempts` are its tries, `usage`
    and `seconds` what it cost, and `run_id` its name. `review` is the decision of a person, where it was held for one.
    """

    status: OutcomeStatus
    value: Any = None
    claims: tuple[JudgedClaim, ...] = ()
    findings: tuple[Finding, ...] = ()
    verdicts: tuple[Verdict, ...] = ()
    repairs: tuple[Repair, ...] = ()
    decision: Decision
    attempts: tuple[Attempt, ...] = ()
    usage: Usage = Usage()
    seconds: float = 0.0
    run_id: str | None = None
    review: Review | None = None
    rejected: Any = None

    def __repr__(self) -> str:
        return f"Outcome(status={self.status!r}, {len(self.claims)} claims, {len(self.findings)} findings)"

    def unwrap(self) -> Any:
        """Return the value that may flow on; raises NotReleased when there is none."""
        if self.status in ("released", "filtered", "fallback"):
            return self.value
        # A message may hold words of the draft, and exceptions are logged.
        first = "nothing vouched for it"
        if self.findings:
            first = (
                f"{self.findings[0].check}/{self.findings[0].code} at {self.findings[0].where or 'the whole answer'}"
            )
        raise NotReleased(f"outcome is {self.status}: {first}")
