"""Measures what `support` does not carry since it denies what its best passage states, on development halves."""

from __future__ import annotations

import os
from pathlib import Path

from claim_sets import Row, names, rows

from vouched.checks import Supported
from vouched.run.reading import read
from vouched.text.following import follows, support_model
from vouched.verdicts import Support

__all__ = ["counted", "main"]

_MOST = 150


def counted(row: Row) -> tuple[int, int]:
    """Return how many claims of a row are sure to follow, and how many of them are carried."""
    draft, evidence = read(row.claim), row.evidence
    told = [follows(claim.text, evidence) for claim in draft.claims]
    sure = sum(bool(each.parts) and each.probability >= support_model().sure for each in told)
    return sure, sum(isinstance(each, Support) for each in Supported()(draft, evidence))


def main() -> None:
    """Print both counts, of supported and of unsupported rows, set by set and together."""
    folder = Path(os.environ["VOUCHED_DATA"])
    total = {0: [0, 0], 1: [0, 0]}
    for name in names(folder):
        found = {0: [0, 0], 1: [0, 0]}
        for row in rows(folder, name, half="development", most=_MOST):
            for place, count in enumerate(counted(row)):
                found[row.y][place] += count
                total[row.y][place] += count
        print(f"{name:<28} supported {found[0][0]:>5} -> {found[0][1]:>5}   not {found[1][0]:>5} -> {found[1][1]:>5}")
    for label, (sure, carried) in total.items():
        kind = "not supported" if label else "supported"
        print(f"{kind}: {sure} sure, {carried} carried, {100 * (sure - carried) / max(sure, 1):.1f} % taken away")


if __name__ == "__main__":
    main()
