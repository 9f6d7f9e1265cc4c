"""The shapes of JSON and JSON Lines in which documents and answers come."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from vouched.errors import DocumentError
from vouched.record import Record

__all__ = ["Entry", "json_entries", "jsonl_answers", "jsonl_entries", "kind_of", "lines_of", "parsed_json"]

TEXT_KEYS = ("text", "content", "page_content", "document", "body")
ID_KEYS = ("id", "_id", "document_id", "doc_id", "chunk_id")
ANSWER_KEYS = ("answer", "output", "response", "completion")
KINDS = {dict: "an object", list: "an array", str: "a string", bool: "a boolean", type(None): "null"}


class Entry(Record, frozen=True):
    """One document of a file, and the line it stands on where the file has one document a line."""

    id: str
    text: str
    line: int | None = None


def json_entries(text: str, path: str, name: str) -> Iterator[Entry]:
    """Yield the documents of a JSON file; raises DocumentError that names `path` and the place in it."""
    value = parsed_json(text, path, 0)
    if isinstance(value, dict) and isinstance(value.get("documents"), (list, dict)):
        value = value["documents"]
    if isinstance(value, list):
        for number, item in enumerate(value):
            yield _entry(item, f"{path}: [{number}]", f"{name}:{number + 1}", None)
    elif isinstance(value, dict) and _first(value, TEXT_KEYS) and _first(value, ID_KEYS):
        yield _entry(value, path, name, None)
    elif isinstance(value, dict):
        for key, item in value.items():
            text_of = item if isinstance(item, str) else _text_of(item, f"{path}: {key!r:.100}")
            if not _is_id(key):
                raise DocumentError(f"{path}: expected an id that UTF-8 can write, saw {key!r:.100}")
            yield Entry(id=key, text=text_of)
    else:
        raise DocumentError(f"{path}: expected an object or an array of documents, saw {kind_of(value)}")


def jsonl_entries(text: str, path: str, name: str) -> Iterator[Entry]:
    """Yield the documents of a JSON Lines file, one object a line; raises DocumentError that names the line."""
    for number, line in lines_of(text):
        value = parsed_json(line, path, number)
        if not isinstance(value, dict):
            raise DocumentError(f"{path}:{number}: expected an object, saw {kind_of(value)}")
        yield _entry(value, f"{path}:{number}", f"{name}:{number}", number)


def jsonl_answers(text: str, name: str) -> list[tuple[str, str]]:
    """Return (name, answer) for each line; a line that holds no answer under a known key is the answer itself.

    An answer that is not a string is written as JSON again.
    """
    answers = []
    for number, line in lines_of(text):
        label, answer = f"{name}:{number}", line
        try:
            value = parsed_json(line, name, number)
        except DocumentError:
            value = None
        if isinstance(value, str):
            answer = value
        elif isinstance(value, dict) and (key := _first(value, ANSWER_KEYS)):
            answer = value[key] if isinstance(value[key], str) else json.dumps(value[key], ensure_ascii=False)
            label = _id_of(value) or label
        answers.append((label, answer))
    return answers


def lines_of(text: str) -> Iterator[tuple[int, str]]:
    """Yield the number and text of each line that is not blank."""
    # Only line feeds part lines: U+2028 and its like are characters of a JSON string.
    for number, line in enumerate(text.split("\n"), start=1):
        if line.strip():
            yield number, line.removesuffix("\r")


def _entry(item: Any, place: str, fallback: str, line: int | None) -> Entry:
    if isinstance(item, str):
        return Entry(id=fallback, text=item, line=line)
    return Entry(id=_id_of(item) or fallback, text=_text_of(item, place), line=line)


def _text_of(item: Any, place: str) -> str:
    if not isinstance(item, dict):
        raise DocumentError(f"{place}: expected a text or an object with one, saw {kind_of(item)}")
    key = _first(item, TEXT_KEYS)
    if key is None:
        seen = ", ".join(sorted(repr(name)[:40] for name in item)[:8]) or "no key"
        raise DocumentError(f"{place}: expected a text under {', '.join(TEXT_KEYS)}, saw {seen}")
    text = item[key]
    if not isinstance(text, str):
        raise DocumentError(f"{place}: expected a string under {key!r}, saw {kind_of(text)}")
    return text


def _id_of(item: Any) -> str | None:
    key = _first(item, ID_KEYS) if isinstance(item, dict) else None
    value = item[key] if key else None
    if isinstance(value, int) and not isinstance(value, bool):
        return str(value) if abs(value) < 10**18 else None
    return value if isinstance(value, str) and _is_id(value) else None


def _is_id(key: str) -> bool:
    """Return whether a string can name a document: it is not empty, and UTF-8 can write it."""
    return bool(key) and not any("\ud800" <= character <= "\udfff" for character in key)


def _first(item: dict[str, Any], keys: tuple[str, ...]) -> str | None:
    return next((key for key in keys if key in item), None)


def kind_of(value: object) -> str:
    """Return what a value of JSON is, in a word or two."""
    return KINDS.get(type(value), "a number")


def parsed_json(text: str, path: str, line: int) -> Any:
    """Return the value that a text is; raises DocumentError that names `path`, the line (0: told) and the column."""
    try:
        return json.loads(text, object_pairs_hook=_distinct)
    except json.JSONDecodeError as error:
        place = f"{path}:{line or error.lineno}"
        raise DocumentError(f"{place}: expected JSON, saw at column {error.colno}: {error.msg}") from None
    except (ValueError, RecursionError) as error:
        place = f"{path}:{line}" if line else path
        reason = "too many nested levels" if isinstance(error, RecursionError) else str(error)[:200]
        raise DocumentError(f"{place}: expected JSON, saw {reason}") from None


def _distinct(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        seen: set[str] = set()
        for key, _ in pairs:
            if key in seen:
                raise ValueError(f"the key {key!r:.100} twice in one object")
            seen.add(key)
    return found
