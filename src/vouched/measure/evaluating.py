"""Runs checks on one case and on the rewritings of it."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Sequence

from vouched.documents import Evidence
from vouched.drafts import Draft
from vouched.measure.cases import Case
from vouched.measure.rewrites import rewritings
from vouched.ports import AnyCheck
from vouched.record import Record, to_json
from vouched.run.checking import is_own, run_check
from vouched.run.reading import read
from vouched.verdicts import Status

__all__ = ["Looked", "Seen", "SeenRewritten", "digest_of", "evaluated"]


class Seen(Record, frozen=True, array_like=True):
    """What one check said of a draft: its status, the codes of its findings, and how strongly it doubts the draft.

    `doubt` is from 0 to 1, of shipped checks that have a method `doubt`; None of any other.
    """

    status: Status
    findings: tuple[str, ...] = ()
    doubt: float | None = None
    milliseconds: float = 0.0


class SeenRewritten(Record, frozen=True, array_like=True):
    """What the checks said of a rewriting."""

    name: str
    keeps: bool
    seen: tuple[Seen, ...]


class Looked(Record, frozen=True, kw_only=True):
    """What the checks, in their order, said of one case and of its rewritings."""

    digest: str
    id: str
    origin: str
    lang: str
    label: str
    kinds: tuple[str, ...] = ()
    seen: tuple[Seen, ...] = ()
    rewritten: tuple[SeenRewritten, ...] = ()


def digest_of(case: Case, others: Sequence[str]) -> str:
    """Return a hash of all that the result on a case depends on."""
    whole = to_json((case, tuple(others)))
    return hashlib.blake2b(whole.encode("utf-8", "surrogatepass"), digest_size=16).hexdigest()


def evaluated(
    case: Case, checks: Sequence[AnyCheck], *, seed: int = 0, others: Sequence[str] = (), rewrites: bool = True
) -> Looked:
    """Return what the checks say of a case; with `rewrites` also of its rewritings.

    The evidence is the same for all of them, so that it is indexed once.
    """
    evidence = case.evidence
    draft = case.read(evidence)
    seen = tuple(_seen(check, draft, evidence, scoring=True) for check in checks)
    rewritten = []
    for each in rewritings(case, seed=seed, others=others) if rewrites else ():
        # What breaks the meaning of a bad case makes it no better: only good ones tell.
        if each.keeps or case.label == "good":
            draft = read(each.draft, documents=evidence)
            verdicts = tuple(_seen(check, draft, evidence) for check in checks)
            rewritten.append(SeenRewritten(each.name, each.keeps, verdicts))
    return Looked(
        digest=digest_of(case, others),
        id=case.id,
        origin=case.origin,
        lang=case.lang,
        label=case.label,
        kinds=case.kinds,
        seen=seen,
        rewritten=tuple(rewritten),
    )


def _seen(check: AnyCheck, draft: Draft, evidence: Evidence, *, scoring: bool = False) -> Seen:
    begun = time.perf_counter()
    verdict = run_check(check, draft, evidence)
    taken = round((time.perf_counter() - begun) * 1e3, 3)
    doubt = getattr(check, "doubt", None) if scoring and is_own(check) and verdict.status != "broken" else None
    told = doubt(draft, evidence) if doubt is not None else None
    codes = tuple(sorted({finding.code for finding in verdict.findings}))
    return Seen(verdict.status, codes, told, taken)
