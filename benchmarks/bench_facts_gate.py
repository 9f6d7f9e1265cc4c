"""Measures the gate: a question by the number of names, beside a plain trie and a search for each name; long texts."""

from __future__ import annotations

import random
import time
import tracemalloc
from collections.abc import Callable, Iterable
from functools import partial
from typing import Any

from made_text import english, japanese
from timing import Table, interleaved, shown

from vouched.facts.gate import Gate

__all__ = ["measures"]

_SIZES = (10, 1_000, 100_000)
_MOST_SECONDS = 30e-6
# A question with 10,000 times the names may cost so many times as much.
_MOST_GROWTH = 2.0
_MEGABYTES_A_SECOND = 0.3
QUESTIONS = {
    "en": (
        "What was HK revenue in Q3 2025, and how did it change against the year before?",
        "Which entity had the highest return on equity in FY2024?",
        "Compare new sales of agency and bancassurance in 1H25 for Mainland China",
        "Show profit and revenue for the group from 2021 to 2025 in USD millions",
    ),
    "zh": (
        "香港2025年第三季度的营业收入是多少,同比增长了多少?",
        "2024年哪个实体的净资产收益率最高?",
        "比较中国内地2025年上半年代理和银保渠道的新单",
        "集团2021年到2025年的利润和营收分别是多少亿美元",
    ),
    "ja": (
        "香港の2025年度第3四半期の売上高と前年同期比を教えてください。",
        "2024年度に自己資本利益率が最も高いのはどこですか。",
        "中国本土の2025年上期の代理店と銀行窓販の新契約高を比較して",
        "グループの2021年度から2025年度までの利益と売上高は何億ドルですか",
    ),
    "in disguise": (
        "What was the revenue of Jingсheng in Q3 2025?",
        "Revenue of J1ngcheng in FY2025 and of C0mpany 7",
        "J i n g c h e n g の2025年度の売上高は",
        "&#31454;&#23433;2025年第三季度的营业收入是多少",
    ),
}
_SYLLABLES = "jing cheng hua an bei nor den hal dor wick mar sol ven tal kin ost ber gra lum fen".split()
_CHARACTERS = "竞诚华安泰平恒信嘉瑞鼎盛隆昌源丰益融通达腾宏伟兴业新光明远东西南北"
_KANA = "アイウエオカキクケコサシスセソタチツテトナニネノハヒホマミムメモヤユヨラリルロン"


def _names(count: int) -> list[str]:
    """Return so many made names: a third of them Latin, of one to three words, a third Chinese, a third Katakana."""
    drawn = random.Random(6)
    found: dict[str, None] = {"Jingcheng": None, "竞安": None}
    while len(found) < count:
        kind = len(found) % 3
        if kind == 0:
            words = (
                "".join(drawn.choices(_SYLLABLES, k=drawn.randint(2, 4))).title() for _ in range(drawn.randint(1, 3))
            )
            found[" ".join(words)] = None
        elif kind == 1:
            found["".join(drawn.choices(_CHARACTERS, k=drawn.randint(3, 6)))] = None
        else:
            found["".join(drawn.choices(_KANA, k=drawn.randint(4, 7)))] = None
    return list(found)


class _Trie:
    """The plain thing: letters in dicts of dicts, tried at each place; no folding, no word bounds, no places."""

    def __init__(self, names: Iterable[str]) -> None:
        self.root: dict[str, Any] = {}
        for name in names:
            node = self.root
            for char in name.lower():
                node = node.setdefault(char, {})
            node[""] = name

    def search(self, text: str) -> list[str]:
        """Return the names in a text, the longest at each place."""
        found = []
        text = text.lower()
        for start in range(len(text)):
            node, longest = self.root, None
            for char in text[start:]:
                if char not in node:
                    break
                node = node[char]
                longest = node.get("", longest)
            if longest:
                found.append(longest)
        return found


def _every(call: Callable[[str], object], texts: tuple[str, ...], times: int) -> Callable[[], None]:
    def run() -> None:
        for _ in range(times):
            for text in texts:
                call(text)

    return run


def _searched(names: list[str]) -> Callable[[str], list[str]]:
    lowered = [name.lower() for name in names]

    def search(text: str) -> list[str]:
        text = text.lower()
        return [name for name in lowered if text.find(name) >= 0]

    return search


def gate(table: Table, *, rounds: int) -> None:
    """Print what building a gate costs, and what a question does, by the number of names."""
    first: dict[str, float] = {}
    for size in _SIZES:
        names = _names(size)
        begun = time.perf_counter()
        built = Gate({"others": names})
        seconds = time.perf_counter() - begun
        begun = time.perf_counter()
        trie = _Trie(names)
        of_trie = time.perf_counter() - begun
        table.head(f"the gate, {len(names):,} names", "a question", "plain trie", "find of each", "of 10 names")
        table.row("  built once (a plain trie)", shown(seconds), shown(of_trie))
        table.row("  memory beside the names, bytes a name", f"{_bytes(names) / len(names):.0f}")
        for kind, texts in QUESTIONS.items():
            times = 200
            ours, plain = interleaved(
                _every(built.screen, texts, times), _every(trie.search, texts, times), rounds=rounds
            )
            (finding,) = interleaved(_every(_searched(names), texts, 1), rounds=1)
            each = ours / times / len(texts)
            first.setdefault(kind, each)
            growth = each / first[kind]
            met = None if kind == "in disguise" else each <= _MOST_SECONDS and growth <= _MOST_GROWTH
            cells = (shown(each), shown(plain / times / len(texts)), shown(finding / len(texts)), f"{growth:.2f}x")
            table.row(f"  {kind}", *cells, met=met)


def _bytes(names: list[str]) -> int:
    tracemalloc.start()
    built = Gate({"others": names})
    held, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return held if built else 0


def passages(table: Table, *, rounds: int) -> None:
    """Print what long texts cost, ordinary and hostile ones, and how the time grows with their length."""
    built = Gate({"others": _names(10_000)})
    table.head("the gate, long texts", "MB/s", "seconds", "of half")
    kinds: dict[str, Callable[[int], str]] = {
        "English": lambda count: english(500_000 * count, seed=3),
        "Japanese": lambda count: japanese(150_000 * count, seed=3),
        "a name, again and again": lambda count: "Jingcheng 竞安 " * 10_000 * count,
        "names in names": lambda count: "竞" * 25_000 * count + "安" * 25_000 * count,
        "references": lambda count: "&#31454;" * 20_000 * count,
        "marks": lambda count: "e\u0301\u200b" * 50_000 * count,
        "letters apart": lambda count: "J i n g c h e n " * 10_000 * count,
        "a question of 20 kB": lambda count: (QUESTIONS["en"][0] + QUESTIONS["zh"][0]) * 75 * count,
    }
    for kind, made in kinds.items():
        one, two = made(1), made(2)
        half, whole = interleaved(partial(built.screen, one), partial(built.screen, two), rounds=rounds)
        size = len(two.encode()) / 1e6
        met = size / whole >= _MEGABYTES_A_SECOND and whole / half <= 3
        table.row(f"  {kind}, {size:.2f} MB", f"{size / whole:.1f}", shown(whole), f"{whole / half:.2f}x", met=met)
    text = english(10_000_000, seed=5)
    begun = time.perf_counter()
    built.screen(text)
    seconds = time.perf_counter() - begun
    table.row("  English, 10 MB, once", f"{10 / seconds:.1f}", shown(seconds))


def measures(*, rounds: int) -> dict[str, Callable[[Table], None]]:
    """Return the measures of this file by name."""
    return {
        "gate": lambda table: gate(table, rounds=rounds),
        "gate-long": lambda table: passages(table, rounds=rounds),
    }


if __name__ == "__main__":
    for each in measures(rounds=3).values():
        each(Table())
