"""Parts free text into the passages that can claim something, and the definitions of its markers."""

from __future__ import annotations

import re
from bisect import bisect_left

from vouched.documents import Span
from vouched.record import Record
from vouched.run.markers import KnownIds
from vouched.run.reference_lists import Definition, definition_in, is_reference_heading
from vouched.text.naming import is_code

__all__ = ["Passage", "Passages", "passages"]

_LINE = re.compile("[^\r\n\x0b\x0c\x85\u2028\u2029]*+(?:\r\n|[\r\n\x0b\x0c\x85\u2028\u2029]|$)")
_FENCE = re.compile(r" {0,3}(`{3,}+|~{3,}+)")
_HEADING = re.compile(r" {0,3}#{1,6}(?:\s|$)")
_RULE = re.compile(r"\s*(?:[-*_=~]\s*){3,}")
_ITEM = re.compile(
    r"[ \t\u3000]*(?:[-*+•◦▪‣●○■·・][ \t\u3000]+|[・●○■](?=\S)"
    r"|(?:[0-9０-９]{1,3}|[a-zA-Z])[.)）．][ \t\u3000]+|[0-9０-９]{1,3}[)）、．]"
    r"|[(（](?:[0-9０-９]{1,3}|[a-z]|[ivx]{1,4})[)）][ \t\u3000]*"
    r"|[①-⑳][ \t\u3000]*)(?:\[[ xX]\][ \t]+)?"
)
_QUOTE_PREFIX = re.compile(r"[ \t]*(?:>[ \t]?)+")
_ATTRIBUTION = re.compile(r"[ \t\u3000]*[-‐‒–—―─]")
_LISTED = re.compile(r"\s*(?:[\[［【]|[-*+•・]|[(（]?[0-9０-９]{1,3}[.)）、．])")
_LEADING_MARKER = re.compile(r"[ \t\u3000]*(?:\[[0-9^][^\[\]\n]{0,40}\]|［[0-9０-９]+］|【[0-9０-９]+】)")


class Passage(Record, frozen=True, kw_only=True):
    """A stretch of text that reads on: a paragraph, a heading, a list item, a table row, a block of code.

    `prefixes` are the places of quote prefixes (`>`) in it. `cites` are the documents that a definition's own
    text speaks of. `quoted` is whether it stands in a block quote, `attributes` whether it says there, behind a
    dash, where the quote is from.
    """

    start: int
    end: int
    prefixes: tuple[tuple[int, int], ...] = ()
    cites: tuple[str, ...] = ()
    quoted: bool = False
    attributes: bool = False

    def prefixes_in(self, start: int, end: int) -> tuple[tuple[int, int], ...]:
        """Return the prefixes that lie in `[start, end)`."""
        return self.prefixes[bisect_left(self.prefixes, (start, 0)) : bisect_left(self.prefixes, (end, 0))]


class Passages(Record, frozen=True, kw_only=True):
    """The passages of a text in order, and what its marker labels stand for: ids, or a URL.

    `urls` are all that reference lists name. `evidence` are the quotations that the definition of a label holds,
    marks included.
    """

    passages: list[Passage]
    definitions: dict[str, tuple[tuple[str, ...], str | None]]
    urls: tuple[str, ...]
    evidence: dict[str, tuple[Span, ...]]


class _Parting:
    """Goes over the lines once; `begun` is where the open passage began, None between passages."""

    def __init__(self, text: str, known: KnownIds) -> None:
        self.text = text
        self.known = known
        self.made: list[Passage] = []
        self.definitions: dict[str, tuple[tuple[str, ...], str | None]] = {}
        self.urls: list[str] = []
        self.evidence: dict[str, tuple[Span, ...]] = {}
        self.quoted = False
        self.attributes = False
        self.begun: int | None = None
        self.prefixes: list[tuple[int, int]] = []
        self.fence = ""
        self.in_list = False
        self.leading = False

    def close(self, at: int, *, cites: tuple[str, ...] = ()) -> None:
        if self.begun is not None and self.begun < at:
            self.made.append(
                Passage(
                    start=self.begun,
                    end=at,
                    prefixes=tuple(self.prefixes),
                    cites=cites,
                    quoted=self.quoted,
                    attributes=self.attributes,
                )
            )
        self.begun = None
        self.prefixes = []
        self.leading = self.quoted = self.attributes = False

    def line(self, start: int, end: int) -> None:
        line = self.text[start:end]
        fence = _FENCE.match(line)
        if self.fence:
            if fence and fence[1].startswith(self.fence) and not line[fence.end() :].strip():
                self.fence = ""
                self.close(start)
            elif self.begun is None:
                self.begun = start
            return
        if fence:
            self.close(start)
            self.fence = fence[1]
            info = line[fence.end() :].strip()
            if info and not is_code(info):
                self.begun = start + fence.end()
                self.close(end)
        elif not line.strip() or _RULE.fullmatch(line):
            self.close(start)
        elif is_reference_heading(line) and (
            self.begun is None or line.rstrip().endswith((":", "：")) or _LISTED.match(self.text, end)
        ):
            self.close(start)
            self.in_list = True
        elif heading := _HEADING.match(line):
            self.close(start)
            self.in_list = False
            self.begun = start + heading.end()
            self.close(end)
        elif definition := definition_in(line, self.known, in_list=self.in_list):
            self.define(definition, start, end)
        else:
            self.plain(line, start, end)

    def define(self, definition: Definition, start: int, end: int) -> None:
        self.close(start)
        self.urls.extend(definition.urls)
        if definition.label:
            self.definitions.setdefault(definition.label, (definition.ids, definition.url))
        if definition.label and definition.quotes:
            self.evidence.setdefault(
                definition.label, tuple(Span(start + one.start, start + one.end) for one in definition.quotes)
            )
        if definition.claims_from is not None:
            self.begun = start + definition.claims_from
            self.close(end, cites=definition.ids or (definition.label.lstrip("^"),))

    def plain(self, line: str, start: int, end: int) -> None:
        prefix = _QUOTE_PREFIX.match(line)
        content = start + (prefix.end() if prefix else 0)
        attributes = prefix is not None and _ATTRIBUTION.match(self.text, content, end) is not None
        quoted = prefix is not None and not attributes
        if (quoted, attributes) != (self.quoted, self.attributes) or not self.text[content:end].strip():
            self.close(start)
        if not self.text[content:end].strip():
            return
        item = _ITEM.match(self.text, content, end)
        if line.lstrip().startswith("|"):
            self.close(start)
            self.begun = start
            self.close(end)
            return
        marked = _LEADING_MARKER.match(self.text, content, end) is not None
        # In a list of lines that each begin with a marker, a marker belongs to what follows it.
        if item or (self.leading and marked):
            self.close(start)
        if self.begun is None:
            self.begun = item.end() if item and not attributes else content
            self.leading = marked
            self.quoted, self.attributes = quoted, attributes
        elif prefix:
            self.prefixes.append((start, content))


def passages(text: str, body: Span, known: KnownIds) -> Passages:
    """Return the passages of `text` inside `body`, and the definitions between them.

    Blank lines, headings, list items, table rows, rules and code end a passage. Headings and code are passages too:
    what they say would be released like the rest.
    """
    parting = _Parting(text, known)
    at = body.start
    while at < body.end:
        match = _LINE.match(text, at, body.end)
        end = match.end() if match and match.end() > at else body.end
        parting.line(at, end)
        at = end
    parting.close(body.end)
    return Passages(
        passages=parting.made, definitions=parting.definitions, evidence=parting.evidence, urls=tuple(parting.urls)
    )
