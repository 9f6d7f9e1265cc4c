"""A check that misbehaves is a broken verdict, never an approval and never an exception."""

from collections.abc import Iterator
from typing import Any

import pytest

from vouched import Claim, Draft, Evidence, Finding, Support, verify
from vouched.errors import UsageError
from vouched.run.checking import run_check

DRAFT = Draft(raw="{}", kind="json", value={"a": [1]}, claims=(Claim(text="x"),))


def raises(_draft: Draft, _evidence: Evidence) -> Iterator[Finding | Support]:
    """Support the claim, then fail."""
    yield Support(check="raises", claim=0)
    raise ValueError("boom\n" * 500)


def returns_true(_draft: Draft, _evidence: Evidence) -> Any:
    """Return a truth value instead of findings."""
    return True


def returns_none(_draft: Draft, _evidence: Evidence) -> Any:
    """Return nothing."""


def returns_text(_draft: Draft, _evidence: Evidence) -> Any:
    """Return a text."""
    return "all good"


def yields_true(_draft: Draft, _evidence: Evidence) -> Any:
    """Yield a truth value instead of findings."""
    yield True


def never_ends(_draft: Draft, _evidence: Evidence) -> Iterator[Support]:
    """Support the claim for ever."""
    while True:
        yield Support(check="never_ends", claim=0)


@pytest.mark.parametrize("check", [raises, returns_true, returns_none, returns_text, yields_true, never_ends])
def test_a_faulty_check_is_broken(check: Any) -> None:
    """Raising, returning None, True or a text, yielding what is no finding, and not ending are all broken."""
    verdict = run_check(check, DRAFT, Evidence())
    assert verdict.status == "broken"
    assert verdict.fault
    assert len(verdict.fault) <= 300
    assert "\n" not in verdict.fault
    assert verify({"claims": [{"text": "x"}]}, {"d": "t"}, checks=[check]).status in ("held", "refused")


def test_a_check_that_yields_nothing_is_silent() -> None:
    """Nothing said is silence, and silence releases nothing."""
    assert run_check(lambda _draft, _evidence: (), DRAFT, Evidence()).status == "silent"


def test_a_foreign_check_cannot_change_what_is_released() -> None:
    """A check that writes into the value writes into its own copy."""

    def vandal(draft: Draft, _evidence: Evidence) -> Iterator[Support]:
        draft.value["claims"][0]["text"] = "changed"
        yield Support(check="vandal", claim=0)

    outcome = verify({"claims": [{"text": "x"}]}, {"d": "t"}, checks=[vandal])
    assert outcome.status == "released"
    assert outcome.value == {"claims": [{"text": "x"}]}


def test_what_is_no_check_or_twice_the_same_is_refused_at_once() -> None:
    """A programmer's mistake is said before anything runs."""
    with pytest.raises(UsageError, match="expected a check"):
        verify("x", {"d": "t"}, checks=[5])  # type: ignore[list-item]
    with pytest.raises(UsageError, match="twice"):
        verify("x", {"d": "t"}, checks=[raises, raises])
