"""The sources: a Document, a Span of it, a Quote cut from it, and the Evidence a check may look at."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from datetime import datetime
from functools import cached_property

from vouched.errors import UsageError
from vouched.record import Record

__all__ = ["Document", "Evidence", "Quote", "Span"]


class Span(Record, frozen=True):
    """Half-open `[start, end)` of characters (code points)."""

    start: int
    end: int

    def of(self, text: str) -> str:
        """Return the characters of `text` that the span covers."""
        return text[self.start : self.end]


class Document(Record, frozen=True, dict=True, weakref=True):
    """One source text with its id; the text is never altered.

    `path` is the file it came from and `encoding` how that file was decoded, where there was one.
    Raises UsageError when `id` or `text` is not a string or the id is empty.
    """

    id: str
    text: str
    path: str | None = None
    encoding: str | None = None

    def __post_init__(self) -> None:
        if not isinstance(self.id, str) or not self.id:
            raise UsageError(f"Document.id: expected a non-empty string, saw {self.id!r:.80}")
        if not isinstance(self.text, str):
            raise UsageError(f"Document {self.id!r}: expected its text as a string, saw {type(self.text).__name__}")

    def __repr__(self) -> str:
        return f"Document(id={self.id!r}, {len(self.text)} characters)"

    def place(self, offset: int) -> tuple[int, int]:
        """Return the line and column of a character offset, both counted from 1."""
        starts = self._line_starts
        low, high = 0, len(starts)
        while high - low > 1:
            middle = (low + high) // 2
            low, high = (middle, high) if starts[middle] <= offset else (low, middle)
        return low + 1, offset - starts[low] + 1

    @cached_property
    def _line_starts(self) -> list[int]:
        starts, position = [0], 0
        for line in self.text.splitlines(keepends=True):
            position += len(line)
            starts.append(position)
        return starts[:-1] if len(starts) > 1 and not self.text.endswith(("\n", "\r")) else starts


class Quote(Record, frozen=True):
    """A slice of a document's own characters, and how it was found.

    `text == document.text[start:end]` always. `how` is the weakest level of likeness that was needed:
    exact, whitespace, width, case, punctuation, hyphenation, markup or ellipsis.
    `occurrences` counts the places where what was looked for stands in the document.
    `anchor` is the part of the slice that was looked for; its pieces, where an ellipsis parted it.
    """

    document: str
    start: int
    end: int
    text: str
    how: str
    occurrences: int = 1
    anchor: tuple[Span, ...] = ()


class Evidence(Record, frozen=True, dict=True):
    """All that a check may look at besides the draft. Build it with `Evidence.of`."""

    documents: tuple[Document, ...] = ()
    question: str | None = None
    clock: datetime | None = None

    @classmethod
    def of(
        cls,
        documents: Evidence | Mapping[str, str] | Iterable[Document | str] | Document | str = (),
        *,
        question: str | None = None,
        clock: datetime | None = None,
    ) -> Evidence:
        """Return evidence from documents, texts (numbered "1", "2", …) or a mapping of id to text.

        Raises UsageError when two documents share an id or something is neither a document nor a text.
        """
        if isinstance(documents, Evidence):
            return documents
        if type(documents) is tuple and not documents:
            return cls(question=question, clock=clock)
        if isinstance(documents, (str, Document)):
            documents = [documents]
        if isinstance(documents, (dict, Mapping)):
            listed = [Document(id=name, text=text) for name, text in documents.items()]
        elif not isinstance(documents, Iterable):
            raise UsageError(f"documents: expected documents, texts or a mapping, saw {type(documents).__name__}")
        else:
            listed = [
                item if isinstance(item, Document) else _numbered(number, item)
                for number, item in enumerate(documents, start=1)
            ]
        if len({document.id for document in listed}) < len(listed):
            ids = [document.id for document in listed]
            twice = next(name for name in ids if ids.count(name) > 1)
            raise UsageError(f"documents: expected distinct ids, saw {twice!r} twice")
        return cls(documents=tuple(listed), question=question, clock=clock)

    def resolve(self, reference: str) -> Document | None:
        """Return the document that a citation names: by id, by file name, or by its place counted from 1, else None.

        A place counts only where no id is a number and no other id ends in that number.
        """
        found = self._by_id.get(reference) or self._by_file.get(reference)
        if found is not None or not (reference.isascii() and reference.isdigit() and len(reference) < 8):
            return found
        place = int(reference)
        if not 1 <= place <= len(self.documents) or self._has_numeric_ids:
            return None
        document = self.documents[place - 1]
        named = self._by_ending.get(place, [document])
        return document if named == [document] else None

    @cached_property
    def _by_id(self) -> dict[str, Document]:
        return {document.id: document for document in self.documents}

    @cached_property
    def _by_file(self) -> dict[str, Document]:
        """The documents by the name of their file, where only one has it."""
        names = [(document.path or "").replace("\\", "/").rpartition("/")[2] for document in self.documents]
        return {name: item for name, item in zip(names, self.documents, strict=True) if name and names.count(name) == 1}

    @cached_property
    def _by_ending(self) -> dict[int, list[Document]]:
        """The documents by the number that ends their id: doc-2, annex 02."""
        found: dict[int, list[Document]] = {}
        for document in self.documents:
            digits = re.search(r"[0-9]{1,7}$", document.id)
            if digits:
                found.setdefault(int(digits.group()), []).append(document)
        return found

    @cached_property
    def _has_numeric_ids(self) -> bool:
        return any(document.id.isdigit() for document in self.documents)


def _numbered(number: int, text: object) -> Document:
    if not isinstance(text, str):
        raise UsageError(f"documents[{number - 1}]: expected a Document or a text, saw {type(text).__name__}")
    return Document(id=str(number), text=text)
