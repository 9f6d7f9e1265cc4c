"""Reads TOML with the lines on which its keys and items stand, found in one pass without recursion."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterator
from typing import Any, TypeAlias

from vouched.errors import ProfileError
from vouched.text.clip import clip

__all__ = ["Path", "toml_lines", "toml_table"]

Path: TypeAlias = tuple[str | int, ...]

_TOKEN = re.compile(
    r"""
      (?P<comment>\#[^\n]*)
    | (?P<text>
          \"{3}[^"\\]*(?:(?:\\.|"{1,2}(?!"))[^"\\]*)*"{3,5}
        | '{3}.*?'{3,5}
        | "[^"\\\n]*(?:\\.[^"\\\n]*)*"
        | '[^'\n]*'
      )
    | (?P<mark>[\[\]{}=,.\n])
    | (?P<bare>[^\s\[\]{}=,."'\#]+)
    """,
    re.VERBOSE | re.DOTALL,
)


def toml_table(
    data: bytes, source: str, *, parse_float: Callable[[str], Any] = float
) -> tuple[dict[str, Any], dict[Path, int]]:
    """Return the table of a profile's bytes, and the lines of its keys as `toml_lines` finds them.

    Raises ProfileError for what is no TOML; it names `source`, the line, what was expected and seen.
    """
    try:
        text = data.decode("utf-8")
        return tomllib.loads(text, parse_float=parse_float), toml_lines(text)
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise ProfileError(f"{source}:{line}: expected UTF-8, saw the byte 0x{data[error.start]:02x}") from error
    except tomllib.TOMLDecodeError as error:
        place = re.search(r"at line (\d+)", str(error))
        line = int(place[1]) if place else data.count(b"\n") + 1
        raise ProfileError(f"{source}:{line}: expected TOML, saw: {clip(str(error))}") from error
    except RecursionError:
        raise ProfileError(f"{source}:1: expected TOML, saw brackets nested too deep") from None


def toml_lines(text: str) -> dict[Path, int]:
    """Return the line, counted from 1, on which each key and each item of an array first stands.

    A path is the keys from the top, and indexes within arrays; a table stands where its first header or key does.
    `text` has to be TOML that `tomllib` reads.
    """
    scan = _Scan()
    for kind, token, line in _tokens(text):
        scan.take(kind, token, line)
    return scan.lines


def _tokens(text: str) -> Iterator[tuple[str, str, int]]:
    line, end = 1, 0
    for match in _TOKEN.finditer(text):
        line += text.count("\n", end, match.start())
        yield match.lastgroup or "", match[0], line
        line += match[0].count("\n")
        end = match.end()


class _Scan:
    """Reads token after token: in a key, in a header, or in a value with the arrays and tables that it is inside of."""

    def __init__(self) -> None:
        self.lines: dict[Path, int] = {}
        self._table: Path = ()  # what the last header opened
        self._arrays: dict[Path, int] = {}  # how many tables each array of tables has so far
        self._inside: list[tuple[str, Path]] = []  # open brackets of a value, each with the path of what it holds
        self._key: list[str] = []
        self._value: Path | None = None  # what a value is read for; None while a key or header is
        self._brackets = 0  # opened by a header
        self._index: list[int] = []

    def take(self, kind: str, token: str, line: int) -> None:
        if kind == "comment":
            return
        if self._value is not None:
            self._take_value(kind, token, line)
        elif self._brackets or (kind == "mark" and token == "[" and not self._key and not self._inside):
            self._take_header(kind, token, line)
        elif kind == "mark":
            self._take_mark(token, line)
        else:
            self._key.append(_name(kind, token))

    def _take_mark(self, token: str, line: int) -> None:
        """Read what stands around the parts of a key: a dot, the equals sign, or the end of an inline table."""
        if token == "=":
            holder = self._inside[-1][1] if self._inside else self._table
            self._value = self._set(holder, self._key, line)
            self._key = []
        elif token == "}" and self._inside:
            self._close()

    def _take_header(self, kind: str, token: str, line: int) -> None:
        if kind != "mark":
            self._key.append(_name(kind, token))
        elif token == "[":
            self._brackets += 1
        elif token == "]":
            self._open_table(line)
            # The second bracket of an array's header opens nothing, and a key cannot begin with it.
            self._brackets, self._key = 0, []

    def _open_table(self, line: int) -> None:
        if not self._key:
            return
        path: Path = ()
        for part in self._key[:-1]:
            path = self._set(path, [part], line)
            if path in self._arrays:
                path = (*path, self._arrays[path] - 1)
        path = self._set(path, self._key[-1:], line)
        if self._brackets > 1:
            self._arrays[path] = self._arrays.get(path, 0) + 1
            path = (*path, self._arrays[path] - 1)
            self.lines.setdefault(path, line)
        self._table = path

    def _take_value(self, kind: str, token: str, line: int) -> None:
        path = self._value
        assert path is not None  # noqa: S101  take() saw it
        if kind == "mark" and token == "\n":
            if not self._inside:
                self._value = None
            return
        if kind == "mark" and token in "]}":
            self._close()
            return
        if kind == "mark" and token == ",":
            self._next()
            return
        self.lines.setdefault(path, line)
        if kind == "mark" and token in "[{":
            self._inside.append((token, path))
            self._index.append(0)
            self._value = (*path, 0) if token == "[" else None

    def _next(self) -> None:
        bracket, path = self._inside[-1]
        self._index[-1] += 1
        self._value = (*path, self._index[-1]) if bracket == "[" else None

    def _close(self) -> None:
        """Leave an array or inline table: what it was the value of goes on."""
        _, path = self._inside.pop()
        self._index.pop()
        self._value = path

    def _set(self, holder: Path, key: list[str], line: int) -> Path:
        for part in key:
            holder = (*holder, part)
            self.lines.setdefault(holder, line)
        return holder


def _name(kind: str, token: str) -> str:
    return token if kind == "bare" else str(tomllib.loads(f"key = {token}")["key"])
