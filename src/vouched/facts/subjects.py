"""The check that figures of prose are said of the metric and the entity that the passages say them of."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice
from typing import ClassVar

from vouched.documents import Document, Evidence, Quote
from vouched.drafts import Draft
from vouched.facts.lexicon import Lexicon
from vouched.facts.views import View
from vouched.record import Record
from vouched.text.clip import clip
from vouched.text.quantities import Quantity, compare, quantities, quantities_of
from vouched.verdicts import Finding

__all__ = ["FigureSubjects"]

_CLAUSE_END = re.compile(r"[,;，；、。．!?！？\n]|\.(?=\s|\Z)")
_TOLD = ("equal", "rounded")
_KINDS = ("metric", "entity")
_MOST_FIGURES = 100
# A figure is said of what its own sentence names, not of what stands pages before.
_FARTHEST = 600


class FigureSubjects(Record, frozen=True):
    """Finds figures that the passages say of another metric or entity of the profile: `subject_changed`.

    Clauses are compared: a clause that names none goes on with those named before it in its sentence. Where a claim or
    a passage names none of the profile, nothing is said.
    """

    lexicon: Lexicon

    name: ClassVar[str] = "subjects"
    decidable: ClassVar[bool] = False

    def __call__(self, draft: Draft, evidence: Evidence, /) -> Iterator[Finding]:
        """Yield a finding for each figure that stands in the documents only for something else."""
        held = [(document, each) for document in evidence.documents for each in quantities_of(document)]
        for index, claim in enumerate(draft.claims):
            for said in quantities(claim.text)[:_MOST_FIGURES]:
                if said.value is None or said.moment is not None:
                    continue
                alike = ((doc, each) for doc, each in held if each.value is not None and compare(said, each) in _TOLD)
                told = list(islice(alike, _MOST_FIGURES))
                for kind in _KINDS:
                    own = self._named(claim.text, said, kind)
                    others = [(self._named(document.text, each, kind), document, each) for document, each in told]
                    if own and others and all(names and not names & own for names, _, _ in others):
                        names, document, figure = others[0]
                        yield Finding(
                            check=self.name,
                            code="subject_changed",
                            where=claim.where,
                            expected=f"{', '.join(sorted(names))}, which the documents say it of",
                            seen=clip(f"{said.text} of {', '.join(sorted(own))}", 200),
                            message="the documents say this figure of something else",
                            claim=index,
                            span=claim.span,
                            evidence=(_quote(document, figure),),
                            contradicts=True,
                        )
                        break

    def _named(self, text: str, figure: Quantity, kind: str) -> set[str]:
        """Return the metrics or entities that the clause of a figure names, or else those named last before it."""
        first = max(0, figure.span.start - _FARTHEST)
        ends = [match.end() for match in _CLAUSE_END.finditer(text, first, figure.span.start)]
        start = ends[-1] if ends else first
        closing = _CLAUSE_END.search(text, figure.span.end, figure.span.end + _FARTHEST)
        end = closing.start() if closing else min(len(text), figure.span.end + _FARTHEST)
        for place in range(len(ends), -1, -1):
            clause = text[start:end]
            named = {
                word.means[0]
                for word in self.lexicon.words(View(clause).folded)
                if word.kind == kind and len(word.means) == 1
            }
            if named or place == 0 or text[start - 1] in "。.!?！？\n．":
                return named
            end = start
            start = ends[place - 2] if place >= 2 else first
        return set()


def _quote(document: Document, figure: Quantity) -> Quote:
    span = figure.span
    text = document.text[span.start : span.end]
    return Quote(document=document.id, start=span.start, end=span.end, text=text, how="exact")
