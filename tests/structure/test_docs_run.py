"""What the docs show works: their Python runs as it stands, and their links lead somewhere."""

from __future__ import annotations

import contextlib
import re
from pathlib import Path

import pytest

from structure.tree import ROOT, shown

PAGES = [shown(path) for path in sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])]
FENCE = re.compile(r"^```python\n(.*?)^```", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"\]\((?!https?:|mailto:|#)([^)#\s]+)(?:#[^)]*)?\)")


@pytest.mark.parametrize("page", PAGES)
def test_every_python_block_runs(page: str, tmp_path: Path) -> None:
    """The Python blocks of a page run in their order, in a folder that has the examples beside it."""
    text = (ROOT / page).read_text(encoding="utf-8")
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    names: dict[str, object] = {"__name__": "page"}
    with contextlib.chdir(tmp_path):
        for block in FENCE.finditer(text):
            # Blank lines before it give a failing line the number it has in the page.
            padded = "\n" * text.count("\n", 0, block.start(1)) + block[1]
            exec(compile(padded, page, "exec"), names)


@pytest.mark.parametrize("page", PAGES)
def test_every_link_leads_somewhere(page: str) -> None:
    """A link of a page to a file of the project finds it."""
    path = ROOT / page
    targets = LINK.findall(path.read_text(encoding="utf-8"))

    assert [target for target in targets if not (path.parent / target).exists()] == []


def test_readme_is_short() -> None:
    """The README has at most 120 lines."""
    assert len((ROOT / "README.md").read_text(encoding="utf-8").splitlines()) <= 120
