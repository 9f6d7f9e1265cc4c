"""Looking claims up by pointer says what looking at each claim says, and takes no longer for many items."""

from __future__ import annotations

import time

from hypothesis import given
from hypothesis import strategies as st

from vouched.checks import Completeness
from vouched.checks.claim_places import ClaimPlaces
from vouched.documents import Evidence
from vouched.drafts import Claim, Draft
from vouched.run.checking import run_check
from vouched.run.reading import read

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


def test_time_grows_with_the_items_and_not_with_their_square() -> None:
    """Ten times as many items take far less than a hundred times as long to judge."""
    check = Completeness(required=("/extraction_text",), suffices=True)
    seconds = []
    for count in (400, 4000):
        listed = [{"extraction_class": "rent", "extraction_text": f"Rent number {number}"} for number in range(count)]
        draft = read({"extractions": listed})
        begun = time.perf_counter()
        verdict = run_check(check, draft, Evidence())
        seconds.append(time.perf_counter() - begun)
        assert len(verdict.supports) == count

    assert seconds[1] < 40 * seconds[0]
