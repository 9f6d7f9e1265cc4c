"""Compares the rewrites of `vouched measure` with labelled pairs: where one makes a pair's claim of its source.

`--data DIR` (or VOUCHED_DATA) holds the labelled sets. Where rewriting the source of a pair gives its claim, character
by character but for white space and marks, the label says whether the meaning was kept.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import re
import unicodedata
from collections import Counter, defaultdict
from pathlib import Path

from vouched.measure.cases import Apart, lines_of
from vouched.measure.labelled_sets import is_development
from vouched.measure.passages import Passage
from vouched.measure.rates import rate_of
from vouched.measure.rewrites import alternatives, applied, rewrites

SETS = (
    "pawsx_en", "pawsx_ja", "pawsx_zh", "hans", "janli", "jsick_scramble", "jsem", "med", "fever_symmetric",
    "summedits", "xnli_zh", "ocnli_dev", "jnli_valid", "mnli_contradicting", "infotabs_alpha2",
)  # fmt: skip


def folded(text: str) -> str:
    """Return a text without white space, marks, width and case."""
    return re.sub(r"[\W_]+", "", unicodedata.normalize("NFKC", text)).casefold()


def main() -> None:
    """Print, for each rewrite, the pairs that it makes and how many labels agree with it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", default=os.environ.get("VOUCHED_DATA", ""))
    parser.add_argument("--show", action="store_true", help="print the pairs of development that disagree")
    arguments = parser.parse_args()
    counts: dict[tuple[str, str], Counter[bool]] = defaultdict(Counter)
    for name in SETS:
        for _, row in lines_of(Path(arguments.data) / f"{name}.jsonl.xz"):
            if isinstance(row, Apart):
                continue
            source = row.get("seed") or row["source"]
            claim, language = row.get("claim") or row.get("output") or "", (row.get("lang") or "en")[:2]
            if len(source) > 600:
                continue
            wanted, before = folded(claim), folded(source)
            if wanted == before:
                continue
            for rewrite in rewrites():
                if language not in rewrite.languages:
                    continue
                passage = Passage(source, "answer", language, (), (), random.Random(0))
                if all(folded(applied(source, puts)) != wanted for puts in alternatives(rewrite, passage)):
                    continue
                agrees = rewrite.keeps is (not row["y"])
                counts[rewrite.name, language][agrees] += 1
                if not agrees and arguments.show and is_development(row["source"]):
                    print(name, rewrite.name, json.dumps([source, claim], ensure_ascii=False))
    print("| rewrite | language | labels that agree |")
    print("|---|---|---|")
    for (rewrite_name, language), count in sorted(counts.items()):
        rate = rate_of(count[True], count.total())
        shown = f"{100 * (rate.share or 0):.1f} % [{100 * rate.lower:.1f}, {100 * rate.upper:.1f}]"
        print(f"| {rewrite_name} | {language} | {rate.count}/{rate.of} = {shown} |")


if __name__ == "__main__":
    main()
