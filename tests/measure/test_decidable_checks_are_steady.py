"""No check whose findings are facts changes its verdict under a rewrite that keeps the meaning."""

from __future__ import annotations

from typing import Any

import pytest

from vouched.documents import Document
from vouched.measure.cases import Case
from vouched.measure.evaluating import evaluated
from vouched.measure.running import Plan

CHECKS = Plan(checks=("citations", "quotes", "allowlist", "grounding", "confidence")).made()
DOCUMENTS = {
    "en": "The rent is 1,200 EUR a month. Pets are not permitted in the flat. If it is late, the tenant pays interest.",
    "ja": "賃料は月額12万円とする。ペットの飼育は認めない。契約は2024年3月5日に始まる。",
    "zh": "租金每月12000元。租户不得饲养宠物。合同于2024年3月5日开始。",
}
OTHER = {
    "en": "The deposit is two rents. It is returned in 30 days.",
    "ja": "敷金は賃料の2か月分とする。",
    "zh": "押金为两个月的租金。",
}
DRAFTS: list[tuple[str, Any]] = [
    ("en", 'The contract says "Pets are not permitted in the flat" [1]. The deposit is two rents [2].'),
    ("en", "- The rent is 1,200 EUR a month [1].\n- The deposit is two rents [2].\n"),
    ("en", 'It says "Pets are permitted in every flat" [1], and “the deposit is three rents” [7].'),
    ("en", "See https://example.test/rent for the rent of 1,200 EUR [1]."),
    ("ja", "「ペットの飼育は認めない」と定める[1]。敷金は賃料の2か月分です[2]。"),
    ("ja", "契約書には「ペットの飼育を認める」とある[1]。賃料は月額12万円です[9]。"),
    ("zh", "合同写明“租户不得饲养宠物”[1]。押金为两个月的租金[2]。"),
    ("zh", "合同写明“租户可以饲养宠物”[1]，租金每月12000元[8]。"),
]


def structured(language: str, quote: str, *, confidence: float) -> dict[str, Any]:
    """Return a draft in JSON with one claim."""
    return {
        "claims": [{"text": quote, "confidence": confidence, "citations": [{"document": "1", "quote": quote}]}],
        "language": language,
    }


DRAFTS += [
    ("en", structured("en", "Pets are not permitted in the flat.", confidence=0.9)),
    ("en", structured("en", "Pets are not permitted in the house.", confidence=0.2)),
    ("ja", structured("ja", "ペットの飼育は認めない。", confidence=0.9)),
    ("zh", structured("zh", "合同于2024年3月5日开始。", confidence=0.9)),
    ("en", {"extractions": [{"extraction_class": "rent", "extraction_text": "1,200 EUR a month"}]}),
    ("ja", {"extractions": [{"extraction_class": "rent", "extraction_text": "月額12万円"}]}),
    ("zh", {"extractions": [{"extraction_class": "rent", "extraction_text": "每月13000元"}]}),
]


@pytest.mark.parametrize("number", range(len(DRAFTS)))
def test_facts_are_steady(number: int) -> None:
    """Each decidable check says of every rewriting what it says of the draft."""
    language, draft = DRAFTS[number]
    documents = (Document(id="1", text=DOCUMENTS[language]), Document(id="2", text=OTHER[language]))
    case = Case(id=str(number), documents=documents, draft=draft, lang=language, label="bad")
    changed, looked = [], 0
    for seed in range(6):
        found = evaluated(case, CHECKS, seed=seed)
        looked += len(found.rewritten)
        for each in found.rewritten:
            for check, before, after in zip(CHECKS, found.seen, each.seen, strict=True):
                if (before.status, before.findings) != (after.status, after.findings):
                    changed.append((check, each.name, seed, before, after))

    assert looked >= 6
    assert changed == []
