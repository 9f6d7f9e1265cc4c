"""Fields that are asked for are there and say something, texts match, and items keep their user's rules."""

from __future__ import annotations

import asyncio
import threading
from typing import Any, cast

import pytest

from vouched import Guard, Verdict, read, verify
from vouched.checks import Completeness, Consistency, Pattern
from vouched.checks.rule_makers import in_order, in_range, refers_to, sums_to
from vouched.documents import Evidence
from vouched.errors import UsageError
from vouched.run.checking import run_check
from vouched.testing import ScriptedModel


def judged(check: Any, value: Any) -> Verdict:
    """Return the verdict on a value."""
    return run_check(check, read(value, allow_empty=True), Evidence())


def codes(verdict: Verdict) -> list[tuple[str, str]]:
    """Return where and code of each finding."""
    return [(finding.where, finding.code) for finding in verdict.findings]


@pytest.mark.parametrize(
    ("value", "wanted"),
    [
        ({"party": {"name": ""}}, [("/party/name", "blank_field")]),
        ({"party": {"name": "\u200b"}}, [("/party/name", "blank_field")]),
        ({"party": {"name": " \u3000"}}, [("/party/name", "blank_field")]),
        ({"party": {"name": None}}, [("/party/name", "blank_field")]),
        ({"party": {"name": []}}, [("/party/name", "blank_field")]),
        ({"party": {}}, [("/party/name", "missing_field")]),
        ({}, [("/party/name", "missing_field")]),
        ({"party": {"name": "N/A"}}, [("/party/name", "placeholder_field")]),
        ({"party": {"name": "unknown."}}, [("/party/name", "placeholder_field")]),
        ({"party": {"name": "[Not Provided]"}}, [("/party/name", "placeholder_field")]),
        ({"party": {"name": "該当なし。"}}, [("/party/name", "placeholder_field")]),
        ({"party": {"name": "（不详）"}}, [("/party/name", "placeholder_field")]),
        ({"party": {"name": "n.a."}}, [("/party/name", "placeholder_field")]),
        ({"party": {"name": "TBC"}}, [("/party/name", "placeholder_field")]),
        ({"party": {"name": "記載無し"}}, [("/party/name", "placeholder_field")]),
        ({"party": {"name": "暫無"}}, [("/party/name", "placeholder_field")]),
        ({"party": {"name": "Ｎ／Ａ"}}, [("/party/name", "placeholder_field")]),
        ({"party": {"name": "Nadia Unknown-Smith"}}, []),
        ({"party": {"name": 0}}, []),
        ({"party": {"name": False}}, []),
        ({"party": {"name": "x"}, "tags": ["a", ""]}, [("/tags/1", "blank_field")]),
        ({"party": {"name": "x"}, "note": None}, []),
        ({"party": {"name": "x"}, "remark": "none"}, []),
        ("text", None),
    ],
)
def test_required_fields_say_something(value: Any, wanted: Any) -> None:
    """Missing, blank in any way, or a placeholder in three languages: told with its place; false and 0 are values."""
    check = Completeness(required=("/party/name",), optional=("/remark",))
    if wanted is None:
        assert judged(check, value).status == "silent"
        return
    assert codes(judged(check, value)) == wanted
    listed = judged(check, {"extractions": [value]})
    assert codes(listed) == [(f"/extractions/0{where}", code) for where, code in wanted]


def test_each_member_of_a_list_is_asked_for() -> None:
    """`*` stands for any member, and a list that is empty lacks none."""
    check = Completeness(required=("/lines/*/sku", "/lines"))
    assert codes(judged(check, {"lines": [{"sku": "a"}, {}]})) == [("/lines/1/sku", "missing_field")]
    assert codes(judged(check, {"lines": []})) == [("/lines", "blank_field")]
    assert codes(judged(check, [5])) == [("/0", "not_an_item")]


def test_placeholders_are_the_users_to_choose() -> None:
    """The list can be replaced; nothing then counts as a placeholder but what is in it."""
    check = Completeness(placeholders=("TBC",))
    assert codes(judged(check, {"a": "tbc", "b": "n/a"})) == [("/a", "placeholder_field")]


@pytest.mark.parametrize(
    ("settings", "value", "code"),
    [
        ({"required": r"\d{4}-\d{2}-\d{2}", "at": "/date"}, {"date": "2026-01-02"}, None),
        ({"required": r"\d{4}-\d{2}-\d{2}", "at": "/date"}, {"date": "99999-99-99999 / 2024-13-45"}, "pattern_missing"),
        ({"required": r"\d{4}-\d{2}-\d{2}", "at": "/date", "search": True}, {"date": "on 2026-01-02"}, None),
        ({"required": r"\d+", "at": "/date"}, {"date": "٢٠٢٦"}, "pattern_missing"),
        ({"required": r"\d+", "at": "/n/*"}, {"n": [1, 22, "x"]}, "pattern_missing"),
        ({"forbidden": "(?i)confidential", "at": "/a"}, {"a": "CONFIDENTIAL"}, "pattern_present"),
        ({"forbidden": "(?i)confidential"}, {"a": "x"}, None),
        ({"forbidden": "secret"}, {"a": {"b": "a secret"}}, "pattern_present"),
        ({"required": "a|b", "at": "/a"}, {"a": "ab"}, "pattern_missing"),
        ({"required": "a", "at": "/a"}, {"a": "a\n"}, "pattern_missing"),
        ({"required": r"(?=x)(a|b)*\1c", "at": "/a"}, {"a": "x" + "ab" * 100}, "pattern_missing"),
        ({"required": r"(a|b|ab)*c\1", "at": "/a"}, {"a": "ab" * 20_000}, "pattern_undecided"),
    ],
)
def test_texts_match_or_do_not(settings: Any, value: Any, code: str | None) -> None:
    """The whole text has to match, or a part where that is asked for; what no bound can decide is a finding."""
    found = judged(Pattern(**settings), value)
    assert [finding.code for finding in found.findings] == ([] if code is None else [code])


def test_no_pattern_takes_long() -> None:
    """A pattern that takes exponential time elsewhere ends here."""
    assert judged(Pattern(required="(a+)+", at="/a"), {"a": "a" * 100_000 + "b"}).findings


@pytest.mark.parametrize(
    "settings", [{}, {"required": "("}, {"required": ""}, {"required": 5}, {"forbidden": "a", "at": "lines"}]
)
def test_a_pattern_that_is_none_is_refused(settings: Any) -> None:
    """Nothing to match, a broken expression, a path that is no pointer: an error at construction."""
    with pytest.raises(UsageError):
        Pattern(**settings)


@pytest.mark.parametrize(
    ("rule", "item", "holds"),
    [
        (in_order("/from", "/to"), {"from": "2026-01-01", "to": "2026-01-02"}, True),
        (in_order("/from", "/to"), {"from": "2026-02-01", "to": "2026-01-02"}, False),
        (in_order("/from", "/to"), {"from": "2026-02-01"}, False),
        (in_order("/from", "/to", optional=True), {"from": "2026-02-01"}, True),
        (in_order("/from", "/to", optional=True), {"from": "2026-02-01", "to": None}, True),
        (in_range("/rate", least=0), {"rat": 1}, False),
        (in_range("/rate", least=0, optional=True), {"rate": None}, True),
        (in_range("/lines/*/rate", least=0), {"lines": [{"rate": 1}, {}]}, False),
        (in_range("/lines/*/rate", least=0), {"lines": []}, True),
        (sums_to("/lines/*/amount", "/total"), {"lines": [{"amount": 1}, {}], "total": 1}, False),
        (sums_to("/lines/*/amount", "/total"), {"lines": [{"amount": 1}]}, False),
        (sums_to("/lines/*/amount", "/total", optional=True), {"lines": [{"amount": 1}, {}], "total": 1}, True),
        (refers_to("/lines/*/item", "/items/*/id"), {"items": [{"id": 1}], "lines": [{}]}, False),
        (refers_to("/lines/*/item", "/items/*/id", optional=True), {"items": [{"id": 1}], "lines": [{}]}, True),
        (in_order("/from", "/to"), {"from": "soon", "to": "2026-01-02"}, False),
        (in_order("/from", "/to"), {"from": 3, "to": "2026-01-02"}, False),
        (in_order("/a", "/b", "/c"), {"a": 1, "b": 2, "c": 1}, False),
        (sums_to("/lines/*/amount", "/total"), {"lines": [{"amount": 0.1}, {"amount": 0.2}], "total": 0.3}, True),
        (
            sums_to("/lines/*/amount", "/total"),
            {"lines": [{"amount": "0.10"}, {"amount": 0.2}], "total": "0.31"},
            False,
        ),
        (sums_to("/lines/*/amount", "/total", tolerance=0.01), {"lines": [{"amount": 1}], "total": 1.01}, True),
        (sums_to("/lines/*/amount", "/total"), {"lines": [{"amount": "many"}], "total": 1}, False),
        (sums_to("/lines/*/amount", "/total"), {"lines": [{"amount": True}], "total": 1}, False),
        (in_range("/rate", least=0, most=1), {"rate": 0.5}, True),
        (in_range("/rate", least=0, most=1), {"rate": 5}, False),
        (in_range("/rate", least=0), {"rate": "NaN"}, False),
        (refers_to("/lines/*/item", "/items/*/id"), {"items": [{"id": 1}], "lines": [{"item": 1}]}, True),
        (refers_to("/lines/*/item", "/items/*/id"), {"items": [{"id": 1}], "lines": [{"item": 2}]}, False),
    ],
)
def test_the_made_rules_hold_or_do_not(rule: Any, item: Any, holds: bool) -> None:
    """Order, sum (as decimals), range and reference of an item's fields; what is no number or date does not hold."""
    verdict = judged(Consistency((rule,)), {"extractions": [item]})
    assert [finding.code for finding in verdict.findings] == ([] if holds else ["inconsistent"])


def test_what_a_rule_returns_is_understood() -> None:
    """None and True hold; False and a text do not; all else, and what it raises, breaks the check after the rest."""
    item = {"text": "x", "amount": 5}
    for held in (lambda _: None, lambda _: True):
        assert judged(Consistency((held,)), item).status == "supported"
    assert "too much" in judged(Consistency((lambda _: "too much",)), item).findings[0].message
    assert judged(Consistency((lambda _: False,)), item).status == "unsupported"
    breaking: list[Any] = [lambda _: 5, lambda item: item["missing"], lambda _: []]
    for broken in breaking:
        verdict = judged(Consistency((broken, lambda _: "still told")), item)
        assert verdict.status == "broken"
        assert [finding.message for finding in verdict.findings] == ["still told"]
        assert "rule 1" in str(verdict.fault)


def test_a_rule_cannot_change_what_is_released() -> None:
    """It gets a copy, and the next rule one of its own."""

    def meddling(item: Any) -> None:
        item.clear()

    value = {"amount": 5}
    outcome = verify(value, checks=[Consistency((meddling, lambda item: item == {"amount": 5}), suffices=True)])
    assert outcome.value == {"amount": 5}


def test_rules_may_await_and_block() -> None:
    """A coroutine function is awaited; one that blocks does not hold up the event loop."""
    went_on = threading.Event()

    async def later(_item: Any) -> str | None:
        await asyncio.sleep(0)
        return None

    async def main() -> Any:
        loop = asyncio.get_running_loop()

        def blocks(_item: Any) -> str | None:
            loop.call_soon_threadsafe(went_on.set)
            return None if went_on.wait(60) else "the loop stood still"

        checks: list[Any] = [Consistency((later, blocks), suffices=True)]
        return await Guard(ScriptedModel([{"amount": 5}]), checks=checks).arun("?", ())

    assert asyncio.run(main()).value == {"amount": 5}


@pytest.mark.parametrize(
    "make",
    [lambda: Consistency(()), lambda: Consistency(cast("Any", (5,))), lambda: in_order("/a"), lambda: in_range("a")],
)
def test_rules_that_are_none_are_refused(make: Any) -> None:
    """No rule, something that cannot be called, a path that is no pointer: an error at construction."""
    with pytest.raises(UsageError):
        make()


def test_an_empty_list_says_nothing() -> None:
    """No item is no approval, whatever the check."""
    for check in (Completeness(suffices=True), Consistency((lambda _: True,), suffices=True)):
        assert verify([], checks=[check]).value is None
        assert verify({"extractions": []}, checks=[check]).value is None


def test_rules_of_thousands_of_items_are_asked() -> None:
    """How often a check calls its user's rules is bounded by the items alone."""
    value = {"extractions": [{"amount": number} for number in range(3000)]}
    assert judged(Consistency((lambda _: True,)), value).status == "supported"
