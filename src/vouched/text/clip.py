"""Makes any value a short, single-line, printable extract, so that messages stay bounded and deterministic."""

from __future__ import annotations

__all__ = ["clip", "clip_value", "shown"]


def clip(text: str, limit: int = 200) -> str:
    """Return `text` on one line, white space folded, control characters escaped, at most `limit` characters long."""
    head = text[: 4 * limit]
    line = " ".join(head.split()) if not head.isprintable() or "  " in head else head
    if not line.isprintable():
        line = "".join(char if char.isprintable() else char.encode("unicode_escape").decode() for char in line)
    return line if len(line) <= limit and len(head) == len(text) else line[: limit - 1] + "…"


def shown(text: str, limit: int = 200) -> str:
    """Return `text` with line breaks and other control characters written out, at most `limit` characters long."""
    head = text[:limit]
    line = "".join(c if c.isprintable() or c == "\u3000" else c.encode("unicode_escape").decode() for c in head)
    return line if len(line) <= limit and len(head) == len(text) else line[: limit - 1] + "…"


def clip_value(value: object, limit: int = 200) -> str:
    """Return a short description of a value of any JSON type: its text, or its type and content."""
    if isinstance(value, str):
        return clip(value, limit)
    if value is None or value is True or value is False:
        return "null" if value is None else str(value).lower()
    if isinstance(value, float):
        return str(value)
    if isinstance(value, int):
        return clip(str(value), limit) if value.bit_length() < 4000 else "an integer of over 1,200 digits"
    if isinstance(value, dict):
        return f"an object with {len(value)} keys"
    if isinstance(value, (list, tuple)):
        return f"a list of {len(value)}"
    return f"a {type(value).__name__}"
