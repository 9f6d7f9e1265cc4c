"""Every cited document was given, and each claim cites enough of them."""

from typing import Any

import pytest

from conftest import cases
from vouched import Citation, Claim, Document, Draft, Evidence, Finding, Support, verify
from vouched.checks import Citations, Quotes
from vouched.errors import UsageError

GIVEN = Evidence.of({"lease": "The rent is 500 EUR.", "rules": "No noise after ten."})


def said(*citations: Citation, at_least: int = 0) -> list[Finding | Support]:
    """Return what the check says of one claim with these citations."""
    draft = Draft(raw="", kind="json", claims=(Claim(text="x", citations=citations),))
    return list(Citations(at_least=at_least)(draft, GIVEN))


def test_a_given_document_is_supported_and_an_invented_one_found() -> None:
    """A cited id that was given supports its claim; another is a finding that lists what was given."""
    good, bad = said(Citation(document="lease", where="/a"), Citation(document="leese", where="/b"))
    assert good == Support(check="citations", claim=0, where="/a", vouches=False)
    assert isinstance(bad, Finding)
    assert (bad.code, bad.claim, bad.where, bad.seen) == ("unknown_document", 0, "/b", "leese")
    assert bad.expected == "one of lease, rules"


def test_a_number_counts_the_documents_unless_ids_are_numbers() -> None:
    """[2] is the second document given; with ids that are numbers, it is the document of that id."""
    assert isinstance(said(Citation(document="2"))[0], Support)
    assert isinstance(said(Citation(document="3"))[0], Finding)
    assert isinstance(said(Citation(document="0"))[0], Finding)
    assert Evidence.of({"7": "a", "2": "b"}).resolve("1") is None


def test_a_number_is_no_place_where_an_id_means_another() -> None:
    """[2] is not the second document where another one's id ends in 2; a document's file name is its id too."""
    given = Evidence.of({"doc1": "a", "doc10": "b", "doc2": "c"})
    assert given.resolve("2") is None
    assert given.resolve("1") is given.documents[0]
    filed = Evidence.of([Document(id="lease", text="x", path="/files/lease.md")])
    assert filed.resolve("lease.md") is filed.documents[0]


def test_an_id_is_never_matched_in_part_or_in_other_case() -> None:
    """Part of an id, another case of it or an empty id is not the id."""
    for reference in ("lea", "Lease", "", "lease ", "None"):
        assert isinstance(said(Citation(document=reference))[0], Finding)


def test_each_id_of_one_marker_is_looked_up() -> None:
    """An invented id does not hide behind a given one in the same marker."""
    found = said(Citation(document="lease", alternatives=("ghost",)))
    assert [type(item) for item in found] == [Support, Finding]


def test_an_id_alone_vouches_only_where_the_user_says_so() -> None:
    """That a document exists says nothing of the claim; `suffices` is the user's word that it does."""
    answer = {"claims": [{"text": "The moon is made of cheese.", "citations": [{"document": "lease"}]}]}
    assert verify(answer, GIVEN).status == "refused"
    assert verify(answer, GIVEN).claims[0].verdict == "silent"
    assert verify(answer, GIVEN, checks=[Citations(suffices=True)]).status == "released"


def test_an_id_that_is_nearly_right_is_named() -> None:
    """An id in other case, or with a file's ending, is still unknown, and the message says which one it may be."""
    for reference in ("Lease", "lease.md", " LEASE.txt"):
        (finding,) = said(Citation(document=reference))
        assert isinstance(finding, Finding)
        assert finding.message.endswith("did it mean 'lease'?")


def test_without_citations_it_is_silent_unless_some_are_demanded() -> None:
    """A claim that cites nothing is nothing to look at; with `at_least` it is a finding, and so is a draft of none."""
    assert said() == []
    (finding,) = said(at_least=1)
    assert isinstance(finding, Finding)
    assert finding.code == "too_few_citations"
    (whole,) = Citations(at_least=1)(Draft(raw="", kind="text"), GIVEN)
    assert isinstance(whole, Finding)
    assert whole.claim is None


@pytest.mark.parametrize("at_least", [-1, True, "1", 1.0])
def test_a_setting_that_means_nothing_is_refused(at_least: Any) -> None:
    """`at_least` is a number from 0, said at construction."""
    with pytest.raises(UsageError):
        Citations(at_least=at_least)


@pytest.mark.parametrize("case", cases("citations"), ids=lambda case: case["id"])
def test_each_case_of_the_older_package_is_a_finding(case: dict[str, Any]) -> None:
    """What raised, passed or was counted twice there is a finding here."""
    citations, second = case["args"]
    answer = {"claims": [{"text": "x", "citations": citations}]}
    if case["fn"] == "check_citations_exist":
        if isinstance(second, str):
            # A set of ids given as one text: here it is one document, and "c" is not part of its id.
            outcome = verify({"claims": [{"text": "x", "citations": [{"document": "c"}]}]}, {"c1": second})
        else:
            outcome = verify(answer, dict.fromkeys(second, "text"), checks=[Citations(at_least=1)])
    else:
        outcome = verify(answer, second, checks=[Quotes()])
    assert outcome.findings
    assert outcome.status == "refused"
    assert outcome.value is None
