"""The rows of a fact store: what is known, since when, from where, and with what standing."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from typing import Literal, Protocol

from vouched.facts.periods import Grain, Period
from vouched.record import Record

__all__ = ["STATUSES", "Fact", "FactKey", "FactStore", "Looked", "Shelf", "Status", "Written"]

Status = Literal["approved", "auto_approved", "pending", "rejected", "blocked"]
STATUSES: tuple[Status, ...] = ("approved", "auto_approved", "pending", "rejected", "blocked")


class FactKey(Record, frozen=True):
    """What a number is of: codes of a metric, an entity and a channel, and a period."""

    metric: str
    entity: str
    period: Period
    channel: str = "TOTAL"


class Fact(Record, frozen=True, kw_only=True):
    """One number, exact to the last digit, with unit and provenance.

    `as_of` is the day from which the source says it, `recorded_at` the instant at which the store took it (both in ISO
    8601; the store stamps the second). `status` says whether it may be answered with: only approved ones are, and
    what a person approved or corrected (`by`) outranks what a program read.
    """

    key: FactKey
    value: Decimal
    unit: str
    document: str
    locator: str = ""
    as_of: str | None = None
    recorded_at: str | None = None
    status: Status = "auto_approved"
    by: str | None = None
    confidence: float | None = None
    extractor: str | None = None


# Keys that were looked up, each with the facts that stand for it: none, one, or several that disagree.
Looked = Sequence[tuple[FactKey, tuple[Fact, ...]]]


class Written(Record, frozen=True):
    """What became of facts that were written: how many rows are new, and how many stood there already, alike."""

    added: int = 0
    known: int = 0


class Shelf(Protocol):
    """Says which periods there are facts of; what a question leaves open is filled from them."""

    def periods(self, metric: str, entity: str, channel: str, grain: Grain, /) -> tuple[Period, ...]:
        """Return the periods of a grain that facts are known of, the oldest first."""


class FactStore(Protocol):
    """Keeps facts, and never overwrites one. Methods wait; threads may share a store. They raise StoreError."""

    def write(self, facts: Sequence[Fact], /) -> Written:
        """Keep facts, all or none."""

    def current(
        self, keys: Sequence[FactKey], /, *, as_of: str | None = None, known_at: str | None = None
    ) -> tuple[tuple[Fact, ...], ...]:
        """Return for each key the facts that stand: none, one, or several that disagree.

        `as_of` asks for what the sources said on a day, `known_at` for what the store held at an instant.
        """

    def history(self, key: FactKey, /) -> tuple[Fact, ...]:
        """Return every row of a key, the oldest first."""

    def review(
        self,
        fact: Fact,
        /,
        *,
        by: str,
        decision: Literal["approved", "rejected", "blocked"],
        value: Decimal | None = None,
        unit: str | None = None,
    ) -> Written:
        """Keep what a person decided of a fact: approved as it is, corrected to another value or unit, or rejected."""

    def withdraw_document(self, document: str, /, *, by: str) -> Written:
        """Keep that a person took back all that a document says."""

    def periods(self, metric: str, entity: str, channel: str, grain: Grain, /) -> tuple[Period, ...]:
        """Return the periods of a grain that a fact stands for, the oldest first."""
