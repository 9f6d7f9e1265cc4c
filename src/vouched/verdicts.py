"""What a check says: a Finding for what is wrong, a Support for what holds, and the Verdict of both."""

from __future__ import annotations

from typing import Literal

from vouched.documents import Quote, Span
from vouched.record import Record

__all__ = ["Finding", "Status", "Support", "Verdict"]

Status = Literal["supported", "unsupported", "silent", "broken"]


class Finding(Record, frozen=True, kw_only=True):
    """One thing that is wrong.

    `where` is a JSON pointer: into the draft's value, or for free text into its list of claims.
    `span` is the same place in the draft's characters, where it is known. `claim` is the index of the
    claim that carries the fault; None when it is the whole draft. `evidence` are the slices of documents
    that show it. `contradicts` is True where they say otherwise, False where they do not say it. All texts are bounded
    and deterministic.
    """

    check: str
    code: str
    where: str = ""
    expected: str = ""
    seen: str = ""
    message: str = ""
    claim: int | None = None
    span: Span | None = None
    evidence: tuple[Quote, ...] = ()
    contradicts: bool = False


class Support(Record, frozen=True, kw_only=True):
    """One thing that a check looked at and found to hold; `claim` None means the whole draft.

    `vouches` is False where what holds surrounds the claim without speaking for it: an unaltered document, an
    admitted host, a high stated confidence. Such a support alone releases nothing.
    """

    check: str
    claim: int | None = None
    where: str = ""
    evidence: tuple[Quote, ...] = ()
    vouches: bool = True


class Verdict(Record, frozen=True, kw_only=True):
    """One check's answer on one draft.

    `supported`: it looked and nothing was wrong. `unsupported`: it has findings. `silent`: it had nothing
    to look at, which approves nothing. `broken`: it failed; `fault` says how, and that approves nothing either.
    """

    check: str
    status: Status
    decidable: bool
    findings: tuple[Finding, ...] = ()
    supports: tuple[Support, ...] = ()
    fault: str | None = None
