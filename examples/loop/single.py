"""Asks twice: the first answer is unsure and alters a quote, the second one stands."""

from vouched import Guard
from vouched.checks import Citations, Confidence, Quotes
from vouched.testing import ScriptedModel

documents = {"lease": "The tenant shall not keep animals. The rent is 500 EUR, due on the first day of each month."}
first = {
    "claims": [
        {
            "text": "Pets may be fine.",
            "confidence": 0.4,
            "citations": [{"document": "lease", "anchor": "keep animals"}],
        },
        {"text": "Rent: 600.", "confidence": 0.9, "citations": [{"document": "lease", "quote": "The rent is 600 EUR"}]},
    ]
}
second = {
    "claims": [
        {
            "text": "No pets.",
            "confidence": 0.9,
            "citations": [{"document": "lease", "anchor": "shall not keep animals"}],
        },
        {"text": "Rent: 500.", "confidence": 0.9, "citations": [{"document": "lease", "quote": "The rent is 500 EUR"}]},
    ]
}

# In earnest: OpenAIModel("gpt-5-mini") of vouched.adapters.openai_model, or a function of yours.
model = ScriptedModel([first, second])
guard = Guard(model, checks=[Confidence(0.7), Citations(), Quotes()], max_retries=3)
outcome = guard.run("May I keep a dog, and what is the rent?", documents)

for attempt in outcome.attempts:
    print(f"attempt {attempt.number}: {attempt.decision.action}")
    for verdict in attempt.verdicts:
        for finding in verdict.findings:
            print(f"    {finding.where} {finding.check}/{finding.code}")

print("the model was told:")
print(model.requests[1].messages[1].content.partition("</document>")[2].strip())

print(outcome.status)
for claim in outcome.claims:
    for quote in claim.quotes:
        print(f"    {claim.text} <- {quote.document}[{quote.start}:{quote.end}] {quote.text!r}")
