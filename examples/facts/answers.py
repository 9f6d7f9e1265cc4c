"""Loads the workbook of a fictional company and asks for its numbers: answered, reckoned, asked back, refused."""

from __future__ import annotations

from datetime import date
from pathlib import Path

from vouched.adapters.fact_files import load_sheets
from vouched.facts.agent import FactAgent
from vouched.facts.lexicon import Lexicon
from vouched.facts.loading import Loading
from vouched.facts.profile import facts_profile
from vouched.stores.facts import open_facts

HERE = Path(__file__).parent
TODAY = date(2026, 6, 12)
QUESTIONS = (
    "What were premiums in the Nordics in Q3 2025?",
    "日本の2025年度の営業利益の前年比は?",
    "新加坡2025年保费收入占集团的比例",
    "What is Nordlys's operating profit?",
    "How are net premiums in Japan developing?",
)


def main() -> None:
    """Print each question with its answer."""
    profile = facts_profile(HERE / "halden.toml")
    loading = Loading(profile, Lexicon.of(profile), "halden.xlsx", as_of="2026-05-08")
    loaded = loading.loaded(load_sheets(HERE / "halden.xlsx"))
    with open_facts(":memory:") as store:
        store.write(loaded.facts)
        print(f"{len(loaded.facts)} facts, {len(loaded.rejects)} cells refused")
        agent = FactAgent(profile, store)
        for question in QUESTIONS:
            answer = agent.ask(question, today=TODAY)
            print(f"\n{question}\n[{answer.status}] {answer.answer}")


if __name__ == "__main__":
    main()
