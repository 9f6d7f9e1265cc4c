"""Questions become requests in three languages: nothing of one is dropped, and nothing is put in its place."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from conftest import cases
from facts.acme import agent, shown

QUESTIONS = cases("questions")
TODAY = date(2026, 6, 12)
ANSWERED = [case for case in QUESTIONS if case["status"] in ("answered", "partly")]


@pytest.mark.parametrize("case", QUESTIONS, ids=lambda case: case["id"])
def test_a_question_is_answered_with_the_facts_it_asks_for_or_not_at_all(case: dict[str, Any]) -> None:
    """Each case has its status, is looked up by exactly its keys, and is answered in its own language."""
    answer = agent().ask(case["question"], today=date.fromisoformat(case["reference_date"]))

    assert (answer.status, answer.request is None or answer.request.language) == (
        case["status"],
        answer.request is None or case["language"],
    )
    if case["keys"]:
        assert answer.request is not None
        looked_up = list(zip(map(shown, answer.request.keys), map(shown, answer.request.bases), strict=False))
        assert sorted(map(shown, answer.request.keys)) == sorted(case["keys"])
        assert sorted(looked_up) == sorted(zip(case["keys"], case["bases"], strict=False))
    else:
        assert not answer.facts


@pytest.mark.parametrize("case", QUESTIONS, ids=lambda case: case["id"])
def test_every_word_of_a_question_is_accounted_for(case: dict[str, Any]) -> None:
    """The mentions of a request cover every letter and digit of the question, in order and without overlap."""
    request = agent().ask(case["question"], today=TODAY).request
    if request is None:
        return
    left = list(case["question"])
    end = 0
    for mention in request.mentions:
        assert mention.span.start >= end
        assert case["question"][mention.span.start : mention.span.end] == mention.text
        left[mention.span.start : mention.span.end] = " " * len(mention.text)
        end = mention.span.end
    assert not [char for char in left if char.isalnum()]


@given(
    st.sampled_from(ANSWERED),
    st.sampled_from(["gross", "Atlantis", "稀释", "特別損失", "budget", "调整后"]),
    st.booleans(),
)
def test_an_unknown_word_is_never_passed_over(case: dict[str, Any], word: str, first: bool) -> None:
    """A word that nothing explains makes a question one that is asked back, wherever it stands."""
    question = f"{word} {case['question']}" if first else f"{case['question']} {word}"
    answer = agent().ask(question, today=TODAY)

    assert answer.status == "asked"
    assert answer.request is not None
    assert any(mention.text in word for mention in answer.request.not_understood)
    assert not answer.facts


@given(
    st.permutations(["HK FY2024 revenue", "China FY2025 profit", "group FY2023 ROE"]),
    st.sampled_from([" and ", ", ", "; "]),
)
def test_the_order_of_clauses_changes_no_fact(clauses: list[str], between: str) -> None:
    """Clauses that each say all of their slots ask for the same facts in any order."""
    request = agent().ask(between.join(clauses), today=TODAY).request

    assert request is not None
    assert sorted(map(shown, request.keys)) == [
        "PROFIT ACME_CN 2025", "REVENUE ACME_HK 2024", "ROE ACME_GROUP 2023",
    ]  # fmt: skip


@given(st.text(max_size=200))
def test_any_text_gets_an_answer_and_no_number_from_nowhere(text: str) -> None:
    """Whatever is asked has a status; what is no answer holds no fact."""
    answer = agent().ask(text, today=TODAY)

    assert answer.status in ("answered", "partly", "asked", "refused", "held", "not_found", "unrecognized", "failed")
    assert answer.facts or answer.status not in ("answered", "partly") or answer.request.operation == "definition"  # type: ignore[union-attr]


def test_a_long_question_is_bounded_in_lookups() -> None:
    """Thousands of years, entities and metrics in one question are asked about, and never looked up one by one."""
    question = "revenue profit ROE of HK, CN and group " + ", ".join(map(str, [*range(1900, 2100)] * 5))
    answer = agent().ask(question[:20_000], today=TODAY)

    assert answer.status == "asked"
    assert [doubt.kind for doubt in answer.request.doubts] == ["too_many"]  # type: ignore[union-attr]


def test_a_question_that_is_too_long_is_not_read() -> None:
    """Beyond 20,000 characters a question has a status of its own."""
    answer = agent().ask("HK revenue 2025 " * 2_000, today=TODAY)

    assert (answer.status, answer.reason) == ("failed", "question_too_long")


CHAINS = [
    (["香港2025年营收多少", "那中国呢", "前一年呢", "利润呢"], "PROFIT ACME_CN 2024"),
    (["What was HK revenue in Q3 2025?", "and the year before?", "and China?"], "REVENUE ACME_CN 2024Q3"),
    (["香港の2025年の売上高は?", "中国は?", "その前年は?"], "REVENUE ACME_CN 2024"),
    (
        ["YoY growth of HK revenue in 2025", "and China?", "and the year before?"],
        "REVENUE ACME_CN 2024 : REVENUE ACME_CN 2023",
    ),
    (["香港2025年营收多少", "去年的呢"], "REVENUE ACME_HK 2025"),
]


@pytest.mark.parametrize(("chain", "wanted"), CHAINS, ids=lambda each: each[0] if isinstance(each, list) else "")
def test_follow_ups_go_on_from_the_request_before(chain: list[str], wanted: str) -> None:
    """What a follow-up leaves out is that of the request before it, and the answer says so."""
    answer = agent().ask(chain[0], today=TODAY)
    for question in chain[1:]:
        answer = agent().ask(question, today=TODAY, last=answer.request)
    last = answer.request
    assert last is not None
    keys = [shown(key) for key in last.keys]
    bases = [shown(key) for key in last.bases]

    assert (keys, bases) == ([wanted.split(" : ", maxsplit=1)[0]], wanted.split(" : ")[1:])
    assert last.carried
    assert answer.assumptions


def test_a_follow_up_to_nothing_is_asked_back() -> None:
    """Without a request before it, "and the year before?" is a question and no answer."""
    answer = agent().ask("and the year before?", today=TODAY)

    assert answer.status in ("asked", "unrecognized")
    assert not answer.facts


@pytest.mark.parametrize("word", ["like-for-like", "for-the-period", "by-and-by"])
def test_small_words_joined_by_hyphens_are_a_word_that_is_not_understood(word: str) -> None:
    """A word made of fillers means more than these: it is asked back, not passed over."""
    answer = agent().ask(f"HK {word} revenue 2025", today=TODAY)

    assert (answer.status, answer.reason, answer.facts) == ("asked", "not_understood", ())


@pytest.mark.parametrize(
    ("question", "operation"), [("HKの2025年の売上はグループの何%?", "share"), ("HKの2025年のROEは何%?", "value")]
)
def test_how_many_percent_of_something_is_a_share_of_it(question: str, operation: str) -> None:
    """Percent of a whole asks for a share; without one it is the unit of the answer."""
    answer = agent().ask(question, today=TODAY)

    assert answer.request is not None
    assert answer.request.operation == operation
