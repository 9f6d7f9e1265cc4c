"""Cuts a run short in the middle of a fan-out, goes on in another process's shoes, and lets a person decide."""

import tempfile
from pathlib import Path

from vouched import Guard, Policy, SQLiteStore
from vouched.outcomes import Review

LEASE = {"lease": "The tenant shall not keep animals. The rent is 500 EUR, due on the first day of each month."}
PETS = {"text": "No pets.", "citations": [{"document": "lease", "anchor": "shall not keep animals"}]}
RENT = {"text": "The rent is 500 EUR.", "citations": [{"document": "lease", "anchor": "The rent is 500 EUR"}]}
GUESS = {"text": "Cats are fine.", "citations": [{"document": "lease", "anchor": "cats are fine"}]}
paid: list[str] = []
power = {"on": True}


def first(_request: object) -> dict[str, object]:
    """Answer, and be paid for it."""
    paid.append("first")
    return {"claims": [PETS]}


def second(_request: object) -> dict[str, object]:
    """Answer, where there is power."""
    if not power["on"]:
        raise KeyboardInterrupt  # what ends a process, not a fault of a model
    paid.append("second")
    return {"claims": [RENT]}


file = Path(tempfile.mkdtemp()) / "runs.db"

power["on"] = False
try:
    Guard([first, second], store=SQLiteStore(file)).run("What may I keep?", LEASE, run_id="ticket-17")
except KeyboardInterrupt:
    print(f"cut short, paid for: {paid}")

power["on"] = True  # another process, hours later, with the same file
guard = Guard([first, second], store=SQLiteStore(file))
outcome = guard.resume("ticket-17")
print(f"{outcome.status}: {[claim.text for claim in outcome.claims]}, paid for: {paid}")
print(f"asked again: {guard.resume('ticket-17') == outcome}, never asked: {guard.resume('ticket-18')}")

# What policy holds waits in the same file for a person, as long as it takes.
store = SQLiteStore(file)
careful = Guard(lambda _: {"claims": [GUESS]}, policy=Policy(authority={"*": "hold"}), store=store)
held = careful.run("May I keep a cat?", LEASE, run_id="ticket-20")
print(f"{held.status}, waiting: {store.held()}")
store.review("ticket-20", Review(action="reject", by="ann", at="2026-01-02T03:04:05+00:00", reason="the lease says no"))
decided = careful.resume("ticket-20")
print(f"{decided.status} by {decided.review.by}: {decided.review.reason}")
