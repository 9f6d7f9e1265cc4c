"""Finds where a claim says the opposite of a sentence that speaks of the same: what is denied, allowed, more, all.

Both texts are read alike (`stances`, bounds of numbers, antonyms), and only what both speak of is compared. A sentence
that shares too little with the claim tells nothing.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator
from functools import cached_property, lru_cache
from typing import Literal

from vouched.documents import Span
from vouched.record import Record
from vouched.text.antonyms import ENGLISH, SPACELESS, english_base
from vouched.text.comparing import Token, tokens_of, weight
from vouched.text.denials import BANS, NEGATOR_WORDS, NEGATORS
from vouched.text.english_stances import english_stances, is_english_mark
from vouched.text.english_verbs import VERB_FORMS
from vouched.text.fact_words import NEGATING_AFFIXES
from vouched.text.number_bounds import Bound, number_bounds
from vouched.text.spaceless_stances import MARKS, chinese_stances, japanese_stances
from vouched.text.stances import Stance, conflict

__all__ = ["Opposite", "OppositeCode", "Read", "opposites", "read", "share"]

OppositeCode = Literal["negated", "modality_changed", "quantifier_changed", "comparator_changed", "opposite"]
_LONGEST = 2000
_NEIGHBOURS, _FAR = 4, 8
_MOST = 8
_SHORTEST = 3
_ARTICLES = frozenset("a an the its their his her this that".split())
_INFINITIVE = re.compile(r"\bto\s+\Z", re.IGNORECASE)
_KANA = re.compile("[\u3041-\u309f]")
_HAN = re.compile("[\u3400-\u9fff]")
_SPACELESS = re.compile("[\u3041-\u30ff\u3400-\u9fff]")
_ANTONYM = re.compile("|".join(sorted(SPACELESS, key=lambda word: (-len(word), word))))
# What parts the clauses of a sentence, what makes one conditional, and what excepts something from it.
_PART = re.compile(
    r"[,;:!?、，。；：！？]|\.(?!\d)|\b(?:but|although|though|whereas|while|because|which|who)\b|(?:が|けれども?)、|但是?|然而"
)
_CONDITION = re.compile(
    r"\b(?:if|unless|when|whenever|whether|until|would|to avoid)\b|場合|とき|時は|なら(?!な[いかり])"
    r"|(?<!なけ)(?<!なか)れば|たら|ても(?!よ|良|い|構|かま|差)|如果|若|假如|的话|的話|除非|即使|只要",
    re.IGNORECASE,
)
_EXCEPTION = re.compile(
    r"\b(?:only|solely|except|other than|unless|but for|apart from|save)\b|以外|のみ|だけ|しか|限り|を除|仅|僅|只"
    r"|除了?|以外",
    re.IGNORECASE,
)
_BELIEF = re.compile(
    r"\b(?:believ|think|thought|claim|suppos|assum)\w*|思|信じ|と言|と述べ|认为|認為|相信|觉得|覺得", re.IGNORECASE
)
# What is only to be found out, or seen to: "check whether it is locked" does not say that it is.
_ASKED = re.compile(
    r"\b(?:check|see|verify|test|find\s+out|make\s+sure|ensure|confirm|determine|decide|ask|wonder)(?:\s+(?:if|whether|that|the))\b"
    r"|かどうか|か否か|か(?:を|も)?(?:確認|確かめ|調べ|検討)|是否|能否|有没有|有沒有|看看",
    re.IGNORECASE,
)
# What denies, bans, or says that something is hardly so.
_DENIAL = re.compile(
    rf"\b(?:{BANS}|\w+n['’]t|rarely|seldom|few|little|minimi[sz]\w*|lack\w*|avoid\w*|stay\w*\s+away|unable)\b"
    rf"|[{''.join(sorted(NEGATORS))}禁]|ない|なか[っろ]|なく|ません|ざる|まい|ず(?=[に、。]|$)"
    r"|難し|困難|がた[いく]|にく[いく]|まれ[にで]|珍し|最小限|尽量减少|盡量減少|难以|難以|很少|罕[见見]|缺乏|拒[绝絕]",
    re.IGNORECASE,
)
_QUANTIFIERS = ("all", "some")
_MODAL = ("obliges", "permits", "forbids", "exempts")
_GOVERNING = frozenset("over under above below before after inside outside with without for against".split())


class Opposite(Record, frozen=True):
    """One opposition: its code as a finding, and the words of the claim and of the evidence that are opposed."""

    code: OppositeCode
    claim: Span
    evidence: Span


class Read(Record, frozen=True, dict=True):
    """A text as it is compared; its parts are read when they are first asked for."""

    text: str

    @cached_property
    def all_tokens(self) -> list[Token]:
        """All words, numbers and characters."""
        return tokens_of(self.text)

    @cached_property
    def tokens(self) -> list[Token]:
        """Those that tell what the text is about."""
        return [
            token
            for token in self.all_tokens
            if weight(token) >= 1
            and token.text[0].isalnum()
            and token.folded not in MARKS
            and not is_english_mark(token)
        ]

    @cached_property
    def content(self) -> tuple[str, ...]:
        """What the telling words are compared by."""
        return tuple(token.key for token in self.tokens)

    @cached_property
    def held(self) -> frozenset[str]:
        """The same, each once."""
        return frozenset(self.content)

    @cached_property
    def keys(self) -> Counter[str]:
        """How often each word stands there; verbs in their base form."""
        return Counter(_anchor(token) for token in self.all_tokens)

    @cached_property
    def is_spaceless(self) -> bool:
        """Whether it is Japanese or Chinese."""
        return bool(_SPACELESS.search(self.text))

    @cached_property
    def stances(self) -> list[Stance]:
        """What the text denies, obliges to, permits, forbids, and of how many."""
        if not self.is_spaceless:
            return english_stances(self.text, self.all_tokens)
        return japanese_stances(self.text) if _KANA.search(self.text) else chinese_stances(self.text)

    @cached_property
    def bounds(self) -> list[Bound]:
        """The numbers that bound."""
        return number_bounds(self.text, self.all_tokens)

    @cached_property
    def opposed(self) -> list[tuple[str, Span]]:
        """The words that may have opposites."""
        return list(_spaceless_opposed(self.text) if self.is_spaceless else _english_opposed(self.all_tokens))

    @cached_property
    def places(self) -> dict[str, list[Span]]:
        """Where each of them stands."""
        found: dict[str, list[Span]] = {}
        for word, span in self.opposed:
            found.setdefault(word, []).append(span)
        return found

    @cached_property
    def bare(self) -> dict[str, list[str]]:
        """English words that may deny another by how they begin, each with what is left of it: unsafe, safe."""
        found: dict[str, list[str]] = {}
        for word in () if self.is_spaceless else self.places:
            if word.startswith(NEGATING_AFFIXES):
                bare = [word[len(affix) :] for affix in NEGATING_AFFIXES if word.startswith(affix)]
                found[word] = [each for each in bare if len(each) > _SHORTEST]
        return found

    @cached_property
    def affixed(self) -> dict[str, list[str]]:
        """The same the other way round: safe, unsafe."""
        found: dict[str, list[str]] = {}
        for word, bare in self.bare.items():
            for each in bare:
                found.setdefault(each, []).append(word)
        return found

    @cached_property
    def clauses(self) -> list[int]:
        """Where clauses are parted."""
        return [match.start() for match in _PART.finditer(self.text)]

    @cached_property
    def denials(self) -> list[int]:
        """Where words or characters begin that deny something."""
        found = {match.start() for match in _DENIAL.finditer(self.text)}
        words = (token for token in self.all_tokens if token.kind == "word" and token.folded in NEGATOR_WORDS)
        return sorted(found | {token.start for token in words})


@lru_cache(maxsize=512)
def read(text: str) -> Read:
    """Return a text, cut at 2,000 characters, ready to be compared with others of its language."""
    return Read(text[:_LONGEST])


def _anchor(token: Token) -> str:
    return VERB_FORMS.get(token.folded, token.key) if token.kind == "word" else token.key


def _english_opposed(tokens: list[Token]) -> Iterator[tuple[str, Span]]:
    for token in tokens:
        if token.kind == "word":
            yield english_base(token.folded), Span(token.start, token.end)


def _spaceless_opposed(text: str) -> Iterator[tuple[str, Span]]:
    for match in _ANTONYM.finditer(text):
        yield match.group(), Span(*match.span())


def opposites(evidence: Read, claim: Read, *, least: float = 0.5) -> tuple[Opposite, ...]:
    """Return where `claim` says the opposite of `evidence`, in order of the claim, at most 8.

    None where less than `least` of the claim's telling words stand in the evidence.
    """
    if share(evidence, claim) < least:
        return ()
    found = [*_turned(evidence, claim), *_bounded(evidence, claim), *_antonyms(evidence, claim)]
    found.sort(key=lambda each: (each.claim.start, each.claim.end, each.code))
    return tuple(found[:_MOST])


def share(evidence: Read, claim: Read) -> float:
    """Return the share of a claim's telling words that stand in the evidence."""
    if not claim.content:
        return 0.0
    return sum(key in evidence.held for key in claim.content) / len(claim.content)


def _count(text: Read, anchor: str) -> int:
    return sum(1 for _ in _spots(text, anchor)) if text.is_spaceless else text.keys.get(anchor, 0)


def _spots(text: Read, anchor: str) -> Iterator[Span]:
    """Yield where a word stands in a text without spaces; a single ideograph only where kana inflect it."""
    for match in re.finditer(re.escape(anchor), text.text, re.IGNORECASE):
        before, after = text.text[match.start() - 1 : match.start()], text.text[match.end() : match.end() + 1]
        if len(anchor) > 1 or (_KANA.match(after) and not _HAN.match(before)):
            yield Span(*match.span())


def _spot(text: Read, anchor: str) -> Span:
    """Return where a word first stands in a text."""
    if text.is_spaceless:
        return next(_spots(text, anchor), Span(0, 0))
    return next((Span(each.start, each.end) for each in text.tokens if _anchor(each) == anchor), Span(0, 0))


def _turned(evidence: Read, claim: Read) -> Iterator[Opposite]:
    """Yield what one text denies, obliges to, permits or forbids and the other does not."""
    said, given = _by_anchor(claim), _by_anchor(evidence)
    for anchor in dict.fromkeys((*said, *given)):
        times, held = _count(claim, anchor), _count(evidence, anchor)
        if not times or not held:
            continue
        ours, theirs = list(said.get(anchor, [])), list(given.get(anchor, []))
        if times > len(ours):
            ours.append(Stance(anchor, "states", _spot(claim, anchor)))
        if held > len(theirs):
            theirs.append(Stance(anchor, "states", _spot(evidence, anchor)))
        marked = [stance for stance in theirs if stance.kind != "states"] or theirs
        if {stance.kind for stance in ours} & {stance.kind for stance in marked}:
            continue
        for stance in ours:
            given_of = theirs if stance.kind == "states" else marked
            if all(conflict(stance.kind, each.kind) and _opposed(claim, stance, evidence, each) for each in given_of):
                kinds = (stance.kind, given_of[0].kind)
                is_modal = all(kind in _MODAL for kind in kinds)
                is_counted = any(kind in _QUANTIFIERS for kind in kinds)
                code = "quantifier_changed" if is_counted else "modality_changed" if is_modal else "negated"
                yield Opposite(code, stance.span, given_of[0].span)  # type: ignore[arg-type]  # one of those above
                break


def _opposed(claim: Read, ours: Stance, evidence: Read, theirs: Stance) -> bool:
    """Whether two stances are about the same: said beside the same words, and the difference made up for by nothing.

    A denial may stand elsewhere in one of them ("found no sign", "did not find any sign"). What a claim denies of more
    than the evidence names, and what is conditional or excepted in one of them only, is not compared.
    """
    near = _beside(claim, ours.span) & _beside(evidence, theirs.span)
    if len(near) < (2 if claim.is_spaceless else 1):
        return False
    if not (_shares_subject(claim, ours, evidence, theirs) and _shares_subject(evidence, theirs, claim, ours)):
        return False
    one, other = _clause(claim, ours.span), _clause(evidence, theirs.span)
    for pattern in (_CONDITION, _BELIEF, _ASKED):  # of the whole sentence: a condition stands in a clause of its own
        if bool(pattern.search(claim.text)) != bool(pattern.search(evidence.text)):
            return False
    if _EXCEPTION.search(one.of(claim.text)) or _EXCEPTION.search(other.of(evidence.text)):
        return False  # "only" and "not other than" say the same
    if _is_infinitive(claim, ours) != _is_infinitive(evidence, theirs):
        return False
    if ours.kind == "states":
        return not _denied_in(claim, one)
    if theirs.kind == "states":
        return not _denied_in(evidence, other) and _covered(evidence, claim, one)
    return True


def _shares_subject(text: Read, stance: Stance, other: Read, its: Stance) -> bool:
    """Whether of the words before a stance, its subject among them, the other text has any around its own."""
    before = _before(text, stance.span)
    return not before or bool(before & _beside(other, its.span, reach=_FAR))


def _is_infinitive(text: Read, stance: Stance) -> bool:
    """Whether what is named is only to be: "try to open it" does not say that it opens."""
    return stance.kind == "states" and bool(_INFINITIVE.search(text.text[: stance.span.start][-8:]))


def _clause(text: Read, span: Span) -> Span:
    """Return the clause around a place."""
    at = bisect_left(text.clauses, span.start + 1)
    after = bisect_left(text.clauses, span.end)
    return Span(text.clauses[at - 1] if at else 0, text.clauses[after] if after < len(text.clauses) else len(text.text))


def _denied_in(text: Read, clause: Span) -> bool:
    at = bisect_left(text.denials, clause.start)
    return at < len(text.denials) and text.denials[at] < clause.end


def _covered(evidence: Read, claim: Read, clause: Span) -> bool:
    """Whether all that a clause of the claim names stands in the evidence, but for a word in six."""
    named = [token.key for token in claim.tokens if clause.start <= token.start < clause.end]
    return sum(key not in evidence.held for key in named) * 6 <= len(named)


def _by_anchor(text: Read) -> dict[str, list[Stance]]:
    found: dict[str, list[Stance]] = {}
    for stance in text.stances:
        found.setdefault(stance.anchor, []).append(stance)
    return found


def _bounded(evidence: Read, claim: Read) -> Iterator[Opposite]:
    given: dict[str, list[Bound]] = {}
    for bound in evidence.bounds:
        given.setdefault(bound.number, []).append(bound)
    for bound in claim.bounds:
        others = given.get(bound.number, [])
        if others and all(other.sense != bound.sense for other in others):
            yield Opposite("comparator_changed", bound.span, others[0].span)


def _antonyms(evidence: Read, claim: Read) -> Iterator[Opposite]:
    """Yield the words of the claim in whose place, beside the same words, the evidence has their opposite."""
    ours, theirs = claim.places, evidence.places
    table = SPACELESS if claim.is_spaceless else ENGLISH
    for word, span in claim.opposed:
        if word in theirs:
            continue
        others = [*table.get(word, ()), *evidence.affixed.get(word, ()), *claim.bare.get(word, ())]
        for other in sorted(each for each in others if each in theirs and each not in ours):
            near = [each for each in theirs[other] if _same_place(claim, span, evidence, each)]
            if near and _is_denied(claim, span) == _is_denied(evidence, near[0]):
                yield Opposite("opposite", span, near[0])
                break


def _same_place(claim: Read, ours: Span, evidence: Read, theirs: Span) -> bool:
    """Whether two opposites stand beside the same words; two single ideographs directly beside the same character."""
    near = _beside(claim, ours) & _beside(evidence, theirs)
    if len(near) < min(2, len(claim.content) - 1):
        return False
    if not claim.is_spaceless:
        shared = _neighbours(claim, ours) & _neighbours(evidence, theirs)
        # "over" and its like say where or when of what follows them; what stands before them may be said of anything.
        return any(side == 1 for side, _ in shared) if ours.of(claim.text).lower() in _GOVERNING else shared != set()
    if ours.end - ours.start > 1:
        return True
    one, other = claim.text, evidence.text
    return one[ours.start - 1 : ours.start] == other[theirs.start - 1 : theirs.start] != "" or (
        one[ours.end : ours.end + 1] == other[theirs.end : theirs.end + 1] != ""
    )


def _beside(text: Read, span: Span, *, reach: int = _NEIGHBOURS) -> set[str]:
    """Return the words within four of a place, or `reach`."""
    after = [token.key for token in text.tokens if token.start >= span.end][:reach]
    return _before(text, span, reach=reach) | {*after}


def _before(text: Read, span: Span, *, reach: int = _NEIGHBOURS) -> set[str]:
    return {token.key for token in [each for each in text.tokens if each.end <= span.start][-reach:]}


def _neighbours(text: Read, span: Span) -> set[tuple[int, str]]:
    """Return the words directly before and after a place, each with its side; articles and their like left out."""
    before = [token.key for token in text.all_tokens if token.end <= span.start and token.folded not in _ARTICLES]
    after = [token.key for token in text.all_tokens if token.start >= span.end and token.folded not in _ARTICLES]
    return {(side, key) for side, keys in ((0, before[-1:]), (1, after[:1])) for key in keys}


def _is_denied(text: Read, span: Span) -> bool:
    return any(
        stance.kind in ("denies", "forbids") and stance.span.start <= span.start and span.end <= stance.span.end
        for stance in text.stances
    )
