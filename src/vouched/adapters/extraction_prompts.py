"""Reads and words the prompts of langextract and langcore: where the document stands, and what a retry adds."""

from __future__ import annotations

import re
from collections.abc import Callable

from vouched.documents import Evidence, Span
from vouched.ports import Message
from vouched.run.reasking import inserted
from vouched.wording import Wording

__all__ = ["document_in", "worded"]

# An example is `Q: text`, then `A: ` and JSON, in a fence or not; the document is `Q: text`, then `A: ` and nothing.
_QUESTION = re.compile(r"^Q: ", re.MULTILINE)
_EXAMPLE = re.compile(r"^A: (?=```|\[|\{)", re.MULTILINE)
_ENDING = re.compile(r"\nA: ?\s*\Z")


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


def worded(find: Callable[[str], Span | None], longest: int | None = None) -> Callable[..., tuple[Message, ...]]:
    """Return what words an attempt for a Plan: the prompt as it came, and what a retry is told put into it.

    That stands between the examples and the document, so that the prompt ends as it did. A retry over `longest`
    characters leaves out examples from the last on; never the document.
    """

    def ask(
        question: str,
        evidence: Evidence,  # noqa: ARG001  the prompt has its document already
        wording: Wording,  # noqa: ARG001  and its own words
        *,
        system: str | None = None,  # noqa: ARG001  their models take one text
        reask: str = "",
    ) -> tuple[Message, ...]:
        if reask:
            document = find(question)
            begin = 0 if document is None else max(0, document.start - len("Q: "))
            question = inserted(question, reask, at=begin, longest=longest)
        return (Message("user", question),)

    return ask
