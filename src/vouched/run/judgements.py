"""Puts together, for each claim, what all checks say of it against the documents: one word, in one place."""

from __future__ import annotations

from collections.abc import Sequence

from vouched.documents import Quote
from vouched.drafts import Draft
from vouched.outcomes import Judgement
from vouched.text.utterances import says_nothing
from vouched.verdicts import Finding, Support, Verdict

__all__ = ["ESTIMATES", "judgements"]

# Findings that say that the documents say otherwise, beside those that carry it themselves (`contradicts`).
_OTHERWISE = frozenset(
    {
        "quotes/altered_quote",
        "quotes/altered_anchor",
        "grounding/contradicted",
        "grounding/cut_short",
        "quotes/cut_quote",
    }
)
# Checks that compare wording by closed lists: what they find of a claim that a located passage carries, it outweighs.
ESTIMATES = frozenset({"figures", "names", "negation", "support"})
# Checks that compare claims with documents; of others, what they find says nothing of that.
_COMPARING = frozenset(
    {"quotes", "citations", "grounding", "figures", "names", "negation", "support", "critic", "source_content"}
)
# Findings of these that say that a claim was not looked up, and not that it is missing.
_UNSURE = frozenset({"critic/void_judgement", "source_content/void_judgement", "citations/too_few_citations"})


def judgements(draft: Draft, verdicts: Sequence[Verdict]) -> tuple[Judgement, ...]:
    """Return for each claim of a draft what the checks together say of it.

    `contradicted` where one finds that the documents say otherwise, `not_found` where one finds that they do not say
    it, `supported` where one vouches for it with a passage of theirs, `nothing_to_check` where it claims nothing (a
    greeting, a question, a refusal), else `could_not_check`: nobody looked, or who looked could not tell.
    """
    findings: dict[int, list[Finding]] = {}
    supports: dict[int, list[Support]] = {}
    for verdict in verdicts:
        for finding in verdict.findings:
            if finding.claim is not None:
                findings.setdefault(finding.claim, []).append(finding)
        for support in verdict.supports if verdict.status != "broken" else ():
            if support.claim is not None:
                supports.setdefault(support.claim, []).append(support)
    return tuple(
        [
            _judged(claim.text, findings.get(index, ()), supports.get(index, ()))
            for index, claim in enumerate(draft.claims)
        ]
    )


def _judged(text: str, findings: Sequence[Finding], supports: Sequence[Support]) -> Judgement:
    carried = [quote for each in supports if each.vouches or each.check == "support" for quote in each.evidence]
    if carried and not findings:
        return "supported"
    otherwise = [each for each in findings if each.contradicts or f"{each.check}/{each.code}" in _OTHERWISE]
    if otherwise:
        # A located passage carries the claim, and an estimate of wording says that it says otherwise: neither is sure.
        torn = carried and all(each.check in ESTIMATES for each in otherwise)
        return "could_not_check" if torn else "contradicted"
    if not supports and says_nothing(text) is not None:
        return "nothing_to_check"
    missing = [each for each in findings if _misses(each, carried)]
    if missing:
        # Words that the documents lack, around figures that they have: said in other words, perhaps.
        torn = all(each.check == "support" for each in missing) and any(each.check == "figures" for each in supports)
        return "could_not_check" if torn else "not_found"
    if carried:
        return "supported"
    return "could_not_check" if says_nothing(text) is None else "nothing_to_check"


def _misses(finding: Finding, carried: Sequence[Quote]) -> bool:
    if f"{finding.check}/{finding.code}" in _UNSURE or finding.check not in _COMPARING:
        return False
    return not carried or finding.check not in ESTIMATES
