"""Prints how fast and how small vouched is, as ratios within this one run, beside what was wanted.

Run by `make bench`. `--full` times the peer on every anchor; `--only NAME …` measures a part.
"""

from __future__ import annotations

import argparse
import platform

import bench_aligning
import bench_answers
import bench_claims
import bench_facts
import bench_facts_gate
import bench_locating
import bench_loop
import bench_measure
import bench_schema
import bench_verify
from timing import Table

NAMES = (
    *("hundred", "further", "memory", "many", "aligning", "aligning-scripts", "aligning-memory"),
    *("start", "verify", "schema", "claims", "loop", "growth", "concurrent"),
    *("measuring", "measuring-memory"),
    *("lookups", "gate", "gate-long", "answers"),
)


def main() -> None:
    """Measure what the arguments name, all by default; a missed figure is printed and fails nothing."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--full", action="store_true", help="time the peers on all anchors and extractions (minutes)")
    parser.add_argument("--rounds", type=int, default=3, help="rounds of which the least time counts")
    parser.add_argument("--only", nargs="*", default=[], help=", ".join(NAMES))
    parser.add_argument(
        "--profile", choices=("verify", "schema", "loop"), help="print where it spends its time, and stop"
    )
    arguments = parser.parse_args()
    if arguments.profile:
        {"verify": bench_verify, "schema": bench_schema, "loop": bench_loop}[arguments.profile].profile()
        return
    table = Table()
    print(f"Python {platform.python_version()}; least of {arguments.rounds} rounds, competitor and vouched in turn")
    measures = bench_locating.measures(full=arguments.full, rounds=arguments.rounds)
    measures |= bench_aligning.measures(full=arguments.full, rounds=arguments.rounds)
    measures |= bench_verify.measures(rounds=arguments.rounds)
    measures |= bench_schema.measures(rounds=arguments.rounds)
    measures |= bench_claims.measures(rounds=arguments.rounds)
    measures |= bench_loop.measures(rounds=arguments.rounds)
    measures |= bench_facts_gate.measures(rounds=arguments.rounds)
    measures |= bench_measure.measures(rounds=arguments.rounds)
    measures |= bench_facts.measures(rounds=arguments.rounds)
    measures |= bench_answers.measures(rounds=arguments.rounds)
    for name, measure in measures.items():
        if not arguments.only or name in arguments.only:
            measure(table)
    print(f"\n{table.missed or 'none'} of the wanted figures not met")


if __name__ == "__main__":
    main()
