"""The rewrites that keep the meaning and say it in another order, in other words, or as prose in place of a list."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from vouched.documents import Span
from vouched.measure.passages import MARKER, Passage, Put, Rewrite
from vouched.measure.rewrite_tables import occurrences, words_of
from vouched.text.sentences import sentences

__all__ = ["REWRITES"]

_ALL = ("en", "ja", "zh")
_ITEM = re.compile(r"^[ \t]{0,8}(?:[-*•・]|\d{1,2}[.)])[ \t]+(\S[^\n]{1,400})$", re.MULTILINE)
_ENDED = re.compile(r"[.!?。！？]$")
_ENGLISH_CLAUSES = re.compile(
    r"(If|When|Because|Although|Unless|Since|After|Before|While) ([^,.;:?!]{8,160}), ([^,.;:?!]{8,200})\."
)
_CHINESE_CLAUSES = re.compile(r"(如果|因为|虽然)([^，。；：]{2,60})，(?:那么|所以|但是|但)?([^，。；：]{2,80})。")
_JAPANESE_TIME = re.compile(r"(\d{4}年(?:\d{1,2}月(?:\d{1,2}日)?)?に)、?([^、。はがを]{1,24}[はが])([^。は]{2,120}。?)")
_JAPANESE_ARGUMENTS = re.compile(
    r"([^がをはにでと、。も]{1,12})が([^がをはにでと、。も]{1,12})を([^がをはにで、。\d]{1,12}。?)"
)
_PRONOUN = re.compile(r"(?:he|she|it|they|this|that|these|those|such|there|then|please|do|don't)\b", re.IGNORECASE)
_ENGLISH_LIST = re.compile(
    r"(?<![A-Za-z] of )(?<![A-Za-z-])((?:[Tt]he|[Aa]n?|his|her|its|their) [a-z]{3,20})"
    r" and ((?:the|an?|his|her|its|their) [a-z]{3,20})"
    r"(?= (?:is|are|was|were|have|had|may|must|shall|can|will)\b)"
)
_JAPANESE_LIST = re.compile(
    r"(?<![一-鿿ァ-ヶー])([一-鿿ァ-ヶー]{2,10})(及び|および|並びに)([一-鿿ァ-ヶー]{2,10})(?=[がをはの。])"
)
# Only members of an enumeration that has more on both sides: what stands at its ends may belong to more than one.
_CHINESE_LIST = re.compile(r"(?<=、)([一-鿿]{2,6})(、)([一-鿿]{2,6})(?=、)")
# Words that bind a sentence only where it begins with them.
_AMIDST = frozenset("one and or above i so first second third but below following".split())
_BEGINS = re.compile(r"(?:^|[.!?]\s+|\n)$")
_ORDERED = ("respectively", "それぞれ", "各々", "分别", "依次", "順", "first", "then")


def _sentence_order(passage: Passage) -> Iterator[Sequence[Put]]:
    """Change the places of two sentences of a line, neither of which is bound to one before it."""
    spans = _plain_sentences(passage) if passage.role != "quote" else []
    for first, second in pairwise(spans):
        if any(quoted.start < second.start < quoted.end for quoted in passage.quotations):
            continue
        between = passage.text[first.end : second.start]
        after = next((span for span in spans if span.start >= second.end), None)
        bound = [each for each in (first, second, after) if each and _is_bound(each.of(passage.text), passage.language)]
        if "\n" not in between and not bound:
            yield [(first.start, second.end, second.of(passage.text) + between + first.of(passage.text))]


def _plain_sentences(passage: Passage) -> list[Span]:
    """Return the sentences that end and are no items; a marker behind the mark of its end belongs to a sentence."""
    text = passage.text
    found: list[Span] = []
    for span in sentences(text):
        end = span.end
        while (match := re.compile(r"\s?(?:" + MARKER.pattern + ")").match(text, end)) is not None:
            end = match.end()
        if found and span.start < found[-1].end:
            continue
        if _ENDED.search(MARKER.sub("", text[span.start : end]).strip()) and not _ITEM.match(text, span.start):
            found.append(Span(span.start, end))
    return found


def _is_bound(sentence: str, language: str) -> bool:
    words = words_of(language).bound
    if language != "en":
        return any(word in sentence[:40] for word in words)
    said = re.findall("[a-z]+", sentence.lower())
    return any(word in words for word in said if word not in _AMIDST) or said[:1] == [] or said[0] in words


def _clause_order(passage: Passage) -> Iterator[Sequence[Put]]:
    for span in sentences(passage.text):
        text = span.of(passage.text)
        if passage.language == "en" and (match := _ENGLISH_CLAUSES.fullmatch(text)):
            joint, side, main = match.groups()
            if not _PRONOUN.match(main):
                yield [(span.start, span.end, f"{main[0].upper()}{main[1:]} {joint.lower()} {side}.")]
        elif passage.language == "zh" and (match := _CHINESE_CLAUSES.fullmatch(text)):
            joint, side, main = match.groups()
            yield [(span.start, span.end, f"{main}，{joint}{side}。")]
        elif passage.language == "ja" and (match := _JAPANESE_TIME.fullmatch(text)):
            yield [(span.start, span.end, f"{match[2]}{match[1]}{match[3]}")]


def _argument_order(passage: Passage) -> Iterator[Sequence[Put]]:
    """Scramble a Japanese clause: its particles say who does what, not its order."""
    for span in sentences(passage.text):
        if match := _JAPANESE_ARGUMENTS.fullmatch(span.of(passage.text)):
            yield [(span.start, span.end, f"{match[2]}を{match[1]}が{match[3]}")]


def _list_order(passage: Passage) -> Iterator[Sequence[Put]]:
    if any(word in passage.text for word in _ORDERED):
        return
    for match in _ENGLISH_LIST.finditer(passage.text) if passage.language == "en" else ():
        one, other = match.groups()
        if match.start() == 0 or one[0].isupper():
            one, other = one[0].lower() + one[1:], other[0].upper() + other[1:]
        yield [(*match.span(), f"{other} and {one}")]
    spaceless = {"ja": _JAPANESE_LIST, "zh": _CHINESE_LIST}.get(passage.language)
    for match in spaceless.finditer(passage.text) if spaceless else ():
        yield [(*match.span(), f"{match[3]}{match[2]}{match[1]}")]


def _list_to_prose(passage: Passage) -> Iterator[Sequence[Put]]:
    items = list(_ITEM.finditer(passage.text))
    whole = [match for match in items if _ENDED.search(MARKER.sub("", match[1]).strip())]
    if len(items) < 2 or len(whole) < len(items):
        return
    gap = " " if passage.language == "en" else ""
    together = [passage.text[one.end() : other.start()].strip() == "" for one, other in pairwise(items)]
    if all(together):
        yield [(items[0].start(), items[-1].end(), gap.join(match[1].strip() for match in items))]


def _prose_to_list(passage: Passage) -> Iterator[Sequence[Put]]:
    spans = _plain_sentences(passage)
    text = passage.text
    if passage.role != "answer" or len(spans) < 2 or "\n" in text.strip():
        return
    if any(quoted.start < span.start < quoted.end for quoted in passage.quotations for span in spans):
        return
    if spans[0].start == 0 and all(not text[a.end : b.start].strip() for a, b in pairwise(spans)):
        yield [(0, spans[-1].end, "\n".join(f"- {span.of(text)}" for span in spans))]


def _synonyms(passage: Passage) -> Iterator[Sequence[Put]]:
    for one, other in words_of(passage.language).synonyms:
        for old, new in ((one, other), (other, one)):
            for put in occurrences(passage.text, old, new):
                # Amid a sentence a capital makes a term of a contract, which is no word like another.
                if passage.text[put[0]].isupper() and not _BEGINS.search(passage.text[: put[0]][-4:]):
                    continue
                # "before" may stand before a clause, where "prior to" may not; 具有 must not double what stands by it.
                beside = passage.text[max(0, put[0] - 2) : put[0]] + passage.text[put[1] : put[1] + 2]
                if old not in new and old != "before" and not (passage.language != "en" and new[0] in beside):
                    yield [put]


REWRITES = (
    Rewrite("sentence_order", True, _ALL, "marks", _sentence_order),
    Rewrite("clause_order", True, _ALL, "content", _clause_order),
    Rewrite("argument_order", True, ("ja",), "content", _argument_order),
    Rewrite("list_order", True, _ALL, "content", _list_order),
    Rewrite("list_to_prose", True, _ALL, "marks", _list_to_prose),
    Rewrite("prose_to_list", True, _ALL, "marks", _prose_to_list),
    Rewrite("synonyms", True, _ALL, "content", _synonyms),
)
