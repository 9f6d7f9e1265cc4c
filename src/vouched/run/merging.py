"""Makes one draft of several models' drafts: all their claims, those that several agree on, or what the caller says."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Literal, TypeAlias

from vouched.documents import Evidence
from vouched.drafts import Claim, Draft
from vouched.run.reading import read
from vouched.text.clip import clip
from vouched.text.folding import fold
from vouched.text.near import changes
from vouched.text.omissions import denies
from vouched.verdicts import Finding

__all__ = ["Merge", "merged", "sound_of"]

Merge: TypeAlias = Literal["concatenate", "best"] | int | Callable[[Sequence[Any]], Any]
_COMPARED = 200


def sound_of(drafts: Sequence[Draft], merge: Merge) -> tuple[list[Draft], tuple[Finding, ...]]:
    """Return the drafts that count as answers, and what is wrong with the others.

    What cannot be read or is no whole answer is a branch that failed, and where claims are put together so is what
    lists none while another draft does.
    """
    listing = [draft for draft in drafts if _lists(draft)]
    puts_together = merge == "concatenate" or isinstance(merge, int)
    sound, failed = [], []
    for draft in drafts:
        faults = [finding for finding in draft.findings if finding.claim is None]
        if not faults and puts_together and listing and not _lists(draft):
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
    made: dict[str, Any] = {}
    votes: dict[str, int] = {}
    for draft in listing:
        seen: set[str] = set()
        for claim, item in zip(draft.claims, draft.value["claims"], strict=False):
            key = fold(claim.text)
            made.setdefault(key, item)
            votes[key] = votes.get(key, 0) + (key not in seen)
            seen.add(key)
    kept = [item for key, item in made.items() if votes[key] >= least]
    value = {**listing[0].value, "claims": kept}
    whole = read(value, documents=documents, model=model, allow_empty=least > 1)
    if not kept:
        return whole, (_not_agreed(least),)
    return whole, tuple(_contradictions(whole.claims[: len(kept)]))


def _not_agreed(least: int) -> Finding:
    return Finding(
        check="merge",
        code="not_agreed",
        expected=f"a claim that {least} models make",
        seen="none",
        message=f"no claim is made by {least} models",
    )


def _contradictions(claims: Sequence[Claim]) -> list[Finding]:
    """Return a finding for each pair of claims that differ in a number or a negation and in little else."""
    return [
        Finding(
            check="merge",
            code="contradiction",
            where=claims[other].where,
            expected=clip(claim.text),
            seen=clip(claims[other].text),
            message=f"says otherwise than claim {place + 1} of another model",
            claim=other,
        )
        for place, claim in enumerate(claims[:_COMPARED])
        for other in range(place + 1, min(len(claims), _COMPARED))
        if _contradict(claim.text, claims[other].text)
    ]


def _contradict(first: str, second: str) -> bool:
    if abs(len(first) - len(second)) > 12 + len(first) // 4:
        return False
    differences = changes(first, second, most=4)
    if not 0 < len(differences) <= 2:
        return False
    turned = [change for change in differences if _turns(change.expected) or _turns(change.seen)]
    changed = sum(len(change.expected) + len(change.seen) for change in differences)
    # Texts that share less than they differ in speak of different things.
    alike = 2 * changed <= len(first) + len(second)
    return alike and len(turned) == len(differences) and changed <= max(12, len(first) // 3)


def _turns(text: str) -> bool:
    return denies(text) or any(map(str.isdigit, text)) or any(char in "一二三四五六七八九十百千万億" for char in text)
