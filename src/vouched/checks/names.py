"""The check that the documents have the names, codes and articles of law that a claim names."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar, NamedTuple

from vouched.documents import Evidence, Quote, Span
from vouched.drafts import Claim, Draft
from vouched.record import Record
from vouched.text.clip import clip
from vouched.text.codes import Code, codes
from vouched.text.name_index import NameIndex, name_index_of
from vouched.text.name_places import counterpart
from vouched.text.names import Name, names
from vouched.text.sentence_index import sentence_index_of
from vouched.text.sentences import sentence_around
from vouched.text.utterances import says_nothing
from vouched.text.variants import is_transcription
from vouched.verdicts import Finding, Support

__all__ = ["Names"]

_LONGEST_CLAIM = 8000
_MOST_TOLD = 8
_SENTENCES = 3
_ASSERTING = (None, "instruction", "heading")


class _Missing(NamedTuple):
    what: Name | Code
    seen: str
    instead: Quote | None


class Names(Record, frozen=True, kw_only=True):
    """Finds names, codes and articles of law in claims that the documents do not have.

    `name_not_found` and `name_changed` (the sentence that speaks of the same has another name in its place: people,
    places, organisations, titles of works), `code_not_found` and `code_changed` (codes and identifiers),
    `article_not_found` and `article_changed` (articles, sections, 条, 款). A name is found in any of the ways it is
    written: initials, acronyms, surnames, possessives, hyphens, accents, width, kana, traditional and simplified
    characters. What is a name is told from how it is written, so that these are estimates. Where the documents are
    not written in a name's script, nothing is said of it. What the question names may be named.
    """

    name: ClassVar[str] = "names"
    decidable: ClassVar[bool] = False

    def __call__(self, draft: Draft, evidence: Evidence, /) -> Iterator[Finding | Support]:
        """Yield what each claim names that the documents lack; a claim of which they have all names is supported."""
        if not evidence.documents:
            return
        index = name_index_of(evidence)
        for number, claim in enumerate(draft.claims):
            if says_nothing(claim.text[:_LONGEST_CLAIM]) not in _ASSERTING:
                continue
            looked = False
            told = 0
            for named, has in _looked_up(claim.text[:_LONGEST_CLAIM], index):
                looked = looked or has is not None
                if has is not False or told >= _MOST_TOLD:
                    continue
                missing = _missing(named, claim.text, evidence, index)
                if missing.instead is None or not is_transcription(missing.seen, missing.instead.text):
                    told += 1
                    yield self._finding(number, claim, missing)
            if looked and not told:
                yield Support(check=self.name, claim=number, where=claim.where, vouches=False)

    def _finding(self, number: int, claim: Claim, missing: _Missing) -> Finding:
        instead = missing.instead
        if isinstance(missing.what, Name):
            code = "name_changed" if instead else "name_not_found"
        elif missing.what.kind == "code":
            code = "code_changed" if instead else "code_not_found"
        else:
            code = "article_changed" if instead else "article_not_found"
        return Finding(
            check=self.name,
            code=code,
            where=claim.where,
            expected=clip(instead.text, 300) if instead else "a name that the documents have",
            seen=clip(missing.seen, 300),
            message=f"the document has “{clip(instead.text, 120)}” where the claim has “{clip(missing.seen, 120)}”"
            if instead
            else f"the documents do not have “{clip(missing.seen, 120)}”",
            claim=number,
            span=claim.span,
            evidence=(instead,) if instead else (),
            contradicts=instead is not None,
        )


def _looked_up(text: str, index: NameIndex) -> Iterator[tuple[Name | Code, bool | None]]:
    """Yield what a text names, each thing once, and whether the documents have it; None where that is not known."""
    seen: set[object] = set()
    coded = codes(text)
    inside = [code.span for code in coded]
    for name in names(text):
        key = (name.script, name.parts)
        if key in seen or any(span.start < name.span.end and name.span.start < span.end for span in inside):
            continue
        seen.add(key)
        yield name, index.has(name)
    for code in coded:
        if (code.kind, code.key) not in seen:
            seen.add((code.kind, code.key))
            yield code, index.has_code(code)


def _missing(named: Name | Code, text: str, evidence: Evidence, index: NameIndex) -> _Missing:
    """Return what is missing, and the document's own name in its place where a sentence of the same has another one."""
    seen = named.span.of(text)
    if isinstance(named, Name) and named.script == "latin":
        seen = " ".join(index.missing(named)) if len(index.missing(named)) < len(named.parts) - named.unsure else seen
    around = sentence_around(text, named.span.start, named.span.end)
    for sentence in sentence_index_of(evidence).best(around.of(text), most=_SENTENCES):
        span = counterpart(
            sentence.text, around.of(text), named, Span(named.span.start - around.start, named.span.end - around.start)
        )
        if span is not None:
            start = sentence.span.start + span.start
            end = sentence.span.start + span.end
            quote = Quote(document=sentence.document.id, start=start, end=end, text=span.of(sentence.text), how="exact")
            return _Missing(named, seen, quote)
    return _Missing(named, seen, None)
