"""Finds the name that a sentence has in the place where another sentence of the same has a different one."""

from __future__ import annotations

from vouched.documents import Span
from vouched.text.codes import Code, codes
from vouched.text.comparing import Token, tokens_of, weight
from vouched.text.names import Name, names

__all__ = ["counterpart"]

_NEAR = 3
_LEAST = 0.5


def counterpart(evidence: str, claim: str, named: Name | Code, place: Span) -> Span | None:
    """Return where `evidence` has another name of the same kind in the place of `named`, at `place` in `claim`.

    None where the sentences share less than half of the words around it, where the claim has that name too, or where
    the words beside it are others.
    """
    ours = [token for token in tokens_of(claim) if weight(token) >= 1 and not _within(token, place)]
    theirs = [token for token in tokens_of(evidence) if weight(token) >= 1]
    held = {token.key for token in theirs}
    if not ours or sum(token.key in held for token in ours) < _LEAST * len(ours):
        return None
    before = [token.key for token in ours if token.end <= place.start][-_NEAR:]
    after = [token.key for token in ours if token.start >= place.end][:_NEAR]
    best: tuple[int, int] | None = None
    spans = _others(evidence, claim, named)
    for number, span in enumerate(spans):
        left = [token.key for token in theirs if token.end <= span.start][-_NEAR:]
        right = [token.key for token in theirs if token.start >= span.end][:_NEAR]
        if before[-1:] != left[-1:] and after[:1] != right[:1]:
            continue
        alike = len({*before} & {*left}) + len({*after} & {*right})
        if alike and (best is None or alike > -best[0]):
            best = (-alike, number)
    return None if best is None else spans[best[1]]


def _within(token: Token, place: Span) -> bool:
    return place.start <= token.start < place.end


def _others(evidence: str, claim: str, named: Name | Code) -> list[Span]:
    """Return the places of the names of the same kind that the evidence has and the claim has not."""
    if isinstance(named, Code):
        said = {code.key for code in codes(claim)}
        return [
            code.span
            for code in codes(evidence)
            if code.kind == named.kind and code.family == named.family and code.key not in said
        ]
    own = set(named.parts)
    parts = {part for name in names(claim) for part in name.parts if part not in own}
    alike = ("latin",) if named.script == "latin" else ("katakana", "han") if named.script != "title" else ("title",)
    return [
        name.span
        for name in names(evidence)
        if name.script in alike and not parts & set(name.parts) and set(name.parts) - own
    ]
