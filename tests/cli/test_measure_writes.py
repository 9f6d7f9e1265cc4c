"""`vouched measure` writes scorecards and a report, goes on where it was cut short, and compares with earlier ones."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from vouched.cli.main import main
from vouched.measure.drift import drifts
from vouched.measure.rates import rate_of
from vouched.record import to_json
from vouched.scorecard import Measured, Rewriting, Scorecard, load_scorecard, version_now

SOURCE = "The rent is 500 EUR a month, and the deposit is 1200 EUR."


@pytest.fixture
def cases(tmp_path: Path) -> Path:
    """Return a file of cases: three good ones, three bad ones, and a line that is none."""
    path = tmp_path / "cases.jsonl"
    rows = [
        {"id": f"{label}{number}", "documents": [SOURCE + " " * number], "draft": draft, "lang": "en", "label": label}
        for number in range(3)
        for label, draft in (
            ("good", "The rent is 500 EUR a month."),
            ("bad", f"The rent is {700 + number} EUR a month."),
        )
    ]
    path.write_text("\n".join([*map(json.dumps, rows), "{"]), encoding="utf-8")
    return path


def test_scorecards_and_a_report_are_written(cases: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A scorecard a check, a table, and a page that needs nothing else."""
    out = tmp_path / "out"
    code = main(["measure", str(cases), "--checks", "figures", "support", "--out", str(out), "--jobs", "1"])
    told = capsys.readouterr()
    card = load_scorecard(out / "scorecards" / "figures.json")
    page = (out / "report.html").read_text(encoding="utf-8")
    whole = card.of()

    assert code == 0
    assert whole is not None
    assert (whole.false_alarms.count, whole.false_alarms.of) == (0, 3)
    assert (whole.misses.count, whole.misses.of) == (0, 3)
    assert card.apart == {"unreadable": 1}
    assert "6 cases of cases.jsonl" in told.out
    assert "told apart, unreadable: 1" in told.out
    assert "misses 0/3 = 0.0 % [0.0, 70.8]" in " ".join(told.out.split())
    assert page.count("<svg") >= 5
    assert not re.search(r"<(?:script|link|img)|https?://(?!www\.w3\.org/2000/svg)", page)


def test_a_run_goes_on(cases: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The same command again looks at nothing twice, and comes to the same rates."""
    command = ["measure", str(cases), "--out", str(tmp_path / "out"), "--jobs", "1", "--json", "--no-rewrites"]
    found = []
    for _ in range(2):
        assert main(command) == 0
        found.append(json.loads(capsys.readouterr().out))

    assert [each["read"]["reused"] for each in found] == [0, 6]
    assert found[0]["scorecards"] == found[1]["scorecards"]


def test_worse_rates_are_told(cases: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """With --against, a rate that left its interval for the worse ends with 1; the same rates with 0."""
    base = ["measure", str(cases), "--checks", "figures", "--jobs", "1", "--no-rewrites"]
    assert main([*base, "--out", str(tmp_path / "one")]) == 0
    assert main([*base, "--out", str(tmp_path / "two"), "--against", str(tmp_path / "one")]) == 0
    assert "no rate left its interval" in capsys.readouterr().out

    better = Measured(false_alarms=rate_of(0, 3), misses=rate_of(0, 100_000))
    path = tmp_path / "better.json"
    path.write_text(to_json(Scorecard(check="figures", version="0", measured=(better,))))
    lines = cases.read_text(encoding="utf-8").splitlines()[:-1]
    worse = [
        {**json.loads(line), "draft": "The rent is 500 EUR a month.", "id": str(at)} for at, line in enumerate(lines)
    ]
    bad = [row | {"documents": [SOURCE + "!" * at]} for at, row in enumerate(worse) if row["label"] == "bad"]
    (tmp_path / "worse.jsonl").write_text("\n".join(map(json.dumps, bad)), encoding="utf-8")
    base[1] = str(tmp_path / "worse.jsonl")

    assert main([*base, "--out", str(tmp_path / "three"), "--against", str(path)]) == 1
    assert "worse  figures * *: misses 0/100000" in capsys.readouterr().out


def test_drift_knows_better_from_worse() -> None:
    """More noticed changes are better, more changed verdicts, false alarms and misses worse; within chance is none."""

    def card(kept: int, noticed: int, alarms: int) -> Scorecard:
        rewritings = (
            Rewriting(name="width", language="en", keeps=True, seen=rate_of(kept, 100)),
            Rewriting(name="number", language="en", keeps=False, seen=rate_of(noticed, 100)),
        )
        measured = (Measured(false_alarms=rate_of(alarms, 100), misses=rate_of(5, 10)),)
        return Scorecard(check="figures", version=version_now(), measured=measured, rewritings=rewritings)

    found = {(each.figure, each.worse) for each in drifts((card(1, 10, 40),), (card(30, 60, 5),))}

    assert found == {("changed verdicts", True), ("noticed", False), ("false alarms", False)}
    assert list(drifts((card(1, 10, 5),), (card(2, 12, 6),))) == []


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["nothing"], "nothing: expected a file of cases, or a set (--data DIR or VOUCHED_DATA says where they are)"),
        (["CASES", "--checks", "nothing"], "expected one of"),
        (["CASES", "--most", "0"], "expected a whole number from 1"),
        (["CASES", "--against", "CASES"], "expected a scorecard"),
        (["CASES", "--against", "OUT"], "expected scorecards that vouched measure wrote, saw none"),
    ],
)
def test_wrong_use_is_told(
    cases: Path, tmp_path: Path, arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """What is named and is not there ends with 2 and says what was expected."""
    places = {"CASES": str(cases), "OUT": str(tmp_path / "empty")}
    given = [places.get(each, each) for each in arguments]

    assert main(["measure", *given, "--out", str(tmp_path / "out")]) == 2
    assert message in capsys.readouterr().err


def test_some_of_many_are_the_same_every_time(cases: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """With --most, the same cases are drawn whatever order they stand in."""
    hashes = []
    for name in ("one", "two"):
        out = str(tmp_path / name)
        assert main(["measure", str(cases), "--most", "3", "--out", out, "--jobs", "1", "--json", "--no-rewrites"]) == 0
        ids = [json.loads(line)["id"] for line in (tmp_path / name / "results.jsonl").read_text().splitlines()[1:]]
        hashes.append(sorted(ids))
        capsys.readouterr()
        lines = cases.read_text(encoding="utf-8").splitlines()
        cases.write_text("\n".join(reversed(lines)), encoding="utf-8")

    assert len(hashes[0]) == 3
    assert hashes[0] == hashes[1]
