"""Spends every attempt in vain: the outcome is refused, typed, and shows the answers only to who asks by name."""

from vouched import Guard, Policy
from vouched.errors import NotReleased
from vouched.ports import Fault, Usage
from vouched.testing import ScriptedModel

documents = {"lease": "The tenant shall not keep animals. The rent is 500 EUR, due on the first day of each month."}


def wrong(rent: int) -> dict[str, object]:
    """Return an answer whose quote the lease does not hold."""
    quote = f"The rent is {rent} EUR, due on the first day"
    return {"claims": [{"text": f"It is {rent} EUR.", "citations": [{"document": "lease", "quote": quote}]}]}


# An answer that does not stand, a model that fails, one that answers with nothing, and again one that does not stand.
script = [wrong(600), Fault(code="bad_request", message="context too long"), "", wrong(700)]
outcome = Guard(ScriptedModel(script, usage=Usage(900, 40, 1)), max_retries=3).run("What is the rent?", documents)

print(outcome)
for attempt in outcome.attempts:
    codes = [f"{finding.check}/{finding.code}" for verdict in attempt.verdicts for finding in verdict.findings]
    print(f"attempt {attempt.number}: {', '.join(codes)} -> {attempt.decision.action}, {attempt.usage.tokens} tokens")
print(f"cost: {outcome.usage.tokens} tokens in {outcome.usage.calls} calls; value: {outcome.value}")

try:
    outcome.unwrap()
except NotReleased as error:
    print(f"NotReleased: {error}")
print("asked for by name:", outcome.rejected["claims"][0]["text"])

# The same answer again ends a run early, tokens bound it, and policy says what follows instead of a refusal.
same = Guard(ScriptedModel([wrong(600)]), max_retries=3).run("What is the rent?", documents)
print(f"same answer again: {len(same.attempts)} attempts, {same.decision.reasons[-1].message}")
dear = Guard(ScriptedModel(script, usage=Usage(900, 40, 1)), max_retries=3, tokens=900).run(
    "What is the rent?", documents
)
print(f"900 tokens allowed: {len(dear.attempts)} attempt, {dear.decision.reasons[-1].message}")
given = Guard(
    ScriptedModel([wrong(600)]),
    policy=Policy(exhausted="fallback"),
    fallback="Please ask the landlord.",
    max_retries=1,
).run("What is the rent?", documents)
print(f"{given.status}: {given.value}")
