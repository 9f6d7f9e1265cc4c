"""The list of the peer's tests that fail here is compared with a run in both directions; `make peers` runs them."""

from __future__ import annotations

from peers.run import KINDS, Compared, Expected, compared, expected, results

LISTED = {"m::T::known": Expected("fails open", "why")}


def test_every_listed_failure_has_a_kind_and_a_reason() -> None:
    """A failure is listed with one of the kinds and a sentence that says why."""
    listed = expected()

    assert listed
    assert {each.kind for each in listed.values()} <= set(KINDS)
    assert [name for name, each in listed.items() if len(each.reason.split()) < 5] == []


def test_a_failure_that_is_not_listed_is_a_difference() -> None:
    """A test that fails without being listed is told."""
    found = compared({"m::T::known": False, "m::T::new": False}, LISTED)

    assert found == Compared(unlisted=("m::T::new",), standing=(), missing=())
    assert found.differs


def test_a_listed_test_that_passes_is_a_difference() -> None:
    """A listed test that passes, or that is not there, is told, so that the list stays true."""
    assert compared({"m::T::known": True}, LISTED).standing == ("m::T::known",)
    assert compared({}, LISTED).missing == ("m::T::known",)
    assert not compared({"m::T::known": False, "m::T::other": True}, LISTED).differs


def test_results_are_named_as_in_the_list() -> None:
    """A report names its tests by module, class and test; what failed, broke or was skipped did not pass."""
    report = (
        '<testsuites><testsuite><testcase classname="tests.m.T" name="good"/>'
        '<testcase classname="tests.m.T" name="bad"><failure message="x"/></testcase>'
        '<testcase classname="tests.m" name="left"><skipped/></testcase></testsuite></testsuites>'
    )

    assert results(report) == {"m::T::good": True, "m::T::bad": False, "m::left": False}
