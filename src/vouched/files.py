"""Reads a file whole, up to a bound: what a profile, a scorecard or a table of facts is read from."""

from __future__ import annotations

from pathlib import Path

from vouched.errors import VouchedError

__all__ = ["bytes_of"]


def bytes_of(path: str | Path, *, most: int, error: type[VouchedError], shown: str | None = None) -> bytes:
    """Return the bytes of a file.

    Raises `error` for a file that cannot be read or has more than `most` bytes; it names the file as it is `shown`.
    """
    name = str(path) if shown is None else shown
    try:
        with Path(path).open("rb") as file:
            data = file.read(most + 1)
    except (OSError, ValueError) as cause:
        raise error(f"{name}: expected a readable file, saw {type(cause).__name__}: {cause}") from cause
    if len(data) > most:
        raise error(f"{name}: expected at most {most} bytes, saw more")
    return data
