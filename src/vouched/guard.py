"""The public face: `verify` judges one draft, a `Guard` asks a model until a draft stands."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeAlias
from uuid import uuid4

from vouched.checks import AllowList, Citations, Quotes, Schema
from vouched.checks.url_rules import UrlRules
from vouched.documents import Document, Evidence
from vouched.drafts import Draft
from vouched.errors import UsageError
from vouched.outcomes import Outcome
from vouched.policy import Policy, decide
from vouched.ports import AnyCheck, Note, RunStore, StoredRun
from vouched.profile import Profile, profile_of
from vouched.registry import check_named
from vouched.run import drivers
from vouched.run.answers import Answers
from vouched.run.audit import Audit, Trail, watched
from vouched.run.checking import alone
from vouched.run.flow import Budget, Flow, Plan, answering, judged
from vouched.run.journal import Journal
from vouched.run.leaving import leaving
from vouched.run.merging import Merge
from vouched.run.prompts import ANSWER_SCHEMA, with_sources, wording_of
from vouched.run.reading import read
from vouched.run.reasking import Style
from vouched.run.release import concluded, reviewed
from vouched.run.settings import (
    keeping,
    measured,
    refuse_misuse,
    refuse_parts,
    refuse_settings,
    with_judge,
)
from vouched.wording import Template, Wording, reask_template

__all__ = ["DEFAULT_CHECKS", "Guard", "evidence_for", "verify"]

Documents: TypeAlias = Evidence | Mapping[str, str] | Iterable[Document | str] | Document | str

DEFAULT_CHECKS: tuple[AnyCheck, ...] = (Citations(), Quotes(), AllowList())
_DEFAULT = Profile(name="default")


def verify(
    draft: object,
    evidence: Documents = (),
    *,
    checks: Sequence[AnyCheck | str] = DEFAULT_CHECKS,
    policy: Policy | None = None,
    model: object = None,
    fallback: Any = None,
) -> Outcome:
    """Return what of a draft may flow on, with its evidence.

    `draft` is what the model wrote (text, bytes, parsed JSON) or a Draft that `read` made. `evidence` is the documents
    it was given: Evidence, Documents, texts, or a mapping of id to text. `checks` run in order; `policy` decides what
    follows from their findings (by default nothing with a finding is released, and what no check vouched for is left
    out). `model` is a pydantic model the answer must fit, `fallback` the value of a fallback, or what makes it of the
    outcome and the evidence.

    Raises UsageError for a programmer's mistake only; whatever the model wrote is judged.
    """
    policy = Policy() if policy is None else policy
    chain = _chain(checks, policy)
    policy = measured(policy, chain)
    return _verified(draft, Evidence.of(evidence), chain, policy=policy, model=model, fallback=fallback)


def _verified(
    draft: object,
    given: Evidence,
    checks: Sequence[AnyCheck],
    *,
    policy: Policy,
    model: object,
    fallback: Any,
    kept: bool = False,
) -> Outcome:
    made = draft if isinstance(draft, Draft) else read(draft, documents=given, model=model)
    made, verdicts = alone(judged(made, checks, given))
    has_fallback = fallback is not None
    decision = decide(made, verdicts, policy, has_fallback=has_fallback)
    decision = alone(leaving(made, decision, checks, given, policy, model=model, has_fallback=has_fallback))
    return alone(concluded(made, verdicts, decision, given, fallback=fallback, kept=kept))


class Guard:
    """A model behind its checks: asks it, judges its drafts, asks again, and hands on only what is vouched for.

    `model` is one model or several: an object with `generate`, or a callable, sync or async. `output` is a pydantic
    model that the answer must fit. `max_retries` (3), `tokens` and `seconds` bound each run. Of several models, `merge`
    makes one draft ("concatenate", "best", a number k of models that must agree, or a callable over their values), and
    `quorum` of them must answer. `reask` says what the model is told of its failure: "codes" (fixed sentences), and
    besides, as data, its rejected "claims", its whole "draft" or the findings as "errors"; `reask_template` is a text
    of yours for it, with the slot {hints}. `judge` and `fetch` answer checks that ask. `fallback` is a value, or is
    called with the outcome and the evidence and makes one; without a policy of its own a guard comes to it when
    attempts end. With a `store` every reply is remembered as it comes, `resume` goes on with a run that was cut short,
    and held outcomes wait there for a person. An `audit` (a sink, several, or an Audit) records what each run does.

    `profile` is the name of a shipped profile, a file of your own (a Path, or a text that ends in .toml) or a Profile.
    What is given here wins over it, and it over the defaults; None is not given. Built once, a guard keeps no state
    between runs. Raises UsageError for what cannot mean anything, ProfileError for a file that is no profile.
    """

    def __init__(
        self,
        model: Any,
        *,
        profile: Profile | str | Path | None = None,
        output: Any = None,
        checks: Sequence[AnyCheck | str] | None = None,
        policy: Policy | None = None,
        language: str | None = None,
        system: str | None = None,
        max_retries: int | None = None,
        tokens: int | None = None,
        seconds: float | None = None,
        merge: Merge = "concatenate",
        quorum: int = 1,
        reask: Style = "codes",
        reask_template: str | None = None,
        fallback: Any = None,
        fetch: Any = None,
        judge: Any = None,
        store: RunStore | None = None,
        audit: Any = None,
    ) -> None:
        given = _falling_back(policy, profile, fallback)
        domain = _chosen(profile, given, language=language, max_retries=max_retries, tokens=tokens, seconds=seconds)
        wording, template, text = _worded(domain, reask_template, output)
        chain = _chain(domain.checks_in(domain.language) if checks is None else checks, domain.policy)
        named = _named(model)
        refuse_settings(list(named.values()), domain, quorum=quorum, reask=reask, merge=merge)
        refuse_parts(output=output, system=system, judge=judge, fetch=fetch)
        self._models = with_judge(named, judge, chain)
        self._fetch, self._store = getattr(fetch, "fetch", fetch), keeping(store, fallback)
        self._audit = Audit.of(audit)
        structured = output is not None or any(isinstance(check, Schema) for check in chain)
        self.plan = Plan(
            models=tuple(named),
            checks=chain,
            policy=measured(domain.policy, chain),
            budget=Budget(attempts=1 + domain.max_retries, tokens=domain.tokens, seconds=domain.seconds),
            wording=wording,
            system=system or (wording.structured if structured else None),
            output=output,
            kind="json" if structured else "auto",
            schema=_schema(output, chain),
            merge=merge,
            quorum=quorum,
            style=reask,
            fallback=text if fallback is None else fallback,
            template=template,
        )

    def run(self, question: str, documents: Documents = (), *, run_id: str | None = None) -> Outcome:
        """Return the outcome of one question, waiting for it.

        `run_id` is its name in the store; without one it gets a name of its own. Raises UsageError for a name that a
        run has, or where there is no store, and StoreError where the store fails.
        """
        return drivers.run(*self._begun(question, documents, run_id, telling=False))

    async def arun(self, question: str, documents: Documents = (), *, run_id: str | None = None) -> Outcome:
        """Return the outcome of one question, awaiting it; what blocks runs on threads."""
        return await drivers.arun(*self._begun(question, documents, run_id, telling=False))

    def stream(self, question: str, documents: Documents = (), *, run_id: str | None = None) -> Iterator[Note]:
        """Yield what happens step by step, never a text that was not vouched for; the last note has the outcome."""
        return drivers.stream(*self._begun(question, documents, run_id))

    def astream(self, question: str, documents: Documents = (), *, run_id: str | None = None) -> AsyncIterator[Note]:
        """Yield what `stream` yields, awaiting it."""
        return drivers.astream(*self._begun(question, documents, run_id))

    def run_many(
        self,
        questions: Sequence[str],
        documents: Documents = (),
        *,
        run_ids: Sequence[str] | None = None,
        max_concurrency: int | None = None,
    ) -> list[Outcome]:
        """Return the outcomes of several questions of the same documents, asked together round by round.

        Of the runs of a round `max_concurrency` at most are asked at the same time; without it, up to 64.
        """
        if max_concurrency is not None and (type(max_concurrency) is not int or max_concurrency < 1):
            raise UsageError(f"max_concurrency: expected a whole number from 1, saw {max_concurrency!r:.60}")
        given = Evidence.of(documents)
        if run_ids is not None and len(run_ids) != len(questions):
            raise UsageError(f"run_ids: expected {len(questions)} names, saw {len(run_ids)}")
        names: Sequence[str | None] = run_ids or [None] * len(questions)
        flows = [self._begun(*each) for each in zip(questions, [given] * len(names), names, strict=True)]
        return drivers.run_many(flows, most=max_concurrency)

    def resume(self, run_id: str) -> Outcome | None:
        """Return the outcome of a run in the store, None where there is none of that name.

        A run that has ended is not run again: its outcome is as it was kept, and as a person decided where it was held.
        One that was cut short goes on behind the last reply that was kept.
        """
        stored = self._stored().run(run_id)
        if stored is None or stored.outcome is not None:
            return _settled(stored)
        return drivers.run(*self._resumed(stored))

    async def aresume(self, run_id: str) -> Outcome | None:
        """Return what `resume` returns, awaiting it."""
        import asyncio

        stored = await asyncio.to_thread(self._stored().run, run_id)
        if stored is None or stored.outcome is not None:
            return _settled(stored)
        return await drivers.arun(*self._resumed(stored))

    def verify(self, draft: object, documents: Documents = (), *, run_id: str | None = None) -> Outcome:
        """Return what of a draft that is there already may flow on, by the same checks and policy.

        With a store the outcome is kept under `run_id`, so that a held one waits there for a person.
        """
        plan, evidence = self.plan, Evidence.of(documents)
        journal = self._journal(evidence, run_id)
        settings = {"policy": plan.policy, "model": plan.output, "fallback": plan.fallback}
        trail = None if self._audit is None else Trail(self._audit, None if journal is None else journal.run_id)
        if trail is not None:
            trail.note(trail.begun, evidence, plan)
        outcome = _verified(draft, evidence, plan.checks, **settings, kept=journal is not None)
        if trail is not None:
            trail.note(trail.ended, outcome)
        if journal is None:
            return outcome
        journal.open()
        return journal.conclude(outcome)

    def flow(self, evidence: Evidence, *, run_id: str | None = None, telling: bool = True) -> Flow:
        """Return the loop for the question of `evidence`, recorded by the audit, for who drives it; see `answers`.

        Without `telling` it makes no notes of its steps, unless an audit hears them.
        """
        telling = telling or self._audit is not None
        flow = answering(self.plan, evidence.question or "", evidence, run_id=run_id, telling=telling)
        return flow if self._audit is None else watched(flow, Trail(self._audit, run_id), evidence, self.plan)

    def answers(self, journal: Journal | None = None) -> Answers:
        """Return what answers one flow of this guard; without a journal it remembers nothing."""
        return Answers(self._models, fetch=self._fetch, journal=journal, seconds=self.plan.budget.seconds)

    @property
    def has_store(self) -> bool:
        """Whether runs are kept in a store."""
        return self._store is not None

    def kept(self, run_id: str, evidence: Evidence, outcome: Outcome) -> Outcome:
        """Return the outcome of a run that was driven elsewhere, kept in the store where there is one.

        The outcome that was kept first under a name counts.
        """
        if self._store is None:
            return outcome
        self._store.begin(run_id, evidence)
        return self._store.conclude(run_id, outcome.but(run_id=run_id))

    def _begun(
        self, question: str, documents: Documents, run_id: str | None, *, telling: bool = True
    ) -> tuple[Flow, Answers]:
        evidence = evidence_for(question, documents)
        return self._flow(evidence, self._journal(evidence, run_id), telling=telling)

    def _journal(self, evidence: Evidence, run_id: str | None) -> Journal | None:
        if self._store is None and run_id is not None:
            raise UsageError("run_id: expected a Guard with a store to keep the run in, saw one without")
        if self._store is None:
            return None
        return Journal(self._store, uuid4().hex if run_id is None else run_id, evidence)

    def _resumed(self, stored: StoredRun) -> tuple[Flow, Answers]:
        if stored.evidence.question is None:
            seen = f"a verification cut short: {stored.run_id!r:.80}"
            raise UsageError(f"resume: expected a run that was asked, saw {seen}")
        return self._flow(stored.evidence, Journal(self._stored(), stored.run_id, stored.evidence, resumed=True))

    def _flow(self, evidence: Evidence, journal: Journal | None, *, telling: bool = False) -> tuple[Flow, Answers]:
        run_id = None if journal is None else journal.run_id
        return self.flow(evidence, run_id=run_id, telling=telling), self.answers(journal)

    def _stored(self) -> RunStore:
        if self._store is None:
            raise UsageError("resume: expected a Guard with a store, saw one without")
        return self._store


def evidence_for(question: str, documents: Documents = ()) -> Evidence:
    """Return the evidence of one question; raises UsageError where the question is no text or an empty one."""
    if not isinstance(question, str) or not question.strip():
        raise UsageError(f"question: expected a text, saw {question!r:.60}")
    given = Evidence.of(documents, question=question)
    return given.but(question=question) if given is documents else given


def _settled(stored: StoredRun | None) -> Outcome | None:
    """Return the outcome of a run that has ended, as a person decided it where one did."""
    if stored is None or stored.outcome is None or stored.review is None:
        return None if stored is None else stored.outcome
    return reviewed(stored.outcome, stored.review)


def _chosen(profile: Profile | str | Path | None, policy: Policy | None, **given: Any) -> Profile:
    """Return a profile with what was given in place of its own; None is not given."""
    domain = _DEFAULT if profile is None else profile_of(profile)
    return domain.but(**{name: value for name, value in {**given, "policy": policy}.items() if value is not None})


def _falling_back(policy: Policy | None, profile: object, fallback: Any) -> Policy | None:
    """Return the policy; where only a fallback was given, one that comes to it when attempts end."""
    return Policy(exhausted="fallback") if policy is None and profile is None and fallback is not None else policy


def _worded(domain: Profile, text: str | None, output: Any) -> tuple[Wording, Template | None, str | None]:
    """Return the wording of a profile in its language, the template of a reask, and the text of a fallback.

    With an `output` model there is no such text, since none would fit it.
    """
    chosen = domain.language
    if not isinstance(chosen, str):
        raise UsageError(f"language: expected one of {', '.join(domain.languages)}, saw {chosen!r:.40}")
    wording = wording_of(chosen)
    if chosen not in domain.languages:
        raise UsageError(f"language: expected one of {', '.join(domain.languages)}, saw {chosen!r:.40}")
    template = None if text is None else reask_template(text)
    texts = domain.wording.get(chosen)
    if texts is None:
        return wording, template, None
    wording = wording.but(system=texts.system, hints={**wording.hints, **texts.hints})
    template = template or reask_template(texts.reask, where=f"wording.{chosen}.reask")
    return wording, template, texts.fallback if output is None else None


def _schema(output: Any, checks: Sequence[AnyCheck]) -> Mapping[str, Any]:
    """Return the JSON Schema of an answer; where a check judges cited URLs, its claims have a place for them."""
    described = getattr(output, "model_json_schema", None) or getattr(output, "json_schema", None)
    if callable(described):
        schema: Mapping[str, Any] = described()
        return schema
    by_check = next((check.schema for check in checks if isinstance(check, Schema)), None)
    if isinstance(by_check, Mapping):
        return by_check
    # An allow-list of any public host only judges what is cited; it asks for no URLs.
    asks = (check for check in checks if isinstance(check, UrlRules) and not isinstance(check, AllowList))
    named = (check for check in checks if isinstance(check, AllowList) and check.hosts is not None)
    return with_sources(ANSWER_SCHEMA) if any(asks) or any(named) else ANSWER_SCHEMA


def _named(model: Any) -> dict[str, Any]:
    models = list(model) if isinstance(model, (list, tuple)) else [model]
    return {f"model-{number}": each for number, each in enumerate(models, start=1)}


def _chain(checks: Sequence[AnyCheck | str], policy: Policy) -> tuple[AnyCheck, ...]:
    """Return the checks, those that are named made; raises UsageError where they or the policy are none."""
    if isinstance(checks, str) or not isinstance(checks, Sequence):
        raise UsageError(f"checks: expected a list of checks, saw {type(checks).__name__}")
    chain = tuple(check_named(check) if isinstance(check, str) else check for check in checks)
    refuse_misuse(chain, policy)
    return chain
