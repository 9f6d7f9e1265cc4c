"""Promises about misuse: one line says where, what was expected and what was seen, and the exit code is 2."""

from __future__ import annotations

import contextlib
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from vouched import Evidence, Outcome, SQLiteStore
from vouched.cli.main import main
from vouched.outcomes import Decision

ROOT = Path(__file__).resolve().parents[2]
DOCUMENTS = str(ROOT / "examples" / "tenancy-en" / "documents")
ANSWER = str(ROOT / "examples" / "tenancy-en" / "answers" / "stands.md")
WRONG = {
    "no verb": ([], "expected verb, saw none"),
    "no such verb": (["judge"], "judge"),
    "no documents": (["verify", ANSWER], "expected --documents, or --schema, saw none"),
    "no answer": (["verify", "--documents", DOCUMENTS], "expected ANSWER, saw none"),
    "answer after documents": (["verify", "--documents", DOCUMENTS, ANSWER], "answers stand before --documents"),
    "missing answer": (["verify", "nowhere.md", "--documents", DOCUMENTS], "nowhere.md"),
    "missing documents": (["verify", ANSWER, "--documents", "nowhere"], "nowhere"),
    "missing policy": (["verify", ANSWER, "--documents", DOCUMENTS, "--policy", "nowhere.toml"], "nowhere.toml"),
    "missing manifest": (["verify", ANSWER, "--documents", DOCUMENTS, "--manifest", "nowhere"], "nowhere"),
    "no manifest": (["verify", ANSWER, "--documents", DOCUMENTS, "--manifest", ANSWER], "vouched.manifest/1"),
    "no policy": (["verify", ANSWER, "--documents", DOCUMENTS, "--policy", ANSWER], "expected TOML"),
    "wrong number": (["verify", ANSWER, "--documents", DOCUMENTS, "--at-least", "many"], "a whole number from 0"),
    "wrong kind": (["verify", ANSWER, "--documents", DOCUMENTS, "--kind", "pdf"], "pdf"),
    "wrong host": (["verify", ANSWER, "--documents", DOCUMENTS, "--hosts", "https://"], "https://"),
    "unknown option": (["verify", ANSWER, "--documents", DOCUMENTS, "--wrong"], "saw --wrong"),
    "shortened option": (["verify", ANSWER, "--doc", DOCUMENTS], "expected one of the options above, saw --doc"),
    "two URL rules": (["verify", ANSWER, "--documents", DOCUMENTS, "--open-https", "--hosts", "a.example"], "--hosts"),
    "no place for the report": (
        ["verify", ANSWER, "--documents", DOCUMENTS, "--html", "no/such/folder/r.html"],
        "--html",
    ),
    "the same documents twice": (["verify", ANSWER, "--documents", DOCUMENTS, DOCUMENTS], "distinct ids"),
    "empty documents": (["verify", ANSWER, "--documents", ""], "saw an empty text"),
    "empty answer": (["verify", "", "--documents", DOCUMENTS], "saw an empty text"),
    "empty policy": (["verify", ANSWER, "--documents", DOCUMENTS, "--policy", ""], "saw an empty text"),
    "device as documents": (["verify", ANSWER, "--documents", os.devnull], "not a regular file"),
    "device as answer": (["verify", os.devnull, "--documents", DOCUMENTS], "not a regular file"),
    "device as policy": (["verify", ANSWER, "--documents", DOCUMENTS, "--policy", os.devnull], "not a regular file"),
    "device as manifest": (["verify", ANSWER, "--documents", DOCUMENTS, "--manifest", os.devnull], "not a regular"),
    "unknown required check": (["verify", ANSWER, "--documents", DOCUMENTS, "--require", "qoutes"], "mean 'quotes'"),
    "required check that does not run": (
        ["verify", ANSWER, "--documents", DOCUMENTS, "--require", "manifest"],
        "manifest runs with --manifest",
    ),
    "standard input by two names": (["verify", "-", "/dev/stdin", "--documents", DOCUMENTS], "expected - once"),
    "standard input twice": (["verify", "-", "-", "--documents", DOCUMENTS], "expected - once"),
    "snap without file": (["snap", "anchor"], "expected FILE, saw none"),
    "snap in a missing file": (["snap", "anchor", "nowhere.txt"], "nowhere.txt"),
    "snap in a folder": (["snap", "anchor", DOCUMENTS], DOCUMENTS),
    "snap with no number": (["snap", "anchor", ANSWER, "--occurrence", "0"], "a whole number from 1"),
    "manifest of nothing": (["manifest", "--documents", "nowhere"], "nowhere"),
    "ask without documents": (["ask", "Why?"], "expected --documents, saw none"),
    "ask without a question": (["ask", "--documents", DOCUMENTS], "the question stands before --documents"),
    "ask a blank question": (["ask", " ", "--documents", DOCUMENTS], "saw a blank text"),
    "ask a question that is too long": (["ask", "?" * 100_001, "--documents", DOCUMENTS], "at most 100,000"),
    "ask a question that is no text": (["ask", "\udcff?", "--documents", DOCUMENTS], "QUESTION: expected text"),
    "ask an unknown model": (["ask", "?", "--documents", DOCUMENTS, "--model", "gpt"], "openai:NAME"),
    "ask without a name": (["ask", "?", "--documents", DOCUMENTS, "--model", "openai:"], "openai:NAME"),
    "ask without a key": (
        ["ask", "?", "--documents", DOCUMENTS, "--model", "openai:m", "--api-key-env", "VOUCHED_NO_SUCH_KEY"],
        "--api-key-env: expected a key in the variable VOUCHED_NO_SUCH_KEY",
    ),
    "ask nobody at an address": (
        ["ask", "?", "--documents", DOCUMENTS, "--base-url", "http://localhost:1"],
        "it calls nobody",
    ),
    "ask for no seconds": (["ask", "?", "--documents", DOCUMENTS, "--seconds", "0"], "a number above 0"),
    "ask for seconds that are none": (["ask", "?", "--documents", DOCUMENTS, "--seconds", "nan"], "a number above 0"),
    "ask for no tokens": (["ask", "?", "--documents", DOCUMENTS, "--tokens", "0"], "a whole number from 1"),
    "ask in another language": (["ask", "?", "--documents", DOCUMENTS, "--language", "fr"], "fr"),
    "ask by a policy that is none": (["ask", "?", "--documents", DOCUMENTS, "--policy", ANSWER], "expected TOML"),
    "no place for the manifest": (["manifest", "--documents", DOCUMENTS, "--output", "no/such/folder/m"], "--output"),
}


RUNNING = ("citations", "quotes", "figures", "names", "negation", "support")


@pytest.mark.parametrize(
    ("policy", "told"),
    [
        (
            'require = ["quote"]',
            f"require: expected a check that runs ({', '.join(RUNNING)}), saw 'quote'; did it mean 'quotes'",
        ),
        ('require = ["manifest"]', "manifest runs with --manifest"),
        ('authority = {citation = "stop"}', "did it mean 'citations'?"),
        ('authority = {"qoutes/altered_quote" = "audit"}', "did it mean 'quotes'?"),
        ('authority = {Quotes = "audit"}', "did it mean 'quotes'?"),
        ('authority = {"tone" = "audit"}', "expected the name of a check (allowlist, citations"),
    ],
)
def test_a_policy_names_checks_that_exist(
    policy: str, told: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    """A policy that names no check, or requires one that does not run, is refused with the likely name."""
    (tmp_path / "policy.toml").write_text(policy, encoding="utf-8")
    code = main(["verify", ANSWER, "--documents", DOCUMENTS, "--policy", str(tmp_path / "policy.toml")])
    line = capfd.readouterr().err.splitlines()[-1]

    assert code == 2
    assert told in line
    assert "policy.toml: " in line


def test_a_policy_may_name_what_does_not_run(tmp_path: Path) -> None:
    """Built-in checks, the reading of answers and patterns with wildcards are no mistake in a policy."""
    (tmp_path / "policy.toml").write_text(
        'require = ["quotes"]\n[authority]\n"*" = "reask"\nread = "stop"\nallowlist = "stop"\n'
        '"confidence/low_*" = "hold"\n"my-*" = "audit"\n"manifest/uncited_*" = "audit"\n',
        encoding="utf-8",
    )

    assert main(["verify", ANSWER, "--documents", DOCUMENTS, "--policy", str(tmp_path / "policy.toml")]) == 0


@pytest.mark.parametrize("case", WRONG)
def test_misuse_is_told_in_one_line(case: str, capfd: pytest.CaptureFixture[str]) -> None:
    """Misuse ends with 2 and a line that names what was wrong; nothing is printed as a result."""
    arguments, told = WRONG[case]
    code = main(arguments)
    printed = capfd.readouterr()

    assert code == 2
    assert told in printed.err.splitlines()[-1]
    assert "Traceback" not in printed.err


def test_a_picture_is_no_answer(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """A file that holds no text ends with 2 and is named with what was seen, as an answer and as a text to snap in."""
    picture = tmp_path / "answer.md"
    picture.write_bytes(b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR")
    for arguments in (["verify", str(picture), "--documents", DOCUMENTS], ["snap", "anchor", str(picture)]):
        code = main(arguments)

        assert code == 2
        assert "answer.md: expected text, saw a PNG image" in capfd.readouterr().err


def test_the_commands_of_the_docs_run(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """Every command that the page on the command line shows in full is one that the program understands."""
    page = (ROOT / "docs" / "cli.md").read_text(encoding="utf-8")
    shown = [line for line in re.findall(r"^vouched .*", page, re.MULTILINE) if "…" not in line and "  " not in line]
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    (tmp_path / "corrected.json").write_text('{"claims": []}', encoding="utf-8")
    store = SQLiteStore(tmp_path / "runs.db")
    for name in ("ticket-17", "ticket-18", "ticket-19"):
        store.begin(name, Evidence.of({"lease": "The rent is 500 EUR."}, question="How high?"))
        store.conclude(name, Outcome(status="held", decision=Decision(action="hold"), rejected={"claims": [{}]}))
    with contextlib.chdir(tmp_path):
        codes = [main(shlex.split(line)[1:]) for line in shown]

    assert codes == [0, 1, *[0] * 16], (shown, capfd.readouterr().err)


@pytest.mark.parametrize("arguments", [["--help"], ["verify", "--help"], ["snap", "--help"], ["manifest", "--help"]])
def test_help_is_no_misuse(arguments: list[str], capfd: pytest.CaptureFixture[str]) -> None:
    """Help of the program and of each verb ends with 0 and says how it is used."""
    assert main(arguments) == 0
    assert capfd.readouterr().out.startswith("usage: vouched")


def test_the_version_is_told(capfd: pytest.CaptureFixture[str]) -> None:
    """`--version` names the program and its version."""
    assert main(["--version"]) == 0
    assert capfd.readouterr().out.startswith("vouched 0.")


@pytest.mark.parametrize("provider", ["openai", "anthropic"])
def test_a_missing_sdk_is_named_with_its_extra(provider: str) -> None:
    """A model whose SDK is not installed ends with one line that names the extra to install."""
    program = f"import sys; sys.modules[{provider!r}] = None; from vouched.cli.main import main; sys.exit(main())"
    command = [sys.executable, "-c", program, "ask", "?", "--documents", DOCUMENTS, "--model", f"{provider}:m"]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)

    assert done.returncode == 2
    assert f"pip install 'vouched[{provider}]'" in done.stderr
    assert done.stderr.count("\n") == 1
