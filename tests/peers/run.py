"""Runs the published tests of langcore-guardrails through vouched, and compares what fails with the list beside it.

Run by `make peers`, in an environment of its own. The archive is downloaded into build/peers when it is not there.
"""

from __future__ import annotations

# ruff: noqa: T201  it is a command, and prints
import os
import subprocess
import sys
import tarfile
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple
from xml.etree import ElementTree as ET

__all__ = ["KINDS", "Compared", "Expected", "compared", "expected", "main", "results"]

HERE = Path(__file__).parent
BUILD = HERE.parents[1] / "build" / "peers"
LISTED = HERE / "expected_failures.toml"
# Why a test of theirs may fail: it asks that what is wrong passes, that it be done otherwise, or exact words.
KINDS = ("fails open", "otherwise on purpose", "other words", "lacking")


class Expected(NamedTuple):
    """Why a test of theirs fails here: one of KINDS, and the reason."""

    kind: str
    reason: str


class Compared(NamedTuple):
    """How a run differs from the list: failures that it does not know, and tests of it that pass or are not there."""

    unlisted: tuple[str, ...]
    standing: tuple[str, ...]
    missing: tuple[str, ...]

    @property
    def differs(self) -> bool:
        """Whether it differs at all."""
        return any(self)


def expected(path: Path = LISTED) -> dict[str, Expected]:
    """Return the expected failures by the name of the test, "file::class::test"."""
    tables = tomllib.loads(path.read_text(encoding="utf-8"))["failure"]
    return {name: Expected(each["kind"], each["reason"]) for each in tables for name in each["tests"]}


def compared(passed: Mapping[str, bool], listed: Mapping[str, Expected]) -> Compared:
    """Return how results, by the names of tests, differ from the list."""
    unlisted = tuple(sorted(name for name, good in passed.items() if not good and name not in listed))
    standing = tuple(sorted(name for name, good in passed.items() if good and name in listed))
    return Compared(unlisted, standing, tuple(sorted(set(listed) - set(passed))))


def results(report: str) -> dict[str, bool]:
    """Return which tests of a JUnit report passed; a test that was skipped did not."""
    found = {}
    for case in ET.fromstring(report).iter("testcase"):  # noqa: S314  the report was written by pytest just now
        _, module, *classes = case.get("classname", "").split(".")
        found["::".join([module, *classes, case.get("name", "")])] = len(case) == 0
    return found


def main() -> None:
    """Print how many tests of theirs pass and fail; exits with 1 where it is not as the list says."""
    report = _run(_tests())
    passed, listed = results(report), expected()
    difference = compared(passed, listed)
    good = sum(passed.values())
    print(f"{len(passed)} tests of langcore-guardrails: {good} passed, {len(passed) - good} failed")
    for kind in KINDS:
        named = [name for name, each in listed.items() if each.kind == kind]
        print(f"  {len(named):>3} expected to fail: {kind}") if named else None
    for title, names in zip(("fails, not listed", "passes, listed", "listed, not there"), difference, strict=True):
        for name in names:
            print(f"{title}: {name}")
    print("not as tests/peers/expected_failures.toml says" if difference.differs else "all as listed")
    raise SystemExit(difference.differs or not passed)


def _tests() -> Path:
    """Return the folder of their tests, from the archive; nothing else of it is taken out."""
    archives = sorted(BUILD.glob("*.tar.gz"))
    if not archives:
        BUILD.mkdir(parents=True, exist_ok=True)
        told = ["--quiet", "--quiet", "--no-deps", "--no-binary", ":all:", "--require-hashes", "--dest", str(BUILD)]
        download = [sys.executable, "-m", "pip", "download", *told, "--requirement", str(HERE / "archive.txt")]
        subprocess.run(download, check=True)
        archives = sorted(BUILD.glob("*.tar.gz"))
    folder = BUILD / "tests"
    folder.mkdir(exist_ok=True)
    with tarfile.open(archives[0]) as archive:
        for member in archive.getmembers():
            parts = Path(member.name).parts
            held = archive.extractfile(member) if parts[1:2] == ("tests",) and len(parts) == 3 else None
            if held is not None:
                (folder / parts[2]).write_bytes(held.read())
    return folder


def _run(folder: Path) -> str:
    """Return the JUnit report of their tests, run with the shim in the place of their package."""
    report = BUILD / "report.xml"
    report.unlink(missing_ok=True)
    (BUILD / "pytest.ini").write_text(
        "[pytest]\nasyncio_mode = auto\nasyncio_default_fixture_loop_scope = function\n", encoding="utf-8"
    )
    told = ["-q", "-p", "no:cacheprovider", "-c", str(BUILD / "pytest.ini"), f"--junit-xml={report}", str(folder)]
    environment = {**os.environ, "PYTHONPATH": str(HERE)}
    done = subprocess.run(
        [sys.executable, "-m", "pytest", *told], cwd=BUILD, env=environment, capture_output=True, text=True, check=False
    )
    (BUILD / "pytest.log").write_text(done.stdout + done.stderr, encoding="utf-8")
    if not report.exists():
        raise SystemExit(f"pytest wrote no report: {done.stdout[-2000:]}{done.stderr[-2000:]}")
    return report.read_text(encoding="utf-8")


if __name__ == "__main__":
    main()
