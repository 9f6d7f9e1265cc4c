"""A judge of entailment that is a local cross-encoder: a model of natural language inference as an ONNX file."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from vouched.errors import UsageError

__all__ = ["CrossEncoder"]

_ENTAILS = re.compile(
    r"(?:not|non|no|un)[ _-]?(?:entail|support|consist)|(entail|support|consistent|factual)", re.IGNORECASE
)
_SHORTEST_WINDOW = 16
_MOST_WINDOWS = 1000
_BATCH = 16
Run = Callable[[list[Any]], Sequence[Sequence[float]]]


class CrossEncoder:
    """Gives the probability that a sentence, the hypothesis, follows from a passage, the premise.

    `tokenizer` is one of the library `tokenizers`; `run` returns a row of logits for each of a list of its encodings;
    `labels` are the model's, in order: one of them has to say that the premise entails, supports or is consistent with
    the hypothesis; of a model with a single logit it is the one that does. `longest` is how many tokens the model reads
    at once. A longer passage is read in windows that overlap by `overlap` tokens, and the best one counts; nothing is
    truncated. Raises UsageError where no label says so.
    """

    def __init__(
        self, tokenizer: Any, run: Run, *, labels: Sequence[str], longest: int = 512, overlap: int = 64
    ) -> None:
        self._tokenizer, self._run = tokenizer, run
        tokenizer.no_truncation()
        tokenizer.no_padding()
        self._place = _place_of(labels)
        if not 0 <= overlap < longest // 2:
            raise UsageError(f"CrossEncoder.overlap: expected less than half of {longest} tokens, saw {overlap!r:.60}")
        self._longest, self._overlap = longest, overlap

    @classmethod
    def load(cls, folder: str | Path, *, longest: int | None = None, overlap: int = 64) -> CrossEncoder:
        """Return the model of a folder: `model.onnx` (or `onnx/model.onnx`), `tokenizer.json` and `config.json`.

        Nothing is downloaded. Needs `pip install 'vouched[nli]'`. `longest` is by default what the config says, at most
        512. Raises UsageError where a file is missing or has no labels.
        """
        at = Path(folder)
        model = next((path for path in (at / "model.onnx", at / "onnx" / "model.onnx") if path.is_file()), None)
        for name, path in (
            ("model.onnx", model),
            ("tokenizer.json", at / "tokenizer.json"),
            ("config.json", at / "config.json"),
        ):
            if path is None or not path.is_file():
                raise UsageError(f"CrossEncoder: expected {name} in {at}, saw none")
        config = json.loads((at / "config.json").read_text(encoding="utf-8"))
        named = config.get("id2label") or {}
        labels = [str(named[key]) for key in sorted(named, key=int)]
        reach = longest or min(512, int(config.get("max_position_embeddings") or 512))
        return cls(
            _tokenizer_of(at / "tokenizer.json"), _session(str(model)), labels=labels, longest=reach, overlap=overlap
        )

    def entails(self, pairs: Sequence[tuple[str, str]], /) -> list[float]:
        """Return the probability for each pair of passage and sentence that the sentence follows.

        Raises ValueError for a sentence that leaves no room for a passage.
        """
        encoded: list[tuple[int, Any]] = []
        for number, (passage, sentence) in enumerate(pairs):
            encoded += ((number, window) for window in self._windows(passage, sentence))
        # Of like length together, so that little is padded; sorting keeps the order of those alike.
        encoded.sort(key=lambda each: len(each[1].ids))
        best = [0.0] * len(pairs)
        for start in range(0, len(encoded), _BATCH):
            batch = encoded[start : start + _BATCH]
            for (number, _), logits in zip(batch, self._run([window for _, window in batch]), strict=True):
                best[number] = max(best[number], self._probability(logits))
        return best

    def _windows(self, passage: str, sentence: str) -> list[Any]:
        """Return the encodings of a sentence with all of a passage, window by window."""
        whole = self._tokenizer.encode(passage, sentence)
        if len(whole.ids) <= self._longest:
            return [whole]
        room = self._longest - len(self._tokenizer.encode("", sentence).ids)
        if room < _SHORTEST_WINDOW:
            raise ValueError(
                f"expected a sentence that leaves room for a passage in {self._longest} tokens, saw {sentence!r:.60}"
            )
        places = self._tokenizer.encode(passage, add_special_tokens=False).offsets
        size = room
        while size >= _SHORTEST_WINDOW // 2:
            # Cut text may take a token more than it did in its place; then the windows are made smaller.
            windows = [self._tokenizer.encode(passage[start:end], sentence) for start, end in self._cuts(places, size)]
            if all(len(window.ids) <= self._longest for window in windows):
                return windows
            size -= max(1, size // 8)
        raise ValueError(
            f"expected a passage that can be cut into windows of {self._longest} tokens, saw {passage!r:.60}"
        )

    def _cuts(self, places: Sequence[tuple[int, int]], size: int) -> list[tuple[int, int]]:
        step = max(1, size - min(self._overlap, size // 2))
        if len(places) > step * _MOST_WINDOWS:
            raise ValueError(f"expected a passage of at most {step * _MOST_WINDOWS} tokens, saw {len(places)}")
        starts = range(0, max(1, len(places) - size + step), step)
        return [(places[start][0], places[min(start + size, len(places)) - 1][1]) for start in starts]

    def _probability(self, logits: Sequence[float]) -> float:
        values = [float(each) for each in logits]
        if not all(map(math.isfinite, values)) or (self._place >= len(values)):
            raise ValueError(f"expected a finite logit for each label, saw {values!r:.80}")
        if len(values) == 1:
            return 1 / (1 + math.exp(-max(-60.0, min(60.0, values[0]))))
        top = max(values)
        powers = [math.exp(each - top) for each in values]
        return powers[self._place] / math.fsum(powers)


def _place_of(labels: Sequence[str]) -> int:
    """Return the place of the label that says that the hypothesis follows."""
    if len(labels) == 1:
        return 0
    found = [place for place, label in enumerate(labels) if (match := _ENTAILS.match(label)) and match[1]]
    if len(found) != 1:
        told = ", ".join(labels) or "none"
        raise UsageError(f"CrossEncoder.labels: expected one label that says entailment or support, saw {told:.200}")
    return found[0]


def _tokenizer_of(path: Path) -> Any:
    try:
        from tokenizers import Tokenizer
    except ImportError:
        raise UsageError("CrossEncoder.load: expected the library tokenizers: pip install 'vouched[nli]'") from None
    return Tokenizer.from_file(str(path))


def _session(path: str) -> Run:
    """Return what runs an ONNX model on one thread, so that sums are made in one order."""
    try:
        import numpy as np
        import onnxruntime
    except ImportError:
        raise UsageError("CrossEncoder.load: expected the library onnxruntime: pip install 'vouched[nli]'") from None
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    session = onnxruntime.InferenceSession(path, options, providers=["CPUExecutionProvider"])
    wanted = [each.name for each in session.get_inputs()]

    def run(encodings: list[Any]) -> Sequence[Sequence[float]]:
        longest = max(len(each.ids) for each in encodings)
        rows = {"input_ids": "ids", "attention_mask": "attention_mask", "token_type_ids": "type_ids"}
        padded = {
            name: np.array(
                [list(getattr(each, rows[name])) + [0] * (longest - len(each.ids)) for each in encodings],
                dtype=np.int64,
            )
            for name in wanted
        }
        logits: list[list[float]] = session.run(None, padded)[0].tolist()
        return logits

    return run
