"""Rewrites drafts so that they mean the same in another form, or something else; by name, seeded, and reversible."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import islice
from typing import Any, Literal, NamedTuple

from vouched.documents import Span
from vouched.measure.cases import Case
from vouched.measure.passages import MARKER, Passage, Put, Rewrite, Touches
from vouched.record import Record

__all__ = [
    "Edit",
    "Leaf",
    "Rewritten",
    "alternatives",
    "applied",
    "rewrites",
    "rewritings",
    "undone",
]

_MOST_ALTERNATIVES = 60
_LONGEST = 20_000
_CLAIMED = frozenset(("text", "claim", "statement", "sentence", "answer", "summary", "value"))
_QUOTED = frozenset(("quote", "anchor", "extraction_text", "typed"))
_ADDRESS = re.compile(
    r"(?:[A-Za-z][A-Za-z0-9+.-]{0,30}:)?//[^\s<>]+|www\.[^\s<>]+|[\w.+-]{1,60}@[\w-]{1,60}\.[\w.]{1,60}"
)


class Edit(Record, frozen=True):
    """One change: in the text that the JSON pointer `where` leads to, `before` stood at `start`, and `after` does now.

    `start` counts the characters of the text as it was.
    """

    where: str
    start: int
    before: str
    after: str


class Rewritten(Record, frozen=True, kw_only=True):
    """A draft that was rewritten: by which rewrite, whether its meaning is kept, and every change."""

    name: str
    keeps: bool
    draft: Any
    edits: tuple[Edit, ...]


class Leaf(NamedTuple):
    """A text of a draft: its JSON pointer, and whether it is said (`claim`), quoted (`quote`), or a whole answer."""

    where: str
    text: str
    role: Literal["claim", "quote", "answer"]


@cache
def rewrites() -> tuple[Rewrite, ...]:
    """Return every rewrite, those that keep the meaning first."""
    from vouched.measure import broken_values, broken_words, kept_forms, kept_orders

    return (*kept_forms.REWRITES, *kept_orders.REWRITES, *broken_values.REWRITES, *broken_words.REWRITES)


def rewritings(case: Case, *, seed: int = 0, others: Sequence[str] = ()) -> Iterator[Rewritten]:
    """Yield one rewriting of a case's draft for each rewrite that finds what it looks for.

    The same case, seed and sentences of other cases give the same rewritings. Of a mixed language there are none.
    """
    leaves = list(_leaves(case.draft))
    for rewrite in rewrites():
        if case.lang not in rewrite.languages:
            continue
        draw = random.Random(f"{seed}:{case.id}:{rewrite.name}")  # noqa: S311  no secret: the same every time
        for leaf in draw.sample(leaves, len(leaves)):
            passage = Passage(leaf.text, leaf.role, case.lang, case.documents, tuple(others), draw)
            if found := list(alternatives(rewrite, passage)):
                puts = draw.choice(found)
                edits = tuple(Edit(leaf.where, start, leaf.text[start:end], put) for start, end, put in puts)
                draft = _put_back(case.draft, leaf.where, applied(leaf.text, puts))
                yield Rewritten(name=rewrite.name, keeps=rewrite.keeps, draft=draft, edits=edits)
                break


def undone(rewritten: Rewritten) -> Any:
    """Return the draft as it was before it was rewritten."""
    draft = rewritten.draft
    for where in dict.fromkeys(edit.where for edit in rewritten.edits):
        shift, puts = 0, []
        for edit in sorted((each for each in rewritten.edits if each.where == where), key=lambda each: each.start):
            puts.append((edit.start + shift, edit.start + shift + len(edit.after), edit.before))
            shift += len(edit.after) - len(edit.before)
        draft = _put_back(draft, where, applied(_at(draft, where), puts))
    return draft


def alternatives(rewrite: Rewrite, passage: Passage) -> Iterator[Sequence[Put]]:
    """Yield each way in which a rewrite can change a text, in order, touching nothing that it may not."""
    if len(passage.text) > _LONGEST or (passage.role == "quote" and rewrite.touches == "content"):
        return
    closed = _closed(rewrite.touches, passage)
    for puts in islice(rewrite.make(passage), _MOST_ALTERNATIVES):
        ordered = sorted(puts)
        touched = any(
            start < span.end and span.start < max(end, start + 1) for start, end, _ in puts for span in closed
        )
        if not touched and applied(passage.text, ordered) != passage.text:
            yield ordered


def _closed(touches: Touches, passage: Passage) -> list[Span]:
    if touches == "marks":
        return []
    text = passage.text
    marked = [Span(*match.span()) for pattern in (MARKER, _ADDRESS) for match in pattern.finditer(text)]
    named = [rf"[(（]\s?{re.escape(each.id)}\s?[)）]" for each in passage.documents]
    marked += [Span(*match.span()) for pattern in named for match in re.finditer(pattern, text)]
    if touches == "form":
        return marked
    return [*marked, *passage.quotations]


def applied(text: str, puts: Sequence[Put]) -> str:
    """Return a text with what is put in it."""
    pieces, position = [], 0
    for start, end, put in sorted(puts):
        pieces += [text[position:start], put]
        position = end
    return "".join((*pieces, text[position:]))


def _leaves(draft: Any) -> Iterator[Leaf]:
    if isinstance(draft, str):
        yield Leaf("", draft, "answer")
        return
    waiting: list[tuple[str, Any]] = [("", draft)]
    while waiting:
        where, value = waiting.pop()
        if isinstance(value, (dict, list)):
            items = value.items() if isinstance(value, dict) else enumerate(value)
            waiting += [(f"{where}/{str(key).replace('~', '~0').replace('/', '~1')}", held) for key, held in items]
        elif isinstance(value, str):
            key = where.rpartition("/")[2]
            if key in _CLAIMED or key in _QUOTED:
                yield Leaf(where, value, "claim" if key in _CLAIMED else "quote")


def _at(draft: Any, where: str) -> Any:
    for part in where.split("/")[1:]:
        key = part.replace("~1", "/").replace("~0", "~")
        draft = draft[int(key)] if isinstance(draft, list) else draft[key]
    return draft


def _put_back(draft: Any, where: str, text: str) -> Any:
    """Return a copy of a draft with a text in place of that which the pointer leads to."""
    if not where:
        return text
    head, _, rest = where[1:].partition("/")
    key = head.replace("~1", "/").replace("~0", "~")
    inner = f"/{rest}" if rest else ""
    if isinstance(draft, list):
        return [_put_back(held, inner, text) if str(at) == key else held for at, held in enumerate(draft)]
    return {name: _put_back(held, inner, text) if name == key else held for name, held in draft.items()}
