"""Measures how often the gate takes ordinary sentences for names of companies, and whether hidden names are found.

`--data DIR` (or VOUCHED_DATA) holds the labelled sets, whose sentences are the ordinary ones. Only sources with an odd
SHA-256 are reported; the rules were made looking at the other half. A sentence that a name is written in, letter for
letter and in its case, is a mention: what the gate is for. Any other hit of a name is a false alarm; of tickers every
sentence counts, whatever the letters mean there.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import re
import unicodedata
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

import gate_names
from claim_figures import exact
from claim_sets import names, rows
from marked import write_marked

from vouched.facts.gate import Gate
from vouched.text.sentences import sentences

LISTS: dict[str, dict[str, Iterable[str]]] = {
    "names of the cases": {**gate_names.FICTIONAL},
    "20 insurers and banks": {name: (name,) for name in gate_names.INSURERS_AND_BANKS},
    "their tickers": {name: (name,) for name in gate_names.THEIR_TICKERS},
    "20 big companies": {name: (name,) for name in gate_names.BIG_COMPANIES},
    "their tickers ": {name: (name,) for name in gate_names.BIG_TICKERS},
    "20 Chinese names": {name: (name,) for name in gate_names.CHINESE},
    "20 Japanese names": {name: (name,) for name in gate_names.JAPANESE},
}


def corpus(folder: Path, half: str, most: int) -> dict[str, list[str]]:
    """Return the sentences of the sets by language, each once, up to `most` of a set by their SHA-256."""
    found: dict[str, set[str]] = {"en": set(), "ja": set(), "zh": set()}
    for name in names(folder):
        by_language: dict[str, set[str]] = {"en": set(), "ja": set(), "zh": set()}
        for row in rows(folder, name, half=half, most=400):
            language = row.lang if row.lang in by_language else "en"
            for text in (row.claim, row.source[:20_000]):
                parts = (text[each.start : each.end].strip() for each in sentences(text))
                by_language[language].update(part for part in parts if 8 <= len(part) <= 600)
        for language, parts in by_language.items():
            found[language].update(sorted(parts, key=lambda part: hashlib.sha256(part.encode()).digest())[:most])
    return {language: sorted(parts) for language, parts in found.items()}


def letters(name: str) -> str:
    """Return the letters and digits of a name without case and marks."""
    return re.sub(r"[\W_\u0300-\u036f]+", "", unicodedata.normalize("NFKD", name)).casefold()


def rated(count: int, trials: int) -> str:
    """Return a count with its rate and exact interval, in percent."""
    low, high = exact(count, trials)
    return f"{count} = {100 * count / max(trials, 1):.2f} [{100 * low:.2f}, {100 * high:.2f}]"


def false_alarms(folder: Path, half: str, most: int, *, show: bool) -> list[str]:
    """Return the table of what the gate says of ordinary sentences."""
    found = corpus(folder, half, most)
    table = [
        "| list | language | sentences | with a mention | other hits | of these held |",
        "|---|---|---|---|---|---|",
    ]
    for title, competitors in LISTS.items():
        gate = Gate(competitors)
        for language, texts in found.items():
            mentions = others = held = 0
            seen: Counter[str] = Counter()
            for text in texts:
                hits = gate.screen(text).hits
                odd = [
                    hit
                    for hit in hits
                    if not (hit.exact and letters(text[hit.span.start : hit.span.end]) == letters(hit.alias))
                ]
                mentions += bool(hits) and not odd
                others += bool(odd)
                held += bool(odd) and not any(hit.exact for hit in odd)
                seen.update(f"{hit.alias}: {text[max(0, hit.span.start - 15) : hit.span.end + 15]!r}" for hit in odd)
            rates = f"{rated(mentions, len(texts))} | {rated(others, len(texts))}"
            table.append(f"| {title.strip()} | {language} | {len(texts)} | {rates} | {held} |")
            for line, count in seen.most_common(25) if show else ():
                print(f"    {count} {line}")
    return table


def hidden() -> list[str]:
    """Return the table of how many names are found in questions, by the way in which they are hidden."""
    counts: dict[str, Counter[str]] = {way: Counter() for way in gate_names.WAYS}
    for competitors in LISTS.values():
        gate = Gate(competitors)
        for aliases in competitors.values():
            for alias in aliases:
                for way, written in gate_names.hidden(alias):
                    for question in gate_names.QUESTIONS:
                        screen = gate.screen(question.format(written))
                        counts[way][screen.decision] += 1
                        if screen.decision == "allow":
                            print(f"    missed: {way}: {written!a} in {question}")
    lines = ["| hidden by | questions | refused | held | missed |", "|---|---|---|---|---|"]
    for way, count in counts.items():
        lines.append(f"| {way} | {count.total()} | {count['refuse']} | {count['hold']} | {count['allow']} |")
    return lines


def main() -> None:
    """Print the tables, and write them where asked."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", default=os.environ.get("VOUCHED_DATA", ""))
    parser.add_argument("--half", choices=("development", "reported"), default="reported")
    parser.add_argument("--most", type=int, default=1500, help="sentences of one set in one language")
    parser.add_argument("--only", choices=("alarms", "hidden"))
    parser.add_argument("--show", action="store_true", help="print what is hit; of the development half alone")
    parser.add_argument("--write", type=Path, metavar="FILE")
    arguments = parser.parse_args()
    folder = Path(arguments.data or ".")
    lines: list[str] = []
    if arguments.only != "hidden":
        if not arguments.data or not (folder / "ragtruth_qa.jsonl.xz").exists():
            print("measure-gate: no labelled sets; name their folder with VOUCHED_DATA=… or --data")
            return
        show = arguments.show and arguments.half == "development"
        lines += [*false_alarms(folder, arguments.half, arguments.most, show=show), ""]
    if arguments.only != "alarms":
        lines += hidden()
    print("\n".join(lines))
    if arguments.write:
        write_marked(arguments.write, "measure-gate", lines)


if __name__ == "__main__":
    main()
