"""The company, the facts and the agent that the cases are about."""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal
from functools import cache
from pathlib import Path
from typing import Any

from vouched.adapters.fact_files import load_sheets
from vouched.facts.agent import FactAgent
from vouched.facts.lexicon import Lexicon
from vouched.facts.loading import Loading
from vouched.facts.narrative import Narrator
from vouched.facts.profile import FactProfile, facts_profile
from vouched.facts.rows import Fact, FactKey
from vouched.stores.facts import SQLFactStore, open_facts

CASES = Path(__file__).parents[2] / "cases"


@cache
def profile() -> FactProfile:
    """Return the profile of the cases."""
    return facts_profile(CASES / "facts_acme.toml")


@cache
def facts() -> tuple[Fact, ...]:
    """Return the facts of the cases."""
    loading = Loading(profile(), Lexicon.of(profile()), "facts_store.jsonl")
    return loading.loaded(load_sheets(CASES / "facts_store.jsonl")).facts


def store(changed: Mapping[FactKey, Fact | None] | None = None) -> SQLFactStore:
    """Return a store of the facts, some of them changed or left out."""
    changed = changed or {}
    kept = [changed.get(fact.key, fact) for fact in facts()]
    opened = open_facts(":memory:")
    opened.write([fact for fact in kept if fact is not None])
    return opened


@cache
def agent() -> FactAgent:
    """Return an agent over the facts of the cases, without documents."""
    return FactAgent(profile(), store())


def narrating(model: Any, retriever: Any) -> FactAgent:
    """Return an agent over the facts that has a model write of passages."""
    return FactAgent(profile(), store(), narrator=Narrator(model, retriever, profile=profile()))


def shown(key: FactKey) -> str:
    """Return a key as cases write it."""
    channel = "" if key.channel == "TOTAL" else f" {key.channel}"
    return f"{key.metric} {key.entity} {key.period.key}{channel}"


def revenue(entity: str, period: str) -> FactKey:
    """Return the key of a revenue of a year."""
    return next(
        fact.key
        for fact in facts()
        if (fact.key.metric, fact.key.entity, fact.key.period.key) == ("REVENUE", entity, period)
        and fact.key.channel == "TOTAL"
    )


def valued(key: FactKey, value: str, **changes: Any) -> Fact:
    """Return the fact of a key with another value."""
    fact = next(fact for fact in facts() if fact.key == key)
    return fact.but(value=Decimal(value), **changes)
