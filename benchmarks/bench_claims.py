"""Measures the checks of claims against documents: one answer and few words, or a thousand documents, and the index."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import count

from made_text import english, japanese
from timing import Table, interleaved, shown

from vouched.checks import Figures, Names, Negation, Supported
from vouched.documents import Document, Evidence
from vouched.drafts import Draft
from vouched.ports import AnyCheck
from vouched.run.checking import run_check
from vouched.run.reading import read
from vouched.text.sentence_index import SentenceIndex, sentence_index_of

__all__ = ["claims", "measures"]

_WORDS, _OF_EVIDENCE, _CHARACTERS = 150, 600, 5000
_MOST = {"all but support": 0.005, "with support": 0.015, "of 1,000 documents": 0.050}
_MEGABYTES_A_SECOND = 5
# Times as slow, of four times as much; a square would be 16.
_MOST_GROWTH = 5
_DETERMINISTIC: tuple[AnyCheck, ...] = (Figures(), Names(), Negation())


def _evidence(words: int, *, seed: int) -> Evidence:
    return Evidence.of({"source": " ".join(english(words * 9, seed=seed).split()[:words])})


def _answer(evidence: Evidence, number: int) -> Draft:
    """Return an answer of 150 words made of the evidence, with figures, a name and a number in it of its own."""
    sentences = re.split(r"(?<=[.])\s+", evidence.documents[0].text)
    said = [
        f"{sentence} By {3 + place} May 20{10 + place}, Acme Works paid {number + place * 7} EUR."
        for place, sentence in enumerate(sentences)
    ]
    return read(" ".join(" ".join(said).split()[:_WORDS]) + ".", kind="text")


def _run(checks: tuple[AnyCheck, ...], drafts: Callable[[], tuple[Draft, Evidence]]) -> Callable[[], object]:
    def run() -> None:
        draft, evidence = drafts()
        for check in checks:
            run_check(check, draft, evidence)

    return run


def claims(table: Table, *, rounds: int) -> None:
    """Print what judging an answer costs, each time of an answer and evidence that were never seen before."""
    numbers = count(1000)
    few = _evidence(_OF_EVIDENCE, seed=7)

    def fresh() -> tuple[Draft, Evidence]:
        given = Evidence.of({"source": few.documents[0].text})
        return _answer(given, next(numbers) * 10), given

    reading, plain, supported = interleaved(
        fresh, _run(_DETERMINISTIC, fresh), _run((*_DETERMINISTIC, Supported()), fresh), rounds=5 * rounds
    )
    table.head("an answer of 150 words against 600 words, both new", "in all", "wanted")
    for name, seconds in (("all but support", plain - reading), ("with support", supported - reading)):
        table.row(name, shown(seconds), f"< {shown(_MOST[name])}", met=seconds < _MOST[name])
    many = Evidence.of(
        Document(id=f"d{place}", text=english(_CHARACTERS, seed=place % 97) + f" It has {place} rooms.")
        for place in range(1000)
    )
    sentence_index_of(many)
    asked, judged = interleaved(
        lambda: _answer(few, next(numbers) * 10),
        _run((*_DETERMINISTIC, Supported()), lambda: (_answer(few, next(numbers) * 10), many)),
        rounds=rounds,
    )
    table.head("the same against 1,000 documents of 5 kB, indexed", "in all", "wanted")
    seconds, most = judged - asked, _MOST["of 1,000 documents"]
    table.row("with support", shown(seconds), f"< {shown(most)}", met=seconds < most)
    _growth(table, rounds=rounds)
    table.head("indexing documents", "MB/s", "wanted")
    for name, made in (("English", english), ("Japanese", japanese)):
        documents = tuple(Document(id=str(place), text=made(50_000, seed=place)) for place in range(20))
        size = sum(len(document.text.encode()) for document in documents)
        (seconds,) = interleaved(lambda documents=documents: SentenceIndex(documents), rounds=rounds)  # type: ignore[misc]
        rate = size / 1e6 / seconds
        table.row(name, f"{rate:.1f}", f"{_MEGABYTES_A_SECOND}", met=rate > _MEGABYTES_A_SECOND)


def _growth(table: Table, *, rounds: int) -> None:
    """Print how the time grows with the answer, and with the evidence, each four times as long."""
    checks = (*_DETERMINISTIC, Supported())
    long = english(_WORDS * 4 * 9, seed=11).split()
    given = english(_OF_EVIDENCE * 4 * 9, seed=7)

    def judged(words: int, characters: int) -> Callable[[], object]:
        def fresh() -> tuple[Draft, Evidence]:
            return read(" ".join(long[:words]) + ".", kind="text"), Evidence.of({"source": given[:characters]})

        return _run(checks, fresh)

    short, small = 4 * _WORDS, len(given) // 4
    base, answer, evidence = interleaved(
        judged(short // 4, small), judged(short, small), judged(short // 4, 4 * small), rounds=3 * rounds
    )
    table.head("four times as long", "times as slow", "wanted")
    for name, seconds in (("the answer", answer), ("the evidence", evidence)):
        ratio = seconds / base
        table.row(name, f"{ratio:.1f}", f"< {_MOST_GROWTH}", met=ratio < _MOST_GROWTH)


def measures(*, rounds: int) -> dict[str, Callable[[Table], None]]:
    """Return what can be measured here, by name."""
    return {"claims": lambda table: claims(table, rounds=rounds)}
