"""Makes one draft of several models' drafts: all their claims, those that several agree on, or what the caller says."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Literal, TypeAlias

from vouched.documents import Evidence
from vouched.drafts import Claim, Draft
from vouched.run.agreeing import agreements
from vouched.run.reading import read_made
from vouched.text.clip import clip
from vouched.text.contradicting import contradictions
from vouched.verdicts import Finding

__all__ = ["Merge", "merged", "sound_of"]

Merge: TypeAlias = Literal["concatenate", "best"] | int | Callable[[Sequence[Any]], Any]


def sound_of(drafts: Sequence[Draft], merge: Merge) -> tuple[list[Draft], tuple[Finding, ...]]:
    """Return the drafts that count as answers, and what is wrong with the others.

    What cannot be read or is no whole answer is a branch that failed, and where claims are put together so is what
    lists none while another draft does.
    """
    lists = [_lists(draft) for draft in drafts]
    must_list = any(lists) and (merge == "concatenate" or isinstance(merge, int))
    sound, failed = [], []
    for draft, does_list in zip(drafts, lists, strict=True):
        faults = [finding for finding in draft.findings if finding.claim is None]
        if not faults and must_list and not does_list:
            told = "a list of claims"
            faults = [
                Finding(check="merge", code="no_claims", expected=told, seen=draft.kind, message=f"expected {told}")
            ]
        failed += faults
        if not faults:
            sound.append(draft)
    return sound, tuple(failed)


def _lists(draft: Draft) -> bool:
    return isinstance(draft.value, dict) and isinstance(draft.value.get("claims"), list)


def merged(
    drafts: Sequence[Draft],
    merge: Literal["concatenate", "best"] | int,
    *,
    model: object = None,
    documents: Evidence | None = None,
) -> tuple[Draft, tuple[Finding, ...]]:
    """Return one draft of several, and what is wrong with them together: contradictions, or that nothing is agreed on.

    "concatenate": every claim once, in order. A number k: the claims that at least k drafts make, also where fewer
    answered. The other members of the first draft's value are kept. "best" is for the caller to choose; here it is the
    first. A draft of which reading found the whole to be wrong (cut off, refused, no JSON, not of the model) is left
    out while another is sound, and so is one without a list of claims, which only a callable of the user's can merge.
    """
    # Reading a value again would not find what was wrong with the text that it came from.
    sound = [draft for draft in drafts if all(finding.claim is not None for finding in draft.findings)]
    if not sound or merge == "best":
        return (sound or drafts)[0], ()
    least = merge if isinstance(merge, int) else 1
    listing = [draft for draft in sound if _lists(draft)]
    if least < 2 and len(listing) < 2:
        return (listing or sound)[0], ()
    if not listing:
        return sound[0], (_not_agreed(least),)
    agreed = agreements([(draft.claims, draft.value["claims"]) for draft in listing], documents)
    kept = [each for each in agreed if len(each.makers) >= least]
    items, first = [each.item for each in kept], listing[0]
    if items and items == first.value["claims"] and not first.findings:
        whole = first
    else:
        value = {**first.value, "claims": items}
        whole = read_made(value, documents=documents, model=model, allow_empty=least > 1)
    if not kept:
        return whole, (_not_agreed(least),)
    return whole, tuple(_contradictions(whole.claims[: len(kept)], [each.makers for each in kept]))


def _not_agreed(least: int) -> Finding:
    return Finding(
        check="merge",
        code="not_agreed",
        expected=f"a claim that {least} models make",
        seen="none",
        message=f"no claim is made by {least} models",
    )


def _contradictions(claims: Sequence[Claim], makers: Sequence[frozenset[int]]) -> list[Finding]:
    """Return a finding for each pair of claims, by different models, that differ in a fact and in nothing else."""
    # Where one model makes all of them, no two are by different ones.
    if not makers or frozenset.intersection(*makers):
        return []
    found = contradictions(
        [claim.text for claim in claims], apart=lambda one, other: makers[one].isdisjoint(makers[other])
    )
    return [
        Finding(
            check="merge",
            code="contradiction",
            where=claims[second].where,
            expected=clip(claims[first].text),
            seen=clip(claims[second].text),
            message=f"says otherwise than claim {first + 1} of another model ({reason.kind})",
            claim=second,
        )
        for first, second, reason in found
    ]
