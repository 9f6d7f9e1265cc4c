"""Asks three models at once and makes one answer of theirs in four ways; a model that fails does not count."""

from collections.abc import Callable, Sequence
from typing import Any

from vouched import Guard
from vouched.ports import Fault
from vouched.testing import ScriptedModel

documents = {"lease": "The tenant shall not keep animals. The rent is 500 EUR, due on the first day of each month."}
pets = {"text": "No pets.", "citations": [{"document": "lease", "anchor": "shall not keep animals"}]}
rent = {"text": "The rent is 500 EUR.", "citations": [{"document": "lease", "anchor": "The rent is 500 EUR"}]}
due = {"text": "It is due on the first.", "citations": [{"document": "lease", "anchor": "due on the first day"}]}
more = {"text": "The rent is 600 EUR.", "citations": [{"document": "lease", "anchor": "The rent is 500 EUR"}]}
ghost = {"text": "A garage.", "citations": [{"document": "annex", "anchor": "one parking space"}]}


def asked(merge: Any, *answers: Any, **settings: Any) -> str:
    """Return the outcome of one attempt in which each model gives one of the answers, in words."""
    guard = Guard([ScriptedModel([answer]) for answer in answers], merge=merge, max_retries=0, **settings)
    outcome = guard.run("What does the lease say?", documents)
    texts = [claim["text"] for claim in outcome.value["claims"]] if outcome.value else []
    codes = [f"{finding.check}/{finding.code}" for finding in outcome.findings]
    return f"{outcome.status} {texts or codes}"


def shortest(answers: Sequence[Any]) -> Any:
    """Return the answer with the fewest claims."""
    return min(answers, key=lambda answer: len(answer["claims"]))


answers = [{"claims": [rent]}, {"claims": [rent, pets, due]}, {"claims": [rent, pets]}]
ways: dict[str, str | int | Callable[[Sequence[Any]], Any]] = {
    "concatenate": "concatenate",
    "2 of 3 agree": 2,
    "3 of 3 agree": 3,
    "best": "best",
    "a function of one's own": shortest,
}
for name, merge in ways.items():
    print(f"{name}: {asked(merge, *answers)}")

down = Fault(code="bad_request", message="no key")
print(f"one fails: {asked('concatenate', answers[0], down, answers[1])}")
print(f"two must answer, one does: {asked('concatenate', answers[0], down, down, quorum=2)}")
print(f"one cites what is not there, best: {asked('best', {'claims': [ghost, pets, rent]}, answers[2], down)}")
print(f"two contradict each other: {asked('concatenate', {'claims': [rent]}, {'claims': [more]})}")
