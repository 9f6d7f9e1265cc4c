"""Measures answers from facts beside rag-spine, where it is installed, and beside the lookup that each answer needs."""

from __future__ import annotations

import json
import logging
import tempfile
from collections.abc import Callable
from contextlib import closing
from datetime import date
from pathlib import Path
from typing import Any

from timing import Table, interleaved, shown

from vouched.adapters.fact_files import load_sheets
from vouched.facts.agent import FactAgent
from vouched.facts.lexicon import Lexicon
from vouched.facts.loading import Loading
from vouched.facts.profile import facts_profile
from vouched.stores.facts import open_facts

__all__ = ["answers", "measures"]

ROOT = Path(__file__).resolve().parents[1]
TODAY = date(2026, 6, 12)
_TIMES = 200
_WANTED = 5
QUESTIONS = {
    "a value, zh": "香港FY2025营收多少",
    "a value, en": "HK FY2025 revenue",
    "a value in words, en": "What was ACME HK revenue in Q3 2025?",
    "two years compared, zh": "香港2024年和2025年营收对比",
    "refused, zh": "竞安FY2025营收多少",
}


def _every(call: Callable[[], Any]) -> Callable[[], None]:
    def run() -> None:
        for _ in range(_TIMES):
            call()

    return run


def _peer(folder: Path) -> Callable[[str], Any] | None:
    """Return how rag-spine answers over the same facts, with its provider that needs no network; None without it."""
    try:
        from ragspine.agent.agent import answer_question
        from ragspine.agent.llm_provider import MockProvider
        from ragspine.storage.fact_store import Fact, SqliteFactStore
    except ImportError:
        return None
    logging.getLogger("ragspine").setLevel(logging.CRITICAL)
    store = SqliteFactStore(str(folder / "peer.db"))
    store.init_schema()
    rows = [json.loads(line) for line in (ROOT / "cases/facts_store.jsonl").read_text(encoding="utf-8").splitlines()]
    names = {"metric": "metric_code", "document": "source_doc_id", "locator": "source_locator"}
    store.upsert_facts(
        [Fact(geography="X", **{names.get(name, name): value for name, value in row.items()}) for row in rows]
    )
    provider = MockProvider()
    return lambda question: answer_question(question, store, provider, reference_date=TODAY)


def answers(table: Table, *, rounds: int) -> None:
    """Print what an answer costs, beside the peer's and beside its lookup alone."""
    profile = facts_profile(ROOT / "cases/facts_acme.toml")
    loading = Loading(profile, Lexicon.of(profile), "facts_store.jsonl")
    with tempfile.TemporaryDirectory() as folder, closing(open_facts(Path(folder) / "facts.db")) as store:
        store.write(loading.loaded(load_sheets(ROOT / "cases/facts_store.jsonl")).facts)
        agent = FactAgent(profile, store)
        peer = _peer(Path(folder))
        table.head("answers from facts", "an answer", "its lookup", "rag-spine", "ratio")
        for kind, question in QUESTIONS.items():
            request = agent.ask(question, today=TODAY).request
            keys = () if request is None else request.keys
            calls: list[Callable[[], Any]] = [
                lambda question=question: agent.ask(question, today=TODAY),  # type: ignore[misc]
                lambda keys=keys: store.current(keys),  # type: ignore[misc]
            ]
            if peer is not None:
                calls.append(lambda question=question: peer(question))  # type: ignore[misc]
            found = [each / _TIMES for each in interleaved(*map(_every, calls), rounds=max(rounds, 5))]
            cells = [shown(found[0]), shown(found[1])]
            ratio = found[2] / found[0] if peer is not None else None
            cells += ["-", "-"] if ratio is None else [shown(found[2]), f"{ratio:.1f}x"]
            table.row(f"  {kind}", *cells, met=None if ratio is None else ratio >= _WANTED)


def measures(*, rounds: int) -> dict[str, Callable[[Table], None]]:
    """Return the measures of this file by name."""
    return {"answers": lambda table: answers(table, rounds=rounds)}
