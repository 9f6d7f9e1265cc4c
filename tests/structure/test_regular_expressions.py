"""Regular expressions mean the same on every patch release that is supported."""

import re

from structure.tree import SOURCE

POSSESSIVE_GROUP = re.compile(r"[^(\\]\)[*+?]\+")


def test_no_group_is_repeated_possessively() -> None:
    """Python before 3.11.5 takes part of a group that `(…)*+` gave up (gh-106052); `(?>(…)*)` says the same rightly."""
    found = [
        f"{path.relative_to(SOURCE)}:{number}"
        for path in sorted(SOURCE.rglob("*.py"))
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1)
        if POSSESSIVE_GROUP.search(line)
    ]
    assert found == []
