"""Fuzzes quote matching against an oracle of its own: damaged quotes must be found, edited ones must not.

`--data DIR` (or VOUCHED_DATA) names the labelled data whose texts are taken; without it texts are made up.
Prints a rate for each kind of change and language; `--show N` prints N failures of each with a reproduction.
"""

from __future__ import annotations

import argparse
import json
import lzma
import os
import random
import re
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from fuzz_changes import DAMAGES, EDITS, is_spaceless, plain
from fuzz_pairs import ALIKE, APART
from made_text import english, japanese

import vouched
from vouched.checks.quotes import find_quote
from vouched.documents import Document, Evidence, Quote
from vouched.drafts import Citation

SOURCES = (
    "quote_docs",
    "law_articles",
    "rgb_zh",
    "uhgeval_zh",
    "financebench",
    "ragtruth_qa",
    "healthver_test",
    "wice_dev",
)
AROUND = 1200
ENDS = re.compile(r"(?<=[.;!?])\s+(?=[A-Z(“\"])|(?<=[。！？；])|\n+")
STRONG = 12
# A real ellipsis may stand for anything, and a dash at an end is no part of the words.
UNCLEAR = re.compile(r"\.\.\.|…|^[\s\-–—_*]|[-‐–—]$|-{4}")
QUOTE_ONLY = ("quotation marks around", "marked ellipsis", "HTML entities")


class Sample(NamedTuple):
    """A stretch of real text, and the document around it."""

    lang: str
    document: str
    start: int
    end: int

    @property
    def quote(self) -> str:
        """Return the stretch itself."""
        return self.document[self.start : self.end]


def texts(folder: str) -> dict[str, list[str]]:
    """Return the texts to draw from by language, each at least 200 characters long."""
    found: dict[str, list[str]] = (
        {"en": [english(40_000)], "ja": [japanese(40_000)]} if not folder else defaultdict(list)
    )
    for name in SOURCES if folder else ():
        with lzma.open(Path(folder) / f"{name}.jsonl.xz", "rt", encoding="utf-8") as lines:
            sources = {str(json.loads(line).get("source") or "") for line in lines}
        for source in sorted(sources):
            if len(source) >= 200:
                kana = len(re.findall("[ぁ-ん]", source))
                lang = "ja" if kana * 20 > len(source) else "zh" if is_spaceless(source) else "en"
                found[lang].append(source)
    return found


def samples(pool: dict[str, list[str]], chance: random.Random) -> Iterator[Sample]:
    """Yield stretches without end: a sentence or a clause with words whole at both ends."""
    langs = sorted(pool)
    while True:
        lang = chance.choice(langs)
        text = chance.choice(pool[lang])
        low = chance.randint(0, max(0, len(text) - 2 * AROUND))
        window = text[low : low + 2 * AROUND]
        pieces, start = [], 0
        for match in ENDS.finditer(window):
            pieces.append((start, match.start()))
            start = match.end()
        whole = [(a, b) for a, b in pieces[1:] if 25 <= b - a <= 320 and window[a:b].strip() == window[a:b]]
        if not whole:
            continue
        start, end = chance.choice(whole)
        if chance.random() < 0.3:
            start, end = _clause(chance, window, start, end)
        if end - start >= STRONG and not UNCLEAR.search(window[start:end]):
            yield Sample(lang, window, start, end)


def _clause(chance: random.Random, text: str, start: int, end: int) -> tuple[int, int]:
    """Return a part of a sentence that ends or begins at a comma."""
    commas = [match.end() for match in re.finditer(r",\s+(?=[A-Za-z])|[、，](?=[\u3400-\u9fff])", text[start:end])]
    if not commas:
        return start, end
    place = start + chance.choice(commas)
    return (place, end) if chance.random() < 0.5 else (start, place)


def accepted(document: str, quote: str) -> str | None:
    """Return how a quote is found by the check of quotes, or None; raises where something is not a slice."""
    evidence = Evidence.of([Document(id="d", text=document)])
    found = find_quote(Citation(document="d", typed=quote), evidence)
    snap = vouched.snap(quote, evidence.documents[0])
    if snap.quote is not None and snap.quote.text != document[snap.quote.start : snap.quote.end]:
        raise AssertionError(f"snap is no slice: {snap.quote}")
    if not isinstance(found, Quote):
        return "snap" if snap.found else None
    if found.text != document[found.start : found.end]:
        raise AssertionError(f"quote is no slice: {found}")
    return found.how


def once(sample: Sample, chance: random.Random) -> tuple[str, str, str, bool, str, str] | None:
    """Return (kind, name, lang, wrong, document, quote) of one trial, None where the change had no occasion."""
    document, quote = sample.document, sample.quote
    side = chance.choice(
        ("damage of quote", "damage of document", "edit", "edit", "edit", "splice", "spliced paragraphs")
    )
    if side.startswith("spliced") or side == "splice":
        name, made = side, _spliced(chance, sample, paragraphs=side != "splice")
    else:
        name, made = _changed(chance, quote, side)
    if made is None or (not side.startswith("damage") and (made == quote or plain(made) in plain(document))):
        return None
    if not side.startswith("damage"):
        return "edit", name, sample.lang, accepted(document, made) is not None, document, made
    if side == "damage of document":
        document, made = document[: sample.start] + made + document[sample.end :], quote
    return side, name, sample.lang, accepted(document, made) is None, document, made


def _changed(chance: random.Random, quote: str, side: str) -> tuple[str, str | None]:
    """Return a change that the quote gives occasion for, rare ones as often as common ones, and its name."""
    changes = EDITS if side == "edit" else DAMAGES
    names = [name for name in changes if side != "damage of document" or name not in QUOTE_ONLY]
    for name in chance.sample(names, len(names)):
        made = changes[name](chance, quote)
        if made is not None:
            return name, made
    return "", None


def _spliced(chance: random.Random, sample: Sample, *, paragraphs: bool) -> str | None:
    text = sample.document
    if paragraphs:
        breaks = [match for match in re.finditer(r"\n\s*\n", text) if 40 < match.start() < len(text) - 60]
        if not breaks:
            return None
        place = chance.choice(breaks)
        head, tail = text[place.start() - 30 : place.start()], text[place.end() : place.end() + 30]
        return (head + " " + tail)[(head + " ").find(" ") : (head + " " + tail).rfind(" ")].strip()
    if UNCLEAR.search(text):
        return None
    half = sample.start + (sample.end - sample.start) // 2
    other = chance.randint(0, len(text) - 60)
    if is_spaceless(text):
        return text[sample.start : half] + text[other : other + 20].strip()
    head = text[sample.start : half].rsplit(" ", 1)[0]
    return head + " " + " ".join(text[other : other + 60].split()[1:-1])


def main() -> None:
    """Run the trials and print the rates; a failure fails nothing."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", default=os.environ.get("VOUCHED_DATA", ""))
    parser.add_argument("--trials", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--show", type=int, default=0)
    parser.add_argument("--only", default="", help="show only kinds that contain this")
    arguments = parser.parse_args()
    chance = random.Random(arguments.seed)
    count: Counter[tuple[str, str, str]] = Counter()
    wrong: dict[tuple[str, str, str], list[tuple[str, str]]] = defaultdict(list)
    source = samples(texts(arguments.data), chance)
    for _ in range(arguments.trials):
        trial = once(next(source), chance)
        if trial is not None:
            kind, name, lang, failed, document, quote = trial
            count[kind, name, lang] += 1
            if failed:
                wrong[kind, name, lang].append((document, quote))
    _pairs()
    print(f"{'change':<52}{'lang':<6}{'trials':>8}{'wrong':>8}")
    for key in sorted(count):
        print(f"{key[0] + ': ' + key[1]:<52}{key[2]:<6}{count[key]:>8}{len(wrong[key]):>8}")
        for document, quote in wrong[key][: arguments.show] if arguments.only in f"{key[0]}: {key[1]}" else ():
            print(f"    quote    {quote!r}\n    document {_nearby(document, quote)!r}")
    print(f"{sum(count.values()):,} trials, {sum(map(len, wrong.values())):,} wrong")


def _pairs() -> None:
    """Print which of the pairs made by hand are judged wrongly."""
    wrong = [
        (said, pair)
        for said, pairs in (("refused", ALIKE), ("accepted", APART))
        for pair in pairs
        if _wrong(said, pair)
    ]
    for said, (document, quote) in wrong:
        print(f"{said}: quote {quote!r} of {document!r}")
    print(f"{len(ALIKE) + len(APART)} pairs, {len(wrong)} wrong\n")


def _wrong(said: str, pair: tuple[str, str]) -> bool:
    try:
        return (accepted(*pair) is None) == (said == "refused")
    except Exception as error:  # noqa: BLE001  the one thing that must never happen, named and counted
        print(f"RAISED {error!r}")
        return True


def _nearby(document: str, quote: str) -> str:
    """Return the part of the document that a failing quote is about."""
    near = vouched.snap(quote, document)
    found = near.quote or (near.candidates[0] if near.candidates else None)
    return document[max(0, found.start - 12) : found.end + 12] if found else document[:300]


if __name__ == "__main__":
    main()
