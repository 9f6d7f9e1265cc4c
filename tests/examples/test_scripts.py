"""Promises about the example scripts: they run as they stand and show what they say."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
# Of each example of the loop: lines that it prints, in their order.
LOOP: dict[str, tuple[str, ...]] = {
    "single.py": (
        "attempt 1: reask",
        "    /claims/0 confidence/low_confidence",
        "    /claims/1/citations/0 quotes/altered_quote",
        "attempt 2: release",
        "- /claims/0: leave out claims that you are not sure of.",
        "released",
        "    No pets. <- lease[0:34] 'The tenant shall not keep animals.'",
    ),
    "exhausted.py": (
        "Outcome(status='refused', 1 claims, 1 findings)",
        "attempt 2: model/bad_reply -> reask, 0 tokens",
        "attempt 3: read/empty -> reask, 940 tokens",
        "attempt 4: quotes/altered_quote -> stop, 940 tokens",
        "cost: 2820 tokens in 4 calls; value: None",
        "NotReleased: outcome is refused: quotes/altered_quote at /claims/0/citations/0",
        "asked for by name: It is 700 EUR.",
        "same answer again: 2 attempts, the same rejected answer came back",
        "900 tokens allowed: 1 attempt, 940 tokens were spent, 900 allowed",
        "fallback: Please ask the landlord.",
    ),
    "fan_out.py": (
        "concatenate: released ['The rent is 500 EUR.', 'No pets.', 'It is due on the first.']",
        "2 of 3 agree: released ['The rent is 500 EUR.', 'No pets.']",
        "3 of 3 agree: released ['The rent is 500 EUR.']",
        "a function of one's own: released ['The rent is 500 EUR.']",
        "two must answer, one does: refused ['model/bad_request', 'model/bad_request']",
        "one cites what is not there, best: released ['The rent is 500 EUR.', 'No pets.']",
        "two contradict each other: refused ['merge/contradiction']",
    ),
    "streaming.py": (
        "1 checked {'read': 'silent', 'citations': 'supported', 'quotes': 'unsupported', 'allowlist': 'silent'}",
        "1 decided {'action': 'reask'}",
        "2 decided {'action': 'release'}",
        "left after 1 call",
    ),
    "async_run.py": (
        "released 2",
        "asked drafted checked decided asked drafted checked decided released ",
        "100 of 100",
        "Room 42 is on floor 4.",
        "cancelled",
        "given up, and the call with it",
    ),
    "own_checks.py": (
        "a generator: unsupported, so filtered",
        "    left: ['The rent is 500 EUR.']",
        "one that awaits: unsupported, so refused",
        "one that asks a judge: unsupported, so released",
        "the same, with policy that holds: unsupported, so held",
        "a judge that evades: broken, so held",
        "one that fails: broken, so held",
    ),
    "judge_and_pages.py": (
        "released [] ",
        "held ['rejected_claim'] ",
        "held [] CriticBroken: the judge judged 1 of 2 claims",
        "refused ['altered_quote']",
        "refused ['source_unreachable']",
        "refused ['bad_source']",
        "asked for: ['https://www.who.int/salt', 'https://www.who.int/gone']",
    ),
    "resume.py": (
        "cut short, paid for: ['first']",
        "released: ['No pets.', 'The rent is 500 EUR.'], paid for: ['first', 'second']",
        "asked again: True, never asked: None",
        "held, waiting: ('ticket-20',)",
        "refused by ann: the lease says no",
    ),
    "own_profile.py": (
        "released after 2 attempts",
        "You answer tenants from their lease, and from nothing else.",
        "The answer was sent back, this is try 2 of 2. Mend this:",
        "fallback: Please ask the landlord.",
        "tenancy.toml:12: checks.confidence.at_least: expected a number from 0 to 1, saw 90.0",
    ),
    "in_langgraph.py": (
        "cut short in call 2; the thread shows {}",
        "released after 3 calls, 2 attempts",
        "evidence: 'The tenant shall not keep animals.'",
        "a person is asked: May I keep a cat?",
    ),
}


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


def test_the_example_of_plain_prose_judges_each_claim(tmp_path: Path) -> None:
    """What is said otherwise, invented or idle is told apart, with the words of the document."""
    done = run("claims.py", where=tmp_path)
    words = [line.split()[0] for line in done.stdout.splitlines() if not line.startswith(" ")]

    assert done.returncode == 0, done.stdout + done.stderr
    assert words == ["nothing_to_check", "could_not_check", "contradicted", "contradicted", "contradicted"]
    assert "the documents have “0.50 EUR” where the claim has “0.05 EUR”" in done.stdout


@pytest.mark.parametrize("name", LOOP)
def test_an_example_of_the_loop_prints_what_it_says_each_time_the_same(name: str, tmp_path: Path) -> None:
    """It needs no key and no network, prints nothing that differs from run to run, and warns of nothing."""
    first, second = (run(f"loop/{name}", where=tmp_path) for _ in range(2))
    assert (first.returncode, first.stderr) == (0, "")
    assert first.stdout == second.stdout
    printed = iter(first.stdout.splitlines())
    for line in LOOP[name]:
        assert line in printed


def test_every_example_of_the_loop_is_shown_and_named_in_the_docs() -> None:
    """None is left untested, and docs/examples.md names each."""
    names = {path.name for path in (EXAMPLES / "loop").glob("*.py")}
    page = (EXAMPLES.parent / "docs" / "examples.md").read_text(encoding="utf-8")
    assert names == set(LOOP)
    assert all(f"(../examples/loop/{name})" in page for name in names)
