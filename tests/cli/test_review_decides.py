"""A held outcome is released by a person or never, exactly as it was shown, with who, when and why."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from vouched import Guard, Policy, SQLiteStore
from vouched.cli.main import main
from vouched.testing import ScriptedModel

DOCUMENTS = {"lease": "The tenant shall not keep animals. The rent is 500 EUR, due on the first day of each month."}
ANSWER = {"claims": [{"text": "Rent.", "citations": [{"document": "lease", "quote": "The rent is 600 EUR, due on"}]}]}
BODY = 'The rent is \x1b[31m600 EUR. "The rent is 600 EUR, due on" [lease]'


@pytest.fixture
def store(tmp_path: Path) -> Path:
    """Give the file of a store with a released and two held runs."""
    path = tmp_path / "runs.db"
    holding = Policy(authority={"*": "hold"})
    for name, answer in (("json", ANSWER), ("text", BODY)):
        guard = Guard(ScriptedModel([answer]), policy=holding, store=SQLiteStore(path))
        assert guard.run("How high is the rent?", DOCUMENTS, run_id=name).status == "held"
    good = {"claims": [{"text": "No pets.", "citations": [{"document": "lease", "anchor": "shall not keep animals"}]}]}
    Guard(ScriptedModel([good]), store=SQLiteStore(path)).run("Pets?", DOCUMENTS, run_id="fine")
    return path


def resumed(store: Path, run_id: str) -> Any:
    """Return a run's outcome as a program gets it."""
    return Guard(ScriptedModel([{}]), store=SQLiteStore(store)).resume(run_id)


def test_what_waits_is_listed_and_shown(store: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The list has what is held and nothing else; one is shown with its findings and exactly what is held."""
    assert main(["review", "list", "--store", str(store)]) == 0
    listed = capsys.readouterr().out
    assert "json  since" in listed
    assert "2 outcomes wait for a person" in listed
    assert "fine" not in listed
    assert main(["review", "show", "json", "--store", str(store)]) == 0
    shown = capsys.readouterr().out
    assert "600" in shown
    assert json.dumps(ANSWER, indent=2) in "\n".join(line[2:] for line in shown.splitlines())
    assert main(["review", "show", "text", "--store", str(store)]) == 0
    assert "\x1b" not in capsys.readouterr().out


def test_a_release_hands_on_what_was_shown(store: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """What `show --json` calls held is the value afterwards, letter for letter."""
    for name in ("json", "text"):
        assert main(["review", "show", name, "--store", str(store), "--json"]) == 0
        held = json.loads(capsys.readouterr().out)["held"]
        assert main(["review", "release", name, "--store", str(store), "--reason", "seen", "--by", "ann"]) == 0
        assert "released by ann" in capsys.readouterr().out
        outcome = resumed(store, name)
        assert (outcome.status, outcome.value) == ("released", held)
        assert (outcome.review.by, outcome.review.reason, outcome.review.action) == ("ann", "seen", "release")
        assert all(claim.released for claim in outcome.claims)
        assert "ann" in outcome.decision.reasons[-1].message
    assert resumed(store, "text").value == BODY
    assert main(["review", "list", "--store", str(store), "--json"]) == 0
    assert capsys.readouterr().out == ""


def test_an_edit_hands_on_the_edited_text(store: Path, tmp_path: Path) -> None:
    """JSON for JSON, text for text; nobody judged it, so it has no claims, and what was held stays reachable."""
    edited = tmp_path / "edited"
    edited.write_text('{"claims": [{"text": "500 EUR"}]}', encoding="utf-8")
    for name, value in (("json", {"claims": [{"text": "500 EUR"}]}), ("text", edited.read_text(encoding="utf-8"))):
        done = main(["review", "edit", name, "--store", str(store), "--reason", "wrong", "--value", str(edited)])
        assert done == 0
        outcome = resumed(store, name)
        assert (outcome.status, outcome.value, outcome.claims) == ("released", value, ())
        assert outcome.rejected is not None


def test_a_rejection_is_for_good(store: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Nothing is handed on, and a later decision changes nothing and is told who was first."""
    assert main(["review", "reject", "json", "--store", str(store), "--reason", "no", "--by", "ann"]) == 0
    assert main(["review", "release", "json", "--store", str(store), "--reason", "yes", "--by", "bob"]) == 2
    assert "rejected by ann" in capsys.readouterr().err
    outcome = resumed(store, "json")
    assert (outcome.status, outcome.value) == ("refused", None)


def test_what_waits_is_not_released_by_itself(store: Path) -> None:
    """Asked again and again, a held outcome stays held."""
    assert [resumed(store, "json").status for _ in range(3)] == ["held"] * 3
    assert resumed(store, "json").value is None


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["show", "never"], "no run of that name"),
        (["show", "fine"], "one that is released"),
        (["release", "fine", "--reason", "x"], "one that is released"),
        (["release", "json", "--reason", " "], "--reason"),
        (["release", "json"], "--reason"),
        (["edit", "json", "--reason", "x", "--value", "MISSING"], "MISSING"),
    ],
)
def test_misuse_is_told(store: Path, capsys: pytest.CaptureFixture[str], arguments: list[str], told: str) -> None:
    """An unknown or finished run, a missing or blank reason, a file that is not there: 2, and nothing is recorded."""
    assert main(["review", *arguments, "--store", str(store)]) == 2
    assert told in capsys.readouterr().err
    assert len(SQLiteStore(store).held()) == 2


def test_an_edit_of_json_is_json(store: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A text that is no JSON cannot take the place of an answer that is."""
    (tmp_path / "edited").write_text("500 EUR", encoding="utf-8")
    arguments = ["--store", str(store), "--reason", "x", "--value", str(tmp_path / "edited")]
    assert main(["review", "edit", "json", *arguments]) == 2
    assert "expected JSON" in capsys.readouterr().err


def test_a_store_has_to_be_there(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A misspelt path makes no new, empty store; a file that is none is told."""
    assert main(["review", "list", "--store", str(tmp_path / "none.db")]) == 2
    assert list(tmp_path.iterdir()) == []
    (tmp_path / "text.db").write_text("no store", encoding="utf-8")
    assert main(["review", "list", "--store", str(tmp_path / "text.db")]) == 2
    assert "text.db" in capsys.readouterr().err


def test_drafts_that_were_verified_wait_too(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A Guard's `verify` keeps a held draft in the same queue."""
    path = tmp_path / "runs.db"
    guard = Guard(ScriptedModel([ANSWER]), policy=Policy(authority={"*": "hold"}), store=SQLiteStore(path))
    assert guard.verify(ANSWER, DOCUMENTS, run_id="seen").status == "held"
    assert main(["review", "list", "--store", str(path)]) == 0
    assert "(verified, not asked)" in capsys.readouterr().out
    assert guard.resume("seen").status == "held"  # type: ignore[union-attr]
