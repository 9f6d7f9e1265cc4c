"""What followed: the Decision on one draft, and the Outcome with what may flow on."""

from __future__ import annotations

from typing import Any, Literal

from vouched.documents import Quote, Span
from vouched.drafts import Repair
from vouched.errors import NotReleased, UsageError
from vouched.record import Record, made_by
from vouched.verdicts import Finding, Status, Verdict

__all__ = [
    "Action",
    "Attempt",
    "Decision",
    "JudgedClaim",
    "Judgement",
    "Outcome",
    "OutcomeStatus",
    "Reason",
    "Review",
    "Usage",
]

Action = Literal["release", "filter", "fallback", "reask", "hold", "stop"]
Judgement = Literal["supported", "contradicted", "not_found", "nothing_to_check", "could_not_check"]
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
    """A claim as it was judged: its verdict, the quotes that carry it, and whether it is released.

    `judgement` is what all checks together say of it against the documents, audited estimates among them; it decides
    nothing.
    """

    text: str
    verdict: Status
    released: bool
    quotes: tuple[Quote, ...] = ()
    where: str = ""
    span: Span | None = None
    judgement: Judgement = "could_not_check"


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


def _now() -> str:
    from datetime import UTC, datetime

    return datetime.now(UTC).isoformat(timespec="seconds")


class Review(Record, frozen=True, kw_only=True):
    """A person's decision on a held outcome: what, who, when (ISO 8601 with an offset, now without it) and why.

    `value` is what an edit put in place of what was held. Raises UsageError for another action, a blank name or reason,
    a time that is none, and an edit without a value.
    """

    action: Literal["release", "edit", "reject"]
    by: str
    reason: str
    at: str = made_by(_now)
    value: Any = None

    def __post_init__(self) -> None:
        if self.action not in ("release", "edit", "reject"):
            raise UsageError(f"Review.action: expected release, edit or reject, saw {self.action!r:.60}")
        for name in ("by", "reason"):
            told = getattr(self, name)
            if not isinstance(told, str) or not told.strip():
                raise UsageError(f"Review.{name}: expected a text that says something, saw {told!r:.60}")
        if not _is_time(self.at):
            raise UsageError(f"Review.at: expected a time with its offset in ISO 8601, saw {self.at!r:.60}")
        if (self.action == "edit") is not (self.value is not None):
            raise UsageError(f"Review.value: expected one of an edit only, saw {self.value!r:.60} of a {self.action}")


def _is_time(text: object) -> bool:
    from datetime import datetime

    try:
        return isinstance(text, str) and datetime.fromisoformat(text).utcoffset() is not None
    except ValueError:
        return False


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
