"""Lets a critic judge what follows from quotes, and web pages carry what claims say of them, without a network."""

from typing import Any

from vouched import Guard, Policy
from vouched.adapters.fetch_cache import CachingFetcher
from vouched.checks import Citations, Critic, Quotes, SourceContent, SourceFetch
from vouched.ports import Fault
from vouched.testing import ScriptedFetcher, ScriptedModel

lease = {"lease": "The tenant shall not keep animals. The rent is 500 EUR, due on the first day of each month."}
answer = {
    "claims": [
        {"text": "Pets are not allowed.", "citations": [{"document": "lease", "anchor": "shall not keep animals"}]},
        {"text": "The rent is a bargain.", "citations": [{"document": "lease", "anchor": "The rent is 500 EUR"}]},
    ]
}


def judgement(*verdicts: str) -> dict[str, Any]:
    """Return what a judge says of claims 1, 2, …"""
    said = [
        {"number": n, "verdict": verdict, "reason": "the lease does not say so"}
        for n, verdict in enumerate(verdicts, 1)
    ]
    return {"claims": said}


def judged(said: Any) -> None:
    """Print what comes of the answer when the judge says this."""
    guard = Guard(
        ScriptedModel([answer]),
        judge=ScriptedModel([said]),
        checks=[Citations(), Quotes(), Critic()],
        # A judge is an estimate: until it is measured it may not refuse, but it may hold for a person.
        policy=Policy(unearned="hold"),
        max_retries=0,
    )
    outcome = guard.run("May I keep a dog?", lease)
    critic = outcome.verdicts[-1]
    print(outcome.status, [finding.code for finding in outcome.findings], critic.fault or "")


print("the critic")
judged(judgement("follows", "follows"))
judged(judgement("follows", "does_not_follow"))
judged(judgement("follows"))
judged("All of it follows.")

salt, gone, rogue = "https://www.who.int/salt", "https://www.who.int/gone", "https://rogue.example/"
# In earnest: Fetcher(hosts=hosts) of vouched.adapters.fetcher.
pages = ScriptedFetcher(
    {
        salt: "Adults should eat less than 5 g of salt each day.",
        gone: Fault(code="bad_reply", message="404 not found"),
        rogue: "Salt is harmless.",
    }
)
hosts = ("www.who.int",)
cached = CachingFetcher(pages)


def cited(url: str, quote: str) -> None:
    """Print what comes of a claim that quotes a page."""
    claim = {"text": "On salt.", "sources": [url], "citations": [{"document": url, "quote": quote}]}
    guard = Guard(
        ScriptedModel([{"claims": [claim]}]),
        fetch=cached,
        checks=[SourceFetch(hosts=hosts), SourceContent(hosts=hosts)],
        max_retries=0,
    )
    outcome = guard.run("How much salt?")
    quotes = [f"{quote.document} {quote.text!r}" for claim in outcome.claims for quote in claim.quotes]
    codes = sorted({finding.code for finding in outcome.findings})
    print(outcome.status, quotes or codes)


print("pages")
cited(salt, "less than 5 g of salt each day")
cited(salt, "less than 50 g of salt each day")
cited(gone, "less than 5 g of salt each day")
cited(rogue, "Salt is harmless.")
print("asked for:", pages.requests)
