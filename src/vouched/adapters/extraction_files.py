"""Reads the files that langextract and langcore write: a document with its extractions on each line, or on a page."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from vouched.adapters.extraction_pages import is_page, page_parts
from vouched.errors import DocumentError
from vouched.record import Record
from vouched.text.clip import clip_value
from vouched.text.strict_json import parse

__all__ = ["Annotated", "annotated_documents"]


class Annotated(Record, frozen=True, kw_only=True):
    """One line of such a file: the document's id and text, where it has them, and the extractions as they stand there.

    `line` is counted from 1. `fault` says what is wrong with a line that is none; the other lines are not lost by it.
    """

    line: int
    document: str | None = None
    text: str | None = None
    extractions: tuple[Any, ...] = ()
    fault: str | None = None


def annotated_documents(text: str, name: str) -> list[Annotated]:
    """Return what each line of a file holds, blank ones left out; a line that is wrong is told in its `fault`.

    A page of HTML is one document, called as its file is. `name` is the file's. Raises DocumentError for a file without
    any line.
    """
    if is_page(text):
        return [_shown(text, name)]
    found = [_annotated(line, number) for number, line in _lines(text)]
    if not found:
        raise DocumentError(f"{name}: expected a line of JSON for each document, saw none")
    return found


def _shown(text: str, name: str) -> Annotated:
    parts = page_parts(text)
    if isinstance(parts, str):
        return Annotated(line=1, fault=parts)
    return Annotated(line=1, document=Path(name).stem, text=parts[0], extractions=tuple(parts[1]))


def _lines(text: str) -> Iterator[tuple[int, str]]:
    for number, line in enumerate(text.split("\n"), start=1):
        if line.strip():
            yield number, line


def _annotated(line: str, number: int) -> Annotated:
    parsed = parse(line)
    if parsed.faults:
        fault = parsed.faults[0]
        return Annotated(line=number, fault=f"expected JSON, saw {fault.code} at character {fault.start}")
    value = parsed.value
    if not isinstance(value, dict) or not isinstance(value.get("extractions") or [], list):
        return Annotated(
            line=number, fault=f"expected an object with a list of extractions, saw {clip_value(value, 60)}"
        )
    name, text = value.get("document_id"), value.get("text")
    for key, held in (("document_id", name), ("text", text)):
        if held is not None and not isinstance(held, str):
            return Annotated(line=number, fault=f"{key}: expected a text, saw {clip_value(held, 60)}")
    return Annotated(line=number, document=name or None, text=text, extractions=tuple(value.get("extractions") or ()))
