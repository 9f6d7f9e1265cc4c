"""Tells where a store is meant to be: a path, memory or a URL, and how that is shown without its secrets."""

from __future__ import annotations

import re
from pathlib import Path
from urllib.parse import unquote, urlsplit

from vouched.errors import StoreError, UsageError
from vouched.record import Record

__all__ = ["Place", "place_of"]

_MEMORY = ":memory:"
_EXPECTED = "store: expected a path, :memory:, sqlite:///path or postgresql://user@host/name"
_SECRET = re.compile(r"(?i)((?:password|sslpassword)=)([^&\s]*)")


class Place(Record, frozen=True):
    """Where a store is: `path` for SQLite, else `url` for PostgreSQL; `shown` is how messages name it."""

    shown: str
    path: str | None = None
    url: str | None = None
    secrets: tuple[str, ...] = ()

    @property
    def is_memory(self) -> bool:
        """Whether it ends with the process."""
        return self.path == _MEMORY

    def sqlite_uri(self, mode: str) -> str:
        """Return how SQLite opens it: "ro" to read, "rw" to write."""
        if self.path is None or self.is_memory:
            return "file::memory:"
        return f"{Path(self.path).absolute().as_uri()}?mode={mode}"

    def hidden(self, text: str) -> str:
        """Return a text without the secrets of the URL."""
        for secret in self.secrets:
            text = text.replace(secret, "***")
        return text


def place_of(written: str, *, kind: str, create: bool) -> Place:
    """Return the place that a path or URL names. An SQLite file is made where there is none and `create` says so.

    Raises UsageError for what is neither, StoreError where no such file can be.
    """
    scheme, _, rest = written.partition("://")
    if not rest and not written.endswith("://"):
        return _file(written, kind=kind, create=create)
    backend = scheme.partition("+")[0].lower()
    if backend == "sqlite":
        if "?" in rest:
            raise UsageError(f"{_EXPECTED}, saw settings behind a path of SQLite")
        return _file(unquote(rest[1:]) or _MEMORY, kind=kind, create=create)
    if backend not in ("postgresql", "postgres"):
        raise UsageError(f"{_EXPECTED}, saw {scheme[:40]}://")
    return _server(f"postgresql+psycopg://{rest}")


def _server(url: str) -> Place:
    try:
        parts = urlsplit(url)
        password = parts.password
        _ = parts.port
    except ValueError:
        raise UsageError(f"{_EXPECTED}, saw a URL that is none") from None
    found = [password or "", *(match[1] for match in _SECRET.findall(parts.query))]
    secrets = {form for each in found if each for form in (each, unquote(each))}
    user = f"{parts.username}@" if parts.username else ""
    at = parts.netloc.rpartition("@")[2]
    query = _SECRET.sub(r"\1***", parts.query)
    shown = f"postgresql://{user}{at}{parts.path}{'?' if query else ''}{query}"
    # The longest first: one may be part of another.
    return Place(shown, url=url, secrets=tuple(sorted(secrets, key=len, reverse=True)))


def _file(written: str, *, kind: str, create: bool) -> Place:
    if written == _MEMORY:
        return Place(written, path=written)
    path = Path(written)
    try:
        if not written or "\0" in written or path.is_dir() or not path.absolute().parent.is_dir():
            raise StoreError(f"{written!r:.200}: expected a file in a folder that exists, saw none")
        if not path.exists():
            if not create:
                raise StoreError(f"{written}: expected a {kind}, saw no file")
            path.touch()
        with path.open("rb") as file:
            head = file.read(16)
    except OSError as error:
        raise StoreError(f"{written}: expected a {kind} that can be read, saw {error.strerror}") from error
    if head not in (b"", b"SQLite format 3\0"):
        raise StoreError(f"{written}: expected a {kind}, saw a file of another kind")
    return Place(written, path=written)
