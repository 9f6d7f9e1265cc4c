"""What is kept says nothing about the machines it was made on, and leaves nothing for later."""

from __future__ import annotations

import re

from structure.tree import TESTS, kept_files, modules, shown

# Written in two parts, so that this file does not match itself.
REGISTRIES = ("py" + "pi.org", "python" + "hosted", "index" + "-url", "registry." + "npmjs", "find" + "-links")
MACHINES = ("/ro" + "ot/", "/wo" + "rk/", "/tmp/" + "dev", "/opt/" + "py", "/ho" + "me/")
LATER = ("TO" + "DO", "FIX" + "ME", "XX" + "X")
PATCHES = ("monkey" + "patch", "unittest" + ".mock", "mark" + ".skip", "mark" + ".xfail", "pytest" + ".skip(")


def holding(words: tuple[str, ...], *, whole: bool = False) -> list[str]:
    """Return `file:line` of each kept line that holds one of `words`; `whole` asks for whole words."""
    edge = r"\b" if whole else ""
    wanted = re.compile("|".join(edge + re.escape(word) + edge for word in words))
    found = []
    for path in kept_files():
        try:
            lines = path.read_text(encoding="utf-8").splitlines()
        except UnicodeDecodeError:
            continue
        found += [f"{shown(path)}:{number}" for number, line in enumerate(lines, 1) if wanted.search(line)]
    return found


def test_no_package_index_is_named() -> None:
    """No kept file names a package index or its file host."""
    assert holding(REGISTRIES) == []


def test_no_path_of_a_machine_is_named() -> None:
    """No kept file names a folder of the machine it was written on."""
    assert holding(MACHINES) == []


def test_nothing_is_left_for_later() -> None:
    """No kept file holds a marker for unfinished work."""
    assert holding(LATER, whole=True) == []


def test_nothing_is_patched_or_skipped() -> None:
    """Tests replace nothing inside the code they test, and none is left out."""
    tests = {shown(path) for path in modules(TESTS)}

    assert [place for place in holding(PATCHES) if place.rpartition(":")[0] in tests] == []


def test_no_line_end_of_another_system() -> None:
    """Text files end their lines with a line feed alone."""
    ours = [path for path in kept_files() if path.suffix in {".py", ".md", ".toml", ".jsonl", ""}]

    assert [shown(path) for path in ours if b"\r\n" in path.read_bytes()] == []
