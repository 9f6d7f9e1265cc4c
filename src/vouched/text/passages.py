"""Chooses the passages of a long text that share most words with a short one, within a limit of characters."""

from __future__ import annotations

from vouched.documents import Span
from vouched.text.ranking import Ranking
from vouched.text.sentences import paragraphs, sentences

__all__ = ["best_passages"]

_PASSAGE = 1200
_MOST = 8


def best_passages(text: str, wanted: str, *, limit: int = 6000) -> list[str]:
    """Return the passages of `text` that fit `wanted` best, in their order, of at most `limit` characters together.

    A text within the limit is one passage. Where nothing is shared, as between languages, these are the first ones.
    """
    if len(text) <= limit:
        return [text] if text.strip() else []
    pieces = [text[span.start : span.end] for span in _pieces(text)]
    ranked = Ranking((piece, "") for piece in pieces).best(wanted, most=_MOST, relative=0.0, least=0.0)
    chosen: set[int] = set()
    room = limit
    for number in (*(each.number for each in ranked), *range(len(pieces))):
        if number not in chosen and len(pieces[number]) <= room:
            chosen.add(number)
            room -= len(pieces[number])
        if len(chosen) >= _MOST:
            break
    return [pieces[number] for number in sorted(chosen)]


def _pieces(text: str) -> list[Span]:
    """Return paragraphs, joined where they are short and cut between sentences where they are long."""
    found: list[Span] = []
    for paragraph in paragraphs(text):
        units = [paragraph] if paragraph.end - paragraph.start <= _PASSAGE else _cut(text, paragraph)
        for unit in units:
            if found and unit.end - found[-1].start <= _PASSAGE // 2:
                found[-1] = Span(found[-1].start, unit.end)
            else:
                found.append(unit)
    return found


def _cut(text: str, paragraph: Span) -> list[Span]:
    found: list[Span] = []
    for sentence in sentences(text[paragraph.start : paragraph.end]):
        start, end = paragraph.start + sentence.start, paragraph.start + sentence.end
        if found and end - found[-1].start <= _PASSAGE:
            found[-1] = Span(found[-1].start, end)
        else:
            found += [Span(place, min(place + _PASSAGE, end)) for place in range(start, end, _PASSAGE)]
    return found
