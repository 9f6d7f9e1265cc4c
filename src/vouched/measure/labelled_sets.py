"""Reads public labelled sets of claims, answers and quotes as cases, split by their sources.

A folder holds `NAME.jsonl.xz`; a row has `source`, a `claim`, `output` or `quote`, and `y` (1: not supported).
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Literal, TypeAlias

from vouched.errors import UsageError
from vouched.measure.cases import LANGUAGES, Apart, Case, Cases, case_of, lines_of
from vouched.text.clip import clip_value

__all__ = ["Half", "is_development", "read_set", "set_names"]

Half: TypeAlias = Literal["development", "reported", "both"]
# Sets of texts that other sets point into.
_TEXTS = {"contract_nli_dev": "contracts_dev", "quotes": "quote_docs"}
_NO_CASES = frozenset(("contracts_dev", "law_articles", "quote_docs", "tatqa_dev"))
_ENDING = ".jsonl.xz"
# Fields of a row that say what kind of case it is, besides its label.
_KINDS = ("kind", "edit_types", "heuristic", "transform", "semtag", "genre")


def set_names(folder: str | Path) -> list[str]:
    """Return the sets of a folder that hold cases, in order."""
    found = sorted(path.name.removesuffix(_ENDING) for path in Path(folder).glob(f"*{_ENDING}"))
    return [name for name in found if name not in _NO_CASES]


def is_development(source: str) -> bool:
    """Return whether a source is for development: its SHA-256 is even. What is reported is never tuned on."""
    return hashlib.sha256(source.encode("utf-8", "surrogatepass")).digest()[-1] % 2 == 0


def read_set(
    folder: str | Path, name: str, *, half: Half = "reported", known: Cases | None = None
) -> Iterator[Case | Apart]:
    """Yield the cases of a set, and what is none; only those whose source is of a half.

    A claim or answer is a draft in prose, a quote one that cites its document. Raises UsageError for another name.
    """
    if name not in set_names(folder):
        raise UsageError(f"{name:.60}: expected one of {', '.join(set_names(folder)) or 'none'}, saw none of that name")
    known = Cases() if known is None else known
    texts = _texts(Path(folder), _TEXTS[name]) if name in _TEXTS else {}
    for where, row in lines_of(Path(folder) / f"{name}{_ENDING}"):
        if isinstance(row, Apart):
            yield row
            continue
        source = row.get("source") or texts.get(row.get("doc_id"), "")
        if isinstance(source, str) and half != "both" and (half == "development") != is_development(source):
            continue
        made = _made(row, name, source, where)
        case = made if isinstance(made, Apart) else case_of(made, where=where, origin=name)
        yield case if isinstance(case, Apart) else known.admitted(case, where)


def _made(row: Mapping[str, Any], name: str, source: str, where: str) -> dict[str, Any] | Apart:
    """Return a row in the form of a case."""
    if row.get("y") not in (0, 1):
        return Apart(where, "wrong_label", f"y: expected 0 or 1, saw {clip_value(row.get('y'), 60)}")
    draft: Any = row.get("claim") or row.get("output")
    if "quote" in row:
        document = str(row.get("doc_id"))
        draft = {"claims": [{"text": row["quote"], "citations": [{"document": document, "quote": row["quote"]}]}]}
    kinds = [row.get("label"), *(row.get(key) for key in _KINDS)]
    told = [str(each) for kind in kinds for each in (kind if isinstance(kind, list) else [kind]) if each]
    language = str(row.get("lang") or "en")[:2]
    return {
        "id": f"{name}:{row.get('id')}",
        "documents": [{"id": str(row.get("doc_id") or "1"), "text": source}],
        "draft": draft,
        "lang": language if language in LANGUAGES else row.get("lang"),
        "label": "bad" if row["y"] else "good",
        "question": row.get("query"),
        "kinds": list(dict.fromkeys(told)),
    }


def _texts(folder: Path, name: str) -> dict[Any, str]:
    rows = (row for _, row in lines_of(folder / f"{name}{_ENDING}") if not isinstance(row, Apart))
    return {row.get("id"): row.get("source", "") for row in rows}
