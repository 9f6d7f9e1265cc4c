"""The ways to judge a claim that are measured: the checks of the package, and plain counting beside them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from claim_sets import Row

from vouched import checks
from vouched.documents import Evidence
from vouched.drafts import Claim, Draft
from vouched.text.following import follows
from vouched.text.roles import agreement
from vouched.text.support_signals import SIGNALS, signals
from vouched.verdicts import Finding

# How strongly a text is doubted against its evidence; 0 where nothing was found.
Judge = Callable[[str, Evidence], float]
FLAGS = ("figures", "names", "negation")


def draft_of(text: str) -> Draft:
    """Return a draft that makes one claim, the whole text."""
    return Draft(raw=text, kind="text", value=text, claims=(Claim(text=text, where="/claims/0"),))


def flagged_by(check: Any) -> Judge:
    """Return a judge that says 1 where a check has a finding."""
    return lambda text, evidence: float(any(isinstance(each, Finding) for each in check(draft_of(text), evidence)))


def unseen_terms(text: str, evidence: Evidence) -> float:
    """Return the logarithm of how many telling words of a text stand neither in the evidence nor in the question."""
    return signals(text, evidence).values[SIGNALS.index("uncovered_terms")]


def supported(text: str, evidence: Evidence) -> float:
    """Return the probability of the check `support` that a text does not follow; 0 where it claims nothing."""
    told = follows(text, evidence)
    return 1 - told.probability if told.parts else 0.0


def order_and_roles(text: str, evidence: Evidence) -> float:
    """Return how far a text differs from the first document in the order and the roles of the words of both."""
    return 1 - agreement(evidence.documents[0].text, text).score if evidence.documents else 0.0


def judges() -> dict[str, Judge]:
    """Return the judges by name, in the order of the table; checks that the package does not have are left out."""
    shipped = {getattr(checks, each).name: getattr(checks, each) for each in checks.__all__}
    found: dict[str, Judge] = {"unseen words": unseen_terms, "support": supported, "order and roles": order_and_roles}
    found |= {name: flagged_by(shipped[name]()) for name in FLAGS if name in shipped}
    if len(found) > 4:
        any_of = [found[name] for name in FLAGS if name in found]
        found["any of these"] = flagged = lambda text, evidence: max(each(text, evidence) for each in any_of)
        # A flag leaves half of what support gives a text.
        found["support and these"] = lambda text, evidence: (
            1 - (1 - supported(text, evidence)) * (1 - flagged(text, evidence) / 2)
        )
    return found


def judged(judge: Judge, row: Row) -> float:
    """Return a judge's doubt of one row, its evidence indexed anew."""
    return judge(row.claim, row.evidence)
