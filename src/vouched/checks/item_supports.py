"""Turns what a check of items found into supports: a claim is supported when every item that it is part of is."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from vouched.checks.claim_places import ClaimPlaces
from vouched.drafts import Draft
from vouched.verdicts import Support

__all__ = ["item_supports"]


def item_supports(name: str, draft: Draft, stands: Mapping[str, bool], *, vouches: bool) -> Iterator[Support]:
    """Yield a support for each claim of which all items stand, and for the draft where it has no claims.

    `stands` says of each item's pointer whether it does; without items nothing is said.
    """
    told: dict[int, bool] = {}
    places = ClaimPlaces(draft)
    for where, holds in stands.items():
        for claim in places.of(where):
            told[claim] = holds and told.get(claim, True)
    for claim in sorted(told):
        if told[claim]:
            yield Support(check=name, claim=claim, where=draft.claims[claim].where, vouches=vouches)
    if not draft.claims and stands and all(stands.values()):
        yield Support(check=name, vouches=vouches)
