"""Puts the body of an HTTP answer together within a limit of bytes, before and after it is unpacked."""

from __future__ import annotations

import zlib
from typing import Any

from vouched.text.clip import clip

__all__ = ["Body", "media_type_of"]

_GZIP, _ZLIB, _RAW = 31, 15, -15
_GZIP_NAMES = frozenset(("gzip", "x-gzip"))
_PLAIN = frozenset(("", "identity"))


def media_type_of(header: str) -> str:
    """Return the media type of a Content-Type header in lower case, without parameters; "" where it has none."""
    written = header.split(";", 1)[0].strip().lower()
    return written if "/" in written else ""


class Body:
    """The bytes of a body as they arrive. `full` once there are more than `limit`; `fault` where they are damaged."""

    def __init__(self, encoding: str, *, limit: int) -> None:
        self.full = False
        self.fault: str | None = None
        self._limit = limit
        self._received = 0
        self._content = bytearray()
        self._unpacker: Any = None
        self._encoding = encoding.strip().lower()
        if self._encoding not in _PLAIN | _GZIP_NAMES | {"deflate"}:
            self.fault = f"expected a body in gzip, deflate or neither, saw {clip(self._encoding, 60)}"

    def feed(self, chunk: bytes) -> None:
        """Take bytes of the body; never keeps more than the limit, whatever they unpack to."""
        self._received += len(chunk)
        if self._encoding in _PLAIN:
            self._content += chunk[: self._limit + 1 - len(self._content)]
        else:
            self._unpack(chunk)
        # What unpacks to nothing costs time all the same.
        self.full = len(self._content) > self._limit or self._received > self._limit

    def end(self) -> None:
        """Notice that the body has ended; what is packed must have ended too."""
        if self._unpacker is not None and not self._unpacker.eof and not self.full and self.fault is None:
            self.fault = f"the {self._encoding} body ends too early"

    def content(self) -> bytes:
        """Return the unpacked bytes, at most the limit."""
        return bytes(self._content[: self._limit])

    def _unpack(self, chunk: bytes) -> None:
        while chunk:
            if self._unpacker is None or (self._unpacker.eof and self._encoding != "deflate"):
                self._unpacker = zlib.decompressobj(self._window(chunk))
            room = self._limit + 1 - len(self._content)
            if room <= 0 or self._unpacker.eof:
                return
            try:
                self._content += self._unpacker.decompress(chunk, room)
            except zlib.error:
                self.fault = f"the {self._encoding} body is damaged"
                return
            if self._unpacker.unconsumed_tail and len(self._content) > self._limit:
                return
            # gzip bodies may have several members, one after the other.
            chunk = self._unpacker.unconsumed_tail or self._unpacker.unused_data

    def _window(self, chunk: bytes) -> int:
        if self._encoding in _GZIP_NAMES:
            return _GZIP
        # "deflate" means zlib's form; many servers send the bare one.
        return _ZLIB if chunk[0] & 15 == 8 and chunk[0] >> 4 <= 7 else _RAW
