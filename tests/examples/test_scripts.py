"""Promises about the example scripts: they run as they stand and show what they say."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"


def run(script: str, *, where: Path) -> subprocess.CompletedProcess[str]:
    """Return the finished run of one example script, started in the folder `where`."""
    return subprocess.run(
        [sys.executable, "-X", "utf8", str(EXAMPLES / script)],
        cwd=where,
        capture_output=True,
        encoding="utf-8",
        timeout=120,
        check=False,
    )


def test_the_quickstart_shows_a_claim_that_stands_and_one_that_does_not(tmp_path: Path) -> None:
    """The README's example runs, places the good quote and names the altered one."""
    done = run("quickstart.py", where=tmp_path)

    assert done.returncode == 0, done.stderr
    assert "\nsupported: You can leave" in done.stdout
    assert "    lease:1:1 (punctuation)" in done.stdout
    assert "\nunsupported: Your cat" in done.stdout
    assert "altered_quote: the quote leaves out" in done.stdout
    assert done.stdout.startswith("refused\n")


def test_the_readme_shows_the_quickstart() -> None:
    """The README's library example is the code of `examples/quickstart.py`, to the letter."""
    code = (EXAMPLES / "quickstart.py").read_text(encoding="utf-8").partition("\n\n")[2]

    assert f"```python\n{code}```" in (EXAMPLES.parent / "README.md").read_text(encoding="utf-8")


def test_the_demo_gives_the_expected_outcomes_and_writes_a_report_of_each(tmp_path: Path) -> None:
    """`make demo` ends with 0, says what fell in each language and leaves one HTML file for each answer."""
    done = run("demo.py", where=tmp_path)
    reports = sorted(path.name for path in (tmp_path / "out").glob("*.html"))

    assert done.returncode == 0, done.stdout + done.stderr
    assert len(reports) == 15
    assert done.stdout.count("unknown_document") == 3
    assert done.stdout.count("ambiguous_anchor") == 3


def test_a_graph_that_is_cut_short_goes_on(tmp_path: Path) -> None:
    """The LangGraph example pays no call twice, and its own graph shows only what was released."""
    done = run("loop/in_langgraph.py", where=tmp_path)

    assert done.returncode == 0, done.stderr
    assert "cut short in call 2; the thread shows {}\n" in done.stdout
    assert "released after 3 calls, 2 attempts\n" in done.stdout
    assert "\nreleased: {'claims'" in done.stdout
    assert done.stdout.endswith("a person is asked: May I keep a cat?\n")
