"""Rooms are named after the domain, and each library comes in through one door."""

from __future__ import annotations

import ast
import itertools
import sys
from pathlib import Path

import pytest

from structure.tree import ROOT, SOURCE, modules, parsed, shown

DRAWERS = {
    "base",
    "classes",
    "common",
    "constants",
    "core",
    "helper",
    "helpers",
    "lib",
    "misc",
    "types",
    "util",
    "utils",
}


def test_no_room_is_named_after_python() -> None:
    """A file or folder is named after what it knows, never after a drawer."""
    named = [shown(path) for path in SOURCE.rglob("*") if path.stem.strip("_") in DRAWERS]

    assert named == []


def test_a_room_is_a_package() -> None:
    """A folder of the package with modules in it has an `__init__.py`."""
    rooms = {path.parent for path in modules()}

    assert [shown(room) for room in sorted(rooms) if not (room / "__init__.py").exists()] == []


def test_each_library_is_imported_in_one_file() -> None:
    """Each third-party library is imported in exactly one file, late imports included."""
    doors: dict[str, list[str]] = {}
    for path in modules():
        for library in sorted(libraries(path)):
            doors.setdefault(library, []).append(shown(path))

    assert {library: files for library, files in doors.items() if len(files) > 1} == {}


def test_each_library_is_declared() -> None:
    """What the package imports stands among its dependencies or its extras."""
    import tomllib

    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    declared = [*project["dependencies"], *itertools.chain(*project["optional-dependencies"].values())]
    names = {requirement.split(">")[0].split("[")[0].strip().replace("-", "_") for requirement in declared}

    imported = set().union(*(libraries(path) for path in modules()))

    # opentelemetry-api brings opentelemetry.
    assert {one for one in imported if not any(name == one or name.startswith(f"{one}_") for name in names)} == set()


@pytest.mark.parametrize("room", sorted(path.name for path in (ROOT / "tests").iterdir() if path.is_dir()))
def test_tests_mirror_rooms(room: str) -> None:
    """A folder of tests is named after the room it tests; `structure` and `examples` test what lies around them.

    `peers` holds other packages' names over vouched, so that their own tests run through it (`make peers`).
    """
    known = {"structure", "examples", "peers", "__pycache__", *(path.stem for path in SOURCE.iterdir())}

    assert room in known


def libraries(path: Path) -> set[str]:
    """Return the third-party libraries that a file imports anywhere in it."""
    found: set[str] = set()
    for node in ast.walk(parsed(path)):
        if isinstance(node, ast.Import):
            found |= {alias.name.split(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.level == 0:
            found.add((node.module or "").split(".")[0])
    return found - sys.stdlib_module_names - {"vouched"}
