r"""Keeps questions about other companies out: finds their names, however they are written, and masks them.

The gate is no seam: nothing plugs into it. It is built once from a profile and looks at texts as they came.

A hit is exact where a reader would say that the name is written there: in any case, width and normal form, in
traditional, simplified or Japanese characters, with or without the marks of its own letters, with what is not seen
between its letters, written out (&#31454; %E7%AB%9E \u7ade), with hyphens, dots or underscores between them, with
blanks between the words of a name and between Chinese characters. It only looks like the name with letters that look
alike or have marks that the name has not, with digits and signs for letters, letters spaced out, other signs between.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Mapping
from typing import Literal, NamedTuple

from vouched.documents import Span
from vouched.facts.alias_fit import Seen
from vouched.facts.alias_index import AliasIndex, gate_fold
from vouched.facts.joined import joined
from vouched.facts.letters import Letters
from vouched.facts.looks import looked_at, with_letters_shown
from vouched.facts.views import View
from vouched.facts.written_out import WrittenOut

__all__ = ["Gate", "Hit", "Screen"]

Decision = Literal["allow", "refuse", "hold"]
# Names that masking others makes anew (a name inside a name) are masked again so often; then all is masked.
_MOST_MASKINGS = 4


class Hit(NamedTuple):
    """A name that was found: how it is shown, the alias, its place in the text, and whether it is written so
    (`exact`) or only looks so: other letters that look alike, digits for letters, letters spaced out.
    """

    shown: str
    alias: str
    span: Span
    exact: bool


class Screen(NamedTuple):
    """What the gate saw of a text. `masked` is as long as the text; names and what belongs to them are spaces."""

    decision: Decision
    hits: tuple[Hit, ...]
    masked: str

    def held(self) -> Screen:
        """Return the same where a text that is not the user's names others: it waits for a person."""
        return self._replace(decision="hold") if self.hits else self


class Gate:
    """Finds the names of other companies in texts; in time that grows with the text, not with the number of names.

    `competitors` maps what is shown to the aliases that give it away. `own` are names of one's own: one that holds an
    alias is no hit ("Jingan Road branch"), one that stands beside a hit is masked with it ("Jinghua China").
    """

    __slots__ = ("_aliases", "_own")

    def __init__(self, competitors: Mapping[str, Iterable[str]], own: Iterable[str] = ()) -> None:
        self._aliases = AliasIndex((alias, shown) for shown, aliases in competitors.items() for alias in aliases)
        self._own = AliasIndex((name, "") for name in own)

    def screen(self, text: str) -> Screen:
        """Return what of other companies a text names: nothing, names as they are written, or what looks like them."""
        hits, masked = self._hits(text)
        if not hits:
            return Screen("allow", (), text)
        decision: Decision = "refuse" if any(hit.exact for hit in hits) else "hold"
        for _ in range(_MOST_MASKINGS):
            left, again = self._hits(masked)
            if not left:
                return Screen(decision, hits, masked)
            masked = again
        return Screen(decision, hits, " " * len(text))

    def _hits(self, text: str) -> tuple[tuple[Hit, ...], str]:
        """Return the names in a text, and the text without them: those in its markup, and those that it shows."""
        written = WrittenOut(text)
        hits, masks = self._found(written)
        if written.text != text:
            source = WrittenOut(text, is_source=True)
            if source.text != written.text:
                more, others = self._found(source)
                hits = sorted((*hits, *_beside(hits, more)), key=_place)
                masks += others
        if not hits:
            return (), text
        kept = list(text)
        for span in masks:
            kept[span.start : span.end] = " " * (span.end - span.start)
        return tuple(hits), "".join(kept)

    def _found(self, written: WrittenOut) -> tuple[list[Hit], list[Span]]:
        """Return the names in one reading of a text, and what is masked with them, where they are in it as it came."""
        view = View(written.text)
        seen = Seen(view)
        plain = gate_fold(view.folded)
        letters = Letters(plain)
        found = self._named(letters, seen)
        if parts := looked_at(plain):
            alike = self._named(Letters(with_letters_shown(plain, view), read=parts), seen)
            found = sorted((*found, *_beside(found, alike)), key=_place)
        if not found:
            return [], []
        owned = [
            (seen.span(letters, match.start, match.end), match.is_exact) for match in self._own.matches(letters, seen)
        ]
        wins = [span for span, is_exact in owned if is_exact]
        hits = [hit for hit in found if not _is_held(hit.span, wins)]
        masks = joined(view.text, [hit.span for hit in hits], [span for span, _ in owned])
        return (
            [hit._replace(span=written.span(hit.span.start, hit.span.end)) for hit in hits],
            [written.span(span.start, span.end) for span in masks],
        )

    def _named(self, letters: Letters, seen: Seen) -> list[Hit]:
        return [
            Hit(match.alias.shown, match.alias.name, seen.span(letters, match.start, match.end), match.is_exact)
            for match in self._aliases.matches(letters, seen)
        ]


def _place(hit: Hit) -> int:
    return hit.span.start


def _beside(found: list[Hit], others: list[Hit]) -> list[Hit]:
    """Return the hits of `others` that overlap none of `found`; both are in the order of the text."""
    starts = [hit.span.start for hit in found]
    return [
        other
        for other in others
        if not (at := bisect_right(starts, other.span.end - 1)) or found[at - 1].span.end <= other.span.start
    ]


def _is_held(span: Span, owned: list[Span]) -> bool:
    """Return whether a longer name of one's own holds a span; they are in the order of the text."""
    at = bisect_right(owned, span.start, key=_start) - 1
    return at >= 0 and owned[at].end >= span.end and owned[at] != span


def _start(span: Span) -> int:
    return span.start
