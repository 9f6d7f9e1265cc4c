"""Shows on standard error how far a run over many answers is, when a person is watching."""

from __future__ import annotations

import sys

from vouched.text.clip import clip

__all__ = ["Progress"]


class Progress:
    """A line that says which answer of how many is being judged; silent for one answer and where no one watches.

    Without a `total`, nobody knows how many there are.
    """

    def __init__(self, total: int | None = None) -> None:
        self._total = total
        self._done = 0
        self._is_shown = total not in (0, 1) and sys.stderr.isatty()

    def show(self, name: str) -> None:
        """Show the next answer's number and name in place of the last one's."""
        self._done += 1
        if self._is_shown:
            of = "" if self._total is None else f"/{self._total}"
            print(f"\r\x1b[2K{self._done}{of} {clip(name, 60)}", end="", file=sys.stderr, flush=True)

    def clear(self) -> None:
        """Take the line away."""
        if self._is_shown:
            print("\r\x1b[2K", end="", file=sys.stderr, flush=True)
