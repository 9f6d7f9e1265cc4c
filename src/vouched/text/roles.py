"""Says how far two texts of the same words say the same of them: their order, and who does what to whom.

Words alone cannot tell "A acquired B" from "B acquired A". Each part is a share from 0 to 1 without a trained weight,
1 where nothing speaks against.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter
from itertools import pairwise

from vouched.record import Record
from vouched.text.chinese_clauses import chinese_roles
from vouched.text.comparing import Token, tokens_of, weight
from vouched.text.english_clauses import english_relations
from vouched.text.japanese_clauses import japanese_relations
from vouched.text.relations import UNKNOWN, Relation, is_exchanged, relation_likeness

__all__ = ["Agreement", "agreement", "may_exchange"]

_KANA = re.compile("[\u3041-\u309f]")
_HAN = re.compile("[\u3400-\u9fff]")
_LONGEST = 4000
# One of these stands in a passive, or in what changes the order of roles.
_VOICE = (" by ", "被", "把", "れ", "せ")
_HALF_TOLD = 0.25


class Agreement(Record, frozen=True):
    """How far a claim agrees with a passage that has its words.

    `order` is the share of the words of both that stand in the same order, `near` the share that keep the neighbour
    they had. `roles` is 1 where each act has the agents and patients of the passage's, 0 where they are exchanged,
    0.3 where the passage only supposes or denies it, None where no act is told in both. `told` is the share of the
    claim that `roles` speaks for, and `score` weighs roles and order by it. `shared` counts the words of both that
    `order` is about: of fewer than four it says little. `exchanged` is True where an act has both its sides the other
    way round, and nowhere as the claim has them.
    """

    order: float
    near: float
    roles: float | None
    told: float
    shared: int
    score: float
    exchanged: bool = False


def agreement(evidence: str, claim: str) -> Agreement:
    """Return how far `claim` says of its words what `evidence`, a sentence or a short passage, says of them.

    Takes near-linear time in at most 4,000 characters and 400 words of each.
    """
    evidence, claim = evidence[:_LONGEST], claim[:_LONGEST]
    words = [token for token in tokens_of(claim) if weight(token) >= 1]
    order, near, shared = _order([token for token in tokens_of(evidence) if weight(token) >= 1], words)
    roles, told, exchanged = _roles(evidence, claim, words)
    standing = (order + near) / 2
    # Of a claim that is told in part, the acts that were read say little of the rest.
    by_roles = told**6 * (_HALF_TOLD if roles == UNKNOWN else 1)
    score = standing if roles is None else by_roles * roles + (1 - by_roles) * standing
    return Agreement(order, near, roles, told, shared, score, exchanged)


def may_exchange(evidence: str, first: list[Token], claim: str, second: list[Token]) -> bool:
    """Return False where two texts, of these telling words, surely exchange no roles: one order, one voice.

    In Japanese particles tell roles whatever the order.
    """
    if _KANA.search(claim) or _order(first, second)[0] < 1:
        return True
    return any((mark in evidence) != (mark in claim) for mark in _VOICE)


def _order(first: list[Token], second: list[Token]) -> tuple[float, float, int]:
    """Return the shares of words in the same order and beside the same word, and how many words were compared."""
    held, wanted = (Counter(token.key for token in each) for each in (first, second))
    place = {token.key: number for number, token in enumerate(first) if held[token.key] == 1}
    places = [place[token.key] for token in second if token.key in place and wanted[token.key] == 1]
    if len(places) < 2:
        return 1.0, 1.0, len(places)
    ends: list[int] = []  # the last of each longest rising row (Fredman 1975)
    for each in places:
        at = bisect_left(ends, each)
        ends[at : at + 1] = [each]
    rank = {each: number for number, each in enumerate(sorted(places))}
    kept = sum(abs(rank[one] - rank[other]) == 1 for one, other in pairwise(places))
    return len(ends) / len(places), kept / (len(places) - 1), len(places)


def _roles(evidence: str, claim: str, words: list[Token]) -> tuple[float | None, float, bool]:
    """Return how far the claim's acts have the evidence's roles, their share of it, and whether one is exchanged."""
    if _HAN.search(claim) and not _KANA.search(claim):
        roles, told = chinese_roles(evidence, claim)
        return roles, told, roles == 0
    read = japanese_relations if _KANA.search(claim) else english_relations
    given: dict[str, list[Relation]] = {}
    known: set[str] = set()
    for relation in read(evidence):
        given.setdefault(relation.act, []).append(relation)
        known |= relation.agents | relation.patients
    worst, said, exchanged = 1.0, 0, False
    for stated in read(claim):
        if stated.act in given:
            likeness = max(relation_likeness(stated, each, known) for each in given[stated.act])
            exchanged = exchanged or (likeness == 0 and any(is_exchanged(stated, each) for each in given[stated.act]))
            worst = min(worst, likeness)
            said += sum(map(len, (stated.act, *stated.agents, *stated.patients)))
    total = sum(len(token.key) for token in words if token.kind != "kana")
    return (worst, min(1.0, said / max(1, total)), exchanged) if said else (None, 0.0, False)
