"""Every seam: what a check is. A flow's requests and the protocols that answer them join it here."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Protocol, TypeAlias, runtime_checkable

from vouched.documents import Evidence
from vouched.drafts import Draft
from vouched.verdicts import Finding, Support

__all__ = ["AnyCheck", "Check", "CheckFunction"]


@runtime_checkable
class Check(Protocol):
    """Looks at a draft and its evidence, changes nothing, yields findings and supports.

    `name` is how policy addresses it. `decidable` is True when a finding is a fact (existence, verbatim, hash)
    and False when it is an estimate, whose authority has to be earned by measurement. Yielding nothing means
    that there was nothing to look at: the verdict is `silent`.
    """

    @property
    def name(self) -> str: ...

    @property
    def decidable(self) -> bool: ...

    def __call__(self, draft: Draft, evidence: Evidence, /) -> Iterable[Finding | Support]: ...


CheckFunction: TypeAlias = Callable[[Draft, Evidence], Iterable[Finding | Support]]
AnyCheck: TypeAlias = Check | CheckFunction
