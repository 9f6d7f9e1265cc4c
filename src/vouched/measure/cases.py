"""Reads labelled cases, one JSON object a line; what is no case, or none that can be counted, is told apart."""

from __future__ import annotations

import hashlib
import io
import json
import lzma
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Literal

from vouched.documents import Document, Evidence, Span
from vouched.drafts import Draft
from vouched.errors import UsageError, VouchedError
from vouched.record import Record
from vouched.run.reading import read
from vouched.text.clip import clip, clip_value
from vouched.text.languages import written_in

__all__ = ["LANGUAGES", "MIXED", "Apart", "Case", "Cases", "case_of", "lines_of", "read_cases"]

Label = Literal["good", "bad"]
Why = Literal["unreadable", "no_case", "wrong_label", "duplicate_id", "contradicting_label", "mixed_language"]
LANGUAGES = ("en", "ja", "zh")
MIXED = "mixed"
_LONGEST_LINE = 20_000_000
_KNOWN = frozenset("id question documents draft lang label kinds spans facts".split())


class Case(Record, frozen=True, kw_only=True):
    """A draft with its evidence, and whether it is `good` or `bad`.

    `kinds` say what kind of case it is, such as what is wrong with a bad one; `spans` are the places in its draft that
    are wrong. `lang` is "mixed" where the draft is not written in the language that the case says. `facts` are for
    checks that compare with known facts. `origin` is the file or set that it is from.
    """

    id: str
    documents: tuple[Document, ...]
    draft: Any
    lang: str
    label: Label
    question: str | None = None
    kinds: tuple[str, ...] = ()
    spans: tuple[Span, ...] = ()
    facts: Any = None
    origin: str = ""

    @property
    def evidence(self) -> Evidence:
        """What a check may look at, made anew at each call."""
        return Evidence.of(self.documents, question=self.question)

    def read(self, evidence: Evidence) -> Draft:
        """Return the draft as the loop would read it."""
        return read(self.draft, documents=evidence)

    @property
    def text(self) -> str:
        """The draft as text."""
        return self.draft if isinstance(self.draft, str) else json.dumps(self.draft, ensure_ascii=False)


class Apart(Record, frozen=True):
    """A line that is not counted with the others: where it stands, why, and what was expected and seen."""

    where: str
    why: Why
    told: str


class Cases:
    """Remembers which cases were read, so that a second one of an id, or one that says the opposite, is told apart."""

    def __init__(self) -> None:
        self._ids: set[bytes] = set()
        self._labels: dict[bytes, str] = {}

    def admitted(self, case: Case, where: str) -> Case | Apart:
        """Return the case, or why it is not counted."""
        name = _hash(case.id)
        if name in self._ids:
            return Apart(where, "duplicate_id", f"expected an id that no other case has, saw {clip(case.id, 80)!r}")
        self._ids.add(name)
        same = _hash("\0".join((case.text, case.question or "", *(document.text for document in case.documents))))
        if self._labels.setdefault(same, case.label) != case.label:
            told = f"expected the label of the same draft before, {self._labels[same]}, saw {case.label}"
            return Apart(where, "contradicting_label", told)
        return case


def read_cases(path: str | Path, *, known: Cases | None = None) -> Iterator[Case | Apart]:
    """Yield the cases of a .jsonl or .jsonl.xz file, and what is none. Raises UsageError for a file that is not there.

    A line is an object with `id`, `documents` (texts, objects of id and text, or a table of id to text), `draft` (text,
    or what a model's JSON parses to), `lang`, `label`, and perhaps `question`, `kinds`, `spans` and `facts`.
    """
    known = Cases() if known is None else known
    for where, line in lines_of(path):
        if isinstance(line, Apart):
            yield line
            continue
        case = case_of(line, where=where, origin=Path(path).name)
        yield case if isinstance(case, Apart) else known.admitted(case, where)


def lines_of(path: str | Path) -> Iterator[tuple[str, Mapping[str, Any] | Apart]]:
    """Yield each line of a file with its place: an object, or why it is none. Blank lines are passed over."""
    opened: Any = lzma.open if str(path).endswith(".xz") else io.open
    number = 0
    try:
        with opened(path, "rb") as file:
            while data := file.readline(_LONGEST_LINE + 1):
                number += 1
                where = f"{Path(path).name}:{number}"
                if len(data) > _LONGEST_LINE:
                    while data and not data.endswith(b"\n"):
                        data = file.readline(_LONGEST_LINE)
                    yield where, Apart(where, "unreadable", f"expected at most {_LONGEST_LINE} bytes, saw more")
                elif data.strip():
                    yield where, _object(data, where)
    except (EOFError, lzma.LZMAError) as error:
        where = f"{Path(path).name}:{number + 1}"
        yield where, Apart(where, "unreadable", f"expected a whole xz file, saw: {clip(str(error), 120)}")
    except OSError as error:
        raise UsageError(f"{path}: expected a file of cases that can be read, saw: {error.strerror}") from None


def _object(data: bytes, where: str) -> Mapping[str, Any] | Apart:
    try:
        row = json.loads(data)
        if rb"\ud" in data.lower():
            # Half a pair of surrogates is no character, and could not be written down again.
            json.dumps(row, ensure_ascii=False).encode()
    except (ValueError, RecursionError) as error:
        return Apart(where, "unreadable", f"expected one JSON object, saw: {clip(str(error), 120)}")
    if not isinstance(row, dict):
        return Apart(where, "unreadable", f"expected one JSON object, saw {type(row).__name__}")
    return row


def case_of(row: Mapping[str, Any], *, where: str, origin: str = "") -> Case | Apart:
    """Return the case that an object is, or why it is none."""
    label = row.get("label")
    for key, fits, what in (
        ("id", isinstance(row.get("id"), str) and row["id"], "a text that is not empty"),
        ("draft", isinstance(row.get("draft"), (str, dict, list)), "a text, or parsed JSON"),
        ("lang", row.get("lang") in LANGUAGES, f"one of {', '.join(LANGUAGES)}"),
        ("question", isinstance(row.get("question"), (str, type(None))), "a text"),
        ("kinds", _is_list(row.get("kinds", []), str), "a list of texts"),
    ):
        if not fits:
            return Apart(where, "no_case", f"{key}: expected {what}, saw {clip_value(row.get(key), 60)}")
    if strange := next((key for key in row if key not in _KNOWN), None):
        return Apart(where, "no_case", f"expected one of {', '.join(sorted(_KNOWN))}, saw {clip(strange, 60)!r}")
    if label not in ("good", "bad"):
        return Apart(where, "wrong_label", f"label: expected good or bad, saw {clip_value(label, 60)}")
    try:
        documents = tuple(_documents(row.get("documents", [])))
        spans = tuple(Span(*map(int, span)) for span in row.get("spans", []))
    except (VouchedError, TypeError, ValueError, KeyError) as error:
        return Apart(where, "no_case", f"documents or spans: {clip(str(error), 160)}")
    case = Case(
        id=row["id"],
        documents=documents,
        draft=row["draft"],
        lang=row["lang"],
        label=label,
        question=row.get("question"),
        kinds=tuple(row.get("kinds", ())),
        spans=spans,
        facts=row.get("facts"),
        origin=origin,
    )
    written = written_in(case.text, otherwise=case.lang)
    return case.but(lang=MIXED) if written not in ("", case.lang) else case


def _documents(given: Any) -> tuple[Document, ...]:
    if isinstance(given, list):
        given = [Document(**each) if isinstance(each, dict) else each for each in given]
    return Evidence.of(given).documents


def _is_list(value: Any, kind: type) -> bool:
    return isinstance(value, list) and all(isinstance(each, kind) for each in value)


def _hash(text: str) -> bytes:
    return hashlib.blake2b(text.encode("utf-8", "surrogatepass"), digest_size=16).digest()
