"""A local cross-encoder reads the whole passage, finds the label that counts, and truncates nothing."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import pytest

from vouched import Evidence, read
from vouched.adapters.nli import CrossEncoder
from vouched.checks import Supported
from vouched.errors import UsageError
from vouched.run.checking import run_check


class Words(NamedTuple):
    """An encoding: the words, and where those of the passage stand."""

    ids: list[str]
    offsets: list[tuple[int, int]]


class WordTokenizer:
    """Takes words for tokens, with three marks around a pair."""

    def no_truncation(self) -> None:
        """Truncate nothing, as ever."""

    def no_padding(self) -> None:
        """Pad nothing, as ever."""

    def encode(self, passage: str, sentence: str = "", *, add_special_tokens: bool = True) -> Words:
        """Return the words of both texts."""
        offsets, at = [], 0
        for word in passage.split():
            start = passage.index(word, at)
            at = start + len(word)
            offsets.append((start, at))
        marks = ["[CLS]", "[SEP]", "[SEP]"] if add_special_tokens else []
        return Words([*passage.split(), *sentence.split(), *marks], offsets)


class Holding:
    """A model that says that what holds a word follows, and keeps what it read."""

    def __init__(self, word: str, *, rows: int = 3) -> None:
        self.word, self.rows = word, rows
        self.read: list[list[str]] = []

    def __call__(self, encodings: list[Any]) -> Sequence[Sequence[float]]:
        """Return logits, the first label's high where the word is there."""
        self.read += [each.ids for each in encodings]
        return [[4.0 if self.word in each.ids else -4.0, *[0.0] * (self.rows - 1)] for each in encodings]


LABELS = ("entailment", "neutral", "contradiction")


@pytest.mark.parametrize(
    ("labels", "place"),
    [
        (("contradiction", "neutral", "entailment"), 2),
        (("ENTAILMENT", "NOT_ENTAILMENT"), 0),
        (("not_entailment", "entailment"), 1),
        (("unsupported", "supported"), 1),
        (("inconsistent", "consistent"), 1),
        (("LABEL_0",), 0),
    ],
)
def test_the_label_that_counts_is_read(labels: tuple[str, ...], place: int) -> None:
    """The place of the label that says that the sentence follows comes from the model's own labels."""
    logits = [0.0] * len(labels)
    logits[place] = 5.0
    judge = CrossEncoder(WordTokenizer(), lambda encodings: [logits for _ in encodings], labels=labels)

    assert judge.entails([("a b", "a")])[0] > 0.9


@pytest.mark.parametrize("labels", [(), ("LABEL_0", "LABEL_1"), ("entailment", "support"), ("positive", "negative")])
def test_labels_that_do_not_tell_are_refused(labels: tuple[str, ...]) -> None:
    """Where no label, or more than one, says that the sentence follows, nothing is guessed."""
    with pytest.raises(UsageError, match="labels"):
        CrossEncoder(WordTokenizer(), Holding("x"), labels=labels)


@pytest.mark.parametrize("place", [0, 39, 40, 41, 777, 1998, 1999])
def test_a_long_passage_is_read_to_its_end(place: int) -> None:
    """What stands anywhere in a passage counts, in windows that the model can read."""
    words = [f"w{number}" for number in range(2000)]
    words[place] = "needle"
    model = Holding("needle")
    judge = CrossEncoder(WordTokenizer(), model, labels=LABELS, longest=64, overlap=16)

    assert judge.entails([(" ".join(words), "is it there"), ("nothing here", "is it there")]) == pytest.approx(
        [0.9647, 0.0091], abs=1e-3
    )
    assert max(len(each) for each in model.read) <= 64
    assert {word for each in model.read for word in each} >= set(words)


def test_neighbours_stand_in_one_window() -> None:
    """Windows overlap, so that what stands close together is read together."""
    words = " ".join(f"w{number}" for number in range(500))
    model = Holding("x")
    CrossEncoder(WordTokenizer(), model, labels=LABELS, longest=64, overlap=16).entails([(words, "a b c")])

    assert all(any(f"w{at}" in each and f"w{at + 15}" in each for each in model.read) for at in range(485))


def test_a_sentence_without_room_is_refused() -> None:
    """A sentence that leaves no room for the passage is a fault, not a truncated one: the check is broken."""
    judge = CrossEncoder(WordTokenizer(), Holding("x"), labels=LABELS, longest=32, overlap=4)
    claim = "The clinic " + "opened and " * 30
    verdict = run_check(
        Supported(judge=judge), read({"claims": [{"text": claim}]}), Evidence.of(["The clinic opened in 1998. " * 20])
    )

    assert verdict.status == "broken"


def test_logits_that_are_none_are_refused() -> None:
    """A model that returns what is no number approves nothing."""
    judge = CrossEncoder(WordTokenizer(), lambda encodings: [[float("nan")] for _ in encodings], labels=("one",))

    with pytest.raises(ValueError, match="finite"):
        judge.entails([("a", "b")])


def test_a_judge_of_a_folder_needs_its_files(tmp_path: Any) -> None:
    """A folder without a model says which file is missing, and nothing is downloaded."""
    with pytest.raises(UsageError, match="expected model"):
        CrossEncoder.load(tmp_path)
