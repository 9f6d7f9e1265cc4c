"""Puts a domain of one's own into a file: its checks, its policy and what the model is told, with no code."""

import tempfile
from pathlib import Path

from vouched import Guard
from vouched.errors import ProfileError
from vouched.testing import ScriptedModel

PROFILE = '''
name = "tenancy"
languages = ["en"]
max_retries = 1

[checks.citations]
at_least = 1

[checks.quotes]

[checks.confidence]
at_least = 0.9
required = true

[policy]
exhausted = "fallback"

[policy.authority]
"*" = "reask"

[wording.en]
system = "You answer tenants from their lease, and from nothing else."
critic = "You judge whether claims follow from the lease."
reask = """
The answer was sent back, this is try {attempt} of {attempts}. Mend this:
{hints}
"""
fallback = "Please ask the landlord."
'''
LEASE = {"lease": "The tenant shall not keep animals. The rent is 500 EUR, due on the first day of each month."}


def sure(confidence: float) -> dict[str, object]:
    """Return an answer that states a confidence."""
    cited = [{"document": "lease", "anchor": "shall not keep animals"}]
    return {"claims": [{"text": "No pets.", "confidence": confidence, "citations": cited}]}


folder = Path(tempfile.mkdtemp())
file = folder / "tenancy.toml"
file.write_text(PROFILE, encoding="utf-8")

model = ScriptedModel([sure(0.4), sure(0.95)])
outcome = Guard(model, profile=file).run("May I keep a dog?", LEASE)
print(f"{outcome.status} after {len(outcome.attempts)} attempts")
print(model.requests[0].messages[0].content)
print(model.requests[1].messages[1].content.rpartition("\n\n")[2].strip())

never = Guard(ScriptedModel([sure(0.4), sure(0.5)]), profile=file).run("May I keep a dog?", LEASE)
print(f"{never.status}: {never.value}")

file.write_text(PROFILE.replace("at_least = 0.9", "at_least = 90"), encoding="utf-8")
try:
    Guard(model, profile=file)
except ProfileError as error:
    print(str(error).removeprefix(f"{folder}/"))
