"""Answers questions about numbers from a fact store alone: gate, understanding, lookups, reckoning, words."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from datetime import UTC, date, datetime
from functools import lru_cache
from secrets import token_hex
from typing import Any

from vouched.errors import StoreError, UsageError
from vouched.facts.consulting import OPEN, Consultant
from vouched.facts.gate import Gate, Screen
from vouched.facts.naming import Names as FactNames
from vouched.facts.narrative import Narrator, Told
from vouched.facts.profile import FactProfile
from vouched.facts.reckoning import reckon
from vouched.facts.rendering import rendered
from vouched.facts.replies import Reply, asking, defining, failing, holding, refusing, unrecognized, withholding
from vouched.facts.requests import Request
from vouched.facts.results import FactAnswer, FactStatus
from vouched.facts.rows import Fact, FactKey, FactStore
from vouched.facts.tools import FactTools
from vouched.facts.understanding import Language, Understanding, language_of

__all__ = ["FactAgent"]

MAX_QUESTION = 20_000
_MOST_OPTIONS = 6
_MOST_SOURCES = 10_000


class FactAgent:
    """Answers questions about what a profile names, with facts of a store and what is reckoned from them.

    Every number of an answer is a stored fact, or stands in the calculation that is shown. What of a question is not
    understood is asked back; other companies are refused before anything is looked up, whatever else the question says.
    A `model` is consulted of questions that were not understood; what it looks up is offered as what may be meant, and
    is never the answer. A `narrator` answers questions for reasons from documents; its prose never fills in a number
    that the store lacks. Built once for a profile; keeps nothing between questions, and threads may share it.
    """

    def __init__(
        self, profile: FactProfile, store: FactStore, *, narrator: Narrator | None = None, model: Any = None
    ) -> None:
        self.profile = profile
        self._consultant = None if model is None else Consultant(model, FactTools(profile, store))
        self.store = store
        self.gate = Gate(profile.competitors, _own_names(profile))
        # Sources are few and stand in many answers.
        self._screened = lru_cache(maxsize=_MOST_SOURCES)(self.gate.screen)
        self._understanding = Understanding(profile, store)
        self._narrator = narrator

    def ask(
        self,
        question: str,
        *,
        today: date | None = None,
        language: Language | None = None,
        last: Request | None = None,
        as_of: date | None = None,
    ) -> FactAnswer:
        """Return the answer to a question. `today` is what "last year" counts from (now, in UTC, without it).

        `last` is the request that a follow-up goes on from ("and China?"); `as_of` asks for what the sources said on
        that day. What fails outside is a status, no exception; UsageError is raised for a question that is no text.
        """
        if not isinstance(question, str):
            raise UsageError(f"question: expected a text, saw {type(question).__name__}")
        begun = time.perf_counter()
        answer = self._answered(question, today or datetime.now(UTC).date(), language, last, as_of)
        seconds = round(time.perf_counter() - begun, 6)
        trace = {"status": answer.status, "reason": answer.reason, **answer.trace, "seconds": seconds}
        return answer.but(request_id=token_hex(6), trace=trace)

    async def aask(self, question: str, **given: Any) -> FactAnswer:
        """Return what `ask` returns, awaiting it: the lookups, which block, run on a thread."""
        return await asyncio.to_thread(self.ask, question, **given)

    def _answered(
        self, question: str, today: date, language: Language | None, last: Request | None, as_of: date | None
    ) -> FactAnswer:
        spoken = language or language_of(question)
        if len(question) > MAX_QUESTION:
            return _said("failed", failing("rounds", spoken, self.profile), reason="question_too_long")
        screen = self.gate.screen(question)
        if screen.decision != "allow":
            return self._kept_out(screen, spoken)
        request = self._understanding.request(question, today=today, language=spoken, last=last)
        if any(doubt.kind == "rival" for doubt in request.doubts):
            return _said("refused", asking(request, self.profile), request, reason="out_of_scope")
        is_prose = request.route == "narrative" and (self._narrator is not None or _asks_why(request))
        if request.route == "composite" and self._narrator is not None and _is_only_unclear(request):
            is_prose = True
        answer = self._narrated(request) if is_prose else self._from_facts(request, as_of, today)
        if request.route == "composite" and not is_prose and answer.status in ("answered", "partly"):
            answer = self._with_reasons(answer, request)
        shown = self._others_in(answer, is_prose=request.route != "structured")
        return answer if shown is None else self._kept_out(shown.held(), spoken, request)

    def _others_in(self, answer: FactAnswer, *, is_prose: bool) -> Screen | None:
        """Return what of an answer names another company, of all that is neither the question nor wording of ours."""
        screens = [self._screened(text) for fact in answer.facts for text in (fact.document, fact.locator)]
        if is_prose:
            screens.append(self.gate.screen(answer.answer))
        return next((screen for screen in screens if screen.decision != "allow"), None)

    def _kept_out(self, screen: Screen, language: Language, request: Request | None = None) -> FactAnswer:
        shown = list(dict.fromkeys(hit.shown for hit in screen.hits))
        if screen.decision == "hold":
            return _said("held", holding(shown, self.profile, language), request, reason="looks_out_of_scope")
        return _said("refused", refusing(shown, self.profile, language), request, reason="out_of_scope")

    def _from_facts(self, request: Request, as_of: date | None, today: date) -> FactAnswer:
        """Return the answer from the store, the question that has to be asked back, or why there is neither."""
        if request.doubts:
            return self._asked(request, today)
        if request.operation == "definition":
            return _said("answered", defining(request, self.profile), request)
        wanted = tuple(dict.fromkeys((*request.keys, *request.bases)))
        try:
            facts = self.store.current(wanted, as_of=None if as_of is None else as_of.isoformat())
        except StoreError:
            return _said("failed", failing("store", request.language, self.profile), request, reason="store")
        found = list(zip(wanted, facts, strict=True))
        withheld = [key for key, each in found if any(map(self._is_kept_back, each))]
        if withheld and len(withheld) == len(wanted):
            return _said("refused", withholding(withheld, self.profile, request.language), request, reason="withheld")
        found = [(key, () if key in withheld else each) for key, each in found]
        calculation = reckon(request, found, self.profile)
        missing = sum(not each for _, each in found)
        options = self._options(request)
        page = rendered(request, found, calculation, self.profile, options=options, withheld=withheld)
        return FactAnswer(
            status=page.status,
            answer=page.answer,
            answer_plain=page.plain,
            facts=page.facts,
            calculation=calculation if calculation.parts or calculation.chosen else None,
            request=request,
            assumptions=page.assumptions,
            options=self._options(request, is_missing=True) if missing else options,
            reason="not_stored" if missing else None,
            trace={
                "route": request.route,
                "operation": request.operation,
                "keys": len(wanted),
                "found": len(wanted) - missing,
                "not_found": missing,
                "disagreeing": sum(len(each) > 1 for _, each in found),
                "withheld": len(withheld),
            },
        )

    def _asked(self, request: Request, today: date) -> FactAnswer:
        first = request.doubts[0]
        if first.kind == "no_such_period":
            reply = unrecognized("period", first.texts[0], self.profile, language=request.language)
            return _said("unrecognized", reply, request, reason="no_such_period")
        answer = _said("asked", asking(request, self.profile), request, reason=first.kind)
        if self._consultant is None or not any(doubt.kind in OPEN for doubt in request.doubts):
            return answer
        told = self._consultant.consulted(request, today=today)
        names = FactNames(self.profile, request.language)
        offered = tuple(dict.fromkeys((*map(names.name, told.proposals), *answer.options)))
        trace = {each: getattr(told, each) for each in ("rounds", "calls", "mismatched", "wrong", "faults")}
        return answer.but(options=offered, trace=trace)

    def _is_kept_back(self, fact: Fact) -> bool:
        return self.profile.sensitivity.keeps_back(fact.document)

    def _options(self, request: Request, *, is_missing: bool = False) -> tuple[str, ...]:
        """Return what to ask for instead of what was assumed, or of what is not stored, by what is stored."""
        if not (request.assumed or is_missing):
            return ()
        names = FactNames(self.profile, request.language)
        options: list[str] = []
        if "entity" in request.assumed:
            taken = {key.entity for key in request.keys}
            options += [names.entity(each) for each in self.profile.entities if each not in taken]
        if ("period" in request.assumed or is_missing) and request.keys:
            options += [names.period(each) for each in self._stored_periods(request.keys[0])]
        return tuple(dict.fromkeys(options))[: 2 * _MOST_OPTIONS]

    def _stored_periods(self, key: FactKey) -> Sequence[Any]:
        """Return the last periods that there are facts of, of the grain that is asked for or else of years."""
        try:
            for grain in (key.period.grain, "year", "half", "quarter", "month"):
                known = self.store.periods(key.metric, key.entity, key.channel, grain)
                if known:
                    return [each for each in known if each != key.period][-_MOST_OPTIONS:]
        except StoreError:
            return ()
        return ()

    def _narrated(self, request: Request) -> FactAnswer:
        told = self._told(request)
        return FactAnswer(
            status=told.status,
            answer=told.answer,
            answer_plain=told.plain,
            request=request,
            reason=told.reason,
            trace={"route": "narrative", **told.trace},
        )

    def _with_reasons(self, answer: FactAnswer, request: Request) -> FactAnswer:
        """Return an answer from facts with what documents say of its reasons below it, or that they say nothing."""
        told = self._told(request)
        status: FactStatus = "partly" if answer.status == "answered" and told.status != "answered" else answer.status
        return answer.but(
            status=status,
            answer=f"{answer.answer}\n\n{told.answer}",
            answer_plain=f"{answer.answer_plain}\n\n{told.plain}",
            reason=answer.reason or told.reason,
            trace={**answer.trace, **told.trace},
        )

    def _told(self, request: Request) -> Told:
        if self._narrator is None:
            from vouched.facts.narrative import nothing_told

            return nothing_told(request, self.profile)
        return self._narrator.told(request, self.profile, self.gate)


def _said(status: FactStatus, reply: Reply, request: Request | None = None, *, reason: str | None = None) -> FactAnswer:
    is_question = status in ("asked", "unrecognized")
    return FactAnswer(
        status=status,
        answer=reply.text,
        answer_plain=reply.text,
        request=request,
        question=reply.text if is_question else None,
        options=reply.options,
        reason=reason,
    )


def _asks_why(request: Request) -> bool:
    return any(mention.kind == "cue" for mention in request.mentions)


def _is_only_unclear(request: Request) -> bool:
    """Whether all that keeps a question for reasons from the store is words that documents may understand."""
    return bool(request.doubts) and all(doubt.kind == "not_understood" for doubt in request.doubts)


def _own_names(profile: FactProfile) -> list[str]:
    names = [profile.company.name, *profile.company.names]
    for code, entity in profile.entities.items():
        names += (code, *entity.names)
    return names
