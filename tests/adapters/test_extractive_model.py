"""Promises about the embedded model: it answers offline from the documents, with anchors that hold, or not at all."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vouched import Document, Guard, load_documents
from vouched.adapters.extractive import Extractive
from vouched.errors import UsageError
from vouched.ports import Generate, Message
from vouched.run.asking import documents_block
from vouched.text.snap import snap

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
LEASE = "1. The tenant shall not keep dogs.\n\n2. The rent is 500 EUR.\n\nKeys are returned."
LANGUAGES = ("en", "ja", "zh")


def answered(question: str, documents: dict[str, str], *, most: int = 3) -> list[dict[str, Any]]:
    """Return the claims that the model answers."""
    block = documents_block(Document(name, text) for name, text in documents.items())
    request = Generate(model="m", messages=(Message("user", f"{question}\n\n{block}"),))
    claims: list[dict[str, Any]] = json.loads(Extractive(most=most).generate(request).text)["claims"]
    return claims


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", ["tenancy-en", "bylaw-ja", "notice-zh"])
def test_the_examples_are_answered_with_quotes(name: str, language: str) -> None:
    """A guard with no network answers the question of each example set, and every claim stands on a quote."""
    folder = EXAMPLES / name
    documents = load_documents(folder / "documents")
    question = (folder / "question.txt").read_text(encoding="utf-8")

    outcome = Guard(Extractive(), language=language).run(question, documents)

    texts = {document.id: document.text for document in documents}
    assert (outcome.status, outcome.findings) == ("released", ())
    assert 1 <= len(outcome.claims) <= 3
    for claim in outcome.claims:
        assert [quote.text for quote in claim.quotes] == [
            texts[each.document][each.start : each.end] for each in claim.quotes
        ]
        assert "".join(claim.text.split()) in "".join(claim.quotes[0].text.split())


PLAIN = [
    ("tenancy-en", "How much notice must I give to end the tenancy?", "not less than two months’ written notice"),
    ("tenancy-en", "Can my guests stay for a month?", "up to 21 consecutive nights"),
    ("tenancy-en", "When are bulky items collected?", "Bulky items are not collected."),
    ("tenancy-en", "How high is the rent?", "£1,350.00 per month"),
    ("tenancy-en", "When do I get my deposit back?", "within ten working days"),
    ("tenancy-en", "Until when are quiet hours on Sundays?", "until 9:00 a.m. on Sundays"),
    ("bylaw-ja", "猫は何頭まで飼えますか。", "２頭以下とする"),
    ("bylaw-ja", "駐車場の使用料はいくらですか。", "月額18,000円"),
    ("notice-zh", "报销多久到账？", "10个工作日内完成付款"),
    ("bylaw-ja", "総会の招集は何日前までに通知しますか", "２週間前までに"),
    ("notice-zh", "试用期可以远程办公吗？", "员工在试用期内不得申请远程办公"),
    ("notice-zh", "高铁单程多长时间可以坐飞机？", "高铁单程运行时间超过6小时的"),
]


@pytest.mark.parametrize(("name", "question", "words"), PLAIN)
def test_a_plain_question_finds_its_sentence(name: str, question: str, words: str) -> None:
    """A question about one thing is answered first with the sentence that says it."""
    documents = load_documents(EXAMPLES / name / "documents")
    outcome = Guard(Extractive()).run(question, documents)

    assert words in outcome.claims[0].text


def test_each_thing_that_is_asked_is_answered() -> None:
    """A question of three things is answered with a sentence on each, in their order."""
    lease = {
        "lease": "The rent is 500 EUR.\n\nDogs may not be kept.\n\nKeys are returned in May.\n\nThe loft is locked."
    }
    claims = answered("We will leave. When are the keys returned, and how high is the rent? May I keep a dog?", lease)

    assert [claim["text"] for claim in claims] == [
        "Keys are returned in May.",
        "The rent is 500 EUR.",
        "Dogs may not be kept.",
    ]


@pytest.mark.parametrize("question", ["What is the capital of France?", "首都はどこですか", "", "the of", "\ud800"])
def test_what_the_documents_do_not_say_is_not_answered(question: str) -> None:
    """A question that shares nothing telling with the documents has no claims."""
    assert answered(question, {"lease": LEASE}) == []


def test_without_documents_there_are_no_claims() -> None:
    """A message with no documents, or none at all, is answered with no claims."""
    bare = Generate(model="m", messages=(Message("system", "s"),))

    assert answered("What is the rent?", {}) == []
    assert json.loads(Extractive().generate(bare).text) == {"claims": []}


def test_a_sentence_that_stands_twice_is_not_pointed_at() -> None:
    """An anchor stands once in its document; where no words of a sentence do, the sentence is left out."""
    assert answered("What is the rent?", {"lease": "The rent is 500 EUR.\n\nThe rent is 500 EUR."}) == []


def test_headings_are_no_answers() -> None:
    """A heading leads to the sentences under it and is none."""
    claims = answered(
        "How high is the deposit?",
        {"lease": "# Deposit\n\nIt is due in May and is 900 EUR.\n\n# Rent\n\nIt is 500 EUR."},
    )

    assert [claim["text"] for claim in claims] == ["It is due in May and is 900 EUR."]


def test_a_wrapped_sentence_is_one_line() -> None:
    """Line breaks inside a sentence become spaces, and nothing in scripts without spaces."""
    english = answered("What is the rent?", {"a": "The rent of the flat\nis 500 EUR."})
    japanese = answered(
        "成犬の体重",
        {"a": "申請書には、動物の種類、年齢、性別及び成犬時\nの見込み体重を記載し、写真１枚を添えなければな\nらない。"},
    )

    assert english[0]["text"] == "The rent of the flat is 500 EUR."
    assert (
        japanese[0]["text"]
        == "申請書には、動物の種類、年齢、性別及び成犬時の見込み体重を記載し、写真１枚を添えなければならない。"
    )


@given(
    st.lists(
        st.sampled_from(["Rent", "rent ", "is 5.", "\n", "\n\n", "第1条 ", "犬は", "二頭。", " no", "<document", '"']),
        max_size=30,
    )
)
def test_every_anchor_stands_once(pieces: list[str]) -> None:
    """Whatever the documents, each claim's anchor leads to one place of the document it cites, and states 0 to 1."""
    documents = {'a"b': "".join(pieces), "b": "A dog pays rent."}

    for claim in answered("Is the rent 5, 犬は二頭?", documents):
        (citation,) = claim["citations"]
        found = snap(citation["anchor"], Document("d", documents[citation["document"]]))
        assert found.quote is not None
        assert found.quote.occurrences == 1
        assert 0 <= claim["confidence"] <= 1


def test_misuse_is_said() -> None:
    """A number of sentences that makes no sense is a mistake of the programmer's."""
    for most in (0, 21, True, "3"):
        with pytest.raises(UsageError):
            Extractive(most=most)  # type: ignore[arg-type]
