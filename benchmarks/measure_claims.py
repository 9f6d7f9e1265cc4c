"""Measures how well claims are told to be supported by their evidence, set by set, beside published figures.

`--data DIR` (or VOUCHED_DATA) holds the labelled sets. Only rows whose source has an odd SHA-256 are reported;
thresholds of the columns F1 and balanced accuracy are chosen on the other half of the same set. `--write FILE` puts
the tables between the two marks of that file.
"""

from __future__ import annotations

import argparse
import os
import time
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

from claim_figures import Rates, Scored, auroc, exact, rates, resampled, steady_threshold
from claim_judges import Judge, judged, judges, supported
from claim_peers import PEERS
from claim_sets import Row, names, rows
from marked import write_marked

from vouched.text.following import support_model

BLOCKING, FEWEST = 0.8, 3
# From which doubt on a rewritten text counts as flagged: one unseen word, the model's own threshold, any flag.
THRESHOLDS = {"unseen words": 0.69, "support": 1 - support_model().threshold, "support and these": 0.5}


def scored(judge: Judge, sample: list[Row]) -> tuple[list[Scored], float]:
    """Return the scores of rows and the milliseconds a row."""
    begun = time.perf_counter()
    found = [Scored(row.source, row.y, judged(judge, row)) for row in sample]
    return found, (time.perf_counter() - begun) * 1e3 / max(1, len(sample))


def blocking(found: Rates) -> float:
    """Return the recall of a threshold whose precision is at least 80 %, and less than nothing of any other."""
    return found.recall if found.precision >= BLOCKING and found.caught >= FEWEST else found.precision - 2


def line(set_name: str, judge_name: str, development: list[Scored], reported: list[Scored], cost: float) -> str:
    """Return one row of the table."""
    low, high = resampled(reported, auroc)
    cells = [f"{auroc(reported):.3f} [{low:.3f}, {high:.3f}]"]
    at = steady_threshold(development, lambda each: each.f1) if development else 0.0
    by_f1 = rates(reported, at)
    cells.append(f"{_percent(by_f1.precision)} / {_percent(by_f1.recall)} / {_percent(by_f1.f1)}")
    at = steady_threshold(development, lambda each: each.balanced) if development else 0.0
    low, high = resampled(reported, lambda drawn: rates(drawn, at).balanced)
    cells.append(f"{_percent(rates(reported, at).balanced)} [{_percent(low)}, {_percent(high)}]")
    cells.append(_tier(rates(reported, steady_threshold(development, blocking))))
    counts = f"{len(reported)} ({sum(row.y for row in reported)})"
    return f"| {set_name} | {counts} | {judge_name} | {' | '.join(cells)} | {cost:.1f} |"


def _tier(found: Rates) -> str:
    flags = found.caught + found.wrong
    if not flags:
        return "none"
    low, high = exact(found.caught, flags)
    return f"{_percent(found.precision)} [{_percent(low)}, {_percent(high)}] at {_percent(found.recall)}"


def _percent(share: float) -> str:
    return f"{100 * share:.1f}"


def table(folder: Path, chosen: list[str], ways: dict[str, Judge], most: int) -> Iterator[str]:
    """Yield the table of all sets, a row for each judge, and the published figures of a set below its own."""
    yield "| set | rows (not supported) | judge | AUROC | P / R / F1 | balanced accuracy | tier of P ≥ 80 | ms |"
    yield "|---|---|---|---|---|---|---|---|"
    for name in chosen:
        halves = [rows(folder, name, half=half, most=most) for half in ("development", "reported")]
        for way, judge in ways.items():
            development, _ = scored(judge, halves[0])
            reported, cost = scored(judge, halves[1])
            yield line(name, way, development, reported, cost)
        yield from (f"| {name}, published | | {peer} | |" for peer in PEERS.get(name, ()))


def scorecard(folder: Path, chosen: list[str], most: int) -> Iterator[str]:
    """Yield what the check `support` does at the threshold that it ships with, set by set."""
    at = THRESHOLDS["support"]
    yield "| set | not supported, found | supported, flagged | precision |"
    yield "|---|---|---|---|"
    for name in chosen:
        reported, _ = scored(supported, rows(folder, name, half="reported", most=most))
        found = rates(reported, at)
        flags = _of(found.caught, found.caught + found.wrong)
        yield f"| {name} | {_of(found.caught, found.of)} | {_of(found.wrong, found.clean)} | {flags} |"


def rewrites(folder: Path, ways: dict[str, Judge], thresholds: dict[str, float]) -> Iterator[str]:
    """Yield how often a verdict flips on meaning-kept edits of SummEdits and how many falsifications are caught.

    A flip is a verdict on an edit whose meaning is kept that is not the one on its seed; caught are falsified texts
    that are flagged, of seeds that pass.
    """
    yield "| judge | seeds flagged | flips, same meaning | falsifications caught |"
    yield "|---|---|---|---|"
    sample = rows(folder, "summedits", half="reported")
    seeds: dict[tuple[str, str], list[Row]] = defaultdict(list)
    for row in sample:
        seeds[row.source, row.more["seed"]].append(row)
    for way, judge in ways.items():
        at = thresholds.get(way, 1.0)
        counts = [0] * 6
        for (_, seed), edits in sorted(seeds.items()):
            evidence = edits[0].evidence
            is_flagged = judge(seed, evidence) >= at
            counts[0] += is_flagged
            counts[1] += 1
            for row in edits:
                seen = judge(row.claim, evidence) >= at
                if not row.y:
                    counts[2] += seen != is_flagged
                    counts[3] += 1
                elif not is_flagged:
                    counts[4] += seen
                    counts[5] += 1
        yield f"| {way} | " + " | ".join(_of(counts[at], counts[at + 1]) for at in (0, 2, 4)) + " |"


def _of(count: int, trials: int) -> str:
    low, high = exact(count, trials)
    return f"{count}/{trials} = {_percent(count / max(1, trials))} [{_percent(low)}, {_percent(high)}]"


def main() -> None:
    """Print the tables, and write them where asked."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", default=os.environ.get("VOUCHED_DATA", ""))
    parser.add_argument("--sets", nargs="*", help="only these sets")
    parser.add_argument("--judges", nargs="*", help="only these judges")
    parser.add_argument("--most", type=int, default=400, help="rows of each half of a set")
    parser.add_argument("--write", type=Path, metavar="FILE")
    arguments = parser.parse_args()
    folder = Path(arguments.data or ".")
    if not arguments.data or not names(folder):
        print("measure-claims: no labelled sets; name their folder with VOUCHED_DATA=… or --data")
        return
    ways = {name: judge for name, judge in judges().items() if not arguments.judges or name in arguments.judges}
    chosen = arguments.sets or names(folder)
    parts = [table(folder, chosen, ways, arguments.most)]
    if not arguments.judges or "support" in arguments.judges:
        parts.append(scorecard(folder, chosen, arguments.most))
    if "summedits" in chosen:
        parts.append(rewrites(folder, ways, THRESHOLDS))
    lines = []
    for part in parts:
        for each in (*part, ""):
            print(each, flush=True)
            lines.append(each)
    if arguments.write:
        write_marked(arguments.write, "measure-claims", lines)


if __name__ == "__main__":
    main()
