"""Awaits runs: one, a stream of notes, and a hundred questions at once; a sync model does not block the loop."""

import asyncio
from typing import Any

from vouched import Guard
from vouched.testing import AsyncScriptedModel, ScriptedModel

documents = {"plan": " ".join(f"Room {number} is on floor {number // 10}." for number in range(100))}
wrong = {"claims": [{"text": "Floor 9.", "citations": [{"document": "plan", "anchor": "Room 42 is on floor 9"}]}]}
right = {"claims": [{"text": "Floor 4.", "citations": [{"document": "plan", "anchor": "Room 42 is on floor 4"}]}]}


def by_number(request: Any) -> dict[str, Any]:
    """Return a claim about the room that the question names."""
    number = request.messages[-1].content.partition("room ")[2].partition("?")[0]
    return {
        "claims": [{"text": f"Room {number}.", "citations": [{"document": "plan", "anchor": f"Room {number} is on"}]}]
    }


async def main() -> None:
    """Print what comes of each."""
    guard = Guard(AsyncScriptedModel([wrong, right]))
    outcome = await guard.arun("Where is room 42?", documents)
    print(outcome.status, len(outcome.attempts))

    async for note in Guard(AsyncScriptedModel([wrong, right])).astream("Where is room 42?", documents):
        print(note.event, end=" ")
    print()

    # A guard keeps nothing between runs, so that one serves them all; this model is not even async.
    shared = Guard(ScriptedModel([by_number]))
    outcomes = await asyncio.gather(*(shared.arun(f"Where is room {n}?", documents) for n in range(100)))
    print(sum(outcome.status == "released" for outcome in outcomes), "of", len(outcomes))
    print(outcomes[42].claims[0].quotes[0].text)

    try:
        async with asyncio.timeout(0.05):
            await Guard(never).arun("Where is room 42?", documents)
    except TimeoutError:
        print("given up, and the call with it")


async def never(_request: Any) -> str:
    """Never answer, and say when it is cancelled."""
    try:
        await asyncio.sleep(3600)
    except asyncio.CancelledError:
        print("cancelled")
        raise
    return ""


asyncio.run(main())
