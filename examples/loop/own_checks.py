"""Adds checks of one's own: a generator, one that awaits, one that asks a judge, and one that fails."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from typing import Any, ClassVar

from vouched import Claim, Draft, Evidence, Finding, Guard, Policy, Support
from vouched.guard import DEFAULT_CHECKS
from vouched.ports import Generate, Message, Reply
from vouched.testing import ScriptedModel

documents = {"lease": "The tenant shall not keep animals. The rent is 500 EUR, due on the first day of each month."}
answer = {
    "claims": [
        {"text": "No pets!!!", "citations": [{"document": "lease", "anchor": "shall not keep animals"}]},
        {"text": "The rent is 500 EUR.", "citations": [{"document": "lease", "anchor": "The rent is 500 EUR"}]},
    ]
}


def finding(check: str, code: str, index: int, claim: Claim) -> Finding:
    """Return a finding on one claim."""
    return Finding(check=check, code=code, where=claim.where, seen=claim.text, claim=index)


class Calm:
    """Finds claims that shout. It is decidable: that there is a "!" is a fact."""

    name: ClassVar[str] = "calm"
    decidable: ClassVar[bool] = True

    def __call__(self, draft: Draft, _evidence: Evidence) -> Iterator[Finding | Support]:
        """Yield a finding or a support for each claim; the support vouches for nothing, since calm is not true."""
        for index, claim in enumerate(draft.claims):
            if "!" in claim.text:
                yield finding("calm", "shouts", index, claim)
            else:
                yield Support(check="calm", claim=index, vouches=False)


class Glossary:
    """Finds words that a (slow) glossary forbids."""

    name: ClassVar[str] = "glossary"
    decidable: ClassVar[bool] = True

    async def __call__(self, draft: Draft, _evidence: Evidence) -> AsyncIterator[Finding]:
        """Yield a finding for each claim with a forbidden word."""
        await asyncio.sleep(0)
        for index, claim in enumerate(draft.claims):
            if "pets" in claim.text.lower():
                yield finding("glossary", "say_animals", index, claim)


class Polite:
    """Finds claims that a judge calls rude. It estimates: without a scorecard it may only audit or hold."""

    name: ClassVar[str] = "polite"
    decidable: ClassVar[bool] = False

    def __call__(self, draft: Draft, _evidence: Evidence) -> Iterator[Any]:
        """Ask the judge about each claim; anything but a clear answer breaks the check."""
        for index, claim in enumerate(draft.claims):
            asked = (Message("system", "Answer yes if the text is rude, else no."), Message("user", claim.text))
            reply = yield Generate(model="judge", messages=asked, purpose="judge")
            if not isinstance(reply, Reply) or reply.text not in ("yes", "no"):
                raise ValueError("the judge gave no clear answer")
            if reply.text == "yes":
                yield finding("polite", "rude", index, claim)


def half_done(_draft: Draft, _evidence: Evidence) -> Iterator[Support]:
    """Support the first claim, then fail."""
    yield Support(check="half_done", claim=0)
    raise KeyError("half-way")


def show(title: str, check: Any, *, judge: Any = None, policy: Policy | None = None) -> None:
    """Print what comes of the answer with one more check."""
    checks = [*DEFAULT_CHECKS, check]
    outcome = Guard(ScriptedModel([answer]), checks=checks, judge=judge, policy=policy, max_retries=0).run(
        "?", documents
    )
    verdict = outcome.verdicts[-1]
    print(f"{title}: {verdict.status}, so {outcome.status}")
    for one in verdict.findings:
        print(f"    {one.where} {one.check}/{one.code}: {one.seen}")
    if verdict.fault:
        print(f"    {verdict.fault}")
    if outcome.status == "filtered":
        print(f"    left: {[claim['text'] for claim in outcome.value['claims']]}")


show("a generator", Calm(), policy=Policy(authority={"*": "reask", "calm": "filter"}))
show("one that awaits", Glossary())
show("one that asks a judge", Polite(), judge=ScriptedModel(["yes", "no"]))
show("the same, with policy that holds", Polite(), judge=ScriptedModel(["yes", "no"]), policy=Policy(unearned="hold"))
show("a judge that evades", Polite(), judge=ScriptedModel(["That depends."]))
show("one that fails", half_done)
