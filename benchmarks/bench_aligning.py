"""Measures alignment: a hundred exact, reworded and invented extractions against langextract's aligner; memory."""

from __future__ import annotations

import random
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from made_text import english, japanese, typeset
from timing import Table, interleaved, shown

from vouched.documents import Document
from vouched.text.aligning import align_all

__all__ = ["aligning", "aligning_memory", "aligning_scripts", "measures"]

_WANTED_TIMES = 100
_WANTED_SECONDS = 1.0
_WANTED_BYTES = 16
_COUNT = 100
_SIZES = {"100 KB": 100_000, "1 MB": 1_000_000}


class Extractions(NamedTuple):
    """A hundred extracted texts of each kind."""

    exact: list[str]
    near: list[str]
    invented: list[str]


def extractions_of(text: str, *, count: int = _COUNT, seed: int = 11) -> Extractions:
    """Return extractions of `text`: 3 to 6 words as they stand, 8 words of which 2 were changed, 6 words it lacks."""
    chance = random.Random(seed)
    words = [match.span() for match in re.finditer(r"\S+", text)]
    exact, near, invented = [], [], []
    held = set(re.findall(r"\w+", text.lower()))
    others = [word for word in re.findall(r"[a-z]+", english(200_000, seed=seed + 7)) if word not in held]
    letters = "bcdfghklmnprstvw"
    while len(others) < 400:
        others.append("".join(chance.choice(letters) + chance.choice("aeiou") for _ in range(4)))
    others = [word for word in others if word not in held]
    stride = len(words) // (count + 1)
    for number in range(count):
        at = number * stride + chance.randint(0, max(0, stride - 10))
        exact.append(text[words[at][0] : words[at + chance.randint(2, 5)][1]])
        chosen = [text[slice(*span)] for span in words[at : at + 8]]
        for place in chance.sample(range(8), 2):
            chosen[place] = chance.choice(others)
        near.append(" ".join(chosen))
        invented.append(" ".join(chance.sample(others, 6)))
    return Extractions(exact, near, invented)


def _aligned(text: str, extractions: list[str]) -> int:
    found = align_all(Document(id="text", text=text), extractions)
    return sum(each.status != "absent" for each in found)


def _peer(text: str, extractions: list[str]) -> int:
    """Align with langextract, as its resolver does with its defaults."""
    from langextract.core.data import Extraction
    from langextract.resolver import WordAligner

    groups = [[Extraction(extraction_class="x", extraction_text=each) for each in extractions]]
    aligned = WordAligner().align_extractions(groups, text)
    return sum(each.char_interval is not None for group in aligned for each in group)


def aligning(table: Table, *, full: bool, rounds: int) -> None:
    """Print how long a hundred extractions take in a document never seen before, and the peer with the same."""
    how = "all of them" if full else "10 of the reworded and invented ones at 1 MB, scaled up"
    title = f"100 extractions, index included; langextract: {how}; wanted >= {_WANTED_TIMES}x, <= {_WANTED_SECONDS:g} s"
    table.head(title, "vouched", "langextract", "times faster", "found", "of peer")
    for size, length in _SIZES.items():
        text = english(length)
        times: dict[str, float] = {}
        for kind, wanted in extractions_of(text)._asdict().items():
            part = wanted if full or kind == "exact" or length < 1_000_000 else wanted[:10]
            counts: dict[str, int] = {}

            def ours(wanted: list[str] = wanted, text: str = text, counts: dict[str, int] = counts) -> None:
                counts["ours"] = _aligned(text, wanted)

            def theirs(part: list[str] = part, text: str = text, counts: dict[str, int] = counts) -> None:
                counts["theirs"] = _peer(text, part)

            (mine,) = interleaved(ours, rounds=3 * rounds)
            (peer,) = interleaved(theirs, rounds=1)
            peer *= len(wanted) / len(part)
            times[kind] = mine
            met = peer / mine >= _WANTED_TIMES and mine <= _WANTED_SECONDS
            found = (f"{counts['ours']}/{len(wanted)}", f"{counts['theirs']}/{len(part)}")
            table.row(f"{size}, {kind}", shown(mine), shown(peer), f"{peer / mine:.0f}", *found, met=met)
        cheapest = times["invented"] <= min(times.values()) * 1.02
        table.row(f"{size}: invented is the cheapest", "yes" if cheapest else "no", met=cheapest)


def aligning_scripts(table: Table, *, rounds: int) -> None:
    """Print how long a hundred extractions take in 1 MB of typeset English and of Japanese, without a peer."""
    table.head("100 extractions in 1 MB of other writing, index included", "exact", "near", "invented")
    plain = typeset(english(1_000_000))
    written = japanese(1_000_000)
    for name, text, kinds in (
        ("English, typeset", plain, extractions_of(plain)),
        ("Japanese", written, Extractions(*_japanese_extractions(written))),
    ):
        calls = [lambda wanted=wanted, text=text: _aligned(text, wanted) for wanted in kinds]
        times = interleaved(*calls, rounds=rounds)
        table.row(name, *map(shown, times))


def aligning_memory(table: Table) -> None:
    """Print the peak memory of aligning a hundred texts of each kind, in processes of their own, at two sizes."""
    table.head(f"peak memory of aligning, bytes a character beside the text; wanted < {_WANTED_BYTES}", "1 MB", "4 MB")
    for name in ("english", "japanese"):
        peaks = []
        for length in (1_000_000, 4_000_000):
            program = [sys.executable, str(Path(__file__)), name, str(length)]
            printed = subprocess.run(program, check=True, capture_output=True, text=True).stdout
            peaks.append(float(printed))
        cells = [f"{peak:.1f}" for peak in peaks]
        table.row(name.capitalize(), *cells, met=max(peaks) < _WANTED_BYTES and peaks[1] <= 1.3 * peaks[0])


def _peak(name: str, length: int) -> float:
    import tracemalloc

    text = japanese(length) if name == "japanese" else english(length)
    wanted = extractions_of(text) if name == "english" else Extractions(*_japanese_extractions(text))
    tracemalloc.start()
    _aligned(text, [*wanted.exact, *wanted.near, *wanted.invented])
    return tracemalloc.get_traced_memory()[1] / len(text)


def _japanese_extractions(text: str) -> tuple[list[str], list[str], list[str]]:
    places = range(1000, len(text) - 1000, len(text) // (_COUNT + 1))
    exact = [text[place : place + 12].strip() for place in places]
    near = [f"{each[:5]}不{each[6:]}" for each in exact]
    invented = [f"猫{chr(0x5000 + n)}犬が空を{chr(0x6000 + n)}飛んだ噂{chr(0x7000 + n)}" for n in range(len(exact))]
    return exact, near, invented


def measures(*, full: bool, rounds: int) -> dict[str, Callable[[Table], None]]:
    """Return the measurements of this file by name."""
    return {
        "aligning": lambda table: aligning(table, full=full, rounds=rounds),
        "aligning-scripts": lambda table: aligning_scripts(table, rounds=rounds),
        "aligning-memory": aligning_memory,
    }


if __name__ == "__main__":
    print(_peak(sys.argv[1], int(sys.argv[2])))
