"""Promises about `vouched snap` and `vouched manifest`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from vouched.cli.main import main

ROOT = Path(__file__).resolve().parents[2]
LEASE = str(ROOT / "examples" / "tenancy-en" / "documents" / "lease.md")
TWICE = "not less than two months' written notice"


@pytest.mark.parametrize(
    ("arguments", "code", "shown"),
    [
        (["any animal in the Flat"], 0, ["✓ Found", "lease.md:76:1", "4.4 The Tenant may not keep any animal"]),
        ([TWICE], 1, ["several places", "lease.md:130:1", "lease.md:134:71", "--occurrence"]),
        ([TWICE, "--occurrence", "2"], 0, ["✓ Found", "lease.md:134:71"]),
        ([TWICE, "--suffix", " in the form"], 0, ["lease.md:134:71"]),
        ([TWICE, "--occurrence", "99"], 1, ["only 2 places", "lease.md:134:71", "--occurrence 1 to 2"]),
        (["any animal in the Flat", "--occurrence", "2"], 1, ["only 1 place", "Leave --occurrence out"]),
        (["the moon is made of old cheese", "--occurrence", "2"], 1, ["does not stand there"]),
        (["the moon is made of old cheese"], 1, ["does not stand there"]),
        (["of"], 1, ["Too few words"]),
        ([""], 1, ["Nothing to look for"]),
        (["any animal in the Flat", "--max-length", "20"], 1, ["longer than a quote", "--max-length"]),
    ],
)
def test_a_snap_is_told_in_words(
    arguments: list[str], code: int, shown: list[str], capfd: pytest.CaptureFixture[str]
) -> None:
    """Found: the sentence, its place and 0; not found: the reason, the candidates, what to do and 1."""
    got = main(["snap", arguments[0], LEASE, *arguments[1:]])
    text = " ".join(capfd.readouterr().out.split())

    assert got == code
    assert [each for each in shown if each not in text] == []


def test_a_snap_as_json_is_a_slice(capfd: pytest.CaptureFixture[str]) -> None:
    """`snap --json` names the document and the offsets of the slice."""
    code = main(["snap", "any animal in the Flat", LEASE, "--json"])
    quote = json.loads(capfd.readouterr().out)["quote"]
    text = Path(LEASE).read_text(encoding="utf-8")

    assert code == 0
    assert quote["document"] == "lease"
    assert quote["text"] == text[quote["start"] : quote["end"]]


def test_a_manifest_locks_every_document(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """The manifest holds the id, sha256 and length of each document, on standard output or in a file."""
    documents = str(Path(LEASE).parent)
    printed_code = main(["manifest", "--documents", documents])
    printed = capfd.readouterr().out
    written_code = main(["manifest", "--documents", documents, "--output", str(tmp_path / "m.json")])

    assert (printed_code, written_code) == (0, 0)
    assert (tmp_path / "m.json").read_text(encoding="utf-8") == printed
    assert [entry["id"] for entry in json.loads(printed)["documents"]] == ["house-rules", "lease"]
