"""Finds the cases that are named: files of cases, and public sets in a folder of data."""

from __future__ import annotations

import hashlib
import heapq
from collections.abc import Iterator, Sequence
from pathlib import Path

from vouched.errors import UsageError
from vouched.measure.cases import Apart, Case, Cases, read_cases
from vouched.measure.labelled_sets import Half, read_set, set_names

__all__ = ["cases_named", "refuse_unknown"]


def refuse_unknown(names: Sequence[str], *, data: str | None) -> None:
    """Raise UsageError for a name that is no file of cases and no set of the folder."""
    for name in names:
        if not Path(name).is_file() and (data is None or name not in set_names(data)):
            where = f"a set of {data}" if data else "a set (--data DIR or VOUCHED_DATA says where they are)"
            raise UsageError(f"{name:.100}: expected a file of cases, or {where}, saw neither")


def cases_named(
    names: Sequence[str], *, data: str | None = None, half: Half = "reported", most: int | None = None
) -> Iterator[Case | Apart]:
    """Yield the cases of files and sets, in their order; of more than `most` of one those whose hashes are lowest.

    `half` is of sets only: a file of cases is yours.
    """
    known = Cases()
    for name in names:
        found = (
            read_cases(name, known=known)
            if Path(name).is_file()
            else read_set(data or "", name, half=half, known=known)
        )
        yield from found if most is None else _drawn(found, most)


def _drawn(cases: Iterator[Case | Apart], most: int) -> Iterator[Case | Apart]:
    """Yield the cases with the lowest hashes of their ids, in their order, and all that is told apart."""
    kept: list[tuple[int, int, Case]] = []
    for number, case in enumerate(cases):
        if isinstance(case, Apart):
            yield case
            continue
        key = int.from_bytes(hashlib.sha256(case.id.encode()).digest()[:8])
        if len(kept) < most:
            heapq.heappush(kept, (-key, number, case))
        elif -key > kept[0][0]:
            heapq.heapreplace(kept, (-key, number, case))
    yield from (case for _, _, case in sorted(kept, key=lambda each: each[1]))
