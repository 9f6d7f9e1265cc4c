"""Finds statements that give a subject its value ("the Moon is in Aquarius"), by clauses and in both orders of words.

Only what a pattern carries whole is a statement: a clause about another relation of the same two (who rules, who was
it before), a question, a condition and a reported opinion are none.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import Literal, NamedTuple

from vouched.documents import Span
from vouched.text.numbers import narrow
from vouched.text.sentences import sentences
from vouched.text.utterances import says_nothing

__all__ = ["RelationKind", "Statement", "StatementReader"]

RelationKind = Literal["located", "is", "has"]
_LANGUAGES = ("ja", "en", "zh")
_MOST_SENTENCES = 400
_LONGEST = 2_000
# What makes a sentence no statement of how it is: conditions, times gone by, opinions, alternatives.
_UNSURE = re.compile(
    r"\b(?:if|unless|whether|would|could|might|may|perhaps|probably|suppose|assume|imagine|used to|formerly|previously"
    r"|yesterday|tomorrow|last (?:year|month|week|night)|next (?:year|month|week)|until|before|after|when|said|says"
    r"|claims?|claimed|believes?|believed|thinks?|thought|rumou?red|reportedly|allegedly|either|or|wrong|false|untrue"
    r"|mistaken|incorrect|neither|instead of|rather than)\b"
    r"|もし|なら|たら|れば|場合|かもしれ|だろう|でしょう|らしい|ようだ|そうだ|そうです|という(?:のは|説|噂)|と(?:言|い)われ|と思|以前"
    r"|かつて|昨日|昨年|去年|当時|明日|来年|または|もしくは|あるいは|誤り|間違|嘘|とは限ら|わけではな"
    r"|如果|假如|若|要是|可能|也许|或许|大概|据说|听说|认为|以前|曾经|曾|昨天|去年|明天|明年|或者|还是|错误|不正确|并不意味|不一定"
)
_DENIED = re.compile(
    r"\b(?:not|never|no longer|isn't|wasn't|aren't|doesn't|don't)\b|n't\b"
    r"|な(?:い|く|かった)|ません|ず(?=[、。,.]|に|\Z)|ではなく|じゃな|ぬ(?=[。、,.])|不|没有|没|未(?!来)|并非|非(?=\S)"
)
_TAIL = re.compile(r"(?:[ぁ-ん]{0,6}?(?:ない|なく|なかった|ません|ず(?=[、。,.]|\Z)))")
_CLAUSE = re.compile(r"[,、，;；:：]")
_ASIDE = re.compile(r"\([^()]{0,120}\)|（[^（）]{0,120}）|, ?(?:which|who|whose|where)\b[^,.;]{0,120},")
_ADVERB = re.compile(r"(?:現在|いま|今|目下|今日|今回|目前|现在)(?:は|も)?[、,]?|\b(?:now|currently|at present),")
# What stands before a subject and is said of it only by the way: 支配星である月は.
_BY_THE_WAY = re.compile(r"(?:である|となる|としての|という|だった|の)\s*\Z")
_GAP = r"[^。．.!?！？;；\n、，,]{0,16}?"
_LONG_GAP = r"[^。．.!?！？;；\n]{0,80}?"
_ASSERTING = (None, "heading", "instruction")


class Statement(NamedTuple):
    """What a clause says: the keys of subject and value, whether it denies that they belong together, and where."""

    subject: str
    value: str
    denied: bool
    span: Span


class StatementReader:
    """Reads statements of one relation: `kind` is how it is put (located in, is, has a `words` of).

    `subjects` and `values` map each name to its key. A clause with one of `roles` in it is about another relation.
    """

    def __init__(
        self,
        kind: RelationKind,
        subjects: Mapping[str, str],
        values: Mapping[str, str],
        *,
        words: Sequence[str] = (),
        roles: Sequence[str] = (),
    ) -> None:
        self._subjects = {_key(name): key for name, key in subjects.items()}
        self._values = {_key(name): key for name, key in values.items()}
        self._roles = _any_of(roles)
        self._names = _any_of([*subjects, *values])
        subject, value, word = _several(subjects), _any_pattern(values), _any_pattern(words)
        self._patterns = [
            re.compile(_filled(pattern, subject, value, word), re.IGNORECASE) for pattern in _patterns(kind)
        ]

    def read(self, text: str) -> list[Statement]:
        """Return the statements of a text, in order; the same of one place once."""
        found: dict[tuple[str, str, bool], Statement] = {}
        for sentence in sentences(text)[:_MOST_SENTENCES]:
            part = sentence.of(text)
            if len(part) > _LONGEST or says_nothing(part) not in _ASSERTING:
                continue
            for statement in self._of_sentence(part, sentence.start):
                found.setdefault(statement[:3], statement)
        return sorted(found.values(), key=_place)

    def _of_sentence(self, text: str, start: int) -> Iterator[Statement]:
        plain = _ASIDE.sub(lambda match: " " * len(match.group()), narrow(text))
        # A comma behind a topic or an adverb of the present parts no clause.
        plain = re.sub(r"([はがもに])[、,]", r"\1 ", plain)
        plain = _ADVERB.sub(lambda match: " " * len(match.group()), plain)
        if _UNSURE.search(plain) or (plain.rstrip().endswith(("?", "か", "か。", "吗", "呢"))):
            return
        taken: list[tuple[int, int]] = []
        for pattern in self._patterns:
            for match in pattern.finditer(plain):
                if any(begun < match.end() and match.start() < ended for begun, ended in taken):
                    continue
                if self._is_other(plain, match):
                    continue
                taken.append(match.span())
                yield from self._said(plain, match, start)

    def _is_other(self, text: str, match: re.Match[str]) -> bool:
        """Whether the clause around a match speaks of another relation, or a name stands between the two."""
        before = [mark.end() for mark in _CLAUSE.finditer(text, 0, match.start())]
        after = _CLAUSE.search(text, match.end())
        opening = text[before[-1] if before else 0 : match.start()]
        clause = text[match.start() : after.start() if after else len(text)]
        if not _BY_THE_WAY.search(opening):
            clause = opening + clause
        if self._roles is not None and self._roles.search(clause):
            return True
        first, last = sorted((match.span("s"), match.span("v")))
        between = text[first[1] : last[0]]
        return self._names is not None and self._names.search(between) is not None

    def _said(self, text: str, match: re.Match[str], start: int) -> Iterator[Statement]:
        tail = _TAIL.match(text, match.end())
        spoken = match.group() if tail is None else match.group() + tail.group()
        for name in (match["s"], match["v"]):
            spoken = spoken.replace(name, " ", 1)
        denied = _DENIED.search(spoken) is not None
        value = self._values[_key(match["v"])]
        for name in self._listed(match["s"]):
            yield Statement(self._subjects[name], value, denied, Span(start + match.start(), start + match.end()))

    def _listed(self, text: str) -> Iterable[str]:
        """Return the subjects of a list such as "the Moon and Mercury"."""
        names = sorted(self._subjects, key=len, reverse=True)
        left, found = _key(text), []
        while left:
            name = next((name for name in names if left.startswith(name)), None)
            left = left[len(name) :] if name else left[1:]
            if name:
                found.append(name)
        return found


def _place(statement: Statement) -> int:
    return statement.span.start


def _key(name: str) -> str:
    return re.sub(r"\s+", " ", narrow(name)).strip().casefold()


def _filled(pattern: str, subject: str, value: str, word: str) -> str:
    slots = {"S": f"(?P<s>{subject})", "V": f"(?P<v>{value})", "W": word or "(?!)", "…": _GAP, "‥": _LONG_GAP}
    return re.sub("[SVW…‥]", lambda match: slots[match.group()], pattern)


def _any_pattern(names: Iterable[str]) -> str:
    bounded = []
    for name in sorted(names, key=len, reverse=True):
        written = re.escape(narrow(name)).replace(r"\ ", r"\s+")
        before = r"(?<![A-Za-z0-9])" if name[:1].isascii() else ""
        after = r"(?![A-Za-z0-9])" if name[-1:].isascii() else ""
        bounded.append(before + written + after)
    return f"(?:{'|'.join(bounded)})" if bounded else ""


def _several(names: Iterable[str]) -> str:
    one = _any_pattern(names) or "(?!)"
    return rf"{one}(?:(?:\s*(?:と|や|及び|および|和|与|、|,|and|&)\s*){{1,2}}(?:the\s+)?{one}){{0,6}}"


def _any_of(names: Sequence[str]) -> re.Pattern[str] | None:
    pattern = _any_pattern(names)
    return re.compile(pattern, re.IGNORECASE) if pattern else None


@cache
def _patterns(kind: str) -> tuple[str, ...]:
    """Return the patterns of a kind of relation, those of Japanese, English and Chinese."""
    text = (files("vouched.text") / "tables" / "relations.txt").read_text(encoding="utf-8")
    found: list[str] = []
    language = ""
    is_wanted = False
    for line in text.splitlines():
        if line.startswith("["):
            head, _, language = line.strip("[]").partition(" ")
            is_wanted = head == kind and language in _LANGUAGES
        elif is_wanted and line and not line.startswith("#"):
            found.append(line.replace(" ", r"\s+" if language == "en" else r"\s*"))
    return tuple(found)
