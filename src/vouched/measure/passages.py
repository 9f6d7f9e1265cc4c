"""What a rewrite is, and the passage that it looks at."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator, Sequence
from typing import Literal, NamedTuple, TypeAlias

from vouched.documents import Document, Span

__all__ = ["MARKER", "Make", "Passage", "Put", "Rewrite", "Touches"]

# What stands in place of the characters from start to end; several of them make one alternative.
Put: TypeAlias = tuple[int, int, str]
Touches = Literal["content", "form", "marks"]
Make: TypeAlias = "Callable[[Passage], Iterator[Sequence[Put]]]"
# Written anew, so that a rewrite knows nothing of how an answer is read.
MARKER = re.compile(r"\[\^?([^\[\]\n]{1,60})\]|【([^【】\n]{1,60})】|［([^［］\n]{1,60})］|〔([^〔〕\n]{1,60})〕")
_QUOTATION = re.compile(
    r"(?<![A-Za-z0-9])[“\"](?!\s)([^“”\"\n]{2,600})(?<!\s)[”\"](?![A-Za-z0-9])"
    r"|「([^「」\n]{2,600})」|『([^『』\n]{2,600})』|‘([^‘’\n]{2,600})’(?!\w)|`(`[^`'\n]{2,600}')'"
)


class Passage(NamedTuple):
    """What a rewrite looks at: a text of a draft, its language, the documents, and sentences of other cases."""

    text: str
    role: str
    language: str
    documents: tuple[Document, ...]
    others: tuple[str, ...]
    draw: random.Random

    def is_new(self, text: str) -> bool:
        """Return whether no document holds a text: what is put in place must not be true elsewhere."""
        return bool(text) and not any(text in document.text for document in self.documents)

    @property
    def quotations(self) -> list[Span]:
        """The places in quotation marks, or the whole text where it is a quote."""
        if self.role == "quote":
            return [Span(0, len(self.text))]
        found = _QUOTATION.finditer(self.text)
        return [Span(match.start() + 1, match.end() - 1) for match in found]


class Rewrite(NamedTuple):
    """One way to rewrite: its name, whether it keeps the meaning, its languages, what it touches, and how it is made.

    What touches `content` leaves quotations, citation markers and addresses alone; what touches only `form` leaves
    markers and addresses alone; what touches `marks` is about those.
    """

    name: str
    keeps: bool
    languages: tuple[str, ...]
    touches: Touches
    make: Make
