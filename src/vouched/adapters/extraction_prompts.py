"""Reads and words the prompts of langextract and langcore: where the document stands, and what a retry adds."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import NamedTuple

from vouched.documents import Evidence, Span
from vouched.ports import Message
from vouched.run.prompts import MAX_PREVIOUS, Wording, correction

__all__ = ["Bounds", "document_in", "worded"]

# An example is `Q: text`, then `A: ` and JSON, in a fence or not; the document is `Q: text`, then `A: ` and nothing.
_QUESTION = re.compile(r"^Q: ", re.MULTILINE)
_EXAMPLE = re.compile(r"^A: (?=```|\[|\{)", re.MULTILINE)
_ENDING = re.compile(r"\nA: ?\s*\Z")


class Bounds(NamedTuple):
    """How many characters a retry's prompt may have, and the earlier answer in it; None is no bound."""

    prompt: int | None = None
    output: int | None = None


def document_in(prompt: str) -> Span | None:
    """Return where a prompt's document stands: behind the first `Q: ` after the last example, up to the last `A: `.

    Both begin a line. Without examples it is the last `Q: ` that counts. None where the prompt has another form. What a
    document itself holds can make its span shorter, when it looks like an example, and never longer.
    """
    ending = _ENDING.search(prompt)
    if ending is None:
        return None
    questions = [match.end() for match in _QUESTION.finditer(prompt, 0, ending.start())]
    if not questions:
        return None
    examples = [match.end() for match in _EXAMPLE.finditer(prompt, 0, questions[-1])]
    start = next(place for place in questions if place > examples[-1]) if examples else questions[-1]
    return Span(start, ending.start())


def worded(find: Callable[[str], Span | None], bounds: Bounds) -> Callable[..., tuple[Message, ...]]:
    """Return what words an attempt for a Plan: the prompt as it came, and with hints what a retry adds to it.

    What is added stands between the examples and the document, so that the prompt ends as it did. A retry over the
    bound leaves out the earlier answer, then examples from the last on; never the document.
    """

    def ask(
        question: str,
        evidence: Evidence,  # noqa: ARG001  the prompt has its document already
        wording: Wording,
        *,
        system: str | None = None,
        hints: Iterable[str] = (),
        forbidden: Iterable[str] = (),
        previous: str | None = None,
    ) -> tuple[Message, ...]:
        longest = MAX_PREVIOUS if bounds.output is None else bounds.output
        hints = tuple(hints)
        told = correction(wording, hints=hints, forbidden=forbidden, previous=previous, longest=longest)
        if told:
            question = _corrected(question, told, correction(wording, hints=hints), find(question), bounds.prompt)
        instruction = () if system is None else (Message("system", system),)
        return (*instruction, Message("user", question))

    return ask


def _corrected(prompt: str, told: list[str], least: list[str], document: Span | None, longest: int | None) -> str:
    begin = 0 if document is None else max(0, document.start - len("Q: "))
    head, tail = prompt[:begin].rstrip("\n"), prompt[begin:]
    added = "\n\n".join(told)
    if longest is not None:
        room = longest - len(tail) - 2 * len("\n\n")
        if len(head) + len(added) > room:
            added = "\n\n".join(least)
        if len(head) + len(added) > room:
            head = head[: max(0, head.rfind("\n\n", 0, max(0, room - len(added) + 1)))]
    return "\n\n".join(part for part in (head, added, tail) if part)
