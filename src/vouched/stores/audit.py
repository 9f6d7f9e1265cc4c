"""Sinks of an audit: a file of JSON lines of which each has the hash of the one before, and Python's logging."""

from __future__ import annotations

import hashlib
import json
import logging
import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from threading import Lock
from typing import Any, BinaryIO

from vouched.errors import StoreError
from vouched.record import Record

__all__ = ["Chain", "JsonLinesAudit", "LoggingAudit", "read_chain"]

FIRST = "0" * 64
_BLOCK = 65_536


class JsonLinesAudit:
    """Appends events to the file at `path`, one JSON object a line; `previous` is the SHA-256 of the line before.

    Only ASCII is written. Threads may share it, and where the system has POSIX file locks, processes may share the
    file; elsewhere one process has to write it. A line is written and handed to the system before `write` returns, and
    with `durable` it is on disk. The file is opened for each line, so that it may be moved away.
    """

    def __init__(self, path: str | Path, *, durable: bool = False) -> None:
        self.path, self._durable = Path(path), durable
        self._lock = Lock()

    def write(self, event: Mapping[str, Any]) -> None:
        """Append one event. Raises OSError where the file cannot be written, TypeError for what JSON cannot hold."""
        with self._lock, self.path.open("ab+", buffering=0) as file, _alone(file):
            last, is_whole = _last_line(file)
            previous = FIRST if last is None else _hash(last)
            line = json.dumps({"previous": previous, **event}, separators=(",", ":")).encode("ascii") + b"\n"
            # What a crash cut short stays as it is, on a line of its own.
            data = line if is_whole else b"\n" + line
            if file.write(data) != len(data):
                raise OSError(f"{self.path}: expected to write {len(data)} bytes, the file system took fewer")
            if self._durable:
                os.fsync(file.fileno())


class LoggingAudit:
    """Logs events as JSON texts, one record each, under the logger's name."""

    def __init__(self, name: str = "vouched.audit", *, level: int = logging.INFO) -> None:
        self._logger, self._level = logging.getLogger(name), level

    def write(self, event: Mapping[str, Any]) -> None:
        """Log one event."""
        if self._logger.isEnabledFor(self._level):
            self._logger.log(self._level, "%s", json.dumps(event, separators=(",", ":")))


class Chain(Record, frozen=True):
    """What a file of events proves: how many lines it has, its last line's hash, and the first line that breaks it.

    `broken` counts lines from 1; None where each follows from the one before. `holds_noted` says whether the hash that
    was noted elsewhere is of one of its lines; None where none was asked for.
    """

    lines: int
    head: str
    broken: int | None = None
    holds_noted: bool | None = None


def read_chain(path: str | Path, *, noted: str | None = None) -> Chain:
    """Return whether the lines of an audit's file follow from one another.

    A changed, inserted or removed line breaks the chain; lines cut off at its end do not, and nor does a file that was
    written anew: note `head` elsewhere now and then, and ask for it as `noted`. Raises StoreError where it cannot be
    read.
    """
    number, head, broken = 0, FIRST, None
    holds = None if noted is None else noted == FIRST
    try:
        with Path(path).open("rb") as file:
            for number, raw in enumerate(file, start=1):
                line = raw.removesuffix(b"\n")
                if broken is None and _previous(line) != head:
                    broken = number
                head = _hash(line)
                holds = holds or head == noted if noted is not None else None
    except OSError as error:
        raise StoreError(f"{path}: expected a readable file of events, saw {type(error).__name__}: {error}") from error
    return Chain(number, head, broken, holds)


def _previous(line: bytes) -> Any:
    try:
        event = json.loads(line)
    except (ValueError, RecursionError):
        return None
    return event.get("previous") if isinstance(event, dict) else None


def _hash(line: bytes) -> str:
    return hashlib.sha256(line).hexdigest()


def _last_line(file: BinaryIO | Any) -> tuple[bytes | None, bool]:
    """Return a file's last line, None where it has none, and whether that line ended."""
    position = file.seek(0, os.SEEK_END)
    held = b""
    while position > 0 and b"\n" not in held[:-1]:
        size = min(_BLOCK, position)
        position = file.seek(position - size)
        held = file.read(size) + held
    if not held:
        return None, True
    is_whole = held.endswith(b"\n")
    return held.removesuffix(b"\n").rpartition(b"\n")[2], is_whole


@contextmanager
def _alone(file: Any) -> Iterator[None]:
    """Keep other processes from writing the file meanwhile, where the system can."""
    try:
        import fcntl
    except ImportError:
        yield
        return
    fcntl.flock(file, fcntl.LOCK_EX)
    try:
        yield
    finally:
        fcntl.flock(file, fcntl.LOCK_UN)
