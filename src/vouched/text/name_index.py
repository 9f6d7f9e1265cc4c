"""Knows whether the documents have a name, in any of the ways it is written: initials, acronyms, surnames, variants."""

from __future__ import annotations

import re
from functools import cached_property
from typing import cast

from vouched.documents import Evidence
from vouched.text.codes import Code, codes, part_numbers
from vouched.text.name_marks import GENERIC
from vouched.text.names import Name, latin_words
from vouched.text.variants import consonants, plain, plain_word

__all__ = ["NameIndex", "name_index_of"]

_ENDINGS = re.compile("(?:ians?|ans?|ese|ish|ic|i|e?s|a|n|ns|y|ies)$")
_SHORTEST_STEM = 4
_MOST_INITIALS = 8
_SMALL = frozenset("of and the for in de la & et des du".split())


class NameIndex:
    """The words, codes and plain text of one evidence, made part by part when they are first asked for."""

    def __init__(self, evidence: Evidence) -> None:
        self._texts = [document.text for document in evidence.documents]
        if evidence.question:
            self._texts.append(evidence.question)

    def has(self, name: Name) -> bool | None:
        """Return whether the documents have a name, and None where they are not written in its script."""
        if name.script == "latin":
            if not self._words:
                return None
            return not self.missing(name)
        if name.script == "katakana" and "ア" not in self._scripts:
            return None
        if name.script == "han" and "漢" not in self._scripts:
            return None
        if name.script == "title":
            return name.parts[0] in self._squeezed_plain
        return all(part in self._plain or (name.script == "katakana" and self._sounds(part)) for part in name.parts)

    def missing(self, name: Name) -> list[str]:
        """Return the parts of a name in Latin letters that the documents lack, the unsure ones left out."""
        if len(name.parts) > 1 and "".join(part[0] for part in name.parts) in self._words:
            return []  # they have its acronym
        return [
            part
            for place, part in enumerate(name.parts)
            if place >= name.unsure and part not in GENERIC and not self._has_word(part)
        ]

    def _sounds(self, part: str) -> bool:
        """Whether some word in katakana has the same consonants, as another transcription of the name would."""
        sound = consonants(part)
        return len(sound) > 1 and sound in self._sounded

    def has_code(self, code: Code) -> bool | None:
        """Return whether the documents have a code, or an article with its parts; None where they number none."""
        if code.kind == "code":
            return code.key in self._codes or self._stands(code.key)
        if not self._articles:
            return None
        if any(key == code.key or key.startswith(f"{code.key}/") for key in self._articles):
            return True
        number, *parts = code.key.split("/")  # parts may stand under the article's heading, by themselves
        return bool(parts) and number in self._articles and all(part in self._parts for part in parts)

    def _stands(self, key: str) -> bool:
        """Whether a code stands among the letters and digits of the texts, and not inside a longer number."""
        at = self._squeezed.find(key)
        for _ in range(_MOST_INITIALS):
            if at < 0:
                return False
            end = at + len(key)
            if not self._squeezed[end : end + 1].isdigit() and not (
                at and self._squeezed[at - 1].isdigit() and key[0].isdigit()
            ):
                return True
            at = self._squeezed.find(key, at + 1)
        return False

    def _has_word(self, word: str) -> bool:
        if word in self._words or _stem(word) in self._stems or word in self._initials:
            return True
        pieces = [piece for piece in re.split("[-‑&']", word) if piece]
        if len(pieces) > 1:
            return all(piece in self._words or _stem(piece) in self._stems for piece in pieces)
        return word in self._squeezed if len(word) > _SHORTEST_STEM else False

    @cached_property
    def _words(self) -> frozenset[str]:
        words = {plain_word(word) for text in self._texts for word, _ in latin_words(text)}
        return frozenset(words | {piece for word in words for piece in re.split("[-‑&']", word)} - {""})

    @cached_property
    def _stems(self) -> frozenset[str]:
        return frozenset(_stem(word) for word in self._words)

    @cached_property
    def _initials(self) -> frozenset[str]:
        """The acronyms that runs of capitalised words would have, with and without their small words."""
        found: set[str] = set()
        for text in self._texts:
            run: list[str] = []
            end = 0
            for word, span in [*latin_words(text), ("", None)]:
                gap = "" if span is None else text[end : span.start]
                end = end if span is None else span.end
                if word and (word[0].isupper() or (run and word in _SMALL)) and (not run or gap in (" ", "-", ", ")):
                    run.append(word)
                    continue
                found |= _acronyms(run)
                run = [word] if word and word[0].isupper() else []
        return frozenset(found)

    @cached_property
    def _plain(self) -> str:
        return "\0".join(plain(text) for text in self._texts)

    @cached_property
    def _squeezed_plain(self) -> str:
        return re.sub(r"[^\w\0]+|_", "", self._plain)

    @cached_property
    def _squeezed(self) -> str:
        """The texts without anything between letters and digits, for names and codes that are parted otherwise."""
        return "\0".join(re.sub(r"[\W_]+", "", plain_word(text)) for text in self._texts)

    @cached_property
    def _scripts(self) -> frozenset[str]:
        text = self._plain
        found = {"ア"} if re.search("[ァ-ヺ]", text) else set()
        return frozenset(found | ({"漢"} if re.search("[㐀-鿿]", text) else set()))

    @cached_property
    def _parts(self) -> frozenset[str]:
        """The numbers of paragraphs and items that stand without their article."""
        return frozenset(number for text in self._texts for number in part_numbers(text))

    @cached_property
    def _sounded(self) -> frozenset[str]:
        return frozenset(consonants(run) for run in re.findall("[ァ-ヺ]{2,}", self._plain))

    @cached_property
    def _all_codes(self) -> tuple[Code, ...]:
        return tuple(code for text in self._texts for code in codes(text))

    @cached_property
    def _codes(self) -> frozenset[str]:
        return frozenset(code.key for code in self._all_codes if code.kind == "code")

    @cached_property
    def _articles(self) -> frozenset[str]:
        return frozenset(code.key for code in self._all_codes if code.kind == "article")


def _stem(word: str) -> str:
    stem = _ENDINGS.sub("", word)
    return stem if len(stem) >= _SHORTEST_STEM else word


def _acronyms(run: list[str]) -> set[str]:
    """Return the acronyms of a run of words: of each of its beginnings and ends."""
    run = run[:_MOST_INITIALS]
    if len(run) < 2:
        return set()
    letters = [word[0].lower() for word in run]
    strong = [word[0].lower() for word in run if word not in _SMALL]
    return {
        "".join(each[at:end])
        for each in (letters, strong)
        for at in range(len(each))
        for end in range(at + 2, len(each) + 1)
    }


def name_index_of(evidence: Evidence) -> NameIndex:
    """Return the evidence's index of names, made at the first call and kept with the evidence."""
    kept = evidence.__dict__.get("_names")
    if kept is None:
        kept = evidence.__dict__["_names"] = NameIndex(evidence)
    return cast("NameIndex", kept)
