"""The check that what a claim cites as its source may be cited, and is there."""

from __future__ import annotations

from typing import ClassVar

from vouched.checks.sources import Asks, SourceCheck
from vouched.checks.url_rules import sources_of
from vouched.documents import Evidence
from vouched.drafts import Draft
from vouched.ports import Page
from vouched.verdicts import Finding, Support

__all__ = ["SourceFetch"]


class SourceFetch(SourceCheck, frozen=True, kw_only=True, dict=True):
    """Finds cited URLs that may not be cited (`bad_source`) or are not reached (`source_unreachable`).

    A source stands if its URL, the address that it redirects to and the answer are sound, all of one and the same
    source. A bad one is always found; one that is not reached, only where no source of its claim stands, or always if
    `every`. A claim that cites no URL is passed over unless `required` (`no_source`). That a page is there says nothing
    of what it says, so it vouches for no claim. `hosts`, `schemes` and `allow_private` are those of `check_url`.
    """

    every: bool = False

    name: ClassVar[str] = "source_fetch"
    decidable: ClassVar[bool] = True

    def __call__(self, draft: Draft, evidence: Evidence, /) -> Asks:
        """Ask for every cited page at once; yield a support for each that is there, a finding for what is not."""
        cited = {index: sources_of(claim, evidence) for index, claim in enumerate(draft.claims)}
        standings = yield from self.standings(draft, cited)
        for index, claim in enumerate(draft.claims):
            found = [(source, standings[index, source]) for source in cited[index]]
            stands = any(isinstance(standing, Page) for _, standing in found)
            if not found and self.required:
                yield self.without_sources(index, claim)
            for source, standing in found:
                if isinstance(standing, Page):
                    yield Support(check=self.name, claim=index, where=source.where, vouches=False)
                elif isinstance(standing, Finding) and (standing.code == "bad_source" or not stands or self.every):
                    yield standing
