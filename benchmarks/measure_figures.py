"""Measures the check `figures`: how often its findings are right, and what it says of figures that are rewritten.

`--data DIR` (or VOUCHED_DATA) holds the labelled sets. Only sources whose SHA-256 is odd are reported; the other half
is for development (`--half development`). `--write FILE` puts the tables between the two marks of that file.
"""

from __future__ import annotations

import argparse
import os
import random
import time
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Iterator
from decimal import Decimal
from pathlib import Path

from claim_figures import exact
from claim_sets import _lines, is_development, rows
from figure_rewrites import rewritten
from marked import write_marked

from vouched import Evidence, read
from vouched.checks import Figures
from vouched.text.derivations import derived
from vouched.text.quantities import quantities
from vouched.text.sentences import sentences
from vouched.verdicts import Finding

SETS = ("ragtruth_qa", "wice_test", "begin_wow_dev", "financebench")
SOURCES = {
    "en": (
        "wice_test",
        "wice_dev",
        "summedits",
        "ragtruth_qa",
        "begin_wow_dev",
        "contract_nli_dev",
        "factscore_chatgpt",
    ),
    "ja": ("quote_docs", "lawqa_jp", "law_articles", "jnli_valid", "jsick_stress_human"),
    "zh": ("uhgeval_zh", "rgb_zh", "law_articles", "xnli_zh"),
}
LONGEST = 6000
CHECK = Figures()


def findings(claim: str, source: str, question: str | None = None) -> list[Finding]:
    """Return what the check finds in a claim."""
    draft = read({"claims": [{"text": claim}]})
    return [each for each in CHECK(draft, Evidence.of([source], question=question)) if isinstance(each, Finding)]


def precision(folder: Path, half: str) -> Iterator[str]:
    """Yield how often answers with a finding are the ones that labels call unsupported, set by set."""
    yield "| set | rows (not supported) | answers with a finding: right | caught | ms |"
    yield "|---|---|---|---|---|"
    for name in SETS:
        counts: dict[str, Counter[str]] = defaultdict(Counter)
        begun = time.perf_counter()
        sample = rows(folder, name, half=half)
        for row in sample:
            is_found = bool(findings(row.claim, row.source, row.question))
            groups = [name]
            if "mode" in row.more:
                groups.append(
                    f"{name}, {'evidence was given' if row.more['mode'].startswith('oracle') else 'other modes'}"
                )
            for group in groups:
                counts[group]["rows"] += 1
                counts[group]["broken"] += row.y
                counts[group]["found"] += is_found
                counts[group]["right"] += is_found and bool(row.y)
        cost = (time.perf_counter() - begun) * 1e3 / max(1, len(sample))
        for group, count in counts.items():
            yield (
                f"| {group} | {count['rows']} ({count['broken']}) | {share(count['right'], count['found'])}"
                f" | {share(count['right'], count['broken'])} | {cost:.1f} |"
            )


def share(count: int, trials: int) -> str:
    """Return a share with its exact interval, in percent."""
    low, high = exact(count, trials)
    return f"{count}/{trials} = {100 * count / max(1, trials):.1f} [{100 * low:.1f}, {100 * high:.1f}]"


def sources(folder: Path, language: str, half: str) -> list[str]:
    """Return the texts of a language whose hash is of a half, each once, in an order that tells nothing."""
    found = set()
    for name in SOURCES[language]:
        for line in _lines(folder, name):
            text = line.get("source") or ""
            is_of = (line.get("lang") or _language(text)) == language
            if text and is_of and (half == "development") == is_development(text):
                found.add(text[:LONGEST])
    return random.Random(5).sample(sorted(found), len(found))


def _language(text: str) -> str:
    if any("\u3040" <= char <= "\u30ff" for char in text[:2000]):
        return "ja"
    return "zh" if any("\u4e00" <= char <= "\u9fff" for char in text[:2000]) else "en"


def rewrites(folder: Path, half: str, most: int, *, show: bool) -> Iterator[str]:
    """Yield how often changed figures are missed, and figures in another writing are found fault with."""
    yield "| language | kind | meaning broken: missed | meaning kept: false alarms |"
    yield "|---|---|---|---|"
    for language in SOURCES:
        counts: dict[tuple[str, bool], Counter[str]] = defaultdict(Counter)
        for source in sources(folder, language, half):
            for span in sentences(source)[:40]:
                sentence = " ".join(unicodedata.normalize("NFKC", span.of(source)).split())
                if not 12 <= len(sentence) <= 300:
                    continue
                for rule, claim in rewritten(sentence, source, language):
                    count = counts[rule.kind, rule.is_kept]
                    if count["of"] >= most:
                        continue
                    is_wrong = bool(findings(claim, source)) is rule.is_kept
                    count["of"] += 1
                    count["wrong"] += is_wrong
                    if is_wrong and show:
                        print(
                            language, rule.kind, "kept" if rule.is_kept else "broken", sentence, "=>", claim, sep=" | "
                        )
        for kind in sorted({kind for kind, _ in counts}):
            broken, kept = counts[kind, False], counts[kind, True]
            yield f"| {language} | {kind} | {_cell(broken)} | {_cell(kept)} |"
        totals = [
            sum((count for (_, is_kept), count in counts.items() if is_kept is kept), Counter[str]())
            for kept in (False, True)
        ]
        yield f"| {language} | all | {_cell(totals[0])} | {_cell(totals[1])} |"


def _cell(count: Counter[str]) -> str:
    return share(count["wrong"], count["of"]) if count["of"] else "–"


def chance(folder: Path, half: str) -> Iterator[str]:
    """Yield how often a number that was drawn by chance follows from the numbers of a financial text."""
    yield "| drawn | numbers near it | follow by chance |"
    yield "|---|---|---|"
    draw = random.Random(5)
    texts = sorted({line["source"] for line in _lines(folder, "tatqa_dev")})
    texts = [text for text in texts if (half == "development") == is_development(text)]
    for name, form in (
        ("percent, one decimal", "{:.1f}%"),
        ("percent, two decimals", "{:.2f}%"),
        ("amount", "${:,.0f}"),
    ):
        for near in (4, 8, 12, 24):
            count = Counter[str]()
            for text in texts:
                given = [each for each in quantities(text) if each.kind in ("number", "money", "percent")][:near]
                if len(given) < near:
                    continue
                values = [abs(each.value or Decimal(0)) for each in given]
                top = float(max(values)) if name == "amount" else 100.0
                wanted = quantities(form.format(draw.uniform(0.05 * top, top)))[0]
                count["of"] += 1
                count["found"] += derived(wanted, given) is not None
            yield f"| {name} | {near} | {share(count['found'], count['of'])} |"


def main() -> None:
    """Print the tables, and write them where asked."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", default=os.environ.get("VOUCHED_DATA", ""))
    parser.add_argument("--half", choices=("development", "reported"), default="reported")
    parser.add_argument("--most", type=int, default=300, help="rewrites of one kind in one language")
    parser.add_argument("--only", choices=("precision", "rewrites", "chance"))
    parser.add_argument(
        "--show", action="store_true", help="print what is judged wrongly; of the development half alone"
    )
    parser.add_argument("--write", type=Path, metavar="FILE")
    arguments = parser.parse_args()
    folder = Path(arguments.data or ".")
    if not arguments.data or not (folder / "ragtruth_qa.jsonl.xz").exists():
        print("measure-figures: no labelled sets; name their folder with VOUCHED_DATA=… or --data")
        return
    show = arguments.show and arguments.half == "development"
    tables = {
        "precision": precision(folder, arguments.half),
        "rewrites": rewrites(folder, arguments.half, arguments.most, show=show),
        "chance": chance(folder, arguments.half),
    }
    lines: list[str] = []
    for name, table in tables.items():
        if arguments.only in (None, name):
            for line in table:
                print(line, flush=True)
                lines.append(line)
            lines.append("")
    if arguments.write:
        write_marked(arguments.write, "measure-figures", lines)


if __name__ == "__main__":
    main()
