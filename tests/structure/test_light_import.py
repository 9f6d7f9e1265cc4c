"""`import vouched` costs next to nothing, and using it loads nothing that it does not need."""

from __future__ import annotations

import subprocess
import sys

import pytest

HEAVY = set(
    "asyncio concurrent.futures dataclasses http langchain_core langgraph pydantic sqlite3 urllib.request".split()
)
MODULES_OF_ITS_OWN = 3
PUBLIC_NAMES = "import vouched; [getattr(vouched, name) for name in vouched.__all__]"


def loaded_by(program: str) -> set[str]:
    """Return the modules that `program` loads in a fresh interpreter."""
    script = f"import sys\nbefore = set(sys.modules)\n{program}\nprint(*sorted(set(sys.modules) - before))"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    return set(done.stdout.split())


def test_import_loads_only_itself() -> None:
    """`import vouched` loads at most three modules, counted and not timed."""
    loaded = loaded_by("import vouched")

    assert len(loaded) <= MODULES_OF_ITS_OWN, sorted(loaded)


@pytest.mark.parametrize("program", ["import vouched", PUBLIC_NAMES, "import vouched.cli.main"])
def test_nothing_heavy_is_loaded(program: str) -> None:
    """Neither the package, nor any public name, nor the command line loads a heavy library to begin with."""
    assert loaded_by(program) & HEAVY == set()
