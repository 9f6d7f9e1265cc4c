"""The naive check of placements is shown by measurement to be one that may only audit."""

from __future__ import annotations

import json
from pathlib import Path

from structure.tree import ROOT
from vouched.cli.main import main
from vouched.measure.check_specs import check_of
from vouched.policy import Policy
from vouched.scorecard import load_scorecard

PLACEMENT = ROOT / "examples" / "placement"


def test_its_false_alarms_and_its_order_show(tmp_path: Path) -> None:
    """Its scorecard has its false alarms, its misses, and verdicts that change when sentences change places."""
    spec = f"{PLACEMENT / 'naive.py'}:Placement"
    arguments = ["measure", str(PLACEMENT / "cases.jsonl"), "--checks", spec, "--out", str(tmp_path), "--jobs", "1"]

    assert main(arguments) == 0

    card = load_scorecard(tmp_path / "scorecards" / "naive_placement.json")
    whole = card.of()
    changed = {each.name: each.seen.count for each in card.rewritings if each.keeps}

    assert whole is not None
    assert whole.false_alarms.count >= 1
    assert whole.misses.count >= 2
    assert changed["sentence_order"] >= 1

    policy = Policy(authority={"*": "stop"}, scorecards=(card,)).measured({"naive_placement": check_of(spec)})
    authority, why = policy.of("naive_placement", "other_sign", decidable=False, language="ja")

    assert authority == "audit"
    assert "false alarms in ja" in why


def test_the_check_of_relations_does_what_it_cannot(tmp_path: Path) -> None:
    """On the same cases `relations` finds fault with no good text, and no change of order changes its verdict."""
    signs = "牡羊座 牡牛座 双子座 蟹座 獅子座 乙女座 天秤座 蠍座 射手座 山羊座 水瓶座 魚座".split()
    settings = {"facts": {"月": "水瓶座", "水星": "乙女座"}, "values": signs, "roles": ["支配"]}
    spec = f"relations{json.dumps(settings, ensure_ascii=False)}"
    arguments = ["measure", str(PLACEMENT / "cases.jsonl"), "--checks", spec, "--out", str(tmp_path), "--jobs", "1"]

    assert main(arguments) == 0

    card = load_scorecard(tmp_path / "scorecards" / "relations.json")
    whole = card.of()

    assert whole is not None
    assert whole.false_alarms.count == 0
    assert whole.misses.count <= 1
    assert sum(each.seen.count for each in card.rewritings if each.keeps) == 0
