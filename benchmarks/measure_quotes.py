"""Measures how often the check of quotes is wrong on labelled quotes, beside two other ways to look for them.

Each quote is judged alone against the document it is said to be from, as the check does. `--data DIR` (or
VOUCHED_DATA) holds quotes.jsonl.xz and quote_docs.jsonl.xz. Intervals are exact (Clopper and Pearson 1934), 95 %.
"""

from __future__ import annotations

import argparse
import json
import lzma
import math
import os
import time
from collections import Counter, defaultdict
from collections.abc import Callable
from pathlib import Path
from typing import Any

from vouched.checks.quotes import find_quote
from vouched.documents import Document, Evidence, Quote
from vouched.drafts import Citation
from vouched.text.aligning import align

WANTED_REFUSED, WANTED_ACCEPTED = 0.007, 0.001
Row = dict[str, Any]
Judge = Callable[[str, Document], bool]


def tail(count: int, trials: int, rate: float) -> float:
    """Return the chance of at least `count` events in `trials` of the given rate."""
    if rate <= 0 or count <= 0:
        return float(count <= 0)
    logs = (
        math.lgamma(trials + 1)
        - math.lgamma(k + 1)
        - math.lgamma(trials - k + 1)
        + k * math.log(rate)
        + (trials - k) * math.log1p(-rate)
        for k in range(count, trials + 1)
    )
    return min(1.0, math.fsum(map(math.exp, logs)))


def interval(count: int, trials: int, *, level: float = 0.95) -> tuple[float, float]:
    """Return the exact interval of a rate of which `count` events in `trials` were seen."""
    beyond = (1 - level) / 2
    low = _bisected(lambda rate: tail(count, trials, rate) < beyond) if count else 0.0
    high = _bisected(lambda rate: 1 - tail(count + 1, trials, rate) >= beyond) if count < trials else 1.0
    return low, high


def _bisected(below: Callable[[float], bool]) -> float:
    low, high = 0.0, 1.0
    for _ in range(50):
        middle = (low + high) / 2
        low, high = (middle, high) if below(middle) else (low, middle)
    return low


def by_check(quote: str, document: Document) -> bool:
    """Return whether the check of quotes accepts; what it accepts must be a slice."""
    found = find_quote(Citation(document=document.id, typed=quote), Evidence.of([document]))
    if isinstance(found, Quote):
        assert found.text == document.text[found.start : found.end]
        return True
    return False


def by_alignment(quote: str, document: Document) -> bool:
    """Return whether the check of grounding would accept the quote as an extracted text, at its defaults."""
    return align(document, quote).stands


def by_operator(quote: str, document: Document) -> bool:
    """Return whether the quote stands in the document as it is."""
    return quote in document.text


def judges() -> dict[str, Judge]:
    """Return the ways to judge; juricode's only where it is installed."""
    found: dict[str, Judge] = {"vouched": by_check, "vouched, as extraction": by_alignment, "in": by_operator}
    try:
        from juricode_verifier import snap_quote
    except ImportError:
        print("juricode-verifier is not installed: its row is left out")
    else:
        found["juricode snap_quote"] = lambda quote, document: snap_quote(quote, document.text) is not None
    return found


def read(folder: Path, name: str) -> list[Row]:
    """Return the rows of one data file."""
    with lzma.open(folder / f"{name}.jsonl.xz", "rt", encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


def measured(judge: Judge, rows: list[Row], documents: dict[str, Document]) -> Row:
    """Return the counts, failing ids and microseconds a quote of one way to judge."""
    wrong: dict[str, list[str]] = defaultdict(list)
    kinds: Counter[tuple[str, str]] = Counter()
    begun = time.perf_counter()
    for row in rows:
        if judge(row["quote"], documents[row["doc_id"]]) != (row["y"] == 0):
            wrong["accepted" if row["y"] else "refused"].append(row["id"])
            kinds["accepted" if row["y"] else "refused", row["kind"]] += 1
    seconds = time.perf_counter() - begun
    altered = sum(row["y"] for row in rows)
    result: Row = {"quotes": len(rows), "microseconds": seconds / len(rows) * 1e6}
    for side, trials in (("refused", len(rows) - altered), ("accepted", altered)):
        low, high = interval(len(wrong[side]), trials)
        result[side] = {"count": len(wrong[side]), "of": trials, "low": low, "high": high, "ids": wrong[side]}
        result[side]["kinds"] = {kind: count for (of, kind), count in sorted(kinds.items()) if of == side}
    return result


def shown(side: Row) -> str:
    """Return a rate with its interval in per cent."""
    rate = 100 * side["count"] / max(1, side["of"])
    return f"{side['count']}/{side['of']} = {rate:.2f} % [{100 * side['low']:.2f}, {100 * side['high']:.2f}]"


def main() -> None:
    """Print the rates of each language and way, what failed, and whether the wanted rates are kept."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", default=os.environ.get("VOUCHED_DATA", ""))
    parser.add_argument("--json", metavar="F", help="write the figures to this file")
    parser.add_argument("--most", type=int, default=20, help="failing ids that are printed of each side")
    arguments = parser.parse_args()
    folder = Path(arguments.data or ".")
    if not (folder / "quotes.jsonl.xz").exists():
        print("measure-quotes: no quotes.jsonl.xz; name its folder with VOUCHED_DATA=… or --data")
        return
    documents = {row["id"]: Document(id=row["id"], text=row["source"]) for row in read(folder, "quote_docs")}
    rows = read(folder, "quotes")
    result: dict[str, dict[str, Row]] = defaultdict(dict)
    print(f"{'':<24}{'lang':<6}{'faithful refused':<36}{'altered accepted':<36}{'us a quote':>10}")
    for name, judge in judges().items():
        for lang in sorted({row["lang"] for row in rows}):
            figures = measured(judge, [row for row in rows if row["lang"] == lang], documents)
            result[name][lang] = figures
            cells = f"{shown(figures['refused']):<36}{shown(figures['accepted']):<36}{figures['microseconds']:>10.0f}"
            print(f"{name:<24}{lang:<6}{cells}", flush=True)
    _details(result["vouched"], rows, arguments.most)
    if arguments.json:
        Path(arguments.json).write_text(json.dumps(result, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


def _details(result: dict[str, Row], rows: list[Row], most: int) -> None:
    trials = Counter((row["lang"], bool(row["y"]), row["kind"]) for row in rows)
    print("\nvouched, wrong of each kind")
    for (lang, altered, kind), of in sorted(trials.items()):
        side = "accepted" if altered else "refused"
        print(f"  {lang}  {side + ': ' + kind:<36}{result[lang][side]['kinds'].get(kind, 0):>5} of {of}")
    for lang, figures in result.items():
        for side, limit in (("refused", WANTED_REFUSED), ("accepted", WANTED_ACCEPTED)):
            ids = figures[side]["ids"]
            met = "met" if len(ids) <= limit * figures[side]["of"] else "NOT MET"
            listed = f": {', '.join(ids[:most])}{' …' if len(ids) > most else ''}" if ids else ""
            print(f"{lang}: {side} {len(ids)}, wanted at most {100 * limit:.1f} %: {met}{listed}")


if __name__ == "__main__":
    main()
