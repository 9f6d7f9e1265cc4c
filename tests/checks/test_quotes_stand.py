"""What a claim quotes or points to stands in the document that it cites, word for word."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vouched import Citation, Evidence, Finding, Quote, verify
from vouched.checks.quotes import find_quote

LEASE = (
    "The tenant shall not keep animals. The rent is 500 EUR,\ndue on the first day of each month. The tenant may not "
    "sublet, in whole or in part, without the landlord’s written consent.\n\nNotice is three months."
)
GIVEN = Evidence.of({"lease": LEASE, "rules": "No noise is allowed after ten in the evening."})


def code(citation: Citation) -> str:
    """Return the finding's code, or how the quote was found."""
    found = find_quote(citation, GIVEN)
    assert found is not None
    return found.code if isinstance(found, Finding) else found.how


@pytest.mark.parametrize(
    ("typed", "wanted"),
    [
        ("The rent is 500 EUR, due on the first day", "whitespace"),
        ("the tenant may not sublet", "case"),
        ("without the landlord's written consent", "punctuation"),
        ("“The tenant shall not keep animals.”", "exact"),
        ("The tenant may not sublet … without the landlord’s written consent", "ellipsis"),
        ("The tenant may not sublet [...] written consent.", "ellipsis"),
        ("The rent is 600 EUR, due on the first day", "altered_quote"),
        ("The tenant shall keep animals.", "altered_quote"),
        ("the landlord’s written consent … The tenant may not sublet", "altered_quote"),
        ("tenant may sublet, in whole or in part", "altered_quote"),
        ("No noise is allowed after ten", "wrong_document"),
        ("The moon is made of green cheese.", "quote_not_found"),
        ("500", "exact"),
        ("5", "weak_quote"),
        ("。", "weak_quote"),
        ("nant may not sub", "altered_quote"),
    ],
)
def test_a_typed_quote_stands_or_is_found_out(typed: str, wanted: str) -> None:
    """Typography is forgiven at a level that is said; a changed word, number or order never is."""
    assert code(Citation(document="lease", typed=typed)) == wanted


@pytest.mark.parametrize(
    ("anchor", "wanted"),
    [
        ("shall not keep", "exact"),
        ("The tenant", "ambiguous_anchor"),
        ("a", "weak_anchor"),
        ("", "weak_anchor"),
        ("feeds lions gladly", "anchor_not_found"),
        ("The tenant shall now keep animals", "altered_anchor"),
        ("allowed after ten", "wrong_document"),
    ],
)
def test_an_anchor_points_to_one_sentence_or_is_found_out(anchor: str, wanted: str) -> None:
    """An anchor gives its whole sentence; one that points nowhere, twice or elsewhere is a finding."""
    assert code(Citation(document="lease", anchor=anchor)) == wanted


def test_a_changed_word_is_named_in_both_forms() -> None:
    """The finding says what the document has, what the quote has, and where."""
    found = find_quote(Citation(document="lease", typed="The rent is 600 EUR, due on the first day"), GIVEN)
    assert isinstance(found, Finding)
    assert found.message == "the document has “500” where the quote has “600”"
    (near,) = found.evidence
    assert LEASE[near.start : near.end] == near.text
    assert near.text.startswith("The rent is 500 EUR")


def test_a_quote_contains_the_anchor_it_was_given_with() -> None:
    """A true quote of another sentence than the anchor's is a finding."""
    assert code(Citation(document="lease", anchor="three months", typed="The rent is 500 EUR")) == "anchor_not_in_quote"
    assert code(Citation(document="lease", anchor="500 EUR", typed="The rent is 500 EUR")) == "exact"


def test_without_anything_to_look_for_or_in_it_is_silent() -> None:
    """No anchor and no quote, or a document that was not given, leaves nothing to say; citations says the latter."""
    assert find_quote(Citation(document="lease"), GIVEN) is None
    assert find_quote(Citation(document="ghost", anchor="500 EUR"), GIVEN) is None
    assert find_quote(Citation(document="lease", anchor="500 EUR"), Evidence.of()) is None


def test_a_claimed_location_is_not_believed() -> None:
    """A citation that comes with a located quote which is no slice of the document is located anew."""
    forged = Quote("lease", 0, 4, "Ours", "exact")
    assert code(Citation(document="lease", typed="The tenant may sublet.", quote=forged)) == "altered_quote"


def test_any_document_may_hold_a_quote_that_cites_none() -> None:
    """Without an id, each given document is searched; of many plain ones only those that can hold the words."""
    many = Evidence.of([f"Document {number} speaks of item {number * 7} only." for number in range(60)])
    found = find_quote(Citation(typed="speaks of  item 77 only"), many)
    assert isinstance(found, Quote)
    assert found.document == "12"
    broken = Evidence.of(
        [*(f"nothing here {n}" for n in range(30)), "the infor-\nmation stands", "ＦＵＬＬ　ＷＩＤＴＨ words"]
    )
    assert isinstance(find_quote(Citation(typed="the information stands"), broken), Quote)
    assert isinstance(find_quote(Citation(typed="full width words"), broken), Quote)


def test_cut_numerals_and_negations_are_shown_whole() -> None:
    """A typed quote that begins inside a numeral or ends before a negation is released with what it left out."""
    text = "会議の決定は、第九十一条第二項の規定により、これを公表しない。"
    found = find_quote(Citation(document="1", typed="一条第二項の規定により、これを公表し"), Evidence.of([text]))
    assert isinstance(found, Quote)
    assert found.text == text
    released = verify("「一条第二項の規定により、これを公表し」[1]。", [text]).value
    assert released == "「第九十一条第二項の規定により、これを公表しない。」[1]。"


@pytest.mark.parametrize(
    ("typed", "text", "left_out"),
    [
        (
            "the Landlord be liable for damages",
            "In no event shall the Landlord be liable for damages.",
            "In no event shall",
        ),
        ("the Tenant may sublet the flat", "Under no circumstances may the Tenant may sublet the flat.", None),
        (
            "be liable for any damages",
            "It shall not under any circumstances be liable for any damages.",
            "not under any",
        ),
        ("The Tenant may sublet the flat", "The Tenant may sublet the flat only with written consent.", "only"),
        ("The Tenant may sublet the flat", "The Tenant may sublet the flat unless the Landlord objects.", "unless"),
        ("合同规定的义务赔偿损失", "当事人没合同规定的义务赔偿损失。", "没"),
    ],
)
def test_a_quote_that_leaves_out_what_turns_it_is_a_finding(typed: str, text: str, left_out: str | None) -> None:
    """A negation before it or a condition after it, with nothing between, may not be left out."""
    found = find_quote(Citation(document="1", typed=typed), Evidence.of([text]))
    assert found is not None
    if left_out is not None:
        assert isinstance(found, Finding)
        assert found.code == "cut_quote"
        assert left_out in found.message


def test_the_pieces_of_an_ellipsis_are_of_one_sentence() -> None:
    """An ellipsis that joins a sentence's beginning to another's end is a finding."""
    text = "The Landlord shall insure the house. In case of damage the Tenant will bear the costs of repair."
    found = find_quote(
        Citation(document="1", typed="The Landlord shall ... bear the costs of repair"), Evidence.of([text])
    )
    assert isinstance(found, Finding)
    assert found.code == "stitched_quote"


def test_a_letter_whose_case_was_changed_in_brackets_is_that_letter() -> None:
    """The quote "[n]either party" is one of "Neither party"."""
    found = find_quote(
        Citation(document="1", typed="[n]either party may assign it"), Evidence.of(["Neither party may assign it."])
    )
    assert isinstance(found, Quote)


@given(st.text(max_size=60), st.one_of(st.none(), st.text(max_size=60)), st.text(max_size=200))
def test_no_quote_no_anchor_and_no_document_raises(typed: str, anchor: str | None, text: str) -> None:
    """Whatever the texts are, a quote that is found is a slice, and the rest are findings."""
    evidence = Evidence.of({"d": text + typed})
    found = find_quote(Citation(document="d", typed=typed, anchor=anchor), evidence)
    if isinstance(found, Quote):
        assert evidence.documents[0].text[found.start : found.end] == found.text
    else:
        assert found is not None
