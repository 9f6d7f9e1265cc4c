"""A store of any kind tells after any writes what the rules tell of its rows, for every day and every instant."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from facts.standing_model import amount, stands
from facts.test_what_stands_follows_its_rules import writes
from stores.facts_said import key
from vouched.facts.rows import Fact
from vouched.stores.facts import SQLFactStore

TURNS = itertools.count()


@settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    batches=st.lists(st.lists(writes(), max_size=3), max_size=6),
    day=st.sampled_from((None, "2025-01-01", "2025-07-01")),
)
def test_a_store_tells_what_the_rules_tell(store: SQLFactStore, batches: list[list[Fact]], day: str | None) -> None:
    """After each write what stands follows from the history; at each instant before, it is still what it was."""
    at = key(f"entity {next(TURNS)}")
    instants: list[tuple[str, set[object]]] = []
    for batch in batches:
        facts = unlike([fact.but(key=at) for fact in batch])
        told, before = store.write(facts), len(store.history(at))
        assert told.added + told.known == len(facts)
        rows = store.history(at)
        assert len(rows) == before
        found = store.current([at, key("nothing")], as_of=day)[0]
        assert {amount(fact) for fact in found} == stands(rows, as_of=day)
        assert store.write(facts[-1:]).added == 0
        if rows:
            instants.append((rows[-1].recorded_at or "", {amount(fact) for fact in store.current([at])[0]}))
    for instant, expected in instants:
        assert {amount(fact) for fact in store.current([at], known_at=instant)[0]} == expected


def unlike(facts: Sequence[Fact]) -> list[Fact]:
    """Return facts without those that another one of the same write goes before."""
    kept: dict[object, Fact] = {}
    for fact in facts:
        kept.setdefault((fact.document, fact.locator, fact.as_of, fact.by is None), fact)
    return list(kept.values())
