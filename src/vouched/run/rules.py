"""Rules before a model: patterns and functions that are asked on the documents, and the model only where they miss."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any, Literal, TypeAlias

from vouched.errors import UsageError
from vouched.ports import Fault, Generate, Reply, Usage
from vouched.record import Record
from vouched.run.asking import read_documents_block
from vouched.run.replies import to_reply
from vouched.run.tally import Tally

__all__ = ["Found", "FunctionRule", "PatternRule", "Rule", "Rules"]

MOST_FOUND = 10_000


class Found(Record, frozen=True, kw_only=True):
    """What a rule found in a document: a text of it, its class, where it starts, and what belongs to it."""

    kind: str
    text: str
    start: int | None = None
    attributes: Mapping[str, str] = {}
    confidence: float = 1.0


class PatternRule(Record, frozen=True, kw_only=True, dict=True):
    """Finds every match of a regular expression. The group named like the class is the text, else the whole match.

    Other named groups that took part are its attributes. The expression is the caller's: how long it may search is not
    bounded here. Raises UsageError for one that does not compile.
    """

    kind: str
    pattern: str
    confidence: float = 1.0
    flags: int = 0

    def __post_init__(self) -> None:
        _refuse_misuse(self.kind, self.confidence)
        try:
            self.__dict__["_compiled"] = re.compile(self.pattern, self.flags)
        except (re.error, TypeError, RecursionError, OverflowError) as error:
            raise UsageError(f"pattern of {self.kind!r}: expected a regular expression, saw {error}") from error

    def __call__(self, text: str) -> list[Found]:
        """Return all matches that have a text, in order."""
        matches: Iterator[re.Match[str]] = self.__dict__["_compiled"].finditer(text)
        return [self._found(match) for match in islice(matches, MOST_FOUND) if match[self._group(match)].strip()]

    def _found(self, match: re.Match[str]) -> Found:
        group = self._group(match)
        others = {name: held for name, held in match.groupdict().items() if name != self.kind and held is not None}
        start, held = match.start(group), match[group]
        return Found(kind=self.kind, text=held, start=start, attributes=others, confidence=self.confidence)

    def _group(self, match: re.Match[str]) -> str | int:
        return self.kind if match.groupdict().get(self.kind) is not None else 0


class FunctionRule(Record, frozen=True, kw_only=True):
    """Finds what a function of a document's text returns: a text, a Found, a list of them, or None where it misses."""

    kind: str
    function: Callable[[str], Any]
    confidence: float = 1.0

    def __post_init__(self) -> None:
        _refuse_misuse(self.kind, self.confidence)
        if not callable(self.function):
            raise UsageError(f"function of {self.kind!r}: expected a callable, saw {type(self.function).__name__}")

    def __call__(self, text: str) -> list[Found]:
        """Return what the function found. Raises what it raises, and TypeError where it returns something else."""
        said = self.function(text)
        listed = [] if said is None else [said] if isinstance(said, (str, Found)) else said
        if not isinstance(listed, (list, tuple)):
            raise TypeError(f"expected texts, saw {type(said).__name__}")
        return [self._found(one) for one in listed]

    def _found(self, one: Any) -> Found:
        made = Found(kind=self.kind, text=one, confidence=self.confidence) if isinstance(one, str) else one
        # Records do not check their fields when they are made.
        if not isinstance(made, Found) or not isinstance(made.text, str) or not isinstance(made.attributes, Mapping):
            raise TypeError(f"expected texts, saw {type(one).__name__}")
        if not made.text.strip() or not _is_share(made.confidence):
            raise TypeError("expected a text that is not blank, and a confidence from 0 to 1")
        return made


Rule: TypeAlias = PatternRule | FunctionRule


class Rules:
    """A model that answers from rules, and asks `model` where they miss: none hits, or one is not sure enough.

    Each rule sees each document, never the prompt around it. `need` says whether "every" class that rules are for has
    to be found, or "any" one; `least` is the confidence that each thing found must have. The answer is
    `{"extractions": [{"extraction_class", "extraction_text", "attributes"}]}` in the order of the documents; `answer`
    may shape another one of the list of Found. Only a run's first attempt is answered by rules: when the checks refuse
    that, the model is asked. A rule that raises, or finds what is no text, has missed; `counts` tells how often each
    happened. Without a `model` a miss is a Fault.
    """

    def __init__(
        self,
        rules: Iterable[Rule],
        *,
        model: Any = None,
        least: float = 0.8,
        need: Literal["every", "any"] = "every",
        answer: Callable[[Sequence[Found]], Any] | None = None,
        documents: Callable[[Generate], Iterable[str]] | None = None,
    ) -> None:
        self.rules = tuple(rules)
        if not self.rules or not all(isinstance(rule, (PatternRule, FunctionRule)) for rule in self.rules):
            raise UsageError("rules: expected PatternRules and FunctionRules, at least one")
        if not _is_share(least):
            raise UsageError(f"least: expected a number from 0 to 1, saw {least!r:.40}")
        if need not in ("every", "any"):
            raise UsageError(f"need: expected every or any, saw {need!r:.40}")
        if model is not None and not callable(getattr(model, "generate", model)):
            raise UsageError(f"model: expected a model or a callable, saw {type(model).__name__}")
        self._model, self._least, self._need = model, least, need
        self._shape, self._documents = answer or _extractions, documents or _shown
        self._wanted = {rule.kind for rule in self.rules}
        self._tallies = {name: Tally() for name in ("answered", "missed", "unsure", "failed", "asked_model")}

    @property
    def counts(self) -> dict[str, int]:
        """How often rules answered, missed and were unsure, how often one failed, how often the model was asked."""
        return {name: tally.value for name, tally in self._tallies.items()}

    def generate(self, request: Generate) -> Any:
        """Return the rules' answer, or what the model answers (which may be a coroutine)."""
        if request.attempt == 1:
            made = self.answer(self._documents(request))
            if made is not None:
                return made
        self._tallies["asked_model"].add()
        if self._model is None:
            return Fault(code="bad_reply", message="no rule found anything, and there is no model to ask")
        return getattr(self._model, "generate", self._model)(request)

    def answer(self, documents: Iterable[str]) -> Reply | None:
        """Return what the rules answer of these texts, None where the model is to be asked. Nothing raises."""
        found = [hit for text in documents for hit in self._found(text)]
        kinds = {hit.kind for hit in found}
        if not found or (self._need == "every" and not self._wanted <= kinds):
            self._tallies["missed"].add()
            return None
        if any(hit.confidence < self._least for hit in found):
            self._tallies["unsure"].add()
            return None
        try:
            made = to_reply(self._shape(found))
        except Exception:  # noqa: BLE001  foreign code: its fault is a counted miss
            made = Fault(code="error", message="the answer could not be shaped")
        if isinstance(made, Fault):
            self._tallies["failed"].add()
            return None
        self._tallies["answered"].add()
        return made.but(usage=Usage())

    def _found(self, text: str) -> list[Found]:
        hits: list[Found] = []
        for rule in self.rules:
            try:
                hits += rule(text)
            except Exception:  # noqa: BLE001  as in `answer`
                self._tallies["failed"].add()
        placed = [(text.find(hit.text) if hit.start is None else hit.start, hit) for hit in hits]
        return [hit for _, hit in sorted(placed, key=lambda each: each[0])]


def _shown(request: Generate) -> Iterable[str]:
    return read_documents_block(request.messages[-1].content).values()


def _extractions(found: Sequence[Found]) -> Any:
    return {
        "extractions": [
            {"extraction_class": hit.kind, "extraction_text": hit.text, "attributes": dict(hit.attributes)}
            for hit in found
        ]
    }


def _is_share(number: Any) -> bool:
    return isinstance(number, (int, float)) and not isinstance(number, bool) and 0 <= number <= 1


def _refuse_misuse(kind: Any, confidence: Any) -> None:
    if not isinstance(kind, str) or not kind.strip():
        raise UsageError(f"kind: expected the name of a class, saw {kind!r:.40}")
    if not _is_share(confidence):
        raise UsageError(f"confidence of {kind!r}: expected a number from 0 to 1, saw {confidence!r:.40}")
