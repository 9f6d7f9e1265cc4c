"""Extracted texts and their attributes stand in the documents, or the extraction is refused with the reason."""

from typing import Any

import pytest

from conftest import cases
from vouched import Citation, Claim, Document, Draft, Evidence, Finding, Policy, Support, verify
from vouched.checks import Grounding
from vouched.errors import UsageError
from vouched.run.checking import run_check
from vouched.run.reading import read

SOURCE = (
    "On 31 December 2025 Acme Corp paid Beta LLC EUR 1,000.50. The **rate** was 5% [12]. The loss was -7 units, and "
    "sales reached 8 million euros. The tenant shall not keep animals. In 2020 the board met twice in Oslo."
)
PAIRS = cases("grounding_pairs")


def judged(answer: object, source: object = SOURCE, **settings: Any) -> tuple[list[Finding], list[Support]]:
    """Return what the check says of an answer as the model wrote it."""
    verdict = run_check(Grounding(**settings), read(answer), Evidence.of(source))  # type: ignore[arg-type]
    assert verdict.status != "broken", verdict.fault
    return list(verdict.findings), list(verdict.supports)


def extraction(text: object, **attributes: object) -> dict[str, Any]:
    """Return a list of one extraction."""
    return {"extractions": [{"extraction_class": "x", "extraction_text": text, "attributes": attributes}]}


def codes(answer: object, source: object = SOURCE, **settings: Any) -> list[tuple[str, str]]:
    """Return the codes of an answer's findings with the last key of their places."""
    return [(one.code, one.where.rpartition("/")[2]) for one in judged(answer, source, **settings)[0]]


@pytest.mark.parametrize("pair", PAIRS, ids=lambda pair: f"{pair['id']} {pair['kind']}")
def test_the_shared_pairs_are_told_apart(pair: dict[str, Any]) -> None:
    """At its defaults an unsupported extraction is refused and a supported one is vouched for."""
    texts = pair.get("extractions") or [pair["extraction"]]
    answer = {"extractions": [{"extraction_class": "x", "extraction_text": text} for text in texts]}
    outcome = verify(answer, {"d": pair["source"]}, checks=[Grounding()], policy=Policy(authority={"*": "filter"}))
    assert outcome.status == ("released" if pair["label"] == "supported" else "refused")


def test_a_field_that_stands_is_supported_by_its_slice() -> None:
    """Text, number and date each have a support with the characters of the document."""
    findings, supports = judged(
        extraction("Acme Corp", amount=1000.5, on="2025-12-31", city="Oslo", paid=True, note=None)
    )
    assert findings == []
    assert [support.where.rpartition("/")[2] for support in supports] == ["extraction_text", "amount", "on", "city"]
    assert all(support.vouches for support in supports)
    for support in supports:
        (quote,) = support.evidence
        assert SOURCE[quote.start : quote.end] == quote.text
    assert [support.evidence[0].text for support in supports][1:] == ["1,000.50", "31 December 2025", "Oslo"]


@pytest.mark.parametrize(
    ("answer", "code"),
    [
        (extraction("Globex GmbH"), ("not_grounded", "extraction_text")),
        (extraction("The rate was 6%"), ("contradicted", "extraction_text")),
        (extraction("The tenant shall keep animals"), ("contradicted", "extraction_text")),
        (extraction("The board met two times in Oslo in 2020"), ("near_only", "extraction_text")),
        (extraction("Acme Corp", role="guarantor"), ("not_grounded", "role")),
        (extraction("Acme Corp", amount=1000), ("not_grounded", "amount")),
        (extraction("Acme Corp", loss=7), ("contradicted", "loss")),
        (extraction("Acme Corp", sales=8), ("contradicted", "sales")),
        (extraction("Acme Corp", on="2024-12-31"), ("contradicted", "on")),
        (extraction("Acme Corp", parties=["Beta LLC", "Gamma SA"]), ("not_grounded", "1")),
        (extraction("Acme Corp", deep={"a": {"b": "Gamma SA"}}), ("not_grounded", "b")),
    ],
)
def test_what_does_not_stand_is_a_finding_at_its_place(answer: object, code: tuple[str, str]) -> None:
    """The finding points at the text or the attribute value, and nothing else is found."""
    assert codes(answer) == [code]
    outcome = verify(answer, SOURCE, checks=[Grounding()])
    assert outcome.status == "refused"


def test_a_contradiction_shows_both_sides() -> None:
    """`expected` are the document's words, `seen` the answer's, and the evidence is the slice."""
    (finding,), _ = judged(extraction("The loss was -9 units"))
    assert finding.expected == "The loss was -7 units"[: len(finding.expected)]
    assert finding.seen == "The loss was -9 units"
    assert "“-7” where it has “-9”" in finding.message or "“7” where it has “9”" in finding.message
    (quote,) = finding.evidence
    assert SOURCE[quote.start : quote.end] == quote.text


def test_a_denied_statement_is_cut_short() -> None:
    """Words that stand there but for the "no" before them are refused by a code of their own."""
    source = "Patient has no history of diabetes. He is not safe to drive home."
    assert codes(extraction("history of diabetes"), source) == [("cut_short", "extraction_text")]
    assert codes(extraction("safe to drive home"), source) == [("cut_short", "extraction_text")]
    assert codes(extraction("diabetes"), source) == []


def test_a_filter_takes_out_the_one_extraction() -> None:
    """What stands is released as it was; the invented one is gone, whatever else the list holds."""
    answer = {"extractions": [
        {"extraction_class": "p", "extraction_text": "Acme Corp", "attributes": {"paid": "Beta LLC"}},
        {"extraction_class": "p", "extraction_text": "Globex GmbH", "attributes": {}},
        {"extraction_class": "p", "extraction_text": "Beta LLC", "attributes": {"city": "Rome"}},
    ]}  # fmt: skip
    outcome = verify(answer, SOURCE, checks=[Grounding()], policy=Policy(authority={"*": "filter"}))
    assert outcome.status == "filtered"
    assert outcome.value == {"extractions": answer["extractions"][:1]}


def test_all_shapes_of_extractions_are_read() -> None:
    """Attributes beside a class of its own, in a flat list, and keys next to the text are looked at too."""
    assert codes([{"party": "Acme Corp", "party_attributes": {"city": "Rome"}}]) == [("not_grounded", "city")]
    assert codes([{"text": "Acme Corp", "attributes": {}, "note": "is bankrupt"}]) == [("not_grounded", "note")]
    assert codes([{"text": 1000.5, "attributes": {}}]) == []
    assert codes([{"text": 1000.7, "attributes": {}}]) == [("not_grounded", "text")]


def test_labels_are_excepted_by_name() -> None:
    """A class label of the schema is no word of the document; what is named is not looked for."""
    assert codes(extraction("Acme Corp", role="payer"), labels=("role",)) == []
    assert codes(extraction("Acme Corp", role="payer", n=3), attributes=("numbers",)) == [("not_grounded", "n")]
    assert codes(extraction("Acme Corp", role="payer", n=3), attributes=()) == []


def test_how_tightly_a_text_must_stand_is_a_setting() -> None:
    """Below `at_least` what stands is loosely grounded; near passes only when asked for, and vouches for nothing."""
    assert codes(extraction("The rate was 5%"), at_least="folded") == [("loosely_grounded", "extraction_text")]
    assert codes(extraction("acme corp"), at_least="verbatim") == [("loosely_grounded", "extraction_text")]
    answer = extraction("The board met two times in Oslo in 2020")
    findings, supports = judged(answer, at_least="near")
    assert findings == []
    assert [support.vouches for support in supports] == [False]
    assert verify(answer, SOURCE, checks=[Grounding(at_least="near")]).status == "refused"


def test_a_stated_interval_is_not_believed() -> None:
    """The text is looked up anew, and an interval that holds something else is a finding."""
    forged = {"extraction_class": "x", "extraction_text": "Globex", "char_interval": {"start_pos": 0, "end_pos": 6}}
    assert codes([forged]) == [("not_grounded", "extraction_text"), ("misplaced", "char_interval")]
    start = SOURCE.index("Acme")
    true = {
        "extraction_class": "x",
        "extraction_text": "Acme Corp",
        "char_interval": {"start_pos": start, "end_pos": start + 9},
    }
    assert codes([true]) == []
    for start_pos, end_pos in ((-5, 4), (10**6, 10**6 + 9), (None, 3), ("0", "9"), (True, 9)):
        odd = true | {"char_interval": {"start_pos": start_pos, "end_pos": end_pos}}
        assert codes([odd]) == [("misplaced", "char_interval")]


def test_values_of_a_json_answer_are_held_to_the_documents() -> None:
    """Pointers name what has to stand; an answer of which anything else is said is not vouched for."""
    answer = {"party": "Acme Corp", "lines": [{"amount": 1000.5}, {"amount": 12}], "paid": True}
    fields = ("/party", "/lines/*/amount")
    assert codes(answer, fields=fields) == [("not_grounded", "amount")]
    assert verify({"party": "Acme Corp", "lines": []}, SOURCE, checks=[Grounding(fields=fields)]).status == "released"
    unnamed = {"party": "Acme Corp", "note": "is bankrupt"}
    assert codes(unnamed, fields=fields) == []
    assert verify(unnamed, SOURCE, checks=[Grounding(fields=fields)]).status == "refused"
    assert verify(unnamed, SOURCE, checks=[Grounding(fields=fields, labels=("note",))]).status == "released"
    assert codes(unnamed, fields=("/**",)) == [("not_grounded", "note")]
    assert judged(unnamed) == ([], [])


def test_any_given_document_may_hold_a_field() -> None:
    """Among many documents the one that holds it is found; `documents` narrows them."""
    many = {f"d{number}": f"Item {number} weighs {number * 7} kg, says clerk {number}." for number in range(40)}
    findings, supports = judged(extraction("Item 31 weighs 217 kg"), many)
    assert findings == []
    assert supports[0].evidence[0].document == "d31"
    assert codes(extraction("Item 31 weighs 217 kg"), many, documents=("d3",)) != []
    assert codes(extraction("Item 31 weighs 217 kg"), many, documents=("d31", "ghost")) == []
    assert codes(extraction("Item 31 weighs 217 kg"), ()) == [("not_grounded", "extraction_text")]


def test_a_value_is_shown_where_it_is_nearest_to_its_text() -> None:
    """Of two places of a number the one beside the extracted text is the evidence."""
    source = "Ann paid 5 EUR. " + "Nothing else happened. " * 5 + "Bob paid 5 EUR."
    _, supports = judged(extraction("Bob", paid=5), source)
    assert supports[1].evidence[0].start > source.index("Bob")


def test_no_answer_raises_and_all_are_bounded() -> None:
    """Blank and huge texts, lists, separators, lone surrogates and deep attributes end in findings of bounded size."""
    deep: Any = "end"
    for _ in range(90):
        deep = {"k": [deep]}
    odd: list[Any] = ["", " ", "\u241f", "x" * 1_000_000, ["a"], None, {}, True, 10**80, 1e300, "\ud800", "。"]
    for text in odd:
        for one in judged([{"extraction_class": "c", "extraction_text": text, "attributes": {"a": text, "d": deep}}])[
            0
        ]:
            assert len(one.message) + len(one.expected) + len(one.seen) < 3000
    claim = Claim(text="\ud800", where="/0", citations=(Citation(typed="\ud800", typed_where="/0/text"),))
    draft = Draft(
        raw="", kind="extractions", value=[{"text": "\ud800", "attributes": {"a": "\udfff\u241f"}}], claims=(claim,)
    )
    for source in ("\ud800 here", "none", "\u241f"):
        assert run_check(Grounding(), draft, Evidence.of([Document(id="d", text=source)])).status != "broken"
    crowded = extraction("Acme Corp", many=list(range(20_001)))
    assert codes(crowded) == [("too_many_fields", "")]


def test_settings_are_refused_when_they_are_made() -> None:
    """A level, a kind or a pointer that does not exist raises where the check is made, and says what may be."""
    for settings in ({"at_least": "fuzzy"}, {"attributes": ("dates",)}, {"fields": ("party",)}, {"labels": "role"}):
        with pytest.raises(UsageError, match="Grounding"):
            Grounding(**settings)


SAID = (
    "The rent is 1,000 EUR, due on 5 March 2025 at 14:30. Mix 3/4 cup at 3:1. Call 030-1234567. It costs 5 million yen."
)


@pytest.mark.parametrize("text", ["1000 EUR", "EUR 1,000", "2025-03-05", "March 5, 2025", "2:30 pm", "5,000,000 yen"])
def test_a_quantity_that_is_a_text_stands_however_it_is_written(text: str) -> None:
    """An extracted amount, date or time is that of the document in another writing, and shows the document's own."""
    (support,) = judged(extraction(text), SAID)[1]
    (quote,) = support.evidence
    assert quote.text in SAID
    assert quote.how == "value"


@pytest.mark.parametrize(
    "text", ["1001 EUR", "1000 USD", "2025-03-06", "2:31 pm", "about 1000 EUR", "more than 1000 EUR"]
)
def test_another_quantity_does_not_stand(text: str) -> None:
    """Another number, unit, day or bound is not that of the document."""
    assert codes(extraction(text), SAID)


@pytest.mark.parametrize("number", [4, 14, 30, 1234567, 1])
def test_a_part_of_a_fraction_time_or_telephone_number_is_no_number(number: int) -> None:
    """A number that stands only inside something else does not stand; the year of a date does."""
    assert codes(extraction("The rent", n=number), SAID) == [("not_grounded", "n")]
    assert not codes(extraction("The rent", n=2025), SAID)


@pytest.mark.parametrize(
    ("source", "text"),
    [
        ("The owner disputes that the tenant paid the deposit.", "the tenant paid the deposit"),
        ("There is no evidence that the tenant paid the deposit.", "the tenant paid the deposit"),
        ("Nobody claims that the tenant paid the deposit.", "the tenant paid the deposit"),
        ("承租人无须支付押金。", "支付押金"),
        ("房东否认押金已支付。", "押金已支付"),
    ],
)
def test_what_is_denied_from_further_off_is_cut_short(source: str, text: str) -> None:
    """A denial of knowing, disputing or needing leaves nothing of what it denies."""
    assert codes(extraction(text), source) == [("cut_short", "extraction_text")]


@pytest.mark.parametrize(
    ("source", "text"),
    [
        ("敷金を支払ったという事実はない。", "敷金を支払った"),
        ("借主は敷金を支払ったことを否定した。", "敷金を支払った"),
    ],
)
def test_a_japanese_denial_behind_comes_with_what_it_denies(source: str, text: str) -> None:
    """What is denied at its end is released with its denial, or not at all."""
    outcome = verify({"extractions": [{"extraction_class": "x", "extraction_text": text}]}, {"d": source})
    released = "" if outcome.value is None else outcome.value["extractions"][0]["extraction_text"]
    assert released != text
