"""Every check speaks in every round: the model is told all at once, and every verdict is heard and kept."""

from __future__ import annotations

import asyncio
import json
from typing import Any

from vouched import Guard, Policy
from vouched.checks import AllowList, Citations, Confidence, Critic, Quotes, SourceContent, SourceFetch
from vouched.ports import Note, Reply, Usage
from vouched.testing import AsyncScriptedModel, ScriptedFetcher, ScriptedModel

DOCUMENTS = {"lease": "The tenant shall not keep animals. The rent is 500 EUR, due on the first day of each month."}
GOOD = {
    "claims": [
        {
            "text": "No pets.",
            "confidence": 0.9,
            "citations": [{"document": "lease", "anchor": "shall not keep animals"}],
        }
    ]
}
FAULTY = {
    "claims": [
        {"text": "A", "confidence": 0.1, "citations": [{"document": "lease", "anchor": "shall not keep animals"}]},
        {"text": "B", "confidence": 0.9},
        {"text": "C", "confidence": 0.9, "citations": [{"document": "house rules", "anchor": "no noise at night"}]},
        {"text": "D", "confidence": 0.9, "citations": [{"document": "lease", "quote": "The rent is 600 EUR, due on"}]},
    ]
}
CHECKS: list[Any] = [Confidence(0.7, required=True), Citations(at_least=1), AllowList(), Quotes()]


def test_all_that_is_wrong_is_found_and_told_in_the_first_round() -> None:
    """A claim with low confidence hides no claim without a source: the second answer can mend both."""
    model = ScriptedModel([FAULTY, GOOD])
    outcome = Guard(model, checks=CHECKS).run("Pets?", DOCUMENTS)
    assert (outcome.status, len(outcome.attempts)) == ("released", 2)
    found = {(f.claim, f.code) for verdict in outcome.attempts[0].verdicts for f in verdict.findings}
    assert found >= {(0, "low_confidence"), (1, "too_few_citations"), (2, "unknown_document"), (3, "altered_quote")}
    told = model.requests[1].messages[1].content
    for place in ("/claims/0:", "/claims/1:", "/claims/2/citations/0:", "/claims/3/citations/0:"):
        assert place in told


def test_what_is_told_of_a_low_confidence_does_not_ask_for_a_higher_number() -> None:
    """The model is told to leave such claims out; no limit is named that it could write down instead."""
    model = ScriptedModel([FAULTY, GOOD])
    Guard(model, checks=[Confidence(0.875), Quotes()]).run("Pets?", DOCUMENTS)
    assert "0.875" not in model.requests[1].messages[1].content
    assert "leave out claims that you are not sure of" in model.requests[1].messages[1].content


async def notes_of(guard: Guard) -> list[Note]:
    """Return the notes of an awaited stream."""
    return [note async for note in guard.astream("Pets?", DOCUMENTS)]


def test_every_check_leaves_its_verdict_in_the_stream() -> None:
    """Those that found nothing and those that had nothing to look at, too; in every attempt, in the same order."""
    waited = list(Guard(ScriptedModel([FAULTY, GOOD]), checks=CHECKS).stream("Pets?", DOCUMENTS))
    awaited = asyncio.run(notes_of(Guard(AsyncScriptedModel([FAULTY, GOOD]), checks=CHECKS)))
    for notes in (waited, awaited):
        names = [note.event for note in notes]
        assert names == [*("asked", "drafted", "checked", "decided") * 2, "released"]
        first, second = (note.detail for note in notes if note.event == "checked")
        assert list(first) == list(second) == ["read", "confidence", "citations", "allowlist", "quotes"]
        assert second == {
            "read": "silent",
            "confidence": "supported",
            "citations": "supported",
            "allowlist": "silent",
            "quotes": "supported",
        }
        assert notes[-1].outcome is not None
        assert notes[-1].outcome.value == GOOD


def test_what_is_wrong_with_a_source_has_its_own_name() -> None:
    """A bad address, a dead link, a page that says something else and no source at all are four codes."""
    there, dead = "https://www.who.int/salt", "https://www.who.int/gone"
    claims = [
        {"text": "a", "sources": ["https://evil.example.com/"]},
        {"text": "b", "sources": [dead]},
        {"text": "c", "sources": [there]},
        {"text": "d"},
    ]
    guard = Guard(
        ScriptedModel([{"claims": claims}]),
        checks=[
            SourceFetch(hosts=("www.who.int",), required=True),
            SourceContent(hosts=("www.who.int",), judge="judge"),
        ],
        fetch=ScriptedFetcher({there: "Salt is salty."}),
        judge=ScriptedModel([{"supported": False, "quote": ""}]),
        max_retries=0,
    )
    outcome = guard.run("Salt?")
    assert (outcome.status, outcome.value) == ("refused", None)
    found = [(finding.claim, finding.code) for finding in outcome.findings if finding.check == "source_fetch"]
    assert found == [(0, "bad_source"), (1, "source_unreachable"), (3, "no_source")]
    assert (2, "source_unsupported") in [(finding.claim, finding.code) for finding in outcome.findings]


def test_tokens_and_seconds_are_kept_for_each_attempt() -> None:
    """Their sums are those of the run."""
    costs = [
        Reply(text=json.dumps(FAULTY), usage=Usage(100, 10, 1)),
        Reply(text=json.dumps(GOOD), usage=Usage(120, 9, 1)),
    ]
    outcome = Guard(ScriptedModel(costs)).run("Pets?", DOCUMENTS)
    assert [attempt.usage for attempt in outcome.attempts] == [Usage(100, 10, 1), Usage(120, 9, 1)]
    assert outcome.usage == Usage(220, 19, 2)
    assert all(attempt.seconds >= 0 for attempt in outcome.attempts)
    assert abs(sum(attempt.seconds for attempt in outcome.attempts) - outcome.seconds) < 1e-6


def test_what_a_judge_costs_is_counted() -> None:
    """Its tokens are those of the attempt that it judged, and of the run."""
    follows = {"claims": [{"number": 1, "verdict": "follows", "reason": ""}]}
    model, judge = ScriptedModel([GOOD], usage=Usage(1, 1, 1)), ScriptedModel([follows], usage=Usage(100, 10, 1))
    outcome = Guard(model, judge=judge, checks=[Quotes(), Critic()]).run("Pets?", DOCUMENTS)
    assert (outcome.status, outcome.usage, outcome.attempts[0].usage) == ("released", *[Usage(101, 11, 2)] * 2)


def test_every_attempt_of_a_refused_run_is_counted_with_its_reasons() -> None:
    """A run that fails four times says of each time why, and what was decided."""
    answers = [{"claims": [{**FAULTY["claims"][2], "text": f"C{number}"}]} for number in range(4)]
    outcome = Guard(ScriptedModel(answers), policy=Policy(exhausted="hold")).run("Pets?", DOCUMENTS)
    assert [attempt.decision.action for attempt in outcome.attempts] == ["reask", "reask", "reask", "hold"]
    for attempt in outcome.attempts:
        assert attempt.decision.reasons[0].message == "citations/unknown_document"
