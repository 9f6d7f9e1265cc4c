"""What a question asks of a fact store: the facts to look up, what is done with them, and where each part was said."""

from __future__ import annotations

from typing import Literal

from vouched.documents import Span
from vouched.facts.rows import FactKey
from vouched.facts.units import UnitWish
from vouched.record import Record

__all__ = ["Basis", "Doubt", "DoubtKind", "Mention", "MentionKind", "Operation", "Request", "Route"]

MentionKind = Literal[
    "metric", "entity", "period", "channel", "unit", "operation", "exclusion", "cue", "filler", "unknown"
]
Operation = Literal[
    "value", "list", "compare", "difference", "growth", "share", "sum", "average", "highest", "lowest", "definition"
]
DoubtKind = Literal[
    "metric_missing", "metric_unclear", "name_unclear", "not_understood", "exclusion", "operations", "no_such_period",
    "rival", "too_many", "pairing", "whole_missing",
]  # fmt: skip
Basis = Literal["year", "period"]
Route = Literal["structured", "narrative", "composite"]


class Mention(Record, frozen=True):
    """A part of a question: what kind of word it is, what it means (a code, a key), its place, its text as typed."""

    kind: MentionKind
    means: str
    span: Span
    text: str


class Doubt(Record, frozen=True, kw_only=True):
    """Why a question cannot be answered as it stands: what it is about, in the words of the question, and the codes of
    what it may mean instead.
    """

    kind: DoubtKind
    texts: tuple[str, ...] = ()
    options: tuple[str, ...] = ()


class Request(Record, frozen=True, kw_only=True):
    """A question as it was understood; every content word of it is among the mentions, as "unknown" if nothing else is.

    `keys` are the facts to look up, in the order in which they were asked for. Growth, difference and share set each
    of them against a fact of its own: `bases` has as many keys, those of the period before (for `basis` "year": the
    same period of the year before) or of the whole; without such it is empty. `unit` is the unit that was asked for.
    `carried` names what was taken from the question before it, `assumed` what the question left open and the profile
    filled; `doubts` say what has to be asked back first: a request with doubts is not looked up.
    """

    question: str
    language: Literal["en", "ja", "zh"] = "en"
    route: Route = "structured"
    operation: Operation = "value"
    basis: Basis | None = None
    keys: tuple[FactKey, ...] = ()
    bases: tuple[FactKey, ...] = ()
    unit: UnitWish | None = None
    mentions: tuple[Mention, ...] = ()
    carried: tuple[Literal["metric", "entity", "period", "channel", "operation"], ...] = ()
    assumed: tuple[Literal["entity", "period", "basis", "whole"], ...] = ()
    doubts: tuple[Doubt, ...] = ()

    @property
    def not_understood(self) -> tuple[Mention, ...]:
        """The parts of the question that nothing known explains."""
        return tuple(each for each in self.mentions if each.kind == "unknown")
