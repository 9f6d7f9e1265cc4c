"""Counts what threads do, with no lock where it is counted."""

from __future__ import annotations

from itertools import count
from threading import Lock

__all__ = ["Tally"]


class Tally:
    """A number that threads count up without a lock."""

    def __init__(self) -> None:
        self._count, self._reads, self._lock = count(), 0, Lock()

    def add(self) -> None:
        """Count one more."""
        next(self._count)

    @property
    def value(self) -> int:
        """How often it was counted up. Reading counts too, which is why reads are counted."""
        with self._lock:
            self._reads += 1
            return next(self._count) - self._reads + 1
