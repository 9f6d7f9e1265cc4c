"""Recorded runs are decided again under other policies, by the guard's own loop and without a model."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from structure.tree import ROOT
from vouched.documents import Document
from vouched.errors import UsageError
from vouched.measure.cases import Apart
from vouched.measure.running import Plan
from vouched.measure.simulating import RecordedRun, Simulated, as_earned, read_runs, simulation
from vouched.policy import Policy, load_policy

PLACEMENT = ROOT / "examples" / "placement"
SCHEMA = {
    "required": ["sections"],
    "properties": {
        "sections": {
            "minItems": 1,
            "items": {"required": ["text"], "properties": {"text": {"type": "string", "minLength": 1}}},
        }
    },
}
CHECKS = Plan(checks=(f"schema{json.dumps({'schema': SCHEMA})}", f"{PLACEMENT / 'naive.py'}:Placement")).made()
FALLBACK = '{"sections": [{"text": "figures alone"}]}'
POLICIES = ("keep", "hold", "regenerate", "fallback")
LEASE = (Document(id="lease", text="Pets are not allowed."),)


def placed(*, earned: bool) -> dict[str, Simulated]:
    """Return what comes of the example's runs under its four policies, asked again at most twice."""
    runs = [run for run in read_runs(PLACEMENT / "runs.jsonl") if isinstance(run, RecordedRun)]
    policies = [(name, load_policy(PLACEMENT / "policies" / f"{name}.toml")) for name in POLICIES]
    if earned:
        policies = [(name, as_earned(policy, CHECKS)) for name, policy in policies]
    return {each.policy: each for each in simulation(runs, policies, CHECKS, max_retries=2, fallback=FALLBACK)}


def test_the_table_of_the_article_is_reproduced() -> None:
    """Keep asks once and delivers, hold waits, regenerate asks up to three times and falls back, fallback asks once."""
    found = placed(earned=True)
    by_run = {name: {came.run: came for came in each.came} for name, each in found.items()}

    assert {name: (each.calls, each.delivered, each.held, each.refused) for name, each in found.items()} == {
        "keep": (6, 4, 0, 2),
        "hold": (6, 1, 3, 2),
        "regenerate": (15, 6, 0, 0),
        "fallback": (6, 6, 0, 0),
    }
    calls = {name: came.calls for name, came in by_run["regenerate"].items()}
    assert (calls["right"], calls["mended"], calls["ruler"]) == (1, 2, 3)
    assert by_run["regenerate"]["ruler"].end == "fallback"
    assert by_run["keep"]["ruler"].value["sections"][0]["text"].startswith("月は第12ハウスの支配星です。")
    assert not by_run["keep"]["ruler"].changed
    assert (found["keep"].wrong_delivered, found["keep"].good_blocked) == (2, 0)
    assert (found["hold"].wrong_delivered, found["hold"].good_blocked) == (0, 1)


def test_without_having_earned_it_a_policy_changes_nothing() -> None:
    """What an estimate has not earned it does under no policy; broken structure, a fact, is stopped all the same."""
    found = placed(earned=False)

    assert {name: each.held for name, each in found.items()} == dict.fromkeys(POLICIES, 0)
    assert {each.wrong_delivered for each in found.values()} == {2}
    assert found["keep"].refused == 2


def test_a_draft_that_was_not_recorded_is_told() -> None:
    """Where a policy would ask for more drafts than there are, nobody knows what would have come."""
    run = RecordedRun(id="r", documents=LEASE, drafts=('"Pets are allowed" [lease].',), labels=("bad",))
    (found,) = simulation([run], [("default", Policy())], Plan(checks=("citations", "quotes")).made())
    (stopped,) = simulation([run], [("stop", Policy(authority={"*": "stop"}))], Plan(checks=("quotes",)).made())

    assert (found.not_recorded, found.delivered, found.refused) == (1, 0, 0)
    assert (stopped.refused, stopped.calls) == (1, 1)


def test_what_no_one_labelled_is_in_no_count_of_labels() -> None:
    """Without labels a run is counted, and neither wrong nor good text is."""
    run = RecordedRun(id="r", documents=LEASE, drafts=('It says "Pets are not allowed" [lease].',))
    (found,) = simulation([run], [("default", Policy())], Plan(checks=("citations", "quotes")).made())

    assert (found.delivered, found.wrong_delivered, found.good_blocked) == (1, 0, 0)


@pytest.mark.parametrize(
    ("row", "why"),
    [
        ({"drafts": ["x"]}, "no_case"),
        ({"id": "a", "drafts": []}, "no_case"),
        ({"id": "a", "drafts": "x"}, "no_case"),
        ({"id": "a", "drafts": ["x"], "labels": ["fine"]}, "wrong_label"),
        ({"id": "a", "drafts": ["x"], "labels": ["good", "bad"]}, "wrong_label"),
        ({"id": "a", "drafts": ["x"], "documents": [{"id": "d"}]}, "no_case"),
        ({"id": "a", "drafts": ["x"], "draft": "y"}, "no_case"),
        ({"id": "a", "drafts": ["x"], "question": 3}, "no_case"),
    ],
)
def test_what_is_no_run_is_told_apart(tmp_path: Path, row: dict[str, Any], why: str) -> None:
    """A line that is no run says why, and the others are read; the second of an id is none."""
    path = tmp_path / "runs.jsonl"
    good = {"id": "b", "drafts": ["x"], "labels": [None]}
    path.write_text("\n".join(map(json.dumps, (row, good, good))), encoding="utf-8")
    first, second, third = read_runs(path)

    assert isinstance(first, Apart)
    assert first.why == why
    assert isinstance(second, RecordedRun)
    assert isinstance(third, Apart)
    assert third.why == "duplicate_id"


def test_only_estimates_can_be_taken_as_earned() -> None:
    """Where no check estimates there is nothing to take as earned."""
    with pytest.raises(UsageError, match="expected a check that estimates"):
        as_earned(Policy(), Plan(checks=("quotes",)).made())
