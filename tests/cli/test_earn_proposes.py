"""`vouched earn` writes a policy that gives each finding what pays, with the reasons."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from vouched.cli.main import main
from vouched.policy import load_policy

SOURCE = "The rent is 500 EUR a month, and the deposit is 1200 EUR."


def test_a_policy_is_written_that_pays(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A finding that is always right is acted on, by a policy that reads the scorecards beside it."""
    rows = [
        {"id": f"{label}{number}", "documents": [f"{SOURCE} {number}"], "draft": draft, "lang": "en", "label": label}
        for number in range(60)
        for label, draft in (("good", "The rent is 500 EUR a month."), ("bad", "The rent is 777 EUR a month."))
    ]
    cases = tmp_path / "cases.jsonl"
    cases.write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    out = tmp_path / "out"
    base = ["earn", str(cases), "--checks", "figures", "support", "--out", str(out), "--jobs", "1", "--act", "stop"]

    assert main(base) == 0
    told = " ".join(capsys.readouterr().out.split())
    assert "figures/figure_changed: stop" in told
    assert "support from a doubt of" in told

    policy = load_policy(out / "policy.toml")

    assert policy.authority["figures/figure_changed"] == "stop"
    assert policy.scorecards == (str(out / "scorecards/figures.json"), str(out / "scorecards/support.json"))
    assert main([*base, "--json", "--cost-miss", "0.001", "--cost-false-alarm", "9", "--cost-hold", "9"]) == 0
    assert {each["authority"] for each in json.loads(capsys.readouterr().out)["proposals"]} == {"audit"}
    assert main([*base, "--bad-share", "2"]) == 2
    assert "expected a share between 0 and 1" in capsys.readouterr().err
