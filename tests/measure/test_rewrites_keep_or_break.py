"""Rewrites keep the meaning or break it as they say, the same every time, and every one can be undone."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vouched.documents import Document
from vouched.measure.cases import LANGUAGES, Case
from vouched.measure.passages import Passage
from vouched.measure.rewrite_tables import words_of
from vouched.measure.rewrites import alternatives, applied, rewrites, rewritings, undone
from vouched.text.folding import fold

TABLE: list[tuple[str, str, str, str]] = [
    ("white_space", "ja", "家賃は500円です。", "家賃は 500円です。"),
    ("white_space", "zh", "租金是500元。", "租金是 500元。"),
    ("width", "en", "The rent is 500 EUR.", "The rent is ５００ EUR."),
    ("width", "ja", "ＡＢＣは社名です。", "ABCは社名です。"),
    ("punctuation", "en", "The tenant's dog barks.", "The tenant’s dog barks."),
    ("punctuation", "ja", "昨日、雨が降った。", "昨日，雨が降った。"),
    ("punctuation", "zh", "昨天，下雨了。", "昨天,下雨了。"),
    ("quote_style", "en", 'He said "no pets here".', "He said “no pets here”."),
    ("quote_style", "ja", "「犬は飼えません」とある。", "“犬は飼えません”とある。"),
    ("quote_style", "zh", "他说“不能养狗”。", "他说「不能养狗」。"),
    ("marker_style", "en", "The rent is due [1].", "The rent is due 【1】."),
    ("marker_style", "ja", "家賃は月末払い[1, 2]。", "家賃は月末払い［1, 2］。"),
    ("number_form", "en", "It has 12000 seats.", "It has 12,000 seats."),
    ("number_form", "en", "It has 1,000 seats.", "It has 1000 seats."),
    ("number_form", "en", "It has 12 seats.", "It has twelve seats."),
    ("number_form", "ja", "定員は1000人。", "定員は千人。"),
    ("number_form", "ja", "定員は3万人。", "定員は30,000人。"),
    ("number_form", "zh", "共有1000人。", "共有一千人。"),
    ("date_form", "en", "It began on March 5, 2024.", "It began on 5 March 2024."),
    ("date_form", "en", "It began on 5 March 2024.", "It began on March 5, 2024."),
    ("date_form", "ja", "2024年3月5日に始まる。", "令和6年3月5日に始まる。"),
    ("date_form", "zh", "2024年3月5日开始。", "2024-03-05开始。"),
    ("sentence_order", "en", "Cats sleep a lot. Dogs bark.", "Dogs bark. Cats sleep a lot."),
    ("sentence_order", "en", "Cats sleep a lot [1]. Dogs bark [2].", "Dogs bark [2]. Cats sleep a lot [1]."),
    ("sentence_order", "ja", "猫は寝る。犬は吠える。", "犬は吠える。猫は寝る。"),
    ("sentence_order", "zh", "猫睡觉。狗叫。", "狗叫。猫睡觉。"),
    (
        "clause_order",
        "en",
        "If the rent is late, the tenant pays interest.",
        "The tenant pays interest if the rent is late.",
    ),
    ("clause_order", "ja", "2020年に会社は設立された。", "会社は2020年に設立された。"),
    ("clause_order", "zh", "如果下雨，比赛取消。", "比赛取消，如果下雨。"),
    ("argument_order", "ja", "老人が少年を追い払った。", "少年を老人が追い払った。"),
    ("list_order", "en", "The landlord and the tenant must sign.", "The tenant and the landlord must sign."),
    ("list_order", "ja", "能力及び経験を調べる。", "経験及び能力を調べる。"),
    ("list_order", "zh", "有北京、上海、广州、深圳。", "有北京、广州、上海、深圳。"),
    ("list_to_prose", "en", "- Cats sleep.\n- Dogs bark.", "Cats sleep. Dogs bark."),
    ("prose_to_list", "ja", "猫は寝る。犬は吠える。", "- 猫は寝る。\n- 犬は吠える。"),
    ("synonyms", "en", "Pets are not permitted.", "Pets are not allowed."),
    ("synonyms", "ja", "犬又は猫を飼う。", "犬または猫を飼う。"),
    ("synonyms", "zh", "房屋位于北京。", "房屋坐落于北京。"),
    ("unit", "en", "It is 12 km long.", "It is 12 miles long."),
    ("unit", "ja", "全長12キロメートル。", "全長12メートル。"),
    ("unit", "zh", "全长12公里。", "全长12米。"),
    ("scale", "en", "It cost $3 million.", "It cost $3 billion."),
    ("scale", "ja", "費用は3億円。", "費用は3万円。"),
    ("scale", "zh", "费用是3亿元。", "费用是3万元。"),
    ("sign", "en", "Sales changed by 5%.", "Sales changed by -5%."),
    ("sign", "ja", "売上は-5%だった。", "売上は5%だった。"),
    ("negation", "en", "The dog is allowed.", "The dog is not allowed."),
    ("negation", "en", "The dog is not allowed.", "The dog is allowed."),
    ("negation", "ja", "犬は飼えます。", "犬は飼えません。"),
    ("negation", "zh", "他是医生。", "他不是医生。"),
    ("comparator", "en", "It takes at least 5 days.", "It takes at most 5 days."),
    ("comparator", "ja", "5人以上が必要。", "5人以下が必要。"),
    ("comparator", "zh", "需要至少5人。", "需要至多5人。"),
    ("roles_swapped", "en", "The lawyers called the author.", "The author called the lawyers."),
    ("roles_swapped", "ja", "老人が少年を追い払った。", "少年が老人を追い払った。"),
]
UNTOUCHED = [
    ("sentence_order", "en", "Cats sleep a lot. They dream."),
    ("sentence_order", "ja", "猫は寝る。しかし犬は吠える。"),
    ("synonyms", "en", 'It says "pets are not permitted".'),
    ("punctuation", "en", "He said 'no pets here' and left."),
    ("synonyms", "en", "He says `` pets are not permitted here.''"),
    ("prose_to_list", "en", 'He said "Cats sleep. Dogs bark." and left.'),
    ("marker_style", "en", "See https://example.test/a[4]."),
    ("number_form", "en", "Passage 3 says so, in 6 - 8 hours."),
    ("synonyms", "en", "The Permitted Personnel know it."),
    ("synonyms", "en", "They ate before they left."),
    ("sentence_order", "en", 'He said "Cats sleep. Dogs bark." and left.'),
    ("number_form", "ja", "2000 年に始まる。"),
    ("quote_style", "en", 'Sew 1/4" from the edge and 3/4" from the top.'),
    ("number_form", "en", "See [1000] and https://example.test/1000 only."),
    ("negation", "zh", "但是他走了。"),
    ("negation", "en", "Is the dog allowed?"),
    ("comparator", "en", "Under this agreement the tenant pays."),
    ("list_order", "en", "The first and the last are paid respectively."),
    ("number", "en", "It has 5 rooms. [7]"),
]


def made(name: str, lang: str, text: str, documents: tuple[Document, ...] = ()) -> set[str]:
    """Return every text that a rewrite makes of one."""
    (rewrite,) = (each for each in rewrites() if each.name == name)
    passage = Passage(text, "answer", lang, documents, (), random.Random(0))  # noqa: S311
    return {applied(text, puts) for puts in alternatives(rewrite, passage)}


def case(draft: Any, lang: str, *documents: str) -> Case:
    """Return a case of a draft."""
    given = tuple(Document(id=str(number), text=text) for number, text in enumerate(documents, start=1))
    return Case(id="c", documents=given, draft=draft, lang=lang, label="good")


@pytest.mark.parametrize(("name", "lang", "text", "wanted"), TABLE)
def test_each_rewrite_does_what_its_name_says(name: str, lang: str, text: str, wanted: str) -> None:
    """The rewrite makes this text of that one."""
    assert wanted in made(name, lang, text)


@pytest.mark.parametrize(("name", "lang", "text"), UNTOUCHED)
def test_what_is_not_sure_is_left_alone(name: str, lang: str, text: str) -> None:
    """Where a rewrite might not do what it says, it does nothing."""
    digits = tuple(Document(id="d", text=" ".join(f"{number}" for number in range(100))) for _ in range(1))

    assert made(name, lang, text, digits) == set()


def test_every_rewrite_is_in_the_table() -> None:
    """Each rewrite is shown at work in each language that it has, or below where it needs documents."""
    shown = {(name, lang) for name, lang, _, _ in TABLE}
    needs = {"number", "date", "name_swapped", "quote_altered", "citation_moved", "claim_inserted"}
    kinds = {each.name for each in rewrites()}

    assert {name for name, _ in shown} | needs == kinds
    assert len(kinds) == len(rewrites())
    assert {lang for _, lang in shown} == set(LANGUAGES)


def test_numbers_and_dates_become_such_as_no_document_has() -> None:
    """A changed number, year or month is in no document."""
    source = Document(id="1", text="It opened in May 2011 with 120 seats, as did 12 others with 130.")
    text = "It opened in 2011 with 120 seats."

    for name in ("number", "date"):
        found = made(name, "en", text, (source,))
        assert found
        assert all(word in source.text for each in found for word in ("seats",))
        assert not any(number in each for each in found for number in ("with 130", "in 2012 with 120 seats and"))


def test_words_and_citations_are_changed_for_those_of_the_documents() -> None:
    """A name becomes another of the documents, a citation another document, a quote one character another."""
    documents = (
        Document(id="a", text="It was signed by Alice Wong in Berlin. The rent is 500 EUR."),
        Document(id="b", text="The door was painted by Robert Miller in Hamburg."),
    )
    text = 'It was signed by Alice Wong: "The rent is 500 EUR" [1].'

    swapped = made("name_swapped", "en", text, documents)

    assert swapped
    assert all("Alice" not in each and ("Miller" in each or "Hamburg" in each) for each in swapped)
    assert 'It was signed by Alice Wong: "The rent is 500 EUR" [2].' in made("citation_moved", "en", text, documents)

    quotes = [each.split('"')[1] for each in made("quote_altered", "en", text, documents)]

    assert quotes
    assert all(sum(a != b for a, b in zip(each, "The rent is 500 EUR", strict=True)) == 1 for each in quotes)


def test_a_claim_of_another_case_is_inserted() -> None:
    """A sentence that another case says stands at the end, where the documents do not have it."""
    given = case("The rent is 500 EUR.", "en", "The rent is 500 EUR.")
    other = "Whales feed on plankton near Alaska."
    found = {each.name: each.draft for each in rewritings(given, others=(other, "The rent is 500 EUR."))}

    assert found["claim_inserted"] == f"The rent is 500 EUR. {other}"


def test_forms_fold_to_the_same_text() -> None:
    """What changes white space, width, marks or quotation marks folds to what it folded to before."""
    for name, lang, text, _ in TABLE:
        if name in ("width", "punctuation", "white_space"):
            assert {fold(each) for each in made(name, lang, text)} == {fold(text)}


def test_structured_drafts_are_rewritten_where_they_say_something() -> None:
    """In JSON the texts of claims are rewritten, quotes only in their form, ids never."""
    draft = {
        "claims": [
            {
                "text": "Pets are not permitted in 12 rooms.",
                "citations": [{"document": "1", "quote": "Pets are not permitted in 12 rooms"}],
            }
        ]
    }
    found = list(rewritings(case(draft, "en", "Pets are not permitted in 12 rooms."), seed=3))

    assert {each.name for each in found} >= {
        "white_space",
        "width",
        "synonyms",
        "number_form",
        "negation",
        "quote_altered",
    }

    for each in found:
        citation = each.draft["claims"][0]["citations"][0]
        assert citation["document"] == "1"
        is_form = each.name in ("white_space", "width", "punctuation", "quote_altered")
        assert is_form or citation["quote"] == "Pets are not permitted in 12 rooms"


@given(st.sampled_from([row[1:3] for row in TABLE]), st.sampled_from([row[1:3] for row in TABLE]), st.integers(0, 50))
def test_every_rewriting_can_be_undone(first: tuple[str, str], second: tuple[str, str], seed: int) -> None:
    """The edits of a rewriting lead back to the draft as it was, and the same seed to the same rewriting."""
    lang, text = first
    joined = text + (" " if lang == "en" else "") + second[1]
    given = case({"answer": joined, "claims": [{"text": second[1]}]}, lang, text)
    found = list(rewritings(given, seed=seed, others=("Whales feed on plankton.",)))

    assert [undone(each) for each in found] == [given.draft] * len(found)
    assert all(each.draft != given.draft for each in found)
    assert list(rewritings(given, seed=seed, others=("Whales feed on plankton.",))) == found


def test_tables_hold_pairs_that_differ() -> None:
    """No table has a word as its own opposite or synonym, and every language has every table."""
    for language in LANGUAGES:
        words = words_of(language)
        for pairs in (words.synonyms, words.negations, words.comparators, words.units, words.scales):
            assert pairs
            assert all(one != other and one and other for one, other in pairs)


def test_mixed_languages_are_not_rewritten() -> None:
    """A draft in another language than its case says has no rewritings."""
    assert list(rewritings(case("The rent is 500 EUR.", "mixed"))) == []


def test_hostile_texts_are_rewritten_in_bounded_time() -> None:
    """Long runs of digits, marks and brackets end."""
    for piece in ("1", "1,", "[", "「", "の", "a ", "- a.\n", "第", "A. "):
        given = case(piece * (20_000 // len(piece)), "en", piece * 100)
        for lang in LANGUAGES:
            assert len(list(rewritings(given.but(lang=lang)))) <= len(rewrites())
