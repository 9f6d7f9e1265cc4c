"""Times text mechanics on hostile inputs of growing size and says where time grows faster than the input.

A row is marked when doubling the input more than trebles a time over 50 ms, or one call takes more than a second.
"""

from __future__ import annotations

import json
import signal
import time
from collections.abc import Callable
from typing import Any

import vouched
from vouched.checks.quotes import find_quote
from vouched.documents import Document, Evidence
from vouched.drafts import Citation
from vouched.text.locating import locate
from vouched.text.near import changes, nearest
from vouched.text.sentences import sentences

SIZES = (12_500, 25_000, 50_000, 100_000)
LIMIT = 8
SMALL = "The cat sat on the mat. " * 50
Case = tuple[Callable[[int], Any], Callable[[Any], object]]

# Repeated to the size wanted, then read as free text, as one sentence's text, and verified as an anchor.
UNITS = (
    "[1]", "[", "(", "【", "「", "「あ」", '"', '"a" ', "“a” ", "'", "\n", " ", " \n", "\r\n", "-", "- a\n",
    "1. a\n", "*", "**a** ", "`", "```\n", "~~~\n", "<think>", "{", "{}", '{"a":', ",", "\\", '\\"', "# ",
    "[^1]: a\n", "[1] Doc\n", "http://a.b/c ", ".", ". ", "A. ", "… ", "彼は「はい。」と[1]。", "\u0301\u0323",
    "\u200b", "\ufeff", "1,", "[1, 2, ", "\x00", "| a ", "(doc-1) ", '"a [1] ', "、", "The cat sat here. ",
    "(a) word,\n", "word (see b) and more here\nWord ", "&amp;", '"a … b" ',
)  # fmt: skip


def _filled(unit: str, size: int) -> str:
    return unit * (size // len(unit))


def _document(text: str) -> Document:
    return Document(id="d", text=text)


def _anchored(text: str) -> str:
    return json.dumps({"claims": [{"text": text, "citations": [{"document": "d", "anchor": text}]}]})


def _locating() -> dict[str, Case]:
    def pair(document: Callable[[int], str], wanted: Callable[[int], str]) -> Callable[[int], Any]:
        return lambda size: (_document(document(size)), wanted(size))

    def run(made: tuple[Document, str]) -> object:
        return locate(*made)

    def cut(made: tuple[Document, str]) -> object:
        return vouched.snap(made[1], made[0])

    fox = "the quick brown fox"
    return {
        "white space inside what is looked for": (pair(lambda _: SMALL, lambda n: "hello" + " " * n + "world"), run),
        "brackets and spaces looked for": (pair(lambda _: SMALL, lambda n: _filled("[" + " " * 200, n) + "abc"), run),
        "many pieces, present": (pair(lambda n: _filled("abcde fghij ", n), lambda n: _filled("abcde…", n)), run),
        "many pieces, absent": (
            pair(lambda n: _filled("lorem ipsum ", n), lambda n: "…".join(f"word{i}" for i in range(n // 8))),
            run,
        ),
        "an anchor in every sentence": (pair(lambda n: _filled("The cat is here. ", n), lambda _: "cat is here"), cut),
        "an anchor all over one line": (
            pair(lambda n: _filled("the cat is liable and ", n), lambda _: "cat is liable"),
            cut,
        ),
        "periodic text and anchor": (pair(lambda n: _filled("ab ", n), lambda _: "ab " * 500 + "\nab"), cut),
        "an anchor as long as the document": (
            pair(lambda n: _filled("The cat sat. ", n), lambda n: _filled("The cat  sat. ", n)),
            cut,
        ),
        "marks without end in the document": (
            pair(lambda n: "a" + "\u0301\u0323" * (n // 2) + fox, lambda _: fox),
            run,
        ),
        "marks without end in the anchor": (
            pair(lambda _: SMALL, lambda n: "a" + "\u0301\u0323" * (n // 2) + fox),
            cut,
        ),
        "one mark without end": (pair(lambda n: "a" + "\u0301" * n + " " + fox, lambda _: fox), run),
        "invisible characters in a gap": (
            pair(lambda n: "the quick" + "\u200b" * n + " brown fox", lambda _: fox),
            cut,
        ),
        "blank lines in a gap": (pair(lambda n: "the quick" + "\n " * (n // 2) + "brown fox", lambda _: fox), cut),
        "white space in a gap": (pair(lambda n: "the quick\n" + " " * n + "brown fox", lambda _: fox), cut),
        "seeds of a near passage everywhere": (
            lambda n: (_document(_filled("abcdefghij", n)), "abcdefghij" * 60 + "x"),
            lambda made: nearest(*made),
        ),
        "changes of long texts": (lambda n: (_filled("a b ", n), _filled("b a ", n)), lambda made: changes(*made)),
        "white space looked for in 20 documents": (
            lambda n: (Evidence.of([f"{fox} {i}" for i in range(20)]), "hello" + " " * n + "world"),
            lambda made: find_quote(Citation(typed=made[1]), made[0]),
        ),
    }


def _verifying() -> dict[str, Case]:
    def json_claims(quote: str) -> Callable[[int], Any]:
        def made(size: int) -> str:
            cited = ({"document": "d", "quote": quote.format(i)} for i in range(size // 60))
            return json.dumps({"claims": [{"text": "x", "citations": [each]} for each in cited]})

        return made

    def run(raw: str) -> object:
        return vouched.verify(raw, {"d": SMALL, "1": SMALL})

    return {
        "claims with one quote, present": (json_claims("the cat  sat on"), run),
        "claims with one quote each, absent": (json_claims("the zebra {} sat"), run),
        "sentences with markers": (lambda n: _filled("He said it [1]. ", n), run),
        "sentences with quotes": (lambda n: _filled('He said "The cat sat on the" [1]. ', n), run),
        "a marker of many documents": (
            lambda n: 'He "never sat here" [' + ", ".join("1" for _ in range(n // 3)) + "].",
            run,
        ),
        "a URL of many labels": (lambda n: "http://" + "a." * (n // 2) + "com", vouched.check_url),
        "a URL of escapes": (lambda n: "http://a.com/" + "%" * n, vouched.check_url),
    }


def _repeated() -> dict[str, Case]:
    found: dict[str, Case] = {}
    for unit in UNITS:
        found[f"read {unit!r}"] = (lambda n, unit=unit: "It says " + _filled(unit, n), vouched.read)
        found[f"sentences {unit!r}"] = (lambda n, unit=unit: _filled(unit, n), sentences)
        found[f"verify anchor {unit!r}"] = (
            lambda n, unit=unit: _anchored(_filled(unit, n)),
            lambda raw: vouched.verify(raw, {"d": SMALL}),
        )
    return found


def _timed(case: Case) -> list[float | None]:
    """Return the seconds at each size, None and no further where the limit was reached."""
    make, run = case
    times: list[float | None] = []
    for size in SIZES:
        made = make(size)
        begun = time.perf_counter()
        signal.alarm(LIMIT)
        try:
            run(made)
            times.append(time.perf_counter() - begun)
        except TimeoutError:
            times.append(None)
            break
        finally:
            signal.alarm(0)
    return times


def _stop(*_: object) -> None:
    raise TimeoutError


def main() -> None:
    """Print the times of every case in ms, and mark those that grow too fast."""
    signal.signal(signal.SIGALRM, _stop)
    marked = 0
    cases = _locating() | _verifying() | _repeated()
    print(f"{'':<46}" + "".join(f"{size:>10,}" for size in SIZES) + "   characters")
    for name, case in cases.items():
        times = _timed(case)
        last, before = times[-1], times[-2] if len(times) > 1 else None
        slow = last is None or last > 1 or (last > 0.05 and before is not None and last > 3 * before)
        marked += slow
        if slow or not name.startswith(("read ", "sentences ", "verify anchor ")):
            cells = "".join(f"{'over' if each is None else format(1e3 * each, '.1f'):>10}" for each in times)
            print(f"{name:<46}{cells}{'   <<' if slow else ''}", flush=True)
    print(f"{len(cases)} cases, {marked} marked; of the repeated units only the marked ones are shown")


if __name__ == "__main__":
    main()
