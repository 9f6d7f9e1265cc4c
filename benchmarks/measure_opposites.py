"""Measures the checks `negation` and `names` and the agreement of roles, language by language, with 95 % intervals.

`--data DIR` (or VOUCHED_DATA) holds the labelled sets. Only rows whose source has an odd SHA-256 are reported; the
rules were made looking at the other half. Rewrites are the quotes of quotes.jsonl.xz, each a claim against the whole
document it is from: altered ones to be caught, by kind, and faithful ones to be left alone.
"""

from __future__ import annotations

import argparse
import os
import time
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from typing import Any

from claim_figures import Scored, auroc, exact, resampled
from claim_sets import Row, is_development, rows
from measure_quotes import read

from vouched.checks import Names, Negation
from vouched.documents import Document, Evidence
from vouched.drafts import Claim, Draft
from vouched.text.comparing import tokens_of
from vouched.text.roles import agreement
from vouched.text.sentences import sentences
from vouched.verdicts import Finding

ROLES = ("pawsx_en", "pawsx_ja", "pawsx_zh", "hans", "janli")
SETS = (
    "summedits", "wice_test", "ragtruth_qa", "qags", "factscore_chatgpt", "healthver_test", "fever_symmetric", "med",
    "contract_nli_dev", "pawsx_en", "rgb_en", "jnli_valid", "jsick_scramble", "jsem", "janli", "lawqa_jp", "pawsx_ja",
    "ocnli_dev", "xnli_zh", "uhgeval_zh", "rgb_zh", "pawsx_zh",
)  # fmt: skip
KEPT = ("exact", "typography", "whitespace", "width", "punct_variant", "case_first")
TURNED = {
    "negation_added": "negation",
    "negation_removed": "negation",
    "modal_swap": "modality",
    "boundary_swap": "comparator",
    "and_or_swap": "and, or",
    "role_swap": "role",
}
# What is put in place of words of real sentences: by language the kind, what stands there, and what is put instead.
TURNS = {
    "en": (
        ("modality", " shall not ", " may "),
        ("modality", " may ", " must "),
        ("modality", " shall ", " may "),
        ("negation", " shall not ", " shall "),
        ("negation", " is ", " is not "),
        ("negation", " does not ", " does "),
        ("comparator", "at least", "at most"),
        ("comparator", "more than", "less than"),
        ("opposite", "before", "after"),
    ),
    "ja": (
        ("modality", "してはならない", "することができる"),
        ("modality", "することができる", "しなければならない"),
        ("modality", "しなければならない", "することができる"),
        ("negation", "しない。", "する。"),
        ("negation", "する。", "しない。"),
        ("negation", "されない", "される"),
        ("comparator", "以上の", "以下の"),
        ("comparator", "年以下", "年以上"),
        ("opposite", "前に", "後に"),
    ),
    "zh": (
        ("modality", "不得", "得"),
        ("modality", "得依", "應依"),
        ("modality", "應由", "得由"),
        ("negation", "不適用", "適用"),
        ("negation", "未經", "已經"),
        ("negation", "不在此限", "在此限"),
        ("comparator", "年以上", "年以下"),
        ("comparator", "年以下", "年以上"),
        ("opposite", "之前", "之後"),
    ),
}
SAME = {
    "en": (
        (" shall not ", " must not "),
        (" shall ", " must "),
        ("at least", "no less than"),
        (" is ", "  is "),
        ("more than", "over"),
        (" does not ", " doesn't "),
    ),
    "ja": (
        ("してはならない", "してはいけない"),
        ("しなければならない", "しなければいけない"),
        ("することができる", "できる"),
        ("、", "，"),
        ("以上の", "以上 の"),
        ("しない。", "しません。"),
    ),
    "zh": (
        ("不得", "不可"),
        ("應由", "應當由"),
        ("，", ","),
        ("年以上", "年 以上"),
        ("未經", "沒有經"),
        ("不適用", "並不適用"),
    ),
}
MOST_REWRITES = 200
CHECKS = {"negation": Negation(), "names": Names()}


def draft_of(text: str) -> Draft:
    """Return a draft with one claim for each sentence."""
    claims = tuple(
        Claim(text=span.of(text), where=f"/claims/{number}", span=span) for number, span in enumerate(sentences(text))
    )
    return Draft(raw=text, kind="text", value=text, claims=claims)


def findings(check: Any, text: str, evidence: Evidence) -> list[Finding]:
    """Return what a check finds wrong in a text."""
    return [said for said in check(draft_of(text), evidence) if isinstance(said, Finding)]


def role_lines(folder: Path) -> Iterator[str]:
    """Yield the AUROC of the agreement beside that of shared words, which these sets are made to defeat."""
    yield "| set | rows (not supported) | agreement | words shared | ms |"
    yield "|---|---|---|---|---|"
    for name in ROLES:
        sample = rows(folder, name, half="reported")
        begun = time.perf_counter()
        scored = [Scored(row.source, row.y, 1 - agreement(row.source, row.claim).score) for row in sample]
        cost = (time.perf_counter() - begun) * 1e3 / len(sample)
        shared = [Scored(row.source, row.y, 1 - _shared(row)) for row in sample]
        counts = f"{len(sample)} ({sum(row.y for row in sample)})"
        yield f"| {name} | {counts} | {_area(scored)} | {_area(shared)} | {cost:.2f} |"


def _shared(row: Row) -> float:
    held = {token.key for token in tokens_of(row.source)}
    claimed = [token.key for token in tokens_of(row.claim)]
    return sum(key in held for key in claimed) / max(1, len(claimed))


def _area(scored: list[Scored]) -> str:
    low, high = resampled(scored, auroc)
    return f"{auroc(scored):.3f} [{low:.3f}, {high:.3f}]"


def rewrite_lines(folder: Path) -> Iterator[str]:
    """Yield how many altered quotes `negation` catches, by language and kind, and how many faithful ones it flags."""
    documents = {row["id"]: Document(id=row["id"], text=row["source"]) for row in read(folder, "quote_docs")}
    evidence = {name: Evidence.of([document]) for name, document in documents.items()}
    counts: dict[tuple[str, str], list[int]] = defaultdict(lambda: [0, 0])
    for row in read(folder, "quotes"):
        kind = TURNED.get(row["kind"]) if row["y"] else "faithful" if row["kind"] in KEPT else None
        if kind is None or is_development(documents[row["doc_id"]].text):
            continue
        count = counts[row["lang"], kind]
        count[0] += bool(findings(CHECKS["negation"], row["quote"], evidence[row["doc_id"]]))
        count[1] += 1
    yield "| language | rewrite | flagged |"
    yield "|---|---|---|"
    for (language, kind), (flagged, of) in sorted(counts.items()):
        yield f"| {language} | {kind} | {_rate(flagged, of)} |"


def law_lines(folder: Path) -> Iterator[str]:
    """Yield how often sentences of laws and contracts are flagged when a word of them is turned, or put otherwise.

    At most 200 sentences of each rewrite, the first of each text in the order of the data.
    """
    counts: dict[tuple[str, str], list[int]] = defaultdict(lambda: [0, 0])
    done: dict[tuple[str, str, str], int] = defaultdict(int)
    for source, language in _laws(folder):
        evidence = Evidence.of([source])
        rewrites = [*TURNS[language], *(("said otherwise", *pair) for pair in SAME[language])]
        for kind, old, new in rewrites:
            found = next((span.of(source) for span in sentences(source) if old in span.of(source)), "")
            if not found or done[language, old, new] >= MOST_REWRITES:
                continue
            done[language, old, new] += 1
            count = counts[language, kind]
            count[0] += bool(findings(CHECKS["negation"], found.replace(old, new, 1), evidence))
            count[1] += 1
    yield "| language | rewrite of a sentence of a law or contract | flagged |"
    yield "|---|---|---|"
    for (language, kind), (flagged, of) in sorted(counts.items()):
        yield f"| {language} | {kind} | {_rate(flagged, of)} |"


def _laws(folder: Path) -> Iterator[tuple[str, str]]:
    """Yield the texts that are reported, and their languages."""
    for name in ("contracts_dev", "law_articles"):
        for row in read(folder, name):
            if not is_development(row["source"]):
                yield row["source"], (row.get("lang") or "en")[:2]


def set_lines(folder: Path) -> Iterator[str]:
    """Yield, for each check and set, how many rows of each label are flagged, and the milliseconds a row."""
    yield "| check | set | supported flagged | contradicted or unsupported flagged | neutral flagged | ms |"
    yield "|---|---|---|---|---|---|"
    for check_name, check in CHECKS.items():
        for name in SETS:
            flagged: dict[str, list[int]] = defaultdict(lambda: [0, 0])
            costs = []
            for row in rows(folder, name, half="reported"):
                evidence = row.evidence
                begun = time.perf_counter()
                is_flagged = bool(findings(check, row.claim, evidence))
                costs.append((time.perf_counter() - begun) * 1e3)
                label = row.more.get("label") or ""
                side = flagged["wrong" if label in ("contradicted", "unsupported", "partial") else label]
                side[0] += is_flagged
                side[1] += 1
            cells = " | ".join(_rate(*flagged[label]) for label in ("supported", "wrong", "neutral"))
            yield f"| {check_name} | {name} | {cells} | {median(costs):.2f} |"


def _rate(count: int, of: int) -> str:
    if not of:
        return ""
    low, high = exact(count, of)
    return f"{count}/{of} = {100 * count / of:.1f} % [{100 * low:.1f}, {100 * high:.1f}]"


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", default=os.environ.get("VOUCHED_DATA", ""))
    folder = Path(parser.parse_args().data or ".")
    if not (folder / "quotes.jsonl.xz").exists():
        print("measure-opposites: no labelled sets; name their folder with VOUCHED_DATA=… or --data")
        return
    for lines in (role_lines, rewrite_lines, law_lines, set_lines):
        print("\n".join(lines(folder)), end="\n\n")


if __name__ == "__main__":
    main()
