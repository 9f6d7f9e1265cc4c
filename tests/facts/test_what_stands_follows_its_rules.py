"""What stands of a key follows from authority, day and place alone, whatever was written, in whatever order."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from facts.standing_model import amount, stands
from vouched.facts.periods import Period
from vouched.facts.rows import STATUSES, Fact, FactKey
from vouched.facts.standing import standing

KEY = FactKey("REVENUE", "HK", Period("year", "2025"))
DAYS = ("2025-01-01", "2025-06-30", "2025-12-31")
VALUES = (("1700", "USD_M"), ("1.7", "USD_B"), ("1700.0", "USD_M"), ("1690", "USD_M"), ("-5", "USD_M"))


@st.composite
def writes(draw: Any) -> Fact:
    """A fact about one key, from few enough documents, places, days and persons that they meet."""
    value, unit = draw(st.sampled_from(VALUES))
    by = draw(st.sampled_from((None, None, "ann", "ben")))
    statuses = [each for each in STATUSES if by is None or each != "auto_approved"]
    return Fact(
        key=KEY,
        value=Decimal(value),
        unit=unit,
        document=draw(st.sampled_from("ab")),
        locator=draw(st.sampled_from("xy")),
        as_of=draw(st.sampled_from((None, *DAYS))),
        status=draw(st.sampled_from(statuses)),
        by=by,
    )


def recorded(facts: list[Fact]) -> list[Fact]:
    """Return facts as a store records them, one write after the other."""
    return [fact.but(recorded_at=f"2026-01-01T00:00:{turn:02}.000000+00:00") for turn, fact in enumerate(facts)]


def amounts(rows: list[Fact], **when: str | None) -> set[Decimal]:
    """Return the amounts that stand."""
    return {amount(fact) for fact in standing(rows, **when)}


ROWS = st.lists(writes(), max_size=12).map(recorded)
DAY = st.sampled_from((None, "2024-12-31", "2025-01-01", "2025-07-01", "2026-01-01"))
INSTANT = st.none() | st.integers(0, 12).map(lambda turn: f"2026-01-01T00:00:{turn:02}.000000+00:00")


@given(ROWS, DAY, INSTANT)
def test_what_stands_is_what_nothing_goes_before(rows: list[Fact], as_of: str | None, known_at: str | None) -> None:
    """What stands is what the rules say, row by row, for every day and instant."""
    assert amounts(rows, as_of=as_of, known_at=known_at) == stands(rows, as_of=as_of, known_at=known_at)


@given(ROWS)
def test_what_stands_is_approved_and_told_once(rows: list[Fact]) -> None:
    """Only approved rows stand, each amount once, the last recorded first."""
    found = standing(rows)

    assert all(fact.status in ("approved", "auto_approved") and fact in rows for fact in found)
    assert len({amount(fact) for fact in found}) == len(found)
    assert [fact.recorded_at for fact in found] == sorted((fact.recorded_at or "" for fact in found), reverse=True)


@given(ROWS, st.integers(0, 12))
def test_what_was_known_never_changes(rows: list[Fact], turn: int) -> None:
    """What stood at an instant is the same whatever was written afterwards."""
    before = rows[: turn + 1]
    if before:
        assert standing(rows, known_at=before[-1].recorded_at) == standing(before)


@given(ROWS, DAY)
def test_a_day_sees_only_what_was_said_by_then(rows: list[Fact], day: str | None) -> None:
    """What stood on a day is what stands of all that speaks for days until then."""
    until = [row for row in rows if row.as_of is None or day is None or row.as_of <= day]

    assert standing(rows, as_of=day) == standing(until)


@given(ROWS, st.lists(writes(), max_size=4))
def test_what_a_program_does_not_approve_changes_nothing(rows: list[Fact], more: list[Fact]) -> None:
    """Pending, rejected and blocked rows of programs, and pending ones of persons, leave what stands as it is."""
    idle = [fact for fact in more if fact.status == "pending" or (fact.by is None and fact.status != "approved")]
    idle = [fact for fact in idle if fact.status != "auto_approved"]

    assert amounts(recorded([*rows, *idle])) == amounts(rows)


@given(ROWS, st.lists(writes(), max_size=4))
def test_nothing_automatic_changes_what_was_approved(rows: list[Fact], more: list[Fact]) -> None:
    """Where something approved stands, nothing that a program approves by itself afterwards changes it."""
    if any(fact.status == "approved" for fact in standing(rows)):
        assert amounts(recorded([*rows, *(fact.but(by=None, status="auto_approved") for fact in more)])) == amounts(
            rows
        )


@given(ROWS, st.lists(writes(), max_size=4))
def test_no_program_changes_what_a_person_approved(rows: list[Fact], more: list[Fact]) -> None:
    """Where a person's approval stands, nothing that programs write afterwards changes it."""
    found = standing(rows)
    if any(fact.by is not None for fact in found):
        assert amounts(recorded([*rows, *(fact.but(by=None) for fact in more)])) == amounts(rows)


@given(ROWS, writes())
def test_what_a_person_approves_for_the_latest_day_stands(rows: list[Fact], last: Fact) -> None:
    """What a person approves for a day later than all others stands alone."""
    approved = last.but(by="eve", status="approved", as_of="2026-01-01")

    assert amounts(recorded([*rows, approved])) == {amount(approved)}


@given(
    st.lists(writes(), max_size=8, unique_by=lambda fact: (fact.document, fact.locator, fact.as_of)).flatmap(
        lambda facts: st.tuples(st.just(facts), st.permutations(facts))
    )
)
def test_the_order_of_places_decides_nothing(both: tuple[list[Fact], list[Fact]]) -> None:
    """Rows of different places stand or not, in whatever order they were recorded."""
    first, second = both

    assert amounts(recorded(first)) == amounts(recorded(second))
