"""`vouched simulate` shows policies side by side."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from structure.tree import ROOT
from vouched.cli.main import main

PLACEMENT = ROOT / "examples" / "placement"
BASE = ["simulate", str(PLACEMENT / "runs.jsonl"), "--checks", f"{PLACEMENT / 'naive.py'}:Placement", "--as-earned"]


def test_policies_stand_side_by_side(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A table with a line a policy, JSON with every run, and a page with a plot."""
    policies = [str(PLACEMENT / "policies" / f"{name}.toml") for name in ("keep", "hold")]
    page = tmp_path / "page.html"

    assert main([*BASE, "--policy", *policies, "--html", str(page), "--verbose"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].split()[:3] == ["runs", "calls", "delivered"]
    assert [line.split()[0] for line in lines[1:3]] == ["keep", "hold"]
    assert "hold ruler: 1 calls, held, hold" in lines
    text = page.read_text(encoding="utf-8")
    assert "<svg" in text
    assert "<script" not in text

    assert main([*BASE, "--policy", *policies, "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert [each["policy"] for each in told["policies"]] == ["keep", "hold"]
    assert len(told["policies"][0]["came"]) == 6


def test_wrong_use_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    """A policy that falls back needs a fallback, and a record has to be there."""
    policy = str(PLACEMENT / "policies" / "fallback.toml")

    assert main([*BASE, "--policy", policy]) == 2
    assert "expected --fallback TEXT with it" in capsys.readouterr().err
    assert main(["simulate", "none.jsonl", "--checks", "quotes", "--policy", policy, "--fallback", "x"]) == 2
    assert "none.jsonl: expected a file of cases that can be read" in capsys.readouterr().err
