"""A model that fails as it is told: for trying what the loop does with each kind of failure, with no network."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Collection
from typing import Any

from vouched.adapters.extractive import Extractive
from vouched.errors import UsageError
from vouched.ports import Fault, Generate, Reply, Usage
from vouched.run.asking import read_documents_block
from vouched.text.clip import clip
from vouched.text.sentences import sentences

__all__ = ["TAGS", "Simulated", "tag_of"]

# What each tag makes of a case. Numbers change with each attempt, since a rejected answer that comes back is given up.
TAGS = {
    "easy": "a right answer at once",
    "recovers": "a confidence of 0.4 at first, then a right answer",
    "low_confidence": "a confidence of about 0.2, always",
    "altered_quote": "an anchor with a word too many, always",
    "unknown_document": "a citation of a document that was not given, always",
    "bad_source": "an http address of this machine as a source, always",
    "critic_fail": "a right answer that the judge says does not follow",
    "critic_breaks": "a right answer, and a judge that gives no judgement",
    "not_json": "an object that is no JSON, always",
    "cut_off": "an answer cut off at the length limit, always",
    "no_claims": "an answer without claims, always the same",
    "same_answer": "one and the same answer with an unknown document",
    "refuses": "a refusal, always",
    "slow_transport": "two faults 429 of the transport, then a right answer",
    "down": "a server that fails, always",
}
_ALIASES = {"low_conf": "low_confidence", "429": "slow_transport"}
_BRACKETED = re.compile(r"\[([A-Z0-9_]{2,40})\]")
_SURE = 0.95
_FAULTS = 2


def tag_of(tag: str | None, question: str, *, where: str) -> tuple[str, str]:
    """Return the tag of a case and its question without it: of its field, or in brackets and capitals in its text.

    `[LOW_CONF]` is `low_confidence`; without a tag a case is easy. In the text only a known tag is one, and any at its
    beginning. Raises UsageError that names `where` for an unknown one, and for two different ones in the text.
    """
    if tag is not None:
        inner = tag.strip().removeprefix("[").removesuffix("]")
        return _known(inner, f"{where}.tag"), _without(question)
    found = [match[1] for match in _BRACKETED.finditer(question) if _named(match[1]) in TAGS]
    leading = _BRACKETED.match(question.lstrip())
    if leading and _named(leading[1]) not in TAGS:
        _known(leading[1], where)
    names = dict.fromkeys(map(_named, found))
    if len(names) > 1:
        raise UsageError(f"{where}: expected one tag, saw {' and '.join(names)}")
    return next(iter(names), "easy"), _without(question)


def _named(tag: str) -> str:
    name = tag.casefold().replace("-", "_")
    return _ALIASES.get(name, name)


def _known(tag: str, where: str) -> str:
    name = _named(tag)
    if name not in TAGS:
        raise UsageError(f"{where}: expected one of the tags {', '.join(TAGS)}, saw {clip(tag, 40)!r}")
    return name


def _without(question: str) -> str:
    bare = _BRACKETED.sub(lambda match: "" if _named(match[1]) in TAGS else match[0], question)
    return " ".join(bare.split()) or question


class Simulated:
    """The model and the judge of one case: it answers rightly from the documents, and fails as its tag says.

    What it has answered so far is kept here and nowhere else, so that each case needs its own; two cases that ask the
    same do not share it. A right answer is that of `Extractive`, or else the first sentence of the first document. Its
    tokens are a quarter of the characters. Raises UsageError for an unknown tag.
    """

    def __init__(self, tag: str = "easy") -> None:
        self.tag = _known(tag, "Simulated")
        self._calls = 0
        self._attempts = 0
        self._made: set[str] = set()

    def generate(self, request: Generate) -> Reply | Fault:
        """Return the next answer, refusal or fault, or a judgement of an answer."""
        sent = sum(len(message.content) for message in request.messages) // 4
        if request.purpose == "judge":
            text, stop = _judgement(request, self.tag, self._made), "end"
        else:
            self._calls += 1
            if fault := _fault(self.tag, self._calls):
                return fault
            self._attempts += 1
            text, stop = self._answer(request)
        usage = Usage(input_tokens=sent, output_tokens=len(text) // 4, calls=1)
        return Reply(text=text, usage=usage, stop=stop, model="simulated")  # type: ignore[arg-type]

    def _answer(self, request: Generate) -> tuple[str, str]:
        number = self._attempts
        if self.tag == "refuses":
            return "", "refusal"
        if self.tag == "not_json":
            return f"{{'claims': [attempt {number}]}}", "end"
        if self.tag == "no_claims":
            return '{"claims": []}', "end"
        claims = _right(request)
        if damage := _DAMAGES.get(self.tag):
            for claim in claims:
                damage(claim, number)
        self._made |= {clip(claim["text"], 1000) for claim in claims}
        text = json.dumps({"claims": claims}, ensure_ascii=False)
        return (text[: len(text) // 2 - number], "length") if self.tag == "cut_off" else (text, "end")

    def __repr__(self) -> str:
        return f"Simulated({self.tag!r})"


def _right(request: Generate) -> list[dict[str, Any]]:
    reply = Extractive().generate(request)
    claims: list[dict[str, Any]] = json.loads(reply.text)["claims"]
    if not claims:
        content = request.messages[-1].content
        for name, text in read_documents_block(content).items():
            first = next((span.of(text) for span in sentences(text)), "")
            claims = [{"text": first, "citations": [{"document": name, "anchor": first}]}]
            break
    return [{**claim, "confidence": _SURE} for claim in claims]


def _doubted(claim: dict[str, Any], number: int) -> None:
    claim["confidence"] = round(0.2 + number / 1000, 3)


def _at_first(claim: dict[str, Any], number: int) -> None:
    claim["confidence"] = 0.4 if number == 1 else _SURE


def _altered(claim: dict[str, Any], number: int) -> None:
    for citation in claim["citations"]:
        anchor = citation["anchor"]
        middle = anchor.find(" ", len(anchor) // 2)
        middle = len(anchor) // 2 if middle < 0 else middle
        citation["anchor"] = f"{anchor[:middle]} never {number} {anchor[middle:]}"


def _elsewhere(claim: dict[str, Any], number: int) -> None:
    for citation in claim["citations"]:
        citation["document"] = f"no-such-document-{number}"


def _same_elsewhere(claim: dict[str, Any], _: int) -> None:
    _elsewhere(claim, 1)


def _sourced(claim: dict[str, Any], number: int) -> None:
    claim["sources"] = [f"http://127.0.0.1/{number}"]


_DAMAGES: dict[str, Callable[[dict[str, Any], int], None]] = {
    "recovers": _at_first,
    "low_confidence": _doubted,
    "altered_quote": _altered,
    "unknown_document": _elsewhere,
    "same_answer": _same_elsewhere,
    "bad_source": _sourced,
}


def _fault(tag: str, call: int) -> Fault | None:
    if tag == "slow_transport" and call <= _FAULTS:
        return Fault(code="rate_limited", message="status 429", retryable=True, retry_after=0.0, usage=Usage(calls=1))
    return Fault(code="server", message="status 500", usage=Usage(calls=1)) if tag == "down" else None


def _judgement(request: Generate, tag: str, made: Collection[str]) -> str:
    if tag == "critic_breaks":
        return "I would rather not say."
    asked = json.loads(request.messages[-1].content)["claims"]
    judged = []
    for one in asked:
        # What is mixed in to try the judge is no claim that the model made.
        follows = tag != "critic_fail" and one["claim"] in made
        verdict = "follows" if follows else "does_not_follow"
        judged.append({"number": one["number"], "verdict": verdict, "reason": "simulated"})
    return json.dumps({"claims": judged})
