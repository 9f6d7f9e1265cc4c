"""Prints what a word costs as a record and as a frozen slotted dataclass: the figures of docs/decisions.md, 1."""

from __future__ import annotations

import dataclasses
import json
import subprocess
import sys
import time
import timeit
from collections.abc import Callable

import msgspec

from vouched.documents import Quote, Span

CALLS, ROUNDS, STARTS = 20_000, 9, 25
TEXT = "The Tenant may leave by giving two months' notice."


@dataclasses.dataclass(frozen=True, slots=True)
class PlainSpan:
    """`Span` as a dataclass."""

    start: int
    end: int


@dataclasses.dataclass(frozen=True, slots=True)
class PlainQuote:
    """`Quote` as a dataclass."""

    document: str
    start: int
    end: int
    text: str
    how: str
    occurrences: int = 1
    anchor: tuple[PlainSpan, ...] = ()


def record() -> Quote:
    """Return a quote with one span."""
    return Quote(document="lease", start=10, end=60, text=TEXT, how="exact", anchor=(Span(10, 60),))


def plain() -> PlainQuote:
    """Return the same as dataclasses."""
    return PlainQuote(document="lease", start=10, end=60, text=TEXT, how="exact", anchor=(PlainSpan(10, 60),))


def decoded_by_hand(raw: bytes) -> PlainQuote:
    """Return the dataclass that JSON holds, its types unchecked."""
    fields = json.loads(raw)
    fields["anchor"] = tuple(PlainSpan(**each) for each in fields["anchor"])
    return PlainQuote(**fields)


def microseconds(call: Callable[[], object]) -> float:
    """Return the least time of one call."""
    return min(timeit.repeat(call, number=CALLS, repeat=ROUNDS)) / CALLS * 1e6


def started(program: str) -> float:
    """Return the least milliseconds that an interpreter takes to run `program`."""
    best = float("inf")
    for _ in range(STARTS):
        begun = time.perf_counter()
        subprocess.run([sys.executable, "-c", program], check=True)
        best = min(best, time.perf_counter() - begun)
    return best * 1e3


def main() -> None:
    """Print one line a figure."""
    one, other = record(), plain()
    raw = msgspec.json.encode(one)
    rows: dict[str, tuple[Callable[[], object], Callable[[], object]]] = {
        "build a span": (lambda: Span(10, 60), lambda: PlainSpan(10, 60)),
        "build a quote with a span": (record, plain),
        "encode it as JSON": (lambda: msgspec.json.encode(one), lambda: json.dumps(dataclasses.asdict(other))),
        "decode it (record: types checked)": (
            lambda: msgspec.json.decode(raw, type=Quote),
            lambda: decoded_by_hand(raw),
        ),
        "hash it": (lambda: hash(one), lambda: hash(other)),
    }
    print(f"{'microseconds a call':<36}{'record':>8}{'dataclass':>11}{'ratio':>7}")
    for name, (left, right) in rows.items():
        a, b = microseconds(left), microseconds(right)
        print(f"{name:<36}{a:>8.2f}{b:>11.2f}{b / a:>7.1f}")
    print("\nmsgspec on the dataclass:")
    print(f"  encode {microseconds(lambda: msgspec.json.encode(other)):.2f}", end=", ")
    print(f"decode {microseconds(lambda: msgspec.json.decode(raw, type=PlainQuote)):.2f} microseconds")
    bare = started("pass")
    print(f"\nmilliseconds over a bare interpreter ({bare:.1f}):")
    for program in ("import dataclasses", "import msgspec", "import vouched", "import vouched.outcomes"):
        print(f"  {program:<26}{started(program) - bare:>5.1f}")


if __name__ == "__main__":
    main()
