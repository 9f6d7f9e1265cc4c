"""What a file of extractions says is looked up again in the documents, line by line, whatever it says of itself."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from vouched.cli.main import main

TEXT = "Patient took 250 mg ibuprofen on 3 May 2024. Beta LLC paid."
GOOD: dict[str, Any] = {
    "document_id": "d1",
    "text": TEXT,
    "extractions": [{"extraction_class": "m", "extraction_text": "ibuprofen", "attributes": {"dose": "250 mg"}}],
}


def written(folder: Path, *lines: Any) -> str:
    """Write a file of lines, and return its path."""
    file = folder / "result.jsonl"
    texts = [line if isinstance(line, str) else json.dumps(line, ensure_ascii=False) for line in lines]
    file.write_text("\n".join(texts), encoding="utf-8")
    return str(file)


def extracted(text: Any, **more: Any) -> dict[str, Any]:
    """Return a line with one extraction that claims a perfect alignment."""
    interval = {"start_pos": 0, "end_pos": 9}
    item = {
        "extraction_class": "m",
        "extraction_text": text,
        "alignment_status": "match_exact",
        "char_interval": interval,
    }
    return {**GOOD, "extractions": [{**item, **more}]}


def test_what_stands_is_shown_with_its_place(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Text and attributes are found; the report shows where, and the exit code is 0."""
    page = tmp_path / "page.html"
    assert main(["extract-check", written(tmp_path, GOOD), "--html", str(page)]) == 0
    assert "d1:1:21" in capsys.readouterr().out
    assert "ibuprofen" in page.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    "line",
    [
        extracted("Globex GmbH"),
        extracted("500 mg ibuprofen"),
        extracted("50 mg ibuprofen"),
        extracted(""),
        extracted(["ibuprofen"]),
        {
            **GOOD,
            "extractions": [{"extraction_class": "m", "extraction_text": "ibuprofen", "attributes": {"dose": "50 mg"}}],
        },
    ],
)
def test_what_does_not_stand_is_told(line: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """An invented, changed, cut or blank text, and an attribute of that kind: 1, whatever alignment the file states."""
    assert main(["extract-check", written(tmp_path, line), "--json"]) == 1
    shown = json.loads(capsys.readouterr().out)
    assert shown["status"] == "refused"
    assert shown["findings"]


def test_a_line_that_is_wrong_loses_no_other(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """It is told with its number; the lines around it are judged; a document without extractions is counted."""
    lines = ["not json", GOOD, {"extractions": 5}, [], {**GOOD, "document_id": 5}, "", {**GOOD, "extractions": []}]
    assert main(["extract-check", written(tmp_path, *lines)]) == 1
    printed = capsys.readouterr()
    assert [f"result.jsonl:{number}:" in printed.err for number in (1, 2, 3, 4, 5)] == [True, False, True, True, True]
    assert "Released: of 1 claim 1 stands" in printed.out
    assert "1 documents without extractions" in printed.out


def test_the_documents_are_what_counts(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Where they are given, the text in the file says nothing; where it differs, that is told."""
    (tmp_path / "d1.txt").write_text("Nothing of the kind.", encoding="utf-8")
    result = written(tmp_path, GOOD)
    assert main(["extract-check", result, "--documents", str(tmp_path / "d1.txt")]) == 1
    assert "its text is not that of the document 'd1'" in capsys.readouterr().err
    (tmp_path / "other.txt").write_text(TEXT, encoding="utf-8")
    assert main(["extract-check", result, "--documents", str(tmp_path / "other.txt")]) == 0


def test_labels_need_not_stand(tmp_path: Path) -> None:
    """A value that is a label of one's own is excepted by its name."""
    line = {**GOOD, "extractions": [{**GOOD["extractions"][0], "attributes": {"kind": "analgesic"}}]}
    assert main(["extract-check", written(tmp_path, line)]) == 1
    assert main(["extract-check", written(tmp_path, line), "--labels", "kind"]) == 0


def test_misuse_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """No file, an empty one, and neither text nor documents: 2."""
    assert main(["extract-check", str(tmp_path / "none.jsonl")]) == 2
    assert main(["extract-check", written(tmp_path, "")]) == 2
    bare = {"document_id": "d1", "extractions": GOOD["extractions"]}
    assert main(["extract-check", written(tmp_path, bare)]) == 2
    assert "expected --documents" in capsys.readouterr().err
