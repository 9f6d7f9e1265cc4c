"""Times calls against each other in one run and prints the ratios beside what was wanted."""

from __future__ import annotations

import time
from collections.abc import Callable

__all__ = ["Table", "interleaved"]


def interleaved(*calls: Callable[[], object], rounds: int) -> list[float]:
    """Return the least seconds of each call, taken in turn `rounds` times so that they meet the same machine."""
    best = [float("inf")] * len(calls)
    for _ in range(rounds):
        for place, call in enumerate(calls):
            begun = time.perf_counter()
            call()
            best[place] = min(best[place], time.perf_counter() - begun)
    return best


class Table:
    """Rows of one measurement: printed as they come, and counted where a wanted figure was missed."""

    def __init__(self) -> None:
        self.missed = 0

    def head(self, title: str, *columns: str) -> None:
        """Print the title of a group of rows and what its columns are."""
        print(f"\n{title}\n{'':<50}" + "".join(f"{column:>13}" for column in columns))

    def row(self, name: str, *cells: str, met: bool | None = None) -> None:
        """Print a row; `met` says whether what was wanted was reached, None where nothing was."""
        verdict = "" if met is None else "met" if met else "NOT MET"
        self.missed += met is False
        print(f"{name:<50}" + "".join(f"{cell:>13}" for cell in cells) + f"  {verdict}".rstrip(), flush=True)


def shown(seconds: float) -> str:
    """Return a time in the unit in which it has one to three digits before the point."""
    if seconds >= 1:
        return f"{seconds:.2f} s"
    return f"{seconds * 1e3:.2f} ms" if seconds >= 1e-3 else f"{seconds * 1e6:.1f} us"
