"""`vouched facts`: loads tables, lists what is kept, answers from it, and says by its exit code what came of it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from vouched.cli.main import main

ROOT = Path(__file__).parents[2]
PROFILE = str(ROOT / "examples" / "facts" / "halden.toml")
BOOK = str(ROOT / "examples" / "facts" / "halden.xlsx")


@pytest.fixture
def db(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> str:
    """Return a store with the facts of the example."""
    path = str(tmp_path / "facts.db")
    assert main(["facts", "load", BOOK, "--profile", PROFILE, "--db", path, "--as-of", "2026-05-08"]) == 0
    capsys.readouterr()
    return path


def asked(db: str, question: str, *more: str) -> list[str]:
    """Return the arguments of a question."""
    return ["facts", "ask", question, "--profile", PROFILE, "--db", db, "--date", "2026-06-12", *more]


def test_a_workbook_is_loaded_once(db: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Loading the same file again keeps nothing new, and says how much was known."""
    assert main(["facts", "load", BOOK, "--profile", PROFILE, "--db", db, "--as-of", "2026-05-08", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)

    assert (told["added"], told["known"], told["refused"]) == (0, told["facts"], 0)


def test_refused_cells_are_told_and_the_rest_is_kept(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A table with a cell that is not understood ends with 1 and names it; --strict and --check keep nothing."""
    table = tmp_path / "t.csv"
    table.write_text('Nordics,FY2025,FY2024\nPremiums (USD m),5,"1,5"\n', encoding="utf-8")
    line = ["facts", "load", str(table), "--profile", PROFILE, "--db", str(tmp_path / "t.db")]

    assert main([*line, "--strict"]) == 1
    assert "nothing was kept" in capsys.readouterr().out
    assert main([*line, "--check"]) == 1
    assert not (tmp_path / "t.db").exists()
    capsys.readouterr()
    assert main(line) == 1
    told = capsys.readouterr()
    assert "added 1" in told.out
    assert "C2: expected one number" in told.err


def test_facts_are_listed_with_their_sources(db: str, capsys: pytest.CaptureFixture[str]) -> None:
    """What stands is printed with value, unit and source; nothing to show ends with 1."""
    line = ["facts", "list", "--profile", PROFILE, "--db", db]

    assert main([*line, "--metric", "COMBINED", "--entity", "JAPAN", "--period", "2025"]) == 0
    assert "94.9 PCT" in capsys.readouterr().out
    assert main([*line, "--period", "1990", "--json"]) == 1
    assert capsys.readouterr().out == ""
    assert main([*line, "--metric", "NONE"]) == 2
    assert "expected one of PREMIUMS" in capsys.readouterr().err


SHAPE = {
    "status", "answer", "answer_plain", "facts", "calculation", "request", "assumptions", "question", "options",
    "reason",
    "request_id", "trace",
}  # fmt: skip


@pytest.mark.parametrize(
    ("question", "status", "value"),
    [
        ("What were premiums in the Nordics in Q3 2025?", "answered", "225.3"),
        ("日本の2025年度の営業利益の前年比は?", "answered", "96.4"),
        ("新加坡2025年保费收入", "answered", "517.3"),
        ("net premiums in Japan", "asked", None),
        ("Nordlys profit", "refused", None),
        ("N0rdlys profit", "held", None),
        ("premiums in Japan in FY2030", "not_found", None),
        ("premiums in Japan Q7 2025", "unrecognized", None),
    ],
)
def test_a_question_gets_its_status_as_json(
    db: str, capsys: pytest.CaptureFixture[str], question: str, status: str, value: str | None
) -> None:
    """--json has every key, exact values as texts, and ends with 0 only for an answer."""
    code = main(asked(db, question, "--json"))
    told: dict[str, Any] = json.loads(capsys.readouterr().out)

    assert set(told) == SHAPE
    assert (told["status"], code) == (status, 0 if status == "answered" else 1)
    assert [fact["value"] for fact in told["facts"]][:1] == ([] if value is None else [value])


def test_a_follow_up_goes_on_from_questions_before(db: str, capsys: pytest.CaptureFixture[str]) -> None:
    """--after gives the questions before, in order."""
    assert main(asked(db, "and Singapore?", "--after", "premiums in Japan in FY2024", "--json")) == 0
    told = json.loads(capsys.readouterr().out)

    assert [(fact["entity"], fact["period"], fact["value"]) for fact in told["facts"]] == [("SINGAPORE", "2024", "455")]


def test_the_answer_may_be_in_another_language(db: str, capsys: pytest.CaptureFixture[str]) -> None:
    """--lang chooses the language of the answer."""
    assert main(asked(db, "premiums in Japan in FY2024", "--lang", "ja")) == 0

    assert "保険料収入" in capsys.readouterr().out


def test_reasons_are_told_from_documents(db: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """With --documents a question for reasons is answered by their sentences, below the facts."""
    note = tmp_path / "note.md"
    note.write_text("Premiums in Japan rose because a new motor product was launched in May.\n", encoding="utf-8")
    main(asked(db, "Why did premiums in Japan rise in FY2025?", "--documents", str(note)))
    told = capsys.readouterr().out

    assert "1622.75 USD million" in told
    assert "new motor product" in told


def test_a_store_that_is_none_is_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Asking a store that does not exist ends with 2 and makes none."""
    path = tmp_path / "none.db"

    assert main(asked(str(path), "premiums")) == 2
    assert "none.db" in capsys.readouterr().err
    assert not path.exists()
