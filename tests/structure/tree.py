"""What the structural tests look at: the project's files, modules and definitions."""

from __future__ import annotations

import ast
import shutil
import subprocess
from collections.abc import Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent
SOURCE = ROOT / "src" / "vouched"
TESTS = ROOT / "tests"
MADE = {".git", ".venv", "build", "dist", "out", "__pycache__"}

Definition = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef


def modules(folder: Path = SOURCE) -> list[Path]:
    """Return the Python files under `folder`, sorted."""
    return sorted(path for path in folder.rglob("*.py") if not MADE & set(path.parts))


def shown(path: Path) -> str:
    """Return a file's path as it stands in the repository."""
    return path.relative_to(ROOT).as_posix()


@cache
def parsed(path: Path) -> ast.Module:
    """Return the syntax tree of a Python file."""
    return ast.parse(path.read_text(encoding="utf-8"))


def definitions(body: list[ast.stmt], *, within: str = "") -> Iterator[tuple[str, Definition]]:
    """Yield the functions and classes of a body, and those of its classes, with their dotted names."""
    for node in body:
        if isinstance(node, Definition):
            yield within + node.name, node
        if isinstance(node, ast.ClassDef):
            yield from definitions(node.body, within=f"{within}{node.name}.")


def kept_files() -> list[Path]:
    """Return the files that belong to the project: what git keeps or would keep, or all that make did not make."""
    git = shutil.which("git")
    if git and (ROOT / ".git").exists():
        command = [git, "-C", str(ROOT), "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
        listed = subprocess.run(command, capture_output=True, check=False)
        if listed.returncode == 0:
            names = listed.stdout.decode().split("\0")
            return sorted(ROOT / name for name in set(names) if name and (ROOT / name).is_file())
    found = (path for path in ROOT.rglob("*") if path.is_file())
    return sorted(path for path in found if not any(part in MADE for part in path.relative_to(ROOT).parts))
