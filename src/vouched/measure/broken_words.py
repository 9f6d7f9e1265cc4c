"""The rewrites that break the meaning by names, roles, a quote's character, a citation, or a claim of another case."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from vouched.measure.passages import MARKER, Passage, Put, Rewrite
from vouched.measure.rewrite_tables import words_of
from vouched.text.names import Name, names
from vouched.text.sentences import sentences

__all__ = ["REWRITES"]

_ALL = ("en", "ja", "zh")
_MOST_READ = 20_000
_ENGLISH_ROLES = re.compile(r"([Tt]he [a-z]+) ([a-z]+(?:ed|s)) (the [a-z]+)(?= ?\.?$)")
_JAPANESE_ROLES = re.compile(
    r"([^がをはにでと、。も]{1,12})が([^がをはにでと、。も]{1,12})を(?=[^がをはにで、。\d]{1,12}。?$)"
)
_LEAST_QUOTED = 8
_LEAST_INSERTED = 12
_IN_WORD = re.compile(r"(?<=[a-z])[a-z](?=[a-z])|(?<=[一-鿿ぁ-ん])[一-鿿](?=[一-鿿ぁ-ん])|\d")
_LETTERS = "aeioubcdfglmnprst"


def _name_swapped(passage: Passage) -> Iterator[Sequence[Put]]:
    """Put a name of the documents in the place of another; it must share no part with any name of the text."""
    held = {name.span.of(each.text): name for each in passage.documents for name in names(each.text[:_MOST_READ])}
    said = [name for name in names(passage.text) if name.script != "title"]
    taken = {part for name in said for part in name.parts}
    for name in said:
        seen = name.span.of(passage.text)
        fitting = [text for text, each in held.items() if _fits(each, name) and not taken.intersection(each.parts)]
        free = sorted(text for text in fitting if text not in passage.text and seen not in text)
        if free and not name.unsure:
            put = passage.draw.choice(free)
            yield [(match.start(), match.end(), put) for match in re.finditer(re.escape(seen), passage.text)]


def _fits(one: Name, other: Name) -> bool:
    """Return whether a name may stand where the other does: same script, and about as many words."""
    return one.script == other.script and not one.unsure and abs(len(one.parts) - len(other.parts)) <= 1


def _roles_swapped(passage: Passage) -> Iterator[Sequence[Put]]:
    for span in sentences(passage.text):
        text = span.of(passage.text)
        if passage.language == "en" and (match := _ENGLISH_ROLES.fullmatch(text.removesuffix(".").rstrip())):
            first, second = match[1], match[3]
            put = second[0].upper() + second[1:] if first[0].isupper() else second
            yield [_at(span.start, match, 1, put), _at(span.start, match, 3, first[0].lower() + first[1:])]
        if passage.language == "ja" and (match := _JAPANESE_ROLES.match(text)) and match[1] != match[2]:
            yield [_at(span.start, match, 1, match[2]), _at(span.start, match, 2, match[1])]
        yield from _names_exchanged(passage, span.start, text)


def _at(start: int, match: re.Match[str], group: int, put: str) -> Put:
    return start + match.start(group), start + match.end(group), put


def _names_exchanged(passage: Passage, start: int, text: str) -> Iterator[Sequence[Put]]:
    """Exchange the two names of a sentence that has two, where their order or place says who is who."""
    found = [name for name in names(text) if name.script != "title" and not name.unsure]
    if len(found) != 2 or set(found[0].parts) & set(found[1].parts):
        return
    one, other = found
    words = set(re.findall("[a-z]+", text.lower())) if passage.language == "en" else text
    if any(word in words for word in words_of(passage.language).symmetric):
        return
    between = text[one.span.end : other.span.start]
    if len(between.strip()) >= 2 and not re.match(r"[\s,、，/()（）]*$", between):
        yield [
            (start + one.span.start, start + one.span.end, other.span.of(text)),
            (start + other.span.start, start + other.span.end, one.span.of(text)),
        ]


def _quote_altered(passage: Passage) -> Iterator[Sequence[Put]]:
    for span in passage.quotations:
        quoted = span.of(passage.text)
        if len(quoted) < _LEAST_QUOTED or passage.is_new(quoted):
            continue
        for match in _IN_WORD.finditer(quoted):
            seen = match.group()
            pool = "0123456789" if seen.isdigit() else _LETTERS if seen.isascii() else _characters(passage)
            others = [char for char in pool if char != seen]
            if not others:
                continue
            other = passage.draw.choice(others)
            at = span.start + match.start()
            if passage.is_new(quoted[: match.start()] + other + quoted[match.end() :]):
                yield [(at, at + 1, other)]


def _characters(passage: Passage) -> str:
    text = "".join(document.text[:500] for document in passage.documents)
    return "".join(sorted({char for char in text if "\u4e00" <= char <= "\u9fff"}))


def _citation_moved(passage: Passage) -> Iterator[Sequence[Put]]:
    """Let a marker of one number name another document, one that has few of the words before it."""
    documents = passage.documents
    for match in MARKER.finditer(passage.text):
        told = next(filter(None, match.groups()))
        if not (told.isdigit() and len(told) < 4 and 1 <= int(told) <= len(documents)):
            continue
        before = passage.text[max(0, match.start() - 160) : match.start()]
        right = _shared(before, documents[int(told) - 1].text)
        for number, document in enumerate(documents, start=1):
            if number != int(told) and _shared(before, document.text) < right / 2:
                at = match.start() + match.group().index(told)
                yield [(at, at + len(told), str(number))]


def _shared(text: str, document: str) -> float:
    words = set(re.findall(r"[A-Za-z0-9]{3,}|[\u3041-\u9fff]{2}", text))
    return sum(word in document for word in words) / max(1, len(words))


def _claim_inserted(passage: Passage) -> Iterator[Sequence[Put]]:
    if passage.role == "quote":
        return
    end = len(passage.text.rstrip())
    gap = " " if passage.language == "en" else ""
    for sentence in passage.others:
        if (
            len(sentence) >= _LEAST_INSERTED
            and sentence[-1] in ".。"
            and passage.is_new(sentence)
            and _shared(sentence, _whole(passage)) < 0.5
        ):
            stop = "" if re.search(r"[.!?。！？\]】]$", passage.text[:end]) else "." if gap else "。"
            yield [(end, end, f"{stop}{gap}{sentence}")]


def _whole(passage: Passage) -> str:
    return "\n".join(document.text for document in passage.documents)


REWRITES = (
    Rewrite("name_swapped", False, _ALL, "content", _name_swapped),
    Rewrite("roles_swapped", False, _ALL, "content", _roles_swapped),
    Rewrite("quote_altered", False, _ALL, "marks", _quote_altered),
    Rewrite("citation_moved", False, _ALL, "marks", _citation_moved),
    Rewrite("claim_inserted", False, _ALL, "marks", _claim_inserted),
)
