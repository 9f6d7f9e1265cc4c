"""A check is known by its name; what is no check, or cannot be loaded, is an error that says so and no silent gap."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, ClassVar

import pytest

import vouched.checks
from vouched import Draft, Evidence, Finding, Guard, Policy, Support, check, decide, read, verify
from vouched.checks import Confidence
from vouched.errors import ProfileError, UsageError
from vouched.profile import load_profile
from vouched.record import Record
from vouched.registry import check_named, listed
from vouched.run.checking import run_check

DOCUMENTS = {"lease": "The tenant shall not keep animals. The rent is 500 EUR."}
GOOD = {"claims": [{"text": "No pets.", "citations": [{"document": "lease", "anchor": "shall not keep animals"}]}]}

ESTIMATES = ("critic", "figures", "names", "negation", "relations", "support")


@check("tests/says-no", decidable=True)
def says_no(draft: Draft, _evidence: Evidence) -> Iterator[Finding]:
    """Finds every claim."""
    for index, claim in enumerate(draft.claims):
        yield Finding(check="tests/says-no", code="no", claim=index, where=claim.where)


@check("tests/longer")
class Longer(Record, frozen=True):
    """Finds claims of fewer characters than `least`."""

    least: int = 3

    name: ClassVar[str]
    decidable: ClassVar[bool] = True

    def __call__(self, draft: Draft, _evidence: Evidence) -> Iterator[Finding | Support]:
        """Yield a finding for each short claim."""
        for index, claim in enumerate(draft.claims):
            if len(claim.text) < self.least:
                yield Finding(check=self.name, code="short", claim=index)


def test_a_named_check_judges() -> None:
    """By its name it is the same check as by itself, in a guard, in verify and with its settings."""
    assert check_named("tests/says-no") is says_no
    outcome = verify(GOOD, DOCUMENTS, checks=["citations", "quotes", "tests/says-no"])
    assert [finding.code for finding in outcome.findings] == ["no"]
    assert Guard(lambda _: GOOD, checks=["quotes", "tests/says-no"], max_retries=0).run("?", DOCUMENTS).value is None
    assert check_named("tests/longer", {"least": 9}) == Longer(9)
    assert run_check(check_named("tests/longer", {"least": 9}), read(GOOD), Evidence()).findings[0].code == "short"
    assert check_named("confidence", {"at_least": 0.9}) == Confidence(0.9)


def test_policy_addresses_it() -> None:
    """The name with its slash, and one of its codes, have authorities of their own."""
    draft = read(GOOD)
    verdicts = (run_check(says_no, draft, Evidence()),)
    for pattern in ("tests/says-no", "tests/says-no/no", "tests/*", "*/no"):
        policy = Policy(authority={"*": "reask", pattern: "hold"})
        assert decide(draft, verdicts, policy).action == "hold", pattern


@pytest.mark.parametrize("name", ["", "says-no", "Tests/no", "a/b/c", "a/", "/b", "quotes", 5, None, "a b/c"])
def test_a_name_that_is_none_is_refused(name: Any) -> None:
    """A check of one's own has an organisation and a name; the shipped ones keep theirs."""
    with pytest.raises(UsageError):
        check(name)


def test_a_name_belongs_to_one_check() -> None:
    """Registering another under it is refused; the same one again changes nothing."""
    assert check("tests/says-no", decidable=True)(says_no) is says_no
    with pytest.raises(UsageError, match="free"):
        check("tests/says-no")(lambda *_: ())
    with pytest.raises(UsageError):
        check("tests/number")(5)


@pytest.mark.parametrize(
    ("name", "settings", "told"),
    [
        ("nothing", {}, "citations"),
        ("tests/nothing", {}, "tests/says-no"),
        ("tests/says-no", {"a": 1}, "no settings"),
        ("tests/longer", {"most": 1}, "least"),
        ("tests/longer", {"least": "x"}, "least"),
        ("confidence", {"at_least": 5}, "0 to 1"),
    ],
)
def test_what_cannot_be_made_is_told(name: str, settings: dict[str, Any], told: str) -> None:
    """An unknown name, a setting that does not exist or does not fit: an error that names it."""
    with pytest.raises(UsageError, match=told):
        check_named(name, settings)


def test_every_shipped_check_is_listed() -> None:
    """Each with a sentence, and as what it is."""
    found = {each.name: each for each in listed()}
    for kind in (getattr(vouched.checks, each) for each in vouched.checks.__all__):
        assert found[kind.name].decidable is (kind.name not in ESTIMATES)
        assert found[kind.name].finds
    assert found["tests/longer"].settings == ("least",)
    assert found["tests/says-no"].finds == "Finds every claim."


def test_a_profile_names_checks_of_others(tmp_path: Path) -> None:
    """With their settings; what the check refuses is told with file and line."""
    file = tmp_path / "own.toml"
    file.write_text('name = "own"\n[checks.quotes]\n[checks."tests/longer"]\nleast = 90\n', encoding="utf-8")
    assert load_profile(file).checks_in("en")[1] == Longer(90)
    assert Guard(lambda _: GOOD, profile=file, max_retries=0).run("?", DOCUMENTS).value is None
    file.write_text('name = "own"\n[checks.quotes]\n[checks."tests/nothing"]\n', encoding="utf-8")
    with pytest.raises(ProfileError, match=r"own\.toml:3"):
        load_profile(file)


def package(folder: Path, name: str, code: str, points: str) -> None:
    """Write a package into a folder as an installer does, with its entry points."""
    (folder / f"{name}.py").write_text(code, encoding="utf-8")
    info = folder / f"{name}-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n", encoding="utf-8")
    (info / "entry_points.txt").write_text(f"[vouched.checks]\n{points}\n", encoding="utf-8")


def ran(folder: Path, program: str) -> subprocess.CompletedProcess[str]:
    """Return a finished program that sees the packages of a folder."""
    path = os.pathsep.join([str(folder), *filter(None, [os.environ.get("PYTHONPATH")])])
    return subprocess.run(
        [sys.executable, "-c", program],
        env={**os.environ, "PYTHONPATH": path},
        capture_output=True,
        encoding="utf-8",
        check=False,
        timeout=60,
    )


def test_checks_of_packages_are_found_and_broken_ones_are_named(tmp_path: Path) -> None:
    """An installed package's check runs by its name; one that cannot be loaded is an error, and is listed with it."""
    package(
        tmp_path,
        "acme_checks",
        'def fine(draft, evidence):\n    """Finds nothing."""\n    return ()\n',
        "acme/fine = acme_checks:fine\nacme/gone = acme_checks:gone",
    )
    package(tmp_path, "acme_broken", "raise OSError('no licence')\n", "acme/broken = acme_broken:any")
    lists = "import sys; from vouched.cli.main import main; sys.exit(main(['checks', '--json']))"
    done = ran(tmp_path, lists)
    told = {each["name"]: each for each in map(json.loads, done.stdout.splitlines())}
    assert done.returncode == 1
    assert told["acme/fine"]["source"] == "acme_checks"
    assert told["acme/fine"]["fault"] is None
    assert "no licence" in told["acme/broken"]["fault"]
    assert "acme_checks" in told["acme/gone"]["fault"]
    makes = "from vouched import Guard; Guard(lambda _: '', checks=['quotes', '{}'])"
    assert ran(tmp_path, makes.format("acme/fine")).returncode == 0
    broken = ran(tmp_path, makes.format("acme/broken"))
    assert broken.returncode == 1
    assert "checks.acme/broken" in broken.stderr
    assert "acme_broken" in broken.stderr
