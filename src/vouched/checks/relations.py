"""The check that what is said of a subject is its value: placements, holders of offices, attributes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, ClassVar, Literal

from vouched.documents import Document, Evidence, Quote
from vouched.drafts import Claim, Draft
from vouched.errors import UsageError
from vouched.record import Record
from vouched.text.clip import clip
from vouched.text.statements import Statement, StatementReader
from vouched.verdicts import Finding, Support

__all__ = ["Relations"]

_KINDS = ("located", "is", "has")
_LONGEST_CLAIM = 8_000


class Relations(Record, frozen=True, kw_only=True):
    """Finds statements that give a subject another value than it has: `relation_changed`.

    `kind` says how the relation is put: a subject is "located" in a value, "is" a value (who holds an office), or "has"
    a value of an attribute that `words` name (colour, 重さ). `facts` says which value each subject has; what it leaves
    out is read from the documents in the same way. `values` lists what a value may be; `names` other names of subjects
    and values. A clause with one of `roles` in it (ruler, 支配星, former) is about another relation. Read are English,
    Japanese and Chinese, both orders of words, lists of subjects and denials; of what no pattern carries whole nothing
    is said. An estimate.
    """

    kind: Literal["located", "is", "has"] = "located"
    facts: Mapping[str, str] = {}
    subjects: tuple[str, ...] = ()
    values: tuple[str, ...] = ()
    names: Mapping[str, tuple[str, ...]] = {}
    words: tuple[str, ...] = ()
    roles: tuple[str, ...] = ()

    name: ClassVar[str] = "relations"
    decidable: ClassVar[bool] = False

    def __post_init__(self) -> None:
        if self.kind not in _KINDS:
            raise UsageError(f"Relations.kind: expected one of {', '.join(_KINDS)}, saw {self.kind!r:.60}")
        if not self.facts and not self.subjects:
            raise UsageError("Relations.subjects: expected subjects, or facts that name them, saw none")
        if not self.facts and not self.values:
            raise UsageError("Relations.values: expected values, or facts that name them, saw none")
        if self.kind == "has" and not self.words:
            raise UsageError("Relations.words: expected what the attribute is called, saw none")

    def __call__(self, draft: Draft, evidence: Evidence, /) -> Iterator[Finding | Support]:
        """Yield a finding for each statement against the facts, a support for each that agrees with them."""
        reader = self._reader()
        known: dict[str, dict[str, Quote | None]] = {subject: {value: None} for subject, value in self.facts.items()}
        for document in evidence.documents:
            for said in reader.read(document.text):
                if not said.denied and said.subject not in self.facts:
                    known.setdefault(said.subject, {}).setdefault(said.value, _quote(document, said))
        for index, claim in enumerate(draft.claims):
            for said in reader.read(claim.text[:_LONGEST_CLAIM]):
                if said.subject in known:
                    yield self._judged(index, claim, said, known[said.subject])

    def _judged(self, index: int, claim: Claim, said: Statement, held: Mapping[str, Quote | None]) -> Finding | Support:
        quotes = tuple(quote for quote in held.values() if quote is not None)
        if (said.value in held) is not said.denied:
            return Support(check=self.name, claim=index, where=claim.where, evidence=quotes, vouches=False)
        told = " or ".join(held)
        return Finding(
            check=self.name,
            code="relation_changed",
            where=claim.where,
            expected=clip(f"{said.subject}: {told}", 300),
            seen=clip(said.span.of(claim.text), 300),
            message=f"{clip(said.subject, 80)} is said to be {'no ' if said.denied else ''}{clip(said.value, 80)}",
            claim=index,
            span=claim.span,
            evidence=quotes,
            contradicts=True,
        )

    def _reader(self) -> StatementReader:
        subjects = (*self.facts, *self.subjects)
        values = (*self.facts.values(), *self.values)
        return StatementReader(
            self.kind, self._named(subjects), self._named(values), words=self.words, roles=self.roles
        )

    def _named(self, keys: tuple[Any, ...]) -> dict[str, str]:
        found = {key: key for key in keys}
        found.update({other: key for key in keys for other in self.names.get(key, ())})
        return found


def _quote(document: Document, said: Statement) -> Quote:
    span = said.span
    return Quote(document=document.id, start=span.start, end=span.end, text=span.of(document.text), how="exact")
