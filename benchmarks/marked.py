"""Writes lines of a document that a measurement made, between the two marks that bear its name."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path


def write_marked(page: Path, name: str, lines: Sequence[str]) -> None:
    """Put lines between `<!-- name -->` and `<!-- /name -->` of a page, for what stood there.

    Raises ValueError for a page that has not both marks.
    """
    begin, end = f"<!-- {name} -->\n", f"<!-- /{name} -->"
    shown = page.read_text(encoding="utf-8")
    before, begun, rest = shown.partition(begin)
    _, ended, after = rest.partition(end)
    if not begun or not ended:
        raise ValueError(f"{page}: expected the marks {begin.strip()} and {end}, saw not both")
    text = "\n".join(lines).rstrip("\n")
    page.write_text(f"{before}{begin}{text}\n{end}{after}", encoding="utf-8")
