"""What all checks together say of a claim against the documents is one word of five."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from vouched import Evidence, read, verify
from vouched.checks import Citations, Completeness, Figures, Names, Negation, Quotes, Supported
from vouched.cli.main import main

CHAIN: Any = [Citations(), Quotes(), Figures(), Names(), Negation()]
LEASE = {
    "en": "The rent is 500 EUR a month. Tenants must not keep pets. Acme Corp leases the flat to Ann Miller.",
    "ja": "家賃は月額500ユーロとする。借主はペットを飼ってはならない。株式会社青空が部屋を山田太郎に貸す。",
    "zh": "租金为每月500欧元。承租人不得饲养宠物。青空公司将公寓出租给王小明。",
}
SAID = {
    "en": {
        "contradicted": ["The rent is 600 EUR a month.", "Tenants may keep pets."],
        "not_found": ["The deposit is 1,250 EUR and is due on 3 May 2024."],
        "nothing_to_check": [
            "Thank you for your question.",
            "The documents do not mention the deposit.",
            "Is that right?",
        ],
        "could_not_check": ["The rent is a fair one."],
        "supported": ['The rent is "500 EUR a month" [lease].'],
    },
    "ja": {
        "contradicted": ["家賃は月額600ユーロである。", "借主はペットを飼ってもよい。"],
        "not_found": ["敷金は1,250ユーロで、2024年5月3日が期限である。"],
        "nothing_to_check": [
            "ご質問ありがとうございます。",
            "敷金についての記載は見つかりませんでした。",
            "それは正しいですか。",
        ],
        "could_not_check": ["家賃は妥当である。"],
        "supported": ["家賃は「月額500ユーロとする」[lease]。"],
    },
    "zh": {
        "contradicted": ["租金为每月600欧元。", "承租人可以饲养宠物。"],
        "not_found": ["押金为1,250欧元，2024年5月3日到期。"],
        "nothing_to_check": ["谢谢您的提问。", "文件中没有提到押金。", "对吗？"],
        "could_not_check": ["租金很合理。"],
        "supported": ["租金为“每月500欧元”[lease]。"],
    },
}
ROWS = [(lang, word, text) for lang, words in SAID.items() for word, texts in words.items() for text in texts]


@pytest.mark.parametrize(("lang", "word", "text"), ROWS)
def test_a_claim_is_judged_against_the_documents(lang: str, word: str, text: str) -> None:
    """Supported, contradicted, not found, nothing to check, or could not be checked: in three languages alike."""
    outcome = verify(text, {"lease": LEASE[lang]}, checks=CHAIN)

    assert [claim.judgement for claim in outcome.claims] == [word]


@pytest.mark.parametrize("text", ["The rent is 500 EUR a month.", 'The rent is "500 EUR a month" [lease].', "Hello!"])
def test_without_documents_nothing_is_supported(text: str) -> None:
    """No evidence is no support."""
    outcome = verify(text, Evidence(), checks=CHAIN)

    assert not [claim for claim in outcome.claims if claim.judgement == "supported"]


@pytest.mark.parametrize("blank", ["", " \n\t", "\u3000\n"])
@pytest.mark.parametrize("language", sorted(LEASE))
def test_of_documents_without_text_nothing_is_told(blank: str, language: str) -> None:
    """A document in which nothing stands is no evidence: no claim is supported, contradicted or missing in it."""
    outcome = verify(LEASE[language], {"lease": blank}, checks=[*CHAIN, Supported()])

    assert {claim.judgement for claim in outcome.claims} == {"could_not_check"}
    assert not outcome.findings


@pytest.mark.parametrize(
    ("claimed", "text"),
    [
        (0, "Sure, I can help with that."),
        (1, "Sure, the rent is 600 EUR a month."),
        (1, "はい、家賃は月額600ユーロです。"),
        (1, "好的，租金为每月600欧元。"),
    ],
)
def test_a_greeting_hides_no_claim(claimed: int, text: str) -> None:
    """What is said behind a greeting is compared with the documents as if it stood alone."""
    outcome = verify(text, LEASE, checks=CHAIN)

    assert [claim.judgement for claim in outcome.claims] == [["nothing_to_check", "contradicted"][claimed]]


def test_a_form_that_fits_supports_nothing() -> None:
    """A check that vouches without a passage of a document says nothing about documents."""
    outcome = verify(
        {"text": "The rent is due."}, {"d": "x"}, checks=[Completeness(required=("/text",), suffices=True)]
    )

    assert outcome.status == "released"
    assert [claim.judgement for claim in outcome.claims] == ["could_not_check"]


def test_a_passage_that_carries_and_an_estimate_that_objects_leave_it_open() -> None:
    """Where a quote stands and the wording around it says otherwise, neither is sure; the finding is told."""
    text = 'The rent is 600 EUR, since "The rent is 500 EUR a month" [lease].'
    outcome = verify(text, {"lease": LEASE["en"]}, checks=CHAIN)

    assert [claim.judgement for claim in outcome.claims] == ["could_not_check"]
    assert [finding.check for finding in outcome.findings] == ["figures"]


@pytest.mark.parametrize("text", ["x", "🙂🙂🙂", "ا ب ت 12", "9" * 100_000, "rn0dern l1ght 0f 5OO", "\u202etxet"])
def test_whatever_is_said_is_judged(text: str) -> None:
    """One word, emoji, right-to-left, OCR noise or a row of digits gets one of the five words and no fault."""
    outcome = verify(read(text), {"lease": LEASE["en"]}, checks=CHAIN)

    assert all(verdict.status != "broken" for verdict in outcome.verdicts)
    assert all(claim.judgement != "supported" for claim in outcome.claims)


@pytest.mark.parametrize(
    "document",
    ["9" * 100_000, "9 " * 50_000, "🙂" * 50_000, "الإيجار 500 يورو. " * 2000, "百" * 50_000, "1t 1s 5OO EVR " * 500],
)
@pytest.mark.parametrize(
    "text", ["The rent is 600 EUR a month.", "الإيجار 600 يورو.", "家賃は月額600ユーロ、rent です。"]
)
def test_whatever_the_documents_are_nothing_is_supported_by_chance(document: str, text: str) -> None:
    """Digits, emoji, right-to-left text and OCR noise support no claim of something else, and break no check."""
    outcome = verify(text, {"noise": document}, checks=[*CHAIN, Supported()])

    assert all(verdict.status != "broken" for verdict in outcome.verdicts)
    assert {claim.judgement for claim in outcome.claims} <= {"not_found", "contradicted", "could_not_check"}


def test_the_command_line_tells_each_claim_its_word(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """`vouched verify --json` carries the words, with what contradicts and where; plain prose needs no quotes."""
    (tmp_path / "lease.txt").write_text(LEASE["en"], encoding="utf-8")
    (tmp_path / "answer.txt").write_text("The rent is 600 EUR a month. Thank you for asking.", encoding="utf-8")
    main(["verify", str(tmp_path / "answer.txt"), "--documents", str(tmp_path / "lease.txt"), "--json"])
    told = json.loads(capsys.readouterr().out)

    assert [claim["judgement"] for claim in told["claims"]] == ["contradicted", "nothing_to_check"]
    finding = told["findings"][0]
    assert (finding["check"], finding["code"], finding["evidence"][0]["text"]) == (
        "figures",
        "figure_changed",
        "500 EUR",
    )
    main(["verify", str(tmp_path / "answer.txt"), "--documents", str(tmp_path / "lease.txt")])
    assert "The documents say otherwise" in capsys.readouterr().out
