"""Finds the claims at a pointer without looking at each: of a thousand items each is looked up on its own."""

from __future__ import annotations

from bisect import bisect_left

from vouched.drafts import Draft

__all__ = ["ClaimPlaces"]

_FEW = 16


class ClaimPlaces:
    """Says what `Draft.claims_of` and `Draft.claim_at` say, for many pointers of one draft; made when first asked."""

    def __init__(self, draft: Draft) -> None:
        self._draft = draft
        self._at: dict[str, list[int]] | None = None
        self._sorted: list[str] = []

    def of(self, where: str) -> tuple[int, ...]:
        """Return the claims that stand at a pointer, below it, or around it, in order."""
        if len(self._draft.claims) <= _FEW:
            return self._draft.claims_of(where)
        at = self._indexed()
        around = [number for outer in _around(where) for number in at.get(outer, ())]
        return tuple(sorted([*around, *self._within(where)]))

    def at(self, where: str) -> int | None:
        """Return the innermost claim that a pointer leads to or into; None where it leads to none or to several."""
        if len(self._draft.claims) <= _FEW:
            return self._draft.claim_at(where)
        at = self._indexed()
        for outer in [where, *reversed(_around(where))]:
            if outer in at:
                return at[outer][0]
        within = self._within(where)
        return within[0] if len(within) == 1 else None

    def _within(self, where: str) -> list[int]:
        at, deeper = self._indexed(), f"{where}/"
        found = list(at.get(where, ()))
        for place in range(bisect_left(self._sorted, deeper), len(self._sorted)):
            if not self._sorted[place].startswith(deeper):
                break
            found += at[self._sorted[place]]
        return found

    def _indexed(self) -> dict[str, list[int]]:
        if self._at is None:
            self._at = {}
            for number, claim in enumerate(self._draft.claims):
                self._at.setdefault(claim.where, []).append(number)
            self._sorted = sorted(self._at)
        return self._at


def _around(where: str) -> list[str]:
    """Return the pointers that lead to what holds the place of a pointer, the outermost first."""
    return [where[:place] for place, char in enumerate(where) if char == "/"]
