"""Promises about progress: a person who waits sees how far it is, and nothing else ever does."""

from __future__ import annotations

import os
import pty
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
EXAMPLES = ROOT / "examples" / "tenancy-en"
PROGRAM = "import sys; from vouched.cli.main import main; sys.exit(main())"


def watched(*answers: Path) -> tuple[str, bytes]:
    """Return what `verify --json` shows on a terminal as standard error, and its standard output."""
    ours, theirs = pty.openpty()
    command = [sys.executable, "-c", PROGRAM, "verify", *map(str, answers), "--json", "--documents"]
    done = subprocess.run(
        [*command, str(EXAMPLES / "documents")], stdout=subprocess.PIPE, stderr=theirs, check=False, timeout=60
    )
    os.close(theirs)
    shown = b""
    try:
        while part := os.read(ours, 65536):
            shown += part
    except OSError:  # Linux says so when the other end of a terminal has closed
        pass
    os.close(ours)
    return shown.decode("utf-8"), done.stdout


def test_fifty_answers_show_how_far_it_is(tmp_path: Path) -> None:
    """Each of fifty answers is announced with its number and name, and the line is taken away at the end."""
    raw = (EXAMPLES / "answers" / "stands.md").read_text(encoding="utf-8")
    for number in range(50):
        (tmp_path / f"answer-{number:02}.md").write_text(raw, encoding="utf-8")
    shown, printed = watched(tmp_path)

    assert "1/50 answer-00.md" in shown
    assert "50/50 answer-49.md" in shown
    assert shown.endswith("\r\x1b[2K")
    assert printed.count(b"\n") == 50


def test_one_answer_shows_no_progress() -> None:
    """A single answer is judged without a word on standard error."""
    shown, _ = watched(EXAMPLES / "answers" / "stands.md")

    assert shown == ""
