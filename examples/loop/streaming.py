"""Follows a run step by step: notes say what happened and show no text before it is vouched for."""

from vouched import Guard
from vouched.testing import ScriptedModel

documents = {"lease": "The tenant shall not keep animals. The rent is 500 EUR, due on the first day of each month."}
wrong = {"claims": [{"text": "Pets.", "citations": [{"document": "lease", "quote": "The tenant may keep animals."}]}]}
right = {"claims": [{"text": "No pets.", "citations": [{"document": "lease", "anchor": "shall not keep animals"}]}]}

guard = Guard(ScriptedModel([wrong, right]))
for note in guard.stream("May I keep a dog?", documents):
    if note.outcome is None:
        print(note.attempt, note.event, dict(note.detail))
    else:
        print(note.event, note.outcome.status, note.outcome.value)

# Who has seen enough stops listening: the model is not asked again.
model = ScriptedModel([wrong, right])
for note in Guard(model).stream("May I keep a dog?", documents):
    if note.event == "decided":
        break
print(f"left after {len(model.requests)} call")
