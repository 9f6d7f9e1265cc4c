"""Reads the relations of an English sentence from its word order: subjects, verbs, objects, passives, embedded clauses.

No parser: a word is a verb by a closed list, its ending and its place. What is read wrongly is compared on both sides
alike, and what is not read says nothing.
"""

from __future__ import annotations

from typing import NamedTuple

from vouched.text.comparing import Token, tokens_of
from vouched.text.english_verbs import ASSERTING, SUPPOSING, VERB_FORMS
from vouched.text.fact_words import is_negator
from vouched.text.relations import Relation

__all__ = ["english_relations"]

_DETERMINERS = frozenset(
    "the a an this these those my your his her its our their some any no every each all both another many several "
    "most few".split()
)
_PREPOSITIONS = frozenset(
    "of in on at by for with from to into onto over under near next behind beside besides between among against about "
    "across along around before after during without within through toward towards upon front above below than as "
    "despite until since like via per off out".split()
)
_CONDITIONS = frozenset("if unless whether supposing provided lest assuming".split())
_SUBORDINATORS = frozenset("because since after before while when although though as once until whereas where".split())
_RELATIVES = frozenset("who whom which that whose".split())
_BE = frozenset("is are was were be been being am 's 're get gets got".split())
_MODALS = frozenset(
    "will would shall should can could may might must do does did has have had having not never also".split()
)
_DOUBTS = frozenset(
    "maybe perhaps possibly probably supposedly hopefully allegedly reportedly potentially may might could".split()
)
_PRONOUNS = frozenset("i you he she it we they him them us me who what someone something one".split())
_MOST_RELATIONS = 24


class _Word(NamedTuple):
    """A word and what it is taken for.

    N noun, V verb, P preposition, C joins, R relative, T begins what is said, S subordinates, I makes conditional,
    B be, M modal or adverb, D determines, X a stop.
    """

    tag: str
    key: str
    folded: str


def english_relations(text: str) -> list[Relation]:
    """Return the relations of a sentence in order, at most 24; an act is the stem of its verb."""
    return _Reader(_tagged(text, tokens_of(text, most=120))).read()


def _tagged(text: str, tokens: list[Token]) -> list[_Word]:
    found: list[_Word] = []
    end = 0
    for place, token in enumerate(tokens):
        gap = text[end : token.start]
        if place and any(mark in gap for mark in ",;:.!?—"):
            found.append(_Word("X", gap.strip()[:1], ""))
        end = token.end
        after = tokens[place + 1].folded if place + 1 < len(tokens) else ""
        word = _word(token, found[-1] if found else None, after)
        if found and word.tag == found[-1].tag == "N":
            found[-1] = word
        else:
            found.append(word)
    return found


def _word(token: Token, last: _Word | None, after: str) -> _Word:
    folded = token.folded
    before = last.tag if last else ""
    verb = VERB_FORMS.get(folded)
    is_verb = verb is not None or (len(folded) > 4 and folded.endswith("ed") and token.text[0].islower())
    if folded in _DETERMINERS or (folded == "that" and before in ("D", "P", "")):
        tag = "D"
    elif folded in ("case", "event") and last is not None and last.folded == "in":
        tag = "I"
    elif folded in _RELATIVES:
        tag = "T" if folded == "that" and before == "V" else "R"
    elif folded in _CONDITIONS:
        tag = "I"
    elif folded in _SUBORDINATORS and (before in ("", "X") or (folded not in _PREPOSITIONS)):
        tag = "S"
    elif folded in ("and", "or", "nor", "but"):
        tag = "C"
    elif folded in _PREPOSITIONS:
        tag = "P"
    elif folded in _BE:
        tag = "B"
    elif folded in _MODALS | _DOUBTS or is_negator(token.text.lower()) or (folded.endswith("ly") and len(folded) > 4):
        tag = "M"
    elif is_verb and before != "D" and not (before in ("P", "") and after and after not in _DETERMINERS):
        tag = "V"
    else:
        tag = "N"
    return _Word(tag, verb or token.key, folded)


class _Clause:
    """What has been read of a clause so far."""

    def __init__(self, *, stands: bool = True, head: frozenset[str] = frozenset()) -> None:
        self.subject: frozenset[str] = frozenset()
        self.head = head  # the noun that a relative clause describes
        self.place: int | None = None  # of its relation in the list
        self.has_object = False
        self.stands = stands
        self.passive = False
        self.denied = False


class _Reader:
    def __init__(self, words: list[_Word]) -> None:
        self._words = words
        self._found: list[Relation] = []
        self._clauses = [_Clause(stands=not any(word.folded in _DOUBTS for word in words[:2]))]
        self._prep = ""
        self._joined = ""
        self._noun: frozenset[str] = frozenset()
        self._supposed = False
        self._place = 0

    def read(self) -> list[Relation]:
        for place, word in enumerate(self._words):
            if len(self._found) >= _MOST_RELATIONS:
                break
            self._place = place
            self._step(word)
        return self._found

    def _step(self, word: _Word) -> None:
        match word.tag:
            case "N":
                self._read_noun(word)
            case "V":
                self._read_verb(word)
            case "M" | "D":
                self._read_modal(word)
            case "B":
                self._leave_relative()
                self._now.passive = True
            case "P":
                self._prep = word.folded
            case "C":
                self._read_joining(word)
            case "R":
                self._clauses.append(_Clause(stands=self._now.stands, head=self._noun))
                self._prep = self._joined = ""
            case "I":
                self._read_condition()
            case "S":
                self._begin(stands=not self._supposed)
            case "T":
                self._embed()
            case _:
                self._read_stop()

    @property
    def _now(self) -> _Clause:
        return self._clauses[-1]

    def _read_modal(self, word: _Word) -> None:
        if is_negator(word.folded) or word.folded.endswith(("n't", "n’t")):
            self._now.denied = True
        if word.folded in _DOUBTS:
            self._now.stands = False

    def _read_joining(self, word: _Word) -> None:
        self._joined = word.folded
        clause = self._now
        if word.folded == "or" and clause.place is None and not clause.subject and self._found:
            self._found[-1] = self._found[-1].but(stands=False)  # one clause or the other
            clause.stands = False
            self._joined = ""

    def _read_stop(self) -> None:
        self._prep = ""
        while len(self._clauses) > 1:
            self._clauses.pop()
        clause = self._now
        if clause.place is not None:
            self._begin(stands=not self._supposed)

    def _begin(self, *, stands: bool) -> None:
        """Begin a clause of its own."""
        self._clauses = [_Clause(stands=stands)]
        self._joined = self._prep = ""

    def _read_condition(self) -> None:
        self._supposed = not self._is_either()
        self._begin(stands=False)
        if self._supposed:  # what stood before it is conditional too
            self._found = [each.but(stands=False) for each in self._found]

    def _is_either(self) -> bool:
        """Whether it is "whether or not", which makes nothing depend on it."""
        return [word.folded for word in self._words[self._place : self._place + 3]] == ["whether", "or", "not"]

    def _embed(self) -> None:
        """Begin a clause that the last verb is about: believed that, forgot that."""
        act = self._found[-1].act if self._found else ""
        stands = self._now.stands and act not in SUPPOSING and not (self._found and self._found[-1].denied)
        self._begin(stands=stands or act in ASSERTING)

    def _read_noun(self, word: _Word) -> None:
        self._noun = noun = frozenset() if word.folded in _PRONOUNS else frozenset([word.key])
        clause, prep, joined = self._now, self._prep, self._joined
        self._prep = self._joined = ""
        if prep == "by" and clause.place is not None and not (clause.has_object and clause.subject):
            if not clause.passive:  # a participle: a film produced by him
                self._change(clause, patients=self._found[clause.place].agents)
            clause.passive = True
            self._change(clause, agents=noun)
        elif prep and not (joined and clause.place is None):
            return
        elif joined and clause.place is None and clause.subject:
            clause.subject |= noun
            clause.stands = clause.stands and joined != "or"
        elif joined and clause.place is not None and clause.has_object and not self._verb_follows():
            relation = self._found[clause.place]
            self._change(clause, patients=relation.patients | noun)
        elif joined and clause.place is not None:
            self._next_clause(joined, noun)
        elif clause.place is not None and not clause.has_object and not clause.passive:
            self._change(clause, patients=noun)
            clause.has_object = True
        elif clause.place is None:
            clause.subject = clause.subject or noun

    def _next_clause(self, joined: str, noun: frozenset[str]) -> None:
        if joined == "or":
            self._found[-1:] = [self._found[-1].but(stands=False)]
        self._clauses = [_Clause(stands=not self._supposed and joined != "or")]
        self._now.subject = noun

    def _verb_follows(self) -> bool:
        for word in self._words[self._place + 1 : self._place + 4]:
            if word.tag in ("V", "B", "M"):
                return True
            if word.tag not in ("N", "D"):
                return False
        return False

    def _leave_relative(self) -> None:
        """Go back to the clause around a relative one that is complete, or to the one that its object belongs to."""
        clause = self._now
        if clause.place is None:
            return
        if len(self._clauses) > 1:
            self._clauses.pop()
            return
        if self._joined:  # and then did something else
            subject, stands = clause.subject, clause.stands
            self._clauses = [_Clause(stands=stands and self._joined != "or")]
            self._now.subject = subject
            return
        if not clause.has_object and not clause.passive and clause.subject:
            # A participle that describes the subject: the doctor paid in May resigned.
            self._change(clause, agents=frozenset(), patients=clause.subject)
            self._clauses = [_Clause(stands=clause.stands)]
            self._now.subject = clause.subject
        elif clause.has_object:  # the object is the subject of what follows: believed the senators contacted
            patients = self._found[clause.place].patients
            self._change(clause, patients=frozenset())
            self._embed()
            self._now.subject = patients

    def _read_verb(self, word: _Word) -> None:
        if self._now.place is not None:
            self._leave_relative()
        clause = self._now
        self._prep = self._joined = ""
        if clause.place is not None:
            return
        agents, patients = clause.subject or clause.head, frozenset[str]()
        if len(self._clauses) > 1 and clause.subject:
            patients = clause.head
            clause.has_object = True
        if clause.passive:
            agents, patients = frozenset(), agents
        clause.place = len(self._found)
        stands = clause.stands
        self._found.append(Relation(word.key, agents, patients, stands, clause.denied))

    def _change(self, clause: _Clause, **roles: frozenset[str]) -> None:
        if clause.place is not None:
            self._found[clause.place] = self._found[clause.place].but(**roles)
