"""Looking claims up by pointer says what looking at each claim says, and takes no longer for many items."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from vouched.checks import Completeness
from vouched.checks.claim_places import ClaimPlaces
from vouched.documents import Evidence
from vouched.drafts import Claim, Draft
from vouched.run.checking import run_check
from vouched.run.reading import read
from work import calls_of

pointers = st.lists(st.sampled_from(["a", "b", "0", "1", "10", "a~1b", ""]), max_size=4).map(
    lambda parts: "".join(f"/{part}" for part in parts)
)


@given(st.lists(pointers, min_size=17, max_size=40), pointers)
def test_lookups_agree_with_looking_at_each_claim(wheres: list[str], where: str) -> None:
    """For every pointer, the claims that are found are those that the draft itself names, in its order."""
    draft = Draft(raw="", kind="json", claims=tuple(Claim(text="x", where=each) for each in wheres))
    places = ClaimPlaces(draft)

    assert places.of(where) == draft.claims_of(where)
    assert places.at(where) == draft.claim_at(where)


def test_work_grows_with_the_items_and_not_with_their_square() -> None:
    """Ten times as many items take no more than about ten times as many calls to judge."""
    check = Completeness(required=("/extraction_text",), suffices=True)
    work = []
    for count in (400, 4000):
        listed = [{"extraction_class": "rent", "extraction_text": f"Rent number {number}"} for number in range(count)]
        draft = read({"extractions": listed})
        verdict, calls = calls_of(run_check, check, draft, Evidence())
        work.append(calls)
        assert len(verdict.supports) == count

    assert work[1] < 12 * work[0]
