"""Models agree where they say the same and what they cite stands; where only a fact differs they contradict."""

from __future__ import annotations

import json
from typing import Any

import pytest

from vouched import Evidence, Guard, Outcome
from vouched.run.merging import merged
from vouched.run.reading import read
from vouched.testing import ScriptedModel
from vouched.text.contradicting import contradictions

LEASE = {"lease": "Profit changed by -5 %. The tenant shall not keep animals. The rent is 500 EUR."}


def claim(text: str, anchor: str = "Profit changed by -5 %") -> dict[str, Any]:
    """Return a claim that points at the lease."""
    return {"text": text, "citations": [{"document": "lease", "anchor": anchor}]}


def of(*texts: Any, merge: Any = "concatenate") -> Outcome:
    """Return the outcome of one attempt in which each model makes one claim."""
    answers = [{"claims": [text if isinstance(text, dict) else claim(text)]} for text in texts]
    return Guard([ScriptedModel([answer]) for answer in answers], max_retries=0, merge=merge).run("?", LEASE)


# One skeleton each, and another meaning.
HOMOGRAPHS = [
    ("Profit changed by -5 %.", "Profit changed by 5 %."),
    ("-5 % is the change.", "5 % is the change."),
    ("利润增长-5%。", "利润增长5%。"),
    ("It costs 10 5 euros.", "It costs 105 euros."),
    ("The area is x².", "The area is x2."),
    ("It has 10⁵ parts.", "It has 105 parts."),
    ("Now here it says so.", "Nowhere it says so."),
    ("They re-sign it.", "They resign it."),
]


@pytest.mark.parametrize(("one", "other"), HOMOGRAPHS)
@pytest.mark.parametrize("turned", [False, True])
def test_what_only_folds_alike_is_no_agreement(one: str, other: str, turned: bool) -> None:
    """A sign, a space, a raised digit or a hyphen makes two claims of them, in either order."""
    pair = (other, one) if turned else (one, other)
    outcome = of(*pair, merge=2)
    assert (outcome.status, outcome.findings[0].code) == ("refused", "not_agreed")


@pytest.mark.parametrize(("one", "other"), HOMOGRAPHS)
def test_neither_of_two_claims_is_dropped(one: str, other: str) -> None:
    """Put together, both are there to be judged, and a sign or a number in which they differ is told."""
    drafts = [read({"claims": [claim(text)]}) for text in (one, other)]
    whole, findings = merged(drafts, "concatenate", documents=Evidence.of(LEASE))
    assert [each.text for each in whole.claims] == [one, other]
    assert all(finding.code == "contradiction" for finding in findings)
    if any(char.isdecimal() for char in one) and "x" not in one:
        assert findings


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("The rent is 500 EUR.", "the  rent is 500 EUR."),
        ("The tenant’s rent is 500 EUR.", "The tenant's rent is 500 EUR."),
        ("Profit changed by -5 %.", "Profit changed by −5 %."),
        ("家賃は５００円です。", "家賃は500円です。"),
    ],
)
def test_typography_is_no_other_claim(one: str, other: str) -> None:
    """Case, width, white space and the form of a mark leave it the same claim, also cited at different places."""
    outcome = of(one, claim(other, "The rent is 500 EUR"), merge=2)
    assert outcome.value == {"claims": [claim(one)]}


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("The dose is -5 mg.", "The dose is 5 mg."),
        ("The dose is ≤5 mg a day.", "The dose is ≥5 mg a day."),
        ("The dose is < 5 mg a day.", "The dose is > 5 mg a day."),
        ("Give at least 5 days of notice.", "Give at most 5 days of notice."),
        ("罰金は百万円以上とする。", "罰金は百万円以下とする。"),
        ("The fee is $5.", "The fee is €5."),
        ("The dose is 5 mg a day.", "The dose is 5 g a day."),
        ("The rent is 500 EUR.", "The rent is 600 EUR."),
        ("The rent is 5 million.", "The rent is 5 billion."),
        ("The tenant shall keep animals.", "The tenant shall not keep animals."),
        ("员工可以申请远程办公。", "员工不可以申请远程办公。"),
        ("喫煙を許可する。", "喫煙を許可しない。"),
        ("The drug is safe.", "The drug is unsafe."),
        ("Pets are allowed.", "Pets are allowed only."),
    ],
)
def test_claims_that_differ_in_a_fact_alone_contradict(one: str, other: str) -> None:
    """Sign, comparator, currency, unit, number, scale and negation, in either order."""
    for pair in ((one, other), (other, one)):
        assert [finding.code for finding in of(*pair).findings if finding.check == "merge"] == ["contradiction"]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("The rent is 500 EUR.", "The deposit is 900 EUR."),
        ("The rent is due in May.", "The rent is payable monthly."),
        ("It takes five days.", "It takes 5 days."),
        ("They re-sign it.", "They resign it."),
    ],
)
def test_claims_that_differ_otherwise_do_not_contradict(one: str, other: str) -> None:
    """Another subject, other words or another spelling of a number is no contradiction."""
    assert not [finding for finding in of(one, other).findings if finding.check == "merge"]


def test_one_models_list_is_no_contradiction() -> None:
    """What a single model says of several things that differ in a number is a list."""
    listed = {"claims": [claim("Article 5 applies."), claim("Article 6 applies.")]}
    models = [ScriptedModel([listed]), ScriptedModel([{"claims": [claim("The rent is low.")]}])]
    assert Guard(models, max_retries=0).run("?", LEASE).status == "released"


def test_a_claim_whose_quote_does_not_stand_is_no_vote() -> None:
    """The same text with an invented quote, an unknown document or no citation adds nothing to one that stands."""
    good = {"text": "No pets.", "citations": [{"document": "lease", "quote": "The tenant shall not keep animals."}]}
    bad = {"text": "No pets.", "citations": [{"document": "lease", "quote": "Animals are never welcome in the flat."}]}
    ghost = {"text": "No pets.", "citations": [{"document": "ghost", "quote": "The tenant shall not keep animals."}]}
    for none in (bad, ghost, {"text": "No pets.", "citations": []}):
        for pair in ((good, none), (none, good)):
            assert of(*pair, merge=2).status == "refused"
        assert of(none, good, good, merge=2).value == {"claims": [good]}


def test_many_claims_that_are_nearly_alike_are_compared() -> None:
    """Two hundred claims that differ in a number each, and two hundred long ones, are compared; few are told."""
    short = contradictions([f"The rent of flat A is {n} EUR." for n in range(200)], apart=lambda *_: True)
    long = [f"{'word and more of it, ' * 100}{n}" for n in range(200)]
    contradictions(long, apart=lambda *_: True)
    assert 0 < len(short) <= 50


def test_what_others_only_repeat_is_the_first_draft() -> None:
    """Where no draft adds a claim to the first one's, and all of its claims are kept, it stays as it was read."""
    first = read(
        "```json\n" + json.dumps({"claims": [claim("No pets."), claim("Rent is due.")], "note": "n"}) + "\n```"
    )
    again = read({"claims": [claim("Rent is due."), claim("no  pets.")]})
    for merge in ("concatenate", 2):
        assert merged([first, again], merge, documents=Evidence.of(LEASE)) == (first, ())
    more = read({"claims": [claim("No pets."), claim("Rent is due."), claim("Five rooms.")]})
    whole, _ = merged([first, more], "concatenate", documents=Evidence.of(LEASE))
    assert whole.value == {**first.value, "claims": more.value["claims"]}
    assert [each.text for each in whole.claims] == ["No pets.", "Rent is due.", "Five rooms.", "n"]
