"""A store keeps what comes first, gives it back as it was, and loses nothing of the rest."""

import sqlite3
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from vouched import Document, Evidence, Outcome, SQLiteStore, verify
from vouched.errors import StoreError, UsageError
from vouched.outcomes import Decision, Review

EVIDENCE = Evidence(
    documents=(Document("l\udc80", "The rent is 500 EUR.\ud800", "a.md", "utf-8"), Document("b", "賃料は五百円。")),
    question="How \ud83d much?",
    clock=datetime(2026, 1, 2, 3, 4, tzinfo=UTC),
)
HELD = Outcome(status="held", decision=Decision(action="hold"), rejected={"rent": [2**80, 0.1, "\ud800"]})
REVIEW = Review(action="edit", by="ann", at="2026-01-02T03:04:05+00:00", reason="checked", value={"rent": 500})


@pytest.fixture(params=["file", "memory"])
def opened(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Callable[[], SQLiteStore]]:
    """Give what opens the store under test; a file can be opened again and again."""
    stores: list[SQLiteStore] = []

    def open_store() -> SQLiteStore:
        if request.param == "file" or not stores:
            stores.append(SQLiteStore(tmp_path / "runs.db" if request.param == "file" else ":memory:"))
        return stores[-1]

    yield open_store
    for store in stores:
        store.close()


def test_what_was_asked_comes_back(opened: Any) -> None:
    """Question, documents and clock are what they were, whatever characters they hold."""
    store = opened()
    assert store.begin("one", EVIDENCE)
    stored = opened().run("one")
    assert stored.evidence == EVIDENCE
    assert (stored.run_id, stored.status, stored.outcome, stored.review) == ("one", "running", None, None)
    assert datetime.fromisoformat(stored.begun_at).utcoffset() is not None


def test_a_name_is_taken_once(opened: Any) -> None:
    """A second beginning of one name changes nothing."""
    store = opened()
    assert store.begin("one", EVIDENCE)
    assert not opened().begin("one", Evidence.of({"other": "text"}))
    assert store.run("one").evidence == EVIDENCE


def test_the_first_reply_counts(opened: Any) -> None:
    """Whoever keeps a reply second gets the first."""
    store = opened()
    store.begin("one", EVIDENCE)
    assert store.keep("one", "k#1", "first") == "first"
    assert opened().keep("one", "k#1", "second") == "first"
    assert opened().replies("one") == {"k#1": "first"}


def test_the_first_outcome_counts(opened: Any) -> None:
    """An outcome, with what it rejected, comes back as it was; a later one changes nothing."""
    store = opened()
    store.begin("one", EVIDENCE)
    assert store.conclude("one", HELD) == HELD
    assert opened().conclude("one", HELD.but(status="released", value="x")) == HELD
    stored = opened().run("one")
    assert (stored.outcome, stored.status) == (HELD, "held")


def test_real_outcomes_come_back(opened: Any) -> None:
    """What judging makes survives being kept: claims, quotes, findings, reasons."""
    store = opened()
    answer = '"The rent is 500 EUR" [lease]. "The rent is 600 EUR" [lease].'
    outcome = verify(answer, {"lease": "The rent is 500 EUR."})
    store.begin("one", EVIDENCE)
    assert store.conclude("one", outcome) == outcome
    assert opened().run("one").outcome == outcome


def test_nothing_is_known_of_an_unknown_run(opened: Any) -> None:
    """A name that nobody gave: no run, no replies, nothing to forget, nothing to decide."""
    store = opened()
    assert store.run("never") is None
    assert store.replies("never") == {}
    assert store.held() == ()
    assert not store.forget("never")
    with pytest.raises(StoreError, match="none of that name"):
        store.review("never", REVIEW)
    with pytest.raises(StoreError):
        store.keep("never", "k", "reply")
    with pytest.raises(StoreError):
        store.conclude("never", HELD)


def test_held_outcomes_wait_until_somebody_decides(opened: Any) -> None:
    """Only held ones wait, in the order in which they came; one decision is kept, and it is the first."""
    store = opened()
    for name in ("b", "a", "c"):
        store.begin(name, EVIDENCE)
        store.conclude(name, HELD if name != "c" else HELD.but(status="refused"))
    assert set(store.held()) == {"a", "b"}
    assert store.review("a", REVIEW) == REVIEW
    assert opened().review("a", REVIEW.but(action="reject", by="bob", value=None)) == REVIEW
    assert opened().held() == ("b",)
    assert opened().run("a").review == REVIEW
    assert opened().run("a").status == "held"
    with pytest.raises(StoreError, match="one that is refused"):
        store.review("c", REVIEW)


def test_a_run_can_be_forgotten(opened: Any) -> None:
    """Everything of it goes, and the documents that no other run has."""
    store = opened()
    for name in ("a", "b"):
        store.begin(name, EVIDENCE)
        store.keep(name, "k", "reply")
    assert store.forget("a")
    assert store.run("a") is None
    assert store.replies("a") == {}
    assert opened().run("b").evidence == EVIDENCE
    assert store.forget("b")
    assert store.begin("a", Evidence.of({"x": "y"}))


def test_threads_share_a_store(opened: Any) -> None:
    """Of many that keep one reply at once all get the same, and none is lost."""
    store = opened()
    store.begin("one", EVIDENCE)
    with ThreadPoolExecutor(8) as pool:
        kept = list(pool.map(lambda n: store.keep("one", f"k{n % 10}", f"reply {n}"), range(100)))
    assert sorted(set(kept)) == sorted(store.replies("one").values())
    assert len(set(kept)) == 10


def test_documents_are_kept_once(tmp_path: Path) -> None:
    """A hundred runs of one long document take little more room than one."""
    store = SQLiteStore(tmp_path / "runs.db")
    evidence = Evidence.of({"long": "The rent is 500 EUR. " * 50_000})
    for number in range(100):
        store.begin(str(number), evidence)
    store.close()
    assert (tmp_path / "runs.db").stat().st_size < 2_000_000


@pytest.mark.parametrize("made", ["text", "foreign", "newer", "folder"])
def test_a_file_that_is_no_store_is_refused(made: str, tmp_path: Path) -> None:
    """A text, another program's database, a newer store, a folder: an error that names the file, and no change."""
    path = tmp_path / "runs.db"
    if made == "text":
        path.write_text("these are not the runs that you are looking for" * 50, encoding="utf-8")
    elif made == "folder":
        path.mkdir()
    else:
        SQLiteStore(path).close() if made == "newer" else None
        with sqlite3.connect(path) as connection:
            connection.execute("PRAGMA user_version = 99" if made == "newer" else "CREATE TABLE t (x)")
        connection.close()
    before = path.read_bytes() if path.is_file() else b""
    with pytest.raises(StoreError, match=r"runs\.db"):
        SQLiteStore(path)
    assert made != "text" or path.read_bytes() == before


def test_damaged_rows_are_an_error_and_no_run(tmp_path: Path) -> None:
    """A row that somebody edited into something else is told, not guessed at."""
    store = SQLiteStore(tmp_path / "runs.db")
    store.begin("one", EVIDENCE)
    store.conclude("one", HELD)
    with sqlite3.connect(tmp_path / "runs.db") as connection:
        connection.execute("UPDATE runs SET outcome = '{\"status\": 5}'")
    connection.close()
    with pytest.raises(StoreError, match="expected a store"):
        store.run("one")


@pytest.mark.parametrize(
    "wrong",
    [
        {"action": "approve"},
        {"by": " "},
        {"by": None},
        {"reason": ""},
        {"at": "yesterday"},
        {"at": "2026-01-02T03:04:05"},
        {"value": None},
        {"action": "release"},
    ],
)
def test_a_decision_says_what_who_when_and_why(wrong: dict[str, Any]) -> None:
    """Another action, nobody, no reason, no time, an edit without a text: refused before anything is kept."""
    with pytest.raises(UsageError, match="Review"):
        REVIEW.but(**wrong)
    assert datetime.fromisoformat(Review(action="release", by="ann", reason="seen").at).utcoffset() is not None


def test_a_full_disk_is_told(tmp_path: Path) -> None:
    """What made a write fail is what the error says, and the store can be used again when there is room."""
    store = SQLiteStore(tmp_path / "runs.db")
    [(size,)] = store._rows("PRAGMA page_count")
    store._rows(f"PRAGMA max_page_count = {size + 2}")
    with pytest.raises(StoreError, match="full"):
        store.begin("big", Evidence.of({"long": "x" * 1_000_000}))
    assert store.begin("small", Evidence.of({"short": "x"}))
