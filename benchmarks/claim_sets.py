"""Reads the labelled sets of claims against evidence, each row in one shape, and splits them by their sources.

A source whose SHA-256 is even is for development, an odd one for reporting; what is reported is never tuned on.
"""

from __future__ import annotations

import hashlib
import json
import lzma
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from vouched.documents import Evidence

NOT_ROWS = {"contracts_dev", "law_articles", "quotes", "quote_docs", "tatqa_dev"}


class Row(NamedTuple):
    """One claim or answer, its evidence, and whether it is not supported (`y` 1); `more` has the set's own fields."""

    id: str
    claim: str
    source: str
    question: str | None
    y: int
    lang: str
    more: dict[str, Any]

    @property
    def evidence(self) -> Evidence:
        """The evidence, made anew at each call, so that indexing it is a part of the time."""
        return Evidence.of([self.source], question=self.question)


def names(folder: Path) -> list[str]:
    """Return the sets of a folder that hold claims, in order."""
    found = sorted(path.name.removesuffix(".jsonl.xz") for path in folder.glob("*.jsonl.xz"))
    return [name for name in found if name not in NOT_ROWS]


def rows(folder: Path, name: str, *, half: str = "both", most: int | None = None) -> list[Row]:
    """Return the rows of one set; `half` is "development", "reported" or "both".

    Of more than `most` those whose ids have the lowest SHA-256, so that they are from all parts of the set.
    """
    contracts = {row["id"]: row["source"] for row in _lines(folder, "contracts_dev")} if "contract" in name else {}
    found = []
    for line in _lines(folder, name):
        source = line.get("source") or contracts.get(line.get("doc_id", ""), "")
        if half != "both" and (half == "development") != is_development(source):
            continue
        claim = line.get("claim") or line.get("output") or ""
        found.append(Row(line["id"], claim, source, line.get("query"), int(line["y"]), line.get("lang", "en"), line))
    if most is None or len(found) <= most:
        return found
    return sorted(found, key=lambda row: hashlib.sha256(row.id.encode()).digest())[:most]


def is_development(source: str) -> bool:
    """Return whether a source is for development."""
    return hashlib.sha256(source.encode()).digest()[-1] % 2 == 0


def _lines(folder: Path, name: str) -> Iterator[dict[str, Any]]:
    with lzma.open(folder / f"{name}.jsonl.xz", "rt", encoding="utf-8") as lines:
        for line in lines:
            yield json.loads(line)
