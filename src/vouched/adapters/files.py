"""Documents and answers from files and folders: what is on disk, character for character."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Literal

from vouched.adapters.json_documents import Entry, json_entries, jsonl_answers, jsonl_entries
from vouched.documents import Document
from vouched.errors import DocumentError, UsageError
from vouched.record import Record
from vouched.text.encodings import Undecodable, decode

__all__ = ["MAX_BYTES", "load_answer", "load_answers", "load_documents"]

MAX_BYTES = 100_000_000
SUFFIXES = (".txt", ".md", ".json", ".jsonl")

PathLike = str | os.PathLike[str]


class _File(Record, frozen=True):
    """A file to read: where it is, and the name that tells it from the others of its folder."""

    path: Path
    name: str


def load_documents(
    *paths: PathLike, ids: Literal["stem", "path"] = "stem", max_bytes: int = MAX_BYTES
) -> list[Document]:
    """Return the documents that the files and folders hold, in the order given, a folder's files sorted by name.

    A folder is read with all below it: .txt, .md, .json and .jsonl, hidden entries and other names passed over. A
    file that is named directly is read whatever its name. Text files are one document each; JSON is a mapping of
    id to text, a list of `{"id", "text"}` (or content, page_content, document, body), `{"documents": […]}` or one
    such object; JSONL one object a line.

    The id of a text file is its path below the folder that was given, without extension where that is enough to
    tell it apart (`ids="stem"`), or always with it (`ids="path"`). A JSON entry without an id gets
    `name:number`. Text is never altered: newlines stay as they are; only a byte order mark is taken off, which
    `Document.encoding` records. Encodings: see `vouched.text.encodings.decode`.

    Raises DocumentError, naming file and line, for what is missing, unreadable, no text, longer than `max_bytes`,
    not of these shapes, or when two documents share an id; UsageError for an unknown `ids`.
    """
    if ids not in ("stem", "path"):
        raise UsageError(f"load_documents: expected ids to be 'stem' or 'path', saw {ids!r:.80}")
    files = [file for path in paths for file in _files_of(path)]
    stems = _short_names(files) if ids == "stem" else {}
    documents: list[Document] = []
    places: dict[str, str] = {}
    for file in files:
        text, encoding = _read(file.path, max_bytes)
        path = _writable(file.path)
        for entry in _entries(file, stems.get(file.path, file.name), text):
            place = f"{path}:{entry.line}" if entry.line else path
            if entry.id in places:
                raise DocumentError(
                    f"documents: expected distinct ids, saw {entry.id!r:.100} in {places[entry.id]} and in {place}"
                )
            places[entry.id] = place
            documents.append(Document(id=entry.id, text=entry.text, path=path, encoding=encoding))
    return documents


def load_answer(path: PathLike, *, max_bytes: int = MAX_BYTES) -> str:
    """Return the text of one answer from a file, or from standard input when `path` is "-".

    Bytes that are no text in any encoding become lone surrogates, which `vouched.read` reports: what a model
    wrote is never a reason to raise. Raises DocumentError when the file is missing, unreadable or too long.
    """
    if str(path) == "-":
        return _answer_text(_bounded(sys.stdin.buffer.read(max_bytes + 1), "standard input", max_bytes))
    return _answer_text(_read_bytes(Path(path), max_bytes))


def load_answers(path: PathLike, *, max_bytes: int = MAX_BYTES) -> list[tuple[str, str]]:
    """Return (name, text) of each answer at `path`: a file, a folder of files, a .jsonl of many, or "-".

    A line of a .jsonl file is an answer as it stands, unless it is a JSON string or an object with an answer
    under answer, output, response or completion (what is not a string there is written as JSON). A line that is
    not JSON is an answer too, to be judged as one. A folder's answers are named by path, those of a .jsonl file by
    their id or else `name:line`.
    """
    if str(path) == "-":
        return [("-", load_answer("-", max_bytes=max_bytes))]
    answers: list[tuple[str, str]] = []
    for file in _files_of(path):
        text = load_answer(file.path, max_bytes=max_bytes)
        answers += jsonl_answers(text, file.name) if _suffix(file.path) == ".jsonl" else [(file.name, text)]
    return answers


def _entries(file: _File, name: str, text: str) -> Iterator[Entry]:
    suffix = _suffix(file.path)
    if suffix == ".jsonl":
        return jsonl_entries(text, _writable(file.path), name)
    if suffix == ".json":
        return json_entries(text, _writable(file.path), name)
    return iter([Entry(id=name, text=text)])


def _files_of(given: PathLike) -> list[_File]:
    if not isinstance(given, (str, os.PathLike)):
        raise UsageError(f"documents: expected a path, saw {type(given).__name__}")
    path = Path(given)
    try:
        path.stat()
    except (OSError, ValueError) as error:
        raise DocumentError(f"{_shown(path)}: {_reason(error)}") from None
    if not path.is_dir():
        return [_File(path=path, name=_writable(path.name))]
    found = [_File(path=file, name=_writable(file.relative_to(path).as_posix())) for file in _walk(path)]
    if not found:
        raise DocumentError(f"{_shown(path)}: expected a folder with {', '.join(SUFFIXES)} files, saw none")
    return found


def _walk(folder: Path) -> list[Path]:
    """Return the files to read below a folder, sorted; a folder that links lead to again is walked once."""
    found: list[Path] = []
    walked: set[tuple[int, int]] = set()
    for here, folders, names in os.walk(folder, onerror=_refuse_folder, followlinks=True):
        status = Path(here).stat()
        if (status.st_dev, status.st_ino) in walked:
            folders.clear()
            continue
        walked.add((status.st_dev, status.st_ino))
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        here_found = [Path(here, name) for name in names if not name.startswith(".")]
        # A pipe or device would block; a broken link is kept, so that reading it says so.
        found += [path for path in here_found if _suffix(path) in SUFFIXES and (path.is_file() or path.is_symlink())]
    return sorted(found, key=lambda path: path.parts)


def _refuse_folder(error: OSError) -> None:
    raise DocumentError(f"{_shown(error.filename)}: {_reason(error)}") from None


def _short_names(files: Sequence[_File]) -> dict[Path, str]:
    """Return each path's name without its extension, where no other file has that name too."""
    count: dict[str, int] = {}
    stems = {file.path: file.name.removesuffix(file.path.suffix) or file.name for file in files}
    for stem in stems.values():
        count[stem] = count.get(stem, 0) + 1
    return {path: stem for path, stem in stems.items() if count[stem] == 1}


def _suffix(path: Path) -> str:
    return path.suffix.lower()


def _read(path: Path, max_bytes: int) -> tuple[str, str]:
    decoded = decode(_read_bytes(path, max_bytes))
    if isinstance(decoded, Undecodable):
        raise DocumentError(f"{_shown(path)}: expected text, saw {decoded.reason}")
    return decoded.text, decoded.encoding


def _read_bytes(path: Path, max_bytes: int) -> bytes:
    try:
        with path.open("rb") as file:
            return _bounded(file.read(max_bytes + 1), path, max_bytes)
    except (OSError, ValueError) as error:
        raise DocumentError(f"{_shown(path)}: {_reason(error)}") from None


def _bounded(data: bytes, place: Path | str, max_bytes: int) -> bytes:
    if len(data) > max_bytes:
        raise DocumentError(f"{_shown(place)}: expected at most {max_bytes:,} bytes, saw more")
    return data


def _answer_text(data: bytes) -> str:
    decoded = decode(data)
    return data.decode("utf-8", "surrogateescape") if isinstance(decoded, Undecodable) else decoded.text


def _reason(error: OSError | ValueError) -> str:
    # strerror is the system's own wording without the path, which the message already begins with.
    return f"cannot be read: {getattr(error, 'strerror', None) or error}"


def _shown(path: Path | str) -> str:
    return _writable(path)[:300]


def _writable(path: Path | str) -> str:
    # A file name that is not UTF-8 reaches Python with lone surrogates, which no report could be written with.
    return str(path).encode("utf-8", "backslashreplace").decode()
