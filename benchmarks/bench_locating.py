"""Measures locating: a hundred anchors against juricode, one anchor against `str.find`, memory, many documents."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

from made_text import Anchors, anchors_of, english, japanese, typeset
from timing import Table, interleaved, shown

import vouched
from vouched.checks.quotes import find_quote
from vouched.documents import Document, Evidence
from vouched.drafts import Citation
from vouched.text.locating import locate

__all__ = ["further_anchor", "hundred_anchors", "many_documents", "measures", "memory"]

_WANTED_HUNDRED = 100
_WANTED_FURTHER = 4
_WANTED_BYTES = 12
_WANTED_MANY = 10
_SMALL, _MANY = 880, 10_000
_MILLION = 1_000_000


def texts(length: int = _MILLION) -> dict[str, str]:
    """Return the documents that are measured, by their names."""
    plain = english(length)
    return {
        "English, ASCII": plain,
        "English, typeset": typeset(plain),
        "Japanese": japanese(length),
    }


def hundred_anchors(table: Table, *, full: bool, rounds: int) -> None:
    """Print how long 100 anchors take in a document never seen before, index included, and the peer the same."""
    from juricode_verifier import snap_quote

    how = "all of them" if full else "2 anchors of each kind, scaled up"
    table.head(
        f"100 anchors, index included (40 exact, 30 spaced, 30 absent); juricode: {how}; wanted >= {_WANTED_HUNDRED}x",
        "vouched",
        "juricode",
        "times faster",
    )
    for name, text in texts().items():
        anchors = anchors_of(text)
        kinds = (anchors.exact, anchors.spaced, anchors.absent)
        each = None if full else 2

        def peer(kinds: tuple[list[str], ...] = kinds, text: str = text, each: int | None = each) -> None:
            for kind in kinds:
                for anchor in kind[:each]:
                    snap_quote(anchor, text)

        share = [len(kind) / len(kind[:each]) for kind in kinds]
        for label, wanted in (
            ("absent from elsewhere", (*anchors.exact, *anchors.spaced, *anchors.absent)),
            ("absent by one word", (*anchors.exact, *anchors.spaced, *anchors.near)),
        ):
            by_locate, by_snap, by_peer = interleaved(
                lambda wanted=wanted, text=text: _located(text, wanted),
                lambda wanted=wanted, text=text: _snapped(text, wanted),
                peer,
                rounds=1 if full else rounds,
            )
            by_peer *= sum(share) / len(share)
            for way, seconds in (("locate", by_locate), ("snap, nearest passage too", by_snap)):
                ratio = by_peer / seconds
                cells = (shown(seconds), shown(by_peer), f"{ratio:.0f}")
                table.row(f"{name}, {label}: {way}", *cells, met=ratio >= _WANTED_HUNDRED)


def _located(text: str, anchors: tuple[str, ...]) -> int:
    document = Document(id="text", text=text)
    return sum(bool(locate(document, anchor)) for anchor in anchors)


def _snapped(text: str, anchors: tuple[str, ...]) -> int:
    document = Document(id="text", text=text)
    return sum(vouched.snap(anchor, document).found for anchor in anchors)


def further_anchor(table: Table, *, rounds: int) -> None:
    """Print what one more anchor costs in an indexed document, and `str.find` of it in the document's text."""
    title = f"a further anchor on an indexed document, mean of each kind; wanted <= {_WANTED_FURTHER}x str.find"
    table.head(title, "locate", "str.find", "ratio")
    for name, text in texts().items():
        anchors, document = anchors_of(text), Document(id="text", text=text)
        locate(document, anchors.exact[0])
        ours = theirs = 0.0
        for kind, wanted in anchors._asdict().items():
            mine, plain = _one_by_one(document, wanted, rounds)
            if kind != "near":
                ours, theirs = ours + mine, theirs + plain
            cells = (shown(mine / len(wanted)), shown(plain / len(wanted)), f"{mine / plain:.2f}")
            table.row(f"{name}: {'absent by one word' if kind == 'near' else kind}", *cells)
        ratio = ours / theirs
        table.row(
            f"{name}: all 100",
            shown(ours / 100),
            shown(theirs / 100),
            f"{ratio:.2f}",
            met=ratio <= _WANTED_FURTHER,
        )


def _one_by_one(document: Document, wanted: list[str], rounds: int) -> tuple[float, float]:
    def ours() -> None:
        document.__dict__["_located"].clear()
        for anchor in wanted:
            locate(document, anchor)

    def theirs() -> None:
        for anchor in wanted:
            document.text.find(anchor)

    mine, plain = interleaved(ours, theirs, rounds=3 * rounds)
    return mine, plain


def memory(table: Table) -> None:
    """Print the peak memory of indexing a document and locating 100 anchors in it, each in a process of its own."""
    title = f"peak memory of index and 100 anchors, bytes a character; wanted < {_WANTED_BYTES}"
    table.head(title, "beside text", "text", "together")
    for name in ("english", "typeset", "japanese", "emoji"):
        program = [sys.executable, str(Path(__file__)), name]
        peak, own = map(float, subprocess.run(program, check=True, capture_output=True, text=True).stdout.split())
        label = {
            "english": "English, ASCII",
            "typeset": "English, typeset",
            "japanese": "Japanese",
            "emoji": "English with one emoji",
        }[name]
        met = peak + own < _WANTED_BYTES
        table.row(label, f"{peak:.1f}", f"{own:.1f}", f"{peak + own:.1f}", met=met)


def _peak(name: str) -> tuple[float, float]:
    """Return the bytes a character that locating needs at most beside the text, and those of the text."""
    import tracemalloc

    text = japanese(_MILLION) if name == "japanese" else english(_MILLION)
    text = typeset(text) if name == "typeset" else text
    anchors = anchors_of(text)
    text = text[: len(text) // 2] + "\U0001f600" + text[len(text) // 2 :] if name == "emoji" else text
    wanted = (*anchors.exact, *anchors.spaced, *anchors.absent)
    _snapped(text[:2000], wanted[:3])
    tracemalloc.start()
    found = _located(text, wanted)
    peak = tracemalloc.get_traced_memory()[1]
    assert found >= 60
    return peak / len(text), sys.getsizeof(text) / len(text)


def many_documents(table: Table, *, rounds: int) -> None:
    """Print what one quote costs among 10,000 documents never searched before, and `str.find` in the joined text."""
    title = f"one quote among {_MANY:,} new documents of {_SMALL} characters; wanted <= {_WANTED_MANY}x one str.find"
    table.head(title, "vouched", "str.find", "ratio")
    for name, text in texts(_MANY * _SMALL).items():
        small = [text[start : start + _SMALL] for start in range(0, _MANY * _SMALL, _SMALL)]
        joined = "\0".join(small)
        anchors = _in_small(small)
        for kind in ("exact", "spaced", "absent", "near"):
            wanted = getattr(anchors, kind)[0]
            citation = Citation(typed=wanted)
            seconds, made, plain = interleaved(
                lambda citation=citation, small=small: find_quote(citation, Evidence.of(small)),
                lambda small=small: Evidence.of(small),
                # Absent from the joined text: one whole pass, wherever the quote stands.
                lambda wanted=wanted, joined=joined: joined.find(wanted + "\1"),
                rounds=rounds,
            )
            ratio = seconds / plain
            label = "absent by one word" if kind == "near" else kind
            cells = (shown(seconds), shown(plain), f"{ratio:.1f}")
            table.row(f"{name}: {label} ({shown(made)} of it Evidence.of)", *cells, met=ratio <= _WANTED_MANY)


def _in_small(small: list[str]) -> Anchors:
    """Return anchors from a document at nine tenths of all."""
    return anchors_of("".join(small[9 * len(small) // 10 :][:40]), exact=1, spaced=1, absent=1)


def measures(*, full: bool, rounds: int) -> dict[str, Callable[[Table], None]]:
    """Return the measurements of this file by name."""
    return {
        "hundred": lambda table: hundred_anchors(table, full=full, rounds=rounds),
        "further": lambda table: further_anchor(table, rounds=rounds),
        "memory": memory,
        "many": lambda table: many_documents(table, rounds=rounds),
    }


if __name__ == "__main__":
    print(*_peak(sys.argv[1]))
