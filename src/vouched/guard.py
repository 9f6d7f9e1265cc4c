"""The public face: `verify` judges one draft, a `Guard` asks a model until a draft stands."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterable, Iterator, Mapping, Sequence
from typing import Any, TypeAlias
from uuid import uuid4

from vouched.checks import Citations, Quotes
from vouched.documents import Document, Evidence
from vouched.drafts import Draft
from vouched.errors import UsageError
from vouched.outcomes import Outcome
from vouched.policy import Policy, decide
from vouched.ports import AnyCheck, Note, RunStore, StoredRun
from vouched.run import drivers
from vouched.run.answers import Answers
from vouched.run.audit import Audit, Trail, watched
from vouched.run.checking import alone, check_name
from vouched.run.flow import Budget, Flow, Plan, Style, answering, judged
from vouched.run.journal import Journal, json_carries
from vouched.run.merging import Merge
from vouched.run.prompts import ANSWER_SCHEMA, wording_of
from vouched.run.reading import read
from vouched.run.release import concluded, reviewed

__all__ = ["DEFAULT_CHECKS", "Guard", "verify"]

Documents: TypeAlias = Evidence | Mapping[str, str] | Iterable[Document | str] | Document | str

DEFAULT_CHECKS: tuple[AnyCheck, ...] = (Citations(), Quotes())


def verify(
    draft: object,
    evidence: Documents = (),
    *,
    checks: Sequence[AnyCheck] = DEFAULT_CHECKS,
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
    _refuse_misuse(checks, policy)
    return _verified(draft, Evidence.of(evidence), checks, policy=policy, model=model, fallback=fallback)


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
    decision = decide(made, verdicts, policy, has_fallback=fallback is not None)
    return alone(concluded(made, verdicts, decision, given, model=model, fallback=fallback, kept=kept))


class Guard:
    """A model behind its checks: asks it, judges its drafts, asks again, and hands on only what is vouched for.

    `model` is one model or several: an object with `generate`, or a callable, sync or async. `output` is a pydantic
    model that the answer must fit. `max_retries`, `tokens` and `seconds` bound each run. Of several models, `merge`
    makes one draft ("concatenate", "best", a number k of models that must agree, or a callable over their values), and
    `quorum` of them must answer. `reask` says what the model is told of its failure: "codes" (fixed sentences),
    "claims" (also its rejected claims, as data) or "draft" (also its whole answer, as data). `judge` and `fetch` answer
    checks that ask. `fallback` is a value, or is called with the outcome and the evidence and makes one. With a `store`
    every reply is remembered as it comes, `resume` goes on with a run that was cut short, and held outcomes wait there
    for a person. An `audit` (a sink, several, or an Audit) records what each run does. Built once, it keeps no state
    between runs. Raises UsageError for what cannot mean anything.
    """

    def __init__(
        self,
        model: Any,
        *,
        output: Any = None,
        checks: Sequence[AnyCheck] = DEFAULT_CHECKS,
        policy: Policy | None = None,
        language: str = "en",
        system: str | None = None,
        max_retries: int = 3,
        tokens: int | None = None,
        seconds: float | None = None,
        merge: Merge = "concatenate",
        quorum: int = 1,
        reask: Style = "codes",
        fallback: Any = None,
        fetch: Any = None,
        judge: Any = None,
        store: RunStore | None = None,
        audit: Any = None,
    ) -> None:
        policy = Policy() if policy is None else policy
        _refuse_misuse(checks, policy)
        models = list(model) if isinstance(model, (list, tuple)) else [model]
        _refuse_settings(models, max_retries, tokens=tokens, seconds=seconds, quorum=quorum, reask=reask)
        names = tuple(f"model-{number}" for number in range(1, len(models) + 1))
        self._models = {**dict(zip(names, models, strict=True)), **({} if judge is None else {"judge": judge})}
        self._fetch = getattr(fetch, "fetch", fetch)
        self._store = store
        self._audit = Audit.of(audit)
        if store is not None and not callable(fallback) and not json_carries(fallback):
            raise UsageError(f"fallback: expected a value that JSON carries, for the store, saw {fallback!r:.60}")
        self.plan = Plan(
            models=names,
            checks=tuple(checks),
            policy=policy,
            budget=Budget(attempts=1 + max_retries, tokens=tokens, seconds=seconds),
            wording=wording_of(language),
            system=system,
            output=output,
            kind="auto" if output is None else "json",
            schema=output.model_json_schema() if hasattr(output, "model_json_schema") else ANSWER_SCHEMA,
            merge=merge,
            quorum=quorum,
            style=reask,
            fallback=fallback,
        )

    def run(self, question: str, documents: Documents = (), *, run_id: str | None = None) -> Outcome:
        """Return the outcome of one question, waiting for it.

        `run_id` is its name in the store; without one it gets a name of its own. Raises UsageError for a name that a
        run has, or where there is no store, and StoreError where the store fails.
        """
        return drivers.run(*self._begun(question, documents, run_id))

    async def arun(self, question: str, documents: Documents = (), *, run_id: str | None = None) -> Outcome:
        """Return the outcome of one question, awaiting it; what blocks runs on threads."""
        return await drivers.arun(*self._begun(question, documents, run_id))

    def stream(self, question: str, documents: Documents = (), *, run_id: str | None = None) -> Iterator[Note]:
        """Yield what happens step by step, never a text that was not vouched for; the last note has the outcome."""
        return drivers.stream(*self._begun(question, documents, run_id))

    def astream(self, question: str, documents: Documents = (), *, run_id: str | None = None) -> AsyncIterator[Note]:
        """Yield what `stream` yields, awaiting it."""
        return drivers.astream(*self._begun(question, documents, run_id))

    def run_many(
        self, questions: Sequence[str], documents: Documents = (), *, run_ids: Sequence[str] | None = None
    ) -> list[Outcome]:
        """Return the outcomes of several questions of the same documents, asked together round by round."""
        given = Evidence.of(documents)
        if run_ids is not None and len(run_ids) != len(questions):
            raise UsageError(f"run_ids: expected {len(questions)} names, saw {len(run_ids)}")
        names: Sequence[str | None] = run_ids or [None] * len(questions)
        return drivers.run_many(
            [self._begun(*each) for each in zip(questions, [given] * len(names), names, strict=True)]
        )

    def flow(self, question: str, documents: Documents = ()) -> tuple[Flow, Answers]:
        """Return a run that has not begun, and what answers it, for a driver of your own; no store remembers it."""
        evidence = Evidence.of(documents).but(question=question)
        return self._flow(evidence, None)

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
        trail = None if self._audit is None else Trail(self._audit, None if journal is None else journal.run_id)
        if trail is not None:
            trail.note(trail.begun, evidence, self._check_names(), plan.policy)
        outcome = _verified(
            draft,
            evidence,
            plan.checks,
            policy=plan.policy,
            model=plan.output,
            fallback=plan.fallback,
            kept=journal is not None,
        )
        if trail is not None:
            trail.note(trail.ended, outcome)
        if journal is None:
            return outcome
        journal.open()
        return journal.conclude(outcome)

    def _begun(self, question: str, documents: Documents, run_id: str | None) -> tuple[Flow, Answers]:
        if not isinstance(question, str) or not question.strip():
            raise UsageError(f"question: expected a text, saw {question!r:.60}")
        evidence = Evidence.of(documents).but(question=question)
        return self._flow(evidence, self._journal(evidence, run_id))

    def _journal(self, evidence: Evidence, run_id: str | None) -> Journal | None:
        if self._store is None and run_id is not None:
            raise UsageError("run_id: expected a Guard with a store to keep the run in, saw one without")
        if self._store is None:
            return None
        return Journal(self._store, uuid4().hex if run_id is None else run_id, evidence)

    def _resumed(self, stored: StoredRun) -> tuple[Flow, Answers]:
        if stored.evidence.question is None:
            raise UsageError(
                f"resume: expected a run that was asked, saw a verification cut short: {stored.run_id!r:.80}"
            )
        return self._flow(stored.evidence, Journal(self._stored(), stored.run_id, stored.evidence, resumed=True))

    def _flow(self, evidence: Evidence, journal: Journal | None) -> tuple[Flow, Answers]:
        run_id = None if journal is None else journal.run_id
        flow = answering(self.plan, evidence.question or "", evidence, run_id=run_id)
        if self._audit is not None:
            flow = watched(flow, Trail(self._audit, run_id), evidence, self._check_names(), self.plan.policy)
        return flow, Answers(self._models, fetch=self._fetch, journal=journal, seconds=self.plan.budget.seconds)

    def _check_names(self) -> list[str]:
        return [check_name(check) for check in self.plan.checks]

    def _stored(self) -> RunStore:
        if self._store is None:
            raise UsageError("resume: expected a Guard with a store, saw one without")
        return self._store


def _settled(stored: StoredRun | None) -> Outcome | None:
    """Return the outcome of a run that has ended, as a person decided it where one did."""
    if stored is None or stored.outcome is None or stored.review is None:
        return None if stored is None else stored.outcome
    return reviewed(stored.outcome, stored.review)


def _refuse_settings(
    models: list[Any], max_retries: Any, *, tokens: Any, seconds: Any, quorum: Any, reask: Any
) -> None:
    if not models or not all(callable(getattr(model, "generate", model)) for model in models):
        raise UsageError("model: expected a model, a callable, or a list of them that is not empty")
    for name, number, least in (("max_retries", max_retries, 0), ("quorum", quorum, 1)):
        if not isinstance(number, int) or isinstance(number, bool) or number < least:
            raise UsageError(f"{name}: expected a whole number from {least}, saw {number!r:.40}")
    if quorum > len(models):
        raise UsageError(f"quorum: expected at most the {len(models)} models, saw {quorum}")
    for name, bound in (("tokens", tokens), ("seconds", seconds)):
        if bound is not None and (isinstance(bound, bool) or not isinstance(bound, (int, float)) or bound <= 0):
            raise UsageError(f"{name}: expected a number above 0 or None, saw {bound!r:.40}")
    if reask not in ("codes", "claims", "draft"):
        raise UsageError(f"reask: expected codes, claims or draft, saw {reask!r:.40}")


def _refuse_misuse(checks: Sequence[AnyCheck], policy: Policy) -> None:
    if not isinstance(policy, Policy):
        raise UsageError(f"policy: expected a Policy, saw {type(policy).__name__}")
    if isinstance(checks, str) or not isinstance(checks, Sequence):
        raise UsageError(f"checks: expected a list of checks, saw {type(checks).__name__}")
    names = [check_name(check) for check in checks]
    for name in names:
        if names.count(name) > 1:
            raise UsageError(f"checks: expected distinct names, saw {name!r} twice")
    for name in policy.require:
        if name not in names:
            raise UsageError(f"policy.require: expected one of {', '.join(names)}, saw {name!r:.60}")
