"""Turns a question into a request: which facts it asks for, what is done with them, what of it is not understood."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import date
from typing import Literal

from vouched.facts.clauses import Clause, clauses_of, in_order, keys_of, stands_between
from vouched.facts.doubts import doubts_of
from vouched.facts.following import Carried, carried
from vouched.facts.lexicon import Lexicon
from vouched.facts.mentions import Part, mentions_of, parts_of
from vouched.facts.nouns import spread
from vouched.facts.operations import Asked, operation_of
from vouched.facts.period_words import JAPANESE
from vouched.facts.periods import Grain, Period
from vouched.facts.profile import FactProfile
from vouched.facts.requests import Doubt, DoubtKind, Request, Route
from vouched.facts.rows import Shelf
from vouched.facts.setting_against import Whole, changes_of, whole_of, wholes_of
from vouched.facts.slots import Slots, slots_of
from vouched.facts.views import View

__all__ = ["Language", "Understanding", "language_of"]

MOST_KEYS = 60
_ALONE_VALUE = ("sum", "list")
# What is reckoned over all facts that are named.
_OF_ALL = ("sum", "average")
_OF_SEVERAL = ("highest", "lowest", "average", "compare")
_HAN = re.compile("[\u4e00-\u9fff]")
Language = Literal["en", "ja", "zh"]


class Understanding:
    """Understands questions about what a profile names; built once for a profile.

    Nothing of a question is dropped: what no word of the profile or of the languages explains is a doubt, and a request
    with doubts is asked back.
    """

    def __init__(self, profile: FactProfile, shelf: Shelf) -> None:
        self.profile = profile
        self.shelf = shelf
        self.lexicon = Lexicon.of(profile)

    def request(
        self, question: str, *, today: date, language: Language | None = None, last: Request | None = None
    ) -> Request:
        """Return what a question asks for. `today` is what "last year" counts from; `last` the request that a
        follow-up goes on from.
        """
        view = View(question)
        parts = parts_of(view, lexicon=self.lexicon, today=today, calendar=self.profile.calendar)
        slots = slots_of(parts, self.profile)
        asked = _asked(parts)
        taken: Carried = ()
        if last is not None:
            slots, asked, taken = carried(slots, asked, parts, last, total=self.profile.total)
        request = Request(
            question=question,
            language=language or language_of(question),
            route=_route(parts) if "metric" not in taken else "structured",
            operation=asked.operation,
            basis=asked.basis,
            unit=slots.unit,
            mentions=mentions_of(parts, view),
            doubts=doubts_of(parts, slots, asked, self.profile, view),
            carried=taken,
        )
        if request.route == "narrative" or not any(slot.kind == "metric" for slot in slots.said):
            return request
        share = next((part for part in parts if part.kind == "operation" and "share" in part.means), None)
        if request.operation != "share" or share is None:
            return self._with_keys(request, slots, today)
        is_before = any("\u3040" <= char <= "\u309f" for char in view.folded[share.start : share.end])
        whole = whole_of(slots.said, self.profile, place=share.start, is_before=is_before)
        if whole is None:
            return _doubting(request, "whole_missing")
        return self._with_keys(request, slots._replace(said=whole.said), today, whole)

    def _with_keys(self, request: Request, slots: Slots, today: date, whole: Whole | None = None) -> Request:
        """Return the request with its facts, as far as the doubts leave any to be told."""
        clauses = clauses_of(slots.said)
        # Clauses of unlike sizes, or a word between them: which of them is reckoned with is not said.
        is_uneven = len({max(map(len, clause.values())) for clause in clauses}) > 1
        if request.operation in _OF_ALL and (is_uneven or stands_between(slots.said, slots.operation)):
            return _doubting(request, "operations", *_said(request, "operation"))
        if slots.in_order:
            paired = in_order(clauses)
            if paired is None:
                return _doubting(request, "pairing")
            clauses = paired
        defaults = self._defaults(clauses, today, slots.latest or "year")
        spread(clauses, slots.nouns, defaults, self.profile, self.shelf, operation=request.operation)
        said = {kind for clause in clauses for kind in clause}
        keys = keys_of(clauses, defaults, most=MOST_KEYS)
        if keys is None:
            return _doubting(request, "too_many")
        if slots.latest is not None:
            said.add("period")
        assumed = [kind for kind in ("entity", "period") if kind not in said]
        return self._operating(request.but(keys=keys, assumed=tuple(assumed)), slots, whole)

    def _operating(self, request: Request, slots: Slots, whole: Whole | None) -> Request:
        """Return the request with what its facts are set against, and the operation that so many facts allow."""
        keys, operation = request.keys, request.operation
        if whole is not None:
            assumed = (*request.assumed, "whole") if whole.assumed else request.assumed
            return request.but(bases=wholes_of(keys, whole), assumed=assumed)
        several = len({(key.metric, key.entity, key.channel) for key in keys}) > 1
        is_pair = operation == "difference" and request.basis is None and several and not slots.is_change
        if operation == "growth" or (operation == "difference" and not is_pair):
            each_year = "year" in slots.nouns and request.basis is None and len(keys) > 1
            basis = "year" if each_year else request.basis
            changes = changes_of(keys, basis, is_range=slots.has_range)
            assumed = (*request.assumed, "basis") if changes.assumed else request.assumed
            return request.but(keys=changes.keys, bases=changes.bases, basis=changes.basis, assumed=assumed)
        if len(keys) > 1:
            return request.but(operation={"value": "list", "difference": "compare"}.get(operation, operation))
        if operation in _OF_SEVERAL:
            return _doubting(request, "operations", *_said(request, "operation"))
        return request.but(operation="value") if operation in _ALONE_VALUE else request

    def _defaults(self, clauses: Sequence[Clause], today: date, grain: Grain) -> Clause:
        metric = next(clause["metric"][0] for clause in clauses if "metric" in clause)
        entity = next((clause["entity"][0] for clause in clauses if "entity" in clause), self.profile.company.home)
        channel = next((clause["channel"][0] for clause in clauses if "channel" in clause), self.profile.total)
        period: list[Period] = []
        if not any("period" in clause for clause in clauses):
            complete = self.profile.calendar.current(grain, today).shifted(-1)
            known = [each for each in self.shelf.periods(metric, entity, channel, grain) if each.key <= complete.key]
            period = [known[-1] if known else complete]
        return {"entity": [self.profile.company.home], "channel": [self.profile.total], "period": period}


def _asked(parts: Sequence[Part]) -> Asked:
    said = [each for part in parts if part.kind == "operation" for each in part.means]
    if any(part.kind == "connector" and "versus" in part.means for part in parts):
        said.append("compare")
    asked = operation_of(said)
    has_others = any(part.kind in ("entity", "period", "company", "channel", "unit", "numeric") for part in parts)
    if asked.operation == "value" and not has_others and any(part.kind == "whatis" for part in parts):
        return Asked("definition")
    if asked.operation == "definition" and has_others:
        # "What does HK revenue for 2025 come to" asks for the number.
        return operation_of(each for each in said if each != "definition")
    return asked


def _route(parts: Sequence[Part]) -> Route:
    kinds = {part.kind for part in parts}
    if "cue" in kinds:
        return "composite" if "metric" in kinds else "narrative"
    return "structured" if kinds & {"metric", "numeric", "operation", "unit", "channel"} else "narrative"


def _doubting(request: Request, kind: DoubtKind, *texts: str) -> Request:
    if kind == "operations" and request.doubts:
        # What is not understood may be what it is to be set against.
        return request
    if kind == "operations" and not texts:
        texts = (request.question,)
    return request.but(doubts=(*request.doubts, Doubt(kind=kind, texts=texts)))


def _said(request: Request, kind: str) -> tuple[str, ...]:
    return tuple(mention.text for mention in request.mentions if mention.kind == kind)


def language_of(question: str) -> Language:
    """Return the language that a question is written in, by its characters."""
    if JAPANESE.search(question):
        return "ja"
    return "zh" if _HAN.search(question) else "en"
