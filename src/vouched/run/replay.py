"""Goes on with a flow between processes: plays it on the replies that are there, up to the first that is missing.

Where `drivers` answer a flow as it asks, here somebody else asks, one superstep at a time, and keeps the replies.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Mapping
from typing import Any, TypeAlias

from vouched.outcomes import Outcome
from vouched.ports import Fetch, Generate, Note, Page, Request, Together
from vouched.run.flow import Flow
from vouched.run.journal import Slot, Slots, packed_reply, unpacked_reply

__all__ = ["Asked", "Replay"]

# What has to be asked before the flow can go on, by slot.
Asked: TypeAlias = "dict[str, Generate | Fetch]"


class Replay:
    """A flow and the replies that it was given, as texts by slot (`packed_reply`).

    The flow stays where it is between two calls of `go_on`, so that what it did is not done again. Made anew from the
    same replies, it comes to the same place: foreign checks are then called again. `told` counts its notes.
    """

    def __init__(self, flow: Flow, replies: Mapping[str, str]) -> None:
        self.flow = flow
        self.replies = dict(replies)
        self.told = 0
        self._slots = Slots()
        self._waiting: tuple[Request, Slot] | None = None
        self._pages: dict[str, str] = {}

    def goes_on_from(self, replies: Mapping[str, str]) -> bool:
        """Whether `replies` are those that the flow was given, and those that it waits for."""
        waited_for = () if self._waiting is None else _leaves(*self._waiting)
        awaited = {slot for _, slot in waited_for if slot not in self.replies}
        return awaited <= replies.keys() and self.replies == {
            slot: text for slot, text in replies.items() if slot not in awaited
        }

    def go_on(self, replies: Mapping[str, str]) -> Generator[Request, Any, Outcome | Asked]:
        """Return the outcome, or what has to be asked next; yield what is to be answered at once: Note, Tick, Work."""
        self.replies.update(replies)
        reply = None if self._waiting is None else self._replied(*self._waiting)
        while True:
            try:
                request = self.flow.send(reply)
            except StopIteration as done:
                outcome: Outcome = done.value
                return outcome
            slot = self._slots.slot(request)
            if isinstance(request, (Generate, Fetch, Together)):
                missing = self._missing(request, slot)
                if missing:
                    self._waiting = request, slot
                    return missing
                reply = self._replied(request, slot)
            elif isinstance(slot, str):
                if slot not in self.replies:
                    self.replies[slot] = packed_reply((yield request))
                reply = unpacked_reply(self.replies[slot])
            else:
                self.told += isinstance(request, Note)
                reply = yield request

    def _missing(self, request: Request, slot: Slot) -> Asked:
        """Return what has to be asked, by slot; a page that was opened before in this run is not opened again."""
        missing: Asked = {}
        for one, place in _leaves(request, slot):
            if place not in self.replies and isinstance(one, Fetch) and one.url in self._pages:
                self.replies[place] = self._pages[one.url]
            if place not in self.replies:
                missing[place] = one
        return missing

    def _replied(self, request: Request, slot: Slot) -> Any:
        if isinstance(request, Together) and isinstance(slot, tuple):
            return tuple(self._replied(one, place) for one, place in zip(request.requests, slot, strict=True))
        if not isinstance(slot, str):
            return None
        reply = unpacked_reply(self.replies[slot])
        if isinstance(request, Fetch) and isinstance(reply, Page):
            self._pages[request.url] = self.replies[slot]
        return reply


def _leaves(request: Request, slot: Slot) -> Iterator[tuple[Generate | Fetch, str]]:
    if isinstance(request, Together) and isinstance(slot, tuple):
        for one, place in zip(request.requests, slot, strict=True):
            yield from _leaves(one, place)
    elif isinstance(request, (Generate, Fetch)) and isinstance(slot, str):
        yield request, slot
