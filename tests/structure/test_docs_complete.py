"""What a user meets is explained: every check, verb, option, error, word, finding and repair is in the docs."""

from __future__ import annotations

import inspect
import re
import subprocess
import sys

import vouched
from structure.codes import finding_codes, repair_codes
from structure.tree import ROOT
from vouched import errors

# The words of the design that name a type of the package.
WORDS = (
    "Document Span Quote Evidence Draft Claim Citation Repair Check Finding Support Verdict Authority Policy Decision "
    "Outcome"
).split()


def page(*names: str) -> str:
    """Return the text of the named pages, one after the other."""
    return "\n".join((ROOT / name).read_text(encoding="utf-8") for name in names)


def every_page() -> str:
    """Return the README and everything under docs/."""
    return page("README.md", *(f"docs/{path.name}" for path in sorted((ROOT / "docs").glob("*.md"))))


def in_backticks(text: str) -> set[str]:
    """Return what stands in backticks."""
    return set(re.findall(r"`([^`\n]+)`", text))


def printed_help(*arguments: str) -> str:
    """Return what `vouched … --help` prints."""
    program = "import sys; from vouched.cli.main import main; sys.exit(main())"
    command = [sys.executable, "-c", program, *arguments, "--help"]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def verbs() -> list[str]:
    """Return the verbs of the command line, as its help lists them."""
    listed = re.search(r"\{([a-z,-]+)\}", printed_help())
    assert listed is not None
    return listed[1].split(",")


def test_every_check_is_in_the_table_of_checks() -> None:
    """The README's table names every shipped check."""
    names = {getattr(vouched.checks, each).name for each in vouched.checks.__all__}

    assert names
    assert {name for name in names if not re.search(rf"^\| *`{name}`", page("README.md"), re.MULTILINE)} == set()


def test_every_verb_and_option_is_in_the_docs() -> None:
    """The docs name every verb of the command line, and every option of each."""
    told = every_page()
    options = {
        f"{verb} {option}"
        for verb in verbs()
        for option in re.findall(r"(?<![\w-])--[a-z][a-z-]*", printed_help(verb))
        if option != "--help"
    }

    assert [verb for verb in verbs() if f"vouched {verb}" not in told] == []
    assert [each for each in sorted(options) if not re.search(rf"{each.split()[1]}(?![\w-])", told)] == []


def test_every_error_is_in_the_docs() -> None:
    """The docs name every exception that the package raises."""
    told = in_backticks(every_page())

    assert [name for name in errors.__all__ if name not in told] == []


def test_every_error_is_in_the_tree() -> None:
    """The tree at the top of `errors.py` shows every exception, and only those."""
    drawn = set(re.findall(r"^    (?:[├└]── )?(\w+)", inspect.getdoc(errors) or "", re.MULTILINE))

    assert drawn == set(errors.__all__)


def test_every_word_is_in_the_glossary() -> None:
    """The glossary has a row for every word that names a type."""
    glossary = page("docs/glossary.md")

    assert [word for word in WORDS if not re.search(rf"^\| {word} ", glossary, re.MULTILINE)] == []
    assert [word for word in WORDS if not hasattr(vouched, word)] == []


def test_every_finding_code_is_explained() -> None:
    """`docs/findings.md` names every code that a finding can carry."""
    told = in_backticks(page("docs/findings.md"))

    assert [code for code in sorted(finding_codes()) if not _named(code, told)] == []


def test_no_finding_code_is_invented() -> None:
    """`docs/findings.md` lists no code in its tables that nothing makes."""
    listed = re.findall(r"^\| `([a-z_]+)`", page("docs/findings.md"), re.MULTILINE)
    made = [re.escape(code).replace("…", "[a-z_]+") for code in finding_codes() | repair_codes()]

    assert [code for code in listed if not any(re.fullmatch(each, code) for each in made)] == []


def test_every_repair_is_explained() -> None:
    """The docs name every repair."""
    assert repair_codes() - in_backticks(every_page()) == set()


def _named(code: str, told: set[str]) -> bool:
    pattern = re.compile(re.escape(code).replace("…", "[a-z_]+"))
    return any(pattern.fullmatch(each) for each in told)
