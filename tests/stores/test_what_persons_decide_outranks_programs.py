"""What a person approves, corrects or rejects stands against all that programs write."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import pytest

from stores.facts_said import KEY, key, said, values
from vouched.errors import StoreError, UsageError
from vouched.facts.rows import Written
from vouched.stores.facts import SQLFactStore


def test_a_program_takes_back_no_correction(store: SQLFactStore) -> None:
    """What a person corrected stands, whatever is loaded afterwards, of a later day too."""
    store.write([said(1700)])
    [[fact]] = store.current([KEY])
    store.review(fact, by="ann", decision="approved", value=Decimal("1701.5"))
    store.write([said(1700), said(1702), said(1800, document="b.pdf", as_of="2026-01-01")][1:])

    [[found]] = store.current([KEY])
    assert (found.value, found.by, found.status, found.confidence) == (Decimal("1701.5"), "ann", "approved", None)


def test_persons_who_disagree_are_a_conflict(store: SQLFactStore) -> None:
    """Approvals of two documents of one day that differ both stand, and hide what programs read."""
    store.write([said(1700), said(1702, document="b.pdf"), said(1703, document="c.pdf")])
    for fact in store.history(KEY)[:2]:
        store.review(fact, by="ann", decision="approved")

    assert sorted(values(store)) == ["1700", "1702"]


def test_what_a_person_rejects_does_not_stand(store: SQLFactStore) -> None:
    """A rejected fact stands no more, whatever a program says at its place, until a person approves it."""
    store.write([said(1700), said(1690, document="b.pdf")])
    store.review(said(1700), by="ann", decision="rejected")
    assert values(store) == ["1690"]

    store.write([said(1705)])
    assert values(store) == ["1690"]

    assert store.review(said(1700), by="ben", decision="approved") == Written(added=1)
    assert store.review(said(1700), by="ann", decision="blocked") == Written(added=1)
    assert store.review(said(1700), by="ben", decision="approved") == Written(added=1)
    assert store.review(said(1700), by="ben", decision="approved") == Written(known=1)
    assert values(store) == ["1700"]


def test_what_a_person_leaves_pending_hides_nothing(store: SQLFactStore) -> None:
    """A person's pending row is no decision."""
    store.write([said(1700, status="approved", by="ann")])
    store.write([said(1750, status="pending", by="ben")])

    assert values(store) == ["1700"]


def test_a_document_can_be_taken_back(store: SQLFactStore) -> None:
    """What a withdrawn document says stands no more, loaded again or not; its rows stay."""
    store.write([said(1700), said(1500, key=key("CN")), said(1690, document="b.pdf", as_of="2020-01-01")])
    store.review(said(1500, key=key("CN")), by="ann", decision="approved", value=Decimal(1501))
    assert store.withdraw_document("annual.pdf", by="ben") == Written(added=2)
    assert store.withdraw_document("annual.pdf", by="ben") == Written(known=2)
    store.write([said(1700), said(1500, key=key("CN"))])

    assert store.current([KEY, key("CN")])[1] == ()
    assert values(store) == ["1690"]
    assert [fact.value for fact in store.history(key("CN"))] == [1500, 1501, 1501]


def test_a_document_is_taken_back_whatever_waits(store: SQLFactStore) -> None:
    """What is pending, of whomever, keeps nothing of a withdrawn document standing, and brings nothing back."""
    store.write([said(1700), said(1500, key=key("CN"), status="pending")])
    store.write([said(1700, by="ann", status="approved")])
    store.write([said(1750, by="ben", status="pending")])
    assert store.withdraw_document("annual.pdf", by="eve") == Written(added=2)
    store.write([said(1800, by="ben", status="pending"), said(1500, key=key("CN"))])

    assert store.current([KEY, key("CN")]) == ((), ())
    assert store.withdraw_document("annual.pdf", by="eve") == Written(known=2)


def test_each_persons_approval_is_kept(store: SQLFactStore) -> None:
    """A second person who approves the same is told in the history."""
    store.write([said(1700)])
    for name, added in (("ann", 1), ("ann", 0), ("ben", 1)):
        assert store.review(said(1700), by=name, decision="approved").added == added

    assert [fact.by for fact in store.history(KEY)] == [None, "ann", "ben"]
    assert values(store) == ["1700"]


def test_what_was_loaded_as_approved_outranks_what_programs_approve(store: SQLFactStore) -> None:
    """What is approved by itself hides nothing that was loaded as approved, of a later day neither; a person does."""
    store.write([said(1700, status="approved"), said(1500, key=key("CN"), status="approved", as_of="2025-03-01")])
    store.write([said(1702), said(1502, key=key("CN"), document="b.pdf", as_of="2026-03-01")])
    assert (values(store), values(store, key("CN"))) == (["1700"], ["1500"])

    store.write([said(1701, status="approved")])
    store.review(said(1502, key=key("CN"), document="b.pdf", as_of="2026-03-01"), by="ann", decision="approved")
    assert (values(store), values(store, key("CN"))) == (["1701"], ["1502"])


def test_what_is_not_kept_cannot_be_reviewed(store: SQLFactStore) -> None:
    """A decision of a fact or document that was never written is refused, with what was meant."""
    store.write([said()])
    for fact in (said(locator="p. 99"), said(key=key("CN")), said(as_of="2025-01-01")):
        with pytest.raises(StoreError, match=r"annual.pdf.*expected a fact that is kept"):
            store.review(fact, by="ann", decision="approved")
    for document in ("other.pdf", "", "\ud800", "a\0"):
        with pytest.raises(StoreError, match="expected a document that facts are of, saw none"):
            store.withdraw_document(document, by="ann")

    assert store.count() == 1


@pytest.mark.parametrize(
    "given",
    [
        {"by": " ", "decision": "approved"},
        {"by": "ann", "decision": "pending"},
        {"by": "ann", "decision": "rejected", "value": Decimal(1)},
        {"by": "ann", "decision": "approved", "value": Decimal("NaN")},
        {"by": "ann", "decision": "approved", "unit": "furlongs"},
    ],
)
def test_a_review_that_means_nothing_is_refused(store: SQLFactStore, given: Any) -> None:
    """A decision needs a name, is one of three, and corrects to a number with a unit."""
    store.write([said()])
    with pytest.raises(UsageError, match=r"expected .* saw"):
        store.review(said(), **given)
    with pytest.raises(UsageError, match="expected the name"):
        store.withdraw_document("annual.pdf", by="")

    assert store.count() == 1
