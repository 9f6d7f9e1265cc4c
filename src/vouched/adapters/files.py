"""Documents and answers from files and folders: what is on disk, character for character."""

from __future__ import annotations

import os
import re
import stat
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Literal

from vouched.adapters.json_documents import Entry, json_entries, jsonl_answers, jsonl_entries
from vouched.documents import Document
from vouched.errors import DocumentError, UsageError
from vouched.record import Record
from vouched.text.encodings import MARKS, SIGNATURES, Undecodable, decode

__all__ = ["MAX_BYTES", "is_standard_input", "load_answer", "load_answers", "load_documents", "refuse_irregular"]

MAX_BYTES = 100_000_000
SUFFIXES = (".txt", ".md", ".json", ".jsonl")
STANDARD_INPUT = frozenset({"-", "/dev/stdin", "/dev/fd/0", "/proc/self/fd/0"})
# A descriptor that was handed to this process, as a shell's process substitution does.
INHERITED = re.compile(r"/(?:dev|proc/self)/fd/[0-9]{1,6}")
KINDS = (
    (stat.S_ISDIR, "a folder"),
    (stat.S_ISFIFO, "a named pipe"),
    (stat.S_ISSOCK, "a socket"),
    (stat.S_ISCHR, "a device"),
    (stat.S_ISBLK, "a device"),
)
# Controls that no text holds; of random bytes they are every tenth.
CONTROLS = bytes(set(range(32)) - set(b"\t\n\f\r\x1b") | {127})
PIECES = re.compile(r"[0-9]+|.", re.DOTALL)

PathLike = str | os.PathLike[str]


class _File(Record, frozen=True):
    """A file to read: where it is, and the name that tells it from the others of its folder."""

    path: Path
    name: str


def load_documents(
    *paths: PathLike, ids: Literal["stem", "path"] = "stem", max_bytes: int = MAX_BYTES
) -> list[Document]:
    """Return the documents that the files and folders hold, in the order given, a folder's files sorted by name.

    Numbers in names sort as numbers: doc2 comes before doc10. What cites a number means the document at that place,
    counted from 1, unless ids are numbers.

    A folder is read with all below it: .txt, .md, .json and .jsonl, hidden entries and other names passed over. A
    file that is named directly is read whatever its name. Text files are one document each; JSON is a mapping of
    id to text, a list of `{"id", "text"}` (or content, page_content, document, body), `{"documents": […]}` or one
    such object; JSONL one object a line.

    The id of a text file is its path below the folder that was given, without extension where that is enough to
    tell it apart (`ids="stem"`), or always with it (`ids="path"`). A JSON entry without an id gets
    `name:number`. Text is never altered: newlines stay as they are; only a byte order mark is taken off, which
    `Document.encoding` records. Encodings: see `vouched.text.encodings.decode`.

    Raises DocumentError, naming file and line, for what is missing, unreadable, no text, longer than `max_bytes`,
    not of these shapes, no regular file (a pipe or device would be waited for), or when two documents share an id;
    UsageError for an unknown `ids` or an empty path.
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
    """Return the text of one answer from a file, from standard input ("-") or from a descriptor (/dev/fd/N).

    Bytes that are no text in any encoding become lone surrogates, which `vouched.read` reports: what a model
    wrote is never a reason to raise. Raises DocumentError when the file is missing, unreadable, too long, no regular
    file, or no text at all: an image, a PDF, binary data.
    """
    if is_standard_input(path):
        place, data = "standard input", _bounded(sys.stdin.buffer.read(max_bytes + 1), "standard input", max_bytes)
    else:
        place, data = _shown(Path(path)), _read_bytes(Path(path), max_bytes, inherited=True)
    decoded = decode(data)
    if not isinstance(decoded, Undecodable):
        return decoded.text
    if (binary := _binary(data, decoded.reason)) is not None:
        raise DocumentError(f"{place}: expected text, saw {binary}")
    return data.decode("utf-8", "surrogateescape")


def is_standard_input(path: PathLike) -> bool:
    """Return whether a path names standard input: "-", or the names that the system has for it."""
    return str(path) in STANDARD_INPUT


def refuse_irregular(path: PathLike, *, inherited: bool = False) -> None:
    """Raise DocumentError where `path` is no regular file: reading a pipe, socket or device may never end.

    With `inherited`, the pipe behind a descriptor of this process (/dev/fd/N) is admitted: its writer runs.
    """
    try:
        _refuse_kind(Path(path), os.stat(path).st_mode, inherited=inherited)  # noqa: PTH116  a path as it was given
    except (OSError, ValueError) as error:
        raise DocumentError(f"{_shown(Path(path))}: {_reason(error)}") from None


def load_answers(path: PathLike, *, max_bytes: int = MAX_BYTES) -> list[tuple[str, str]]:
    """Return (name, text) of each answer at `path`: a file, a folder of files, a .jsonl of many, or "-".

    A line of a .jsonl file is an answer as it stands, unless it is a JSON string or an object with an answer
    under answer, output, response or completion (what is not a string there is written as JSON). A line that is
    not JSON is an answer too, to be judged as one. A folder's answers are named by path, those of a .jsonl file by
    their id or else `name:line`.
    """
    if is_standard_input(path):
        return [("-", load_answer("-", max_bytes=max_bytes))]
    answers: list[tuple[str, str]] = []
    for file in _files_of(path, inherited=True):
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


def _files_of(given: PathLike, *, inherited: bool = False) -> list[_File]:
    if not isinstance(given, (str, os.PathLike)):
        raise UsageError(f"documents: expected a path, saw {type(given).__name__}")
    if not os.fspath(given):
        raise UsageError("documents: expected a path, saw an empty text")
    path = Path(given)
    if not path.is_dir():
        refuse_irregular(path, inherited=inherited)
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
    return sorted(found, key=_natural)


def _natural(path: Path) -> tuple[object, ...]:
    """Return what sorts paths as a person does: the numbers in their names by value, doc2 before doc10."""
    parts = (*path.parts[:-1], path.stem)
    return tuple(_numbered(part) for part in parts), path.parts


def _numbered(part: str) -> tuple[tuple[str, int, str], ...]:
    # A number stands among other characters where its digits would.
    pieces = PIECES.findall(part)
    return tuple(("0", int(piece), piece) if piece[0] in "0123456789" else (piece, 0, "") for piece in pieces)


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


def _read_bytes(path: Path, max_bytes: int, *, inherited: bool = False) -> bytes:
    refuse_irregular(path, inherited=inherited)
    is_handed = inherited and INHERITED.fullmatch(str(path)) is not None
    try:
        with path.open("rb") if is_handed else open(path, "rb", opener=_at_once) as file:
            _refuse_kind(path, os.fstat(file.fileno()).st_mode, inherited=inherited)
            return _bounded(file.read(max_bytes + 1), path, max_bytes)
    except (OSError, ValueError) as error:
        raise DocumentError(f"{_shown(path)}: {_reason(error)}") from None


def _at_once(path: str, flags: int) -> int:
    # What became a pipe since it was looked at is opened without waiting for its writer, and then refused.
    return os.open(path, flags | getattr(os, "O_NONBLOCK", 0))


def _refuse_kind(path: Path, mode: int, *, inherited: bool) -> None:
    is_handed = inherited and INHERITED.fullmatch(str(path)) is not None
    if not stat.S_ISREG(mode) and not (is_handed and stat.S_ISFIFO(mode)):
        seen = next((what for is_kind, what in KINDS if is_kind(mode)), "something else")
        raise DocumentError(f"{_shown(path)}: not a regular file: expected a file, saw {seen}")


def _bounded(data: bytes, place: Path | str, max_bytes: int) -> bytes:
    if len(data) > max_bytes:
        raise DocumentError(f"{_shown(place)}: expected at most {max_bytes:,} bytes, saw more")
    return data


def _binary(data: bytes, reason: str) -> str | None:
    """Return what bytes are that no one meant as text, or None for a text with damage or in an unknown encoding."""
    if any(data.startswith(mark) for mark, _ in MARKS):
        return None
    if b"\0" in data or any(data.startswith(signature) for signature, _ in SIGNATURES):
        return reason
    controls = len(data) - len(data.translate(None, CONTROLS))
    return f"binary data ({controls} control characters)" if controls * 20 > len(data) else None


def _reason(error: OSError | ValueError) -> str:
    # strerror is the system's own wording without the path, which the message already begins with.
    return f"cannot be read: {getattr(error, 'strerror', None) or error}"


def _shown(path: Path | str) -> str:
    return _writable(path)[:300]


def _writable(path: Path | str) -> str:
    # A file name that is not UTF-8 reaches Python with lone surrogates, which no report could be written with.
    return str(path).encode("utf-8", "backslashreplace").decode()
