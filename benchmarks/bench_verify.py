"""Measures starting and verifying: imports and the command in fresh processes, and the steps of one verification."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from importlib.util import find_spec

from made_text import anchors_of, english
from timing import Table, interleaved, shown

import vouched
from vouched.documents import Evidence
from vouched.guard import DEFAULT_CHECKS
from vouched.policy import Policy, decide
from vouched.run.checking import run_check
from vouched.run.reading import read
from vouched.run.release import released
from vouched.run.snapping import snapped

__all__ = ["measures", "profile", "starting", "verifying"]

_WANTED_IMPORT, _WANTED_HELP = 0.060, 0.250
_STARTS = 15
# What the installed command runs; asking for help ends with status 0.
_COMMAND = "import sys; from vouched.cli.main import main; sys.exit(main())"


def starting(table: Table) -> None:
    """Print what importing and asking for help cost in fresh processes, beside a bare interpreter."""
    programs = {
        "bare interpreter": ["-c", "pass"],
        "import vouched": ["-c", "import vouched"],
        "from vouched import verify": ["-c", "from vouched import verify"],
    }
    if find_spec("vouched.cli"):
        programs["vouched --help"] = ["-c", _COMMAND, "--help"]
        programs["vouched verify --help"] = ["-c", _COMMAND, "verify", "--help"]
    calls = [_started(program) for program in programs.values()]
    bare, *others = interleaved(*calls, rounds=_STARTS)
    title = "starting, in a fresh process; wanted < 60 ms more than a bare interpreter, help < 250 ms in all"
    table.head(title, "in all", "more", "times bare")
    for name, seconds in zip(list(programs)[1:], others, strict=True):
        met = seconds < _WANTED_HELP if name.endswith("help") else seconds - bare < _WANTED_IMPORT
        table.row(name, shown(seconds), shown(seconds - bare), f"{seconds / bare:.1f}", met=met)


def _started(program: list[str]) -> Callable[[], object]:
    return lambda: subprocess.run([sys.executable, *program], check=True, capture_output=True)


def example() -> tuple[str, dict[str, str]]:
    """Return an answer of five claims in JSON and the two documents of 5,000 characters that it cites."""
    documents = {"lease": english(5000, seed=3), "rules": english(5000, seed=4)}
    claims = []
    for place, (name, text) in enumerate(sorted(documents.items()) * 3):
        anchors = anchors_of(text, exact=3, spaced=3, absent=3)
        anchor = (anchors.exact, anchors.spaced, anchors.near)[place // 2][place // 2]
        claims.append({"text": f"Claim {place}.", "citations": [{"document": name, "anchor": anchor}]})
    return json.dumps({"claims": claims[:5]}), documents


def verifying(table: Table, *, rounds: int) -> None:
    """Print the time of verifying five claims (two exact, two spaced, one near) by its steps."""
    raw, documents = example()
    evidence = Evidence.of(documents)
    draft = read(raw, documents=evidence)
    cut = snapped(draft, evidence)
    verdicts = tuple(run_check(check, cut, evidence) for check in DEFAULT_CHECKS)
    decision = decide(cut, verdicts, Policy(), has_fallback=False)
    steps: dict[str, Callable[[], object]] = {
        "verify, all of it": lambda: vouched.verify(raw, documents),
        "  documents": lambda: Evidence.of(documents),
        "  read": lambda: read(raw, documents=evidence),
        "  snap (documents new, so indexed here)": lambda: snapped(draft, Evidence.of(documents)),
        "  checks, after snapping": lambda: [run_check(check, cut, evidence) for check in DEFAULT_CHECKS],
        "  decide": lambda: decide(cut, verdicts, Policy(), has_fallback=False),
        "  release": lambda: released(cut, verdicts, decision, fallback=None),
        "json.loads of the answer, to compare": lambda: json.loads(raw),
    }
    seconds = interleaved(*steps.values(), rounds=50 * rounds)
    table.head("verify: a JSON answer of five claims, two documents of 5,000 characters", "time", "times loads")
    for name, step in zip(steps, seconds, strict=True):
        table.row(name, shown(step), f"{step / seconds[-1]:.0f}")


def profile(calls: int = 300) -> None:
    """Print where a verification spends its time."""
    import cProfile
    import pstats

    raw, documents = example()
    profiler = cProfile.Profile()
    profiler.enable()
    for _ in range(calls):
        vouched.verify(raw, documents)
    profiler.disable()
    pstats.Stats(profiler).sort_stats("tottime").print_stats(20)


def measures(*, rounds: int) -> dict[str, Callable[[Table], None]]:
    """Return the measurements of this file by name."""
    return {"start": starting, "verify": lambda table: verifying(table, rounds=rounds)}
