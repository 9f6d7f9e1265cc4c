"""The stable JSON shapes that the command line prints, and the JSON Schema of each, made from the same records."""

from __future__ import annotations

from collections.abc import Sequence
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from vouched.adapters.loop_rates import LoopRates, LoopRun
from vouched.adapters.run_shapes import (
    AttemptShape,
    BenchLoopShape,
    UsageShape,
    attempt_shape,
    bench_loop_shape,
    usage_shape,
)
from vouched.documents import Quote
from vouched.outcomes import Judgement, Outcome, OutcomeStatus
from vouched.ports import StoredRun
from vouched.record import Record, to_builtins
from vouched.text.snap import Snap, SnapReason
from vouched.verdicts import Finding, Status

__all__ = [
    "SHAPES",
    "AskShape",
    "ClaimShape",
    "DecidedShape",
    "FindingShape",
    "QuoteShape",
    "ReasonShape",
    "RepairShape",
    "ReviewShape",
    "SnapShape",
    "VerdictShape",
    "VerifyShape",
    "ask_json",
    "bench_loop_json",
    "json_text",
    "review_json",
    "schema_of",
    "snap_json",
    "verify_json",
]

DIALECT = "https://json-schema.org/draft/2020-12/schema"


class QuoteShape(Record, frozen=True, kw_only=True):
    """A slice of a document: `text` is its characters from `start` up to `end`, counted in code points."""

    document: str
    start: int
    end: int
    text: str
    how: Literal["exact", "whitespace", "width", "case", "punctuation", "hyphenation", "markup", "ellipsis", "near"]
    occurrences: int


class ClaimShape(Record, frozen=True, kw_only=True):
    """One claim as it was judged; `start` and `end` are its place in the answer, null where that is not known."""

    text: str
    verdict: Status
    judgement: Judgement
    released: bool
    where: str
    start: int | None
    end: int | None
    quotes: tuple[QuoteShape, ...]


class FindingShape(Record, frozen=True, kw_only=True):
    """One thing that is wrong; `claim` is the number of the claim, from 0, and null for the answer as a whole."""

    check: str
    code: str
    where: str
    expected: str
    seen: str
    message: str
    claim: int | None
    start: int | None
    end: int | None
    evidence: tuple[QuoteShape, ...]


class RepairShape(Record, frozen=True, kw_only=True):
    """A recorded change of the answer that judged nothing; `claim`, from 0 or null, is whose quote it changed."""

    code: str
    where: str
    before: str
    after: str
    claim: int | None


class VerdictShape(Record, frozen=True, kw_only=True):
    """One check's answer; `fault` says how it broke, where it did."""

    check: str
    status: Status
    fault: str | None


class ReasonShape(Record, frozen=True, kw_only=True):
    """Why it was decided so: the authority that applied, and the rule of the policy that gave it."""

    authority: str
    rule: str
    message: str
    claim: int | None


class DecidedShape(Record, frozen=True, kw_only=True):
    """A person's decision: what, who, when (UTC) and why; `value` is what an edit put in place of what was held."""

    action: Literal["release", "edit", "reject"]
    by: str
    at: str
    reason: str
    value: Any


class VerifyShape(Record, frozen=True, kw_only=True):
    """What `vouched verify --json` prints for one answer; `value` is null unless something was released."""

    format: Literal["vouched.verify/1"]
    status: OutcomeStatus
    claims: tuple[ClaimShape, ...]
    findings: tuple[FindingShape, ...]
    value: Any
    repairs: tuple[RepairShape, ...]
    verdicts: tuple[VerdictShape, ...]
    reasons: tuple[ReasonShape, ...]


class AskShape(Record, frozen=True, kw_only=True):
    """What `vouched ask --json` prints; from `status` on the fields are those of `vouched verify`, of the last try."""

    format: Literal["vouched.ask/1"]
    question: str
    model: str
    attempts: tuple[AttemptShape, ...]
    usage: UsageShape
    seconds: float
    run_id: str | None
    status: OutcomeStatus
    claims: tuple[ClaimShape, ...]
    findings: tuple[FindingShape, ...]
    value: Any
    repairs: tuple[RepairShape, ...]
    verdicts: tuple[VerdictShape, ...]
    reasons: tuple[ReasonShape, ...]


class ReviewShape(Record, frozen=True, kw_only=True):
    """What `vouched review show --json` prints: what is held, and `review`, the decision of a person or null.

    `held` is exactly what a release hands on; `outcome` is the outcome as it waits, in the shape of verify.
    """

    format: Literal["vouched.review/1"]
    run_id: str
    begun_at: str
    question: str | None
    held: Any
    outcome: VerifyShape | None
    review: DecidedShape | None


class SnapShape(Record, frozen=True, kw_only=True):
    """What `vouched snap --json` prints; `reason` is null when the quote was found."""

    format: Literal["vouched.snap/1"]
    found: bool
    quote: QuoteShape | None
    reason: SnapReason | None
    candidates: tuple[QuoteShape, ...]


SHAPES: dict[str, type[Record]] = {
    "ask": AskShape,
    "bench-loop": BenchLoopShape,
    "review": ReviewShape,
    "snap": SnapShape,
    "verify": VerifyShape,
}


def verify_json(outcome: Outcome) -> dict[str, Any]:
    """Return an outcome in the shape `vouched.verify/1`: plain objects and lists, without what was rejected."""
    claims = tuple(
        ClaimShape(
            text=claim.text,
            verdict=claim.verdict,
            judgement=claim.judgement,
            released=claim.released,
            where=claim.where,
            start=claim.span.start if claim.span else None,
            end=claim.span.end if claim.span else None,
            quotes=_quotes(claim.quotes),
        )
        for claim in outcome.claims
    )
    shape = VerifyShape(
        format="vouched.verify/1",
        status=outcome.status,
        claims=claims,
        findings=tuple(_finding(finding) for finding in outcome.findings),
        value=None,
        repairs=tuple(
            RepairShape(
                code=repair.code,
                where=repair.where,
                before=repair.before,
                after=repair.after,
                claim=repair.claim,
            )
            for repair in outcome.repairs
        ),
        verdicts=tuple(
            VerdictShape(check=verdict.check, status=verdict.status, fault=verdict.fault)
            for verdict in outcome.verdicts
        ),
        reasons=tuple(
            ReasonShape(authority=reason.authority, rule=reason.rule, message=reason.message, claim=reason.claim)
            for reason in outcome.decision.reasons
        ),
    )
    return {**_listed(shape), "value": to_builtins(outcome.value)}


def ask_json(outcome: Outcome, *, question: str, model: str) -> dict[str, Any]:
    """Return the outcome of a run in the shape `vouched.ask/1`: plain objects and lists, without what was rejected."""
    run = {
        "format": "vouched.ask/1",
        "question": question,
        "model": model,
        "attempts": [_listed(attempt_shape(attempt)) for attempt in outcome.attempts],
        "usage": _listed(usage_shape(outcome.usage)),
        "seconds": outcome.seconds,
        "run_id": outcome.run_id,
    }
    return {**run, **verify_json(outcome), "format": "vouched.ask/1"}


def bench_loop_json(rates: LoopRates, runs: Sequence[LoopRun], *, model: str, suggested: str | None) -> dict[str, Any]:
    """Return what a run over a data set came to in the shape `vouched.bench-loop/1`: plain objects and lists."""
    return _listed(bench_loop_shape(rates, runs, model=model, suggested=suggested))


def review_json(stored: StoredRun) -> dict[str, Any]:
    """Return a held run in the shape `vouched.review/1`: plain objects and lists."""
    review, outcome = stored.review, stored.outcome
    return {
        "format": "vouched.review/1",
        "run_id": stored.run_id,
        "begun_at": stored.begun_at,
        "question": stored.evidence.question,
        "held": None if outcome is None else to_builtins(outcome.rejected),
        "outcome": None if outcome is None else verify_json(outcome),
        "review": None if review is None else to_builtins(review),
    }


def snap_json(snap: Snap) -> dict[str, Any]:
    """Return a snap in the shape `vouched.snap/1`: plain objects and lists."""
    quote = _quotes((snap.quote,))[0] if snap.quote else None
    candidates = _quotes(snap.candidates)
    shape = SnapShape(format="vouched.snap/1", found=snap.found, quote=quote, reason=snap.reason, candidates=candidates)
    return _listed(shape)


def json_text(value: object, *, indent: int | None = None) -> str:
    """Return `value` as JSON that every encoding of Unicode can carry; a lone surrogate is written as its escape."""
    import json

    written = json.dumps(value, ensure_ascii=False, indent=indent, allow_nan=False)
    # `\udc80` is the escape of a surrogate both to Python and to JSON, and one can only stand inside a string.
    return written.encode("utf-8", "backslashreplace").decode("utf-8")


def schema_of(name: str) -> dict[str, Any]:
    """Return the JSON Schema of the shape `name` (review, snap or verify), made from its record."""
    kind = SHAPES[name]
    definitions: dict[str, Any] = {}
    top = _object(kind, definitions)
    return {"$schema": DIALECT, "title": f"vouched.{name}/1", **top, "$defs": dict(sorted(definitions.items()))}


def _listed(shape: Record) -> dict[str, Any]:
    """Return a shape as dicts and lists; encoding keeps its tuples apart from lists, which JSON does not."""

    def plain(value: Any) -> Any:
        if isinstance(value, dict):
            return {key: plain(each) for key, each in value.items()}
        return [plain(each) for each in value] if isinstance(value, (list, tuple)) else value

    made: dict[str, Any] = plain(to_builtins(shape))
    return made


def _quotes(quotes: tuple[Quote, ...]) -> tuple[QuoteShape, ...]:
    return tuple(
        QuoteShape(
            document=quote.document,
            start=quote.start,
            end=quote.end,
            text=quote.text,
            how=quote.how,  # type: ignore[arg-type]
            occurrences=quote.occurrences,
        )
        for quote in quotes
    )


def _finding(finding: Finding) -> FindingShape:
    return FindingShape(
        check=finding.check,
        code=finding.code,
        where=finding.where,
        expected=finding.expected,
        seen=finding.seen,
        message=finding.message,
        claim=finding.claim,
        start=finding.span.start if finding.span else None,
        end=finding.span.end if finding.span else None,
        evidence=_quotes(finding.evidence),
    )


def _object(kind: type[Record], definitions: dict[str, Any]) -> dict[str, Any]:
    hints = get_type_hints(kind)
    names = kind.__struct_fields__
    description = " ".join((kind.__doc__ or "").split())
    properties = {name: _schema(hints[name], definitions) for name in names}
    return {"description": description, "type": "object", "properties": properties, "required": list(names)}


def _schema(hint: Any, definitions: dict[str, Any]) -> dict[str, Any]:
    plain = {str: "string", int: "integer", float: "number", bool: "boolean", NoneType: "null"}
    if hint is Any:
        return {}
    if hint in plain:
        return {"type": plain[hint], "minimum": 0} if hint in (int, float) else {"type": plain[hint]}
    if get_origin(hint) is Literal:
        values = list(get_args(hint))
        return {"const": values[0]} if len(values) == 1 else {"enum": values}
    if get_origin(hint) is tuple:
        return {"type": "array", "items": _schema(get_args(hint)[0], definitions)}
    if get_origin(hint) in (Union, UnionType):
        return {"anyOf": [_schema(each, definitions) for each in get_args(hint)]}
    name = hint.__name__.removesuffix("Shape")
    if name not in definitions:
        definitions[name] = {}
        definitions[name] = _object(hint, definitions)
    return {"$ref": f"#/$defs/{name}"}
