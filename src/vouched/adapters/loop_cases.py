"""Reads a data set of questions: what is asked of which documents, and what a right answer holds."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from vouched.adapters.files import load_answer
from vouched.adapters.json_documents import kind_of, lines_of, parsed_json
from vouched.documents import Document
from vouched.errors import UsageError
from vouched.record import Record
from vouched.text.clip import clip

__all__ = ["LoopCase", "LoopCases", "load_cases"]

_OF_SET = ("cases", "suggested_domain", "suggested_profile", "comment")
_OF_CASE = ("question", "query", "tag", "documents", "expected", "comment")
_OBJECT = "an object with the list `cases`"
_MOST = 100_000


class LoopCase(Record, frozen=True, kw_only=True):
    """One question. `tag` is a label; `documents` are its own, none where those of the run are meant.

    `expected` are texts that a right answer holds, all of them; without any nothing is said of its answer. `where` is
    its place in the file.
    """

    question: str
    where: str
    tag: str | None = None
    documents: tuple[Document, ...] = ()
    expected: tuple[str, ...] = ()


class LoopCases(Record, frozen=True, kw_only=True):
    """The questions of a file, in order, and the profile that it suggests to run them with."""

    cases: tuple[LoopCase, ...]
    suggested: str | None = None


def load_cases(path: str) -> LoopCases:
    """Return the questions of a JSON file `{"cases": […]}`, or of a `.jsonl` file with one case a line.

    A case is an object with `question` (or `query`), and may have `tag`, `documents` (an object of id to text) and
    `expected` (a text or a list of texts). Raises UsageError or DocumentError that names the place, what was expected
    and what was seen: a key that is not known may be a misspelt one.
    """
    text = load_answer(path).removeprefix("\ufeff")
    if path.lower().endswith(".jsonl"):
        items = [(f"{path}:{line}", parsed_json(body, path, line)) for line, body in lines_of(text)]
        return LoopCases(cases=tuple(_cases(items)))
    value = parsed_json(text, path, 0)
    if not isinstance(value, dict) or "cases" not in value:
        seen = f"the keys {_names(value)}" if isinstance(value, dict) else kind_of(value)
        raise UsageError(f"{path}: expected {_OBJECT}, saw {seen}")
    _refuse_unknown(value, _OF_SET, path)
    if not isinstance(value["cases"], list):
        raise UsageError(f"{path}: cases: expected a list, saw {kind_of(value['cases'])}")
    cases = tuple(_cases([(f"{path}: cases[{number}]", item) for number, item in enumerate(value["cases"])]))
    suggested = [_text(value[key], f"{path}: {key}") for key in _OF_SET[1:3] if value.get(key) is not None]
    return LoopCases(cases=cases, suggested=suggested[0] if suggested else None)


def _cases(items: list[tuple[str, Any]]) -> Iterator[LoopCase]:
    if len(items) > _MOST:
        raise UsageError(f"{items[_MOST][0]}: expected at most {_MOST:,} cases, saw {len(items):,}")
    for where, item in items:
        if not isinstance(item, dict):
            raise UsageError(f"{where}: expected an object, saw {kind_of(item)}")
        _refuse_unknown(item, _OF_CASE, where)
        named = [key for key in ("question", "query") if key in item]
        if len(named) != 1:
            seen = " and ".join(named) or f"the keys {_names(item)}"
            raise UsageError(f"{where}: expected one of question and query, saw {seen}")
        tag = item.get("tag")
        yield LoopCase(
            question=_text(item[named[0]], f"{where}.{named[0]}"),
            where=where,
            tag=None if tag is None else _text(tag, f"{where}.tag"),
            documents=tuple(_documents(item.get("documents"), f"{where}.documents")),
            expected=tuple(_expected(item.get("expected"), f"{where}.expected")),
        )


def _documents(value: Any, where: str) -> Iterator[Document]:
    if value is None:
        return
    if not isinstance(value, dict) or not value:
        seen = "an empty object" if value == {} else kind_of(value)
        raise UsageError(f"{where}: expected an object of id to text, saw {seen}")
    for name, text in value.items():
        if not isinstance(text, str):
            raise UsageError(f"{where}.{clip(name, 60)}: expected a text, saw {kind_of(text)}")
        yield Document(id=_text(name, where), text=text)


def _expected(value: Any, where: str) -> Iterator[str]:
    if value is None:
        return
    listed = isinstance(value, list)
    if value == []:
        raise UsageError(f"{where}: expected a text or a list of texts, saw an empty list")
    for number, text in enumerate(value if listed else [value]):
        yield _text(text, f"{where}[{number}]" if listed else where)


def _text(value: Any, where: str) -> str:
    if not isinstance(value, str):
        raise UsageError(f"{where}: expected a text, saw {kind_of(value)}")
    if not value.strip():
        raise UsageError(f"{where}: expected a text, saw a blank one")
    if any("\ud800" <= char <= "\udfff" for char in value):
        raise UsageError(f"{where}: expected text that UTF-8 can write, saw half a surrogate pair")
    return value


def _refuse_unknown(item: dict[str, Any], known: tuple[str, ...], where: str) -> None:
    for key in item:
        if key not in known:
            raise UsageError(f"{where}: expected the keys {', '.join(known)}, saw {clip(key, 60)!r}")


def _names(item: dict[str, Any]) -> str:
    return ", ".join(clip(key, 40) for key in list(item)[:8]) or "none"
