"""Statements of a subject and its value are told from sentences that only have both in them."""

from __future__ import annotations

import json
from itertools import permutations
from pathlib import Path
from typing import Any

import pytest

from conftest import cases
from vouched import verify
from vouched.checks import Relations
from vouched.documents import Evidence
from vouched.errors import UsageError
from vouched.run.reading import read
from vouched.verdicts import Finding

SIGNS = tuple("牡羊座 牡牛座 双子座 蟹座 獅子座 天秤座 蠍座 射手座 山羊座 魚座".split())
PLACEMENT = Relations(
    facts={"月": "水瓶座", "水星": "乙女座"},
    values=SIGNS,
    names={
        "月": ("月亮", "Moon"), "水星": ("Mercury",), "水瓶座": ("Aquarius",), "蟹座": ("Cancer", "巨蟹座"),
        "獅子座": ("Leo", "狮子座"), "乙女座": ("Virgo", "处女座"),
    },
    roles=tuple("支配星 守護星 守护星 主宰 ruler rules ruled lord".split()),
)  # fmt: skip
CHECKS = {
    "placement": PLACEMENT,
    "office": Relations(
        kind="is",
        facts={
            "chief executive": "Ann Lee", "chief financial officer": "Bob Stone", "社長": "田中", "財務部長": "佐藤",
            "总经理": "王芳", "财务总监": "李强",
        },
        roles=("former", "acting", "deputy", "元", "前", "副", "代理"),
    ),
    "attribute": Relations(
        kind="has",
        facts={"アルファ": "赤", "ベータ": "青"},
        names={
            "アルファ": ("Alpha", "阿尔法"), "ベータ": ("Beta", "贝塔"), "赤": ("red", "红色"), "青": ("blue", "蓝色"),
        },
        words=("colour", "color", "色", "颜色"),
    ),
}  # fmt: skip


def said(check: Relations, text: str, *documents: str) -> str:
    """Return what a check says of a text: supported, contradicted or silent."""
    told = list(check(read(text), Evidence.of(list(documents))))
    if not told:
        return "silent"
    return "contradicted" if any(isinstance(each, Finding) for each in told) else "supported"


@pytest.mark.parametrize("case", cases("relations"), ids=lambda case: case["id"])
def test_a_statement_is_judged_and_all_else_is_left_alone(case: dict[str, Any]) -> None:
    """Each case of three domains and languages is supported, contradicted, or none of the relation's business."""
    assert said(CHECKS[case["domain"]], case["text"]) == case["expected"]


@pytest.mark.parametrize(
    "sentences",
    [
        ("月は第12ハウスの支配星です。", "第12ハウスは蟹座です。", "月は水瓶座にあります。"),
        ("水星は第6ハウスの支配星です。", "第6ハウスは双子座です。", "月は水瓶座にあります。"),
        ("The Moon rules Cancer. ", "Cancer is on the twelfth house. ", "The Moon is in Aquarius. "),
    ],
)
def test_the_order_of_sentences_changes_nothing(sentences: tuple[str, ...]) -> None:
    """In any order the same sentences get the same verdict."""
    assert {said(PLACEMENT, "".join(order)) for order in permutations(sentences)} == {"supported"}


def test_values_are_read_from_the_documents() -> None:
    """Without facts the documents' own statements are what claims are compared with, and are shown."""
    check = Relations(subjects=("月",), values=("水瓶座", *SIGNS))
    outcome = verify("月は蟹座にあります。", {"chart": "月は水瓶座にあります。第12ハウスは蟹座です。"}, checks=[check])

    assert [(finding.code, finding.contradicts) for finding in outcome.findings] == [("relation_changed", True)]
    assert [quote.text[:6] for quote in outcome.findings[0].evidence] == ["月は水瓶座に"]
    assert said(check, "月は水瓶座にあります。", "月は水瓶座にあります。") == "supported"
    assert said(check, "月は水瓶座にあります。", "月は第12ハウスの支配星です。") == "silent"


@pytest.mark.parametrize(
    ("settings", "told"),
    [
        ({}, "subjects"),
        ({"subjects": ("a",)}, "values"),
        ({"kind": "near", "facts": {"a": "b"}}, "kind"),
        ({"kind": "has", "facts": {"a": "b"}}, "words"),
    ],
)
def test_settings_that_mean_nothing_are_refused(settings: dict[str, Any], told: str) -> None:
    """A check that could find nothing cannot be made."""
    with pytest.raises(UsageError, match=told):
        Relations(**settings)


def test_the_cases_of_the_naive_check_come_out_right() -> None:
    """Of the twelve placements that a window of characters gets wrong, every bad one is found and no good one."""
    check = Relations(subjects=("月", "水星"), values=("水瓶座", "乙女座", *SIGNS), roles=("支配星", "支配"))
    path = Path(__file__).parents[2] / "examples" / "placement" / "cases.jsonl"
    for line in path.read_text(encoding="utf-8").splitlines():
        case = json.loads(line)
        told = said(check, case["draft"], *(document["text"] for document in case["documents"]))

        assert (told == "contradicted") is (case["label"] == "bad"), case["id"]


def test_a_topic_reaches_over_clauses() -> None:
    """In Japanese a subject stands for the whole sentence, whatever stands between it and its place."""
    text = "月は、この図のとおり、また前の節で述べたとおりに、長い説明のあとになりますが、蟹座にあります。"

    assert said(PLACEMENT, text) == "contradicted"
    assert said(PLACEMENT, "月は、この図では水星の右に描かれ、水星は乙女座にあります。") == "supported"
